"""`rng test` and `rng export`: the machine's own chance, tested here or handed to an outside battery.

Decides what is drawn and where it goes; everything is drawn by the production calls. Exit code 0, 1 if a test
failed twice or the source is sick, 2 if the call is wrong.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from cabinet.cli.par import wrong

if TYPE_CHECKING:
    from cabinet.chance import SystemChance

DEALS_LEAST, DEALS_MOST = 20_000, 10_000_000  # every hand must be expected at least five times
_RAW_CHUNK_BYTES = 1 << 16


class What(StrEnum):
    """What is exported: *deals* orders of 28 tiles, *cards* orders of 52 (one a line), *raw* bytes."""

    DEALS = "deals"
    CARDS = "cards"
    RAW = "raw"


def register(app: typer.Typer) -> None:
    """Add `rng test` and `rng export`."""
    rng = typer.Typer(help="The machine's chance.", no_args_is_help=True)
    rng.command("test")(examine)
    rng.command("export")(export)
    app.add_typer(rng, name="rng")


def examine(
    deals: Annotated[int, typer.Option(help="Deals each test is made on.")] = 100_000,
) -> None:
    """Test the chance at 99 %; a test that fails is made again on fresh draws before it is an alarm."""
    from cabinet.odds.randomness import judge

    if not DEALS_LEAST <= deals <= DEALS_MOST:
        wrong(f"A test takes {DEALS_LEAST} to {DEALS_MOST} deals, not {deals}.")
    verdicts = judge(_chance(), deals)
    for verdict in verdicts:
        said = "ALARM" if verdict.alarm else "passed, on fresh draws" if verdict.repeated else "passed"
        sys.stdout.write(f"{verdict.name:<24}{verdict.statistic:>12.3f}  p {verdict.p:.4f}  {said}\n")
    raise typer.Exit(1 if any(verdict.alarm for verdict in verdicts) else 0)


def export(
    what: Annotated[What, typer.Option(help="Orders of tiles, orders of cards, or raw bytes.")],
    count: Annotated[int, typer.Option(help="How many orders or bytes.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where to; - is standard output.")],
) -> None:
    """Write draws as the machine makes them, for outside batteries of tests."""
    if count < 1:
        wrong(f"At least one must be drawn, not {count}.")
    data = _data(what, count, _chance())
    if str(out) == "-":
        _written(data, sys.stdout.buffer)
        return
    try:
        with out.open("wb") as file:
            _written(data, file)
    except OSError as error:
        wrong(f"{out} cannot be written: {error.strerror}.")


def _chance() -> SystemChance:
    """The production chance; exit 1 if its source is sick."""
    from cabinet.chance import ChanceFailed, SystemChance

    try:
        return SystemChance()
    except ChanceFailed as failed:
        sys.stderr.write(f"Chance failed its health test: {failed}.\n")
        raise typer.Exit(1) from None


def _data(what: What, count: int, chance: SystemChance) -> Iterator[bytes]:
    match what:
        case What.RAW:
            for start in range(0, count, _RAW_CHUNK_BYTES):
                yield chance.raw(min(_RAW_CHUNK_BYTES, count - start))
        case What.DEALS | What.CARDS:
            pieces = 28 if what is What.DEALS else 52
            for _ in range(count):
                yield " ".join(map(str, chance.shuffle(pieces))).encode() + b"\n"


def _written(data: Iterator[bytes], file: BinaryIO) -> None:
    """Write all of it; a reader that has had enough and closes the pipe is no failure."""
    try:
        for part in data:
            file.write(part)
        file.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), file.fileno())  # nothing is left to flush at exit
