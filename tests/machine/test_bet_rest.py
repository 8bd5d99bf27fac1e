"""Betting the rest: all that is left, as far as the main bet's limit and step go, and never more than the credit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cabinet.machine.drafts import rest
from cabinet.play.options import BetLimit, GameSetup
from cabinet.ports import commands as c
from tests.machine.floor import Floor
from tests.machine.setups import double_hand, options


def narrow(max_cents: int, step_cents: int) -> GameSetup:
    plain = double_hand()
    limits = (BetLimit("main", 500, max_cents, step_cents), *plain.limits[1:])
    return GameSetup("double_hand", plain.options, limits)


def laid(floor: Floor) -> dict[str, int]:
    return {spot.bet: spot.amount_cents for spot in floor.view().table.spots if spot.amount_cents}


def test_the_rest_goes_on_the_main_bet_beside_what_lies_there() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.press(c.AddChip("super_bonus", 500), c.AddChip("main", 500), c.BetRest())
    assert laid(floor) == {"main": 4_500, "super_bonus": 500}
    assert "all_in" not in floor.view().allowed
    floor.press(c.Deal())
    assert floor.credit_cents == 0


def test_the_limit_and_the_step_hold() -> None:
    floor = Floor(options(games=(narrow(2_000, 500),)))
    floor.note(5_000)
    floor.press(c.AddChip("lo_card", 100), c.BetRest())
    assert laid(floor) == {"main": 2_000, "lo_card": 100}
    floor.press(c.ClearBet())
    floor.press(*(c.AddChip("lo_card", 1_000) for _ in range(3)), c.AddChip("lo_card", 300), c.BetRest())
    assert laid(floor)["main"] == 1_500, "1,700 are left, steps are of 500"


def test_with_less_than_the_minimum_left_it_is_not_offered() -> None:
    floor = Floor()
    floor.note(100)
    assert "all_in" not in floor.view().allowed
    floor.press(c.BetRest())
    assert floor.refusals() == ["refused.over_credit"]
    assert laid(floor) == {}


@given(st.integers(1, 9), st.integers(0, 30), st.sampled_from([100, 500, 700]))
def test_whenever_it_is_offered_it_is_taken_and_the_deal_with_it(notes: int, chips: int, step: int) -> None:
    floor = Floor(options(games=(narrow(14_000, step),)))
    for _ in range(notes):
        floor.note(1_000)
    floor.press(*(c.AddChip("hi_card", 100) for _ in range(chips)))
    if "all_in" in floor.view().allowed:
        floor.press(c.BetRest())
        assert floor.refusals() == []
        bet = sum(laid(floor).values())
        assert bet <= floor.credit_cents
        assert laid(floor)["main"] % step == 0
        assert rest(floor.state, 1)[1] == 0
