"""`events`: the logs of a cabinet, newest first, also while it runs.

Exit code 0, 1 if the journal cannot be trusted, 2 if the call is wrong.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import existing, fail
from cabinet.reports.events import Kind


class Format(StrEnum):
    """How a log is shown."""

    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add `events` to *app*."""
    app.command("events")(events)


def events(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    kind: Annotated[Kind, typer.Option(help="Which log.")] = Kind.ALL,
    last: Annotated[int, typer.Option(help="At most so many, the newest.")] = 1000,
    language: Annotated[str, typer.Option(help="Words for doors, faults and devices in this language.")] = "en",
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
) -> None:
    """What happened, newest first: row, time, code, place and plain words."""
    from cabinet.reports.events import events as read
    from cabinet.storage.journal import read_only
    from cabinet.texts import LANGUAGES

    if last < 1:
        fail(f"At least one event must be asked for, not {last}.")
    if language not in LANGUAGES:
        fail(f"There is no {language!r}; there are {', '.join(LANGUAGES)}.")
    found = read(read_only(existing(data)).rows(), kind, last, language)
    if output is Format.JSON:
        typer.echo(json.dumps([event.plain() for event in found], ensure_ascii=False))
        return
    for event in found:
        when = event.wall[:19].replace("T", " ")
        typer.echo(f"{event.row:>8}  {when}  {event.code:<18} {event.place:<12} {event.text}")
    if not found:
        typer.echo("nothing happened")
