"""Serves one twin on a pseudo-terminal under a stable name, as if it hung on a serial cable.

Decides when the name exists and moves the bytes; knows nothing of what they mean. The slave side is kept open,
or the master would read EIO before the host has opened it. Pulling the cable removes the name and closes both
sides, so that the host sees a hang-up; putting it back makes a new terminal under the same name.
"""

from __future__ import annotations

import contextlib
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from drivers.device import Twin

_LONGEST_WAIT_MS = 1000
_READ_BYTES = 4096
_MOST_UNREAD = 65_536  # a host that never reads: older bytes are lost, as on a real line


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class PtyServer:
    """A thread that runs *twin* behind the symbolic link *link*; powered up when it starts."""

    def __init__(self, twin: Twin, link: Path, clock: Callable[[], int] = _monotonic_ms) -> None:
        self._twin, self._link, self._clock = twin, link, clock
        self._lock = threading.RLock()  # twin and terminal are touched by the thread and by the bench
        self._master: int | None = None
        self._slave: int | None = None
        self._unwritten = b""
        self._stop = self._ended = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._thread = threading.Thread(target=self._run, name=f"pty {link.name}", daemon=True)

    def start(self) -> None:
        with self._lock:
            self._twin.power_up(self._clock())
            self.cable(True)
        self._thread.start()

    def cable(self, plugged: bool) -> None:
        """Put the cable in or pull it out; the device keeps its power."""
        with self._lock:
            if plugged and self._master is None:
                self._plug()
            elif not plugged:
                self._unplug()
        self._wake()

    def swap(self, other: PtyServer) -> None:
        """Put each cable into the other's socket; one that was out stays out, in its new place."""
        with self._lock, other._lock:
            mine, theirs = self.plugged, other.plugged
            self._unplug()
            other._unplug()
            self._link, other._link = other._link, self._link
            self.cable(mine)
            other.cable(theirs)

    @property
    def plugged(self) -> bool:
        return self._master is not None

    def bench(self, what: dict[str, Any]) -> dict[str, Any]:
        """An act of a hand on the device, from any thread."""
        with self._lock:
            answer = self._twin.bench(what, self._clock())
        self._wake()
        return answer

    def status(self) -> dict[str, Any]:
        with self._lock:
            return self._twin.status()

    def close(self) -> None:
        """Stop the thread and remove the name."""
        self._stop = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(5)
        with self._lock:
            self._unplug()
            ended, self._ended = self._ended, True
            if not ended:
                os.close(self._wake_read)
                os.close(self._wake_write)

    # -- the terminal ---------------------------------------------------------------------------------------

    def _plug(self) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._unwritten = b""
        self._link.parent.mkdir(parents=True, exist_ok=True)
        beside = self._link.with_name(self._link.name + ".new")
        beside.unlink(missing_ok=True)
        beside.symlink_to(os.ttyname(self._slave))
        beside.replace(self._link)

    def _unplug(self) -> None:
        self._link.unlink(missing_ok=True)
        for side in (self._master, self._slave):
            if side is not None:
                os.close(side)
        self._master = self._slave = None

    # -- the thread -----------------------------------------------------------------------------------------

    def _wake(self) -> None:
        with self._lock:
            if not self._ended:  # a closed number may belong to any other file by now
                with contextlib.suppress(BlockingIOError):
                    os.write(self._wake_write, b"x")

    def _run(self) -> None:
        while not self._stop:
            with self._lock:
                wait_ms = self._serve()
                readers = [self._wake_read] + ([self._master] if self._master is not None else [])
                writers = [self._master] if self._unwritten and self._master is not None else []
            # the bench may close the terminal meanwhile: a dead descriptor only ends this wait
            with contextlib.suppress(OSError, ValueError):
                ready, _, _ = select.select(readers, writers, [], wait_ms / 1000)
                if self._wake_read in ready:
                    os.read(self._wake_read, 4096)

    def _serve(self) -> int:
        """Move bytes both ways; ms until the twin wants to move again."""
        now = self._clock()
        if self._master is not None:
            with contextlib.suppress(OSError):  # nothing to read
                self._twin.receive(os.read(self._master, _READ_BYTES), now)
        said = self._twin.pull(now)
        if self._master is not None:
            self._unwritten = (self._unwritten + said)[-_MOST_UNREAD:]
            self._write()
        wake_at = self._twin.wake_at()
        return _LONGEST_WAIT_MS if wake_at is None else max(1, min(wake_at - now, _LONGEST_WAIT_MS))

    def _write(self) -> None:
        assert self._master is not None
        if self._unwritten:
            with contextlib.suppress(OSError):
                self._unwritten = self._unwritten[os.write(self._master, self._unwritten) :]
