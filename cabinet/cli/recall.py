"""`recall`: rounds as they happened, step by step, from the journal, and the signed record of a disputed one.

Decides what is asked for and how a step is written on a line. Exit code 0; 1 if a commitment does not hold, an export
does not check, or the journal cannot be trusted; 2 if the call is wrong.
"""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cabinet.cli.common import FOUND_WRONG, existing, fail

if TYPE_CHECKING:
    from cabinet.ports.recall import Fact, RecalledRound
    from cabinet.reports.rounds import Place


class Format(StrEnum):
    """How rounds are shown."""

    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add `recall` to *app*."""
    app.command("recall")(recall)


def recall(
    round_number: Annotated[int | None, typer.Argument(metavar="ROUND", help="One round by its number.")] = None,
    data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
    last: Annotated[int, typer.Option(help="Without ROUND: so many, the newest first.")] = 10,
    station: Annotated[int, typer.Option(help="Seen from this station; 0 = the round's first seat.")] = 0,
    output: Annotated[Format, typer.Option("--format", help="How to show it.")] = Format.TABLE,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the round's signed dispute record there.")
    ] = None,
    reason: Annotated[str, typer.Option(help="What is disputed; it stands in the record.")] = "",
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check an exported record instead; exit 1 if it is not genuine.")
    ] = None,
) -> None:
    """Rounds as they happened: wagers, choices, pieces, dice, credit, and the commitment checked. Writes nothing to
    the journal."""
    if check is not None:
        _check(check, data)
        return
    if last < 1:
        fail(f"At least one round must be asked for, not {last}.")
    if export is not None and round_number is None:
        fail("Which round? One round is exported at a time.")
    folder = existing(data)
    found = _read(folder, round_number, last, station)
    if export is not None:
        _export(folder, *found[0], export, reason)
        return
    rounds = [shown for _, shown in found]
    typer.echo(_json(folder, found) if output is Format.JSON else "\n\n".join(map(_told, rounds)))
    if any(_holds(shown) is False for shown in rounds):
        raise typer.Exit(FOUND_WRONG)


def _read(folder: Path, round_number: int | None, last: int, station: int) -> list[tuple[Place, RecalledRound]]:
    """The rounds asked for, newest first."""
    from cabinet.app.recalling import newest_rounds, round_numbered
    from cabinet.machine.recall import NotInRows
    from cabinet.storage.journal import read_only

    journal = read_only(folder)
    try:
        if round_number is None:
            return newest_rounds(folder, journal, last, station) or fail("No round was played yet.")
        found = round_numbered(folder, journal, round_number, station)
    except NotInRows:
        fail(f"Station {station} did not play that round.")
    return [found] if found is not None else fail(f"There is no round {round_number} here.")


def _holds(shown: RecalledRound) -> bool | None:
    from cabinet.reports.rounds import commitment_holds

    return commitment_holds(shown)


# -- showing ------------------------------------------------------------------------------------------------


def _json(folder: Path, found: list[tuple[Place, RecalledRound]]) -> str:
    from cabinet.reports.round_record import round_record
    from cabinet.storage.journal import read_only

    journal = read_only(folder)
    told = [round_record(shown, place, journal.entries(place.begins)) for place, shown in found]
    return json.dumps(told, ensure_ascii=False)


def _told(shown: RecalledRound) -> str:
    lines = [f"RECALL  round {shown.round_number}  {shown.game} {shown.par_id}  station {shown.station}"]
    lines += [f"  before            {_fact(fact)}" for fact in shown.before]
    lines.append(f"  credit before     {_money(shown.credit_before_cents)}")
    for step in shown.steps:
        when = step.wall[:19].replace("T", " ")
        told = [_fact(fact) for fact in step.facts] or ["-"]
        lines += [f"  {step.row:>8}  {when}  {words}" for words in told]
        lines.append(f"            credit {_money(step.view.credit_cents)}, table {step.view.table.phase}")
    lines.append(f"  wagered           {_money(shown.wagered_cents)}")
    lines.append(f"  returned          {_money(shown.returned_cents)}")
    if shown.jackpot_cents:
        lines.append(f"  paid by hand      {_money(shown.jackpot_cents)}")
    lines.append(f"  credit after      {_money(shown.credit_after_cents)}")
    lines.append(f"  {_WORDS[shown.ended]}; the commitment {_COMMITMENT[_holds(shown)]}")
    return "\n".join(lines)


_WORDS = {"settled": "settled", "voided": "all stakes given back", "": "NOT OVER"}
_COMMITMENT = {
    True: "holds: the order shown is the one bound to before the deal",
    False: "DOES NOT HOLD: another order was shown than the one bound to before the deal",
    None: "was not opened",
}


def _fact(fact: Fact) -> str:
    words = [fact.code.replace("_", " ")]
    for name, text in fact.params:
        if text:
            cents = name.endswith("_cents")
            shown = _money(int(text)) if cents else text
            words.append(f"{name.removesuffix('_cents').replace('_', ' ')} {shown}")
    return ", ".join(words)


def _money(cents: int) -> str:
    return f"{cents / 100:,.2f}"


# -- disputes -----------------------------------------------------------------------------------------------


def _export(folder: Path, place: Place, shown: RecalledRound, file: Path, reason: str) -> None:
    from cabinet.app.recalling import machine_key
    from cabinet.clock import SystemClock
    from cabinet.reports.dispute import dispute
    from cabinet.storage.journal import read_only
    from cabinet.storage.keyfile import KeyRefused

    try:
        record = dispute(read_only(folder), place, shown, machine_key(folder), SystemClock().wall(), reason)
    except KeyRefused as refused:
        fail(f"The record cannot be signed: {refused}.", FOUND_WRONG)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(json.dumps(record, ensure_ascii=False, indent=1) + "\n")
    except FileExistsError:
        fail(f"{file} is there already; a dispute record is never written over.")
    except OSError as error:
        fail(f"{file} cannot be written: {error.strerror}.")
    typer.echo(f"round {shown.round_number}: {len(record['dispute']['rows'])} rows, signed, in {file}")


def _check(file: Path, data: Path | None) -> None:
    """Against the public key of the data folder where one is given, else against the record's own."""
    from cabinet.app.disputes import PICTURE
    from cabinet.reports.dispute import problems
    from cabinet.storage.journal import read_opening

    beside = file.with_name(PICTURE)
    try:
        record: Any = json.loads(file.read_text(encoding="utf-8"))
        picture = beside.read_bytes() if beside.exists() else None
    except (OSError, ValueError) as bad:
        fail(f"{file} cannot be read: {bad}")
    public_key = str(read_opening(existing(data))["public_key"]) if data is not None else ""
    found = list(problems(record, public_key, picture))
    if found:
        fail("\n".join(found), FOUND_WRONG)
    typer.echo("genuine: signature, head and rows are the machine's")
