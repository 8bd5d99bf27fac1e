"""The bench's window: every button is an act the bench knows, and the ticket is drawn as it was printed."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pygame
import pytest
import zxingcpp
from PIL import Image

from cabinet.screens.bench.picture import OPEN, SIZE, Seen, picture
from cabinet.screens.bench.window import Window, drawn
from cabinet.screens.main import BENCH_PERCENT, shared
from cabinet.screens.pointer import Fit
from cabinet.screens.scene import Photo, Tile
from cabinet.screens.stage import Stage
from cabinet.screens.theme import FINGER_PX
from cabinet.screens.ui import Ui
from drivers.emulators.switchboard import SWITCHBOARDS
from tests.screens.rig import ENGLISH, plain_fonts

TICKET = {
    "kind": "ticket",
    "number": "980293639811456403",
    "amount": "USD 20.00",
    "amount_cents": 2000,
    "fields": {
        "validation": "98-0293-6398-1145-6403",
        "title": "VOID - TEST - CASH OUT TICKET",
        "site": "Bench House",
        "amount": "USD 20.00",
        "machine": "MACHINE # 0427-1",
    },
}
STATUS = {
    "devices": {
        "acceptor.1": {"position": "idle", "faults": [], "cable": True, "box_out": False},
        "printer.1": {"position": "in_chute", "faults": ["paper_low"], "cable": False},
        "deck.1": {"position": "ready", "doors": {"main": True}, "keys": {"audit": False}, "cable": True},
    }
}


def acts(seen: Seen) -> dict[str, Any]:
    """Name of each button that can be pressed → its act."""
    scene, found = picture(seen, Ui(), ENGLISH, 0)
    return {control.name: found.of[control.name] for control in scene.controls if control.enabled}


def test_every_button_is_an_act() -> None:
    found = acts(Seen(STATUS, "", "980293639811456403", "t"))
    assert found["bench.note.2000"] == {"insert_note": 2000}
    assert found["bench.insert_ticket"] == {"insert_ticket": "980293639811456403"}
    assert found["bench.take_ticket"] == {"take_ticket": True}
    assert found["bench.cable.printer"] == {"cable": "printer.1", "in": True}
    assert found["bench.cable.acceptor"] == {"cable": "acceptor.1", "in": False}
    assert found["bench.door.main"] == {"door": "main", "open": False}
    assert found["bench.door.logic"] == {"door": "logic", "open": True}
    assert found["bench.key.audit"] == {"key": "audit", "on": True}
    assert found["bench.cash_box"] == {"cash_box": "out"}
    assert found["bench.power_cut"] == {"power": "cut"}


def test_a_device_s_switchboard_is_a_button_a_switch_and_what_is_on_is_turned_off() -> None:
    for protocol, switches in SWITCHBOARDS.items():
        device = {"position": "idle", "faults": ["mute"], "switches": [asdict(switch) for switch in switches]}
        seen = Seen({"devices": {"deck.1": device}}, opened="deck.1")
        found = acts(seen)
        assert found[OPEN] == {}
        for number, switch in enumerate(switches):
            do = switch.off if switch.fault == "mute" else switch.on
            assert found[f"bench.switch.{number}"] == {"device": "deck.1", "do": do}, protocol
        scene, _ = picture(seen, Ui(), ENGLISH, 0)
        for number, one in enumerate(scene.controls):
            assert min(one.rect.w, one.rect.h) >= FINGER_PX
            assert one.rect.y + one.rect.h <= SIZE[1]
            assert not [other.name for other in scene.controls[number + 1 :] if other.rect.touches(one.rect)], one


def test_a_silent_bench_can_not_be_touched() -> None:
    assert acts(Seen(None)) == {}


def test_without_a_ticket_there_is_nothing_to_take_or_to_put_in() -> None:
    idle = {"devices": {"printer.1": {"position": "idle", "cable": True}}}
    found = acts(Seen(idle))
    assert "bench.take_ticket" not in found
    assert "bench.insert_ticket" not in found


def test_its_buttons_are_apart_and_large_enough() -> None:
    scene, _ = picture(Seen(STATUS, "", "1", "t"), Ui(), ENGLISH, 0)
    for number, one in enumerate(scene.controls):
        assert min(one.rect.w, one.rect.h) >= FINGER_PX
        assert not [other.name for other in scene.controls[number + 1 :] if other.rect.touches(one.rect)], one
    assert not any(isinstance(item, Tile) for item in scene.drawables)


def test_the_drawn_ticket_s_barcode_is_the_number_on_it() -> None:
    plain_fonts()
    surface = drawn(TICKET)
    image = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    assert [code.text for code in zxingcpp.read_barcodes(image)] == ["980293639811456403"]


# -- the window at work -----------------------------------------------------------------------------------


class Bench:
    """A bench process of one thread that answers what it is told to."""

    def __init__(self, path: Path) -> None:
        self.asked: list[dict[str, Any]] = []
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.door.bind(str(path))
        self.door.listen(4)
        self.heard = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                link, _ = self.door.accept()
            except OSError:
                return
            question = json.loads(link.makefile().readline())
            answer = STATUS if "status" in question else {"ticket": TICKET}
            link.sendall(json.dumps(answer).encode() + b"\n")
            link.close()
            if "bench" in question:
                self.asked.append(question)
                self.heard.set()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    found = Bench(tmp_path / "bench")
    yield found
    found.door.close()


def test_a_touch_takes_the_ticket_and_shows_it(bench: Bench, tmp_path: Path) -> None:
    window = Window(tmp_path / "bench", Stage(SIZE, plain_fonts()), Fit(SIZE, SIZE))
    clock = iter(range(0, 10_000_000, 25))

    def until(found: Any) -> None:
        for _ in range(2000):
            window.turn([], next(clock))
            if found():
                return
            threading.Event().wait(0.005)
        raise AssertionError("the window never came to it")

    until(lambda: any(c.name == "bench.take_ticket" and c.enabled for c in window.scene.controls))
    rect = next(c.rect for c in window.scene.controls if c.name == "bench.take_ticket")
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        window.turn([pygame.event.Event(kind, pos=rect.centre, button=1, touch=False)], next(clock))
    assert bench.heard.wait(10)
    until(lambda: any(isinstance(item, Photo) for item in window.scene.drawables))
    assert bench.asked == [{"bench": {"take_ticket": True}}]
    assert acts_of(window)["bench.insert_ticket"] == {"insert_ticket": "980293639811456403"}


def acts_of(window: Window) -> dict[str, Any]:
    return window.acts.of


@pytest.mark.parametrize("display_px", [1024, 1366, 1920, 2560, 3840])
def test_player_and_bench_stand_side_by_side_on_one_display(display_px: int) -> None:
    """Neither window lies on the other, and neither loses its shape."""
    player = shared((1600, 900), display_px, 100 - BENCH_PERCENT)
    bench = shared((900, 563), display_px, BENCH_PERCENT)
    assert player[0] + bench[0] <= display_px
    assert abs(player[0] * 9 - player[1] * 16) <= 16
    assert shared((1600, 900), display_px, 100) == (1600, 900), "alone it has what it wants"
