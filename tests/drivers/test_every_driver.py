"""One contract for printers, decks and shakers: whatever the wire does, nothing breaks and everything comes back."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from cabinet.ports.deck import Lamps
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused
from cabinet.ports.printer import ClearErrors
from cabinet.ports.shaker import Shake
from drivers.decks.firmata import FirmataDeck
from drivers.device import Driver, Event, Twin
from drivers.emulators.escpos import EscPosTwin, EscPosTwinOptions
from drivers.emulators.firmata import FirmataTwin
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.tcl import TclTwin
from drivers.emulators.world import World
from drivers.printers.escpos import EscPos, EscPosOptions
from drivers.printers.escpos_document import Paper
from drivers.printers.tcl import Tcl
from drivers.shakers.shaker import Shaker, ShakerOptions
from tests.drivers.fuzz import FRAMES, next_talk
from tests.drivers.printers.papers import cash_out
from tests.drivers.printers.rig import Bench

KIOSK = EscPosOptions(kiosk=True, paper=Paper(confirms=False, presenter=True))
DEVICES: dict[str, tuple[Callable[[], Driver], Callable[[], Twin], Any]] = {
    "tcl": (Tcl, lambda: TclTwin(World().shelf("p")), cash_out()),
    "escpos": (EscPos, lambda: EscPosTwin(World().shelf("p")), cash_out()),
    "kiosk": (
        lambda: EscPos(KIOSK),
        lambda: EscPosTwin(World().shelf("p"), EscPosTwinOptions(kiosk=True)),
        cash_out(),
    ),
    "firmata": (FirmataDeck, lambda: FirmataTwin(World().shelf("d")), Lamps(("deal",), "fast", "slow", True)),
    "shaker": (
        lambda: Shaker(ShakerOptions(key=BENCH_KEY)),
        lambda: ShakerTwin(World().shelf("s")),
        Shake(7, 1),
    ),
}
every = pytest.mark.parametrize("name", list(DEVICES))
COME_BACK_MS = 12_000


def bench(name: str, **wire: Any) -> Bench:
    driver, twin, _ = DEVICES[name]
    return Bench(driver(), twin(), **wire)


def order(name: str) -> Any:
    return DEVICES[name][2]


def is_up(joined: Bench) -> bool:
    """Whether the newest word of the link is that it is up."""
    links = [event for _, event in joined.events if isinstance(event, LinkUp | LinkDown)]
    return bool(links) and isinstance(links[-1], LinkUp)


@every
def test_before_it_is_opened_and_after_it_is_closed_nothing_happens(name: str) -> None:
    driver = DEVICES[name][0]()
    assert driver.receive(b"anything at all", 0) == []
    assert driver.pull(0) == (b"", [])
    assert driver.wake_at() is None
    assert driver.closed("never opened", 0) == []
    driver.opened(10)
    driver.closed("gone", 20)
    assert driver.pull(30) == (b"", [])
    assert driver.wake_at() is None


@every
def test_a_storm_of_random_bytes_breaks_nothing(name: str) -> None:  # A6
    chance = random.Random(name)
    joined = bench(name)
    joined.run(3000)
    for _ in range(300):
        junk = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40)))
        joined.driver.receive(junk, joined.now)
        if chance.random() < 0.1:
            joined.order(order(name))
        joined.run(20)
    joined.run(COME_BACK_MS)
    assert is_up(joined)


@every
@pytest.mark.fuzz
def test_frames_of_its_own_protocol_bent_at_random_break_nothing(name: str) -> None:  # A6
    chance, joined = random.Random(name), bench(name)
    joined.run(3000)
    joined.order(order(name))
    joined.run(10_000)
    spoken = bytes(joined.heard)
    for _ in range(FRAMES // 4):
        joined.driver.receive(next_talk(spoken, chance), joined.now)
        joined.driver.pull(joined.now)
        joined.now += chance.randrange(200)
        if chance.randrange(50) == 0:
            joined.order(order(name))
    joined.unplug()
    joined.plug()
    joined.hand(power="on")
    joined.events.clear()
    joined.run(COME_BACK_MS)
    assert is_up(joined)


@every
def test_a_storm_of_random_bytes_breaks_no_twin(name: str) -> None:
    chance = random.Random(name)
    joined = bench(name)
    for _ in range(300):
        joined.twin.receive(bytes(chance.randrange(256) for _ in range(chance.randrange(1, 40))), joined.now)
        joined.run(5)
    joined.hand(power="on")
    joined.run(COME_BACK_MS)
    assert is_up(joined)


@every
def test_unplugged_at_any_moment_of_its_work_it_comes_back(name: str) -> None:  # A4
    for moment in range(0, 3000, 100):
        joined = bench(name)
        joined.run(1500)
        joined.order(order(name))
        joined.run(moment)
        joined.unplug()
        assert joined.run(60_000) == []
        joined.plug()
        joined.run(COME_BACK_MS)
        assert is_up(joined)
        assert len(joined.of(LinkDown)) == 1


@every
def test_the_device_loses_its_power_twice_at_any_moment_of_its_work_and_comes_back(name: str) -> None:
    for moment in range(0, 3000, 200):
        joined = bench(name)
        joined.run(1500)
        joined.order(order(name))
        joined.run(moment)
        joined.hand(power="off")
        joined.run(700)
        joined.hand(power="on")
        joined.run(900)
        joined.hand(power="off")
        joined.run(5000)
        joined.hand(power="on")
        joined.run(COME_BACK_MS)
        assert is_up(joined), moment


@every
def test_ten_silent_minutes_are_two_events_and_a_trickle_of_bytes(name: str) -> None:  # A4
    joined = bench(name)
    joined.run(3000)
    joined.hand(fault="mute")
    joined.run(10_000)
    before, told = len(joined.sent), len(joined.events)
    joined.run(600_000)
    assert len(joined.events) == told
    assert len(joined.sent) - before <= 600 * 40  # a question and a little more a second
    joined.hand(fault="mute", on=False)
    joined.run(COME_BACK_MS)
    assert is_up(joined)


@every
@pytest.mark.parametrize("wire", [{"split": True}, {"noise": 0.001, "seed": 7}, {"loss": 0.001, "seed": 8}])
def test_over_a_bad_wire_it_comes_up_and_works(name: str, wire: dict[str, Any]) -> None:  # A6
    joined = bench(name, **wire)
    joined.run(10_000)
    assert joined.of(LinkUp)
    joined.order(order(name))
    joined.run(10_000)


@every
def test_orders_of_another_device_are_refused_as_events(name: str) -> None:
    joined = bench(name)
    joined.run(3000)
    stranger: Any = ClearErrors() if name in ("firmata", "shaker") else Shake(1, 1)
    (refused,) = joined.order(stranger)
    assert isinstance(refused, OrderRefused)
    assert refused.order == type(stranger).__name__


@every
def test_two_of_a_kind_with_the_same_seed_live_the_same_life(name: str) -> None:
    lives: list[list[tuple[int, Event]]] = []
    for _ in range(2):
        joined = bench(name, noise=0.01, seed=9)
        joined.run(5000)
        joined.order(order(name))
        joined.run(10_000)
        lives.append(joined.events)
    assert lives[0] == lives[1]
