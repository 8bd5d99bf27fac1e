"""`meters`: every meter from disk, also while the cabinet runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import existing, fail, show


def register(app: typer.Typer) -> None:
    """Add `meters` to *app*."""

    @app.command()
    def meters(
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
        format: Annotated[str, typer.Option(help="table or json.")] = "table",
    ) -> None:
        """Show all meters of a cabinet, read from its journal."""
        from cabinet.engine.boot import load
        from cabinet.reports.meters import figures
        from cabinet.storage.contract import JournalError
        from cabinet.storage.journal import read_only

        try:
            journal = read_only(existing(data))
        except JournalError as broken:
            fail(str(broken), 1)
        found = figures(load(journal), journal.count())
        if format == "json":
            typer.echo(json.dumps(found))
            return
        show("Books, all stations", {k: v for k, v in found.items() if not isinstance(v, dict)})
        counts = {
            f"{name} · {scope}" + ("_cents" if row["unit"] == "cents" else ""): value
            for name, row in found["meters"].items()
            for scope, value in row["scopes"].items()
        }
        show("Other meters", counts)
