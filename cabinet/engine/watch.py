"""What nobody tells the engine: that the wall clock was stepped, and that it is behind the newest row. Looked at
once a second.

Decides only when something is worth saying. What it closes stands in the fault table.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from cabinet.clock import Clock
from cabinet.machine.signals import Signal
from cabinet.ports.signals import ClockStepped, StorageSaid
from cabinet.storage.contract import Journal

LOOK_MS = 1000
_STEP_S = 3.0
"""Whole seconds are compared, and a look may come late: less is no step. Slewing of a time server stays below."""


class Watch:
    """The wall clock against the monotonic one. *newest_s*: the latest wall second any row was written at."""

    def __init__(self, clock: Clock, newest_s: float) -> None:
        self._clock, self._newest_s = clock, newest_s
        self._wall, self._at_ms = clock.wall(), clock.monotonic_ms()
        self._due_ms = self._at_ms
        self._behind: bool | None = None  # the first look says it either way: a fault of an earlier life may be over

    def wake_at(self) -> int:
        """Monotonic ms of the next look."""
        return self._due_ms

    def look(self) -> list[Signal]:
        """What changed since the last look; empty before it is due."""
        now = self._clock.monotonic_ms()
        if now < self._due_ms:
            return []
        self._due_ms = now + LOOK_MS
        wall = self._clock.wall()
        found: list[Signal] = [*self._stepped(wall, now)]
        behind = seconds(wall) < self._newest_s - _STEP_S
        if not behind:
            self._newest_s = max(self._newest_s, seconds(wall))
        if behind is not self._behind:
            self._behind = behind
            found.append(StorageSaid("clock_behind", behind, f"now {wall}" if behind else ""))
        return found

    def _stepped(self, wall: str, now: int) -> Iterable[Signal]:
        before, self._wall = self._wall, wall
        passed_s, self._at_ms = (now - self._at_ms) / 1000, now
        if abs(seconds(wall) - seconds(before) - passed_s) > _STEP_S:
            yield ClockStepped(before, wall)


def seconds(wall: str) -> float:
    """Seconds since 1970 of a wall stamp with its offset; 0 for one that is none."""
    try:
        return datetime.fromisoformat(wall).timestamp()
    except ValueError:
        return 0.0


def newest_second(journal: Journal, was_behind: bool) -> float:
    """The latest wall second of any row; *was_behind*: a clock that went back may have written smaller ones last."""
    if was_behind:
        return max((seconds(entry.wall) for entry in journal.entries()), default=0.0)
    newest = journal.newest()
    return seconds(newest.wall) if newest is not None else 0.0
