"""The main bet of Double-Hand Poker, counted exactly for every hand and every setting.

Two strategies: the optimal player takes, hand by hand, the setting that is worth most after commission; the
house way lays what the dealer would. Decides which setting is best; counts come from the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from cabinet.odds.tables import (
    DEALER_HANDS,
    Hands,
    Ints,
    all_three_tiles,
    count_all,
    dealer_tables,
    rank_numbers,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """Of all deals of one player and the dealer, how many end each way."""

    won: int
    pushed: int
    lost: int

    @property
    def deals(self) -> int:
        return self.won + self.pushed + self.lost

    def expectation(self, kept: Fraction) -> Fraction:
        """Per unit bet, when *kept* (1 less commission) of the winnings is paid."""
        return (self.won * kept - self.lost) / self.deals


@dataclass(frozen=True, slots=True)
class MainBet:
    """Both strategies over all 7,534,800 deals."""

    optimal: Counts
    house_way: Counts


def analyse(kept: Fraction = Fraction(19, 20)) -> MainBet:
    """The main bet from nothing, tables included; *kept* of the winnings is paid (19/20 = 5 % commission)."""
    hands = all_three_tiles(rank_numbers())
    won, lost = count_all(hands, dealer_tables(hands))
    best = np.argmax(won * kept.numerator - lost * kept.denominator, axis=0)
    return MainBet(_totals(won, lost, best, hands), _totals(won, lost, hands.house, hands))


def _totals(won: Ints, lost: Ints, chosen: Ints, hands: Hands) -> Counts:
    hand = np.arange(chosen.size)
    all_won, all_lost = int(won[chosen, hand].sum()), int(lost[chosen, hand].sum())
    return Counts(all_won, chosen.size * DEALER_HANDS - all_won - all_lost, all_lost)
