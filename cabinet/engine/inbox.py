"""The one door into the engine's thread: signals wait here, in the order in which they came.

Decides who waits when the engine is behind. A device's event is never dropped: its port's thread waits, and the
line behind it with it. A person's command is dropped at once and said to be: nobody's money hangs on it yet.

Limit 1024: the busiest second of seven stations makes some dozens of signals; a thousand means that the disk
stands still, and then waiting is right.
"""

from __future__ import annotations

import threading
from collections import deque

from cabinet.machine.signals import Signal

MOST = 1024


class Inbox:
    """A bounded queue with one reader, the thread that calls `take`."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._waiting: deque[Signal] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self._reader: int | None = None

    @property
    def closed(self) -> bool:
        return self._closed

    def put(self, signal: Signal) -> None:
        """Hand in what must not be lost; waits while the inbox is full, unless it is the reader who calls."""
        with self._changed:
            while len(self._waiting) >= self._most and not self._closed and not self._by_reader():
                self._changed.wait()
            self._waiting.append(signal)
            self._changed.notify_all()

    def offer(self, signal: Signal) -> bool:
        """Hand in what may be lost; False = the inbox is full or closed. Never waits."""
        with self._changed:
            if len(self._waiting) >= self._most or self._closed:
                return False
            self._waiting.append(signal)
            self._changed.notify_all()
            return True

    def take(self, wait_ms: int) -> Signal | None:
        """The oldest signal, waiting up to *wait_ms* for one; None = none came, or the inbox is closed."""
        with self._changed:
            self._reader = threading.get_ident()
            if not self._waiting and not self._closed and wait_ms > 0:
                self._changed.wait(wait_ms / 1000)
            if self._closed or not self._waiting:
                return None
            signal = self._waiting.popleft()
            self._changed.notify_all()
            return signal

    def close(self) -> None:
        """No signal is taken any more; everybody who waits is let go."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _by_reader(self) -> bool:
        # an order refused by a full port comes back from the engine's own thread: it cannot wait for itself
        return self._reader == threading.get_ident()
