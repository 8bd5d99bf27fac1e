"""One request at a time on an ID-003 line: what is asked, what answers it, when it is missed.

Decides which frame answers which request, when a line is silent, and when it only echoes. It refuses to know what
an answer means. Statuses may come late, after their poll was given up; they are passed on as they come.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field

from drivers.acceptors.id003_frames import Frame, Host, Told, decode, hunter
from drivers.framing import FrameHunter

_OPERATIONS = frozenset((Host.RESET, Host.STACK_1, Host.STACK_2, Host.RETURN, Host.HOLD))
_STATUSES = frozenset(Told) - {Told.ACK, Told.ENQ, Told.INVALID_COMMAND}
_ECHOES = 2
_TRIES = 3


def is_operation(frame: Frame) -> bool:
    return frame.code in _OPERATIONS


def is_status(frame: Frame) -> bool:
    return frame.code in _STATUSES


def answers(asked: Frame, heard: Frame) -> bool:
    """Whether *heard* from the device can be the answer to *asked*; an echo of the request counts as one."""
    if asked.code == Host.STATUS:
        return is_status(heard)
    if is_operation(asked):
        return heard.code in (Told.ACK, Told.INVALID_COMMAND) or heard == asked
    return heard.code in (asked.code, Told.INVALID_COMMAND)


def is_echo(asked: Frame, heard: Frame) -> bool:
    """The request byte for byte, where a real unit never repeats it (settings are repeated, 11 also means idle)."""
    return heard == asked and (is_operation(asked) or Host.VERSION <= asked.code < Host.DISABLE)


@dataclass(slots=True)
class Line:
    """The request under way and the health of the line. Times in ms."""

    silent_after: int
    asked: Frame | None = None
    deadline: int = 0
    misses: int = 0
    echoes: int = 0
    proven: bool = False  # something came that cannot be our own bytes
    _hunter: FrameHunter = field(default_factory=hunter)
    _sent: set[bytes] = field(default_factory=set)

    def send(self, frame: Frame, reply_by: int) -> bytes:
        """The bytes of *frame*; its answer is waited for until *reply_by* (ACK alone has none)."""
        data = frame.encode()
        self._sent.add(data)
        if frame.code != Host.ACK:
            self.asked, self.deadline = frame, reply_by
        return data

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that *data* completes."""
        return [self._heard(raw) for raw in self._hunter.feed(data)]

    def _heard(self, raw: bytes) -> Frame:
        self.proven = self.proven or raw not in self._sent
        return decode(raw)

    def answered(self, heard: Frame) -> Frame | None:
        """The request that *heard* answers, which is then done; None = it comes unasked or late."""
        asked = self.asked
        matches = asked is not None and answers(asked, heard)
        if matches or is_status(heard):
            self.misses = 0
        if not matches:
            return None
        self.asked = None
        return asked

    def give_up(self) -> tuple[Frame, list[Frame]]:
        """The request's time is over: the request, and frames that a false start had swallowed."""
        asked = self.asked
        assert asked is not None
        found = [self._heard(raw) for raw in self._hunter.give_up_waiting()]
        if not found:
            self.asked = None
            self.misses += 1
        return asked, found

    @property
    def silent(self) -> bool:
        return self.misses >= self.silent_after

    def echoed(self) -> bool:
        """Count an echo; True when it is no accident any more."""
        self.echoes += 1
        return self.echoes >= _ECHOES

    def garbage(self) -> int:
        """Bytes since the last call that belonged to no frame."""
        dropped, self._hunter.dropped = self._hunter.dropped, 0
        return dropped


@dataclass(slots=True)
class Errand:
    """A list of requests, each tried three times, in order."""

    _frames: deque[Frame] = field(default_factory=deque)
    _tries: int = 0

    def begin(self, frames: Iterable[Frame]) -> None:
        self._frames, self._tries = deque(frames), 0

    @property
    def next(self) -> Frame | None:
        return self._frames[0] if self._frames else None

    def done(self) -> bool:
        """The next request was answered, or given up; True when it was the last."""
        self._frames.popleft()
        self._tries = 0
        return not self._frames

    def missed(self) -> bool:
        """The next request was not answered; True when it was tried often enough."""
        self._tries += 1
        return self._tries >= _TRIES

    def drop(self) -> None:
        self._frames.clear()
