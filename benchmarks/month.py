"""How long the real `report` command takes over a simulated month, and how long until a recall shows its first step.

    python benchmarks/month.py [--rounds N] [--player house_way|any_legal] [--keep FOLDER]

A month is 200,000 rounds: rows as the cabinet would have written them, in two chained copies, as on a real machine.
Making them takes minutes; with --keep they are made once and used again.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from cabinet.storage.chain import Row
from cabinet.storage.copies import SqliteStore
from cabinet.storage.folders import name_copies
from cabinet.storage.journal import TWIN_FOLDERS, exists
from tests.reports import history

PROJECT = Path(__file__).resolve().parents[1]
PLAYERS = {"house_way": (3, history.house_way), "any_legal": (4, history.any_legal)}
_SHOWN_EVERY = 100_000


def make(folder: Path, rounds: int, player: str) -> None:
    """A data folder with a month in both copies of its journal."""
    seed, lays = PLAYERS[player]
    places = [folder / name for name in TWIN_FOLDERS]
    folder.mkdir(parents=True, exist_ok=True)
    SqliteStore(places[0]).rebuild(_counted(history.History(seed, lays).month(rounds)))
    first = SqliteStore(places[0], read_only=True)
    first.open()
    SqliteStore(places[1]).rebuild(_all_of(first))
    first.close()
    name_copies(folder, places)


def _counted(rows: Iterable[Row]) -> Iterator[Row]:
    for row in rows:
        if row.sequence % _SHOWN_EVERY == 0:
            print(f"  {row.sequence:,} rows made", flush=True)
        yield row


def _all_of(store: SqliteStore) -> Iterator[Row]:
    at = 1
    while found := store.rows(at, 5_000):
        yield from found
        at = found[-1].sequence + 1


def timed(*arguments: str) -> float:
    """Seconds that one command of the cabinet takes, from its start to its end."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "cabinet", *arguments]
    subprocess.run(command, cwd=PROJECT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begun


def measure(folder: Path) -> None:
    for form in ("text", "json"):
        took = [timed("report", "--data", str(folder), "--format", form) for _ in range(3)]
        print(f"report --format {form}: {', '.join(f'{seconds:.2f}' for seconds in took)} s")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rounds", type=int, default=200_000)
    asked.add_argument("--player", choices=sorted(PLAYERS), default="house_way")
    asked.add_argument("--keep", type=Path, help="make the month there, or use what is there")
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch) / "month"
        if not (folder.exists() and exists(folder)):
            print(f"making {chosen.rounds:,} rounds of {chosen.player} …", flush=True)
            make(folder, chosen.rounds, chosen.player)
        measure(folder)


if __name__ == "__main__":
    main()
