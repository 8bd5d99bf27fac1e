"""A visit with nothing but the deck's buttons, over real pseudo-terminals: both games, from the note to the ticket."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pty.running import Running, View, feed, running

pytestmark = pytest.mark.pty

MOST_STEPS = 60
MOST_TRIES, AGAIN_S = 8, 4.0


def ring(cabinet: Running) -> str:
    """The control that the deck's buttons stand on, as the screen shows it."""
    told: str = cabinet.do(view=True)["focus"]
    return told


def state(cabinet: Running) -> str:
    """The screen that is shown."""
    told: str = cabinet.do(view=True)["state"]
    return told


def press(cabinet: Running, button: str) -> None:
    cabinet.bench(press=button)


def go(cabinet: Running, name: str, by: str = "right") -> None:
    """By this button until the ring stands on *name*."""
    for _ in range(MOST_STEPS):
        before = ring(cabinet)
        if before == name:
            return
        press_until(cabinet, by, lambda before=before: ring(cabinet) != before)  # type: ignore[misc]
    raise AssertionError(f"the ring never comes to {name}")


def press_until(cabinet: Running, button: str, done: Callable[[], bool]) -> None:
    """A button, pressed again if nothing came of it: a screen that stood still for long drops what came meanwhile."""
    for _ in range(MOST_TRIES):
        press(cabinet, button)
        until = time.monotonic() + AGAIN_S
        while time.monotonic() < until:
            if done():
                return
            time.sleep(0.05)
    raise AssertionError(f"nothing comes of {button}")


def select(cabinet: Running, name: str, done: Callable[[View], object], by: str = "right") -> None:
    """What the ring is brought to is pressed, and the machine's answer waited for."""
    go(cabinet, name, by)
    press_until(cabinet, "select", lambda: bool(done(cabinet.view())))


def staked(view: View) -> dict[str, int]:
    return {spot["bet"]: spot["amount_cents"] for spot in view["table"]["spots"] if spot["amount_cents"]}


def settled(cabinet: Running) -> None:
    cabinet.seen("a result", lambda view: view["table"]["result"] is not None)
    cabinet.still()


def test_both_games_are_played_and_cashed_out_with_the_deck_alone(tmp_path: Path) -> None:
    with running(tmp_path / "data") as cabinet:
        feed(cabinet, 10_000)
        # tiles: the main bet and a side bet, the tiles laid by the button for it
        press_until(cabinet, "right", lambda: ring(cabinet) == "bet.main")
        select(cabinet, "bet.main", lambda view: staked(view) == {"main": 500})
        select(cabinet, "bet.hi_card", lambda view: staked(view) == {"main": 500, "hi_card": 500})
        press(cabinet, "deal")
        cabinet.seen("tiles", lambda view: view["table"]["phase"] == "setting")
        select(cabinet, "house_way", lambda view: "confirm" in view["allowed"], "left")
        press(cabinet, "deal")
        settled(cabinet)
        # cards: chosen on the games' page, cut at the ring, laid on the line
        select(cabinet, "help", lambda _: state(cabinet) == "help", "left")
        select(cabinet, "page.games", lambda _: state(cabinet) == "games")
        select(cabinet, "game.two_card", lambda view: view["table"]["game"] == "two_card")
        select(cabinet, "bet.entry", lambda view: staked(view) == {"entry": 500})
        press(cabinet, "deal")
        cabinet.seen("the cut", lambda view: view["table"]["phase"] == "cutting")
        select(cabinet, "deck", lambda view: view["table"]["phase"] == "setting")
        select(cabinet, "place.on", lambda view: "confirm" in view["allowed"])
        press(cabinet, "deal")
        settled(cabinet)
        left = cabinet.view()["credit_cents"]
        press(cabinet, "cash_out")
        cabinet.seen("a ticket", lambda view: any(money["state"] == "take_ticket" for money in view["moving"]))
        cabinet.bench(take_ticket=True)
        done = cabinet.seen("everything paid", lambda view: view["credit_cents"] == 0 and not view["moving"])
        assert done["moving"] == []
        assert cabinet.world()["tickets_on_paper_cents"] == left
        assert [record["is"] for record in cabinet.records()].count("RoundSettled") == 2
