"""Where rounds lie in the journal, and a round read back for recall, with its commitment checked.

Decides which rows are read: from the end of the round before, so that money in between is seen. A state to begin
from spares folding the whole history. Writes nothing; works while the cabinet plays and under every fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from cabinet.chance import verify_commitment
from cabinet.machine.recall import RecallRow, recall
from cabinet.machine.records import record_codec
from cabinet.machine.state import State
from cabinet.ports.recall import RecalledRound
from cabinet.reports.fold import OPENED, beginning, fold
from cabinet.storage.chain import Row
from cabinet.storage.contract import Entry, Journal


class Rowed(Journal, Protocol):
    """A journal that also gives its rows as they lie."""

    def rows(self, start: int = 1) -> Iterator[Row]: ...


@dataclass(frozen=True, slots=True)
class Place:
    """The rows of one round: from after the end of the one before (*first*), its own from *begins* to *ends*
    (0 = it is not over)."""

    round_number: int
    first: int
    begins: int
    ends: int


_BEGIN = re.compile(r'"is":"BetsClosed","par_id":"[^"]*","round_number":(\d+)')
_END = re.compile(r'"is":"Round(?:Settled|Voided)"')


def places(rows: Iterable[Row]) -> Iterator[Place]:
    """Every round in order; one pass, nothing is decoded. The rows may begin where a round before has ended."""
    first, begins, number = 0, 0, 0
    for sequence, _, body, _ in rows:
        first = first or sequence
        begun = _BEGIN.search(body)
        if begun is not None:
            begins, number = sequence, int(begun[1])
        if begins and _END.search(body):
            yield Place(number, first, begins, sequence)
            first, begins = sequence + 1, 0
    if begins:
        yield Place(number, first, begins, 0)


_ROWS_A_ROUND = 16
"""Rows first looked at for each round that is asked for; a round has half as many, and money between has some."""


def newest_places(journal: Rowed, most: int, before: int = 0) -> list[Place]:
    """The last *most* rounds, newest first, of those before round *before* (0 = of all); reads only the end of the
    journal, however long it is, or only what lies before that round."""
    if not before:
        return _ending_at(journal, journal.count(), most)[::-1]
    next_one = place_of(journal, before)
    return [] if next_one is None else _ending_at(journal, next_one.begins - 1, most)[::-1]


def place_of(journal: Rowed, round_number: int) -> Place | None:
    """Where a round lies, None if it was never begun; some twenty looks into a journal of a million rows."""
    low, high = 1, journal.count()
    while low < high:
        middle = (low + high) // 2
        found = _begins_after(journal, middle)
        if found is None or found[1] >= round_number:
            high = middle
        else:
            low = found[0] + 1
    found = _begins_after(journal, low) if low else None
    if found is None or found[1] != round_number:
        return None
    before = _ending_at(journal, found[0], 1)
    rows = journal.rows(before[0].first)
    return next(place for place in places(rows) if place.round_number == round_number)


def _begins_after(journal: Rowed, start: int) -> tuple[int, int] | None:
    """Row and number of the first round that begins at or after the row *start*."""
    for sequence, _, body, _ in journal.rows(start):
        begun = _BEGIN.search(body)
        if begun is not None:
            return sequence, int(begun[1])
    return None


def _ending_at(journal: Rowed, stop: int, most: int) -> list[Place]:
    """The last *most* rounds that begin up to the row *stop*, in order; one that runs there counts as not over."""
    look = _ROWS_A_ROUND * (most + 1)
    while True:
        start = max(1, stop - look + 1)
        # archived rows are passed over, so that the first one may be a later one
        found = list(places(takewhile(lambda row: row.sequence <= stop, journal.rows(start))))
        # whether money of the first one came in before these rows cannot be seen in them
        whole = found if start == 1 else found[1:]
        if len(whole) >= most or start == 1:
            return whole[-most:]
        look *= 2


Known = tuple[State, int]
"""A state and the row it is after."""


def recalled(journal: Rowed, place: Place, known: Known | None = None, station: int = 0) -> RecalledRound:
    """The round at *place*. *known* is used when it lies before the round; without it the whole history is folded.
    Raises BadRow and the journal's errors."""
    return next(recalled_in_order(journal, (place,), known, station))


def recalled_in_order(
    journal: Rowed, wanted: Iterable[Place], known: Known | None = None, station: int = 0
) -> Iterator[RecalledRound]:
    """Rounds in ascending order, the history before each folded once."""
    state, after = known or beginning(journal)
    for place in wanted:
        if after >= place.first:
            state, after = beginning(journal)
        state = fold(_until(journal.entries(after + 1), place.first), state)
        after = place.first - 1
        yield recall(state, _rows(journal, place), place.round_number, station)


def commitment_holds(found: RecalledRound) -> bool | None:
    """Whether the order shown is the one committed to before the deal; None while it was not shown."""
    if not found.nonce:
        return None
    return verify_commitment(found.commitment, found.round_number, found.order, bytes.fromhex(found.nonce))


def _until(entries: Iterator[Entry], stop: int) -> Iterator[Entry]:
    for entry in entries:
        if entry.sequence >= stop:
            return
        yield entry


def _rows(journal: Journal, place: Place) -> Iterator[RecallRow]:
    codec = record_codec()
    for entry in journal.entries(place.first):
        if place.ends and entry.sequence > place.ends:
            return
        records = tuple(codec.decode(plain) for plain in entry.records if plain["is"] != OPENED)
        by_person = entry.signal is not None and entry.signal["is"] == "Pressed"
        yield RecallRow(entry.sequence, entry.wall, records, by_person)
