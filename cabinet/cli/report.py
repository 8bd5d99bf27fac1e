"""`report`: what the house won against what it should have won, and what else an auditor reads first.

Decides what is asked for and where it goes: the figures are made in `reports`. Exit code 0, 1 if the journal cannot
be trusted, 2 if the call is wrong.
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.common import existing, fail


class Which(StrEnum):
    """The reports."""

    CASINO = "casino"
    DICE = "dice"


class Format(StrEnum):
    """How a report is shown."""

    TEXT = "text"
    JSON = "json"
    HTML = "html"


_STAMP = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?")


def register(app: typer.Typer) -> None:
    """Add `report` to *app*."""
    app.command("report")(report)


def report(
    which: Annotated[Which, typer.Argument(help="casino or dice.")] = Which.CASINO,
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    since: Annotated[str, typer.Option(help="From this local date (or date and time, 2026-03-01T06:00) on.")] = "",
    until: Annotated[str, typer.Option(help="Up to, and without, this local date or time.")] = "",
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TEXT,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it there instead of showing it.")] = None,
) -> None:
    """The casino report (handle, win, hold, skill, money, faults, calls), or the dice report, from the journal."""
    for stamp in (since, until):
        if stamp and not _STAMP.fullmatch(stamp):
            fail(f"{stamp!r} is no date like 2026-03-01 and no time like 2026-03-01T06:00.")
    if since and until and until <= since:
        fail(f"Nothing lies between {since} and {until}.")
    text = _dice(existing(data), since, until, output) if which is Which.DICE else _casino(data, since, until, output)
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"{out} cannot be written: {error.strerror}.")


def _casino(data: Path | None, since: str, until: str, output: Format) -> str:
    from cabinet.reports.casino import casino
    from cabinet.reports.casino_html import as_html
    from cabinet.reports.casino_pages import Pages
    from cabinet.reports.casino_text import as_text
    from cabinet.reports.counted import Window
    from cabinet.reports.tally import Tally
    from cabinet.storage.beside import read_beside
    from cabinet.storage.journal import read_only

    window = Window(since, until)
    found = casino(read_beside(read_only(existing(data)), lambda rows: Tally(window).read(rows)))
    pages = Pages(found)
    match output:
        case Format.JSON:
            return _json(found)
        case Format.HTML:
            return as_html(pages.title(), pages.sections())
        case Format.TEXT:
            return as_text(pages.title(), pages.sections())


def _dice(folder: Path, since: str, until: str, output: Format) -> str:
    from cabinet.reports.casino_html import as_html
    from cabinet.reports.casino_text import as_text
    from cabinet.reports.counted import Window
    from cabinet.reports.dice import dice, sections
    from cabinet.storage.beside import read_beside
    from cabinet.storage.journal import read_only

    window = Window(since, until)
    found = read_beside(read_only(folder), lambda rows: dice(rows, window))
    match output:
        case Format.JSON:
            return _json(found)
        case Format.HTML:
            return as_html("Dice report", sections(found))
        case Format.TEXT:
            return as_text("Dice report", sections(found))


def _json(found: dict[str, Any]) -> str:
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"
