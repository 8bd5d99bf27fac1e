"""The entry bet of Two-Card Poker, counted exactly: suits never count, so hands are counted by their ranks."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

from cabinet.games.cards import RANKS, SUITS
from cabinet.games.two_card_bets import Ranks, entry_outcome

#: The 91 pairs of ranks a hand can have, the higher first.
RANK_PAIRS: tuple[Ranks, ...] = tuple((higher, lower) for lower, higher in combinations_with_replacement(RANKS, 2))


def ways(hand: Ranks, taken: tuple[int, ...] = ()) -> int:
    """How many hands of two cards have these ranks when cards of the ranks *taken* are gone."""
    higher, lower = hand
    left = len(SUITS) - taken.count(higher)
    return comb(left, 2) if higher == lower else left * (len(SUITS) - taken.count(lower))


def entry_counts(own: Ranks) -> Counter[str]:
    """How many of the dealer's 1,225 hands end the entry bet each way against one hand."""
    counts: Counter[str] = Counter()
    for dealer in RANK_PAIRS:
        counts[entry_outcome(own, dealer)] += ways(dealer, own)
    return counts


def all_entry_counts() -> Counter[str]:
    """How many of all 1,624,350 deals of player and dealer end the entry bet each way."""
    counts: Counter[str] = Counter()
    for own in RANK_PAIRS:
        for outcome, dealers in entry_counts(own).items():
            counts[outcome] += ways(own) * dealers
    return counts
