"""What an auditor asks of the journal beyond its chain: do the books balance after every row, and does every
signal of the cabinet's life, decided again, give exactly the records that stand there. Writes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cabinet.bank.books import problems
from cabinet.machine.decide import decide
from cabinet.machine.decided import Tables
from cabinet.machine.evolve import evolve
from cabinet.machine.records import record_codec
from cabinet.machine.signals import signal_codec
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.ports.plain import NotPlain, Plain, encode
from cabinet.reports.fold import OPENED
from cabinet.storage.contract import Entry


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong at *row*."""

    row: int
    what: str

    def __str__(self) -> str:
        return f"row {self.row}: {self.what}"


@dataclass(slots=True)
class Checked:
    """Rows folded so far and the state after them."""

    rows: int = 0
    rounds: int = 0
    state: State = field(default_factory=State)


def check_books(
    entries: Iterable[Entry], checked: Checked, checkpoints: Mapping[int, Plain] = MappingProxyType({})
) -> Iterator[Finding]:
    """Fold every row; line (a) and signs of every station after each. *checked* holds what was reached.

    *checkpoints*: the state that somebody wrote down for a row, which must be the one the rows lead to.
    """
    codec = record_codec()
    for entry in entries:
        checked.rows = entry.sequence
        try:
            records = [codec.decode(plain) for plain in entry.records if plain["is"] != OPENED]
            checked.state = evolve(checked.state, *records)
        except (NotPlain, AssertionError, KeyError, StopIteration) as bad:
            yield Finding(entry.sequence, f"its records do not follow from the rows before: {bad!r}")
            return
        for bank in checked.state.bank.stations:
            for what in problems(bank.books):
                yield Finding(entry.sequence, f"station {bank.station}: {what}")
        written = checkpoints.get(entry.sequence)
        if written is not None and written != encode(replace(checked.state, drafts={})):
            yield Finding(entry.sequence, "the checkpoint there says another state than the rows lead to")


def replay(entries: Iterable[Entry], tables: Tables, checked: Checked) -> Iterator[Finding]:
    """Decide every stored signal again; the first row that differs is named and ends the replay."""
    again = _Again(tables)
    for entry in entries:
        checked.rows = entry.sequence
        try:
            what, checked.state = again.decided(entry, checked.state)
        except (NotPlain, AssertionError, KeyError, StopIteration, IndexError) as bad:
            what = f"it cannot be decided again: {str(bad) or type(bad).__name__}"
        if what:
            yield Finding(entry.sequence, what)
            return
        checked.rounds += sum(plain["is"] == "RoundSettled" for plain in entry.records)


class _Again:
    """One row decided again."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._records, self._signals = record_codec(), signal_codec()

    def decided(self, entry: Entry, state: State) -> tuple[str, State]:
        """What differs in *entry*, empty = nothing, and the state after it."""
        records = [self._records.decode(plain) for plain in entry.records if plain["is"] != OPENED]
        if entry.signal is None:
            return "records without the signal that caused them" if records else "", state
        decision = decide(state, self._signals.decode(entry.signal), self._tables)
        again = [encode(record) for record in decision.records if not isinstance(record, Drafted)]
        if again != list(entry.records):
            return _difference(list(entry.records), again), state
        return "", evolve(state, *records)


def _difference(stored: list[dict[str, object]], again: list[dict[str, object]]) -> str:
    for index, (left, right) in enumerate(zip(stored, again, strict=False)):
        if left != right:
            return f"record {index + 1} is {left}, decided again it is {right}"
    return f"{len(stored)} records, decided again {len(again)}"
