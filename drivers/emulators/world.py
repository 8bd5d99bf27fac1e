"""The emulated physical world: what notes lie where, what paper was printed. It outlives the cabinet.

Every twin keeps its physical truth on a *shelf* of the world and writes it in the step that is the physical
act, before any byte tells of it. A shelf survives kill -9 of the cabinet and of the world's own process.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class World:
    """All shelves; in memory, or in one file that is replaced atomically at each commit."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._shelves: dict[str, dict[str, Any]] = {}
        if path is not None and path.exists():
            self._shelves = json.loads(path.read_text(encoding="utf-8"))

    def shelf(self, name: str) -> Shelf:
        """The shelf of one device ("acceptor.1"), empty when the world is new."""
        return Shelf(self, self._shelves.setdefault(name, {}))

    def shelves(self) -> dict[str, dict[str, Any]]:
        return self._shelves

    def commit(self) -> None:
        """The act has happened: the file is replaced in one step (a process kill cannot tear it)."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(self._path.name + ".new")
        beside.write_text(json.dumps(self._shelves, sort_keys=True), encoding="utf-8")
        os.replace(beside, self._path)


class Shelf:
    """One device's physical truth: JSON data in *data*, made durable by `commit`."""

    def __init__(self, world: World, data: dict[str, Any]) -> None:
        self._world = world
        self.data = data

    def commit(self) -> None:
        self._world.commit()
