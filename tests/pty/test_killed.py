"""Processes that die in the middle of a round, over real pseudo-terminals: nothing is lost, nothing is guessed."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from tests.pty.running import Running, bet_and_deal, feed, running

pytestmark = pytest.mark.pty

STAYS = 3
ENGINE, SCREEN = "cabinet.app.engine_process", "cabinet.app.screen_process"


def tiles(view: dict[str, Any]) -> tuple[Any, ...]:
    """What must not change while nobody plays: the tiles, the round, the credit, the bet."""
    seat = view["table"]["seats"][0]
    return seat["pieces"], view["table"]["round_number"], view["credit_cents"], view["bet_cents"]


def picture(cabinet: Running, path: Path) -> Image.Image:
    """The table at rest, as the player sees it: the first picture that stays."""
    cabinet.still()
    last, same = None, 0
    for _ in range(100):
        cabinet.do(screenshot=str(path))
        now = Image.open(path).convert("RGB")
        same = same + 1 if last is not None and difference(last, now) is None else 0
        if same == STAYS:
            return now
        last = now
    raise AssertionError("the picture never rests")


def difference(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    """The box in which two pictures differ, None if they are the same to the pixel."""
    return ImageChops.difference(one, other).getbbox()


def test_each_process_may_die_in_mid_round(tmp_path: Path) -> None:
    """The screen comes back to the same picture, the engine to the same tiles, the cabinet after a power cut too."""
    data = tmp_path / "data"
    with running(data) as cabinet:
        feed(cabinet, 2000)
        dealt = bet_and_deal(cabinet)
        cabinet.do(press="house_way")
        cabinet.seen("tiles laid", lambda view: all(view["table"]["seats"][0]["places"]))
        before = picture(cabinet, tmp_path / "before.png")

        dead = cabinet.kill(SCREEN)
        cabinet.replaced(SCREEN, dead)
        after = picture(cabinet, tmp_path / "after.png")
        assert difference(before, after) is None, "another picture"

        dead = cabinet.kill(ENGINE)
        back = cabinet.seen("the engine again", lambda view: view["row"] > dealt["row"])
        cabinet.replaced(ENGINE, dead)
        assert tiles(back) == tiles(dealt)

        assert cabinet.bench(power="cut")["power"] == "cut"
        assert cabinet.ended()[0] == -9
        assert cabinet.world()["notes_in_cash_box_cents"] == 2000, "the bench lives on"

        cabinet.start()
        back = cabinet.seen("the round again", lambda view: view["table"]["phase"] == "setting")
        assert tiles(back) == tiles(dealt)
        cabinet.do(press="house_way")
        cabinet.do(press="confirm")
        settled = cabinet.seen("a result", lambda view: view["table"]["result"] is not None)
        assert settled["credit_cents"] == 1500 + settled["table"]["result"]["returned_cents"]
        assert [record["is"] for record in cabinet.records()].count("RoundSettled") == 1
        assert [record["is"] for record in cabinet.records()].count("NoteCredited") == 1
        assert cabinet.stop()[0] == 0


def test_a_process_that_hangs_is_ended_and_comes_back(tmp_path: Path) -> None:
    """A16: it is there but works no more; the watchdog ends it, and the round goes on."""
    with running(tmp_path / "data") as cabinet:
        feed(cabinet, 2000)
        dealt = bet_and_deal(cabinet)
        stopped = {module: cabinet.pid_of(module) for module in (ENGINE, SCREEN)}
        for pid in stopped.values():
            os.kill(pid, signal.SIGSTOP)
        for module, pid in stopped.items():
            cabinet.replaced(module, pid)
        back = cabinet.seen("the round again", lambda view: view["row"] > dealt["row"])
        assert tiles(back) == tiles(dealt)
        assert cabinet.still()["state"] == "table"
        assert cabinet.stop()[0] == 0
