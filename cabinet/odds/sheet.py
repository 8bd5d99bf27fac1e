"""The PAR sheet laid out once, as headings and tables of text: what the text and the HTML page both print.

Decides which tables there are, their order and their numbers' places; knows nothing of columns or colours.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from cabinet.odds.figures import BetFigures
from cabinet.odds.joint import JointAward
from cabinet.odds.labels import BETS, GAMES, LEVELS, OUTCOMES
from cabinet.odds.par import Par
from cabinet.play.options import BetLimit

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table under its title. The first column is words, the others numbers. *bars*: one length 0..1 a row for
    a chart of it, empty if there is nothing to draw. *note*: a sentence under it."""

    title: str
    head: Row
    rows: tuple[Row, ...]
    bars: tuple[float, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet: title, one line on the configuration, tables in order."""

    title: str
    configuration: str
    tables: tuple[Table, ...]


OUTCOME_HEAD = ("outcome", "combinations", "probability", "pays", "contribution")
HEADLINE_NOTE = "The return of a series lies in its band in 90 % of all cases (normal approximation)."


def sheet(par: Par) -> Sheet:
    """The sheet of *par* as tables."""
    return Sheet(f"PAR sheet: {GAMES[par.game]}", _configuration(par), tuple(_tables(par)))


def _configuration(par: Par) -> str:
    said = [f"Configuration {par.par_id}"]
    if par.house_way is not None:
        options = par.options
        said += [
            f"{options.exposed_tiles} exposed tiles",
            f"commission {Fraction(options.commission_bp, 100)} % of main winnings",
            f"rounded for the {options.commission_rounding}" if options.commission_rounding != "none" else "",
            "" if options.dice else "dice bets closed without a shaker",
        ]
    else:
        said.append(f"{par.options.decks} deck")
    return ", ".join(part for part in said if part) + "."


def _tables(par: Par) -> Iterator[Table]:
    yield _summary(par)
    yield from _double_hand(par) if par.house_way is not None else (_outcomes(bet) for bet in par.bets)
    yield _bands(par)
    if par.joint is not None:
        yield _joint(par.joint, par.limits)


def _double_hand(par: Par) -> Iterator[Table]:
    """The six published tables, then the rest."""
    assert par.house_way is not None
    assert par.dealer_hands is not None
    yield _outcomes(par.bet("main"), "Table 1. Main bet, optimal play")
    yield _levels("Table 2. The dealer's high hand", par.dealer_hands.high)
    yield _levels("Table 3. The dealer's low hand", par.dealer_hands.low)
    yield _outcomes(par.bet("super_bonus"), "Table 4. Super Bonus")
    for number, (count, (lo_card, _)) in enumerate(par.exposures.items(), 5):
        title = f"Table {number}. Lo-Card and Hi-Card, {count} exposed tiles"
        note = "Each of the two bets, over the places that its tile can have in the order."
        yield replace(_outcomes(lo_card, title), note=note)
    yield _outcomes(par.bet("dice_lo"))
    yield _outcomes(par.bet("dice_hi"))
    yield _outcomes(par.house_way, "Main bet laid by the house way")


def _summary(par: Par) -> Table:
    rows = [_summary_row(BETS[bet.name], bet) for bet in par.bets]
    if par.house_way is not None:
        rows.insert(1, _summary_row("Main bet, house way", par.house_way))
    head = ("bet", "house edge", "exact", "hit rate", "σ", "volatility 1.645 σ", "largest award")
    note = "Hit rate: the share of rounds in which the bet returns more than its stake."
    if par.house_way is not None:
        note = "The main bet's headline is optimal play. " + note
    return Table("All bets", head, tuple(rows), note=note)


def _summary_row(name: str, bet: BetFigures) -> Row:
    return (
        name,
        _percent(bet.house_edge),
        str(bet.house_edge),
        _percent(bet.hit_rate),
        f"{bet.standard_deviation:.4f}",
        f"{bet.volatility_index:.4f}",
        f"{bet.largest_award} to 1",
    )


def _outcomes(bet: BetFigures, title: str = "") -> Table:
    rows = [
        (
            OUTCOMES[outcome.name],
            f"{outcome.combinations:,}",
            f"{float(outcome.probability):.6f}",
            str(outcome.pays),
            f"{float(outcome.contribution):+.6f}",
        )
        for outcome in bet.outcomes
    ]
    rows.append(("together", f"{bet.combinations:,}", "1.000000", "", f"{-float(bet.house_edge):+.6f}"))
    bars = tuple(float(outcome.probability) for outcome in bet.outcomes)
    return Table(title or BETS[bet.name], OUTCOME_HEAD, tuple(rows), bars)


def _levels(title: str, levels: dict[str, int]) -> Table:
    total = sum(levels.values())
    rows = tuple((LEVELS[level], f"{n:,}", f"{n / total:.6f}") for level, n in levels.items())
    together = ("together", f"{total:,}", "1.000000")
    return Table(title, OUTCOME_HEAD[:3], (*rows, together), tuple(n / total for n in levels.values()))


def _bands(par: Par) -> Table:
    head = ("bet", *(f"{band.rounds:,} rounds" for band in par.bets[0].bands))
    rows = tuple(
        (BETS[bet.name], *(f"{band.low * 100:.2f} % … {band.high * 100:.2f} %" for band in bet.bands))
        for bet in par.bets
    )
    return Table("90 % band of the return", head, rows, note=HEADLINE_NOTE)


def _joint(joint: JointAward, limits: tuple[BetLimit, ...]) -> Table:
    rows = [
        (BETS[award.bet], OUTCOMES[award.outcome], _money(award.stake_cents), _money(award.won_cents))
        for award in joint.awards
    ]
    rows.append(("together", "", "", _money(joint.award_cents)))
    hand = f"Hand {' '.join(joint.own)} against the dealer's {' '.join(joint.dealer)}"
    dice = f", dice {' '.join(map(str, joint.dice))}" if joint.dice else ""
    note = f"{hand}{dice}; one seat, all {len(limits)} open bets at their maximum."
    return Table("Largest joint award of one round", ("bet", "outcome", "stake", "award"), tuple(rows), note=note)


def _money(amount_cents: int) -> str:
    return f"{amount_cents // 100:,}.{amount_cents % 100:02}"


def _percent(share: Fraction) -> str:
    return f"{float(share * 100):.4f} %"
