"""What hands do on the emulated cabinet of an evening, and the moments that they stop at.

Decides how an act is done and when it is over. Which acts make an evening, its chapters say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from cabinet.app.rig import Rig
from cabinet.machine.state import State
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.page import Page
from cabinet.ports.view import Message, View

STATION = 1
ACCEPTOR, PRINTER, DECK, SHAKER = "acceptor.1", "printer.1", "deck.1", "shaker.0"
NOTE_CENTS = 10_000
STEP_MS = 120_000  # more than the ninety seconds a roll may take
_LOOK_MS = 10
_MOST_LOOKS = 2_000


@dataclass(frozen=True, slots=True)
class Moment:
    """What the station's screen has to show: *view* after *before* (None: at rest), made in *state*.

    *pages*: the attendant's page that is open, by language, because logs are told in the one that was chosen; empty =
    the machine's own state, where somebody is at work. *told*: what came of an errand just now.
    """

    name: str
    view: View
    state: State
    before: View | None = None
    pages: Mapping[str, Page] = field(default_factory=dict)
    told: Message | None = None


class Hands:
    """Those of the player, the attendant and the technician at station 1 of *rig*."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig

    @property
    def view(self) -> View:
        return self.rig.view(STATION)

    @property
    def _state(self) -> State:
        return self.rig.engine.state

    @property
    def _credit_cents(self) -> int:
        return self._state.bank.station(STATION).books.credit.total

    def now(self, name: str, before: View | None = None) -> Moment:
        """The moment that is to be seen now."""
        return Moment(name, self.view, self._state, before)

    def both(self, name: str) -> Iterator[Moment]:
        """The moment as the player sees it, and as whoever turns the audit key then does."""
        yield self.now(name)
        with self.key():
            yield self.now(f"{name}_attendant")

    # -- the glass -----------------------------------------------------------------------------------------

    def press(self, *commands: c.Command) -> None:
        for command in commands:
            self.rig.press(command, STATION)

    def deal(self, *bets: tuple[str, int]) -> None:
        """Bets are laid and closed; over when the pieces are there."""
        self.press(*(c.AddChip(bet, cents) for bet, cents in bets), c.Deal())
        if self.view.table.phase == "cutting":
            self.press(c.CutDeck(0))
        self.until(lambda view: view.table.phase == "setting", "the pieces")

    def settle(self) -> View:
        """Until the result is there; the view before it."""
        before = self.view
        self.rig.wait(lambda: self._state.play.phase is Phase.SETTLED, STEP_MS, "the result")
        return before

    def round(self, *bets: tuple[str, int]) -> None:
        """A whole round, laid by the house way."""
        self.deal(*bets)
        self.press(c.Assist("house_way"), c.Confirm())
        self.settle()

    # -- devices -------------------------------------------------------------------------------------------

    def bench(self, device: str, **what: Any) -> dict[str, Any]:
        """An act of a hand on *device*; answers what happened."""
        return self.rig.bench(device, what)

    def credit(self, cents: int) -> None:
        """Notes until there is that much to play with."""
        while self._credit_cents < cents:
            before = self._credit_cents
            self.note()
            self.rig.wait(lambda before=before: self._credit_cents > before, STEP_MS, "the credit")  # type: ignore[misc]

    def note(self) -> None:
        """A note goes in as soon as one is taken."""
        self.until(lambda view: view.notes_open, "notes to be taken")
        self.rig.run(1_000)
        assert self.bench(ACCEPTOR, insert_note=NOTE_CENTS)["taken"], "the mouth is open"

    def cash_out(self) -> str:
        """All credit leaves on a ticket that is taken; its number."""
        self.press(c.CashOut())
        self.until(lambda view: any(one.state == "take_ticket" for one in view.moving), "the ticket")
        return self.take_ticket()

    def take_ticket(self) -> str:
        number = str(self.bench(PRINTER, take_ticket=True)["ticket"]["number"])
        self.until(lambda view: not view.moving, "the ticket to be gone")
        return number

    def take_papers(self) -> None:
        """Slips are taken out of the chute as soon as they are whole."""
        self.rig.run(5_000)
        while self.rig.wires[PRINTER].twin.status()["in_chute"]:
            self.bench(PRINTER, take_ticket=True)
            self.rig.run(1_000)

    @contextmanager
    def key(self) -> Iterator[None]:
        """While the audit key is turned."""
        self.bench(DECK, key="audit", on=True)
        self.until(lambda view: view.attendant, "the key")
        yield
        self.bench(DECK, key="audit", on=False)
        self.until(lambda view: not view.attendant, "the key back")

    def clear_faults(self) -> None:
        """Somebody at work clears what can be cleared."""
        for fault in self.view.faults:
            if fault.level == "clearable":
                self.press(c.ClearFault(fault.code.removeprefix("fault.")))

    def ready(self) -> None:
        """After a start: the gaming day is cut, every device has answered, and the first refusals of notes are over."""
        self.rig.engine.background()
        self.rig.wait(lambda: all(d.asked for d in self._state.devices), STEP_MS, "devices to answer")
        self.rig.run(6_000)

    # -- time ----------------------------------------------------------------------------------------------

    def until(self, done: Callable[[View], bool], what: str) -> None:
        """Let time pass until the view is as wanted; raises Stuck."""
        self.rig.wait(lambda: done(self.view), STEP_MS, what)

    def until_device(self, device: str, position: str) -> None:
        """Let time pass until what moves in *device* is at *position*, whatever the machine has heard of it."""
        for _ in range(_MOST_LOOKS):
            if self.rig.wires[device].twin.status()["position"] == position:
                return
            self.rig.run(_LOOK_MS)
        raise AssertionError(f"{device} never came to {position}")
