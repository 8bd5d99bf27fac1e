"""`docs`: writes the reference pages that are made from the machine's own tables."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    """Add `docs` to *app*."""

    @app.command()
    def docs(out: Annotated[Path, typer.Option(help="The folder to write to.")] = Path("docs")) -> None:
        """Write meters, faults, the round's diagram and the list of records."""
        from cabinet.reports.reference import pages

        out.mkdir(parents=True, exist_ok=True)
        for name, text in pages().items():
            (out / name).write_text(text, encoding="utf-8")
        typer.echo(f"{len(pages())} pages in {out}")
