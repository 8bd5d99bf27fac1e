"""The same journal in every form it has: one file, two files, and both again on a disk that forgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cabinet.clock import ManualClock
from cabinet.ports.plain import Plain
from cabinet.storage.journal import Journal, SqliteJournal, TwinJournal
from tests.storage.model_disk import ModelDisk, create_model, open_model

WALL = "2026-03-01T09:00:00+00:00"
OPENING: Plain = {
    "is": "Opened",
    "mode": "bench",
    "machine_id": "0427",
    "public_key": "ab" * 32,
    "options_digest": "cd" * 32,
    "format": 1,
}


@dataclass(frozen=True, slots=True)
class Rig:
    """How to begin a journal of one form, and how to open it again after it was closed."""

    name: str
    create: Callable[[], Journal]
    open: Callable[[], Journal]


RIG_NAMES = ("one file", "two files", "model", "two models")


def rig(name: str, folder: Path) -> Rig:
    data, disk, clock = folder / "data", ModelDisk(), ManualClock(WALL)
    match name:
        case "one file":
            return Rig(name, lambda: SqliteJournal.create(data, OPENING, clock), lambda: SqliteJournal.open(data))
        case "two files":
            return Rig(name, lambda: TwinJournal.create(data, OPENING, clock), lambda: TwinJournal.open(data))
        case "model":
            return Rig(name, lambda: create_model(disk, 1, OPENING, WALL), lambda: open_model(disk, 1))
        case "two models":
            return Rig(name, lambda: create_model(disk, 2, OPENING, WALL), lambda: open_model(disk, 2))
    raise AssertionError(name)


def note(n: int) -> tuple[Plain, list[Plain]]:
    """A signal and the records it caused: a note of n cents, stacked and credited."""
    signal: Plain = {"is": "NoteStacked", "station": 1, "value_cents": n}
    return signal, [
        {"is": "NoteCredited", "station": 1, "value_cents": n},
        {"is": "CreditMoved", "station": 1, "amounts": {"is": "Amounts", "cashable": n}, "text": "Grüße €"},
    ]


def fill(journal: Journal, entries: int) -> None:
    for n in range(entries):
        journal.append(*note(n), WALL)
