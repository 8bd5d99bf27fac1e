"""The PAR sheet of a game as data: what text, JSON and HTML show and what reports quote.

A sheet is of one configuration: game, options, limits. The main bet of Double-Hand Poker is given for both
strategies, the optimal one being the headline. If commission is rounded the sheet stands for the worst stake
the limits allow. Decides nothing about looks.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from cabinet.games.base import GameOptions
from cabinet.games.bets import BASIS_POINTS, commission_cents
from cabinet.games.double_hand_bets import MAIN
from cabinet.odds import double_hand, two_card
from cabinet.odds.advice import kept
from cabinet.odds.double_hand import DealerHands
from cabinet.odds.figures import BetFigures
from cabinet.odds.joint import JointAward, joint_award
from cabinet.play.options import BetLimit, GameSetup
from cabinet.play.par import par_id


@dataclass(frozen=True, slots=True)
class Par:
    """One game's sheet. *bets*: main bet first. *house_way*: the main bet laid by the house way, where hands are
    set. *exposures*: exposed tiles → the bets on a tile. *joint*: None if the limits open no bet."""

    game: str
    par_id: str
    options: GameOptions
    bets: tuple[BetFigures, ...]
    house_way: BetFigures | None
    dealer_hands: DealerHands | None
    exposures: dict[int, tuple[BetFigures, ...]]
    limits: tuple[BetLimit, ...]
    joint: JointAward | None

    def bet(self, name: str) -> BetFigures:
        """The figures of the bet *name*."""
        return next(bet for bet in self.bets if bet.name == name)


def par(setup: GameSetup) -> Par:
    """The sheet of one game as it is set up."""
    joint = joint_award(setup) if setup.limits else None
    if setup.game == "two_card":
        bets = two_card.all_figures()
        return Par(setup.game, par_id(setup), setup.options, bets, None, None, {}, setup.limits, joint)
    optimal, house_way, sides = double_hand.all_figures(kept_at_worst(setup), setup.options)
    return Par(
        game=setup.game,
        par_id=par_id(setup),
        options=setup.options,
        bets=(optimal, *sides),
        house_way=house_way,
        dealer_hands=double_hand.dealer_hands(),
        exposures=double_hand.exposures(setup.options),
        limits=setup.limits,
        joint=joint,
    )


def kept_at_worst(setup: GameSetup) -> Fraction:
    """What is left of one unit won after commission, at the stake that rounding treats worst."""
    options, limit = setup.options, setup.limit(MAIN)
    if options.commission_rounding == "none" or limit is None:
        return kept(options)
    # What rounding adds repeats after this many steps while the stake grows: the worst is among the first ones.
    last = min(limit.max_cents, limit.min_cents + limit.step_cents * BASIS_POINTS)
    stakes = range(limit.min_cents, last + 1, limit.step_cents)
    return min(1 - Fraction(commission_cents(stake, options), stake) for stake in stakes)
