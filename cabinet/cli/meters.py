"""`meters`: every meter from disk, also while the cabinet runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, show


def register(app: typer.Typer) -> None:
    """Add `meters` to *app*."""

    @app.command()
    def meters(
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
        format: Annotated[str, typer.Option(help="table or json.")] = "table",
    ) -> None:
        """Show all meters of a cabinet, read from its journal."""
        from cabinet.app.recalling import state_now
        from cabinet.reports.fold import believed
        from cabinet.reports.meters import figures
        from cabinet.storage.contract import JournalError
        from cabinet.storage.journal import read_only

        broken: JournalError | None = None
        try:
            folder = existing(data)
            journal = read_only(folder)
            found = figures(state_now(folder, journal), journal.count())
        except JournalError as refused:
            broken, state = refused, believed(refused)
            typer.echo(str(refused), err=True)
            if state is None:
                raise typer.Exit(FOUND_WRONG) from None
            typer.echo("Below is what is believed good.", err=True)
            found = figures(state, 0)
        if format == "json":
            typer.echo(json.dumps(found))
            raise typer.Exit(FOUND_WRONG if broken else 0)
        show("Books, all stations", {k: v for k, v in found.items() if not isinstance(v, dict)})
        counts = {
            f"{name} · {scope}" + ("_cents" if row["unit"] == "cents" else ""): value
            for name, row in found["meters"].items()
            for scope, value in row["scopes"].items()
        }
        show("Other meters", counts)
        if broken:
            raise typer.Exit(FOUND_WRONG)
