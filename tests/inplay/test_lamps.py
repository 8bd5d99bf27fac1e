"""Lamps and tower on the board itself: what the machine's table of states wants is what shines, whatever happened."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from cabinet.machine.outputs import lamps
from cabinet.ports import commands as c
from tests.inplay.floor import DECK, PRINTER, Floor

Act = Callable[[Floor], None]
STAGES = ("tower_low", "tower_high")
LOOKS = 200
LOOK_MS = 25


def shines(floor: Floor) -> dict[str, str]:
    """How each stage of the tower is seen over five seconds: off, on, slow (once a second) or fast."""
    seen: dict[str, list[bool]] = {stage: [] for stage in STAGES}
    for _ in range(LOOKS):
        floor.run(LOOK_MS)
        status = floor.twins[DECK].status()
        for stage in STAGES:
            seen[stage].append(bool(status[stage]))
    return {stage: _pattern(levels) for stage, levels in seen.items()}


def _pattern(levels: list[bool]) -> str:
    changes = sum(one is not other for one, other in pairwise(levels))
    if not changes:
        return "on" if levels[0] else "off"
    return "slow" if changes < 15 else "fast"


def lit(floor: Floor) -> set[str]:
    return {name for name, on in floor.twins[DECK].status()["lamps"].items() if on}


def as_wanted(floor: Floor) -> None:
    wanted = lamps(floor.state, 1)
    assert lit(floor) == set(wanted.lit)
    assert shines(floor) == {"tower_low": wanted.tower_low, "tower_high": wanted.tower_high}


STATES: dict[str, tuple[tuple[Act, ...], str, str]] = {
    "nothing": ((), "off", "off"),
    "credit": ((lambda f: f.note(10_000),), "off", "off"),
    "chips on the main bet": ((lambda f: f.note(10_000), lambda f: f.press(c.AddChip("main", 1_000))), "off", "off"),
    "tiles to set": ((lambda f: f.note(10_000), lambda f: f.deal()), "off", "off"),
    "the attendant is called": ((lambda f: f.press(c.CallAttendant()),), "slow", "off"),
    "the main door is open": ((lambda f: _hand(f, DECK, {"door": "main", "open": True}),), "off", "fast"),
    "the printer's head is open": ((lambda f: f.fault(PRINTER, "head_open"),), "off", "slow"),
}


def _hand(floor: Floor, device: str, what: dict[str, object]) -> None:
    floor.hand(device, what)


@pytest.mark.parametrize("name", list(STATES))
def test_the_board_shows_the_row_of_the_table_also_after_a_restart_and_an_outage(name: str) -> None:
    acts, low, high = STATES[name]
    floor = Floor(seed=3)
    for act in acts:
        act(floor)
    floor.run(3_000)
    assert shines(floor) == {"tower_low": low, "tower_high": high}
    as_wanted(floor)
    floor.hand(DECK, {"reboot": True})
    floor.run(12_000)
    as_wanted(floor)
    floor.boot()
    floor.run(6_000)
    as_wanted(floor)


def test_the_lamps_follow_what_can_be_pressed_through_a_round() -> None:
    floor = Floor(seed=3)
    floor.note(10_000)
    floor.run(500)
    assert "cash_out" in lit(floor)
    assert "deal" not in lit(floor)
    floor.press(c.AddChip("main", 1_000))
    floor.run(500)
    assert {"deal", "clear"} <= lit(floor)
    floor.press(c.Deal())
    floor.run(500)
    assert "cash_out" not in lit(floor)
    floor.set_hands()
    floor.settle()
    floor.run(500)
    assert {"repeat", "cash_out"} <= lit(floor)
