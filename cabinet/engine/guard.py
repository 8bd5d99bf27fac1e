"""Watches over the journal while the cabinet runs: tails of both copies before each game, older rows in the
background, free space before it is needed, the anchor after what matters, checkpoints for a quick start.

Decides nothing about money: what it finds becomes the signal `StorageSaid`, and the fault table says what that
closes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from cabinet.machine.state import State
from cabinet.ports.plain import Codec, NotPlain, encode
from cabinet.ports.signals import StorageSaid
from cabinet.storage.anchor import AnchorBroken, AnchorFile, rolled_back
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.contract import Journal, JournalBroken, Problem
from cabinet.storage.counter import BoundCounter, CounterFailed

CHECKPOINT_ROWS = 2_000
"""Rows between checkpoints: bounds what a start has to fold to a fraction of a second."""

SWEEP_ROWS = 200
"""Old rows recomputed in one background step, short enough not to be felt."""


class Copies(Journal, Protocol):
    """A journal whose copies can be compared and healed while it is open."""

    def check_tails(self, tail_rows: int = 8) -> tuple[Problem, ...]: ...

    def sweep(self, start: int, rows: int = 1000) -> tuple[tuple[Problem, ...], int]: ...

    def heal(self, problems: Sequence[Problem]) -> tuple[str, ...]: ...


class Guard:
    """One open journal's guard."""

    def __init__(
        self,
        journal: Copies,
        checkpoints: Checkpoints,
        anchor: AnchorFile,
        public_key: str,
        counter: BoundCounter | None = None,
    ) -> None:
        """*counter*: one in a TPM, None where there is none; the anchor file alone is weaker."""
        self._journal, self._checkpoints, self._anchor = journal, checkpoints, anchor
        self._public_key, self._counter = public_key, counter
        self._saved_at = 0
        self._swept_to = 1
        self._low = False
        self._foreign = False

    def state(self) -> tuple[State, int] | None:
        """The newest checkpoint's state and its row; None = fold the whole journal."""
        found = self._checkpoints.newest_valid(self._journal.count(), self._journal.hash_at)
        if found is None:
            return None
        try:
            state: State = Codec([State]).decode(found.state)
        except NotPlain:
            return None
        self._saved_at = found.sequence
        return state, found.sequence

    def at_boot(self, healed: Sequence[str]) -> list[StorageSaid]:
        """What the start found: copies that were healed, a history older than its anchor."""
        said = [StorageSaid("journal_healed", True, what) for what in healed]
        try:
            why = rolled_back(self._journal, self._anchor.read(), self._public_key)
        except AnchorBroken as broken:
            why = str(broken)
        if why is None and self._counter is not None:
            why = self._counter.problem(self._journal, self._public_key)
        if why is not None:
            self._foreign = True
            said.append(StorageSaid("rolled_back", True, why))
        else:
            # before the first row after the opening: a cut from here on never leaves a history without its anchor
            self._anchor.advance(self._journal)
            said += self._count()
        return said

    def restart(self) -> None:
        """The anchor follows this history from here on: a technician's act after a restore."""
        self._anchor.restart(self._journal)
        self._foreign = False
        self._count()

    def before_play(self) -> list[StorageSaid]:
        """The ends of both copies against each other (R-04), and the free space."""
        return [*self._compared(self._journal.check_tails()), *self.space()]

    def space(self) -> list[StorageSaid]:
        """Nearly full is said once, and once that it is over (R-11)."""
        low = self._journal.nearly_full()
        if low == self._low:
            return []
        self._low = low
        return [StorageSaid("disk_low", low, "free space has reached the reserve" if low else "")]

    def background(self) -> list[StorageSaid]:
        """One short step of the sweep over all rows, begun again at the end (R-05)."""
        problems, self._swept_to = self._journal.sweep(self._swept_to, SWEEP_ROWS)
        return self._compared(problems)

    def after(self, state: State, matters: bool, *, paid: bool = False) -> None:
        """After a commit: the anchor follows what *matters*, a checkpoint every so many rows. The counter of a TPM
        moves with a checkpoint and when money was *paid* out: it wears out by counting."""
        if matters and not self._foreign:
            self._anchor.advance(self._journal)
        due = self._journal.count() - self._saved_at >= CHECKPOINT_ROWS
        if due:
            self.save(state)
        if (due or paid) and not self._foreign:
            self._count()

    def _count(self) -> list[StorageSaid]:
        """One more in the TPM; one that fails is said at the next start, by a file that is ahead or a counter that
        does not answer, and stops nothing now: what was paid is paid."""
        if self._counter is None:
            return []
        try:
            self._counter.advance(self._journal)
        except (CounterFailed, OSError) as failed:
            return [StorageSaid("rolled_back", True, f"the TPM's counter cannot be moved: {failed}")]
        return []

    def save(self, state: State) -> None:
        """A checkpoint of *state*, which is the state after the newest row. Drafts are not kept."""
        count = self._journal.count()
        self._checkpoints.save(count, self._journal.head(), encode(replace(state, drafts={})))
        self._saved_at = count

    def _compared(self, problems: Sequence[Problem]) -> list[StorageSaid]:
        if not problems:
            return []
        try:
            healed = self._journal.heal(problems)
        except JournalBroken as broken:
            return [StorageSaid("storage", True, str(broken))]
        return [StorageSaid("journal_healed", True, what) for what in healed]
