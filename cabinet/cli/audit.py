"""`audit`: is the journal whole, do the books balance after every row, does every decision stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail, load

if TYPE_CHECKING:
    from cabinet.ports.plain import Plain
    from cabinet.storage.contract import Journal


def register(app: typer.Typer) -> None:
    """Add the `audit` group to *app*."""
    audit = typer.Typer(no_args_is_help=True, help="Check a cabinet's journal. Writes and heals nothing.")
    app.add_typer(audit, name="audit")

    for command in (verify, restore, replay):
        audit.command()(command)


def verify(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    anchor: Annotated[str | None, typer.Option(help="A signed head, as file or code: is it in the chain?")] = None,
    format: Annotated[str, typer.Option(help="table or json.")] = "table",
) -> None:
    """Recompute chain, meters and books from both copies; exit 1 names copy and row."""
    from cabinet.reports.audit import Checked, check_books
    from cabinet.storage.journal import read_only
    from cabinet.storage.journal import verify as verify_chain

    folder = existing(data)
    found = [str(problem) for problem in verify_chain(folder)]
    checked = Checked()
    if not found:
        journal = read_only(folder)
        found = [str(finding) for finding in check_books(journal.entries(), checked, _checkpoints(folder, journal))]
    if not found:
        found = _anchored(folder, anchor)
    _report(format, found, f"{checked.rows} rows in every copy: chain, meters and books are right", checked.rows)


def restore(
    reason: Annotated[str, typer.Option(help="Why an older journal was put back.")],
    who: Annotated[str, typer.Option(help="The technician's id; it stands in the journal.")],
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    profile: Annotated[str, typer.Option(help="The cabinet's profile.")] = "bench",
) -> None:
    """Accept the journal that lies here although the anchor knows a newer one. Open tickets become payable by
    the cashier only."""
    from cabinet.app.offline import offline
    from cabinet.ports.signals import Restored

    with offline(existing(data), load(profile)) as (engine, guard):
        engine.handle(Restored(who, reason))
        guard.restart()
    typer.echo("restored: the anchor follows this history from here on")


def replay(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    format: Annotated[str, typer.Option(help="table or json.")] = "table",
) -> None:
    """Decide every stored signal again; exit 1 names the first row that differs."""
    from cabinet.app.compose import tables
    from cabinet.reports.audit import Checked
    from cabinet.reports.audit import replay as replay_rows
    from cabinet.storage.contract import JournalError
    from cabinet.storage.journal import read_only

    checked = Checked()
    try:
        entries = read_only(existing(data)).entries()
        found = [str(finding) for finding in replay_rows(entries, tables(), checked)]
    except JournalError as broken:
        fail(str(broken), FOUND_WRONG)
    _report(format, found, f"{checked.rows} rows, {checked.rounds} rounds: every decision stands", checked.rows)


def _checkpoints(folder: Path, journal: Journal) -> dict[int, Plain]:
    """What a start would believe without reading the rows: the signed states of this history by row."""
    from cabinet.app.compose import STATE_FORM
    from cabinet.storage.checkpoints import signed
    from cabinet.storage.journal import read_opening

    found = signed(folder / "checkpoints", str(read_opening(folder)["public_key"]), STATE_FORM)
    return {point.sequence: point.state for point in found if journal.hash_at(point.sequence) == point.hash}


def _anchored(folder: Path, given: str | None) -> list[str]:
    """What is wrong with the chain against the given signed head, or against the machine's own anchor."""
    from cabinet.app.compose import anchor_of
    from cabinet.storage.anchor import AnchorBroken, read_anchor, rolled_back
    from cabinet.storage.journal import read_only, read_opening

    public_key = str(read_opening(folder)["public_key"])
    own = anchor_of(public_key)
    if given is None and not own.exists():
        return []
    try:
        why = rolled_back(read_only(folder), read_anchor(given or str(own)), public_key)
    except AnchorBroken as broken:
        why = str(broken)
    return [] if why is None else [why]


def _report(format: str, found: list[str], verdict: str, rows: int) -> None:
    if format == "json":
        typer.echo(json.dumps({"ok": not found, "rows": rows, "problems": found}))
    else:
        typer.echo(verdict if not found else "\n".join(found))
    if found:
        raise typer.Exit(FOUND_WRONG)
