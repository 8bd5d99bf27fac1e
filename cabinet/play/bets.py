"""Whether bets may be dealt on: the rules' word, the floor's limits, the seat's credit.

Decides with a reason. Knows no chips and no screen: a draft is a list of (bet, cents).
"""

from __future__ import annotations

from collections.abc import Mapping

from cabinet.games import GAMES
from cabinet.games.base import Refused
from cabinet.play.options import GameSetup
from cabinet.ports.decision import Refusal, refusal

Bets = tuple[tuple[str, int], ...]


def check_bets(bets: Bets, setup: GameSetup, credit_cents: int, closed: Mapping[str, str]) -> Refusal | None:
    """Why *bets* cannot be dealt on; None = they can. *closed*: bet -> why it takes no chips now."""
    staked = dict(bets)
    if len(staked) != len(bets):
        return refusal("refused.bet_twice")
    try:
        GAMES[setup.game].check_bets(staked, setup.options)
    except Refused as no:
        return Refusal(f"refused.{no.code}", tuple(no.params.items()))
    for bet, amount in bets:
        against = check_amount(bet, amount, setup, closed)
        if against is not None:
            return against
    if sum(staked.values()) > credit_cents:
        return refusal("refused.over_credit")
    return None


def check_amount(bet: str, amount_cents: int, setup: GameSetup, closed: Mapping[str, str]) -> Refusal | None:
    """Why *amount_cents* cannot stand on one spot; None = it can."""
    if closed.get(bet):
        return refusal("refused.bet_closed", bet=bet, why=closed[bet])
    limit = setup.limit(bet)
    if limit is None:
        return refusal("refused.bet_closed", bet=bet, why="no_limit")
    if amount_cents < limit.min_cents:
        return refusal("refused.under_min", bet=bet, min_cents=limit.min_cents)
    if amount_cents > limit.max_cents:
        return refusal("refused.over_max", bet=bet, max_cents=limit.max_cents)
    if amount_cents % limit.step_cents:
        return refusal("refused.step", bet=bet, step_cents=limit.step_cents)
    return None


def closed_bets(setup: GameSetup, dice_usable: bool) -> dict[str, str]:
    """Bets that take no chips, with why: no_shaker, shaker_down or no_limit."""
    found = {}
    for spec in GAMES[setup.game].bets(setup.options):
        if setup.limit(spec.name) is None:
            found[spec.name] = "no_limit"
        elif spec.dice and not setup.options.dice:
            found[spec.name] = "no_shaker"
        elif spec.dice and not dice_usable:
            found[spec.name] = "shaker_down"
    return found
