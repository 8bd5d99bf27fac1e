"""`audit`: is the journal whole, do the books balance after every row, does every decision stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cabinet.ports.plain import Plain
    from cabinet.reports.audit import Checked
    from cabinet.storage.anchor import Anchor
    from cabinet.storage.contract import Entry, Journal


def register(app: typer.Typer) -> None:
    """Add the `audit` group to *app*."""
    audit = typer.Typer(no_args_is_help=True, help="Check a cabinet's journal, copy it out, archive what is old.")
    app.add_typer(audit, name="audit")

    for command in (verify, restore, replay, archive, unarchive, export):
        audit.command()(command)


def verify(
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    anchor: Annotated[str | None, typer.Option(help="A signed head, as file or code: is it in the chain?")] = None,
    archives: Annotated[
        list[Path] | None, typer.Option("--archive", help="Archives of this journal, checked with it; repeat it.")
    ] = None,
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
        history, found = _history(folder, journal, archives or [], checked)
        if not found:
            found = [str(finding) for finding in check_books(history, checked, _checkpoints(folder, journal))]
    if not found:
        found = _anchored(folder, anchor, archives or [])
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
    archives: Annotated[
        list[Path] | None, typer.Option("--archive", help="Archives of this journal, replayed first; repeat it.")
    ] = None,
) -> None:
    """Decide every stored signal again; exit 1 names the first row that differs."""
    from cabinet.app.compose import tables
    from cabinet.reports.audit import Checked
    from cabinet.reports.audit import replay as replay_rows
    from cabinet.storage.contract import JournalError
    from cabinet.storage.journal import read_only

    checked = Checked()
    try:
        folder = existing(data)
        history, found = _history(folder, read_only(folder), archives or [], checked)
        if not found:
            found = [str(finding) for finding in replay_rows(history, tables(), checked)]
    except JournalError as broken:
        fail(str(broken), FOUND_WRONG)
    _report(format, found, f"{checked.rows} rows, {checked.rounds} rounds: every decision stands", checked.rows)


def archive(
    out: Annotated[Path, typer.Option(help="Where archives are kept: another disk.")],
    who: Annotated[str, typer.Option(help="The technician's id; it stands in the journal.")],
    before: Annotated[str, typer.Option(metavar="YYYY-MM", help="Months before this one may go.")],
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    profile: Annotated[str, typer.Option(help="The cabinet's profile.")] = "bench",
) -> None:
    """Move closed months out of both copies into a signed archive. The cabinet must be off; meters, open tickets and
    the last rounds stay."""
    from cabinet.app.archiving import archived
    from cabinet.reports.archiving import NothingToArchive
    from cabinet.storage.contract import JournalError

    if not re.fullmatch(r"[0-9]{4}-(0[1-9]|1[0-2])", before):
        fail(f"{before!r} is no month: write it like 2026-11.")
    try:
        folder, base = archived(existing(data), load(profile), out, before, who)
    except NothingToArchive as nothing:
        fail(f"Nothing was archived: {nothing}.", FOUND_WRONG)
    except JournalError as refused:
        fail(f"Nothing was archived: {refused}", FOUND_WRONG)
    typer.echo(f"rows up to {base.sequence} lie in {folder}; keep it as long as the law asks")


def unarchive(
    archive: Annotated[Path, typer.Argument(help="The newest archive's folder.")],
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
) -> None:
    """Put the newest archive's rows back into both copies. The cabinet must be off; the archive stays."""
    from cabinet.storage.archive import unarchive as put_back
    from cabinet.storage.contract import JournalError

    try:
        count = put_back(existing(data), archive)
    except JournalError as refused:
        fail(f"Nothing was put back: {refused}", FOUND_WRONG)
    typer.echo(f"{count} rows are back in every copy")


def export(
    out: Annotated[Path | None, typer.Option(help="A folder that is not there yet.")] = None,
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    check: Annotated[Path | None, typer.Option(help="Check an export instead; exit 1 names what was changed.")] = None,
) -> None:
    """Copy out a whole consistent journal with its meters, rounds, events, tickets and hand pays as CSV, and a signed
    manifest. Safe while the cabinet runs."""
    from cabinet.app.exporting import exported, problems
    from cabinet.storage.contract import JournalError
    from cabinet.storage.journal import read_opening

    if check is not None:
        found = list(problems(check, str(read_opening(existing(data))["public_key"])))
        if found:
            fail("\n".join(found), FOUND_WRONG)
        typer.echo("genuine: manifest, files and head are the machine's")
        return
    if out is None:
        fail("Where to? Name a folder with --out.")
    if out.exists():
        fail(f"{out} is there already: nothing is written over.")
    try:
        said = exported(existing(data), out)
    except JournalError as refused:
        fail(f"Nothing was exported: {refused}", FOUND_WRONG)
    typer.echo(f"{said['rows']} rows and {len(said['files'])} files in {out}; signed head {said['head']}")


def _checkpoints(folder: Path, journal: Journal) -> dict[int, Plain]:
    """What a start would believe without reading the rows: the signed states of this history by row."""
    from cabinet.app.compose import STATE_FORM
    from cabinet.storage.checkpoints import signed
    from cabinet.storage.journal import read_opening

    found = signed(folder / "checkpoints", str(read_opening(folder)["public_key"]), STATE_FORM)
    return {point.sequence: point.state for point in found if journal.hash_at(point.sequence) == point.hash}


def _history(
    folder: Path, journal: Journal, archives: list[Path], checked: Checked
) -> tuple[Iterator[Entry], list[str]]:
    """All rows there are, archived ones first, and what is wrong with the archives. *checked* is told where the rows
    begin when the archives are not given."""
    from cabinet.reports.archiving import history
    from cabinet.reports.fold import beginning
    from cabinet.storage.journal import read_opening

    if not archives:
        checked.state, checked.rows = beginning(journal)
        return journal.entries(), []
    return history(journal, archives, str(read_opening(folder)["public_key"]))


def _anchored(folder: Path, given: str | None, archives: list[Path]) -> list[str]:
    """What is wrong with the chain against the given signed head, or against the machine's own anchor."""
    from cabinet.app.compose import anchor_of
    from cabinet.reports.archiving import in_archives
    from cabinet.storage.anchor import AnchorBroken, read_anchor, rolled_back
    from cabinet.storage.journal import read_only, read_opening

    public_key = str(read_opening(folder)["public_key"])
    own = anchor_of(public_key)
    if given is None and not own.exists():
        return []
    try:
        kept, journal = read_anchor(given or str(own)), read_only(folder)
        why = (
            in_archives(kept, archives, public_key)
            if _archived(journal, kept)
            else rolled_back(journal, kept, public_key)
        )
    except AnchorBroken as broken:
        why = str(broken)
    return [] if why is None else [why]


def _archived(journal: Journal, kept: Anchor) -> bool:
    """Whether the row of a signed head has left the copies."""
    base = journal.base()
    return base is not None and kept.sequence < base.sequence


def _report(format: str, found: list[str], verdict: str, rows: int) -> None:
    if format == "json":
        typer.echo(json.dumps({"ok": not found, "rows": rows, "problems": found}))
    else:
        typer.echo(verdict if not found else "\n".join(found))
    if found:
        raise typer.Exit(FOUND_WRONG)
