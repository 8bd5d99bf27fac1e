"""Recall over a data folder, also while its cabinet runs: the newest checkpoint before a round spares the fold.

Decides nothing: a checkpoint that cannot be used is passed over and the history is folded whole.
"""

from __future__ import annotations

from pathlib import Path

from cabinet.app.compose import STATE_FORM
from cabinet.machine.state import State
from cabinet.ports.plain import Codec, NotPlain
from cabinet.reports.rounds import Known
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.contract import Journal
from cabinet.storage.keyfile import KeyRefused
from cabinet.storage.signing import MachineKey


def machine_key(data: Path) -> MachineKey:
    """The key of the machine whose folder this is; raises KeyRefused."""
    return MachineKey(data / "keys" / "machine.key", may_make=False)


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
