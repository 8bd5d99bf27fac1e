"""Joins one driver and one twin in memory over a virtual clock; the wire may be bad, from a seed.

Decides when which bytes arrive where: whole or split, late, with noise, or not at all; never out of order.
Knows no device. With a perfect wire an answer is delivered in the step in which it is said.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

from drivers.device import Driver, Event, Twin
from drivers.traffic import PortStatus, Traffic, Transfer

Arrived = tuple[str, Event]

# A quiet moment comes after a few exchanges; more in one instant is a driver that never waits.
_MOST_EXCHANGES = 1000


@dataclass(frozen=True, slots=True)
class BadWire:
    """*split*: bytes arrive one to three at a time; per mille of chunks: noise before, loss; delay up to ms."""

    split: bool = False
    noise_per_mille: int = 0
    loss_per_mille: int = 0
    delay_ms: int = 0
    seed: int = 0


class _Lane:
    """One direction."""

    def __init__(self, bad: BadWire | None, dice: random.Random) -> None:
        self._bad, self._dice = bad, dice
        self._moving: deque[tuple[int, bytes]] = deque()

    def put(self, data: bytes, now: int) -> None:
        if not data:
            return
        if self._bad is None:
            self._moving.append((now, data))
            return
        due = max(now, self._moving[-1][0] if self._moving else now)
        for chunk in self._chunks(data, self._bad):
            if self._dice.randrange(1000) < self._bad.noise_per_mille:
                noise = bytes(self._dice.randrange(256) for _ in range(self._dice.randint(1, 4)))
                chunk = noise + chunk
            if self._dice.randrange(1000) >= self._bad.loss_per_mille:
                due = max(due, now + self._dice.randint(0, self._bad.delay_ms))
                self._moving.append((due, chunk))

    def _chunks(self, data: bytes, bad: BadWire) -> list[bytes]:
        if not bad.split:
            return [data]
        chunks = []
        while data:
            size = self._dice.randint(1, 3)
            chunks.append(data[:size])
            data = data[size:]
        return chunks

    def take(self, now: int) -> bytes:
        """The next chunk that has arrived, empty = none."""
        if self._moving and self._moving[0][0] <= now:
            return self._moving.popleft()[1]
        return b""

    def wake_at(self) -> int | None:
        return self._moving[0][0] if self._moving else None

    def cut(self) -> None:
        self._moving.clear()


class Wire:
    """One device of the in-memory rig, by the name the machine knows it ("acceptor.1")."""

    def __init__(self, name: str, driver: Driver, twin: Twin, *, bad: BadWire | None = None) -> None:
        self.name, self.driver, self.twin = name, driver, twin
        dice = random.Random(bad.seed if bad else 0)
        self._down, self._up = _Lane(bad, dice), _Lane(bad, dice)
        self.plugged = False
        self._opened, self._traffic = 0, Traffic()

    def cable(self, plugged: bool, now: int) -> list[Arrived]:
        """Put the cable in or pull it out; bytes under way are lost. The twin keeps its power."""
        if plugged == self.plugged:
            return []
        self.plugged = plugged
        self._opened += plugged
        self._down.cut()
        self._up.cut()
        return self._named(self.driver.opened(now) if plugged else self.driver.closed(f"{self.name} unplugged", now))

    def order(self, what: Any, now: int) -> list[Arrived]:
        """What the machine wants; a refusal comes back as an event."""
        return self._named(self.driver.order(what, now))

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        """An act of a hand on the device."""
        return self.twin.bench(what, now)

    def advance(self, now: int) -> list[Arrived]:
        """Everything that happens up to *now*, until both sides are quiet."""
        arrived: list[Event] = []
        for _ in range(_MOST_EXCHANGES):
            if not self._exchange(now, arrived):
                return self._named(arrived)
        raise AssertionError(f"{self.name} never falls quiet")

    def _exchange(self, now: int, arrived: list[Event]) -> bool:
        said = self.twin.pull(now)
        if not self.plugged:
            return bool(said)
        sent, events = self.driver.pull(now)
        arrived += events
        self._down.put(sent, now)
        self._up.put(said, now)
        down, up = self._down.take(now), self._up.take(now)
        if down:
            self._traffic.note(now, "tx", down)
            self.twin.receive(down, now)
        if up:
            self._traffic.note(now, "rx", up)
            arrived += self.driver.receive(up, now)
        return bool(said or sent or events or down or up)

    def status(self) -> PortStatus:
        """What went over the wire; every time that it was pulled out is a loss."""
        lost = self._opened - self.plugged
        last = "" if self.plugged or not lost else f"{self.name} unplugged"
        return PortStatus(self.name, self.plugged, self._opened, lost, self._traffic.received, self._traffic.sent, last)

    def trace(self) -> tuple[Transfer, ...]:
        """The last transfers, oldest first; of a bad wire, what arrived."""
        return self._traffic.trace()

    def wake_at(self) -> int | None:
        """When `advance` wants to be called next, None = only after an act."""
        times = [self.twin.wake_at()]
        if self.plugged:
            times += [self.driver.wake_at(), self._down.wake_at(), self._up.wake_at()]
        return min((at for at in times if at is not None), default=None)

    def _named(self, events: list[Event]) -> list[Arrived]:
        return [(self.name, event) for event in events]
