"""The emulated world as several terminals share it: one lock around every step, one file of its own.

Decides when the world is not the folder's any more: somebody removed the file, or wrote it.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from drivers.device import Twin
from drivers.emulators.world import World


class OwnedWorld(World):
    """A world in a file that notices when the file is no longer its own."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._file = path
        self._mark = _mark(path)

    def commit(self) -> None:
        if self.stolen:  # a folder that was removed must not come back from the dead
            return
        super().commit()
        self._mark = _mark(self._file)

    @property
    def stolen(self) -> bool:
        """Somebody else removed or wrote the file: this world is not the one of the folder any more."""
        return _mark(self._file) != self._mark


def _mark(path: Path) -> int:
    try:
        return path.stat().st_ino
    except OSError:
        return 0


class SharedTwin:
    """A twin whose every step holds the world's *lock*: the shelves of all twins go to disk together."""

    def __init__(self, twin: Twin, lock: AbstractContextManager[object]) -> None:
        self._twin, self._lock = twin, lock

    def receive(self, data: bytes, now: int) -> None:
        with self._lock:
            self._twin.receive(data, now)

    def pull(self, now: int) -> bytes:
        with self._lock:
            return self._twin.pull(now)

    def wake_at(self) -> int | None:
        with self._lock:
            return self._twin.wake_at()

    def power_up(self, now: int) -> None:
        with self._lock:
            self._twin.power_up(now)

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        with self._lock:
            return self._twin.bench(what, now)

    def status(self) -> dict[str, Any]:
        with self._lock:
            return self._twin.status()
