"""One simulated cabinet: model disk, world and twins outlive its lives; each life is a boot over them."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from cabinet.app.ram_clear import first_entries
from cabinet.app.rig import Rig
from cabinet.bank import slips
from cabinet.bank.state import StationBank
from cabinet.chance import Draws
from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances
from cabinet.engine.engine import Engine
from cabinet.games.base import GameOptions
from cabinet.machine import clearing as machine
from cabinet.machine.decided import Tables
from cabinet.machine.options import Options
from cabinet.machine.resume import resume
from cabinet.machine.signals import Started
from cabinet.machine.state import State
from cabinet.play.decide import Odds
from cabinet.ports.effects import PrintDrop, PrintSlip, PrintTicket
from cabinet.ports.printer import Document, Line, Print
from cabinet.reports.fold import load
from cabinet.storage.anchor import Anchor
from cabinet.storage.clearing import Plan, chained, commit, planned, prepare, swap
from cabinet.storage.contract import NoJournal
from cabinet.storage.signing import MachineKey
from cabinet.storage.stored import StoredJournal
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import Id003Options
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.tcl import TclTwin, TclTwinOptions
from drivers.emulators.wire import Wire
from drivers.printers.tcl import Tcl
from drivers.shakers.shaker import Shaker, ShakerOptions
from tests.machine.setups import NOTES_CENTS, money, options
from tests.simulation.mains import Cut, Mains, MainsDisk, MainsTwin, MainsWorld
from tests.storage.model_disk import ModelPlan, ModelStore, create_model, open_model
from tests.storage.rigs import OPENING

MONEY_DEVICES = ("acceptor.1", "printer.1")
SHAKER = "shaker.0"


@lru_cache(maxsize=1)
def key() -> MachineKey:
    """The key of every simulated machine."""
    with TemporaryDirectory() as place:
        return MachineKey(Path(place) / "machine.key")


@dataclass(frozen=True, slots=True)
class Baseline:
    """What lay in the world when a journal began: cents of notes in the box, documents in it, cents on paper."""

    notes: int = 0
    documents: int = 0
    paper: int = 0


class PlainSeal:
    """A seal that anybody could open: the simulation is about power, not about secrets."""

    def seal(self, round_number: int, order: tuple[int, ...], nonce: bytes) -> str:
        return b64encode(json.dumps([round_number, order, nonce.hex()]).encode()).decode()

    def open(self, round_number: int, sealed: str) -> tuple[tuple[int, ...], bytes]:
        number, order, nonce = json.loads(b64decode(sealed))
        assert number == round_number
        return tuple(order), bytes.fromhex(nonce)


def no_odds(game: str, options: GameOptions) -> Odds:
    return {}


TABLES = Tables(no_odds)


class Cabinet:
    """From *seed*. `boot` begins a life; `lose_power` ends it the way the mains say.

    *forgetful*: the acceptor is mostly one of those that say nothing of a note they find in the stacker at a start.
    *shaker*: the table has real dice.
    """

    def __init__(self, seed: int, forgetful: bool = False, shaker: bool = False) -> None:
        dice = Random(f"cabinet {seed}")
        self.mains = Mains(seed)
        self.disk = MainsDisk(self.mains, torn=dice.random() < 0.5)
        self.world = MainsWorld(self.mains)
        self.clock = ManualClock()
        limits = money(credit_limit_cents=60_000, ticket_max_cents=15_000, handpay_limit_cents=2_500)
        self.options: Options = options(money_options=limits, dice=shaker)
        self.devices = (*MONEY_DEVICES, SHAKER) if shaker else MONEY_DEVICES
        self._acceptor_twin = Id003TwinOptions(
            word_after_power=dice.random() < 0.5,
            word_after_stacker=dice.random() < (0.2 if forgetful else 0.7),
            appends_value=dice.random() < 0.3,
        )
        self._printer_twin = TclTwinOptions(validation_after_power=dice.choice(("kept", "cleared", "set")))
        # never the same order twice: a second draw of one round would show other tiles
        self._chance = Draws(dice.randbytes)
        self._twins: dict[str, MainsTwin] = {}
        self._rig: Rig | None = None
        self.journal: StoredJournal | None = None
        self.baselines: dict[int, Baseline] = {0: Baseline()}
        self.old_journals: list[str] = []

    @property
    def baseline(self) -> Baseline:
        """Of the journal that is in force."""
        return self.baselines[self.state.clears]

    @property
    def rig(self) -> Rig:
        assert self._rig is not None
        return self._rig

    @property
    def state(self) -> State:
        return self.rig.engine.state

    @property
    def bank(self) -> StationBank:
        return self.state.bank.station(1)

    def boot(self) -> None:
        """Power on: the product's own way from the disk to a running machine."""
        self.disk.power_on()
        self.complete()
        self.journal = journal = self._open()
        if not self._twins:
            self._twins = {
                "acceptor.1": MainsTwin(Id003Twin(self.world.shelf("acceptor.1"), self._acceptor_twin, 1), self.mains),
                "printer.1": MainsTwin(TclTwin(self.world.shelf("printer.1"), self._printer_twin), self.mains),
                SHAKER: MainsTwin(ShakerTwin(self.world.shelf(SHAKER), seed=self.mains.seed), self.mains),
            }
        wires = {
            "acceptor.1": Wire("acceptor.1", Id003(Id003Options(values_cents=NOTES_CENTS)), self._twins["acceptor.1"]),
            "printer.1": Wire("printer.1", Tcl(), self._twins["printer.1"]),
            SHAKER: Wire(SHAKER, Shaker(ShakerOptions(key=BENCH_KEY)), self._twins[SHAKER]),
        }
        wires = {name: wire for name, wire in wires.items() if name in self.devices}
        self._rig = rig = Rig(wires, self.clock)
        chances = Chances(lambda _: self._chance, self._chance, PlainSeal(), self.clock, self._print, self._slip)
        engine = Engine(journal, load(journal), TABLES, self.clock, chances, rig.outbox)
        rig.attach(engine)
        engine.handle(Started("simulation", self.devices, self.options))
        engine.resume(resume(engine.state))

    def lose_power(self, away_ms: int) -> None:
        """The life is over; with the mains gone the devices start anew, else they went on for *away_ms*."""
        if self.mains.kind is Cut.MAINS:
            self._twins = {}
        self._rig = None
        self.clock.advance(away_ms)

    def lose_copy(self, name: str) -> None:
        """One disk breaks between two lives and an empty one is put in."""
        self.disk.power_on()
        self.disk.remove(name)

    def ram_clear(self) -> None:
        """The technician ends the journal of the stopped machine, by the product's own steps on this disk."""
        self._rig = None
        state, journal = load(open_model(self.disk, 2)), open_model(self.disk, 2)
        assert machine.open_items(state) == (), "something is owed"
        kept = f"clear-{state.clears + 1}"
        carried, tickets = machine.carried_over(
            state,
            who="t1",
            reason="simulation",
            row=journal.count(),
            head=journal.head(),
            kept=kept,
            damage="",
            vouched=True,
            uncertain=False,
            stations=(1,),
        )
        printed = sum(paper["amount_cents"] for paper in self.paper() if paper["state"] == "printed")
        notes = sum(document.get("value", 0) for document in self.box())
        self.baselines[carried.clears] = Baseline(notes, len(self.box()), printed)
        if kept not in self.old_journals:
            self.old_journals.append(kept)
        rows = chained(first_entries(OPENING, carried, tickets), self.clock.wall())
        prepare(self._stores(), rows)
        head = rows[-1].hash
        code = Anchor(rows[-1].sequence, head, key().sign(head, rows[-1].sequence)).code()
        commit(ModelPlan(self.disk), Plan(kept, code, ""), key())
        self.complete()

    def complete(self) -> None:
        """A RAM clear that was cut short goes on before anything else."""
        plan = planned(ModelPlan(self.disk), key().public_key)
        if plan is not None:
            swap(self._stores(), plan)
            ModelPlan(self.disk).remove()

    def _stores(self) -> list[ModelStore]:
        return [ModelStore(self.disk, name) for name in "ab"]

    def ended(self) -> list[StoredJournal]:
        """The journals that RAM clears have put aside, for looking."""
        found = []
        for kept in self.old_journals:
            if self.disk.read(f"kept/{kept}/a") is not None:
                stores = [ModelStore(self.disk, f"kept/{kept}/{name}") for name in "ab"]
                for store in stores:
                    store.open()
                found.append(StoredJournal(stores, read_only=True))
        return found

    def read(self) -> StoredJournal:
        """The journal for looking."""
        return open_model(self.disk, 2)

    def status(self, device: str) -> dict[str, Any]:
        return self._twins[device].status()

    def paper(self) -> list[dict[str, Any]]:
        """Every paper that was ever printed."""
        return list(self.world.shelf("printer.1").data.get("papers", []))

    def box(self) -> list[dict[str, Any]]:
        """Every document in the cash box."""
        return list(self.world.shelf("acceptor.1").data.get("box", []))

    def rolls(self) -> list[tuple[int, ...]]:
        """Every rest of the dice, in order."""
        return [tuple(faces) for faces in self.world.shelf(SHAKER).data.get("rolls", [])]

    def _open(self) -> StoredJournal:
        try:
            return open_model(self.disk, 2)
        except NoJournal:
            return create_model(self.disk, 2, OPENING, self.clock.wall())

    def _slip(self, slip: PrintDrop | PrintSlip, state: State) -> None:
        """A slip as lines; no printer of a simulation knows more of it."""
        assert isinstance(slip, PrintSlip)
        found = slips.find(state.bank.station(slip.station), slip.slip)
        assert found is not None
        marks = (Line("DUPLICATE"),) if slip.duplicate else ()
        document = Document("handpay", (), (*marks, Line(f"SLIP # {found.slip}"), Line(found.kind), Line(found.dated)))
        self.rig.outbox(f"printer.{slip.station}", Print(slips.job_of(slip.slip), document))

    def _print(self, ticket: PrintTicket, state: State) -> None:
        fields = {
            "validation": ticket.number,
            "title": "CASHOUT",
            "site": "Test House",
            "address": "1 Test Lane",
            "date": ticket.dated[:10],
            "time": ticket.dated[11:16],
            "ticket": f"TICKET # {ticket.sequence}",
            "words": "so much",
            "amount": f"USD {ticket.amount_cents // 100}.{ticket.amount_cents % 100:02}",
            "expiry": "30 days",
            "machine": "0427",
        }
        document = Document("cash_out", tuple(fields.items()), (), ticket.number)
        self.rig.outbox(f"printer.{ticket.station}", Print(ticket.sequence, document))
