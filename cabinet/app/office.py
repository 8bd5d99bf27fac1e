"""The attendant's office of a running cabinet: PINs checked, pages made, errands run. Joins the desk to its sources.

Pages are made from the journal opened for reading, so nothing here can change a row; a slow page is made in a process
of its own, which opens the journal itself, because a report over a million rows must not take the engine's time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from cabinet.app.errands import NAMES, Errands, Paper
from cabinet.app.page_process import SlowPages
from cabinet.app.recalling import Recaller
from cabinet.clock import Clock
from cabinet.engine.engine import Known
from cabinet.engine.office import Check, OfficeDesk
from cabinet.machine.signals import Signal
from cabinet.machine.state import Worker
from cabinet.ports.access import SignIn
from cabinet.ports.page import Errand, Page, PageWanted, Told, message
from cabinet.ports.signals import PinTold
from cabinet.ports.view import Message
from cabinet.reports.pages import PAGES, made
from cabinet.reports.pages.asked import Asked, Readable
from cabinet.settings.pins import PinRefused, Pins
from cabinet.storage.contract import JournalError
from cabinet.storage.journal import read_only
from cabinet.storage.signing import MachineKey

Facts = Callable[[], dict[str, str]]


def no_paper(page: Page, station: int, known: Known) -> Message | None:
    """Where there is no printer."""
    return message("office.no_printer", "refusal")


class PageMaker:
    """Makes pages over the data folder *data*. *facts*: what is known beyond the machine, asked for each page.

    *journal*: where rows are read; None = the folder's own, opened for reading when it is first needed.
    """

    def __init__(
        self, data: Path, clock: Clock, facts: Facts, journal: Readable | None = None, paper: Paper = no_paper
    ) -> None:
        self._data, self._clock, self._facts = data, clock, facts
        self._journal, self._own = journal, journal is None
        self._recall: Recaller | None = None
        self._slow = SlowPages(data)
        self._errands = Errands(self.asked, self._any_page, paper)

    def asked(self, wanted: PageWanted, worker: Worker, known: Known) -> Asked:
        """The request with everything a builder may look at."""
        if self._journal is None:
            self._journal = read_only(self._data)
        if self._recall is None:
            self._recall = Recaller(self._data, self._journal)
        return Asked(
            wanted,
            worker.station,
            worker.who,
            worker.role,
            known.state,
            known.row,
            known.head,
            self._clock.wall(),
            self._journal,
            self._sign,
            self._facts(),
            self._recall,
        )

    def page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        """The page; after a copy was healed under it the journal is opened anew, once."""
        try:
            return made(self.asked(wanted, worker, known))
        except JournalError:
            if not self._own:
                raise
            self._journal = self._recall = None
            return made(self.asked(wanted, worker, known))

    def slow(self, wanted: PageWanted) -> bool:
        return wanted.page in PAGES and PAGES[wanted.page].slow

    def slow_page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        return self._slow.page(wanted, worker, self._clock.wall(), self._facts())

    def _any_page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        return self.slow_page(wanted, worker, known) if self.slow(wanted) else self.page(wanted, worker, known)

    def errand(self, errand: Errand, worker: Worker, known: Known) -> Told:
        if errand.name not in NAMES:
            return Told(message("office.unknown", "refusal"))
        return self._errands.run(errand, worker, known)

    def close(self) -> None:
        self._slow.close()

    def _sign(self, purpose: str, text: str) -> str:
        return MachineKey(self._data / "keys" / "machine.key", may_make=False).sign_text(purpose, text)


def pin_check(pins: Pins) -> Check:
    """How a typed PIN is judged. An id that nobody has is not repeated: it may be a PIN typed into the wrong line."""

    def check(station: int, typed: SignIn) -> PinTold:
        try:
            known = any(who == typed.who for who, _ in pins.people())
            verdict = pins.check(typed.who, typed.pin)
        except (PinRefused, OSError) as why:
            print(f"PINs: {why}", file=sys.stderr)
            return PinTold(station, "", None)
        who = typed.who if known else ""
        return PinTold(station, who, verdict.role, verdict.wait_s, verdict.wrong, verdict.judged)

    return check


def open_desk(
    data: Path,
    clock: Clock,
    known: Callable[[], Known],
    offer: Callable[[Signal], bool],
    facts: Facts,
    paper: Paper = no_paper,
) -> OfficeDesk:
    """The desk of the running cabinet in *data*; *paper* prints pages."""
    pins = Pins(data / "keys" / "pins.json", clock)
    return OfficeDesk(known, offer, pin_check(pins), PageMaker(data, clock, facts, paper=paper), _say)


def _say(line: str) -> None:
    print(line, file=sys.stderr)
