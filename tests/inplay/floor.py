"""A whole cabinet in memory: the real engine, drivers and twins on virtual time, over a journal that is a list.

People press, hands act on devices, time passes; the test looks at the screen, the books and the rows.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cabinet.app.compose import aside_of
from cabinet.app.rig import Rig
from cabinet.bank.books import Books, problems
from cabinet.chance import Draws
from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances
from cabinet.engine.engine import Engine
from cabinet.machine.options import Options
from cabinet.machine.resume import resume
from cabinet.machine.signals import Started
from cabinet.machine.state import State
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.effects import DeviceOrder, PrintTicket
from cabinet.ports.printer import Document, Print
from cabinet.ports.signals import PinTold
from cabinet.ports.view import View
from cabinet.reports.audit import Checked, check_books, replay
from cabinet.reports.fold import fold
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import Id003Options
from drivers.decks.firmata import FirmataDeck
from drivers.device import Driver, Twin
from drivers.emulators.firmata import FirmataTwin, FirmataTwinOptions
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin, ShakerTwinOptions
from drivers.emulators.tcl import TclTwin, TclTwinOptions
from drivers.emulators.wire import Wire
from drivers.emulators.world import World
from drivers.printers.tcl import Tcl
from drivers.shakers.shaker import Shaker, ShakerOptions
from tests.machine.floor import TABLES, Memory
from tests.machine.setups import NOTES_CENTS, options
from tests.simulation.cabinet import PlainSeal

ACCEPTOR, PRINTER, DECK, SHAKER = "acceptor.1", "printer.1", "deck.1", "shaker.0"
ALL = (ACCEPTOR, PRINTER, DECK, SHAKER)
DICE_CENTS, MAIN_CENTS = 500, 1_000
STEP_MS = 120_000
"""Virtual time in which anything a test waits for must have happened: more than the ninety seconds of a roll."""


class Floor:
    """Booted and ready to play. *seed* decides tiles and dice; *devices*: what the cabinet is configured with."""

    def __init__(self, seed: int = 1, devices: tuple[str, ...] = ALL, setup: Options | None = None) -> None:
        self.options, self.devices = setup or options(dice=True), devices
        self.world, self.clock, self.memory = World(), ManualClock("2026-03-01T09:00:00+00:00"), Memory()
        self.sent: list[tuple[str, DeviceOrder]] = []
        self._chance = Draws(Random(seed).randbytes)
        self.twins: dict[str, Twin] = {name: twin(name, self.world, seed) for name in devices}
        self.rig: Rig
        self.boot()

    def boot(self) -> None:
        """A life of the program begins: state from the journal; devices and world are what they are."""
        rig = self.rig = Rig({name: Wire(name, driver(name), self.twins[name]) for name in self.devices}, self.clock)

        def out(device: str, order: DeviceOrder) -> None:
            self.sent.append((device, order))
            rig.outbox(device, order)

        chances = Chances(
            lambda _: self._chance,
            self._chance,
            PlainSeal(),
            self.clock,
            _print_out(out),
            aside=aside_of(out, lambda _: None),
        )
        engine = Engine(self.memory, fold(self.memory.entries()), TABLES, self.clock, chances, out)
        rig.attach(engine)
        engine.handle(Started("test", self.devices, self.options))
        engine.resume(resume(engine.state))
        rig.wait(lambda: all(device.asked for device in self.state.devices), STEP_MS, "devices to answer")
        rig.run(6_000)

    # -- people ------------------------------------------------------------------------------------------

    def press(self, *commands: c.Command) -> None:
        for command in commands:
            self.rig.press(command)

    def note(self, value_cents: int) -> None:
        before = self.view().credit_cents
        self.rig.bench(ACCEPTOR, {"insert_note": value_cents})
        self.wait(lambda: self.view().credit_cents == before + value_cents, "the credit")

    def deal(self, main: int = MAIN_CENTS, **bets: int) -> None:
        """Chips on the spots, bets closed."""
        self.press(*(c.AddChip(bet, amount) for bet, amount in {"main": main, **bets}.items()), c.Deal())
        assert self.state.play.in_round, self.refusals()

    def set_hands(self) -> None:
        self.press(c.Assist("house_way"), c.Confirm())

    def shake(self, **bets: int) -> None:
        """A note, bets with one on the dice, hands set: the shaker was told to shake."""
        if self.view().credit_cents < MAIN_CENTS + DICE_CENTS:
            self.note(10_000)
        self.deal(**(bets or {"dice_lo": DICE_CENTS}))
        self.set_hands()
        assert self.phase is Phase.SHAKING

    def settle(self) -> None:
        """Wait for the result of the round."""
        self.wait(lambda: self.phase is Phase.SETTLED, "the result")

    def sign_in(self, who: str = "A1", role: Role = Role.ATTENDANT) -> None:
        """The right PIN was typed."""
        self.rig.engine.handle(PinTold(1, who, role))
        self.rig.settle()

    def attend(self, *commands: c.Command, role: Role = Role.ATTENDANT) -> None:
        """With the key turned on the real board; somebody of a higher role signs in."""
        self.key(True)
        if role is not Role.ATTENDANT:
            self.sign_in("T1", role)
        self.press(*commands)
        self.key(False)

    def key(self, on: bool) -> None:
        self.hand(DECK, {"key": "audit", "on": on})
        self.wait(lambda: self.state.attendant is on, "the key")

    # -- hands on devices --------------------------------------------------------------------------------

    def hand(self, device: str, what: dict[str, Any]) -> dict[str, Any]:
        answer = self.rig.bench(device, what)
        assert "error" not in answer, answer
        return answer

    def fault(self, device: str, name: str, on: bool = True, **more: Any) -> None:
        self.hand(device, {"fault": name, "on": on, **more})

    def unplug(self, device: str) -> None:
        self.rig.cable(device, False)

    def plug(self, device: str) -> None:
        self.rig.cable(device, True)

    def replace(self, device: str, model: str) -> None:
        """Another unit of the same protocol is put in the place of the one that stood there."""
        self.unplug(device)
        self.twins[device] = twin(device, self.world, 2, model)
        self.rig.wires[device] = Wire(device, driver(device), self.twins[device])
        self.twins[device].power_up(self.now)
        self.plug(device)

    # -- time --------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        return self.clock.monotonic_ms()

    def run(self, ms: int) -> None:
        self.rig.run(ms)

    def wait(self, done: Callable[[], bool], what: str = "", within_ms: int = STEP_MS) -> None:
        self.rig.wait(done, within_ms, what)

    def wait_shaker(self, position: str) -> None:
        """Until the shaker is in this state, to the ms."""
        self.wait(lambda: self.position(SHAKER) == position, f"the shaker {position}", 30_000)

    # -- looking -----------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.rig.engine.state

    @property
    def phase(self) -> Phase:
        return self.state.play.phase

    @property
    def books(self) -> Books:
        return self.state.bank.station(1).books

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice as they lie in the emulated world."""
        return tuple(self.world.shelf(SHAKER).data["dice"])

    def view(self) -> View:
        return self.rig.view(1)

    def position(self, device: str) -> str:
        return str(self.twins[device].status()["position"])

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Every record of this name, in order."""
        return [plain for entry in self.memory.rows for plain in entry.records if plain["is"] == name]

    def names_of_last(self, name: str) -> list[str]:
        """What stands in one entry with the newest record of this name."""
        entry = next(e for e in reversed(self.memory.rows) if any(plain["is"] == name for plain in e.records))
        return [plain["is"] for plain in entry.records]

    def faults(self) -> set[str]:
        return {fault.code for fault in self.state.faults}

    def closed(self) -> dict[str, str]:
        """Why each spot is closed, empty = open."""
        return {spot.bet: spot.closed for spot in self.view().table.spots}

    def outcome(self, bet: str) -> str:
        result = self.view().table.result
        assert result is not None
        return next(award.outcome for award in result.awards if award.bet == bet)

    def refusals(self) -> list[str]:
        return [message.code for message in self.view().messages if message.level == "refusal"]

    def messages(self) -> list[str]:
        return [message.code for message in self.view().messages]

    def check(self) -> None:
        """Books exact after every row, every decision reproduced from its signal, nothing hanging."""
        assert problems(self.books) == ()
        findings = [*check_books(self.memory.rows, Checked()), *replay(self.memory.rows, TABLES, Checked())]
        assert findings == []


def driver(name: str) -> Driver:
    match name.split(".")[0]:
        case "acceptor":
            return Id003(Id003Options(values_cents=NOTES_CENTS))
        case "printer":
            return Tcl()
        case "deck":
            return FirmataDeck()
        case _:
            return Shaker(ShakerOptions(key=BENCH_KEY))


def twin(name: str, world: World, seed: int, model: str = "") -> Twin:
    """The unit on its shelf; one that calls itself *model* by whatever its protocol tells of a unit, if named."""
    shelf = world.shelf(name)
    match name.split(".")[0]:
        case "acceptor":
            return Id003Twin(shelf, Id003TwinOptions(version=model) if model else Id003TwinOptions(), seed)
        case "printer":
            return TclTwin(shelf, TclTwinOptions(firmware=model) if model else None, seed)
        case "deck":
            return FirmataTwin(shelf, FirmataTwinOptions(firmware=model) if model else None, seed)
        case _:
            return ShakerTwin(shelf, ShakerTwinOptions(model=model) if model else None, seed)


def _print_out(out: Callable[[str, DeviceOrder], None]) -> Callable[[PrintTicket, State], None]:
    def print_out(ticket: PrintTicket, state: State) -> None:
        amount = f"USD {ticket.amount_cents // 100}.{ticket.amount_cents % 100:02}"
        fields = {"title": "CASHOUT", "site": "Test House", "validation": ticket.number, "amount": amount}
        document = Document("cash_out", tuple(fields.items()), (), ticket.number)
        out(f"printer.{ticket.station}", Print(ticket.sequence, document))

    return print_out
