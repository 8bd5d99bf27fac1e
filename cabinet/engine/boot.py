"""From the journal to a state: fold the rows, check the books, say what is owed.

Decides nothing about devices: they are asked when their ports open, and say so themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from cabinet.bank.books import problems
from cabinet.machine.evolve import evolve
from cabinet.machine.records import record_codec
from cabinet.machine.state import State
from cabinet.storage.contract import Entry, Journal

OPENED = "Opened"
"""The first row's record: what the folder is. The journal's own, never evolved."""


def fold(entries: Iterable[Entry], state: State | None = None) -> State:
    """The state after *entries*; raises NotPlain with the row when one holds something unknown."""
    codec = record_codec()
    state = state or State()
    for entry in entries:
        for plain in entry.records:
            if plain["is"] != OPENED:
                state = evolve(state, codec.decode(plain, f"row {entry.sequence}"))
    return state


def load(journal: Journal) -> State:
    """The state of the whole journal."""
    return fold(journal.entries())


def broken_books(state: State) -> tuple[str, ...]:
    """What is wrong with the books of any station; empty = nothing."""
    return tuple(f"station {bank.station}: {what}" for bank in state.bank.stations for what in problems(bank.books))
