"""How long the real `report` command takes over a simulated month, and how long until a recall shows its first step.

    python benchmarks/month.py [--rounds N] [--player house_way|any_legal] [--keep FOLDER] [--recall]

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
from dataclasses import replace
from pathlib import Path

from cabinet.app.compose import STATE_FORM
from cabinet.app.recalling import Recaller
from cabinet.engine.guard import CHECKPOINT_ROWS
from cabinet.machine.state import State
from cabinet.ports.plain import encode
from cabinet.reports.fold import fold
from cabinet.reports.rounds import newest_places
from cabinet.storage.chain import Row
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.copies import SqliteStore
from cabinet.storage.folders import name_copies
from cabinet.storage.journal import TWIN_FOLDERS, exists, read_only
from cabinet.storage.signing import MachineKey
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


def checkpoints_of(folder: Path) -> None:
    """The checkpoints that the cabinet would have saved while it lived this month."""
    key = MachineKey(folder / "keys" / "machine.key")
    saved, journal = Checkpoints(folder / "checkpoints", key, STATE_FORM), read_only(folder)
    state, waiting = State(), []
    for entry in journal.entries():
        waiting.append(entry)
        if entry.sequence % CHECKPOINT_ROWS == 0:
            state, waiting = fold(waiting, state), []
            saved.save(entry.sequence, journal.hash_at(entry.sequence) or "", encode(replace(state, drafts={})))
        if entry.sequence % _SHOWN_EVERY == 0:
            print(f"  {entry.sequence:,} rows folded", flush=True)


def recalls(folder: Path) -> None:
    """From the wish to the first step: what a page does, in a process that has just opened the journal."""
    journal = read_only(folder)
    newest = newest_places(journal, 1)[0].round_number
    wishes = {
        "the newest round": newest,
        "the tenth": newest - 9,
        "the hundredth": newest - 99,
        "one of the middle": newest // 2,
        "an early one": newest // 20,
    }
    for name, number in wishes.items():
        begun = time.perf_counter()
        found = Recaller(folder, journal).numbered(number)
        took = time.perf_counter() - begun
        assert found is not None
        print(f"recall of {name}, round {number:,}: {took * 1000:.0f} ms, {len(found.steps)} steps")
    begun = time.perf_counter()
    rounds = Recaller(folder, journal).newest(25)
    print(f"list of the last {len(rounds)}: {(time.perf_counter() - begun) * 1000:.0f} ms")


def measure(folder: Path) -> None:
    for form in ("text", "json"):
        took = [timed("report", "--data", str(folder), "--format", form) for _ in range(3)]
        print(f"report --format {form}: {', '.join(f'{seconds:.2f}' for seconds in took)} s")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--rounds", type=int, default=200_000)
    asked.add_argument("--player", choices=sorted(PLAYERS), default="house_way")
    asked.add_argument("--keep", type=Path, help="make the month there, or use what is there")
    asked.add_argument("--recall", action="store_true", help="time recalls instead; the first time folds everything")
    chosen = asked.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = chosen.keep or Path(scratch) / "month"
        if not (folder.exists() and exists(folder)):
            print(f"making {chosen.rounds:,} rounds of {chosen.player} …", flush=True)
            make(folder, chosen.rounds, chosen.player)
        if not chosen.recall:
            measure(folder)
            return
        if not (folder / "checkpoints").exists():
            checkpoints_of(folder)
        recalls(folder)


if __name__ == "__main__":
    main()
