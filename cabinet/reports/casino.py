"""The casino report: handle, win and hold against the exact expectation of what was really played.

Decides what is compared with what:
- the main bet's expectation is the exact worth of every setting as it was laid (the record of the decision);
  what that lost against the best setting is *skill*, what is left of the result is *luck*;
- a side bet's expectation is its PAR edge;
- a band is what 99 % of all months with these very stakes and decisions would hold: normal, with σ of one unit
  from the PAR sheet, bets taken as independent. Given the hand the spread is a little smaller, so the band is a
  little wide, never narrow.
Refuses to know how it is shown. Every amount is cents; a share is a number 0..1.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from statistics import median
from typing import Any

from cabinet.odds.figures import BetFigures
from cabinet.play.options import GameSetup
from cabinet.reports.counted import BetTally, Counted, Decisions, Lasting, Period
from cabinet.reports.sessions import Session
from cabinet.reports.tally import Tally

CONFIDENCE = "99 %"
_QUANTILE = 2.576

LITTLE_PLAY_IN_CENTS = 100_000
LITTLE_PLAY_SHARE = Fraction(1, 5)
"""Worth a look: a visit that put in a thousand units or more and wagered less than a fifth of it."""

MOST_VISITS = 50
"""Listed of those visits, the largest first: a page of them."""

Plain = dict[str, Any]


@dataclass(slots=True)
class Line:
    """Some bets together: what they did, and what they were worth. *expected_cents*: the house's win."""

    bets: int = 0
    handle_cents: int = 0
    returned_cents: int = 0
    commission_cents: int = 0
    voided_cents: int = 0
    hits: int = 0
    expected_cents: Fraction = field(default_factory=Fraction)
    variance: float = 0.0

    @property
    def win_cents(self) -> int:
        """Line (b) of the books, by bet: a jackpot counts when it is won, not when it is paid."""
        return self.handle_cents - self.returned_cents

    def add(self, other: Line) -> None:
        self.bets += other.bets
        self.handle_cents += other.handle_cents
        self.returned_cents += other.returned_cents
        self.commission_cents += other.commission_cents
        self.voided_cents += other.voided_cents
        self.hits += other.hits
        self.expected_cents += other.expected_cents
        self.variance += other.variance


def casino(tally: Tally) -> Plain:
    """The whole report as plain data."""
    counted = tally.counted
    everything, games = Line(), []
    for game, par in sorted(counted.rounds):
        shown, line = _configuration(counted, game, par, tally.setups[(game, par)])
        games.append(shown)
        everything.add(line)
    return {
        "report": "casino",
        "machine": _machine(tally),
        "window": {"first": counted.first_wall, "last": counted.last_wall, "rows": counted.rows},
        "confidence": CONFIDENCE,
        "books": books(counted.money),
        "games": games,
        "all_games": _line(everything),
        "days": [_period(one) for one in tally.periods if one.kind == "day"],
        "drops": [_period(one) for one in tally.periods if one.kind == "drop"],
        "notes": {str(value): count for value, count in sorted(counted.notes.items())},
        "little_play": _little_play(counted.sessions),
        "visits": len(counted.sessions),
        "uptime": _uptime(counted),
        "faults": {code: _lasting(one) for code, one in sorted(counted.faults.items())},
        "calls": {reason: _lasting(one) for reason, one in sorted(counted.calls.items())},
        "calls_taken": {reason: _lasting(one) for reason, one in sorted(counted.coming.items())},
    }


def _machine(tally: Tally) -> Plain:
    """Which cabinet it is; empty before its options were adopted."""
    machine = tally.options.machine if tally.options is not None else None
    return {
        "machine_id": tally.machine_id,
        "asset_number": machine.asset_number if machine else "",
        "site": machine.site if machine else "",
        "currency": machine.currency if machine else "",
        "decimals": machine.decimals if machine else 2,
    }


def books(money: dict[str, int]) -> Plain:
    """The movements of the books, their win by line (b), and the counts beside them."""
    cents = {f"{name}_cents": money.get(name, 0) for name in _BOOKS}
    win = cents["coin_in_cents"] - cents["wager_voided_cents"] - cents["coin_out_cents"]
    win -= cents["handpay_jackpot_cents"]
    return {
        **cents,
        "win_cents": win,
        "hold": _share(win, cents["coin_in_cents"] - cents["wager_voided_cents"]),
        **{name: money.get(name, 0) for name in _COUNTED},
    }


_BOOKS = (
    "bill_in",
    "ticket_in",
    "coin_in",
    "coin_out",
    "wager_voided",
    "ticket_out",
    "handpay_cancelled",
    "handpay_jackpot",
    "jackpot_locked",
)
_COUNTED = (
    "games_played",
    "games_won",
    "games_voided",
    "notes_in",
    "tickets_in",
    "tickets_out",
    "handpays_cancelled",
    "handpays_jackpot",
    "boots",
)


# -- games ------------------------------------------------------------------------------------------------


def _configuration(counted: Counted, game: str, par: str, setup: GameSetup) -> tuple[Plain, Line]:
    """One PAR configuration: its bets, all of them together, and the decisions of its main bet."""
    exact = exact_figures(setup)
    main = exact[0].name
    decisions = counted.decisions[(game, par)]
    together, bets = Line(), []
    for figures in exact:
        tally = counted.bets.get((game, par, figures.name))
        if tally is None:
            continue
        line = _line_of(tally, figures, decisions if figures.name == main else None)
        bets.append({"bet": figures.name, "par_edge": float(figures.house_edge), **_line(line)})
        together.add(line)
    shown = {
        "game": game,
        "par_id": par,
        "rounds": counted.rounds[(game, par)],
        "rounding": setup.options.commission_rounding,
        "bets": bets,
        "together": _line(together),
        "decisions": _decisions(decisions, counted.bets[(game, par, main)], exact[0]),
    }
    return shown, together


def _line_of(tally: BetTally, figures: BetFigures, decisions: Decisions | None) -> Line:
    expected = figures.house_edge * tally.handle_cents
    if decisions is not None:
        # what no decision is recorded of keeps the edge of the PAR sheet
        expected = figures.house_edge * decisions.unknown_cents - _worth(decisions, 0)
    return Line(
        tally.bets,
        tally.handle_cents,
        tally.returned_cents,
        tally.commission_cents,
        tally.voided_cents,
        tally.hits,
        expected,
        float(figures.variance) * tally.squares,
    )


def _worth(decisions: Decisions, which: int) -> Fraction:
    """Sum of stake times expectation: *which* 0 = as laid, 1 = the best setting."""
    return sum((Fraction(held[which], unit) for unit, held in decisions.worth.items()), Fraction(0))


def _decisions(decisions: Decisions, main: BetTally, figures: BetFigures) -> Plain:
    """Skill apart from luck, from the player's side: result = best possible + skill + luck, to the cent."""
    unknown = -figures.house_edge * decisions.unknown_cents
    best, laid = _worth(decisions, 1) + unknown, _worth(decisions, 0) + unknown
    result = main.returned_cents - main.handle_cents
    return {
        "hands": decisions.hands,
        "laid_best": decisions.best,
        "assists": dict(sorted((name or "by_hand", count) for name, count in decisions.assists.items())),
        "unknown_worth_cents": decisions.unknown_cents,
        "result_cents": result,
        "best_cents": _cents(best),
        "skill_cents": _cents(laid - best),
        "luck_cents": _cents(result - laid),
    }


def _line(line: Line) -> Plain:
    spread = _QUANTILE * sqrt(line.variance)
    middle, handle = float(line.expected_cents), line.handle_cents
    low, high = middle - spread, middle + spread
    return {
        "bets": line.bets,
        "handle_cents": handle,
        "returned_cents": line.returned_cents,
        "win_cents": line.win_cents,
        "commission_cents": line.commission_cents,
        "voided_cents": line.voided_cents,
        "hits": line.hits,
        "hold": _share(line.win_cents, handle),
        "expected_win_cents": _cents(line.expected_cents),
        "expected_hold": middle / handle if handle else None,
        "hold_band": [low / handle, high / handle] if handle else None,
        "in_band": low <= line.win_cents <= high,
    }


def exact_figures(setup: GameSetup) -> tuple[BetFigures, ...]:
    """Every bet of a PAR configuration, main bet first, dice bets included."""
    # numpy comes with these: it takes a tenth of a second and starts a thread, and pages seldom ask
    from cabinet.odds import double_hand, two_card
    from cabinet.odds.par import kept_at_worst

    if setup.game == "two_card":
        return two_card.all_figures()
    optimal, _, sides = double_hand.all_figures(kept_at_worst(setup), setup.options)
    return (optimal, *sides)


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _cents(amount: Fraction) -> float:
    """Exact until here; a hundredth of a cent is more than anybody reads."""
    return round(float(amount), 2)


# -- the floor --------------------------------------------------------------------------------------------


def _period(period: Period) -> Plain:
    return {"since": period.since, "until": period.until, **books(period.money)}


def _little_play(sessions: Iterable[Session]) -> Plain:
    found = [
        one
        for one in sessions
        if one.money_in_cents >= LITTLE_PLAY_IN_CENTS and one.wagered_cents < LITTLE_PLAY_SHARE * one.money_in_cents
    ]
    largest = sorted(found, key=lambda one: -one.money_in_cents)[:MOST_VISITS]
    rows = [
        {
            "station": one.station,
            "since": one.since,
            "until": one.until,
            "money_in_cents": one.money_in_cents,
            "wagered_cents": one.wagered_cents,
            "out_cents": one.out_cents,
        }
        for one in largest
    ]
    return {
        "over_cents": LITTLE_PLAY_IN_CENTS,
        "under_share": float(LITTLE_PLAY_SHARE),
        "count": len(found),
        "rows": rows,
    }


def _uptime(counted: Counted) -> Plain:
    up = max(0, counted.span_s - counted.off_s)
    return {
        "boots": counted.money["boots"],
        "up_s": up,
        "off_s": counted.off_s,
        "share": up / counted.span_s if counted.span_s else None,
    }


def _lasting(one: Lasting) -> Plain:
    return {
        "times": one.times,
        "ended": one.ended,
        "seconds": one.seconds,
        "mean_s": one.seconds / one.ended if one.ended else None,
        "median_s": median(one.each_s) if one.each_s else None,
        "longest_s": one.longest_s,
        "open_since": one.open_since,
    }
