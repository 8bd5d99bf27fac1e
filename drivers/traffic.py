"""What a line did: its counts and its last transfers, for whoever looks for a bad cable.

Limits: the last LENGTH transfers are kept, the first BYTES of each.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

LENGTH = 64
BYTES = 64


@dataclass(frozen=True, slots=True)
class Transfer:
    """One line of the trace: monotonic ms, "rx" or "tx", the first bytes."""

    at_ms: int
    way: str
    data: bytes


@dataclass(frozen=True, slots=True)
class PortStatus:
    """What a line did since the program started. *path*: where it is; *opened* and *lost* count; *last*: why it was
    lost last."""

    path: str
    open: bool
    opened: int
    lost: int
    received_bytes: int
    sent_bytes: int
    last: str


class Line(Protocol):
    """What tells of itself: a serial port, or a wire in memory."""

    def status(self) -> PortStatus: ...

    def trace(self) -> tuple[Transfer, ...]:
        """The last transfers, oldest first."""
        ...


class Traffic:
    """Counts bytes and keeps the last transfers."""

    def __init__(self) -> None:
        self.received = self.sent = 0
        self._trace: deque[Transfer] = deque(maxlen=LENGTH)

    def note(self, now: int, way: str, data: bytes) -> None:
        if way == "rx":
            self.received += len(data)
        else:
            self.sent += len(data)
        self._trace.append(Transfer(now, way, data[:BYTES]))

    def trace(self) -> tuple[Transfer, ...]:
        return tuple(self._trace)
