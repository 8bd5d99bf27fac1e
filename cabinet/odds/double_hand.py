"""Every bet of Double-Hand Poker counted over all that chance can do, by the functions that settle it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

import numpy as np

from cabinet.games import GAMES
from cabinet.games.base import GameOptions
from cabinet.games.double_hand_bets import (
    BET_TILE,
    DICE_TOTALS,
    MAIN,
    PAYS,
    SUPER_BONUS,
    dice_outcome,
    super_bonus_outcome,
    tile_outcome,
)
from cabinet.games.draws import Roll
from cabinet.games.three_numbers import Level
from cabinet.games.tiles import TILES
from cabinet.odds.figures import BetFigures, figures
from cabinet.odds.main_bet import Counts, MainBet, analyse
from cabinet.odds.tables import all_three_tiles, dealer_tables, rank_numbers

Levels = dict[str, int]


@dataclass(frozen=True, slots=True)
class DealerHands:
    """How many of the dealer's 3,276 hands have which kind of high and of low hand: level → combinations."""

    high: Levels
    low: Levels


def main_figures(kept: Fraction) -> tuple[BetFigures, BetFigures]:
    """The main bet by the optimal strategy and by the house way; *kept* of the winnings is paid."""
    both: MainBet = analyse(kept)
    return _main(both.optimal, kept), _main(both.house_way, kept)


def super_bonus_figures() -> BetFigures:
    """Super Bonus over all 3,276 hands."""
    counts = Counter(super_bonus_outcome(hand) for hand in combinations(range(len(TILES)), 3))
    return _figures(SUPER_BONUS, counts)


def tile_figures(bet: str, options: GameOptions) -> BetFigures:
    """Lo-Card or Hi-Card of a single seat, over the 28 places in the order that its tile can have."""
    tile = BET_TILE[bet]
    places = GAMES["double_hand"].places(1, options)
    counts: Counter[str] = Counter()
    for place in range(len(TILES)):
        own = (tile,) if place in places.seats[0] else ()
        exposed = (tile,) if place in places.unused else ()
        counts[tile_outcome(tile, own, exposed)] += 1
    return _figures(bet, counts)


def dice_figures(bet: str) -> BetFigures:
    """Dice-Lo or Dice-Hi over all 216 rolls."""
    return _figures(bet, Counter(dice_outcome(bet, roll) for roll in Roll().outcomes()))


def all_figures(kept: Fraction, options: GameOptions) -> tuple[BetFigures, BetFigures, tuple[BetFigures, ...]]:
    """The main bet by both strategies, and every other bet."""
    optimal, house_way = main_figures(kept)
    tiles = tuple(tile_figures(bet, options) for bet in BET_TILE)
    dice = tuple(dice_figures(bet) for bet in DICE_TOTALS)
    return optimal, house_way, (super_bonus_figures(), *tiles, *dice)


def exposures(options: GameOptions) -> dict[int, tuple[BetFigures, ...]]:
    """The bets on a tile with two and with three exposed tiles."""
    return {
        count: tuple(tile_figures(bet, replace(options, exposed_tiles=count)) for bet in BET_TILE) for count in (2, 3)
    }


def dealer_hands() -> DealerHands:
    """The kinds of the dealer's high and low hands over all 3,276."""
    ranks = rank_numbers()
    dealer = dealer_tables(all_three_tiles(ranks)).dealer
    return DealerHands(_levels(ranks.level[dealer.high]), _levels(ranks.level[dealer.low]))


def _levels(levels: np.typing.NDArray[np.signedinteger]) -> Levels:
    counts = np.bincount(levels, minlength=len(Level))
    return {level.code: int(counts[level]) for level in reversed(Level)}


def _main(counts: Counts, kept: Fraction) -> BetFigures:
    by_outcome = {"won": counts.won, "pushed": counts.pushed, "lost": counts.lost}
    return figures(MAIN, by_outcome, {"won": kept, "pushed": Fraction(0), "lost": Fraction(-1)})


def _figures(bet: str, counts: Mapping[str, int]) -> BetFigures:
    pays = PAYS[bet]
    return figures(bet, counts, {outcome: Fraction(pays.to_one(outcome)) for outcome in counts})
