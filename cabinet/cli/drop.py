"""`drop`: the cash boxes taken out, and the count room's figures of one.

Exit code 0; 1 if a count differs from what was booked, or was not taken; 2 if the call is wrong.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail, money
from cabinet.cli.desk import PATIENCE_S, send
from cabinet.cli.events import Format

if TYPE_CHECKING:
    from cabinet.reports.drops import DropLine

_DATA = Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")]


def register(app: typer.Typer) -> None:
    """Add the `drop` group to *app*."""
    group = typer.Typer(no_args_is_help=True, help="Cash boxes taken out, and counted.")
    app.add_typer(group, name="drop")
    group.command("list")(list_drops)
    group.command()(count)


def list_drops(
    data: _DATA = None,
    last: Annotated[int, typer.Option(help="How many.", min=1)] = 20,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
) -> None:
    """The last boxes taken out, newest first, with what was booked, counted, and the difference."""
    found = _drops(existing(data))[:last]
    if output is Format.JSON:
        typer.echo(json.dumps([line.plain() for line in found]))
        return
    for line in found:
        said = f"{line.wall[:16]}  station {line.station}  drop {line.drop:>4}  box {line.box or '-':<12}"
        typer.echo(f"{said} {money(line.total_cents):>14}  {_counted(line)}")


def count(
    drop: Annotated[int, typer.Argument(help="The drop's number, as on its slip.")],
    who: Annotated[str, typer.Option(help="Your id; it stands in the journal.")],
    note: Annotated[list[str] | None, typer.Option(metavar="VALUExCOUNT", help="As 20.00x13; again for each.")] = None,
    tickets: Annotated[int, typer.Option(help="How many tickets.", min=0)] = 0,
    tickets_value: Annotated[str, typer.Option(help="What they are worth together.")] = "0.00",
    station: Annotated[int, typer.Option(help="The station the box came from.")] = 1,
    data: _DATA = None,
    profile: Annotated[str, typer.Option(help="The cabinet's profile.")] = "bench",
) -> None:
    """Enter what the count room found in a box: exit 0 = as booked, 1 = it differs, with the difference."""
    from cabinet.ports.commands import CountDrop

    folder = existing(data)
    before = _line(folder, station, drop)
    if before is None:
        fail(f"Station {station} had no drop {drop}.")
    wish = CountDrop(drop, tuple(_note(text) for text in note or ()), tickets, _cents(tickets_value), who)
    send(folder, profile, wish, station)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        line = _line(folder, station, drop)
        if line is not None and len(line.counts) > len(before.counts):
            typer.echo(_counted(line))
            raise typer.Exit(FOUND_WRONG if line.variance_cents else 0)
        time.sleep(0.1)
    fail("The cabinet did not take this count: check the figures.", FOUND_WRONG)


def _drops(folder: Path) -> list[DropLine]:
    from cabinet.reports.drops import drops
    from cabinet.storage.journal import read_only

    return drops(read_only(folder).rows())


def _line(folder: Path, station: int, drop: int) -> DropLine | None:
    return next((line for line in _drops(folder) if (line.station, line.drop) == (station, drop)), None)


def _counted(line: DropLine) -> str:
    if line.counted is None:
        return "not counted"
    found, variance = money(line.counted.total_cents), line.variance_cents or 0
    said = "as booked" if not variance else f"{money(abs(variance))} {'over' if variance > 0 else 'short'}"
    return f"counted {found} by {line.counted.who}: {said}"


def _note(text: str) -> tuple[int, int]:
    value, cross, many = text.partition("x")
    if not cross or not many.isdigit():
        fail(f"{text!r} is no note and count: write VALUExCOUNT, like 20.00x13.")
    return _cents(value), int(many)


def _cents(text: str) -> int:
    from cabinet.settings.wants import NotThis, amount

    try:
        return amount(text, 2)
    except NotThis as wrong:
        fail(f"{wrong}: {wrong.right}.")
