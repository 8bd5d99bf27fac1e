"""`run`: the whole cabinet as processes: bench, engine, screens, kept alive until it is told to end.

Decides what belongs to a run: which processes, with or without a picture, with or without a pilot; and what a floor
refuses. Exit 0 ended as asked, 1 a part could not be kept alive, 2 wrong use or configuration.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import config_folder, data_folder, fail, load

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def register(app: typer.Typer) -> None:
    """Add `run`."""
    app.command("run")(run)


def run(
    profile: Annotated[str, typer.Option(help="A profile's name in config/, or its file.")] = "bench",
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/<profile>.")] = None,
    headless: Annotated[bool, typer.Option("--headless", help="Without a picture.")] = False,
    pilot: Annotated[Path | None, typer.Option(help="Serve a pilot at this socket (bench profiles only).")] = None,
    fullscreen: Annotated[
        bool | None, typer.Option("--fullscreen/--windowed", help="Overrides what the profile says.")
    ] = None,
) -> None:
    """Run the cabinet until it is told to end."""
    from cabinet.app.running import Choices, NotHere, keep_running

    setup = load(profile)
    choices = Choices(
        profile=_file(profile),
        headless=headless,
        pilot=pilot,
        fullscreen=setup.screen.fullscreen if fullscreen is None else fullscreen,
    )
    if not headless and not any(os.environ.get(name) for name in _DISPLAYS):
        fail("There is no display here; run with --headless for a cabinet without a picture.")
    try:
        code = keep_running(setup, data_folder(data, setup).resolve(), choices, lambda text: typer.echo(text, err=True))
    except NotHere as no:
        fail(str(no))
    raise typer.Exit(code)


def _file(profile: str) -> Path:
    return (Path(profile) if profile.endswith(".yaml") else config_folder() / f"{profile}.yaml").resolve()
