"""Every bet of Two-Card Poker counted over all that chance can do, by the functions that settle it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from cabinet.games.cards import RANKS, SUITS
from cabinet.games.two_card_bets import (
    DEALERS_HIGH,
    DEALERS_LOW,
    ENTRY,
    PAYS,
    SET_BONUS,
    dealers_outcome,
    set_bonus_outcome,
)
from cabinet.odds.entry_bet import RANK_PAIRS, all_entry_counts, ways
from cabinet.odds.figures import BetFigures, figures


def all_figures() -> tuple[BetFigures, ...]:
    """Entry bet, Set Bonus, Dealer's High and Low."""
    return (
        _figures(ENTRY, all_entry_counts()),
        _figures(SET_BONUS, _set_bonus_counts()),
        *(_figures(bet, _dealers_counts(bet)) for bet in (DEALERS_HIGH, DEALERS_LOW)),
    )


def _set_bonus_counts() -> Counter[str]:
    """Over the player's 1,326 hands."""
    counts: Counter[str] = Counter()
    for own in RANK_PAIRS:
        counts[set_bonus_outcome(own)] += ways(own)
    return counts


def _dealers_counts(bet: str) -> Counter[str]:
    """Over the dealer's 2,652 hands in the order he is dealt them."""
    counts: Counter[str] = Counter()
    for first, second in product(RANKS, RANKS):
        left = len(SUITS) - (first == second)
        counts[dealers_outcome(bet, first, second)] += len(SUITS) * left
    return counts


def _figures(bet: str, counts: Mapping[str, int]) -> BetFigures:
    pays = PAYS[bet]
    return figures(bet, counts, {outcome: Fraction(pays.to_one(outcome)) for outcome in counts})
