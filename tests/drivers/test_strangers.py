"""Every driver against every other device's words, and against one that resets when its port is opened (A5, A8)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from cabinet.ports.link import LinkDown, LinkUp, WrongDevice
from drivers.acceptors.ebds import Ebds
from drivers.acceptors.id003 import Id003
from drivers.decks.firmata import FirmataDeck
from drivers.device import Driver, Event, Twin
from drivers.emulators.ebds import EbdsTwin, EbdsTwinOptions
from drivers.emulators.escpos import EscPosTwin
from drivers.emulators.firmata import FirmataTwin
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.tcl import TclTwin
from drivers.emulators.world import World
from drivers.printers.escpos import EscPos
from drivers.printers.tcl import Tcl
from drivers.shakers.shaker import Shaker, ShakerOptions
from tests.drivers.printers.rig import Bench

DEVICES: dict[str, tuple[Callable[[], Driver], Callable[[], Twin]]] = {
    "id003": (Id003, lambda: Id003Twin(World().shelf("a"), Id003TwinOptions(), 1)),
    "ebds": (Ebds, lambda: EbdsTwin(World().shelf("a"), EbdsTwinOptions(), 1)),
    "tcl": (Tcl, lambda: TclTwin(World().shelf("p"))),
    "escpos": (EscPos, lambda: EscPosTwin(World().shelf("p"))),
    "firmata": (FirmataDeck, lambda: FirmataTwin(World().shelf("d"))),
    "shaker": (lambda: Shaker(ShakerOptions(key=BENCH_KEY)), lambda: ShakerTwin(World().shelf("s"))),
}
OF_THE_LINK = (LinkDown, WrongDevice)
GREETING = b"\x00\xffSHAKER v1.2 READY\r\n20\x14$20.00\r\n"
"""What a foreign board says when its port is opened; with bytes in it that mean a note elsewhere."""


@lru_cache
def talk(name: str) -> bytes:
    """What the device says while its own driver brings it up."""
    driver, twin = DEVICES[name]
    device = twin()
    device.power_up(0)
    own = Bench(driver(), device)
    own.run(15_000)
    assert own.of(LinkUp)
    return bytes(own.heard)


def conditions_aside(events: list[Event]) -> list[Event]:
    """A driver may say that its device is silent; that is told as a condition, too."""
    return [event for event in events if not type(event).__name__.endswith("Conditions")]


@pytest.mark.parametrize("stranger", list(DEVICES))
@pytest.mark.parametrize("name", list(DEVICES))
def test_what_another_device_says_means_nothing_here(name: str, stranger: str) -> None:
    """A5: over and over for ten seconds: never taken for the own device, never a note, a ticket, a door or a roll."""
    if name == stranger:
        return
    driver, words = DEVICES[name][0](), talk(stranger)
    events: list[Event] = driver.opened(0)
    for now in range(0, 10_000, 50):
        events += driver.pull(now)[1]
        at = now * 7 % len(words)
        events += driver.receive((words[at:] + words[:at])[:64], now)
    wrong = [event for event in conditions_aside(events) if not isinstance(event, OF_THE_LINK)]
    assert wrong == []
    assert any(isinstance(event, OF_THE_LINK) for event in events), "nobody is told"


class ResetsOnOpen:
    """A twin that is deaf for two seconds and then says something of its own."""

    def __init__(self, twin: Twin, deaf_ms: int = 2000) -> None:
        self._twin, self._deaf_ms, self._said = twin, deaf_ms, False
        self.bench, self.status, self.power_up = twin.bench, twin.status, twin.power_up

    def receive(self, data: bytes, now: int) -> None:
        if now >= self._deaf_ms:
            self._twin.receive(data, now)

    def pull(self, now: int) -> bytes:
        words = self._twin.pull(now)
        if now < self._deaf_ms:
            return b""
        greeting, self._said = (b"" if self._said else GREETING), True
        return greeting + words

    def wake_at(self) -> int | None:
        wake = self._twin.wake_at()
        return wake if self._said else min(wake or self._deaf_ms, self._deaf_ms)


@pytest.mark.parametrize("name", list(DEVICES))
def test_a_device_that_resets_when_its_port_is_opened_comes_up_and_its_greeting_is_nothing(name: str) -> None:
    """A8."""
    driver, twin = DEVICES[name]
    device = twin()
    device.power_up(0)
    joined = Bench(driver(), ResetsOnOpen(device))
    before = joined.run(1_990)
    assert [event for event in conditions_aside(before) if not isinstance(event, OF_THE_LINK)] == []
    joined.run(15_000)
    up: list[Any] = joined.of(LinkUp)
    assert len(up) == 1
    assert not joined.of(WrongDevice)
