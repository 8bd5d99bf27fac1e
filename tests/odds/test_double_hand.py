"""The side bets of Double-Hand Poker, the dealer's hands, and the figures that follow."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pytest

from cabinet.games.base import GameOptions
from cabinet.odds.double_hand import dealer_hands, dice_figures, exposures, super_bonus_figures, tile_figures
from tests.games import slow


def test_super_bonus_edge_is_155_of_3276() -> None:
    counts: Counter[str] = Counter()
    for hand in combinations(slow.TILES, 3):
        six = sorted(number for tile in hand for number in tile)
        times = sorted(Counter(six).values())
        if six in (list(range(1, 7)), list(range(2, 8))):
            counts["six_in_a_row"] += 1
        else:
            counts[{(3, 3): "two_threes_of_a_kind", (2, 2, 2): "three_pairs"}.get(tuple(times), "lost")] += 1
    figures = super_bonus_figures()
    assert figures.counts == dict(counts)
    assert figures.house_edge == Fraction(155, 3276)


@pytest.mark.parametrize(("exposed", "edge"), [(2, Fraction(2, 28)), (3, Fraction(1, 28))])
@pytest.mark.parametrize(("bet", "tile"), [("lo_card", (1, 1)), ("hi_card", (7, 7))])
def test_tile_bets_over_all_deals_of_three_and_all_exposures(
    bet: str, tile: tuple[int, int], exposed: int, edge: Fraction
) -> None:
    """Counted another way: hands with the tile; of the rest, dealer's hands without it, then exposures with it."""
    hands_with = sum(tile in hand for hand in combinations(slow.TILES, 3))
    won = Fraction(hands_with, comb(28, 3))
    not_dealers = Fraction(comb(24, 3), comb(25, 3))
    turned = Fraction(comb(21, exposed - 1), comb(22, exposed))
    pushed = (1 - won) * not_dealers * turned
    figures = tile_figures(bet, GameOptions(exposed_tiles=exposed))
    shares = {outcome.name: outcome.probability for outcome in figures.outcomes}
    assert shares == {"won": won, "pushed": pushed, "lost": 1 - won - pushed}
    assert figures.house_edge == edge
    assert next(f for f in exposures(GameOptions())[exposed] if f.name == bet) == figures


@pytest.mark.parametrize(("bet", "totals"), [("dice_lo", range(4, 11)), ("dice_hi", range(11, 18))])
def test_dice_edge_is_one_of_36(bet: str, totals: range) -> None:
    won = sum(sum(roll) in totals and len(set(roll)) > 1 for roll in product(range(1, 7), repeat=3))
    figures = dice_figures(bet)
    assert figures.counts == {"won": won, "lost": 216 - won}
    assert figures.house_edge == Fraction(1, 36)


def test_the_kinds_of_the_dealers_hands() -> None:
    names = {4: "three_of_a_kind", 3: "straight", 2: "pair", 1: "singletons"}
    high, low = Counter[str](), Counter[str]()
    for hand in combinations(range(28), 3):
        laid_low, laid_high = slow.house(hand)
        high[names[slow.strength(laid_high)[0]]] += 1
        low[names[slow.strength(laid_low)[0]]] += 1
    found = dealer_hands()
    assert list(found.high) == list(found.low) == ["three_of_a_kind", "straight", "pair", "singletons"]
    assert found.high == {**dict.fromkeys(found.high, 0), **high}
    assert found.low == dict(low)
    assert found.high["singletons"] == 0
    assert sum(found.high.values()) == sum(found.low.values()) == 3276
