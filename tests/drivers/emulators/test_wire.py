"""The in-memory wire: nothing out of order, nothing lost that was not meant to be, the same from the same seed."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.ports.link import LinkDown, LinkUp
from drivers.device import Event
from drivers.emulators.wire import BadWire, Wire


class Sayer:
    """A driver and a twin in one: says what it is given, remembers what it heard."""

    def __init__(self, says: list[bytes] | None = None) -> None:
        self.says, self.heard, self.heard_at = says or [], b"", [0]

    def opened(self, now: int) -> list[Event]:
        return [LinkUp("sayer")]

    def closed(self, reason: str, now: int) -> list[Event]:
        return [LinkDown(reason)]

    def order(self, what: Any, now: int) -> list[Event]:
        return []

    def wake_at(self) -> int | None:
        return None


class SayingDriver(Sayer):
    def receive(self, data: bytes, now: int) -> list[Event]:
        self.heard += data
        self.heard_at.append(now)
        return []

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        return (self.says.pop(0) if self.says else b""), []


class SayingTwin(Sayer):
    def receive(self, data: bytes, now: int) -> None:
        self.heard += data

    def pull(self, now: int) -> bytes:
        return self.says.pop(0) if self.says else b""

    def power_up(self, now: int) -> None: ...

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        return what

    def status(self) -> dict[str, Any]:
        return {}


WORDS = [bytes([at]) * 9 for at in range(1, 40)]


def passed(bad: BadWire | None) -> tuple[bytes, bytes, int]:
    """What either side heard, and when the last of it came."""
    driver, twin = SayingDriver(list(WORDS)), SayingTwin(list(WORDS))
    wire = Wire("sayer.1", driver, twin, bad=bad)
    wire.cable(True, 0)
    now = 0
    wire.advance(now)
    while (wake_at := wire.wake_at()) is not None:
        now = max(now, wake_at)
        wire.advance(now)
    return twin.heard, driver.heard, now


@pytest.mark.parametrize("bad", [None, BadWire(split=True), BadWire(delay_ms=500), BadWire(True, 0, 0, 90, 3)])
def test_everything_arrives_in_order(bad: BadWire | None) -> None:
    down, up, last = passed(bad)
    assert down == up == b"".join(WORDS)
    assert (last > 0) == (bad is not None and bad.delay_ms > 0)


def test_losses_and_noise_are_as_many_as_asked_and_repeat_with_the_seed() -> None:
    lossy = passed(BadWire(split=True, loss_per_mille=300, seed=5))
    assert 0.5 < len(lossy[0]) / len(b"".join(WORDS)) < 0.9
    assert lossy == passed(BadWire(split=True, loss_per_mille=300, seed=5))
    assert lossy != passed(BadWire(split=True, loss_per_mille=300, seed=6))
    assert len(passed(BadWire(noise_per_mille=500))[0]) > len(b"".join(WORDS))


def test_a_pulled_cable_loses_what_is_under_way_and_says_so_once() -> None:
    driver, twin = SayingDriver([b"late"]), SayingTwin()
    wire = Wire("sayer.1", driver, twin, bad=BadWire(delay_ms=100, seed=2))
    assert wire.cable(True, 0) == [("sayer.1", LinkUp("sayer"))]
    wire.advance(0)
    assert wire.cable(False, 1) == [("sayer.1", LinkDown("sayer.1 unplugged"))]
    assert wire.cable(False, 2) == []
    wire.advance(1000)
    assert twin.heard == b""
    assert wire.wake_at() is None


def test_a_driver_that_never_waits_is_found_out() -> None:
    class Chatterer(SayingDriver):
        def pull(self, now: int) -> tuple[bytes, list[Event]]:
            return b"x", []

    wire = Wire("sayer.1", Chatterer(), SayingTwin())
    wire.cable(True, 0)
    with pytest.raises(AssertionError, match="never falls quiet"):
        wire.advance(0)
