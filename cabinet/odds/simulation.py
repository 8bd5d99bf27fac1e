"""Rounds played by the very functions the machine calls, counted, and held against the exact figures.

Each round has its own stream of the seed, so any number of processes gives the same rounds and the same counts.
One seat stakes one unit on every bet. Decides what is counted and how far off it is; knows no screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, sqrt

from cabinet.chance import SeededChance
from cabinet.games import GAMES
from cabinet.games.base import Game, GameOptions, SeatPlay
from cabinet.games.draws import Roll
from cabinet.odds import double_hand, two_card
from cabinet.odds.advice import advice, kept
from cabinet.odds.figures import BetFigures

UNIT_CENTS = 100
OPTIONS = GameOptions(dice=True)

Setting = tuple[str, ...]


class Strategy(StrEnum):
    """How the seat lays its hands."""

    HOUSE_WAY = "house_way"
    OPTIMAL = "optimal"


@dataclass(slots=True)
class Tally:
    """What came of some rounds: how often each (bet, outcome), how many cents each bet returned."""

    rounds: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    returned_cents: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Take in the rounds of another tally."""
        self.rounds += other.rounds
        self.outcomes += other.outcomes
        self.returned_cents += other.returned_cents


@dataclass(frozen=True, slots=True)
class Check:
    """One figure observed and expected; *z* how many standard deviations lie between."""

    bet: str
    what: str
    observed: float
    expected: float
    z: float


def play_rounds(game_name: str, strategy: Strategy, seed: int, first: int, count: int) -> Tally:
    """Play *count* rounds from round number *first* on; one seat, every bet."""
    game = GAMES[game_name]
    lay = _layer(game, strategy)
    chance = SeededChance(seed)
    bets = tuple((spec.name, UNIT_CENTS) for spec in game.bets(OPTIONS))
    rolls = tuple((a, b, c) for a, b, c in Roll().outcomes())
    tally = Tally(count)
    outcomes, returned = tally.outcomes, tally.returned_cents
    for number in range(first, first + count):
        draws = chance.for_round(number)
        order = draws.shuffle(game.pieces)
        cut = draws.below(game.pieces) if game.cuts else 0
        dice = None if game.cuts else rolls[draws.below(len(rolls))]
        own = tuple([order[place] for place in game.open_places(1, OPTIONS, cut)])
        result = game.settle(order, (SeatPlay(1, bets, lay(own)),), OPTIONS, dice, cut)
        for award in result.seats[0].awards:
            outcomes[award.bet, award.outcome] += 1
            returned[award.bet] += award.returned_cents
    return tally


def exact_figures(game: str, strategy: Strategy) -> tuple[BetFigures, ...]:
    """What the strategy is worth exactly, for every bet."""
    if game == "two_card":
        return two_card.all_figures()
    optimal, house_way, sides = double_hand.all_figures(kept(OPTIONS), OPTIONS)
    return (optimal if strategy is Strategy.OPTIMAL else house_way, *sides)


def checks(tally: Tally, exact: Sequence[BetFigures]) -> tuple[Check, ...]:
    """Every bet's mean return and every outcome's count against the exact figures."""
    found: list[Check] = []
    for bet in exact:
        mean = tally.returned_cents[bet.name] / (UNIT_CENTS * tally.rounds)
        expected = float(bet.expected_return)
        spread = bet.standard_deviation / sqrt(tally.rounds)
        found.append(Check(bet.name, "mean return", mean, expected, _z(mean - expected, spread)))
        found += _outcome_checks(bet, tally)
    return tuple(found)


def _outcome_checks(bet: BetFigures, tally: Tally) -> list[Check]:
    """The counts; an outcome that is not in the exact figures must not have happened at all."""
    seen = {outcome: count for (name, outcome), count in tally.outcomes.items() if name == bet.name}
    shares = {outcome.name: float(outcome.probability) for outcome in bet.outcomes}
    found = []
    for outcome in [*shares, *(name for name in seen if name not in shares)]:
        share, count = shares.get(outcome, 0.0), seen.get(outcome, 0)
        expected = share * tally.rounds
        z = _z(count - expected, sqrt(expected * (1 - share)))
        found.append(Check(bet.name, outcome, count, expected, z))
    return found


def _z(difference: float, spread: float) -> float:
    if spread == 0:
        return 0.0 if difference == 0 else inf
    return difference / spread


def _layer(game: Game, strategy: Strategy) -> Callable[[tuple[int, ...]], Setting]:
    if strategy is Strategy.HOUSE_WAY:
        return game.house_way
    odds = advice(game.name, OPTIONS)
    known: dict[tuple[int, ...], Setting] = {}  # at most every order that a hand can be dealt in

    def best(own: tuple[int, ...]) -> Setting:
        if own not in known:
            known[own] = odds[own].best
        return known[own]

    return best
