"""The engine's thread turned by hand: signals in order, timers on time, views no faster than a panel shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cabinet.clock import ManualClock
from cabinet.engine.inbox import Inbox
from cabinet.engine.loop import Loop
from cabinet.engine.watch import Watch
from cabinet.ports.signals import ClockStepped, StorageSaid, TimerElapsed


@dataclass(frozen=True)
class FakeState:
    """A state that knows its stations; each change is another object."""

    number: int = 0

    @property
    def set_up(self) -> Any:
        return self

    @property
    def machine(self) -> Any:
        return self

    stations = (1, 2)


@dataclass
class FakeEngine:
    """Changes its state with every signal but those named "nothing"."""

    clock: ManualClock
    state: FakeState = field(default_factory=FakeState)
    handled: list[Any] = field(default_factory=list)
    due: int | None = None
    backgrounds: int = 0

    def handle(self, signal: Any) -> None:
        self.handled.append(signal)
        if signal != TimerElapsed("nothing"):
            self.state = FakeState(self.state.number + 1)

    def tick(self) -> None:
        if self.due is not None and self.due <= self.clock.monotonic_ms():
            self.due = None
            self.handle(TimerElapsed("due"))

    def wake_at(self) -> int | None:
        return self.due

    def background(self) -> None:
        self.backgrounds += 1

    def view(self, station: int) -> Any:
        return (station, self.state.number)


class Waits(Inbox):
    """An inbox in which waiting moves the clock."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock
        self.waited: list[int] = []

    def take(self, wait_ms: int) -> Any:
        signal = super().take(0)
        if signal is None:
            self.waited.append(wait_ms)
            self._clock.advance(wait_ms)
        return signal


class Turning:
    def __init__(self) -> None:
        self.clock = ManualClock()
        self.engine = FakeEngine(self.clock)
        self.inbox = Waits(self.clock)
        self.shown: list[tuple[int, Any]] = []
        self.turns = 0
        watch = Watch(self.clock, 0.0)
        engine: Any = self.engine
        self.loop = Loop(engine, self.inbox, watch, self.clock, self._publish, self._turned)
        self.loop.turn()  # the first look at the clock
        self.engine.handled.clear()

    def _publish(self, view: Any) -> None:
        self.shown.append((self.clock.monotonic_ms(), view))

    def _turned(self) -> None:
        self.turns += 1

    def turn_until(self, ms: int) -> None:
        while self.clock.monotonic_ms() < ms:
            self.loop.turn()


def test_signals_are_handled_in_their_order() -> None:
    cabinet = Turning()
    for key in "abc":
        cabinet.inbox.put(TimerElapsed(key))
    for _ in range(3):
        cabinet.loop.turn()
    assert cabinet.engine.handled == [TimerElapsed("a"), TimerElapsed("b"), TimerElapsed("c")]


def test_every_station_sees_a_change_and_only_a_change() -> None:
    cabinet = Turning()
    cabinet.shown.clear()
    cabinet.inbox.put(TimerElapsed("nothing"))
    cabinet.turn_until(500)
    assert cabinet.shown == []
    cabinet.inbox.put(TimerElapsed("a"))
    cabinet.loop.turn()
    assert [view for _, view in cabinet.shown] == [(1, 2), (2, 2)]


def test_a_burst_is_shown_at_sixty_a_second_and_its_end_always() -> None:
    cabinet = Turning()
    cabinet.shown.clear()
    began = cabinet.clock.monotonic_ms()
    for _ in range(1000):
        cabinet.inbox.put(TimerElapsed("a"))
        cabinet.clock.advance(1)
        cabinet.loop.turn()
    cabinet.turn_until(began + 1100)
    times = [at for at, view in cabinet.shown if view[0] == 1]
    assert 55 <= len(times) <= 64
    assert all(later - sooner >= 16 for sooner, later in pairwise(times))
    assert cabinet.shown[-1][1] == (2, cabinet.engine.state.number)


def test_a_timer_is_on_time_and_an_idle_thread_sleeps() -> None:
    cabinet = Turning()
    cabinet.turn_until(300)
    cabinet.engine.due = cabinet.clock.monotonic_ms() + 123
    due = cabinet.engine.due
    cabinet.loop.turn()
    assert cabinet.clock.monotonic_ms() == due
    assert cabinet.engine.handled[-1] == TimerElapsed("due")
    cabinet.inbox.waited.clear()
    cabinet.turn_until(10_300)
    assert len(cabinet.inbox.waited) < 30, "an idle engine turns too often"
    assert cabinet.turns > 9, "and gives a sign of life each second"


def test_a_wait_is_not_moved_by_the_wall_clock() -> None:
    """A15: the clock is stepped a fortnight while ten seconds of a wait run: they last ten seconds."""
    cabinet = Turning()
    cabinet.engine.due = cabinet.clock.monotonic_ms() + 10_000
    due = cabinet.engine.due
    cabinet.turn_until(5000)
    cabinet.clock.step_wall(14 * 24 * 3_600_000)
    cabinet.turn_until(due)
    assert cabinet.clock.monotonic_ms() == due
    steps = [signal for signal in cabinet.engine.handled if isinstance(signal, ClockStepped)]
    assert len(steps) == 1
    assert cabinet.engine.handled[-1] == TimerElapsed("due")
    assert not any(isinstance(signal, StorageSaid) for signal in cabinet.engine.handled)


def test_old_rows_are_looked_at_only_while_nobody_waits() -> None:
    cabinet = Turning()
    cabinet.engine.backgrounds = 0
    for _ in range(3000):
        cabinet.inbox.put(TimerElapsed("a"))
        cabinet.clock.advance(1)
        cabinet.loop.turn()
    assert cabinet.engine.backgrounds == 0
    began = cabinet.clock.monotonic_ms()
    cabinet.turn_until(began + 5000)
    assert 4 <= cabinet.engine.backgrounds <= 6


def test_it_ends_when_the_inbox_is_closed() -> None:
    cabinet = Turning()
    cabinet.inbox.close()
    cabinet.loop.run()
    assert cabinet.engine.handled == []
