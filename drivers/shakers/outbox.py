"""Commands to the shaker, one at a time: each is said again with its own sequence until it is answered.

Decides which command goes out now. Refuses to know what one means and when the shaker is lost.
"""

from __future__ import annotations

from collections import deque

from drivers.shakers.shaker_wire import Command, line

_WAITING = 8  # commands; more than a whole roll needs


class Outbox:
    """At most eight commands wait; *repeat_ms* without an answer and the one that is out is said again."""

    def __init__(self, repeat_ms: int) -> None:
        self._repeat_ms = repeat_ms
        self._waiting: deque[tuple[str, tuple[str, ...]]] = deque()
        self._out: Command | None = None
        self._sent_at = 0
        self._sequence = 0

    def say(self, letter: str, *fields: str) -> None:
        """Put a command at the end; one that already waits is not put twice."""
        if len(self._waiting) < _WAITING and (letter, fields) not in self._waiting:
            self._waiting.append((letter, fields))

    def asked(self, letter: str) -> bool:
        """Whether such a command waits or is out."""
        is_out = self._out is not None and self._out.letter == letter
        return is_out or any(waiting == letter for waiting, _ in self._waiting)

    def due(self, now: int) -> bytes:
        """What to send now: the next command, or again the one that is out."""
        if self._out is None and self._waiting:
            letter, fields = self._waiting.popleft()
            return self.now(letter, fields, now)
        if self._out is not None and now - self._sent_at >= self._repeat_ms:
            self._sent_at = now
            return line(self._out.body())
        return b""

    def now(self, letter: str, fields: tuple[str, ...], now: int) -> bytes:
        """Send this one at once, in the place of whatever was out."""
        self._out, self._sent_at = Command(letter, self._next(), fields), now
        return line(self._out.body())

    def unanswered(self, letter: str) -> bytes:
        """A command nobody waits for an answer to."""
        return line(Command(letter, self._next()).body())

    def answered(self, sequence: int) -> str:
        """The letter of the command that *sequence* answers, which is done; empty if it answers none."""
        if self._out is None or self._out.sequence != sequence:
            return ""
        letter, self._out = self._out.letter, None
        return letter

    def drop(self, letter: str) -> None:
        """The command that is out has become pointless: it is not said again."""
        if self._out is not None and self._out.letter == letter:
            self._out = None

    def clear(self) -> None:
        self._waiting.clear()
        self._out = None

    def wake_at(self, now: int) -> int | None:
        """When `due` has something to send; None = after the next `say`."""
        if self._out is not None:
            return self._sent_at + self._repeat_ms
        return now if self._waiting else None

    def _next(self) -> int:
        self._sequence = self._sequence % 999 + 1
        return self._sequence
