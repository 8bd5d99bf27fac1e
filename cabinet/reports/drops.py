"""The cash boxes that were taken out, with what the count room found in each, newest first.

Decides what a variance is: found less than booked is short, more is over. Reads the journal's rows; knows no page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from cabinet.storage.chain import Row

Plain = dict[str, Any]
_WANTED = re.compile(r'"is":"(?:BoxChanged|BoxNamed|DropCounted)"')


@dataclass(frozen=True, slots=True)
class Count:
    """The count room's word: (value in cents, count) of the notes, tickets, who and when."""

    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int
    who: str
    wall: str

    @property
    def total_cents(self) -> int:
        return sum(value * count for value, count in self.notes) + self.tickets_cents


@dataclass(frozen=True, slots=True)
class DropLine:
    """One box taken out of *station*: its number, the one that came in its place, what was booked into it."""

    station: int
    drop: int
    wall: str
    box: str
    how: str
    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int
    box_in: str = ""
    counts: tuple[Count, ...] = field(default=())

    @property
    def total_cents(self) -> int:
        return sum(value * count for value, count in self.notes) + self.tickets_cents

    @property
    def counted(self) -> Count | None:
        """The last count, which stands; None while nobody counted."""
        return self.counts[-1] if self.counts else None

    @property
    def variance_cents(self) -> int | None:
        """Found minus booked; negative is short; None while nobody counted."""
        return None if self.counted is None else self.counted.total_cents - self.total_cents

    def rows(self) -> tuple[tuple[int, int, int | None], ...]:
        """(value in cents, booked, found) of every denomination that was booked or found, ascending."""
        booked, found = dict(self.notes), dict(self.counted.notes) if self.counted is not None else None
        values = sorted(booked.keys() | (found or {}).keys())
        return tuple((value, booked.get(value, 0), None if found is None else found.get(value, 0)) for value in values)

    def plain(self) -> Plain:
        figures = {"total_cents": self.total_cents, "variance_cents": self.variance_cents}
        return {**asdict(self), **figures}


def drops(rows: Iterable[Row]) -> list[DropLine]:
    """Every box taken out, newest first."""
    return drops_of(
        (wall, record)
        for _, wall, body, _ in rows
        if _WANTED.search(body) is not None
        for record in json.loads(body)["records"]
    )


def drops_of(stamped: Iterable[tuple[str, Plain]]) -> list[DropLine]:
    """Boxes taken out, newest first, from records with their wall stamps, oldest first."""
    found: dict[tuple[int, int], DropLine] = {}
    last: dict[int, tuple[int, int]] = {}
    for wall, record in stamped:
        _take(found, last, record, wall)
    return list(found.values())[::-1]


def _take(found: dict[tuple[int, int], DropLine], last: dict[int, tuple[int, int]], record: Plain, wall: str) -> None:
    station = record.get("station", 0)
    match record["is"]:
        case "BoxChanged":
            key = last[station] = (station, record["drop"])
            notes = _notes(record)
            figures = (record["tickets"], record["tickets_cents"])
            found[key] = DropLine(station, record["drop"], wall, record["box"], record["how"], notes, *figures)
        case "BoxNamed" if station in last:
            found[last[station]] = replace(found[last[station]], box_in=record["box"])
        case "DropCounted" if (station, record["drop"]) in found:
            line = found[(station, record["drop"])]
            count = Count(_notes(record), record["tickets"], record["tickets_cents"], record["who"], wall)
            found[(station, record["drop"])] = replace(line, counts=(*line.counts, count))


def _notes(record: Plain) -> tuple[tuple[int, int], ...]:
    return tuple((value, count) for value, count in record["notes"])
