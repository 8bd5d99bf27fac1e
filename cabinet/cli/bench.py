"""`bench`: the emulated hardware of a data folder, looked at and touched from a shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import existing, fail, show

Data = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]


def register(app: typer.Typer) -> None:
    """Add `bench status` and `bench do`."""
    bench = typer.Typer(help="The emulated hardware of a bench.", no_args_is_help=True)
    bench.command("status")(status)
    bench.command("do")(do)
    app.add_typer(bench, name="bench")


def status(data: Data = None, format: Annotated[str, typer.Option(help="table or json.")] = "table") -> None:
    """What lies in boxes and on paper, and where every device stands; also while no cabinet runs."""
    from cabinet.app.bench_client import status as told
    from cabinet.app.places import places_of

    found = told(places_of(existing(data)))
    if format == "json":
        typer.echo(json.dumps(found))
        return
    devices = found.pop("devices")
    show("Bench", found)
    for name, device in devices.items():
        show(name, {key: value for key, value in device.items() if key != "papers"})


def do(
    act: Annotated[str, typer.Argument(metavar="JSON", help='An act of a hand: {"insert_note": 2000}.')],
    data: Data = None,
) -> None:
    """Do something to the hardware of a running bench; exit 1 when it could not be done."""
    from cabinet.app.lines import NoAnswer, ask
    from cabinet.app.places import places_of

    try:
        what = json.loads(act)
    except ValueError:
        fail("An act is a JSON object.")
    try:
        answer = ask(places_of(existing(data)).bench, {"bench": what}, 30.0)
    except NoAnswer:
        fail("No bench runs on this folder; `run` starts one.", 1)
    typer.echo(json.dumps(answer))
    raise typer.Exit(1 if "error" in answer else 0)
