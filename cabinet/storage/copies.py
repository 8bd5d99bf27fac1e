"""One copy of the journal, as a SQLite file: rows in, rows out, and replaced whole when it is damaged.

    entries(sequence INTEGER PRIMARY KEY, wall TEXT, body TEXT, hash TEXT) STRICT

WAL with synchronous=FULL on the very connection that writes: NORMAL would lose acknowledged commits. The log is
synced before a commit returns. Decides nothing about chains: it keeps the rows it is given.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from cabinet.storage.base import base_of, base_text
from cabinet.storage.chain import Row, Rows
from cabinet.storage.contract import Base, CopyFailed
from cabinet.storage.folders import free_bytes, move, sync_folder

FILE = "journal.db"
KEPT_FOLDER = "kept"  # whole histories that a RAM clear ended, each in a folder of its own: evidence, never deleted
_STANDS_BY = "journal.cleared"
_BUSY_S = 2.0  # a stranger holding the write lock longer than this is a failure, not a wait
_DAMAGED_KEPT = 8  # damaged files kept as evidence; the last place is used again, so that they cannot fill the disk
_LOG_PAGES = 250  # the log is emptied into the database at this size (1 MiB), which bounds the room a commit may need
_RAW_ROWS = 2_000  # read by one statement, some hundredths of a second: the log is not kept from being emptied
_SCHEMA = """CREATE TABLE IF NOT EXISTS entries (
    sequence INTEGER PRIMARY KEY, wall TEXT NOT NULL, body TEXT NOT NULL, hash TEXT NOT NULL) STRICT"""
_BASE_SCHEMA = "CREATE TABLE base (sequence INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"
_COLUMNS = "SELECT sequence, wall, body, hash FROM entries"
_INSERT = "INSERT INTO entries (sequence, wall, body, hash) VALUES (?, ?, ?, ?)"


_UNREAD = object()


class Store(Rows, Protocol):
    """One copy that can be written. Everything raises CopyFailed except close."""

    def present(self) -> bool:
        """True when this copy was ever begun, be it good or bad; one cut before its first row was not."""
        ...

    def open(self) -> None: ...

    def add(self, row: Row) -> None:
        """The row is durable on return."""
        ...

    def second_look(self) -> Store:
        """The same copy, opened once more for reading only, past anything this one remembers."""
        ...

    def rebuild(self, rows: Iterable[Row], base: Base | None = None, *, keep: bool = True) -> None:
        """Replaces the whole copy, durable on return; a cut leaves the old one, none, or the new one. *keep*: the
        old one is evidence and stays aside."""
        ...

    def stand_by(self, rows: Iterable[Row]) -> None:
        """Writes another history beside this copy, whole and durable on return; this copy still stands."""
        ...

    def step_aside(self, kept: str) -> None:
        """This copy goes whole to the place *kept*, and the history that stands by takes its name. Closed after it;
        called again after a cut it goes on where it was, and does nothing when it was done."""
        ...

    def free_bytes(self) -> int: ...

    def close(self) -> None: ...


class SqliteStore:
    """A copy in the file journal.db of a folder."""

    def __init__(
        self,
        folder: Path,
        *,
        read_only: bool = False,
        at_rest: bool = False,
        probe: Callable[[Path], int] = free_bytes,
    ) -> None:
        """*at_rest*: nobody writes and there is no log, so that looking need not leave even an empty file."""
        self.folder = folder
        self.name = str(folder)
        self._mode = "ro&immutable=1" if at_rest else "ro" if read_only else "rw"
        self._probe = probe
        self._connection: sqlite3.Connection | None = None
        self._base: object = _UNREAD

    def present(self) -> bool:
        if not any(path.exists() and path.stat().st_size > 0 for path in _files(self.folder / FILE)):
            return False
        look = SqliteStore(self.folder, read_only=True)
        try:
            look.open()
            return look.made() and look.newest() is not None
        except CopyFailed:
            return True  # something lies here that is not an empty database: never taken for nothing
        finally:
            look.close()

    def has_log(self) -> bool:
        """True while a cabinet runs on this copy, and after it was cut off."""
        return (self.folder / (FILE + "-wal")).exists()

    def made(self) -> bool:
        """True when the table is there."""
        with _failing():
            return bool(self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])

    def create(self) -> None:
        """An empty copy, open; the folder is made when it is missing."""
        with _failing():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._connect("rwc")
            self._db.execute(_SCHEMA)
            sync_folder(self.folder)
            sync_folder(self.folder.parent)

    def open(self) -> None:
        if not (self.folder / FILE).exists():
            raise CopyFailed(f"there is no {FILE}")
        with _failing():
            self._connect(self._mode)

    def row(self, sequence: int) -> Row | None:
        return self._one(f"{_COLUMNS} WHERE sequence = ?", sequence)

    def newest(self) -> Row | None:
        return self._one(f"{_COLUMNS} ORDER BY sequence DESC LIMIT 1")

    def rows(self, start: int, limit: int) -> list[Row]:
        found: list[Row] = []
        try:
            with _failing():
                cursor = self._db.execute(f"{_COLUMNS} WHERE sequence >= ? ORDER BY sequence LIMIT ?", (start, limit))
                found.extend(Row(*columns) for columns in cursor)
        except CopyFailed:
            if not found:
                raise
        return found

    def raw_rows(self, start: int, stop: int) -> Iterator[tuple[int, str, str, str]]:
        """Rows as bare columns, read twice as fast: for a long count that somebody else checks. Only read-only."""
        with _failing():
            self._db.text_factory = str  # a flipped byte ends this reading, and the careful one says where
            for at in range(start, stop + 1, _RAW_ROWS):
                wanted = (at, min(at + _RAW_ROWS - 1, stop))
                yield from self._db.execute(f"{_COLUMNS} WHERE sequence BETWEEN ? AND ? ORDER BY sequence", wanted)

    def base(self) -> Base | None:
        if self._base is _UNREAD:
            self._base = self._read_base()
        assert self._base is None or isinstance(self._base, Base)
        return self._base

    def _read_base(self) -> Base | None:
        with _failing():
            if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'base'").fetchone():
                return None
            (text,) = self._db.execute("SELECT text FROM base").fetchone() or ("",)
        try:
            return base_of(text)
        except ValueError as bad:
            raise CopyFailed(f"{bad}") from bad

    def add(self, row: Row) -> None:
        try:
            # one statement is one transaction: it takes the write lock first and syncs the log before it returns
            self._db.execute(_INSERT, (row.sequence, row.wall, row.body, row.hash))
        except sqlite3.Error as cause:
            raise CopyFailed(f"{cause}") from cause

    def second_look(self) -> SqliteStore:
        look = SqliteStore(self.folder, read_only=True, probe=self._probe)
        look.open()
        return look

    def rebuild(self, rows: Iterable[Row], base: Base | None = None, *, keep: bool = True) -> None:
        self.close()
        with _failing():
            self.folder.mkdir(parents=True, exist_ok=True)
            fresh = self.folder / "journal.rebuilt"
            _remove(fresh)
            _write_all(fresh, rows, base)
            aside = self._set_aside()
            os.replace(fresh, self.folder / FILE)
            sync_folder(self.folder)
            if not keep:
                _remove(aside)
                sync_folder(self.folder)
        self.open()

    def stand_by(self, rows: Iterable[Row]) -> None:
        with _failing():
            self.folder.mkdir(parents=True, exist_ok=True)
            _remove(self.folder / _STANDS_BY)
            _write_all(self.folder / _STANDS_BY, rows)
            sync_folder(self.folder)

    def step_aside(self, kept: str) -> None:
        self.close()
        fresh, aside = self.folder / _STANDS_BY, self.folder / KEPT_FOLDER / kept
        with _failing():
            if not fresh.exists():
                return
            aside.mkdir(parents=True, exist_ok=True)
            for old in _files(self.folder / FILE):
                if old.exists():
                    move(old, aside / old.name)
            for folder in (aside, aside.parent, self.folder):
                sync_folder(folder)
            move(fresh, self.folder / FILE)
            sync_folder(self.folder)

    def free_bytes(self) -> int:
        return self._probe(self.folder)

    def close(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def pragma(self, name: str) -> Any:
        """The value of a setting of the very connection that writes."""
        return self._db.execute(f"PRAGMA {name}").fetchone()[0]

    @property
    def _db(self) -> sqlite3.Connection:
        if self._connection is None:
            raise CopyFailed("it is not open")
        return self._connection

    def _connect(self, mode: str) -> None:
        self.close()
        uri = f"{(self.folder / FILE).resolve().as_uri()}?mode={mode}"
        db = sqlite3.connect(uri, _BUSY_S, uri=True, isolation_level=None, check_same_thread=False)
        self._connection, self._base = db, _UNREAD
        # a flipped byte must come back as a bad row, not as a row that cannot be fetched
        db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        db.execute("PRAGMA cell_size_check = ON")
        if mode.startswith("ro"):
            return
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {_LOG_PAGES}")
        if self.pragma("journal_mode = WAL") != "wal" or self.pragma("synchronous") != 2:
            raise CopyFailed("the disk cannot keep a write-ahead log")

    def _one(self, query: str, *values: int) -> Row | None:
        with _failing():
            columns = self._db.execute(query, values).fetchone()
        return Row(*columns) if columns else None

    def _set_aside(self) -> Path:
        """Keeps the old files as evidence; the database goes first, so that no log is left beside a new one."""
        taken = [n for n in range(1, _DAMAGED_KEPT) if (self.folder / f"damaged-{n}.db").exists()]
        place = self.folder / f"damaged-{len(taken) + 1}.db"
        _remove(place)
        for old, kept in zip(_files(self.folder / FILE), _files(place), strict=True):
            if old.exists():
                os.replace(old, kept)
        sync_folder(self.folder)
        return place


@contextmanager
def _failing() -> Iterator[None]:
    """Whatever the database or the disk throws is a CopyFailed."""
    try:
        yield
    except (sqlite3.Error, OSError) as cause:
        raise CopyFailed(f"{cause}") from cause


def _files(database: Path) -> tuple[Path, Path, Path]:
    """A database and what SQLite keeps beside it."""
    return database, database.with_name(database.name + "-wal"), database.with_name(database.name + "-shm")


def _remove(database: Path) -> None:
    for path in _files(database):
        path.unlink(missing_ok=True)


def _write_all(path: Path, rows: Iterable[Row], base: Base | None = None) -> None:
    """A complete database file, closed and durable."""
    db = sqlite3.connect(path, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode = OFF")
        db.execute("PRAGMA synchronous = OFF")  # synced once at the end, before the name is given
        db.execute("BEGIN IMMEDIATE")
        db.execute(_SCHEMA)
        if base is not None:
            db.execute(_BASE_SCHEMA)
            db.execute("INSERT INTO base (sequence, text) VALUES (?, ?)", (base.sequence, base_text(base)))
        db.executemany(_INSERT, ((row.sequence, row.wall, row.body, row.hash) for row in rows))
        db.execute("COMMIT")
    finally:
        db.close()
    with path.open("rb") as file:
        os.fsync(file.fileno())
