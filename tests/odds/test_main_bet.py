"""The main bet, exactly: against the published counts and against a plain enumeration of another kind."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import pytest

from cabinet.games.base import GameOptions
from cabinet.games.tiles import split
from cabinet.odds.advice import Advice, hand_number
from cabinet.odds.main_bet import Counts, analyse
from tests.games import slow

HANDS = tuple(combinations(range(28), 3))
Splits = dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, int]]


class Plain(NamedTuple):
    """What the plain enumeration found."""

    settings: dict[tuple[int, ...], Splits]  # hand → (low, high) → (won, lost) of 2,300
    house: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]


def enumerate_plainly() -> Plain:
    """Every hand against every dealer's hand that shares no tile with it, one by one."""
    house: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {hand: slow.house(hand) for hand in HANDS}
    masks = [(sum(1 << tile for tile in hand), tuple(map(slow.strength, house[hand]))) for hand in HANDS]
    settings: dict[tuple[int, ...], Splits] = {}
    for hand in HANDS:
        mine = sum(1 << tile for tile in hand)
        dealers = Counter([laid for mask, laid in masks if not mask & mine])
        assert dealers.total() == 2300
        settings[hand] = {}
        for low, high in slow.splits(hand):
            low_strength, high_strength = slow.strength(low), slow.strength(high)
            won = sum(
                n for (his_low, his_high), n in dealers.items() if his_low < low_strength and his_high < high_strength
            )
            lost = sum(
                n for (his_low, his_high), n in dealers.items() if his_low >= low_strength and his_high >= high_strength
            )
            settings[hand][low, high] = won, lost
    return Plain(settings, house)


@pytest.fixture(scope="module")
def plain() -> Plain:
    return enumerate_plainly()


def test_the_published_counts_exactly() -> None:
    optimal = analyse().optimal
    assert optimal == Counts(won=1_862_361, pushed=3_732_040, lost=1_940_399)
    assert optimal.deals == 7_534_800
    assert round(-float(optimal.expectation(Fraction(19, 20))) * 100, 2) == 2.27


def test_the_house_way_costs_a_player_three_sixty_two() -> None:
    assert round(-float(analyse().house_way.expectation(Fraction(19, 20))) * 100, 2) == 3.62


def test_both_strategies_are_what_the_plain_enumeration_finds(plain: Plain) -> None:
    best, house = Counter[str](), Counter[str]()
    for hand, splits in plain.settings.items():
        won, lost = max(splits.values(), key=lambda ends: 19 * ends[0] - 20 * ends[1])
        best.update(won=won, lost=lost)
        won, lost = splits[plain.house[hand]]
        house.update(won=won, lost=lost)
    found = analyse()
    assert (found.optimal.won, found.optimal.lost) == (best["won"], best["lost"])
    assert (found.house_way.won, found.house_way.lost) == (house["won"], house["lost"])


def test_every_setting_of_every_hand_is_worth_what_the_plain_enumeration_finds(plain: Plain) -> None:
    advice = Advice(GameOptions())
    for hand, splits in plain.settings.items():
        odds = advice[hand]
        worth = {split(hand, setting): value for setting, value in odds.expectations}
        assert worth == {laid: Fraction(19 * won - 20 * lost, 20 * 2300) for laid, (won, lost) in splits.items()}
        assert split(hand, odds.house_way) == plain.house[hand]
        assert worth[split(hand, odds.best)] == max(worth.values())


def test_the_house_way_costs_up_to_two_thirds_of_the_stake_in_single_hands() -> None:
    advice = Advice(GameOptions())
    costs = []
    for hand in HANDS:
        worth = dict(advice[hand].expectations)
        costs.append(worth[advice[hand].best] - worth[advice[hand].house_way])
    assert min(costs) == 0
    assert max(costs) == Fraction(7599, 11500)  # 0.66 of the stake


def test_without_commission_the_best_settings_are_better() -> None:
    free, dear = analyse(Fraction(1)), analyse(Fraction(1, 2))
    assert free.optimal.expectation(Fraction(1)) > analyse().optimal.expectation(Fraction(1))
    assert dear.optimal.lost < free.optimal.lost  # a dear win is sought less than a loss is shunned
    assert free.house_way == dear.house_way


def test_hands_are_numbered_as_combinations_lists_them() -> None:
    assert [hand_number(hand) for hand in HANDS] == list(range(3276))
