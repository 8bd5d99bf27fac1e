"""The player's pages: reached from one another, closed again, harmless; the attendant is called at the first touch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.ports import commands as c
from cabinet.ports.view import Message, ReservedView
from cabinet.screens import frame
from cabinet.screens.pilot import answered
from cabinet.screens.reserve import digest_of
from cabinet.screens.ui import MOST_VOLUME, PAGE_MS, USUAL_VOLUME
from tests.screens import views
from tests.screens.rig import Floor


def press(floor: Floor, name: str) -> None:
    assert answered({"press": name}, floor.screen, floor.now_ms) == {"ok": True}


@pytest.mark.parametrize("name", frame.TABS)
def test_every_page_is_two_touches_from_the_table_and_one_back(name: str) -> None:
    """P-03: with zero credit as well."""
    floor = Floor(views.EMPTY)
    press(floor, "help")
    if name != "help":
        press(floor, f"page.{name}")
    assert floor.screen.scene.name == name
    press(floor, "help")
    assert floor.screen.scene.name != name
    assert floor.commands == []


def test_a_page_nobody_reads_gives_way_to_the_table() -> None:
    floor = Floor(views.betting())
    press(floor, "help")
    floor.wait(PAGE_MS - 1)
    assert floor.screen.scene.name == "help"
    floor.wait(200)
    assert floor.screen.scene.name == "table"


def test_somebody_is_called_at_the_first_touch_and_told_why_at_the_next() -> None:
    floor = Floor(views.betting())
    press(floor, "call_attendant")
    assert floor.commands == [c.CallAttendant()]
    assert floor.screen.scene.name == "call"
    called = replace(views.betting(), called="help", allowed=("chip", "cash_out", "call_reason"))
    floor.show(called)
    press(floor, "reason.drink")
    assert floor.commands[-1] == c.CallAttendant("drink")
    press(floor, "help")
    assert floor.screen.scene.name == "table"
    press(floor, "page.call")
    assert floor.screen.scene.name == "call"
    assert len(floor.commands) == 2, "to look at the page again calls nobody"


def test_once_somebody_is_on_the_way_the_reason_stands() -> None:
    floor = Floor(replace(views.betting(), called="drink", call_taken=True, allowed=("chip",)))
    press(floor, "help")
    press(floor, "page.call")
    assert "on the way" in floor.texts()
    assert not any(control.enabled for control in floor.screen.scene.controls if control.name.startswith("reason."))


def test_a_call_from_a_lock_up_opens_no_page() -> None:
    floor = Floor(views.locked())
    press(floor, "call_attendant")
    assert (floor.screen.ui.page, floor.commands) == ("", [c.CallAttendant()])


def test_the_other_game_is_chosen_between_rounds_only() -> None:
    floor = Floor(replace(views.betting(), allowed=("chip", "choose_game")))
    press(floor, "help")
    press(floor, "page.games")
    press(floor, "game.two_card")
    assert floor.commands == [c.ChooseGame("two_card")]
    assert floor.screen.scene.name == "table"
    busy = Floor(views.setting())
    press(busy, "help")
    press(busy, "page.games")
    control = busy.screen.scene.control("game.two_card")
    assert control is not None
    assert not control.enabled
    assert "Between rounds only" in busy.texts()


def test_the_volume_goes_from_silent_to_loudest_and_asks_the_machine_nothing() -> None:
    floor = Floor(views.betting())
    press(floor, "help")
    press(floor, "page.settings")
    for step in range(USUAL_VOLUME, 0, -1):
        assert floor.screen.ui.volume == step
        press(floor, "volume.down")
    assert "silent" in floor.texts()
    assert "error" in answered({"press": "volume.down"}, floor.screen, floor.now_ms)
    for _ in range(MOST_VOLUME):
        press(floor, "volume.up")
    assert "error" in answered({"press": "volume.up"}, floor.screen, floor.now_ms)
    assert floor.commands == []


def test_the_next_player_finds_the_usual_volume() -> None:
    floor = Floor(views.betting())
    press(floor, "help")
    press(floor, "page.settings")
    press(floor, "volume.down")
    press(floor, "help")
    floor.show(views.EMPTY)
    floor.wait(60_000)
    assert floor.screen.scene.name == "attract"
    floor.wait(200)
    assert floor.screen.ui.volume == USUAL_VOLUME


def test_own_rounds_say_what_was_bet_and_came_back() -> None:
    floor = Floor(views.looked_back())
    press(floor, "help")
    press(floor, "page.rounds")
    for part in ("Round 2104", "$11.00", "$21.45", "won", "bet back"):
        assert part in floor.texts()


def test_the_board_promises_nothing() -> None:
    """P-09, F-19."""
    floor = Floor(views.looked_back())
    press(floor, "help")
    press(floor, "page.board")
    assert "say nothing about the next" in floor.texts()
    assert "2103" not in floor.texts(), "the other game's rounds are on the other game's board"
    meters = ("$110.45", "$11.00", "$10.45")
    told = [line for line in floor.texts().splitlines() if "$" in line and not line.startswith(meters)]
    assert all("Main bet" in line for line in told), "no amount of anybody's"


def test_help_tells_what_each_bet_and_the_house_way_cost_once_it_is_counted() -> None:
    floor = Floor(views.with_sides())
    press(floor, "help")
    assert "On average" not in floor.texts()
    view = views.with_sides()
    edges = (("main", 227), ("super_bonus", 473), ("house_way", 362))
    floor.show(replace(view, table=replace(view.table, edges=edges)))
    for part in ("2.27 %", "4.73 %", "House way costs 3.62 %"):
        assert part in floor.texts()


# -- keeping a seat ---------------------------------------------------------------------------------------


def keeping() -> Floor:
    allowed = ("chip", "cash_out", "call_attendant", "reserve_seat")
    floor = Floor(replace(views.betting(), reserve_minutes=15, allowed=allowed))
    press(floor, "help")
    press(floor, "page.call")
    press(floor, "page.reserve")
    return floor


def test_a_seat_is_reserved_with_four_digits_that_go_nowhere() -> None:
    floor = keeping()
    for key in "471":
        press(floor, f"digits.{key}")
    assert "error" in answered({"press": "digits.done"}, floor.screen, floor.now_ms), "three are too few"
    press(floor, "digits.1")
    assert "4   7   1   1" in floor.texts(), "the holder has to remember them"
    assert "error" in answered({"press": "digits.5"}, floor.screen, floor.now_ms), "four are enough"
    press(floor, "digits.done")
    [command] = floor.commands
    assert isinstance(command, c.ReserveSeat)
    assert command.digest == digest_of(command.salt, "4711")
    assert floor.screen.ui.digits == ""


def test_a_reserved_seat_shows_nothing_of_the_code_and_opens_by_it() -> None:
    floor = Floor(views.reserved())
    assert floor.screen.scene.name == "reserved"
    for key in "4711":
        press(floor, f"digits.{key}")
    assert "•   •   •   •" in floor.texts()
    assert "4   7" not in floor.texts()
    assert "until 22:00" in floor.texts()
    press(floor, "digits.done")
    assert floor.commands == [c.OpenSeat(digest_of("0427/1/412", "4711"))]


def test_without_tries_left_only_the_attendant_opens() -> None:
    view = views.reserved()
    floor = Floor(replace(view, reserved=ReservedView("0427/1/412", "", 0), allowed=("call_attendant",)))
    assert "call the attendant" in floor.texts()
    assert {k.name for k in floor.screen.scene.controls if k.enabled} == {"call_attendant", "staff"}


def test_what_was_typed_is_gone_when_the_seat_changes_hands() -> None:
    floor = keeping()
    press(floor, "digits.4")
    floor.show(views.reserved())
    assert floor.screen.ui.digits == ""
    assert floor.screen.scene.name == "reserved"


# -- what stays in sight ----------------------------------------------------------------------------------


def test_that_an_attendant_pays_is_read_before_money_goes_in_and_as_long_as_it_is_true() -> None:
    """The printer is away: on the sleeping screen and on the table, not only for a moment."""
    by_hand = (Message("notice.paid_by_hand"),)
    for view in (views.EMPTY, views.betting()):
        floor = Floor(replace(view, messages=by_hand))
        floor.wait(60_000)
        assert "An attendant pays cash-outs by hand now" in floor.texts()
        floor.show(view)
        assert "by hand now" not in floor.texts()


def test_the_dealer_lays_a_misplaced_hand_right_and_says_that_nothing_changes() -> None:
    for place, mended in (("above", True), ("on", False)):
        floor = Floor(views.cards("setting", place))
        floor.wait(2_000)
        floor.show(views.cards("settled", place))
        told = []
        for _ in range(30):
            floor.wait(100)
            told.append("lays your hand right" in floor.texts())
        assert any(told) is mended
        floor.wait(10_000)
        assert "lays your hand right" not in floor.texts()


def test_a_call_of_the_machine_is_none_of_the_players() -> None:
    """A guest who thought for long saw "Called" although he had called nobody."""
    for reason, own in (("idle_round", False), ("seat", False), ("drink", True)):
        view = replace(views.looked_back(), called=reason)
        floor = Floor(view)
        assert ("Called" in floor.texts()) is own
        press(floor, "help")
        press(floor, "page.call")
        assert ("What can we do for you?" in floor.texts()) is not own
