"""The morning after an evening: both copies of the records are damaged, and a technician begins a new journal.

Decides only what is damaged. That the cabinet locks, what it believes, what it hands on as claims and how its setup is
left again is the product's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cabinet.app.compose import journal_folders, open_journal
from cabinet.app.evening.hands import STATION, Hands, Moment
from cabinet.app.evening.office import Office
from cabinet.app.ram_clear import Wish, ram_clear
from cabinet.app.rigged import open_rigged
from cabinet.clock import ManualClock
from cabinet.machine.view import view_of
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.reports.fold import believed, locked
from cabinet.settings.profile import Profile
from cabinet.storage.contract import JournalBroken

_MORNING = "2026-03-08T08:30:00+00:00"
_LAST_WORD = b"CallExplained"  # what the last rows of the evening, and no others, say


def left_behind(hands: Hands) -> None:
    """What the last player of the evening leaves: credit, and a call that nobody answers any more."""
    hands.credit(2_000)
    for reason in ("help", "pay", "drink"):
        hands.press(c.CallAttendant(reason))


def afterwards(data: Path, profile: Profile, languages: Sequence[str], seed: int) -> Iterator[Moment]:
    """From the damaged records of the stopped cabinet in *data* to a setup that is confirmed."""
    clock = ManualClock(_MORNING)
    yield _damaged(data, profile, clock)
    ram_clear(data, profile, Wish("tess", "damaged records", door_open=True), clock)
    with open_rigged(data, profile, seed) as rigged:
        hands = Hands(rigged.rig)
        office = Office(hands, data, profile, languages)
        hands.ready()
        yield hands.now("claim_after_a_clear")
        with office.open_for(Role.OPERATOR):
            yield hands.now("claim_after_a_clear_attendant")
            while hands.view.locks and hands.view.locks[0].kind == "claim":
                hands.press(c.RuleClaim(int(hands.view.locks[0].handle), True))
        yield hands.now("setup_after_a_clear")
        with office.open_for(Role.TECHNICIAN):
            yield hands.now("setup_after_a_clear_attendant")
            hands.press(c.ConfirmSetup())
        office.close()


def _damaged(data: Path, profile: Profile, clock: ManualClock) -> Moment:
    """What a cabinet shows whose copies are bad at the same place."""
    for folder in journal_folders(data, profile):
        _damage(folder / "journal.db")
    try:
        open_journal(data, profile, clock).close()
    except JournalBroken as broken:
        state = believed(broken)
        assert state is not None, "the beginning is good"
        state = locked(state, str(broken))
        return Moment("records_damaged", view_of(state, STATION, 0), state)
    raise AssertionError("two bad copies are a broken journal")


def _damage(path: Path) -> None:
    """The last rows no longer say what they said: what a failing disk does."""
    good = path.read_bytes()
    path.write_bytes(good.replace(_LAST_WORD, bytes(sign ^ 1 for sign in _LAST_WORD)))
