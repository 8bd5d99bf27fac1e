"""The engine: decide, commit, evolve, perform. The only writer of the journal.

    carry -> decide -> journal.append (durable) -> evolve -> perform

Decides nothing about money or rules: it keeps the order. Nothing is performed before its record is on disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from cabinet.bank.records import (
    CancelPaid,
    CreditAbandoned,
    DocumentRuled,
    HandpayShort,
    JackpotPaid,
    NoteCredited,
    TicketCashed,
    TicketIssued,
    TicketRedeemed,
    TicketRuled,
)
from cabinet.clock import Clock
from cabinet.engine.day import day_over, minute_of_day
from cabinet.engine.guard import Guard
from cabinet.engine.program import ProgramWatch
from cabinet.engine.timers import Timers
from cabinet.machine.decide import carry, decide
from cabinet.machine.decided import Tables
from cabinet.machine.evolve import evolve
from cabinet.machine.outputs import outputs
from cabinet.machine.records import ClaimRuled, DoorClosed, SetupConfirmed
from cabinet.machine.signals import Signal
from cabinet.machine.state import State
from cabinet.machine.view import view_of
from cabinet.machine.volatile import Drafted
from cabinet.play.options import ALWAYS, GameSetup
from cabinet.play.records import OrderSealed, RoundSettled
from cabinet.ports.acceptor import AcceptorReady, Enable, NoteEscrowed, TicketEscrowed
from cabinet.ports.commands import CashOut, Deal
from cabinet.ports.deck import DeckReady
from cabinet.ports.effects import CheckProgram, DeviceOrder, Effect, Navigate, StartTimer, StopTimer, ToDevice
from cabinet.ports.link import LinkUp
from cabinet.ports.plain import encode
from cabinet.ports.signals import DayTurned, DeviceSaid, Pressed, ScheduleTurned, TimerElapsed
from cabinet.ports.view import ReservedView, View
from cabinet.storage.contract import Journal


@dataclass(frozen=True, slots=True)
class Known:
    """A state and the newest row it follows from, with that row's hash: for whoever looks from another thread."""

    state: State
    row: int
    head: str


Outbox = Callable[[str, DeviceOrder], None]
"""Hands an order to the device named first; must not block."""


ANCHORED = (
    OrderSealed,
    RoundSettled,
    NoteCredited,
    DocumentRuled,
    TicketRedeemed,
    TicketCashed,
    TicketIssued,
    TicketRuled,
    CancelPaid,
    HandpayShort,
    CreditAbandoned,
    JackpotPaid,
    SetupConfirmed,
    ClaimRuled,
)
"""Records after which the anchor outside the data folders follows the head: what somebody might want undone."""


PAID = (TicketIssued, TicketCashed, CancelPaid, JackpotPaid)
"""Records after which a counter in a TPM moves too: money that has left and must not be forgotten."""


def _begins(signal: Signal) -> bool:
    """Whether it begins something that must not be begun on a bad or full disk."""
    match signal:
        case Pressed(_, Deal() | CashOut()) | DeviceSaid(_, NoteEscrowed() | TicketEscrowed()):
            return True
    return False


Steps = Callable[[int, str, int], None]
"""Passes a deck button (station, `deck.NAVIGATION`, monotonic ms of its press) on to the station's screen."""


Edges = Callable[[GameSetup], tuple[tuple[str, int], ...]]
"""The figures of `TableView.edges` under a game's set-up; empty while they are still counted. Never waits."""


class Performer(Protocol):
    """Carries out the effects that are neither timers nor device orders; answers with signals."""

    def perform(self, effect: Effect, state: State) -> list[Signal]: ...


class Engine:
    """One cabinet's state and journal. Single-threaded: only one thread may call it."""

    def __init__(
        self,
        journal: Journal,
        state: State,
        tables: Tables,
        clock: Clock,
        performer: Performer,
        outbox: Outbox,
        guard: Guard | None = None,
        idle: Callable[[], None] | None = None,
    ) -> None:
        """*idle*: what else is done while nobody waits (the generator's health test)."""
        self._journal, self._tables, self._clock, self._guard = journal, tables, clock, guard
        self._performer, self._outbox = performer, outbox
        self._idle = idle
        self._edges: Edges = lambda _setup: ()
        self._steps: Steps = lambda _station, _step, _at_ms: None
        self._program: ProgramWatch | None = None
        self._timers = Timers()
        self._inbox: deque[Signal] = deque()
        self._standing: dict[str, DeviceOrder] = {}
        self.state = state
        self.known = Known(state, journal.count(), journal.head())

    @property
    def row(self) -> int:
        """Sequence of the newest entry."""
        return self._journal.count()

    def view(self, station: int) -> View:
        """What *station*'s screen shows now, the wall clock's minute with it."""
        view = view_of(self.state, station, self.row)
        table = replace(view.table, edges=self._edges(self.state.setup))
        return replace(view, table=table, clock=self._clock.wall()[11:16], reserved=self._reserved(view))

    def _reserved(self, view: View) -> ReservedView | None:
        """With the minute at which the time is over, by the timer that runs."""
        due = self._timers.due(f"reserve.{view.station}")
        if view.reserved is None or due is None:
            return view.reserved
        left = timedelta(milliseconds=due - self._clock.monotonic_ms())
        return replace(view.reserved, until=(datetime.fromisoformat(self._clock.wall()) + left).strftime("%H:%M"))

    def show_edges_of(self, edges: Edges) -> None:
        """From here on the views tell what the bets of the game on the table cost on average."""
        self._edges = edges

    def show_steps_to(self, steps: Steps) -> None:
        """From here on the deck's navigation goes to *steps*; without one it is dropped."""
        self._steps = steps

    def watch_program(self, program: ProgramWatch) -> None:
        """From here on *program* says before each play, and now and then, whether the files are the adopted ones."""
        self._program = program

    def handle(self, signal: Signal) -> None:
        """Decide *signal* and all that its effects answer at once; everything durable on return."""
        self._inbox.append(signal)
        while self._inbox:
            self._handle(self._inbox.popleft())

    def _handle(self, signal: Signal) -> None:
        signal = carry(self.state, signal)
        if _begins(signal):
            for said in self._before_play():
                self._decide(said)
        self._decide(signal)

    def _scheduled(self) -> list[Signal]:
        """The rows of the games' schedules that hold by the wall clock and are not followed yet."""
        if self.state.options is None or not any(setup.schedule for setup in self.state.options.games):
            return []
        wall = self._clock.wall()
        now = {setup.game: setup.row_at(minute_of_day(wall)) for setup in self.state.options.games}
        followed = self.state.scheduled
        return [ScheduleTurned(game, row, wall) for game, row in now.items() if followed.get(game, ALWAYS) != row]

    def _before_play(self) -> list[Signal]:
        found = self._scheduled() if self._guard is None else [*self._scheduled(), *self._guard.before_play()]
        return found if self._program is None else [*found, *self._program.before_play()]

    def _decide(self, signal: Signal) -> None:
        decision = decide(self.state, signal, self._tables)
        durable = [record for record in decision.records if not isinstance(record, Drafted)]
        if durable:
            # what begins something new was refused while the disk was nearly full; what has happened is written
            records = [encode(record) for record in durable]
            self._journal.append(encode(signal), records, self._clock.wall(), from_reserve=True)
        self.state = evolve(self.state, *decision.records)
        self.known = Known(self.state, self.row, self._journal.head())
        if durable and self._guard is not None:
            matters, paid = (any(isinstance(record, some) for record in durable) for some in (ANCHORED, PAID))
            self._guard.after(self.state, matters, paid=paid)
        if self._program is not None and any(isinstance(record, DoorClosed) for record in durable):
            self._program.ask()
        self._forget_standing(signal)
        self.perform(decision.effects)
        self._send_standing()

    def perform(self, effects: tuple[Effect, ...]) -> None:
        """Carry out *effects*; answers are handled by the running or next `handle`."""
        for effect in effects:
            match effect:
                case ToDevice(device, order):
                    self._outbox(device, order)
                case StartTimer(key, ms):
                    self._timers.start(key, ms, self._clock.monotonic_ms())
                case StopTimer(key):
                    self._timers.stop(key)
                case CheckProgram():
                    if self._program is not None:
                        self._program.ask()
                case Navigate(station, step):
                    self._steps(station, step, self._clock.monotonic_ms())
                case _:
                    self._inbox.extend(self._performer.perform(effect, self.state))

    def resume(self, effects: tuple[Effect, ...]) -> None:
        """What is still owed after a boot."""
        self.perform(effects)
        while self._inbox:
            self._handle(self._inbox.popleft())

    def tick(self) -> None:
        """Timers that are due become signals."""
        for key in self._timers.elapsed(self._clock.monotonic_ms()):
            self.handle(TimerElapsed(key))

    def background(self) -> None:
        """A short step of what is to be done while nobody waits: the gaming day cut when it is over, older rows
        compared, free space looked at."""
        day, wall = self.state.cuts.get("day"), self._clock.wall()
        if self.state.options is not None:
            starts = self.state.set_up.machine.gaming_day_minute
            if day_over(wall, day.wall if day is not None else "", starts):
                self.handle(DayTurned(wall))
            if not self.state.play.in_round:
                for turned in self._scheduled():
                    self.handle(turned)
        if self._idle is not None:
            self._idle()
        if self._guard is not None:
            for said in (*self._guard.background(), *self._guard.space()):
                self.handle(said)
        if self._program is not None:
            for seen in self._program.background():
                self.handle(seen)

    def stop(self) -> None:
        """A clean end: the next start folds nothing."""
        if self._guard is not None:
            self._guard.save(self.state)

    def wake_at(self) -> int | None:
        """Monotonic ms at which `tick` is wanted, None = no timer runs."""
        return self._timers.next_due()

    def _forget_standing(self, signal: Signal) -> None:
        """A device that came back, or was brought up again, has forgotten its standing order."""
        if isinstance(signal, DeviceSaid) and isinstance(signal.event, LinkUp | AcceptorReady | DeckReady):
            self._standing.pop(signal.device, None)

    def _send_standing(self) -> None:
        if self.state.options is None:
            return
        for device, order in outputs(self.state).items():
            if self._standing.get(device, Enable(False, False)) != order:
                self._standing[device] = order
                self._outbox(device, order)
