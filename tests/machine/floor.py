"""A machine that tests stand in front of: the real engine over a journal in memory, with scripted chance.

Devices are spoken for by the test: `said` is what one of them says, `sent` what it was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances
from cabinet.engine.engine import Engine
from cabinet.games.base import GameOptions
from cabinet.machine.access import LEAST
from cabinet.machine.decided import Tables
from cabinet.machine.options import Options
from cabinet.machine.resume import resume
from cabinet.machine.signals import Signal, Started
from cabinet.machine.state import State
from cabinet.play.decide import Odds
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.ports import shaker as s
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.effects import DeviceOrder, PrintDrop, PrintSlip, PrintTicket
from cabinet.ports.link import LinkUp
from cabinet.ports.plain import Plain
from cabinet.ports.signals import DeviceEvent, DeviceSaid, PinTold, Pressed, TimerElapsed
from cabinet.ports.view import View
from cabinet.reports.fold import fold
from cabinet.storage.contract import Entry
from tests.machine.setups import options

SEAL_WORD = "sealed-order-of-round-"


def no_odds(game: str, options: GameOptions) -> Odds:
    return {}


TABLES = Tables(no_odds)


class Memory:
    """A journal that is a list."""

    def __init__(self) -> None:
        self.rows: list[Entry] = [Entry(1, "", None, ({"is": "Opened"},))]

    def append(self, signal: Plain | None, records: Sequence[Plain], wall: str, *, from_reserve: bool = False) -> Entry:
        entry = Entry(len(self.rows) + 1, wall, signal, tuple(records))
        self.rows.append(entry)
        return entry

    def entries(self, start: int = 1) -> Iterator[Entry]:
        return iter(self.rows[start - 1 :])

    def newest(self) -> Entry | None:
        return self.rows[-1]

    def head(self) -> str:
        return ""

    def hash_at(self, sequence: int) -> str | None:
        return ""

    def count(self) -> int:
        return len(self.rows)

    def nearly_full(self) -> bool:
        return False

    def close(self) -> None:
        pass


@dataclass
class Drawer:
    """A seal whose text says nothing: orders stay in the drawer, by round, until they are opened."""

    inside: dict[int, tuple[tuple[int, ...], bytes]] = field(default_factory=dict)

    def seal(self, round_number: int, order: tuple[int, ...], nonce: bytes) -> str:
        self.inside[round_number] = (order, nonce)
        return f"{SEAL_WORD}{round_number}"

    def open(self, round_number: int, sealed: str) -> tuple[tuple[int, ...], bytes]:
        return self.inside[round_number]


@dataclass
class Script:
    """Draws as written down: *orders* in turn (then the plain order), numbers from a seed."""

    orders: list[tuple[int, ...]] = field(default_factory=list)
    dice: Random = field(default_factory=lambda: Random(1))

    def shuffle(self, count: int) -> tuple[int, ...]:
        order = self.orders.pop(0) if self.orders else tuple(range(count))
        assert sorted(order) == list(range(count))
        return order

    def below(self, limit: int) -> int:
        return self.dice.randrange(limit)


class Floor:
    """*devices*: what the cabinet is configured with; `ready` lets every one of them come up."""

    def __init__(
        self,
        setup: Options | None = None,
        devices: tuple[str, ...] = ("acceptor.1", "printer.1"),
        orders: Sequence[tuple[int, ...]] = (),
        start: bool = True,
    ) -> None:
        self.options, self.devices = setup or options(), devices
        self.memory, self.drawer, self.script = Memory(), Drawer(), Script(list(orders))
        self.clock = ManualClock("2026-03-01T09:00:00+00:00")
        self.sent: list[tuple[str, DeviceOrder]] = []
        self.printed: list[PrintTicket] = []
        self.slips: list[PrintDrop | PrintSlip] = []
        self.engine: Engine
        self.boot()
        if start:
            self.ready()

    def boot(self, setup: Options | None = None) -> None:
        """Power on: state folded from the journal, owed effects carried out."""
        self.options = setup or self.options
        self.sent.clear()
        chances = Chances(lambda _: self.script, self.script, self.drawer, self.clock, self._print, self._slip)
        state = fold(self.memory.entries())
        self.engine = Engine(self.memory, state, TABLES, self.clock, chances, self._send)
        self.engine.handle(Started("test", self.devices, self.options))
        self.engine.resume(resume(self.engine.state))

    def ready(self) -> None:
        """Every device answers and is reconciled."""
        for device in self.devices:
            self.said(device, LinkUp("twin", device))
            kind = device.split(".")[0]
            if kind == "acceptor":
                self.said(device, a.AcceptorTold(a.Position.IDLE), a.AcceptorReady((100, 500)))
            if kind == "printer":
                self.said(device, p.PrinterTold(False, False, False))
            if kind == "shaker":
                self.said(device, s.ShakerReady("twin", device, "1"))

    # -- acts ------------------------------------------------------------------------------------------

    def press(self, *commands: c.Command, station: int = 1) -> None:
        for command in commands:
            self.engine.handle(Pressed(station, command))

    def said(self, device: str, *events: DeviceEvent) -> None:
        for event in events:
            self.engine.handle(DeviceSaid(device, event))

    def signal(self, signal: Signal) -> None:
        self.engine.handle(signal)

    def elapse(self, key: str) -> None:
        self.engine.handle(TimerElapsed(key))

    def note(self, value_cents: int, station: int = 1) -> None:
        """A note from slot to meter."""
        self.said(f"acceptor.{station}", a.NoteEscrowed(value_cents), a.DocumentStacked(), a.DocumentFinished())

    def deal(self, station: int = 1, **bets: int) -> None:
        for bet, amount in bets.items():
            self.press(c.AddChip(bet, amount), station=station)
        self.press(c.Deal(), station=station)

    def set_hands(self, station: int = 1) -> None:
        self.press(c.Assist("house_way"), c.Confirm(), station=station)

    def round(self, station: int = 1, **bets: int) -> None:
        self.deal(station, **bets)
        self.set_hands(station)

    def key(self, on: bool = True, key: str = "audit") -> None:
        self.said("deck.1", KeyTurned(key, on))

    def sign_in(self, who: str = "A1", role: Role = Role.ATTENDANT, station: int = 1) -> None:
        """The right PIN was typed."""
        self.signal(PinTold(station, who, role))

    def attend(self, *commands: c.Command, station: int = 1) -> None:
        """With the key turned; somebody of the role that the commands need signs in."""
        self.key()
        for role in (Role.OPERATOR, Role.TECHNICIAN):
            if any(LEAST.get(type(command)) is role for command in commands):
                self.sign_in(getattr(commands[0], "who", "") or "T1", role, station)
        self.press(*commands, station=station)
        self.key(False)

    # -- looking ---------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.engine.state

    def view(self, station: int = 1) -> View:
        return self.engine.view(station)

    @property
    def credit_cents(self) -> int:
        return self.view().credit_cents

    @property
    def records(self) -> list[Plain]:
        return [plain for entry in self.memory.rows[1:] for plain in entry.records]

    def names(self, since: int = 0) -> list[str]:
        return [plain["is"] for entry in self.memory.rows[since:] for plain in entry.records if plain["is"] != "Opened"]

    def last(self, name: str) -> dict[str, Any]:
        return next(plain for plain in reversed(self.records) if plain["is"] == name)

    def refusals(self, station: int = 1) -> list[str]:
        return [message.code for message in self.view(station).messages if message.level == "refusal"]

    def orders_to(self, device: str) -> list[DeviceOrder]:
        return [order for name, order in self.sent if name == device]

    def _send(self, device: str, order: DeviceOrder) -> None:
        self.sent.append((device, order))

    def _print(self, ticket: PrintTicket, state: State) -> None:
        self.printed.append(ticket)

    def _slip(self, slip: PrintDrop | PrintSlip, state: State) -> None:
        self.slips.append(slip)
