"""One acceptor on an in-memory wire, and a small machine that keeps its journal over every power cut.

The small machine follows the rules a cabinet must follow: the stack order is written before it is sent, a document
credits once, what a position meant before a RESET is kept. It counts what it credited, gave back and could not
settle, so that a test can compare these with what lies in the box.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from cabinet.bank.recovery import proven
from cabinet.bank.state import Document, DocumentStage
from cabinet.ports.acceptor import (
    UNCOUNTED,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    DocumentFinished,
    DocumentReturned,
    DocumentStacked,
    Enable,
    NoteEscrowed,
    Position,
    Reset,
    Return,
    Stack,
)
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.ebds_meanings import EbdsOptions
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import Id003Options
from drivers.device import Driver, Event, Twin
from drivers.emulators.ebds import EbdsTwin, EbdsTwinOptions
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.wire import BadWire, Wire
from drivers.emulators.world import Shelf, World


@dataclass
class Journal:
    """What a cabinet has on disk about documents: survives the driver and the device."""

    stage: str = "none"  # none, escrow, stack_sent, credited
    value_cents: int = 0
    count: int = UNCOUNTED
    seen: Position | None = None
    credited_cents: int = 0
    disputes: list[int | None] = field(default_factory=list)  # cents, None = unknown value
    returned: int = 0

    def close(self) -> None:
        self.stage, self.value_cents = "none", 0

    def credit(self) -> None:
        self.credited_cents += self.value_cents
        self.stage = "credited"

    def dispute(self) -> None:
        self.disputes.append(self.value_cents or None)
        self.close()


class SmallMachine:
    """Orders that follow an event; *obeys* = False leaves every decision to the test."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.takes_notes = True

    def react(self, event: Event) -> list[Any]:
        j = self.journal
        match event:
            case AcceptorTold():
                return self._told(self._proven(event))
            case AcceptorReady():
                self._settle()
                return [Enable(True, True)]
            case NoteEscrowed(cents, count):
                if not self.takes_notes:
                    return [Return()]
                assert j.stage == "none", j
                j.stage, j.value_cents, j.count = "stack_sent", cents, count
                return [Stack()]
            case DocumentStacked():
                return self._stacked()
            case DocumentFinished():
                if j.stage == "credited":
                    j.close()
            case DocumentReturned():
                if j.stage != "none":
                    j.returned += 1
                    j.close()
        return []

    def _proven(self, event: AcceptorTold) -> Position:
        if self.journal.stage == "none":
            return event.position
        stage = DocumentStage(self.journal.stage)
        return proven(Document(1, self.journal.value_cents, "", stage, self.journal.count), event)

    def _told(self, position: Position) -> list[Any]:
        match position:
            case Position.STACKED:
                return self._stacked()
            case Position.ESCROW:
                return [Return()]
            case Position.STACKING | Position.RETURNING:
                return []
            case Position.IDLE:
                return [BringUp()]
        strong = self.journal.seen in (Position.IN_STACKER, Position.IN_ACCEPTOR)
        if not strong and not (position is Position.SILENT and self.journal.seen is not None):
            self.journal.seen = position
        return [Reset()]

    def _stacked(self) -> list[Any]:
        if self.journal.stage == "stack_sent":
            self.journal.credit()
        elif self.journal.stage != "credited":
            self.journal.dispute()
        return [Acknowledge()]

    def _settle(self) -> None:
        j = self.journal
        match j.seen, j.stage:
            case Position.IN_STACKER, "stack_sent":
                j.credit()
            case Position.IN_STACKER, "none":
                j.dispute()
            case Position.POWER_UP | Position.SILENT, "stack_sent":
                j.dispute()
            case _, "stack_sent":
                j.returned += 1
        j.close()
        j.seen = None


@dataclass(frozen=True)
class Protocol:
    """How a protocol's driver and twin are made; *twin* takes shelf, seed and whether it kept its power.

    *word_may_be_lost*: the first poll of a restarted cabinet may acknowledge an answer that nobody wrote down.
    """

    name: str
    driver: Callable[[], Driver]
    twin: Callable[[Shelf, int, bool], Twin]
    word_may_be_lost: bool = False


def id003(options: Id003Options | None = None, twin: Id003TwinOptions | None = None) -> Protocol:
    chosen = twin or Id003TwinOptions()
    return Protocol(
        "id003",
        lambda: Id003(options or Id003Options()),
        lambda shelf, seed, kept: Id003Twin(shelf, replace(chosen, kept_power=kept), seed),
    )


def ebds(options: EbdsOptions | None = None, twin: EbdsTwinOptions | None = None) -> Protocol:
    chosen = twin or EbdsTwinOptions()
    return Protocol(
        "ebds",
        lambda: Ebds(options or EbdsOptions()),
        lambda shelf, seed, kept: EbdsTwin(shelf, replace(chosen, kept_power=kept), seed),
        word_may_be_lost=True,
    )


class Rig:
    """The cabinet's acceptor with its twin. Time only moves in `run`."""

    def __init__(self, protocol: Protocol | None = None, bad: BadWire | None = None, seed: int = 1) -> None:
        self.protocol = protocol or id003()
        self.world = World()
        self.shelf = self.world.shelf("acceptor.1")
        self.twin = self.protocol.twin(self.shelf, seed, False)
        self.driver = self.protocol.driver()
        self.wire = Wire("acceptor.1", self.driver, self.twin, bad=bad)
        self.journal = Journal()
        self.machine: SmallMachine | None = SmallMachine(self.journal)
        self.events: list[tuple[int, Event]] = []
        self.now = 0
        self._bad, self._seed = bad, seed

    def start(self) -> Rig:
        """Power for the device, cable in, brought up and enabled."""
        self.twin.power_up(self.now)
        self._came(self.wire.cable(True, self.now))
        self.until(AcceptorReady)
        self.run(1000)
        return self

    def run(self, ms: int) -> list[Event]:
        """Let *ms* pass; the events of that time."""
        before, end = len(self.events), self.now + ms
        while self._step(end):
            pass
        self.now = end
        return [event for _at, event in self.events[before:]]

    def until(self, kind: type, within_ms: int = 60_000) -> Any:
        """Run until an event of *kind* comes; that event."""
        end, seen = self.now + within_ms, len(self.events)
        while True:
            for _at, event in self.events[seen:]:
                if isinstance(event, kind):
                    return event
            seen = len(self.events)
            assert self._step(end), f"no {kind.__name__} within {within_ms} ms: {self.events[-5:]}"

    def _step(self, end: int) -> bool:
        self._came(self.wire.advance(self.now))
        wake_at = self.wire.wake_at()
        if wake_at is None or wake_at > end:
            return False
        self.now = max(self.now, wake_at)
        return True

    def _came(self, arrived: list[tuple[str, Event]]) -> None:
        for _name, event in arrived:
            self.events.append((self.now, event))
            for order in self.machine.react(event) if self.machine else []:
                self.order(order)

    def order(self, what: Any) -> None:
        self._came(self.wire.order(what, self.now))

    def bench(self, **what: Any) -> dict[str, Any]:
        return self.wire.bench(what, self.now)

    def cable(self, plugged: bool) -> None:
        self._came(self.wire.cable(plugged, self.now))

    def restart_cabinet(self) -> None:
        """The cabinet's process is killed and started again; the device keeps its power."""
        self.driver = self.protocol.driver()
        self.wire = Wire("acceptor.1", self.driver, self.twin, bad=self._bad)
        self._came(self.wire.cable(True, self.now))

    def restart_world(self, kept_power: bool) -> None:
        """Cabinet and twin die with their process; only the shelf is left, and time begins anew."""
        self.now = 0
        self.twin = self.protocol.twin(self.shelf, self._seed + 1, kept_power)
        self.twin.power_up(0)
        self.restart_cabinet()

    def of(self, kind: type) -> list[Any]:
        """All events of a kind so far."""
        return [event for _at, event in self.events if isinstance(event, kind)]

    @property
    def in_box_cents(self) -> int:
        return int(self.twin.status()["notes_in_box_cents"])
