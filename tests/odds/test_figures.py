"""What follows from outcomes: edge, hit rate, spread and bands."""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean, pstdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.odds.figures import figures, percent

names = st.sampled_from(["a", "b", "c", "d", "e"])
bets = st.dictionaries(names, st.tuples(st.integers(1, 500), st.integers(-1, 50)), min_size=1)


def test_a_fair_coin() -> None:
    coin = figures("coin", {"won": 1, "lost": 1}, {"won": Fraction(1), "lost": Fraction(-1)})
    assert (coin.house_edge, coin.expected_return, coin.hit_rate) == (Fraction(0), Fraction(1), Fraction(1, 2))
    assert coin.standard_deviation == 1
    assert coin.volatility_index == 1.645
    assert coin.largest_award == 1
    assert [band.rounds for band in coin.bands] == [10_000, 100_000, 1_000_000, 10_000_000]
    assert [band.high - 1 for band in coin.bands] == pytest.approx([0.01645, 0.005202, 0.001645, 0.0005202], rel=1e-4)
    assert [1 - band.low for band in coin.bands] == pytest.approx([band.high - 1 for band in coin.bands])


def test_a_push_is_no_hit() -> None:
    bet = figures("bet", {"pushed": 3, "won": 1}, {"pushed": Fraction(0), "won": Fraction(1)})
    assert bet.hit_rate == Fraction(1, 4)


@given(bets)
def test_figures_are_those_of_a_long_list_of_results(bet: dict[str, tuple[int, int]]) -> None:
    counts = {name: count for name, (count, _) in bet.items()}
    pays = {name: Fraction(pay) for name, (_, pay) in bet.items()}
    results = [float(pays[name]) for name, count in counts.items() for _ in range(count)]
    found = figures("bet", counts, pays)
    assert float(found.house_edge) == pytest.approx(-fmean(results))
    assert found.standard_deviation == pytest.approx(pstdev(results), abs=1e-9)
    assert sum(outcome.probability for outcome in found.outcomes) == 1
    assert sum(outcome.contribution for outcome in found.outcomes) == -found.house_edge
    assert [outcome.pays for outcome in found.outcomes] == sorted(pays.values(), reverse=True)


def test_percent_has_four_places() -> None:
    assert percent(Fraction(155, 3276)) == 4.7314
    assert percent(Fraction(1, 28)) == 3.5714
