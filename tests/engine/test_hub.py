"""The socket between engine and screens: newest view first, nonsense answered, nobody waited for."""

from __future__ import annotations

import json
import queue
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cabinet.engine.hub import MOST_LINE_BYTES, MOST_SCREENS, Hub
from cabinet.machine.signals import Signal
from cabinet.ports.commands import AddChip, Deal
from cabinet.ports.plain import Codec, encode
from cabinet.ports.signals import Pressed
from cabinet.ports.view import View
from tests.screens.views import EMPTY


class Floor:
    """A hub with an engine that notes what it is offered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.offered: list[Signal] = []
        self.came = threading.Event()
        self.takes = True
        self.seen: queue.Queue[tuple[int, bool]] = queue.Queue()
        self.hub = Hub(path, (1, 2), self._offer, lambda station, there: self.seen.put((station, there)))
        self.hub.start()

    def _offer(self, signal: Signal) -> bool:
        if self.takes:
            self.offered.append(signal)
            self.came.set()
        return self.takes

    def screen(self, station: int | None = 1) -> Screen:
        return Screen(self.path, station)


class Screen:
    """The other end: says and hears lines."""

    def __init__(self, path: Path, station: int | None) -> None:
        self.link = socket.socket(socket.AF_UNIX)
        self.link.settimeout(10)
        self.link.connect(str(path))
        self._lines = self.link.makefile("rb")
        if station is not None:
            self.say({"hello": {"station": station}})

    def say(self, what: Any) -> None:
        self.link.sendall(what if isinstance(what, bytes) else json.dumps(what).encode() + b"\n")

    def hear(self) -> dict[str, Any]:
        """The next line, {} when the hub hung up."""
        line = self._lines.readline()
        heard: dict[str, Any] = json.loads(line) if line else {}
        return heard

    def view(self) -> View:
        shown = Codec([View]).decode(self.hear()["view"])
        assert isinstance(shown, View)
        return shown


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path / "hub")
    yield found
    found.hub.close()


def rich(cents: int, station: int = 1) -> View:
    return replace(EMPTY, station=station, credit_cents=cents)


def test_a_screen_is_shown_its_station_at_once_and_after_each_change(floor: Floor) -> None:
    floor.hub.publish(rich(100))
    floor.hub.publish(rich(7, station=2))
    screen = floor.screen()
    assert screen.view() == rich(100)
    floor.hub.publish(rich(100))  # no change, no line
    floor.hub.publish(rich(200))
    assert screen.view() == rich(200)
    assert floor.screen(2).view() == rich(7, station=2)


def test_a_command_reaches_the_engine_as_the_station_that_said_hello(floor: Floor) -> None:
    screen = floor.screen(2)
    screen.say({"command": encode(AddChip("main", 500))})
    assert floor.came.wait(10)
    screen.say({"command": encode(Deal())})
    screen.say({"what": 1})
    screen.hear()
    assert floor.offered == [Pressed(2, AddChip("main", 500)), Pressed(2, Deal())]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"{]\n", "not a line of JSON"),
        (b"\xff\xfe\n", "not a line of JSON"),
        (b"[1]\n", "neither hello nor command"),
        (b"[" * 50_000 + b"\n", "not a line of JSON"),
        (b'{"hello": {"station": 9}}\n', "there is no station 9 here"),
        (b'{"hello": {"station": "1"}}\n', "neither hello nor command"),
        (b'{"command": {"is": "Steal"}}\n', "command: unknown record 'Steal'"),
        (b'{"command": {"is": "AddChip", "bet": "main", "amount_cents": 5.0}}\n', "is no int"),
        (b'{"command": {"is": "AddChip", "bet": "main", "amount_cents": true}}\n', "is no int"),
        (b'{"command": {"is": "Booted"}}\n', "unknown record"),
    ],
)
def test_nonsense_is_answered_and_the_line_stays(floor: Floor, line: bytes, why: str) -> None:
    screen = floor.screen()
    screen.say(line)
    assert why in screen.hear()["error"]
    screen.say(b'{"nothing": 1}\n')
    assert screen.hear() == {"error": "neither hello nor command"}
    assert floor.offered == []


def test_a_command_before_hello_or_at_a_busy_engine_is_refused(floor: Floor) -> None:
    stranger = floor.screen(None)
    stranger.say({"command": encode(Deal())})
    assert stranger.hear() == {"error": "say hello first"}
    floor.takes = False
    screen = floor.screen()
    screen.say({"command": encode(Deal())})
    assert screen.hear() == {"error": "the engine is busy"}


def test_a_line_in_pieces_is_one_line(floor: Floor) -> None:
    screen = floor.screen()
    line = json.dumps({"command": encode(Deal())}).encode() + b"\n"
    for at in range(len(line)):
        screen.say(line[at : at + 1])
    assert floor.came.wait(10)
    assert floor.offered == [Pressed(1, Deal())]


def test_a_line_without_end_is_cut_off(floor: Floor) -> None:
    screen = floor.screen()
    with pytest.raises(OSError):
        screen.say(b"a" * MOST_LINE_BYTES * 16)
    floor.hub.publish(rich(5))
    assert floor.screen().view() == rich(5)


def test_a_screen_that_reads_nothing_delays_nobody_and_then_sees_the_newest(floor: Floor) -> None:
    """20,000 changes while it sleeps: the engine never waits, another screen follows, nothing piles up."""
    asleep, awake = floor.screen(), floor.screen()
    last = 20_000
    for cents in range(1, last + 1):
        floor.hub.publish(rich(cents))
    while awake.view().credit_cents != last:
        pass
    heard = 0
    while asleep.view().credit_cents != last:
        heard += 1
    assert heard < last // 2, "views waited for a screen that was not looking"


def test_only_so_many_screens_are_let_in(floor: Floor) -> None:
    floor.hub.publish(rich(1))
    screens = [floor.screen() for _ in range(MOST_SCREENS)]
    assert all(screen.view() == rich(1) for screen in screens)
    assert floor.screen(None).hear() == {}
    screens[0].link.shutdown(socket.SHUT_RDWR)
    assert screens[1].link.fileno() >= 0


def test_the_first_and_the_last_screen_of_a_station_are_noticed(floor: Floor) -> None:
    """A16: notes are taken only while somebody can see what they become."""
    floor.hub.publish(rich(1))
    pilot = floor.screen(None)
    pilot.say({"hello": {"station": 1, "only_looks": True}})
    assert pilot.view() == rich(1)
    one, two = floor.screen(), floor.screen()
    one.view(), two.view()
    assert floor.seen.get(timeout=10) == (1, True)
    one.link.shutdown(socket.SHUT_RDWR)
    other = floor.screen(2)
    assert floor.seen.get(timeout=10) == (2, True), "the second screen of station 1 was still there"
    other.say({"hello": {"station": 1}})
    assert floor.seen.get(timeout=10) == (2, False)
    for screen in (two, other):
        screen.link.shutdown(socket.SHUT_RDWR)
    assert floor.seen.get(timeout=10) == (1, False), "who only looks is no picture"


def test_the_socket_of_a_life_before_is_replaced_and_only_ours(floor: Floor, tmp_path: Path) -> None:
    left = tmp_path / "left"
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(left))
    dead.close()
    again = Floor(left)
    again.hub.publish(rich(3))
    assert again.screen().view() == rich(3)
    assert left.stat().st_mode & 0o077 == 0
    again.hub.close()
    assert not left.exists()


# -- the deck's navigation --------------------------------------------------------------------------------


def test_a_deck_button_reaches_the_picture_of_its_station_and_no_other(floor: Floor) -> None:
    first, second, looks = floor.screen(1), floor.screen(2), floor.screen(None)
    looks.say({"hello": {"station": 1, "only_looks": True}})
    for screen, station in ((first, 1), (second, 2), (looks, 1)):
        floor.hub.publish(replace(EMPTY, station=station))
        assert screen.view().station == station
    floor.hub.navigate(1, "left", 4_000)
    assert first.hear() == {"nav": "left", "at_ms": 4_000}
    for screen, station in ((second, 2), (looks, 1)):
        floor.hub.publish(replace(EMPTY, station=station, row=999))
        assert screen.view().row == 999, "nothing came before it"


def test_a_deck_button_is_not_kept_for_a_screen_that_comes_later(floor: Floor) -> None:
    floor.hub.navigate(1, "select", 4_000)
    other = floor.screen(2)
    floor.hub.publish(replace(EMPTY, station=2))
    assert other.view().station == 2  # the hub has been round since
    late = floor.screen(1)
    floor.hub.publish(replace(EMPTY, station=1))
    assert late.view().station == 1
