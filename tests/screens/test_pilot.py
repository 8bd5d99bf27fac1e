"""The pilot presses what a finger could press, and every mistake of his is an answer."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pygame
import pytest

from cabinet.ports import commands as c
from cabinet.screens.pilot import PilotSocket, answered
from tests.screens import views
from tests.screens.rig import Floor


def asked(floor: Floor, request: dict[str, object]) -> dict[str, object]:
    return answered(request, floor.screen, floor.now_ms)


def test_what_is_on_the_screen_can_be_read() -> None:
    seen = asked(Floor(views.with_bet()), {"view": True})
    assert (seen["state"], seen["phase"], seen["credit_cents"]) == ("table", "betting", 10_000)
    controls = {control["name"]: control for control in seen["controls"]}  # type: ignore[attr-defined]
    assert controls["deal"] == {"name": "deal", "rect": [1402, 922, 252, 144], "enabled": True}
    assert controls["cash_out"]["enabled"] is False
    assert "$100.00" in seen["texts"]  # type: ignore[operator]


WRONG = (
    ({"press": "nothing"}, "there is no control nothing on the screen table"),
    ({"press": "cash_out"}, "cash_out cannot be pressed now"),
    ({"drag": "tile.1", "to": "place.front"}, "there is nothing called tile.1"),
    ({"drag": "deal", "to": "bet.main"}, "there is nothing called deal"),
    ({"drag": "chip.500", "to": "moon"}, "there is no place moon"),
    ({"press": 5}, "not understood"),
    ({"bench": {"insert_note": 2000}}, "there is no bench"),
    ({}, "not understood"),
    ({"screenshot": "/no/such/folder/x.png"}, "no screenshot"),
)


@pytest.mark.parametrize(("request_", "error"), WRONG)
def test_a_mistake_is_an_answer(request_: dict[str, object], error: str) -> None:
    floor = Floor(views.with_bet())
    assert error in str(asked(floor, request_)["error"])
    assert floor.commands == []


@pytest.mark.parametrize("panel", [(1920, 1080), (1280, 720), (1024, 768), (1080, 1920)])
def test_presses_hit_on_any_panel(panel: tuple[int, int]) -> None:
    floor = Floor(views.with_bet(), panel)
    assert asked(floor, {"press": "deal"}) == {"ok": True}
    assert floor.commands == [c.Deal()]


@pytest.mark.logs
def test_a_touch_is_at_canvas_coordinates_and_hits_what_lies_there() -> None:
    floor = Floor(views.with_bet())
    asked(floor, {"touch": [1500, 1000]})
    asked(floor, {"touch": [5, 200]})
    asked(floor, {"touch": [-400, 9000]})
    assert floor.commands == [c.Deal()]


def test_a_screenshot_is_the_canvas(tmp_path: Path) -> None:
    floor = Floor(views.with_bet(), (1280, 720))
    path = tmp_path / "table.png"
    assert asked(floor, {"screenshot": str(path)}) == {"ok": True, "screenshot": str(path)}
    assert pygame.image.load(path).get_size() == (1920, 1080)


def test_requests_over_the_socket_are_answered_line_by_line(tmp_path: Path) -> None:
    pilot = PilotSocket(tmp_path / "pilot")
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(str(tmp_path / "pilot"))
    client.sendall(b'{"a":1}\nnot json\n{"b":')
    client.settimeout(5)
    assert not pilot.poll(lambda request: {"heard": request})
    pilot.poll(lambda request: {"heard": request})
    client.sendall(b"2}\n")
    pilot.poll(lambda request: {"heard": request})
    heard = [json.loads(line) for line in client.recv(65_536).splitlines()]
    assert heard[0] == {"heard": {"a": 1}}
    assert "error" in heard[1]
    assert heard[2] == {"heard": {"b": 2}}
    client.close()
    pilot.poll(lambda request: {})
    pilot.close()


def test_only_the_cabinets_own_account_may_pilot_it(tmp_path: Path) -> None:
    pilot = PilotSocket(tmp_path / "pilot")
    assert (tmp_path / "pilot").stat().st_mode & 0o077 == 0
    pilot.close()
    assert not (tmp_path / "pilot").exists()
