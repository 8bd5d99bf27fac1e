"""The two clocks: monotonic for waiting, wall only to write down.

Nothing orders events by wall time; the journal's sequence number does.
"""

from __future__ import annotations

import time
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """What engine and storage ask the time of."""

    def monotonic_ms(self) -> int: ...

    def wall(self) -> str:
        """Local wall time with offset, ISO 8601, whole seconds: 2026-03-01T09:00:00+00:00."""
        ...


class SystemClock:
    """The machine's own clocks."""

    def monotonic_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def wall(self) -> str:
        return datetime.now().astimezone().isoformat(timespec="seconds")


class ManualClock:
    """A clock that only moves when told: virtual time of the simulation and of `demo`."""

    def __init__(self, start: str = "2026-01-01T00:00:00+00:00") -> None:
        self._start = datetime.fromisoformat(start)
        self._now_ms = 0
        self._step_ms = 0

    def monotonic_ms(self) -> int:
        return self._now_ms

    def wall(self) -> str:
        stamp = self._start.timestamp() + (self._now_ms + self._step_ms) // 1000
        return datetime.fromtimestamp(stamp, self._start.tzinfo).isoformat(timespec="seconds")

    def advance(self, ms: int) -> None:
        assert ms >= 0
        self._now_ms += ms

    def step_wall(self, ms: int) -> None:
        """Move only the wall clock, as an operator or a time server would."""
        self._step_ms += ms
