"""From the journal to a state: fold the rows, name the row that does not follow, say what is believed good.

Decides nothing about devices: they are asked when their ports open, and say so themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from cabinet.bank.books import problems
from cabinet.machine.evolve import evolve
from cabinet.machine.records import FaultRaised, record_codec
from cabinet.machine.state import State
from cabinet.ports.plain import Codec, NotPlain, Plain
from cabinet.storage.base import genuine
from cabinet.storage.contract import Entry, Journal, JournalBroken, JournalError

OPENED = "Opened"
"""The first row's record: what the folder is. The journal's own, never evolved."""


class BadRow(JournalError):
    """A row whose chain is right but whose records cannot follow from the rows before. *state*: before it."""

    def __init__(self, row: int, why: str, state: State) -> None:
        super().__init__(f"row {row} does not follow from the rows before: {why}")
        self.row, self.state = row, state


def fold(entries: Iterable[Entry], state: State | None = None) -> State:
    """The state after *entries*, the books right after each; raises BadRow."""
    codec = record_codec()
    state = state or State()
    for entry in entries:
        before = state
        try:
            for plain in entry.records:
                if plain["is"] != OPENED:
                    state = evolve(state, codec.decode(plain))
        except (NotPlain, AssertionError, KeyError, StopIteration, IndexError) as bad:
            raise BadRow(entry.sequence, str(bad) or type(bad).__name__, before) from bad
        if state.bank is not before.bank and (wrong := broken_books(state)):
            raise BadRow(entry.sequence, "; ".join(wrong), before)
    return state


def load(journal: Journal) -> State:
    """The state of the whole journal; raises BadRow."""
    return fold(journal.entries(), beginning(journal)[0])


def beginning(journal: Journal) -> tuple[State, int]:
    """The state before the first row that is here, and the row it is after: nothing and 0, or what the archived rows
    led to. Raises BadRow when that was not signed by the machine or is of another program's form."""
    base = journal.base()
    if base is None:
        return State(), 0
    if not genuine(base):
        raise BadRow(base.sequence, "what stands in place of the archived rows was not signed by this machine", State())
    try:
        state: State = Codec([State]).decode(base.state)
    except NotPlain as bad:
        why = f"this program cannot read the state of the archive ({bad}): put the archive back with audit unarchive"
        raise BadRow(base.sequence, why, State()) from bad
    return state, base.sequence


def opening(journal: Journal) -> Plain:
    """The record of the journal's very first row: what the folder is."""
    base = journal.base()
    return base.opening if base else next(iter(journal.entries())).records[0]


def believed(refused: JournalError) -> State | None:
    """What is believed good of a journal that cannot be trusted to its end; None = nothing can be shown."""
    if isinstance(refused, BadRow):
        return refused.state
    if isinstance(refused, JournalBroken) and refused.view is not None:
        try:
            return load(refused.view)
        except BadRow as bad:
            return bad.state
        except JournalError:
            return None
    return None


def locked(state: State, why: str) -> State:
    """*state* under the hard lock-up of a broken journal: nothing plays, nothing moves, the meters are shown."""
    return evolve(state, FaultRaised("storage", "machine", why))


def broken_books(state: State) -> tuple[str, ...]:
    """What is wrong with the books of any station; empty = nothing."""
    return tuple(f"station {bank.station}: {what}" for bank in state.bank.stations for what in problems(bank.books))
