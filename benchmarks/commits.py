"""Durable commits of the journal against the same bytes put into bare SQLite files.

Bare: WAL, synchronous=FULL, the same four columns, one INSERT a commit. Both sides alternate in one run, block by
block, so that a busy machine slows both. Prints the ratio journal : bare in commits a second, for one copy and for
two; 0.6 is the least that is wanted.

    python benchmarks/commits.py [--commits N] [--folder DIR]
"""

from __future__ import annotations

import argparse
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cabinet.clock import SystemClock
from cabinet.ports.plain import Plain
from cabinet.storage.chain import Row, next_row
from cabinet.storage.journal import Journal, SqliteJournal, TwinJournal

LEAST_RATIO = 0.6
BLOCK = 50
WALL = "2026-03-01T09:00:00+00:00"
OPENING: Plain = {
    "is": "Opened",
    "mode": "bench",
    "machine_id": "1",
    "public_key": "",
    "options_digest": "",
    "format": 1,
}


@dataclass
class Bare:
    """The same rows in bare files, one connection and one commit each."""

    folders: tuple[Path, ...]
    connections: list[sqlite3.Connection] = field(default_factory=list)

    def __post_init__(self) -> None:
        for folder in self.folders:
            folder.mkdir(parents=True)
            db = sqlite3.connect(folder / "bare.db", isolation_level=None)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("CREATE TABLE entries (sequence INTEGER PRIMARY KEY, wall TEXT, body TEXT, hash TEXT)")
            self.connections.append(db)

    def insert(self, row: Row) -> None:
        for db in self.connections:
            db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (row.sequence, row.wall, row.body, row.hash))


def entry(n: int) -> tuple[Plain, list[Plain]]:
    """The entries of a round in turn: a note, the draw, the tiles set, the settlement; as long as a cabinet writes."""
    match n % 4:
        case 0:
            note: Plain = {"is": "NoteStacked", "station": 1, "value_cents": 2000, "device": "acceptor.1"}
            return note, [{"is": "NoteCredited", "station": 1, "value_cents": 2000, "moved": cashable(2000)}]
        case 1:
            drawn: Plain = {"is": "Drawn", "round": n, "open": [3, 17, 21], "sealed": "f" * 180, "commitment": "a" * 64}
            return drawn, [{"is": "TilesDealt", "round": n, "stations": [1], "draw": drawn}]
        case 2:
            confirm: Plain = {"is": "Confirm", "station": 1, "front": [3, 17], "behind": [21], "turned": [1]}
            return confirm, [{"is": "HandSet", "round": n, "station": 1, "front": [3, 17], "behind": [21]}]
    bets = [{"spot": f"spot.{k}", "stake_cents": 500 + k, "award_cents": 950 * k, "result": "win"} for k in range(4)]
    settled = {"is": "RoundSettled", "round": n, "station": 1, "bets": bets, "credit_before_cents": 123456}
    return {"is": "Revealed", "round": n, "order": list(range(28)), "nonce": "b" * 64}, [
        settled,
        {"is": "CreditMoved", "station": 1, "moved": cashable(n)},
        {"is": "RoundEnded", "round": n},
    ]


def cashable(amount_cents: int) -> Plain:
    return {"is": "Amounts", "cashable": amount_cents, "restricted": 0, "nonrestricted": 0}


def blocks(commits: int) -> Iterator[range]:
    for start in range(0, commits, BLOCK):
        yield range(start + 2, start + 2 + BLOCK)


def journal_seconds(journal: Journal, entries: list[tuple[Plain, list[Plain]]]) -> float:
    began = perf_counter()
    for signal, records in entries:
        journal.append(signal, records, WALL)
    return perf_counter() - began


def bare_seconds(bare: Bare, rows: list[Row]) -> float:
    began = perf_counter()
    for row in rows:
        bare.insert(row)
    return perf_counter() - began


def compare(journal: Journal, bare: Bare, commits: int) -> float:
    """Median over blocks of time bare : time of the journal, which is journal : bare in commits a second."""
    ratios = []
    newest: Row | None = None
    for numbers in blocks(commits):
        entries = [entry(n) for n in numbers]
        rows = []
        for signal, records in entries:
            newest = next_row(newest, signal, records, WALL)
            rows.append(newest)
        ratios.append(bare_seconds(bare, rows) / journal_seconds(journal, entries))
    return median(ratios)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commits", type=int, default=2000)
    parser.add_argument("--folder", type=Path, help="where to write; the disk that counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        place = Path(name)
        one = SqliteJournal.create(place / "one", OPENING, SystemClock())
        two = TwinJournal.create(place / "two", OPENING, SystemClock())
        ratio_one = compare(one, Bare((place / "bare",)), options.commits)
        ratio_two = compare(two, Bare((place / "bare-a", place / "bare-b")), options.commits)
        one.close()
        two.close()
    print(f"one copy   {ratio_one:.2f} of one bare file")
    print(f"two copies {ratio_two:.2f} of two bare files")
    raise SystemExit(0 if min(ratio_one, ratio_two) >= LEAST_RATIO else 1)


if __name__ == "__main__":
    main()
