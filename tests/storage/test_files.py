"""The journal on real files: durability settings, column types, cut logs, one writer, little space."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.storage.chain import Row
from cabinet.storage.contract import CopyFailed
from cabinet.storage.copies import SqliteStore
from cabinet.storage.journal import (
    DiskNearlyFull,
    FolderBusy,
    Journal,
    JournalError,
    JournalFailed,
    NoJournal,
    SqliteJournal,
    TwinJournal,
    exists,
    read_only,
    read_opening,
    verify,
)
from tests.storage.rigs import OPENING, WALL, fill, note

CLOCK = ManualClock(WALL)


def test_the_connection_that_books_money_syncs_every_commit(tmp_path: Path) -> None:
    """A12: synchronous is a setting of each connection; FULL (2) on the one that writes, in each copy."""
    twin = TwinJournal.create(tmp_path, OPENING, CLOCK)
    twin.close()
    twin = TwinJournal.open(tmp_path)
    for store in twin._stores:
        assert isinstance(store, SqliteStore)
        assert (store.pragma("synchronous"), store.pragma("journal_mode")) == (2, "wal")
    twin.close()


def test_numbers_are_integers_in_every_row(tmp_path: Path) -> None:
    """A14: the columns that are numbers, and every amount within the bodies, have type integer."""
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    for cents in (29, 115, 205, 435, 1999):
        journal.append(*note(cents), WALL)
    journal.close()
    for copy in ("journal-a", "journal-b"):
        db = sqlite3.connect(tmp_path / copy / "journal.db")
        types = "SELECT DISTINCT typeof(sequence), typeof(wall), typeof(body), typeof(hash) FROM entries"
        assert db.execute(types).fetchall() == [("integer", "text", "text", "text")]
        amounts = (
            "SELECT e.value, e.type FROM entries, json_tree(body) e WHERE e.key LIKE '%cents' OR e.key = 'cashable'"
        )
        found = db.execute(amounts).fetchall()
        assert {kind for _, kind in found} == {"integer"}
        assert [value for value, _ in found] == [n for n in (29, 115, 205, 435, 1999) for _ in range(3)]
        with pytest.raises(sqlite3.IntegrityError):
            db.execute("INSERT INTO entries VALUES (9, 'w', x'00', 'h')")
        db.close()


@pytest.mark.parametrize("cut_bytes", [0, 1, 4120, 4121])
def test_a_log_cut_short_loses_whole_entries_never_half_of_one(tmp_path: Path, cut_bytes: int) -> None:
    """A12: database and log copied as a dying disk would leave them, the end of the log cut off."""
    journal = SqliteJournal.create(tmp_path / "live", OPENING, CLOCK)
    big = [{"is": "R", "half": half, "text": "x" * 3000} for half in (1, 2)]
    for _ in range(10):
        journal.append(None, big, WALL)
    (tmp_path / "copy").mkdir()
    for name in ("journal.db", "journal.db-wal"):
        shutil.copy(tmp_path / "live" / name, tmp_path / "copy" / name)
    log = tmp_path / "copy" / "journal.db-wal"
    os.truncate(log, log.stat().st_size - cut_bytes)
    cut = SqliteJournal.open(tmp_path / "copy")
    assert cut.count() == (11 if cut_bytes == 0 else 10)
    assert all(list(entry.records) == big for entry in cut.entries(2))
    assert cut.append(None, big, WALL).sequence == cut.count()
    cut.close()
    journal.close()
    assert verify(tmp_path / "copy") == ()


def test_a_log_cut_short_in_one_copy_is_completed_from_the_other(tmp_path: Path) -> None:
    journal = TwinJournal.create(tmp_path / "live", OPENING, CLOCK)
    fill(journal, 10)
    shutil.copytree(tmp_path / "live", tmp_path / "copy")
    journal.close()
    log = tmp_path / "copy" / "journal-a" / "journal.db-wal"
    os.truncate(log, log.stat().st_size - 4121)
    healed = TwinJournal.open(tmp_path / "copy")
    assert healed.count() == 11
    assert len(healed.healed) == 1
    assert "journal-a, row 10: rows up to 11 were missing" in healed.healed[0]
    healed.close()


def test_one_folder_has_one_writer(tmp_path: Path) -> None:
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    with pytest.raises(FolderBusy, match=f"in use by process {os.getpid()}"):
        TwinJournal.open(tmp_path)
    with pytest.raises(FolderBusy):
        SqliteJournal.open(tmp_path / "journal-b")
    journal.close()
    TwinJournal.open(tmp_path).close()


def test_a_refused_start_lets_go_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "journal-a").mkdir(parents=True)
    TwinJournal.create(tmp_path, OPENING, CLOCK).close()
    other = SqliteJournal.open(tmp_path / "journal-b")
    with pytest.raises(FolderBusy):
        TwinJournal.open(tmp_path)
    other.close()
    TwinJournal.open(tmp_path).close()


def test_reading_while_the_cabinet_writes_sees_what_is_new_and_changes_nothing(tmp_path: Path) -> None:
    """M-23: meters are read on demand, also while the machine runs."""
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    reader = read_only(tmp_path)
    fill(journal, 3)
    assert (reader.count(), reader.head()) == (4, journal.head())
    with pytest.raises(JournalFailed):
        reader.append(*note(1), WALL)
    reader.close()
    assert journal.append(*note(4), WALL).sequence == 5
    journal.close()


def test_a_cabinet_started_under_the_audit_is_looked_at_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder seemed at rest when the audit began; what it then saw of the databases alone was not all."""
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    fill(journal, 3)
    real, answers = SqliteStore.has_log, [False, False]
    monkeypatch.setattr(SqliteStore, "has_log", lambda store: answers.pop() if answers else real(store))
    assert verify(tmp_path) == ()
    assert answers == []
    journal.close()


def test_the_first_row_says_what_the_folder_is(tmp_path: Path) -> None:
    SqliteJournal.create(tmp_path / "one", OPENING, CLOCK).close()
    TwinJournal.create(tmp_path / "two", OPENING | {"mode": "floor"}, CLOCK).close()
    assert read_opening(tmp_path / "one") == OPENING
    (tmp_path / "two" / "journal-a" / "journal.db").write_bytes(b"no database at all, only these words" * 200)
    assert read_opening(tmp_path / "two")["mode"] == "floor"


@pytest.mark.parametrize("change", [{"mode": "demo"}, {"format": 2}, {"is": "Closed"}])
def test_an_opening_that_says_something_else_is_a_mistake_of_the_program(
    tmp_path: Path, change: dict[str, str]
) -> None:
    with pytest.raises(AssertionError):
        SqliteJournal.create(tmp_path, OPENING | change, CLOCK)
    assert not exists(tmp_path)


def test_a_journal_is_never_begun_over_another(tmp_path: Path) -> None:
    """M-19: nothing clears meters by itself."""
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    fill(journal, 2)
    journal.close()
    with pytest.raises(JournalError, match="already"):
        TwinJournal.create(tmp_path, OPENING, CLOCK)
    with pytest.raises(JournalError, match="already"):
        SqliteJournal.create(tmp_path / "journal-b", OPENING, CLOCK)
    journal = TwinJournal.open(tmp_path)
    assert journal.count() == 3
    journal.close()


def test_a_start_cut_before_the_first_row_is_begun_again(tmp_path: Path) -> None:
    for name in ("journal-a", "journal-b"):
        store = SqliteStore(tmp_path / name)
        store.create()
        store.close()
    assert not exists(tmp_path)
    with pytest.raises(NoJournal):
        TwinJournal.open(tmp_path)
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    assert journal.count() == 1
    journal.close()


def test_copies_on_two_named_disks_are_found_from_the_data_folder(tmp_path: Path) -> None:
    disks = (tmp_path / "disk-1" / "cabinet", tmp_path / "disk-2" / "cabinet")
    TwinJournal.create(tmp_path / "data", OPENING, CLOCK, folders=disks).close()
    assert exists(tmp_path / "data")
    assert verify(tmp_path / "data") == ()
    assert read_only(tmp_path / "data").count() == 1
    with pytest.raises(NoJournal):
        read_only(tmp_path / "elsewhere")


def test_a_data_folder_that_was_moved_still_knows_its_copies(tmp_path: Path) -> None:
    TwinJournal.create(tmp_path / "data", OPENING, CLOCK).close()
    shutil.move(tmp_path / "data", tmp_path / "moved")
    moved = TwinJournal.open(tmp_path / "moved")
    assert (moved.count(), moved.healed) == (1, ())
    moved.close()


class _Disk:
    """Free space as a test says."""

    def __init__(self, free: int) -> None:
        self.free = free

    def __call__(self, folder: Path) -> int:
        return self.free


def test_a_disk_nearly_full_refuses_before_a_write_fails_and_goes_on_when_freed(tmp_path: Path) -> None:
    """R-11: low disk is noticed before it runs out."""
    disk = _Disk(1 << 30)
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK, probe=disk)
    assert not journal.nearly_full()
    disk.free = 9 << 20
    assert not journal.nearly_full()
    disk.free -= 1
    assert journal.nearly_full()
    journal.append(*note(0), WALL)
    disk.free = 8 << 20
    with pytest.raises(DiskNearlyFull):
        journal.append(*note(1), WALL)
    assert journal.append(*note(2), WALL, from_reserve=True).sequence == 3, "what has happened still fits"
    disk.free = 4 << 20
    with pytest.raises(DiskNearlyFull):
        journal.append(*note(3), WALL, from_reserve=True)
    disk.free = 1 << 30
    assert journal.append(*note(4), WALL).sequence == 4
    journal.close()
    assert verify(tmp_path) == ()


def test_a_disk_really_full_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    """A write that fails in the database itself: the entry is not there, and the journal wants opening anew."""
    journal = SqliteJournal.create(tmp_path, OPENING, CLOCK)
    fill(journal, 3)
    (store,) = journal._stores
    assert isinstance(store, SqliteStore)
    store.pragma(f"max_page_count = {store.pragma('page_count')}")
    with pytest.raises(JournalFailed, match="full"):
        _append_large(journal, 100)
    count = journal.count()
    with pytest.raises(JournalFailed):
        journal.append(*note(1), WALL)
    journal.close()
    again = SqliteJournal.open(tmp_path)
    assert again.count() == count
    assert again.append(*note(1), WALL).sequence == count + 1
    again.close()


def _append_large(journal: Journal, entries: int) -> None:
    for _ in range(entries):
        journal.append(None, [{"is": "R", "text": "x" * 3000}], WALL)


def test_a_copy_that_fails_after_the_other_has_the_row_is_completed_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = TwinJournal.create(tmp_path, OPENING, CLOCK)
    fill(journal, 3)

    def fail(row: Row) -> None:
        raise CopyFailed("disk I/O error")

    monkeypatch.setattr(journal._stores[1], "add", fail)
    with pytest.raises(JournalFailed):
        journal.append(*note(9), WALL)
    journal.close()
    again = TwinJournal.open(tmp_path)
    assert again.count() == 5
    assert "row 5: rows up to 5 were missing" in again.healed[0]
    assert [entry.sequence for entry in again.entries()] == [1, 2, 3, 4, 5]
    again.close()


def test_opening_does_not_read_the_whole_history(tmp_path: Path) -> None:
    """Boot time is independent of history: a bad byte in an old row is not met when opening (the sweep meets it)."""
    journal: Journal = SqliteJournal.create(tmp_path, OPENING, CLOCK)
    fill(journal, 400)
    journal.close()
    db = sqlite3.connect(tmp_path / "journal.db")
    body = json.loads(db.execute("SELECT body FROM entries WHERE sequence = 20").fetchone()[0])
    body["records"][0]["value_cents"] += 1
    db.execute("UPDATE entries SET body = ? WHERE sequence = 20", (json.dumps(body),))
    db.commit()
    db.close()
    journal = SqliteJournal.open(tmp_path)
    assert journal.count() == 401
    journal.close()
    (problem,) = verify(tmp_path)
    assert problem.row == 20
