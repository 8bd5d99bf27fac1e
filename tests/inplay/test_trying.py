"""Every function of every device tried, with the real drivers and twins: nothing of money moves (M-31)."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.machine.testing import rolls
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.plain import encode
from tests.inplay.floor import ACCEPTOR, DECK, PRINTER, SHAKER, Floor


@pytest.fixture
def floor() -> Floor:
    """There is credit, a round is behind it, a technician's key is turned."""
    floor = Floor(seed=5)
    floor.note(10_000)
    floor.shake()
    floor.settle()
    floor.run(2_000)
    floor.key(True)
    floor.sign_in("T1", Role.TECHNICIAN)
    return floor


def told(floor: Floor) -> list[str]:
    return [one.code for one in floor.state.draft(1).tried]


def money(floor: Floor) -> Any:
    return encode(floor.state.bank), floor.state.meters, floor.state.play


def over(floor: Floor, before: Any) -> None:
    """The test ends, the key is turned back, and it is as if nothing had been."""
    floor.press(c.EndTest())
    assert money(floor) == before
    floor.key(False)
    floor.run(2_000)
    assert floor.state.testing is None
    assert floor.faults() == set()
    view = floor.view()
    assert view.notes_open
    assert "cash_out" in view.allowed
    floor.check()


def test_a_note_goes_in_is_read_and_comes_back(floor: Floor) -> None:
    before, in_box = money(floor), floor.twins[ACCEPTOR].status()["notes_in_box_cents"]
    floor.press(c.BeginTest(ACCEPTOR, "accept"))
    floor.run(1_000)
    assert floor.hand(ACCEPTOR, {"insert_note": 2_000})["taken"]
    floor.wait(lambda: "test.note" in told(floor), "the note to be read")
    floor.wait(lambda: floor.position(ACCEPTOR) == "idle", "the note to be out")
    assert floor.twins[ACCEPTOR].status()["notes_in_box_cents"] == in_box
    over(floor, before)
    floor.note(2_000)


def test_a_page_comes_out_and_is_no_ticket(floor: Floor) -> None:
    before, papers = money(floor), floor.twins[PRINTER].status()["papers_printed"]
    for number in (1, 2):
        floor.press(c.BeginTest(PRINTER, "test_page"))
        floor.wait(lambda: told(floor).count("test.print_done") == number, "the page")  # noqa: B023
        floor.run(2_000)
        floor.hand(PRINTER, {"take_ticket": True})
        floor.run(2_000)
    assert floor.twins[PRINTER].status()["papers_printed"] == papers + 2
    over(floor, before)
    floor.press(c.CashOut())
    floor.wait(lambda: floor.books.credit.total == 0, "a real ticket")


def test_buttons_lamps_and_buzzer(floor: Floor) -> None:
    before = money(floor)
    floor.press(c.BeginTest(DECK, "buttons"))
    floor.hand(DECK, {"press": "deal"})
    floor.wait(lambda: "test.button" in told(floor), "the button")
    floor.press(c.BeginTest(DECK, "lamps"))
    floor.wait(lambda: all(floor.twins[DECK].status()["lamps"].values()), "every lamp")
    floor.press(c.BeginTest(DECK, "buzzer"))
    floor.run(500)
    over(floor, before)


def test_dice_are_shaken_and_only_looked_at(floor: Floor) -> None:
    before = money(floor)
    seen = []
    for number in (1, 2, 3):
        floor.press(c.BeginTest(SHAKER, "shake"))
        floor.wait(lambda: len(rolls(floor.state.draft(1).tried)) == number, "the roll")  # noqa: B023
        seen.append(tuple(sorted(floor.faces)))
        floor.wait(lambda: floor.position(SHAKER) == "idle", "the cover to open")
    assert [tuple(sorted(faces)) for faces in rolls(floor.state.draft(1).tried)] == seen
    over(floor, before)
    floor.shake()
    floor.settle()


def test_a_power_cut_in_a_tests_roll_leaves_a_shaker_that_shakes_again(floor: Floor) -> None:
    floor.press(c.BeginTest(SHAKER, "shake"))
    floor.run(1_000)
    floor.boot()
    assert floor.state.testing is None
    floor.key(False)
    floor.run(20_000)
    floor.shake()
    floor.settle()
    floor.check()
