"""`simulate`: millions of rounds through the machine's own functions, held against the exact figures.

Decides how the work is shared among processes and shown; the rounds are played in `odds`. Exit code 0 if every
|z| is at most 5, 1 if one is larger, 2 if the call is wrong.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from cabinet.cli.par import GameName, wrong

if TYPE_CHECKING:
    from concurrent.futures import Future

    from cabinet.odds.simulation import Check, Tally

#: Rounds a process plays before it reports: half a second, so that the bar moves.
CHUNK_ROUNDS = 10_000
MOST_Z = 5.0
#: Chunks handed out at once for each process: enough that none waits, few enough that little is queued.
_AHEAD = 4


class StrategyName(StrEnum):
    """How the seat lays its hands."""

    HOUSE_WAY = "house_way"
    OPTIMAL = "optimal"


class Format(StrEnum):
    """How the comparison is shown."""

    TABLE = "table"
    JSON = "json"


def register(app: typer.Typer) -> None:
    """Add `simulate`."""
    app.command("simulate")(simulate)


def simulate(
    game: Annotated[GameName, typer.Option(help="The game.")],
    rounds: Annotated[int, typer.Option(help="How many rounds to play.")],
    seed: Annotated[int, typer.Option(help="The same seed plays the same rounds.")],
    strategy: Annotated[StrategyName, typer.Option(help="How hands are laid.")] = StrategyName.HOUSE_WAY,
    processes: Annotated[int | None, typer.Option(help="Processes; none given = one for each processor.")] = None,
    output: Annotated[Format, typer.Option("--format", help="How to show the comparison.")] = Format.TABLE,
) -> None:
    """Play rounds as the machine plays them and compare them with the exact odds of that strategy."""
    from cabinet.odds.simulation import Strategy, checks, exact_figures

    workers = (os.cpu_count() or 1) if processes is None else processes
    if rounds < 1:
        wrong(f"At least one round must be played, not {rounds}.")
    if not 0 <= seed < 2**256:
        wrong(f"A seed is a whole number from 0 up, below 2**256: {seed}.")
    if not 1 <= workers <= 256:
        wrong(f"1 to 256 processes can work, not {workers}.")
    tally = _played(game, strategy, seed, rounds, workers)
    found = checks(tally, exact_figures(game, Strategy(strategy)))
    shown = _as_json(tally, found) if output is Format.JSON else _as_table(tally, found)
    sys.stdout.write(shown + "\n")
    raise typer.Exit(1 if any(abs(check.z) > MOST_Z for check in found) else 0)


def _played(game: str, strategy: str, seed: int, rounds: int, workers: int) -> Tally:
    """All rounds, played in chunks; the bar is drawn on stderr."""
    from cabinet.odds.simulation import Tally

    total = Tally()
    with typer.progressbar(length=rounds, label=f"{game}, {strategy}", file=sys.stderr) as bar:
        for tally in _chunks(game, strategy, seed, rounds, workers):
            total.add(tally)
            bar.update(tally.rounds)
    return total


def _chunks(game: str, strategy: str, seed: int, rounds: int, workers: int) -> Iterator[Tally]:
    from concurrent.futures import ProcessPoolExecutor, as_completed

    from cabinet.odds.simulation import Strategy, play_rounds

    parts = ((start, min(CHUNK_ROUNDS, rounds - start)) for start in range(0, rounds, CHUNK_ROUNDS))
    if workers == 1:
        for start, count in parts:
            yield play_rounds(game, Strategy(strategy), seed, start, count)
        return
    with ProcessPoolExecutor(workers) as pool:
        waiting: set[Future[Tally]] = set()
        for start, count in parts:
            waiting.add(pool.submit(play_rounds, game, Strategy(strategy), seed, start, count))
            if len(waiting) >= workers * _AHEAD:
                done = next(as_completed(waiting))
                waiting.remove(done)
                yield done.result()
        for done in as_completed(waiting):
            yield done.result()


def _as_table(tally: Tally, found: tuple[Check, ...]) -> str:
    head = f"{'bet':<14}{'figure':<24}{'observed':>16}{'exact':>18}{'z':>8}"
    lines = [f"{tally.rounds:,} rounds", head, "-" * len(head)]
    for check in found:
        observed, expected = _numbers(check)
        lines.append(f"{check.bet:<14}{check.what:<24}{observed:>16}{expected:>18}{check.z:>8.2f}")
    worst = max(found, key=lambda check: abs(check.z))
    lines.append(f"largest |z| {abs(worst.z):.2f} ({worst.bet}, {worst.what}); up to {MOST_Z:g} is chance.")
    return "\n".join(lines)


def _numbers(check: Check) -> tuple[str, str]:
    if check.what == "mean return":
        return f"{check.observed:.6f}", f"{check.expected:.6f}"
    return f"{int(check.observed):,}", f"{check.expected:,.1f}"


def _as_json(tally: Tally, found: tuple[Check, ...]) -> str:
    rows = [asdict(check) for check in found]
    return json.dumps(
        {"rounds": tally.rounds, "checks": rows, "largest_z": max(abs(row["z"]) for row in rows)}, indent=2
    )
