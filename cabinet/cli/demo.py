"""`demo`: rounds through the whole machine, headless, on emulated devices and virtual time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, data_folder, fail, load, show


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
        from cabinet.app.compose import WrongFolder
        from cabinet.app.demo import Stopped
        from cabinet.app.rig import Stuck
        from cabinet.app.rigged import open_rigged
        from cabinet.storage.contract import JournalError

        setup = load(profile)
        if setup.options.machine.mode.value != "bench":
            fail("demo plays on a bench profile only; this one is for a floor.")
        try:
            with open_rigged(data_folder(data, setup), setup, seed) as rigged:
                figures = rigged.play(rounds)
        except (Stopped, Stuck, WrongFolder, JournalError) as stopped:
            fail(str(stopped), FOUND_WRONG)
        if format == "json":
            typer.echo(json.dumps(figures))
        else:
            show("Demo", figures)
