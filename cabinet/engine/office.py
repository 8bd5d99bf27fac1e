"""The attendant's desk: sign-ins, pages and errands of the screens, done one after the other in a thread of its own.

Everything here is looked at from beside the machine: a page is made from the state that was committed last, which is
never changed in place, and from the journal opened for reading. What changes the machine comes back as a signal. Pages
and errands are answered only while somebody is at work at that station. A slow page is made elsewhere (`Slow`), so that
neither the money nor the next page waits for it.

Decides who is answered, and that a PIN goes to the check and no further: it is in no queue longer than it takes to be
looked at, in no answer and in no error. Limit: eight requests wait; a person makes one at a time.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from cabinet.engine.engine import Known
from cabinet.machine.signals import Signal
from cabinet.machine.state import Worker
from cabinet.ports.access import SignIn
from cabinet.ports.page import Errand, Page, PageWanted, Told, message
from cabinet.ports.signals import OfficeTouched, PinTold

MOST_WAITING = 8

Answer = Page | Told
Reply = Callable[[Answer], None]
Check = Callable[[int, SignIn], PinTold]
"""The verdict on what was typed at a station."""


class Clerk(Protocol):
    """Makes what is asked for; may raise anything, which is answered as a failure."""

    def page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page: ...

    def slow(self, wanted: PageWanted) -> bool:
        """Whether making it takes so long that it is made elsewhere."""
        ...

    def slow_page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        """The page, made without holding anybody up; from a thread of its own."""
        ...

    def errand(self, errand: Errand, worker: Worker, known: Known) -> Told: ...

    def close(self) -> None: ...


class OfficeDesk:
    """*known* gives the newest committed state, *offer* hands a signal to the engine, *say* writes a log line."""

    def __init__(
        self,
        known: Callable[[], Known],
        offer: Callable[[Signal], bool],
        check: Check,
        clerk: Clerk,
        say: Callable[[str], None],
    ) -> None:
        self._known, self._offer, self._check, self._clerk = known, offer, check, clerk
        self._say = say
        self._waiting: queue.Queue[Callable[[], None] | None] = queue.Queue(MOST_WAITING)
        self._counting: queue.Queue[Callable[[], None] | None] = queue.Queue(1)
        self._threads = [
            threading.Thread(target=self._serve, args=(which,), name=name, daemon=True)
            for which, name in ((self._waiting, "desk"), (self._counting, "desk counting"))
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Nothing more is taken; what is under way ends by itself or with the process."""
        for which, thread in zip((self._waiting, self._counting), self._threads, strict=True):
            while True:
                try:
                    which.get_nowait()
                except queue.Empty:
                    break
            which.put(None)
            if thread.ident is not None:
                thread.join(0.5)
        self._clerk.close()

    # -- what screens ask for: each answers why not, empty = taken ------------------------------------------

    def sign_in(self, station: int, typed: SignIn, reply: Reply) -> str:
        def judge() -> None:
            if not self._offer(self._check(station, typed)):
                reply(Told(message("office.busy", "refusal")))

        return self._take(self._waiting, judge)

    def page(self, station: int, wanted: PageWanted, reply: Reply) -> str:
        if self._worker(station) is None:
            return "nobody is at work there"
        return self._take(self._waiting, lambda: self._page(station, wanted, reply))

    def errand(self, station: int, errand: Errand, reply: Reply) -> str:
        if self._worker(station) is None:
            return "nobody is at work there"
        return self._take(self._waiting, lambda: self._errand(station, errand, reply))

    # -- the threads ----------------------------------------------------------------------------------------

    def _take(self, which: queue.Queue[Callable[[], None] | None], work: Callable[[], None]) -> str:
        try:
            which.put_nowait(work)
        except queue.Full:
            return "the desk is busy"
        return ""

    def _serve(self, which: queue.Queue[Callable[[], None] | None]) -> None:
        while (work := which.get()) is not None:
            try:
                work()
            except Exception as why:  # a page that cannot be made must not end the machine
                self._say(f"desk: {type(why).__name__}: {why}")

    def _worker(self, station: int) -> Worker | None:
        return self._known().state.worker(station)

    def _page(self, station: int, wanted: PageWanted, reply: Reply) -> None:
        known, worker = self._known(), self._worker(station)
        if worker is None:
            return
        if wanted.touched:
            self._offer(OfficeTouched(station))
        if not self._clerk.slow(wanted):
            self._made(self._clerk.page, wanted, worker, known, reply)
            return
        reply(Page(wanted.page, wanted.params, message(f"office.menu.{wanted.page}"), "", known.row, counting=True))
        busy = self._take(self._counting, lambda: self._made(self._clerk.slow_page, wanted, worker, known, reply))
        if busy:
            reply(Told(message("office.busy", "refusal")))

    def _made(
        self,
        make: Callable[[PageWanted, Worker, Known], Page],
        wanted: PageWanted,
        worker: Worker,
        known: Known,
        reply: Reply,
    ) -> None:
        try:
            made = make(wanted, worker, known)
        except Exception:
            reply(Told(message("office.failed", "refusal")))
            raise
        if self._worker(worker.station) == worker:
            reply(replace(made, counting=False, live=made.live and not self._clerk.slow(wanted)))

    def _errand(self, station: int, errand: Errand, reply: Reply) -> None:
        known, worker = self._known(), self._worker(station)
        if worker is None:
            return
        self._offer(OfficeTouched(station))
        try:
            reply(self._clerk.errand(errand, worker, known))
        except Exception:
            reply(Told(message("office.failed", "refusal")))
            raise
