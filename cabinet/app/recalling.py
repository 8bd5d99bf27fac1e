"""Recall over a data folder, also while its cabinet runs: the newest checkpoint before a round spares the fold.

Decides only what is read: the end of the journal for the newest rounds, some twenty looks for an old one. A
checkpoint that cannot be used is passed over and the history is folded whole.
"""

from __future__ import annotations

from pathlib import Path

from cabinet.app.compose import STATE_FORM
from cabinet.machine.state import State
from cabinet.ports.plain import Codec, NotPlain
from cabinet.ports.recall import RecalledRound
from cabinet.reports.rounds import Known, Place, Rowed, newest_places, place_of, recalled_in_order
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.contract import Journal
from cabinet.storage.keyfile import KeyRefused
from cabinet.storage.signing import MachineKey


def machine_key(data: Path) -> MachineKey:
    """The key of the machine whose folder this is; raises KeyRefused."""
    return MachineKey(data / "keys" / "machine.key", may_make=False)


Found = tuple[Place, RecalledRound]


def newest_rounds(data: Path, journal: Rowed, most: int, station: int = 0) -> list[Found]:
    """The last *most* rounds, newest first, seen from *station* (0 = each round's first seat). Raises NotInRows."""
    return _recalled(data, journal, newest_places(journal, most)[::-1], station)[::-1]


def round_numbered(data: Path, journal: Rowed, round_number: int, station: int = 0) -> Found | None:
    """One round, None if it was never begun. Raises NotInRows when *station* did not play it."""
    place = place_of(journal, round_number)
    return None if place is None else _recalled(data, journal, [place], station)[0]


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


def _state(plain: object) -> State:
    state: State = Codec([State]).decode(plain)
    return state
