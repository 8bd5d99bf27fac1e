"""The figures of one bet that follow from its outcomes: edge, hit rate, spread, and the bands of its return.

Everything is exact but the square root. The bands are the normal approximation and say so where they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

#: Standard normal quantile that 90 % lie within, either way; the volatility index is this many σ.
NINETY_PERCENT = 1.645
BAND_ROUNDS = (10**4, 10**5, 10**6, 10**7)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a bet ends. *pays* to one, −1 for a lost stake; *contribution* = probability · pays."""

    name: str
    combinations: int
    probability: Fraction
    pays: Fraction
    contribution: Fraction


@dataclass(frozen=True, slots=True)
class Band:
    """Between what shares of the stakes 90 % of all series of *rounds* rounds return (normal)."""

    rounds: int
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class BetFigures:
    """A bet on one unit. *combinations* of all outcomes together; *largest_award* to one."""

    name: str
    outcomes: tuple[Outcome, ...]
    combinations: int
    house_edge: Fraction
    expected_return: Fraction
    hit_rate: Fraction
    variance: Fraction
    largest_award: Fraction

    @property
    def standard_deviation(self) -> float:
        """σ of the result of one unit bet."""
        return sqrt(self.variance)

    @property
    def volatility_index(self) -> float:
        """1.645 σ."""
        return NINETY_PERCENT * self.standard_deviation

    @property
    def bands(self) -> tuple[Band, ...]:
        """The 90 % bands of the return after ten thousand to ten million rounds."""
        middle = float(self.expected_return)
        return tuple(
            Band(rounds, middle - self.volatility_index / sqrt(rounds), middle + self.volatility_index / sqrt(rounds))
            for rounds in BAND_ROUNDS
        )

    @property
    def counts(self) -> dict[str, int]:
        """Outcome → combinations."""
        return {outcome.name: outcome.combinations for outcome in self.outcomes}


def figures(name: str, counts: Mapping[str, int], pays: Mapping[str, Fraction]) -> BetFigures:
    """The figures of a bet whose *counts* of combinations and *pays* to one go by outcome."""
    total = sum(counts.values())
    outcomes = tuple(_outcome(outcome, counts[outcome], total, pays[outcome]) for outcome in _ordered(counts, pays))
    mean = sum((outcome.contribution for outcome in outcomes), Fraction(0))
    square = sum((outcome.contribution * outcome.pays for outcome in outcomes), Fraction(0))
    return BetFigures(
        name=name,
        outcomes=outcomes,
        combinations=total,
        house_edge=-mean,
        expected_return=1 + mean,
        hit_rate=sum((outcome.probability for outcome in outcomes if outcome.pays > 0), Fraction(0)),
        variance=square - mean * mean,
        largest_award=max(outcome.pays for outcome in outcomes),
    )


def percent(share: Fraction) -> float:
    """A share in percent, rounded to four places."""
    return float(round(share * 100, 4))


def _ordered(counts: Iterable[str], pays: Mapping[str, Fraction]) -> list[str]:
    """The best outcome first; the sort is stable, so equal pays keep the order of the rules."""
    return sorted(counts, key=lambda outcome: pays[outcome], reverse=True)


def _outcome(name: str, combinations: int, total: int, pays: Fraction) -> Outcome:
    probability = Fraction(combinations, total)
    return Outcome(name, combinations, probability, pays, probability * pays)
