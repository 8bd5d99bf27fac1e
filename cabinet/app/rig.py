"""The whole machine in one thread on virtual time: engine, drivers, wires, twins.

`demo` runs it over the real journal; the simulation runs it over a model disk and cuts it anywhere. Decides
only the order of things: orders go out, bytes move, events come in, timers elapse, then the clock jumps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from cabinet.clock import ManualClock
from cabinet.engine.engine import Engine
from cabinet.ports.commands import Command
from cabinet.ports.effects import DeviceOrder
from cabinet.ports.signals import DeviceSaid, Pressed
from cabinet.ports.view import View
from drivers.emulators.wire import Arrived, Wire

_MOST_TURNS = 10_000
"""Exchanges in one instant of virtual time before something is plainly chasing its tail."""


class Stuck(Exception):
    """What was waited for did not happen in the virtual time allowed."""


class Rig:
    """One cabinet with its emulated devices. The engine is attached after the rig is built (`attach`)."""

    def __init__(self, wires: Mapping[str, Wire], clock: ManualClock) -> None:
        self.wires, self.clock = dict(wires), clock
        self._orders: deque[tuple[str, DeviceOrder]] = deque()
        self._events: deque[Arrived] = deque()
        self._engine: Engine | None = None

    @property
    def engine(self) -> Engine:
        assert self._engine is not None, "no engine attached"
        return self._engine

    def attach(self, engine: Engine) -> None:
        """Join *engine*, power every device up and put every cable in."""
        self._engine = engine
        for wire in self.wires.values():
            wire.twin.power_up(self._now)
            self._events.extend(wire.cable(True, self._now))

    def outbox(self, device: str, order: DeviceOrder) -> None:
        """The engine's orders; they go out when the engine is done with its signal."""
        self._orders.append((device, order))

    def press(self, command: Command, station: int = 1) -> None:
        self.engine.handle(Pressed(station, command))
        self.settle()

    def bench(self, device: str, what: dict[str, Any]) -> dict[str, Any]:
        """An act of a hand on a device; answers what happened."""
        answer = self.wires[device].bench(what, self._now)
        self.settle()
        return answer

    def cable(self, device: str, plugged: bool) -> None:
        self._events.extend(self.wires[device].cable(plugged, self._now))
        self.settle()

    def view(self, station: int = 1) -> View:
        return self.engine.view(station)

    def settle(self) -> None:
        """Everything that happens in this instant."""
        for _ in range(_MOST_TURNS):
            if not self._turn():
                return
        raise AssertionError("the rig never falls quiet")

    def wait(self, done: Callable[[], bool], within_ms: int, what: str = "") -> None:
        """Let virtual time pass until *done*; raises Stuck after *within_ms*."""
        deadline = self._now + within_ms
        self.settle()
        while not done():
            if self._now >= deadline:
                raise Stuck(f"{what or 'it'} did not happen within {within_ms} ms")
            self._jump(deadline)
            self.settle()

    def run(self, ms: int) -> None:
        """Let *ms* of virtual time pass."""
        deadline = self._now + ms
        self.settle()
        while self._now < deadline:
            self._jump(deadline)
            self.settle()

    @property
    def _now(self) -> int:
        return self.clock.monotonic_ms()

    def _turn(self) -> bool:
        busy = False
        while self._orders:
            device, order = self._orders.popleft()
            if device in self.wires:
                self._events.extend(self.wires[device].order(order, self._now))
            busy = True
        for wire in self.wires.values():
            self._events.extend(wire.advance(self._now))
        while self._events:
            device, event = self._events.popleft()
            self.engine.handle(DeviceSaid(device, event))
            busy = True
        due = self.engine.wake_at()
        if due is not None and due <= self._now:
            self.engine.tick()
            busy = True
        return busy

    def _jump(self, deadline: int) -> None:
        """To the next moment at which anybody wants to do something."""
        times = [wire.wake_at() for wire in self.wires.values()]
        times.append(self.engine.wake_at())
        future = [at for at in times if at is not None and at > self._now]
        self.clock.advance(max(1, min([*future, deadline]) - self._now))
