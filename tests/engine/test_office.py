"""The attendant's desk behind the hub: pages only while somebody is at work, a PIN that leads to a signal only."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cabinet.engine.engine import Known
from cabinet.engine.hub import Hub
from cabinet.engine.office import OfficeDesk
from cabinet.machine.signals import Signal
from cabinet.machine.state import State, Worker
from cabinet.ports.access import Role, SignIn
from cabinet.ports.page import Errand, Page, PageWanted, Told, message
from cabinet.ports.plain import Codec, encode
from cabinet.ports.signals import OfficeTouched, PinTold
from tests.engine.test_hub import Screen

PIN = "836194"


class Clerk:
    """Makes a page that says what was asked; "slow" waits until the test lets it go, "bad" fails."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        assert wanted.page != "bad", "this page cannot be made"
        return Page(wanted.page, wanted.params, message("office.menu.meters"), worker.who, known.row)

    def slow(self, wanted: PageWanted) -> bool:
        return wanted.page == "slow"

    def slow_page(self, wanted: PageWanted, worker: Worker, known: Known) -> Page:
        assert self.go.wait(10)
        return self.page(wanted, worker, known)

    def errand(self, errand: Errand, worker: Worker, known: Known) -> Told:
        return Told(message(errand.name))

    def close(self) -> None:
        self.go.set()


class Floor:
    """A hub and a desk; the machine is the test."""

    def __init__(self, path: Path) -> None:
        self.path, self.clerk, self.said = path, Clerk(), []
        self.signals: queue.Queue[Signal] = queue.Queue()
        self.state = State()
        desk = OfficeDesk(lambda: Known(self.state, 7, ""), self._offer, _check, self.clerk, self.said.append)
        self.hub, self.desk = Hub(path, (1, 2), self._offer, office=desk), desk
        desk.start()
        self.hub.start()

    def _offer(self, signal: Signal) -> bool:
        self.signals.put(signal)
        return True

    def at_work(self, *stations: int) -> None:
        self.state = State(office=tuple(Worker(station, "A1", Role.ATTENDANT) for station in stations))

    said: list[str]


def _check(station: int, typed: SignIn) -> PinTold:
    return PinTold(station, typed.who, Role.OPERATOR if typed.pin == PIN else None)


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    found = Floor(tmp_path / "hub")
    yield found
    found.clerk.go.set()
    found.hub.close()
    found.desk.close()


def page(screen: Screen) -> Page:
    heard: Any = Codec([Page]).decode(screen.hear()["page"])
    assert isinstance(heard, Page)
    return heard


def test_a_page_is_given_to_who_is_at_work_there_and_to_nobody_else(floor: Floor) -> None:
    floor.at_work(1)
    worker, player = Screen(floor.path, 1), Screen(floor.path, 2)
    player.say({"page": encode(PageWanted("meters"))})
    assert player.hear() == {"error": "nobody is at work there"}
    worker.say({"page": encode(PageWanted("meters", (("scope", "machine"),)))})
    given = page(worker)
    assert (given.name, given.params, given.wall, given.row) == ("meters", (("scope", "machine"),), "A1", 7)
    assert floor.signals.get(timeout=10) == OfficeTouched(1)


def test_a_page_asked_for_again_by_itself_does_not_keep_the_office_open(floor: Floor) -> None:
    floor.at_work(1)
    screen = Screen(floor.path, 1)
    screen.say({"page": encode(PageWanted("meters", touched=False))})
    page(screen)
    assert floor.signals.empty()


def test_a_sign_in_becomes_a_verdict_and_the_pin_goes_no_further(floor: Floor) -> None:
    screen = Screen(floor.path, 1)
    screen.say({"sign_in": {"who": "A1", "pin": PIN}})
    assert floor.signals.get(timeout=10) == PinTold(1, "A1", Role.OPERATOR)
    screen.say({"sign_in": {"who": "A1", "pin": 836194}})
    assert screen.hear() == {"error": "neither hello nor command"}
    assert floor.said == []


def test_a_slow_page_holds_up_nobody(floor: Floor) -> None:
    floor.at_work(1)
    screen = Screen(floor.path, 1)
    screen.say({"page": encode(PageWanted("slow"))})
    assert page(screen).counting
    screen.say({"page": encode(PageWanted("meters"))})
    assert page(screen).name == "meters"
    floor.clerk.go.set()
    done = page(screen)
    assert (done.name, done.counting, done.live) == ("slow", False, False)


def test_a_page_that_cannot_be_made_is_said_and_ends_nothing(floor: Floor) -> None:
    floor.at_work(1)
    screen = Screen(floor.path, 1)
    screen.say({"page": encode(PageWanted("bad"))})
    assert screen.hear()["told"]["message"]["code"] == "office.failed"
    screen.say({"errand": encode(Errand("office.usb.none"))})
    assert screen.hear()["told"]["message"]["code"] == "office.usb.none"
    (line,) = floor.said
    assert line.startswith("desk: AssertionError: this page cannot be made")


def test_nonsense_is_answered(floor: Floor) -> None:
    floor.at_work(1)
    screen = Screen(floor.path, 1)
    screen.say({"page": {"is": "PageWanted", "page": 5}})
    assert "is no str" in screen.hear()["error"]
    screen.say({"errand": {"is": "Rob"}})
    assert "unknown record" in screen.hear()["error"]
