"""Recall over a data folder, also while its cabinet runs: the newest checkpoint before a round spares the fold.

Decides only what is read: the end of the journal for the newest rounds, some twenty looks for an old one. A
checkpoint that cannot be used is passed over and the history is folded whole.
"""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path

from cabinet.app.compose import STATE_FORM
from cabinet.machine.state import State
from cabinet.ports.plain import Codec, NotPlain
from cabinet.ports.recall import RecalledRound
from cabinet.reports.fold import fold, load, opening
from cabinet.reports.rounds import Known, Place, Rowed, newest_places, place_of, recalled_in_order
from cabinet.storage.checkpoints import Checkpoints, signed
from cabinet.storage.contract import Journal
from cabinet.storage.keyfile import KeyRefused
from cabinet.storage.signing import MachineKey


def machine_key(data: Path) -> MachineKey:
    """The key of the machine whose folder this is; raises KeyRefused."""
    return MachineKey(data / "keys" / "machine.key", may_make=False)


Found = tuple[Place, RecalledRound]
ROUNDS_KEPT = 8


def newest_rounds(data: Path, journal: Rowed, most: int, station: int = 0, before: int = 0) -> list[Found]:
    """The last *most* rounds before round *before* (0 = of all), newest first, seen from *station* (0 = each round's
    first seat). Raises NotInRows."""
    return _recalled(data, journal, newest_places(journal, most, before)[::-1], station)[::-1]


def round_numbered(data: Path, journal: Rowed, round_number: int, station: int = 0) -> Found | None:
    """One round, None if it was never begun. Raises NotInRows when *station* did not play it."""
    place = place_of(journal, round_number)
    return None if place is None else _recalled(data, journal, [place], station)[0]


class Recaller:
    """Rounds for the attendant's pages, each seen from its first seat. The last few are kept: a person goes through one
    step by step, and a round that is over never changes."""

    def __init__(self, data: Path, journal: Rowed) -> None:
        self._data, self._journal = data, journal
        self._kept: OrderedDict[int, RecalledRound] = OrderedDict()

    def newest(self, most: int, before: int = 0) -> list[RecalledRound]:
        """The last *most* rounds, newest first; those before round *before*, 0 = the newest of all."""
        return [shown for _, shown in newest_rounds(self._data, self._journal, most, before=before)]

    def numbered(self, round_number: int) -> RecalledRound | None:
        """One round, None if it was never begun."""
        if round_number in self._kept:
            return self._kept[round_number]
        found = round_numbered(self._data, self._journal, round_number)
        if found is None:
            return None
        if found[1].ended:
            self._kept[round_number] = found[1]
            while len(self._kept) > ROUNDS_KEPT:
                self._kept.popitem(last=False)
        return found[1]


def _recalled(data: Path, journal: Rowed, wanted: list[Place], station: int) -> list[Found]:
    if not wanted:
        return []
    known = known_before(data, journal, wanted[0].first)
    return list(zip(wanted, recalled_in_order(journal, wanted, known, station), strict=True))


def known_before(data: Path, journal: Journal, row: int) -> Known | None:
    """The newest state that was saved before *row*, None = fold from the beginning."""
    try:
        found = Checkpoints(data / "checkpoints", machine_key(data), STATE_FORM).newest_valid(row - 1, journal.hash_at)
        return None if found is None else (_state(found.state), found.sequence)
    except (KeyRefused, NotPlain, OSError):
        return None


def state_now(data: Path, journal: Journal) -> State:
    """The state after the newest row, from the newest checkpoint that can be used: quick however long the history.
    Needs no private key. Raises BadRow and the journal's errors."""
    stop = journal.count()
    for point in signed(data / "checkpoints", str(opening(journal).get("public_key", "")), STATE_FORM):
        if point.sequence <= stop and journal.hash_at(point.sequence) == point.hash:
            try:
                return fold(journal.entries(point.sequence + 1), _state(point.state))
            except NotPlain:
                continue
    return load(journal)


def _state(plain: object) -> State:
    state: State = Codec([State]).decode(plain)
    return state
