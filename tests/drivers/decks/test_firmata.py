"""Doors, keys, buttons and lamps of a cabinet over a deck board, lost and found again."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.ports.deck import (
    BUTTONS,
    DOORS,
    KEYS,
    ButtonBad,
    ButtonPressed,
    DeckReady,
    DoorChanged,
    KeyTurned,
    Lamps,
    ResetLatch,
)
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from drivers.decks import DECKS
from drivers.decks import firmata_wire as wire
from drivers.decks.firmata import FirmataDeck, FirmataOptions
from drivers.decks.wiring import Wiring
from drivers.device import Event
from drivers.emulators.firmata import FirmataTwin, FirmataTwinOptions
from drivers.emulators.world import World
from tests.drivers.printers.rig import Bench


class Trickle:
    """A twin whose bytes leave one after another."""

    def __init__(self, twin: FirmataTwin, bytes_a_ms: float) -> None:
        self._twin, self._pace = twin, bytes_a_ms
        self._waiting, self._since, self._said = b"", 0, 0
        self.receive, self.bench, self.status, self.power_up = twin.receive, twin.bench, twin.status, twin.power_up

    def pull(self, now: int) -> bytes:
        if not self._waiting:
            self._since, self._said = now, 0
        self._waiting += self._twin.pull(now)
        due = int((now - self._since) * self._pace) - self._said
        out, self._waiting = self._waiting[:due], self._waiting[due:]
        self._said += len(out)
        return out

    def wake_at(self) -> int | None:
        if self._waiting:
            return self._since + int((self._said + 1) / self._pace) + 1
        return self._twin.wake_at()


def bench(world: World | None = None, options: FirmataOptions | None = None, **line: Any) -> Bench:
    joined = Bench(FirmataDeck(options), FirmataTwin((world or World()).shelf("deck.1")), **line)
    joined.run(1000)
    return joined


def test_the_registry_knows_the_protocol_and_the_map_has_every_name() -> None:
    assert DECKS["firmata"] is FirmataDeck
    wiring = Wiring()
    assert tuple(door.name for door in wiring.doors) == DOORS
    assert tuple(key.name for key in wiring.keys) == KEYS
    assert tuple(button.name for button in wiring.buttons) == BUTTONS


def test_a_board_is_known_set_up_and_read_before_it_is_ready() -> None:
    joined = bench()
    events = [event for _, event in joined.events]
    assert events[0] == LinkUp("StandardFirmata.ino 2.5")
    assert events[1:6] == [DoorChanged(door, False) for door in DOORS]
    assert events[6:8] == [KeyTurned(key, False) for key in KEYS]
    assert events[8:] == [DeckReady("StandardFirmata.ino")]
    assert joined.sent.startswith(bytes.fromhex("F7 F9 F0 79 F7 F0 6B F7"))


def test_no_burst_is_longer_than_the_boards_receive_buffer() -> None:
    bursts: list[bytes] = []
    joined = Bench(FirmataDeck(), FirmataTwin(World().shelf("deck.1")))
    hear = joined.twin.receive
    joined.twin.receive = lambda data, now: (bursts.append(data), hear(data, now))[1]  # type: ignore[method-assign]
    joined.run(10_000)
    joined.order(Lamps(BUTTONS, "on", "on", True))
    joined.run(100)
    assert max(map(len, bursts)) <= 64


@pytest.mark.parametrize("door", DOORS)
def test_a_door_opens_and_closes(door: str) -> None:  # S-06, D-12
    joined = bench()
    joined.hand(door=door, open=True)
    assert joined.run(30) == [DoorChanged(door, True)]
    joined.hand(door=door, open=False)
    assert joined.run(30) == [DoorChanged(door, False)]


@pytest.mark.parametrize("door", DOORS)
def test_a_cut_wire_reads_as_an_open_door(door: str) -> None:
    joined = bench()
    joined.hand(fault="cut_wire", name=door)
    assert joined.run(30) == [DoorChanged(door, True)]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_is_turned_and_turned_back(key: str) -> None:
    joined = bench()
    joined.hand(key=key, on=True)
    assert joined.run(30) == [KeyTurned(key, True)]
    joined.hand(key=key, on=False)
    assert joined.run(30) == [KeyTurned(key, False)]


@pytest.mark.parametrize("button", BUTTONS)
@pytest.mark.parametrize("fault", [None, "bounce"])
def test_one_press_is_one_action(button: str, fault: str | None) -> None:
    joined = bench()
    if fault:
        joined.hand(fault=fault)
    joined.hand(press=button)
    assert joined.run(1000) == [ButtonPressed(button)]


def test_a_press_is_not_lost_when_the_cabinet_looks_late() -> None:
    joined = bench()
    joined.hand(button="left", down=True)
    joined.driver.receive(joined.twin.pull(joined.now), joined.now)
    joined.now += 15  # nobody asked at 5 ms
    joined.hand(button="left", down=False)
    assert joined.driver.receive(joined.twin.pull(joined.now), joined.now) == [ButtonPressed("left")]


def test_two_money_buttons_at_once_take_none() -> None:
    joined = bench()
    joined.hand(press="deal")
    joined.run(20)
    joined.hand(press="cash_out")
    assert joined.run(1000) == []


def test_a_button_stuck_at_the_start_is_ignored_until_seen_up() -> None:
    world = World()
    twin = FirmataTwin(world.shelf("deck.1"))
    twin.bench({"fault": "stuck", "name": "deal"}, 0)
    joined = Bench(FirmataDeck(), twin)
    joined.run(60_000)
    assert joined.of(ButtonBad) == [ButtonBad("deal", "stuck")]
    joined.hand(fault="stuck", on=False)
    joined.run(100)
    assert joined.of(ButtonBad)[1:] == [ButtonBad("deal", "")]
    assert joined.of(ButtonPressed) == []


def test_a_noisy_button_is_told_and_does_nothing() -> None:
    joined = bench()
    joined.hand(fault="noisy", name="repeat")
    told = joined.run(3000)
    assert ButtonBad("repeat", "noisy") in told
    joined.hand(fault="noisy", on=False)
    assert joined.run(3000)[-1:] == [ButtonBad("repeat", "")]
    joined.hand(press="repeat")
    assert joined.run(500) == [ButtonPressed("repeat")]


def test_a_lost_report_heals_within_two_seconds() -> None:
    joined = bench()
    joined.hand(fault="lose_reports")
    joined.hand(door="main", open=True)
    assert joined.run(2100) == [DoorChanged("main", True)]


def test_three_unanswered_heartbeats_lose_the_board_and_it_comes_back() -> None:  # A4
    joined = bench()
    joined.hand(fault="mute")
    cut = joined.now
    assert joined.run(3000) == [LinkDown("heartbeat_lost")]
    lost = joined.at(LinkDown) - cut
    assert 1500 <= lost <= 2100
    assert joined.run(600_000) == []  # ten minutes: said once
    sent = len(joined.sent)
    joined.run(60_000)
    assert len(joined.sent) - sent < 20 * 8  # asked with back-off, never given up
    joined.hand(fault="mute", on=False)
    back = joined.run(6000)
    assert back[0] == LinkUp("StandardFirmata.ino 2.5")
    assert back[1:6] == [DoorChanged(door, False) for door in DOORS]


def test_a_press_in_the_moment_the_board_is_lost_does_not_act() -> None:
    joined = bench()
    joined.hand(button="deal", down=True)
    joined.run(10)
    joined.unplug()
    joined.hand(button="deal", down=False)
    joined.run(1000)
    joined.plug()
    joined.run(1000)
    assert joined.of(ButtonPressed) == []


def test_a_reboot_is_noticed_and_the_board_set_up_again() -> None:  # A8
    joined = bench()
    joined.order(Lamps(("deal",), "on"))
    joined.run(500)
    joined.twin.power_up(joined.now)
    events = joined.run(4000)
    assert [type(event) for event in events[:2]] == [LinkDown, LinkUp]
    assert events[-1] == DeckReady("StandardFirmata.ino")
    joined.run(100)
    assert joined.twin.status()["lamps"]["deal"]
    assert joined.twin.status()["tower_low"]


def test_a_reboot_too_quick_for_the_heartbeat_is_told_by_its_own_greeting() -> None:
    world = World()
    twin = FirmataTwin(world.shelf("deck.1"), FirmataTwinOptions(boot_ms=100))
    joined = Bench(FirmataDeck(), twin)
    joined.run(3000)
    joined.hand(reboot=True)
    events = joined.run(1000)
    assert events[:2] == [LinkDown("board_rebooted"), LinkUp("StandardFirmata.ino 2.5")]
    assert events[-1] == DeckReady("StandardFirmata.ino")


@pytest.mark.parametrize("greeting", ["F9 02 05", "F0 79 02 05 53 00 F7"])
def test_either_half_of_the_greeting_gives_a_reboot_away(greeting: str) -> None:
    joined = bench()
    joined.run(2000)
    assert joined.driver.receive(bytes.fromhex(greeting), joined.now) == [LinkDown("board_rebooted")]


def test_a_reboot_nobody_noticed_shows_when_a_pin_is_read_back() -> None:
    """After FF the pins are OUTPUT LOW, which reads like closed doors: the mode gives it away."""
    joined = bench()
    joined.twin.receive(b"\xff", joined.now)
    events = joined.run(3000)
    assert isinstance(events[0], LinkDown)
    assert "lost_its_mode" in events[0].reason
    assert events[-1] == DeckReady("StandardFirmata.ino")


def test_opening_the_port_resets_the_board_which_hears_nothing_at_first() -> None:  # A8
    joined = Bench(FirmataDeck(), FirmataTwin(World().shelf("deck.1")))
    joined.twin.power_up(0)
    joined.driver.receive(b"\x00\xff", 0)
    joined.run(1900)
    assert joined.events == []
    joined.run(2000)
    assert [type(event) for _, event in joined.events] == [LinkUp, *[DoorChanged] * 5, *[KeyTurned] * 2, DeckReady]


@pytest.mark.parametrize("door", ["cash_box", "logic"])
def test_a_door_opened_without_mains_is_told_at_boot_until_it_is_on_disk(door: str) -> None:
    joined = bench()
    joined.hand(power="off")
    joined.run(3000)
    joined.hand(door=door, open=True)
    joined.hand(door=door, open=False)
    joined.hand(power="on")
    joined.run(6000)
    assert DoorChanged(door, True, latched=True) in joined.of(DoorChanged)
    assert joined.of(DoorChanged)[-1].open is False
    assert joined.twin.status()["latches"][door]  # not reset by itself: the fact may not be on disk yet
    assert joined.order(ResetLatch(door)) == []
    joined.run(200)
    assert not joined.twin.status()["latches"][door]
    assert joined.order(ResetLatch("main")) == [OrderRefused("ResetLatch", "no latch main")]


def test_a_latched_door_that_is_still_open_is_told_once() -> None:
    world = World()
    twin = FirmataTwin(world.shelf("deck.1"))
    twin.bench({"door": "logic", "open": True}, 0)
    joined = Bench(FirmataDeck(), twin)
    joined.run(1000)
    assert [event for event in joined.of(DoorChanged) if event.door == "logic"] == [DoorChanged("logic", True, True)]


def test_an_opening_told_live_is_not_told_again_by_the_latch() -> None:
    world = World()
    joined = bench(world)
    joined.hand(door="logic", open=True)
    joined.run(500)
    joined.hand(door="logic", open=False)
    joined.run(2000)
    assert not any(event.latched for event in bench(world).of(DoorChanged))


def test_every_lamp_is_written_at_the_start_and_follows_the_order() -> None:
    joined = bench()
    for button in BUTTONS:
        joined.order(Lamps((button,)))
        joined.run(50)
        assert [name for name, lit in joined.twin.status()["lamps"].items() if lit] == [button]
    assert joined.order(Lamps(("moon",))) == [OrderRefused("Lamps", "no lamp moon")]


@pytest.mark.parametrize(("stage", "changes"), [("off", 0), ("on", 0), ("slow", 8), ("fast", 32)])
def test_the_tower_light_blinks_at_its_pace(stage: str, changes: int) -> None:
    joined = bench()
    joined.order(Lamps((), tower_low=stage))
    joined.run(1000 - joined.now % 1000)
    seen, last = 0, joined.twin.status()["tower_low"]
    for _ in range(800):
        joined.run(5)
        now = joined.twin.status()["tower_low"]
        seen, last = seen + (now != last), now
    assert seen == changes
    assert last is (stage == "on") or stage in ("slow", "fast")


def test_the_buzzer_is_heard() -> None:
    joined = bench()
    joined.order(Lamps((), buzzer=True))
    joined.run(50)
    assert joined.twin.status()["buzzer"]


@pytest.mark.parametrize("line", [{"split": True}, {"noise": 0.01, "seed": 2}, {"loss": 0.003, "seed": 4}])
def test_over_a_bad_line_no_door_stays_wrong(line: dict[str, Any]) -> None:  # A6
    joined = bench(**line)
    joined.run(20_000)
    joined.hand(door="belly", open=True)
    joined.run(10_000)
    assert [event.open for event in joined.of(DoorChanged) if event.door == "belly"][-1]
    joined.hand(door="belly", open=False)
    joined.run(10_000)
    assert not [event.open for event in joined.of(DoorChanged) if event.door == "belly"][-1]


def answers(name: str = "StandardFirmata.ino", version: tuple[int, int] = (2, 5), board: str = "mega") -> list[Event]:
    wiring = Wiring() if board == "mega" else Wiring((), (), ())
    twin = FirmataTwin(World().shelf("d"), FirmataTwinOptions(wiring, board=board, firmware=name, version=version))
    joined = Bench(FirmataDeck(), twin)
    joined.run(5000)
    return [event for _, event in joined.events]


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (answers(name="ConfigurableFirmata"), "firmware 'ConfigurableFirmata'"),
        (answers(version=(2, 3)), "version 2.3"),
        (answers(board="uno"), "pin 22 cannot do mode 11"),
    ],
    ids=["name", "version", "pins"],
)
def test_another_board_is_not_used(events: list[Event], told: str) -> None:  # A5
    assert [event for event in events if isinstance(event, WrongDevice)] == [WrongDevice(told)]
    assert not [event for event in events if isinstance(event, LinkUp)]


def test_an_echo_is_no_board() -> None:  # A5
    twin = FirmataTwin(World().shelf("d"))
    twin.bench({"fault": "echo"}, 0)
    joined = Bench(FirmataDeck(), twin)
    joined.run(10_000)
    assert joined.of(WrongDevice) == [WrongDevice("echo")]
    assert joined.of(LinkUp) == []


@pytest.mark.parametrize("bytes_a_ms", [5.76, 1.0, 0.6])
def test_a_board_that_talks_no_faster_than_its_line_is_asked_once_and_not_taken_for_rebooted(bytes_a_ms: float) -> None:
    """The capabilities of 70 pins take 57600 baud 118 ms; a busy board needs far longer."""
    joined = Bench(FirmataDeck(), Trickle(FirmataTwin(World().shelf("deck.1")), bytes_a_ms))
    joined.hand(power="on")
    joined.run(12_000)
    assert joined.sent.count(b"\xf0\x6b\xf7") <= 5  # the booting board heard none of the first ones
    links = [event for event in joined.of(LinkUp) + joined.of(LinkDown) if event != LinkDown("silent")]
    assert links == [LinkUp("StandardFirmata.ino 2.5")]
    assert joined.of(DeckReady)


def test_a_stream_of_something_else_is_no_board() -> None:  # A5
    driver = FirmataDeck()
    driver.opened(0)
    events: list[Event] = []
    for now in range(0, 6000, 50):
        events += driver.pull(now)[1] + driver.receive(b"SHAKER v1.2 READY\r\n", now)
    assert [type(event) for event in events] == [LinkDown, WrongDevice]


def test_a_board_that_does_not_take_its_modes_is_never_ready() -> None:
    class Stubborn(FirmataTwin):
        def _set_mode(self, pin: int, mode: int) -> None:
            if pin != 24:
                super()._set_mode(pin, mode)

    joined = Bench(FirmataDeck(), Stubborn(World().shelf("d")))
    joined.run(10_000)
    assert LinkDown("does_not_take_its_settings") in joined.of(LinkDown)
    assert joined.of(DeckReady) == []


def test_orders_it_does_not_know_and_orders_without_a_board() -> None:
    driver = FirmataDeck()
    assert driver.order("nonsense", 0) == [OrderRefused("str", "unknown_order")]
    assert driver.order(ResetLatch("logic"), 0) == [OrderRefused("ResetLatch", "not_connected")]
    assert driver.order(Lamps(("deal",)), 0) == []  # kept for when the board is there
    assert driver.wake_at() is None


def test_a_lamp_that_lost_its_level_is_written_again() -> None:
    joined = bench()
    joined.order(Lamps(BUTTONS))
    joined.run(100)
    joined.twin.receive(wire.write_pin(45, False), joined.now)
    assert not joined.twin.status()["lamps"]["deal"]
    joined.run(2000 * 40)
    assert joined.twin.status()["lamps"]["deal"]


def test_unknown_acts_are_answers() -> None:
    assert FirmataTwin(World().shelf("d")).bench({"door": "attic", "open": True}, 0) == {"error": "unknown act"}
