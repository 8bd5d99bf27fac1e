"""`demo`: rounds through the whole machine, headless, on emulated devices and virtual time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import data_folder, fail, load, show


def register(app: typer.Typer) -> None:
    """Add `demo` to *app*."""

    @app.command()
    def demo(
        rounds: Annotated[int, typer.Option(help="How many more rounds to play.", min=0)] = 10,
        seed: Annotated[int, typer.Option(help="Draws and habits follow from it and the round number.")] = 1,
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/<profile>.")] = None,
        profile: Annotated[str, typer.Option(help="A profile's name in config/, or its file.")] = "bench",
        format: Annotated[str, typer.Option(help="table or json.")] = "table",
    ) -> None:
        """Play rounds as a player and an attendant would, on emulated devices; continues what is there."""
        from cabinet.app.rigged import open_rigged

        setup = load(profile)
        if setup.options.machine.mode.value != "bench":
            fail("demo plays on a bench profile only; this one is for a floor.")
        with open_rigged(data_folder(data, setup), setup, seed) as rigged:
            figures = rigged.play(rounds)
        if format == "json":
            typer.echo(json.dumps(figures))
        else:
            show("Demo", figures)
