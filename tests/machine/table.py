"""A cabinet on a model disk whose devices are played by the test: people press, devices say, chance draws."""

from __future__ import annotations

from random import Random

from cabinet.chance import Draws
from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances
from cabinet.engine.engine import Engine
from cabinet.machine.decided import Tables
from cabinet.machine.signals import Signal, Started
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.acceptor import (
    AcceptorReady,
    AcceptorTold,
    DocumentFinished,
    DocumentStacked,
    NoteEscrowed,
    Position,
)
from cabinet.ports.access import Role
from cabinet.ports.effects import DeviceOrder, PrintTicket
from cabinet.ports.link import LinkUp
from cabinet.ports.plain import encode
from cabinet.ports.printer import PrinterTold
from cabinet.ports.signals import DeviceEvent, DeviceSaid, PinTold, Pressed
from cabinet.ports.view import View
from cabinet.storage.stored import StoredJournal
from tests.machine.setups import NOTES_CENTS, options
from tests.simulation.cabinet import TABLES, PlainSeal
from tests.storage.model_disk import ModelDisk, create_model
from tests.storage.rigs import OPENING, WALL

ACCEPTOR, PRINTER, SHAKER, DECK = "acceptor.1", "printer.1", "shaker.0", "deck.1"


class Table:
    """Booted and ready. *views*: what the player's screen showed after each row, when it happened."""

    def __init__(
        self, seed: int = 1, *, dice: bool = False, tables: Tables = TABLES, journal: StoredJournal | None = None
    ) -> None:
        self.clock = ManualClock(WALL)
        self.journal = create_model(ModelDisk(), 2, OPENING, WALL) if journal is None else journal
        self.orders: list[tuple[str, DeviceOrder]] = []
        self.views: dict[int, View] = {}
        chance = Draws(Random(seed).randbytes)
        chances = Chances(lambda _: chance, chance, PlainSeal(), self.clock, self._print)
        self.engine = _Watched(self, tables, chances)
        names = (ACCEPTOR, PRINTER, DECK, *((SHAKER,) if dice else ()))
        self.handle(Started("0.1.0", names, options(dice=dice)))
        for name in names:
            self.says(name, LinkUp("model", "serial"))
        self.says(ACCEPTOR, AcceptorTold(Position.IDLE))
        self.says(ACCEPTOR, AcceptorReady(NOTES_CENTS))
        self.says(PRINTER, PrinterTold(False, False, False))

    @property
    def state(self) -> State:
        return self.engine.state

    def handle(self, signal: Signal) -> None:
        """A second passes, and it happens."""
        self.clock.advance(1000)
        self.engine.handle(signal)

    def says(self, device: str, event: DeviceEvent) -> None:
        self.handle(DeviceSaid(device, event))

    def press(self, command: c.Command) -> None:
        self.handle(Pressed(1, command))

    def sign_in(self, role: Role, who: str = "T1") -> None:
        """The right PIN was typed."""
        self.handle(PinTold(1, who, role))

    def note(self, value_cents: int) -> None:
        """A note goes in whole."""
        for event in (NoteEscrowed(value_cents), DocumentStacked(None), DocumentFinished()):
            self.says(ACCEPTOR, event)

    def deal(self, *bets: tuple[str, int]) -> None:
        for bet, amount in bets:
            self.press(c.AddChip(bet, amount))
        self.press(c.Deal())

    def confirm(self, assist: str = "house_way") -> None:
        self.press(c.Assist(assist))
        self.press(c.Confirm())

    def view(self) -> View:
        return self.engine.view(1)

    def _print(self, ticket: PrintTicket, state: State) -> None:
        """Nothing is printed here."""


class _Watched(Engine):
    """An engine that keeps what the screen showed after every row."""

    def __init__(self, table: Table, tables: Tables, chances: Chances) -> None:
        super().__init__(table.journal, State(), tables, table.clock, chances, self._out)
        self._table = table

    def _out(self, device: str, order: DeviceOrder) -> None:
        self._table.orders.append((device, order))

    def _decide(self, signal: Signal) -> None:
        before = self.row
        super()._decide(signal)
        if self.row != before and self.state.options is not None:
            # what the answers to its effects changed has rows of its own, except where a view is asked in between
            self._table.views.setdefault(self.row, self.view(1))


__all__ = ["ACCEPTOR", "PRINTER", "SHAKER", "Table", "encode"]
