"""Fingers on buttons: bouncing, sticking, chattering, and two money buttons at once."""

from __future__ import annotations

import pytest

from cabinet.ports.deck import ButtonBad, ButtonPressed
from drivers.decks.contacts import Buttons, Contact, ContactTimes

MONEY = {"deal": True, "cash_out": True, "left": False}


def play(edges: list[tuple[int, str, bool]], until: int, start: dict[str, bool] | None = None) -> list[tuple[int, str]]:
    """Play timed edges, waking only when the buttons ask for it; (time, what happened)."""
    buttons = Buttons(MONEY, ContactTimes())
    down = dict.fromkeys(MONEY, False) | (start or {})
    told = [(0, event) for event in buttons.start(down, 0)]
    now, waiting = 0, sorted(edges)
    while True:
        wakes = [when for when in (buttons.wake_at(), waiting[0][0] if waiting else None) if when is not None]
        if not wakes or min(wakes) > until:
            break
        now = max(now, min(wakes))
        while waiting and waiting[0][0] <= now:
            _, name, level = waiting.pop(0)
            buttons.level(name, level, now)
        told += [(now, event) for event in buttons.tick(now)]
    return [(when, _word(event)) for when, event in told]


def _word(event: ButtonPressed | ButtonBad) -> str:
    if isinstance(event, ButtonPressed):
        return event.button
    return f"{event.button} {event.reason or 'good'}"


STORIES: list[tuple[str, list[tuple[int, str, bool]], list[tuple[int, str]]]] = [
    ("a plain button acts when it is stable for 5 ms", [(100, "left", True), (200, "left", False)], [(105, "left")]),
    ("a money button acts 50 ms later", [(100, "deal", True), (200, "deal", False)], [(155, "deal")]),
    ("a money button let go early still acts once", [(100, "deal", True), (110, "deal", False)], [(155, "deal")]),
    ("4 ms are no press", [(100, "left", True), (104, "left", False)], []),
    ("a bouncing press is one press", [(100 + step, "left", step % 2 == 0) for step in range(7)], [(111, "left")]),
    ("a bouncing release is no second press",
     [(100, "left", True), (200, "left", False), (203, "left", True), (206, "left", False)], [(105, "left")]),
    ("a gap under 20 ms is no release", [(100, "left", True), (200, "left", False), (219, "left", True)],
     [(105, "left")]),
    ("two money buttons within 50 ms: none", [(100, "deal", True), (150, "cash_out", True)], []),
    ("two money buttons 51 ms apart: both", [(100, "deal", True), (151, "cash_out", True)],
     [(155, "deal"), (206, "cash_out")]),
    ("money and a plain button do not disturb each other", [(100, "deal", True), (101, "left", True)],
     [(106, "left"), (155, "deal")]),
    ("the third of three money presses in a row falls too",
     [(100, "deal", True), (110, "deal", False), (140, "cash_out", True), (180, "deal", True)], []),
]  # fmt: skip


@pytest.mark.parametrize(("edges", "told"), [row[1:] for row in STORIES], ids=[row[0] for row in STORIES])
def test_presses(edges: list[tuple[int, str, bool]], told: list[tuple[int, str]]) -> None:
    assert play(edges, until=2000) == told


def test_down_at_the_start_is_stuck_until_seen_up() -> None:
    edges = [(500, "deal", False), (1000, "deal", True)]
    assert play(edges, 2000, {"deal": True}) == [(0, "deal stuck"), (520, "deal good"), (1055, "deal")]


def test_thirty_seconds_down_is_stuck_and_its_one_press_acted_once() -> None:
    edges = [(100, "left", True), (40_000, "left", False)]
    assert play(edges, 60_000) == [(105, "left"), (30_105, "left stuck"), (40_020, "left good")]


def test_more_than_twenty_edges_a_second_is_noisy_until_quiet() -> None:
    edges = [(100 + 40 * step, "left", step % 2 == 0) for step in range(24)]  # presses of 40 ms, 25 edges a second
    told = play(edges, 5000)
    assert (900, "left noisy") in told
    assert told[-1] == (100 + 40 * 23 + 1000, "left good")
    presses = [when for when, what in told if what == "left"]
    assert max(presses) < 900


def test_twenty_edges_a_second_are_a_fast_finger() -> None:
    edges = [(100 + 51 * step, "left", step % 2 == 0) for step in range(40)]
    assert [what for _, what in play(edges, 5000)] == ["left"] * 20


def test_a_contact_settles_at_exactly_its_times() -> None:
    contact = Contact(False, ContactTimes(), 0)
    assert contact.level(True, 10)
    assert not contact.level(True, 11)
    assert (contact.settle(14), contact.wake_at(), contact.settle(15)) == (False, 15, True)
    contact.level(False, 20)
    assert (contact.settle(39), contact.settle(40), contact.active) == (False, True, False)
