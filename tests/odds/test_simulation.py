"""Simulation: the machine's own functions against the exact figures, and mistakes that must not pass."""

from __future__ import annotations

import pytest

from cabinet.games import double_hand, two_card_bets
from cabinet.games.bets import Pays
from cabinet.odds.simulation import Check, Strategy, Tally, checks, exact_figures, play_rounds

ROUNDS = 12_000


def largest(game: str, strategy: Strategy, tally: Tally) -> Check:
    return max(checks(tally, exact_figures(game, strategy)), key=lambda check: abs(check.z))


@pytest.mark.parametrize("strategy", Strategy)
@pytest.mark.parametrize("game", ["double_hand", "two_card"])
def test_a_simulation_agrees_with_its_own_strategy(game: str, strategy: Strategy) -> None:
    tally = play_rounds(game, strategy, 7, 0, ROUNDS)
    assert tally.rounds == ROUNDS
    assert abs(largest(game, strategy, tally).z) <= 5
    for bet in exact_figures(game, strategy):
        assert sum(n for (name, _), n in tally.outcomes.items() if name == bet.name) == ROUNDS


def test_the_same_seed_plays_the_same_rounds_in_whatever_parts() -> None:
    whole = play_rounds("double_hand", Strategy.HOUSE_WAY, 3, 0, 600)
    parts = Tally()
    for first, count in ((400, 200), (0, 150), (150, 250)):
        parts.add(play_rounds("double_hand", Strategy.HOUSE_WAY, 3, first, count))
    assert parts == whole
    assert play_rounds("double_hand", Strategy.HOUSE_WAY, 4, 0, 600) != whole


def test_a_wrong_pay_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = {**two_card_bets.PAYS["set_bonus"].lines, "connector": 3}
    exact = exact_figures("two_card", Strategy.HOUSE_WAY)
    monkeypatch.setitem(two_card_bets.PAYS, "set_bonus", Pays("set_bonus", lines))
    tally = play_rounds("two_card", Strategy.HOUSE_WAY, 7, 0, ROUNDS)
    worst = max(checks(tally, exact), key=lambda check: abs(check.z))
    assert (worst.bet, worst.what) == ("set_bonus", "mean return")
    assert worst.z > 5


def test_a_tie_given_to_the_player_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_hand, "_compare", lambda player, dealer: "won" if player >= dealer else "lost")
    tally = play_rounds("double_hand", Strategy.HOUSE_WAY, 7, 0, ROUNDS)
    assert abs(largest("double_hand", Strategy.HOUSE_WAY, tally).z) > 5


def test_an_outcome_that_cannot_be_is_found() -> None:
    tally = play_rounds("two_card", Strategy.HOUSE_WAY, 7, 0, 50)
    tally.outcomes["entry", "jackpot"] += 1
    assert largest("two_card", Strategy.HOUSE_WAY, tally).what == "jackpot"
