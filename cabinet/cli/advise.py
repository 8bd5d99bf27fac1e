"""`advise`: what every setting of one hand is worth, the best one, and what the house way costs.

Decides what is asked for and how it is shown: the figures are made in `odds`. Exit code 0, or 2 if the hand or
the call is wrong.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.par import GameName, game_setup, wrong


class Format(StrEnum):
    """How the advice is shown."""

    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Advised:
    """The settings of one hand in order of low and high hand: (low, high, words, expectation a unit)."""

    settings: tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[str, ...], Fraction], ...]
    best: int
    house_way: int

    @property
    def cost(self) -> Fraction:
        """What the house way gives away of one unit bet."""
        return self.settings[self.best][3] - self.settings[self.house_way][3]


def register(app: typer.Typer) -> None:
    """Add `advise`."""
    app.command("advise")(advise)


def advise(
    tiles: Annotated[list[str], typer.Argument(metavar="TILE TILE TILE", help="Three tiles, such as 1-1 3-5 6-7.")],
    game: Annotated[GameName, typer.Option(help="The game.")] = GameName.DOUBLE_HAND,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TEXT,
    setup: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The game's file; none = the one in config/games/.")
    ] = None,
) -> None:
    """The exact expectation of every setting of a hand, per unit bet, commission included."""
    from cabinet.games.base import Refused
    from cabinet.games.refusals import sentence
    from cabinet.games.tiles import tiles_text

    if game is GameName.TWO_CARD:
        wrong("In two_card there is nothing to choose: the placing never changes the result.")
    try:
        hand = tiles_text(tiles)
    except Refused as refused:
        wrong(sentence(refused))
    advised = advised_of(hand, game_setup(game, setup).options)
    sys.stdout.write(_as_json(tiles, advised) if output is Format.JSON else _as_text(tiles, advised))


def advised_of(hand: tuple[int, int, int], options: Any) -> Advised:
    """The settings of *hand* (tile indices), the best one and the house way's."""
    from cabinet.games.tiles import split
    from cabinet.odds.advice import Advice

    odds = Advice(options)[hand]
    rows = tuple((*split(hand, setting), setting, worth) for setting, worth in odds.expectations)
    laid = [row[:2] for row in rows]
    return Advised(rows, laid.index(split(hand, odds.best)), laid.index(split(hand, odds.house_way)))


def _as_json(tiles: list[str], advised: Advised) -> str:
    from cabinet.odds.par_json import share

    settings = [
        {"low": list(low), "high": list(high), "tiles": list(words), "expectation": share(worth)}
        for low, high, words, worth in advised.settings
    ]
    plain = {
        "tiles": tiles,
        "settings": settings,
        "best": advised.best,
        "house_way": advised.house_way,
        "house_way_cost": share(advised.cost),
    }
    return json.dumps(plain, indent=2) + "\n"


def _as_text(tiles: list[str], advised: Advised) -> str:
    lines = [f"{'low hand':<10}{'high hand':<11}{'expectation':>16}{'per unit':>11}"]
    for place, (low, high, _, worth) in enumerate(advised.settings):
        marks = [name for at, name in ((advised.best, "best"), (advised.house_way, "house way")) if at == place]
        numbers = f"{_hand(low):<10}{_hand(high):<11}{worth!s:>16}{float(worth):>+11.6f}"
        lines.append(f"{numbers}  {', '.join(marks)}".rstrip())
    cost = f"The house way costs {float(advised.cost * 100):.4f} % of the bet with {' '.join(tiles)}."
    return "\n".join([*lines, cost]) + "\n"


def _hand(numbers: tuple[int, ...]) -> str:
    return "-".join(map(str, numbers))
