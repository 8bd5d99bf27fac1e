"""A settled round is shown step by step, but only when it is seen to settle, and money is not shown early."""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports.view import View
from cabinet.screens.pilot import answered
from cabinet.screens.pointer import FingerRaw
from cabinet.screens.reveal import MINIMUM_MS, steps, total_ms
from cabinet.screens.scene import Tile, Wall
from cabinet.screens.ui import CLOSED_MS
from tests.screens import views
from tests.screens.rig import Floor


def revealing(view: View | None = None) -> Floor:
    floor = Floor(views.setting(views.LAID))
    floor.show(view or views.settled())
    return floor


def tap_the_felt(floor: Floor) -> None:
    for act in ("down", "up"):
        floor.screen.feed(FingerRaw(act, 0.5, 0.31), floor.now_ms)


def test_the_award_is_not_on_the_meter_before_its_chips_arrive() -> None:
    floor = revealing()
    assert "$89.00" in floor.texts()
    assert "$110.45" not in floor.texts()
    floor.wait(total_ms(views.settled().table) + 1)
    assert "$110.45" in floor.texts()


def test_the_dealer_turns_before_hands_are_compared_and_money_moves_last() -> None:
    order = list(steps(views.settled().table))
    assert order == [
        "dealer.0",
        "dealer.1",
        "dealer.2",
        "set",
        "compare.high",
        "compare.low",
        "collect",
        "pay",
        "result",
    ]


def test_hands_are_compared_one_after_the_other() -> None:
    floor = revealing(views.settled(1100, low="lost"))
    begin = steps(views.settled().table)
    floor.wait(begin["compare.high"] + 20)
    assert floor.texts().count("won") == 1
    assert "lost" not in floor.texts()
    floor.wait(begin["compare.low"] - begin["compare.high"])
    assert "lost" in floor.texts()


def test_nothing_is_bet_while_the_round_is_shown() -> None:
    floor = revealing()
    answer = answered({"press": "chip.500"}, floor.screen, floor.now_ms)
    assert answer == {"error": "chip.500 cannot be pressed now"}
    floor.wait(total_ms(views.settled().table) + 1)
    assert answered({"press": "chip.500"}, floor.screen, floor.now_ms) == {"ok": True}


def test_touches_hurry_the_reveal_down_to_a_minimum() -> None:
    """P-07: the outcome stays on view for a reasonable time, however often the glass is hit."""
    floor = revealing()
    for _ in range(30):
        tap_the_felt(floor)
        floor.wait(20)
    assert floor.screen.ui.reveal is not None
    while floor.screen.ui.reveal is not None:
        tap_the_felt(floor)
        floor.wait(20)
    spent = floor.now_ms - 1_000_000
    assert MINIMUM_MS <= spent < MINIMUM_MS + 200


def test_the_attendant_can_be_called_in_the_middle_of_it() -> None:
    floor = revealing()
    assert answered({"press": "call_attendant"}, floor.screen, floor.now_ms) == {"ok": True}


def test_a_screen_that_starts_after_the_settlement_shows_its_end() -> None:
    floor = Floor(views.settled())
    assert floor.screen.ui.reveal is None
    assert "$21.45" in floor.texts()


def test_a_refusal_is_shown_where_the_finger_was_and_goes_away() -> None:
    floor = Floor(replace(views.refused(), messages=()))
    spot = floor.screen.scene.control("bet.main")
    assert spot is not None
    answered({"press": "bet.main"}, floor.screen, floor.now_ms)
    floor.show(views.refused())
    assert "at most" in floor.texts()
    toast = floor.screen.ui.toasts[0]
    assert (toast.x, toast.y) == spot.rect.centre
    floor.wait(10_000)
    assert "at most" not in floor.texts()


def test_money_put_in_lights_the_credit_meter() -> None:
    floor = Floor(views.betting(0))
    floor.show(views.betting(2000))
    assert any(getattr(item, "look", "") == "meter_lit" for item in floor.screen.scene.drawables)
    floor.wait(5000)
    assert not any(getattr(item, "look", "") == "meter_lit" for item in floor.screen.scene.drawables)


def rolling() -> View:
    """The dealer's tiles are shown, the dice still roll: no result yet."""
    done = views.settled()
    table = replace(done.table, result=None, phase="shaking", dealer_hands=(), exposed=(0, 27))
    return replace(views.setting(views.LAID), table=table, allowed=("call_attendant",))


def test_the_dealer_turns_once_although_the_dice_come_later() -> None:
    """What was shown before the dice is not shown again after them."""
    floor = revealing(rolling())
    assert floor.screen.ui.reveal is not None
    floor.wait(20_000)
    assert floor.screen.ui.reveal is None
    done = views.settled()
    floor.show(replace(done, table=replace(done.table, dice=(3, 3, 4), exposed=(0, 27))))
    drawn = floor.screen.scene.drawables
    tiles = [item for item in drawn if isinstance(item, Tile) and item.rect.y < 300]
    assert len(tiles) == 5
    assert [item.tiles for item in drawn if isinstance(item, Wall)] == [28 - 6 - 2], "what nobody holds is in the wall"
    assert all(tile.ends and tile.turn == 100 for tile in tiles)
    floor.wait(20_000)
    assert "$21.45" in floor.texts()


def test_the_same_refusal_is_said_again_at_the_finger_that_asked_again() -> None:
    """The machine's answer to a second wrong press is the same view: it would never be sent twice."""
    floor = Floor(replace(views.refused(), messages=()))
    answered({"press": "bet.main"}, floor.screen, floor.now_ms)
    floor.show(views.refused())
    floor.wait(10_000)
    assert "at most" not in floor.texts()
    answered({"press": "double"}, floor.screen, floor.now_ms)
    floor.wait(400)
    assert "at most" in floor.texts()
    button = floor.screen.scene.control("double")
    assert button is not None
    assert (floor.screen.ui.toasts[0].x, floor.screen.ui.toasts[0].y) == button.rect.centre
    floor.wait(10_000)
    assert "at most" not in floor.texts()


def test_where_the_operator_wants_it_the_closing_of_bets_is_called() -> None:
    """NO MORE BETS stands across the cloth for a moment, a gong sounds, and nothing waits for it."""
    for wanted in (True, False):
        floor = Floor(views.with_bet())
        floor.screen.begin_with(False, False, wanted)
        floor.screen.heard()
        floor.show(views.setting())
        assert ("NO MORE BETS" in floor.texts()) is wanted
        assert ("closed" in floor.screen.heard()) is wanted
        assert all(floor.screen.scene.control(name) for name in ("tile.1", "house_way"))
        floor.wait(CLOSED_MS + 50)
        assert "NO MORE BETS" not in floor.texts()


def test_a_screen_that_starts_in_the_middle_of_a_round_calls_nothing() -> None:
    floor = Floor(views.setting())
    floor.screen.begin_with(False, False, True)
    floor.show(views.setting(views.LAID))
    assert "NO MORE BETS" not in floor.texts()


def test_a_chip_laid_and_taken_back_shows_no_round_again() -> None:
    """The old result is back on the table, still, and the next chip can be laid at once."""
    floor = revealing()
    floor.wait(20_000)
    begun = views.with_bet()
    floor.show(replace(begun, table=replace(begun.table, round_number=2105)))
    floor.show(views.settled())
    assert floor.screen.ui.reveal is None
    chip = floor.screen.scene.control("chip.500")
    assert chip is not None
    assert chip.enabled
    floor.show(replace(begun, table=replace(begun.table, round_number=2105)))
    done = views.settled()
    floor.show(replace(done, table=replace(done.table, round_number=2105)))
    assert floor.screen.ui.reveal is not None, "the next round is shown"
