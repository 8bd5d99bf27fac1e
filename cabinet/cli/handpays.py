"""`handpays`: every handpay of a cabinet, open ones first, with how it was cleared. Exit codes 0, 1, 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cabinet.cli.common import existing, fail, money
from cabinet.cli.events import Format


def register(app: typer.Typer) -> None:
    """Add `handpays` to *app*."""
    app.command("handpays")(handpays)


def handpays(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    last: Annotated[int, typer.Option(help="At most so many.")] = 100,
    slip: Annotated[int, typer.Option(help="Show the slip of that number instead, as a duplicate.")] = 0,
    station: Annotated[int, typer.Option(help="With a slip: the station it is of.")] = 1,
    picture: Annotated[Path | None, typer.Option(help="With a slip: also write it here, as a PNG to print.")] = None,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
) -> None:
    """Open and paid handpays: kind, amount, since when, and how each was cleared; or one slip again."""
    from cabinet.reports.events import handpays as read
    from cabinet.storage.journal import read_only

    if slip:
        _slip(existing(data), station, slip, picture)
        return
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
            f"{money(line.amount_cents):>12}  {line.since[:19].replace('T', ' ')}  {why:<20} {ended}"
            + (f", {money(line.paid_cents)} of it before" if line.paid_cents else "")
            + (f"  slip {', '.join(map(str, line.slips))}" if line.slips else "")
        )
    if not found:
        typer.echo("no handpays")


def _slip(folder: Path, station: int, number: int, picture: Path | None) -> None:
    """The slip as it stands in the journal, with the signed head of now. Printing it here moves nothing and is written
    down nowhere: whoever signs it sees DUPLICATE."""
    from cabinet.app.slips import handpay_paper, head_code, house_of
    from cabinet.machine.handpays import two_people
    from cabinet.paper.render import render
    from cabinet.reports.events import slip as find
    from cabinet.reports.fold import load
    from cabinet.storage.journal import read_only

    journal = read_only(folder)
    found = find(journal.rows(), station, number)
    if found is None:
        fail(f"Station {station} has no slip {number}.")
    state = load(journal)
    document = handpay_paper(
        house_of(state, station),
        found,
        head_code(folder, journal),
        duplicate=True,
        second_person=two_people(state, found),
    )
    typer.echo("\n".join(line.text for line in document.lines if line.text))
    if picture is not None:
        render(document).save(picture)
