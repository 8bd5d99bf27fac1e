"""`par`: the PAR sheet of a game as text, JSON or one HTML page.

Decides what is asked for and where it goes: the figures are made in `odds`. Exit code 0, or 2 if the call or
the game's file is wrong.
"""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from cabinet.play.options import GameSetup


class GameName(StrEnum):
    """The games."""

    DOUBLE_HAND = "double_hand"
    TWO_CARD = "two_card"


class Format(StrEnum):
    """How the sheet is shown."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


def register(app: typer.Typer) -> None:
    """Add `par`."""
    app.command("par")(par)


def par(
    game: Annotated[GameName, typer.Argument(help="The game.")],
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TEXT,
    exposed: Annotated[int | None, typer.Option(help="Exposed tiles, 2 or 3, instead of the file's.")] = None,
    setup: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The game's file; none = the one in config/games/.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there instead of showing it.")] = None,
) -> None:
    """The PAR sheet: exact odds of every bet, house edges, spread, and the largest award."""
    from cabinet.games import GAMES
    from cabinet.games.base import Refused
    from cabinet.games.refusals import sentence

    try:
        asked = game_setup(game, setup, exposed)
        GAMES[game].check_options(asked.options)
    except Refused as refused:
        wrong(sentence(refused))
    text = _shown(asked, output)
    if out is None:
        sys.stdout.write(text)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        wrong(f"{out} cannot be written: {error.strerror}.")


def game_setup(game: str, file: Path | None, exposed: int | None = None) -> GameSetup:
    """The game as its file sets it up; without a *file* as it comes with the program. Exit 2 if it is wrong."""
    from dataclasses import replace

    from cabinet.play.options import BetLimit, GameSetup
    from cabinet.settings import config_folder
    from cabinet.settings.checks import check_file, game_options
    from cabinet.settings.judge import judge
    from cabinet.settings.problems import ConfigRefused
    from cabinet.settings.schema import GameFile
    from cabinet.settings.source import read_source

    path = file or config_folder() / "games" / f"{game}.yaml"
    try:
        source = read_source(path)
    except ConfigRefused as refused:
        wrong(str(refused.problems[0]))
    read, problems = judge(source)
    problems = problems or (list(check_file(read, source)) if read is not None else [])
    if problems:
        wrong(str(problems[0]))
    if not isinstance(read, GameFile) or read.game != game:
        wrong(f"{path} does not set up {game}.")
    options = game_options(read, dice=True)  # the sheet shows the dice bets, with or without a shaker on the table
    if exposed is not None:
        options = replace(options, exposed_tiles=exposed)
    limits = tuple(BetLimit(bet, row.min, row.max, row.step) for bet, row in read.limits.items())
    return GameSetup(game, options, limits)


def wrong(sentence: str) -> NoReturn:
    """Say one sentence on stderr and end with exit code 2: wrong use."""
    sys.stderr.write(sentence + "\n")
    raise typer.Exit(2)


def _shown(setup: GameSetup, output: Format) -> str:
    from cabinet.odds.par import par as made
    from cabinet.odds.par_html import par_html
    from cabinet.odds.par_json import par_json
    from cabinet.odds.par_text import par_text
    from cabinet.odds.sheet import sheet

    figures = made(setup)
    match output:
        case Format.JSON:
            return json.dumps(par_json(figures), indent=2, ensure_ascii=False) + "\n"
        case Format.HTML:
            return par_html(sheet(figures))
        case Format.TEXT:
            return par_text(sheet(figures))
