"""The people of the house at an evening's cabinet: they sign in with their PINs and open their pages.

Everything goes the way that it goes in a running cabinet: the PIN is judged by `settings.pins`, a page is made by the
`PageMaker` from the journal in the folder, a slow one in its own process. Decides nothing but who works there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from cabinet.app.compose import changes_of
from cabinet.app.disputes import Keeper
from cabinet.app.evening.hands import STATION, Hands, Moment
from cabinet.app.facts import Facts
from cabinet.app.identity import program_digest
from cabinet.app.links import link_facts
from cabinet.app.office import PageMaker, pin_check
from cabinet.app.slips import pages_out
from cabinet.machine.signals import Signal
from cabinet.machine.state import Worker
from cabinet.ports import commands as c
from cabinet.ports.access import Role, SignIn
from cabinet.ports.effects import KeepDispute
from cabinet.ports.page import Errand, Page, PageWanted, Told
from cabinet.ports.signals import PinTold
from cabinet.settings.pins import Pins
from cabinet.settings.profile import Profile
from cabinet.storage.journal import read_only

_PEOPLE = {
    Role.ATTENDANT: SignIn("anna", "203948"),
    Role.OPERATOR: SignIn("omar", "571382"),
    Role.TECHNICIAN: SignIn("tess", "836194"),
}
_TOLD_IN_WORDS = ("events", "faults")
"""Pages on which the machine tells what happened, in the language that was chosen at it; all others hold codes and
figures, which the screen says in its own."""


class Office:
    """The office of *hands*' cabinet in the folder *data*; its pages are made in *languages*."""

    def __init__(self, hands: Hands, data: Path, profile: Profile, languages: Sequence[str]) -> None:
        self._hands, self._data, self._languages = hands, data, languages
        rig = hands.rig
        pins = Pins(data / "keys" / "pins.json", rig.clock)
        for role, person in _PEOPLE.items():
            pins.set(person.who, role, person.pin)
        self._check = pin_check(pins)
        facts = Facts(program_digest(), profile.file, lambda: changes_of(rig.engine.state), profile.usb_folder)

        def all_facts() -> dict[str, str]:
            return facts() | link_facts(rig.wires, rig.clock.monotonic_ms)

        paper = pages_out(data, rig.outbox, profile)
        self._journal = read_only(data)
        self._maker = PageMaker(data, rig.clock, all_facts, self._journal, paper)

    @contextmanager
    def open_for(self, role: Role) -> Iterator[None]:
        """While a person with that role is signed in under a turned key."""
        with self._hands.key():
            self.sign_in(_PEOPLE[role])
            yield

    def sign_in(self, typed: SignIn) -> PinTold:
        """What is typed on the keypad is judged; the verdict."""
        told = self._check(STATION, typed)
        self._hands.rig.engine.handle(told)
        self._hands.rig.settle()
        return told

    def moment(self, name: str, page: str, **params: str) -> Moment:
        """The page as a screen gets it; one that tells of events in each language that is chosen."""
        wanted = PageWanted(page, tuple(sorted(params.items())))
        if page not in _TOLD_IN_WORDS:
            return replace(self._hands.now(name), pages=dict.fromkeys(self._languages, self._made(wanted)))
        chosen, pages = self._hands.view.language, {}
        for language in self._languages:
            self._hands.press(c.ChooseLanguage(language))
            pages[language] = self._made(wanted)
        self._hands.press(c.ChooseLanguage(chosen))
        return replace(self._hands.now(name), pages=pages)

    def _made(self, wanted: PageWanted) -> Page:
        make = self._maker.slow_page if self._maker.slow(wanted) else self._maker.page
        return make(wanted, self._worker, self._hands.rig.engine.known)

    def errand(self, errand: Errand) -> Told:
        """What came of it."""
        told = self._maker.errand(errand, self._worker, self._hands.rig.engine.known)
        self._hands.rig.settle()
        return told

    def put_away(self, wanted: KeepDispute) -> None:
        """The evidence of a disputed round is made as the engine's process has it made, and the machine is told."""
        Keeper(self._data, self._hands.rig.clock, self._heard).put_away(wanted)

    def _heard(self, signal: Signal) -> bool:
        self._hands.rig.engine.handle(signal)
        self._hands.rig.settle()
        return True

    def close(self) -> None:
        self._maker.close()
        self._journal.close()

    @property
    def _worker(self) -> Worker:
        worker = self._hands.rig.engine.state.worker(STATION)
        assert worker is not None, "pages are for people at work"
        return worker
