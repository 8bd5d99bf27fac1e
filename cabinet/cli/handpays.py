"""`handpays`: every handpay of a cabinet, open ones first, with how it was cleared. Exit codes 0, 1, 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import existing, fail
from cabinet.cli.events import Format


def register(app: typer.Typer) -> None:
    """Add `handpays` to *app*."""
    app.command("handpays")(handpays)


def handpays(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    last: Annotated[int, typer.Option(help="At most so many.")] = 100,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
) -> None:
    """Open and paid handpays: kind, amount, since when, and how each was cleared."""
    from cabinet.reports.events import handpays as read
    from cabinet.storage.journal import read_only

    if last < 1:
        fail(f"At least one handpay must be asked for, not {last}.")
    found = read(read_only(existing(data)).rows())[:last]
    if output is Format.JSON:
        typer.echo(json.dumps([line.plain() for line in found], ensure_ascii=False))
        return
    for line in found:
        ended = f"{line.cleared.replace('_', ' ')} {line.cleared_at[:19].replace('T', ' ')}" if line.cleared else "OPEN"
        why = f"round {line.round_number}" if line.round_number else line.reason.replace("_", " ")
        typer.echo(
            f"station {line.station}  {line.handpay:>5}  {line.kind.replace('_', ' '):<16} "
            f"{line.amount_cents / 100:>12,.2f}  {line.since[:19].replace('T', ' ')}  {why:<20} {ended}"
        )
    if not found:
        typer.echo("no handpays")
