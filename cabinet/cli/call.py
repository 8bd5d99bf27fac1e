"""`call`: players who wait for somebody, and the word that somebody is on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail
from cabinet.cli.desk import send
from cabinet.cli.events import Format

_DATA = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]


def register(app: typer.Typer) -> None:
    """Add the `call` group to *app*."""
    group = typer.Typer(no_args_is_help=True, help="Players who call somebody.")
    app.add_typer(group, name="call")
    group.command("list")(waiting)
    group.command()(take)


def waiting(
    data: _DATA = None, output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE
) -> None:
    """Who waits, and whether somebody is on the way."""
    from cabinet.reports.fold import load
    from cabinet.storage.journal import read_only

    calls = load(read_only(existing(data))).calls
    if output is Format.JSON:
        typer.echo(json.dumps([{"station": c.station, "reason": c.reason, "taken": c.taken} for c in calls]))
        return
    for call in calls:
        typer.echo(f"station {call.station}  {call.reason:<10}  {'on the way' if call.taken else 'waits'}")


def take(
    who: Annotated[str, typer.Option(help="Your id; it stands in the journal.")],
    station: Annotated[int, typer.Option(help="The station that called.")] = 1,
    data: _DATA = None,
    profile: Annotated[str, typer.Option(help="The cabinet's profile.")] = "bench",
) -> None:
    """Say that you are on the way; the player reads it. Exit 1 if nobody waits there."""
    from cabinet.ports.commands import TakeCall
    from cabinet.reports.fold import load
    from cabinet.storage.journal import read_only

    folder = existing(data)
    if not any(call.station == station and not call.taken for call in load(read_only(folder)).calls):
        fail(f"Nobody waits at station {station}.", FOUND_WRONG)
    send(folder, profile, TakeCall(who), station)
    typer.echo(f"Station {station} reads that somebody is on the way.")
