"""The PAR sheet as plain data for a JSON file: fractions as text "n/d" in lowest terms, percents to four places."""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from cabinet.odds.figures import BetFigures, Outcome, percent
from cabinet.odds.joint import JointAward
from cabinet.odds.par import Par


def par_json(par: Par) -> dict[str, Any]:
    """The whole sheet."""
    plain: dict[str, Any] = {
        "game": par.game,
        "par_id": par.par_id,
        "options": asdict(par.options),
        "bets": {bet.name: bet_json(bet) for bet in par.bets},
        "joint_award": _joint(par.joint) if par.joint else None,
    }
    if par.house_way is not None:
        main = par.bets[0]
        strategies = {"optimal": bet_json(main), "house_way": bet_json(par.house_way)}
        plain["bets"][main.name]["strategies"] = strategies
    if par.dealer_hands is not None:
        plain["dealer_high"], plain["dealer_low"] = par.dealer_hands.high, par.dealer_hands.low
    if par.exposures:
        plain["exposures"] = {
            str(count): {bet.name: bet_json(bet) for bet in bets} for count, bets in par.exposures.items()
        }
    return plain


def share(value: Fraction) -> dict[str, Any]:
    """A share as {"fraction": "n/d", "percent": number to four places}."""
    return {"fraction": f"{value.numerator}/{value.denominator}", "percent": percent(value)}


def bet_json(bet: BetFigures) -> dict[str, Any]:
    """One bet's figures."""
    return {
        "combinations": bet.combinations,
        "outcomes": [_outcome(outcome) for outcome in bet.outcomes],
        "house_edge": share(bet.house_edge),
        "expected_return": share(bet.expected_return),
        "hit_rate": share(bet.hit_rate),
        "standard_deviation": round(bet.standard_deviation, 6),
        "volatility_index": round(bet.volatility_index, 6),
        "largest_award": str(bet.largest_award),
        "bands_90_percent_normal": [
            {
                "rounds": band.rounds,
                "low_percent": round(band.low * 100, 4),
                "high_percent": round(band.high * 100, 4),
            }
            for band in bet.bands
        ],
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "combinations": outcome.combinations,
        "probability": share(outcome.probability),
        "pays": str(outcome.pays),
        "contribution": share(outcome.contribution),
    }


def _joint(joint: JointAward) -> dict[str, Any]:
    return {
        "award_cents": joint.award_cents,
        "hand": list(joint.own),
        "dealer": list(joint.dealer),
        "dice": list(joint.dice),
        "bets": [
            {
                "bet": award.bet,
                "outcome": award.outcome,
                "stake_cents": award.stake_cents,
                "award_cents": award.won_cents,
            }
            for award in joint.awards
        ],
    }
