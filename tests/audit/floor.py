"""A cabinet's folder with some life in it, and the hands that damage or forge it.

The life is made once by the real machine (`demo`'s own code) and copied for each test, with the machine's anchor.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from typer.testing import CliRunner, Result

from cabinet.app.compose import Chance, build_engine, build_guard, journal_folders, start
from cabinet.app.rig import Rig
from cabinet.app.rigged import WORLD_FILE, Rigged, make_rig, open_rigged, scripted
from cabinet.bank.books import Books
from cabinet.cli import audit, call, demo, drop, meters, tickets
from cabinet.clock import ManualClock
from cabinet.engine.chances import Source
from cabinet.ports import commands as c
from cabinet.ports.plain import Plain
from cabinet.settings.load import load_profile
from cabinet.settings.profile import Profile
from cabinet.storage.chain import canonical, link
from cabinet.storage.folders import free_bytes
from cabinet.storage.journal import TwinJournal
from drivers.emulators.world import World

ROUNDS, SEED = 6, 3
COPIES = ("journal/a", "journal/b")
PROFILE_FILE = Path(__file__).parents[2] / "config" / "bench.yaml"


def profile() -> Profile:
    return load_profile(PROFILE_FILE)


@dataclass(frozen=True, slots=True)
class Floor:
    """One data folder and the folder of its machine's anchor."""

    data: Path
    anchors: Path

    @property
    def copies(self) -> tuple[Path, Path]:
        first, second = (self.data / name for name in COPIES)
        return first, second

    def copy_to(self, place: Path) -> Floor:
        """Both folders copied to *place*."""
        there = Floor(place / "data", place / "anchors")
        shutil.copytree(self.data, there.data)
        shutil.copytree(self.anchors, there.anchors)
        return there

    def play(self, rounds: int, then: Callable[[Rigged], None] = lambda rigged: None) -> None:
        """Boot, play, and do something before it is shut down."""
        with open_rigged(self.data, profile(), SEED) as rigged:
            rigged.play(rounds)
            then(rigged)

    def faults(self) -> dict[str, str]:
        """What the machine says is wrong right after a boot: code and detail."""
        with open_rigged(self.data, profile(), SEED) as rigged:
            return {fault.code: fault.detail for fault in rigged.rig.engine.state.faults}

    def rows(self) -> list[tuple[int, Plain]]:
        """Sequence and body of every row, as the first copy holds them."""
        with sqlite3.connect(self.copies[0] / "journal.db") as db:
            found = db.execute("SELECT sequence, body FROM entries ORDER BY sequence").fetchall()
        return [(sequence, json.loads(body)) for sequence, body in found]

    def row_of(self, record: str, which: int = -1) -> int:
        """Sequence of a row that holds a record of this name; the last one unless told otherwise."""
        return [n for n, body in self.rows() if any(r["is"] == record for r in body["records"])][which]

    def papers(self) -> list[Any]:
        """Every paper the printer ever printed, as the emulated world remembers it."""
        papers: list[Any] = json.loads((self.data / "world.json").read_text())["printer.1"]["papers"]
        return papers

    def snapshot(self) -> dict[str, bytes]:
        """Every file of the copies, to see that nothing moved."""
        files = self.data.rglob("*.db")
        return {str(path.relative_to(self.data)): path.read_bytes() for path in files}


def begin(place: Path) -> Floor:
    """A machine that has lived: notes in, rounds of a game, tickets out. Its anchor is the one in force."""
    floor = Floor(place / "data", place / "anchors")
    floor.play(ROUNDS)
    return floor


@contextmanager
def opened(floor: Floor, *, probe: Callable[[Path], int] = free_bytes, numbers: Source | None = None) -> Iterator[Rig]:
    """The whole machine over the real journal: its disk and its source of validation numbers as given."""
    settings = profile()
    journal = TwinJournal.open(floor.data, folders=journal_folders(floor.data, settings), probe=probe)
    try:
        newest = journal.newest()
        assert newest is not None
        clock = ManualClock(newest.wall)
        rig = make_rig(settings, World(floor.data / WORLD_FILE), clock, SEED)
        guard = build_guard(floor.data, journal, settings.journal.tpm)
        chance = scripted(SEED)
        chance = Chance(chance.source_of, numbers or chance.numbers)
        engine = build_engine(floor.data, settings, journal, clock, chance, rig.outbox, guard)
        rig.attach(engine)
        start(engine, settings, guard.at_boot(journal.healed))
        rig.run(10_000)
        yield rig
    finally:
        journal.close()


def feed(rig: Rig, cents: int = 10_000) -> None:
    rig.bench("acceptor.1", {"insert_note": cents})
    rig.run(10_000)


def deal(rig: Rig) -> None:
    """The smallest main bet."""
    spot = rig.view().table.spots[0]
    rig.press(c.AddChip(spot.bet, spot.min_cents))
    rig.press(c.Deal())


def set_hands(rig: Rig) -> None:
    rig.press(c.Assist("house_way"))
    rig.press(c.Confirm())
    rig.run(5_000)


def books(rig: Rig) -> Books:
    return rig.engine.state.bank.station(1).books


# -- commands ---------------------------------------------------------------------------------------------------


def command(floor: Floor, *words: str) -> Result:
    """A command of the program on this folder, in this process; what it refuses by exception is its last line."""
    app = typer.Typer()
    for part in (audit, call, demo, drop, meters, tickets):
        part.register(app)
    return CliRunner().invoke(app, [*words, "--data", str(floor.data)])


def figures(floor: Floor) -> dict[str, Any]:
    """What `meters` prints, whatever its exit code."""
    told: dict[str, Any] = json.loads(command(floor, "meters", "--format", "json").stdout)
    return told


# -- hands ------------------------------------------------------------------------------------------------------


def change(copy: Path, sql: str, *values: object) -> None:
    """A database tool on one copy."""
    db = sqlite3.connect(copy / "journal.db")
    db.execute(sql, values)
    db.commit()
    db.close()


def cut_rows(copy: Path, last: int) -> None:
    change(copy, "DELETE FROM entries WHERE sequence > ?", last)


def flip_bit(copy: Path, sequence: int) -> None:
    """One bit of one byte of a row's text, in the file itself."""
    with sqlite3.connect(copy / "journal.db") as db:
        (body,) = db.execute("SELECT body FROM entries WHERE sequence = ?", (sequence,)).fetchone()
    path = copy / "journal.db"
    data = bytearray(path.read_bytes())
    at = data.find(body[:60].encode())
    assert at > 0, "the row's text does not lie in one piece"
    data[at + 20] ^= 0x04
    path.write_bytes(data)


def forge(floor: Floor, sequence: int, edit: Callable[[Plain], None], copies: tuple[str, ...] = COPIES) -> None:
    """Change the body of a row and compute every hash after it anew, so that the chain itself is right."""
    for copy in copies:
        db = sqlite3.connect(floor.data / copy / "journal.db")
        previous = _hash(db, sequence - 1)
        rows = db.execute("SELECT sequence, wall, body FROM entries WHERE sequence >= ? ORDER BY sequence", (sequence,))
        for number, wall, text in rows.fetchall():
            body = json.loads(text)
            if number == sequence:
                edit(body)
            text = canonical(body)
            previous = link(previous, number, wall, text)
            db.execute("UPDATE entries SET body = ?, hash = ? WHERE sequence = ?", (text, previous, number))
        db.commit()
        db.close()


def append(floor: Floor, body: Plain) -> int:
    """Add a well-chained row at the end of both copies; its sequence."""
    for copy in COPIES:
        db = sqlite3.connect(floor.data / copy / "journal.db")
        last, wall = db.execute("SELECT sequence, wall FROM entries ORDER BY sequence DESC LIMIT 1").fetchone()
        text = canonical(body)
        new = (last + 1, wall, text, link(_hash(db, last), last + 1, wall, text))
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", new)
        db.commit()
        db.close()
    return int(last) + 1


def _hash(db: sqlite3.Connection, sequence: int) -> str:
    (found,) = db.execute("SELECT hash FROM entries WHERE sequence = ?", (sequence,)).fetchone()
    return str(found)
