"""The emulated world as the bench counts it, and as several terminals share it.

Decides what lies where in money: notes in cash boxes, tickets on paper, tickets in boxes. A ticket's worth is what
stands on its paper; one that no printer here printed counts nothing.
"""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from drivers.device import Twin
from drivers.emulators.world import World

Shelves = dict[str, dict[str, Any]]


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


def read_shelves(path: Path) -> Shelves:
    """The shelves of a world's file, empty when there is none; only for looking."""
    try:
        shelves: Shelves = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    return shelves


def totals(shelves: Shelves) -> dict[str, int]:
    """Money in the physical world, cents: notes in boxes, every ticket ever printed, tickets in boxes."""
    boxed = [document for shelf in shelves.values() for document in shelf.get("box", ())]
    papers = [paper for shelf in shelves.values() for paper in shelf.get("papers", ()) if paper["state"] == "printed"]
    worth = {paper["number"]: paper["amount_cents"] for paper in papers}
    return {
        "notes_in_cash_box_cents": sum(document.get("value", 0) for document in boxed),
        "tickets_on_paper_cents": sum(paper["amount_cents"] for paper in papers),
        "tickets_in_box_cents": sum(worth.get(document["ticket"], 0) for document in boxed if "ticket" in document),
    }


def positions(shelves: Shelves) -> dict[str, Any]:
    """Where each device stands, read off its shelf: what is known while no bench process runs."""
    return {name: _position(shelf) for name, shelf in sorted(shelves.items())}


def _position(shelf: dict[str, Any]) -> dict[str, Any]:
    if "papers" in shelf:
        where = "printing" if shelf.get("moving") is not None else "in_chute" if shelf.get("chute") else "idle"
        return {"position": where, "papers_printed": len(shelf["papers"]), "paper_left": shelf.get("roll", 0)}
    if "box" in shelf:
        kept = ("position", "held", "faults", "box_out")
        return {**{name: shelf[name] for name in kept if name in shelf}, "documents_in_box": len(shelf["box"])}
    return dict(shelf)
