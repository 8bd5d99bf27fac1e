"""A driver and a twin on one bench: virtual time, a wire that can be cut, split, spoiled and listened to."""

from __future__ import annotations

import random
from typing import Any, TypeVar

from drivers.device import Driver, Event, Twin

_E = TypeVar("_E")


class Bench:
    """*split*: bytes come one at a time; *loss*: share of the twin's bytes that get lost; *noise*: that get added."""

    def __init__(
        self, driver: Driver, twin: Twin, *, split: bool = False, loss: float = 0.0, noise: float = 0.0, seed: int = 1
    ) -> None:
        self.driver, self.twin, self.now = driver, twin, 0
        self.events: list[tuple[int, Event]] = []
        self.sent, self.heard = bytearray(), bytearray()
        self.plugged = True
        self._split, self._loss, self._noise = split, loss, noise
        self._random = random.Random(seed)
        self._note(driver.opened(0))

    def run(self, ms: int) -> list[Event]:
        """Let *ms* pass; the events of that time."""
        before, end = len(self.events), self.now + ms
        idle = 0
        while self.now < end:
            moved = self._exchange()
            wakes = [wake for wake in (self.driver.wake_at(), self.twin.wake_at()) if wake is not None]
            due = min(wakes, default=end)
            idle = 0 if due > self.now else idle + 1
            assert idle < 1000, "a wake-up time that never passes"
            if due > self.now and not moved:
                self.now = min(due, end)
            elif not moved and idle > 2:
                self.now += 1
        self._exchange()
        return [event for _, event in self.events[before:]]

    def order(self, what: Any) -> list[Event]:
        events = self.driver.order(what, self.now)
        self._note(events)
        return events

    def hand(self, **act: Any) -> dict[str, Any]:
        return self.twin.bench(act, self.now)

    def unplug(self) -> list[Event]:
        self.plugged = False
        events = self.driver.closed("unplugged", self.now)
        self._note(events)
        return events

    def plug(self) -> None:
        self.plugged = True
        self._note(self.driver.opened(self.now))

    def of(self, kind: type[_E]) -> list[_E]:
        """All events of one kind so far."""
        return [event for _, event in self.events if isinstance(event, kind)]

    def at(self, kind: type[Any]) -> int:
        """When the first event of a kind came."""
        return next(when for when, event in self.events if isinstance(event, kind))

    def _note(self, events: list[Event]) -> None:
        self.events += [(self.now, event) for event in events]

    def _exchange(self) -> bool:
        out, events = self.driver.pull(self.now)
        self._note(events)
        if not self.plugged:
            self.twin.pull(self.now)  # said to nobody
            return False
        self.sent += out
        for part in self._parts(out):
            self.twin.receive(part, self.now)
        back = self.twin.pull(self.now)
        for part in self._parts(self._spoil(back)):
            self.heard += part
            self._note(self.driver.receive(part, self.now))
        return bool(out or back)

    def _parts(self, data: bytes) -> list[bytes]:
        if not self._split:
            return [data] if data else []
        return [data[place : place + 1] for place in range(len(data))]

    def _spoil(self, data: bytes) -> bytes:
        spoiled = bytearray()
        for value in data:
            if self._random.random() < self._noise:
                spoiled.append(self._random.randrange(256))
            if self._random.random() >= self._loss:
                spoiled.append(value)
        return bytes(spoiled)
