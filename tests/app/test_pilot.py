"""The pilot between a script and the screen: patient, never doing a thing twice, errors are answers."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from cabinet.app import pilot as pilots
from cabinet.app.lines import LineServer, Said
from cabinet.app.pilot import Pilot
from cabinet.app.places import Places


class FakeScreen:
    """A screen whose control comes only after some askings."""

    def __init__(self, places: Places, enabled_after: int = 0, station: int = 1) -> None:
        self.asked: list[Said] = []
        self._enabled_after = enabled_after
        self.server = LineServer(places.screen(station), self._answer)

    def _answer(self, question: Said) -> Said:
        self.asked.append(question)
        if "view" in question:
            return {"state": "table", "credit_cents": 5, "controls": []}
        return {"ok": True} if len(self.asked) > self._enabled_after else {"error": "deal cannot be pressed now"}


@pytest.fixture
def quits() -> list[str]:
    return []


@pytest.fixture
def pilot(places: Places, quits: list[str]) -> Pilot:
    return Pilot(places, (1, 2), lambda: quits.append("quit"))


@pytest.fixture
def screen(places: Places) -> Iterator[FakeScreen]:
    found = FakeScreen(places)
    found.server.start()
    yield found
    found.server.close()


def test_a_touch_is_passed_on_once(pilot: Pilot, screen: FakeScreen) -> None:
    assert pilot.answer({"drag": "tile.1", "to": "place.front", "wait_ms": 50}) == {"ok": True}
    assert screen.asked == [{"drag": "tile.1", "to": "place.front"}]


def test_a_control_about_to_be_enabled_is_waited_for(pilot: Pilot, places: Places) -> None:
    slow = FakeScreen(places, enabled_after=3)
    slow.server.start()
    assert pilot.answer({"press": "deal"}) == {"ok": True}
    assert len(slow.asked) == 4
    slow.server.close()


def test_one_that_stays_disabled_is_an_answer(pilot: Pilot, places: Places) -> None:
    never = FakeScreen(places, enabled_after=10**9)
    never.server.start()
    assert pilot.answer({"press": "deal", "wait_ms": 0}) == {"error": "deal cannot be pressed now"}
    assert len(never.asked) == 1
    assert "error" in pilot.answer({"press": "deal", "wait_ms": 120})
    never.server.close()


def test_a_screen_that_is_coming_up_is_waited_for(pilot: Pilot, places: Places) -> None:
    late = FakeScreen(places)
    threading.Timer(0.3, late.server.start).start()
    assert pilot.answer({"press": "deal"}) == {"ok": True}
    late.server.close()


def test_a_screen_that_never_comes_is_an_answer(pilot: Pilot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pilots, "COMES_S", 0.1)
    assert "nobody answers" in pilot.answer({"press": "deal"})["error"]
    assert "nobody answers" in pilot.answer({"bench": {"take_ticket": True}})["error"]


def test_a_view_has_the_screens_word_and_the_engines(pilot: Pilot, screen: FakeScreen) -> None:
    assert screen.server
    answer = pilot.answer({"view": True})
    assert (answer["state"], answer["credit_cents"]) == ("table", 5)
    assert answer["engine"] is None, "no engine answers here"


def test_another_station_is_named(pilot: Pilot, screen: FakeScreen, places: Places) -> None:
    second = FakeScreen(places, station=2)
    second.server.start()
    assert pilot.answer({"press": "deal", "station": 2}) == {"ok": True}
    assert (second.asked, screen.asked) == ([{"press": "deal"}], [])
    assert pilot.answer({"press": "deal", "station": 3}) == {"error": "there is no station 3 here"}
    second.server.close()


def test_an_act_goes_to_the_bench(pilot: Pilot, places: Places) -> None:
    heard: list[Said] = []
    bench = LineServer(places.bench, lambda question: heard.append(question) or {"taken": True})  # type: ignore[func-returns-value]
    bench.start()
    assert pilot.answer({"bench": {"insert_note": 2000}}) == {"taken": True}
    assert heard == [{"bench": {"insert_note": 2000}}]
    bench.close()


def test_quit_is_answered_and_done(pilot: Pilot, quits: list[str]) -> None:
    assert pilot.answer({"quit": True}) == {"quit": True}
    assert quits == ["quit"]


@pytest.mark.parametrize("question", [{}, {"quit": False}, {"bench": 1}, {"view": 0}, {"steal": True}])
def test_what_is_not_understood_is_answered(pilot: Pilot, question: Said, quits: list[str]) -> None:
    assert "error" in pilot.answer(question)
    assert quits == []


def test_an_act_whose_answer_was_lost_is_not_done_again(pilot: Pilot, places: Places) -> None:
    """The bench dies after it took the note: asking again would feed a second one."""
    heard: list[bytes] = []
    bench = socket.socket(socket.AF_UNIX)
    bench.bind(str(places.bench))
    bench.listen()

    def dies() -> None:
        for _ in range(2):
            link, _ = bench.accept()
            heard.append(link.recv(4096))
            link.close()

    threading.Thread(target=dies, daemon=True).start()
    assert "error" in pilot.answer({"bench": {"insert_note": 2000}})
    assert len(heard) == 1
    bench.close()
