"""The worth of a hand's settings: what Best set and the record of a round ask."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.games import GAMES
from cabinet.games.base import GameOptions
from cabinet.games.cards import card_text
from cabinet.games.tiles import split, tiles_text
from cabinet.odds.advice import Advice, EntryAdvice, advice

DOUBLE_HAND = GAMES["double_hand"]
ADVICE = Advice(GameOptions())
hands = st.lists(st.integers(0, 27), min_size=3, max_size=3, unique=True).map(tuple)


@given(hands)
def test_every_legal_setting_is_there_once_in_order_of_its_hands(hand: tuple[int, int, int]) -> None:
    odds = ADVICE[hand]
    laid = [split(hand, setting) for setting, _ in odds.expectations]
    assert laid == sorted(laid)
    assert {setting for setting, _ in odds.expectations} == set(DOUBLE_HAND.settings(hand))
    for setting in (odds.best, odds.house_way):
        DOUBLE_HAND.check_setting(hand, setting)


@given(hands)
def test_best_set_depends_on_the_players_own_tiles_alone(hand: tuple[int, int, int]) -> None:
    """Nothing else goes in; and the order they were dealt in changes the words but never the hands."""
    best = split(hand, ADVICE[hand].best)
    for dealt in permutations(hand):
        assert split(dealt, ADVICE[dealt].best) == best
        assert ADVICE[dealt].expectations[0][1] == ADVICE[hand].expectations[0][1]


@given(hands)
def test_of_equally_good_settings_the_first_is_best(hand: tuple[int, int, int]) -> None:
    odds = ADVICE[hand]
    values = [value for _, value in odds.expectations]
    assert odds.best == odds.expectations[values.index(max(values))][0]


def test_where_the_house_way_is_the_worst_mistake_of_all() -> None:
    """Three ones behind win a hand almost always; the house way breaks them up for a pair in front."""
    hand = tiles_text(["1-1", "1-6", "1-7"])
    odds = ADVICE[hand]
    worth = dict(odds.expectations)
    assert split(hand, odds.best) == ((7, 6, 1), (1, 1, 1))
    assert split(hand, odds.house_way) == ((6, 1, 1), (7, 1, 1))
    assert worth[odds.best] - worth[odds.house_way] == Fraction(7599, 11500)


def test_commission_is_taken_from_what_is_won() -> None:
    hand = tiles_text(["7-7", "6-6", "5-7"])
    worth = max(value for _, value in ADVICE[hand].expectations)
    free = max(value for _, value in Advice(GameOptions(commission_bp=0))[hand].expectations)
    assert free > worth > free - Fraction(1, 20)


@pytest.mark.parametrize("hand", [(0, 1), (0, 1, 1), (0, 1, 28), (-1, 0, 1), (), (0, 1, 2, 3)])
def test_what_is_no_hand_is_no_key(hand: tuple[int, ...]) -> None:
    assert hand not in ADVICE
    with pytest.raises(KeyError):
        ADVICE[hand]


def test_the_table_has_every_order_of_every_hand() -> None:
    assert len(ADVICE) == 28 * 27 * 26 == sum(1 for _ in ADVICE)
    assert len(EntryAdvice()) == 52 * 51 == sum(1 for _ in EntryAdvice())


def test_a_two_card_hand_has_one_setting_and_its_worth() -> None:
    odds = EntryAdvice()[(card_text("AC"), card_text("AD"))]
    assert odds.best == odds.house_way == ("above",)
    # aces lose to nothing but the one other pair of aces: 2 to 1 on 1,224 of 1,225 hands
    assert odds.expectations == ((("above",), Fraction(2 * 1224 - 1, 1225)),)
    with pytest.raises(KeyError):
        EntryAdvice()[(3, 3)]


def test_each_game_has_its_advice() -> None:
    assert isinstance(advice("double_hand", GameOptions()), Advice)
    assert isinstance(advice("two_card", GameOptions()), EntryAdvice)
    with pytest.raises(KeyError):
        advice("bingo", GameOptions())
