"""A long count is believed only when a second process has found every row of it good."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.storage.beside import read_beside, said_of
from cabinet.storage.chain import Row
from cabinet.storage.contract import JournalBroken
from cabinet.storage.journal import TWIN_FOLDERS, TwinJournal, read_only
from tests.storage.rigs import OPENING, WALL, fill


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = TwinJournal.create(tmp_path, OPENING, ManualClock(WALL))
    fill(journal, 40)
    journal.close()
    return tmp_path


def spoil(folder: Path, copy: int, row: int, change: Callable[[str], str]) -> None:
    with sqlite3.connect(folder / TWIN_FOLDERS[copy] / "journal.db") as db:
        (body,) = db.execute("SELECT body FROM entries WHERE sequence = ?", (row,)).fetchone()
        db.execute("UPDATE entries SET body = ? WHERE sequence = ?", (change(body), row))


def counted(rows: Iterable[Row]) -> list[tuple[int, str, str, str]]:
    return [tuple(row) for row in rows]


def test_a_good_journal_is_counted_once_and_whole(folder: Path) -> None:
    journal, times = read_only(folder), []

    def read(rows: Iterable[Row]) -> list[tuple[int, str, str, str]]:
        times.append(1)
        return counted(rows)

    found = read_beside(journal, read, long_rows=1)
    assert found == counted(journal.rows())
    assert times == [1]


def test_a_row_changed_in_one_copy_is_read_from_the_other(folder: Path) -> None:
    true = counted(read_only(folder).rows())
    spoil(folder, 0, 20, lambda body: body.replace("1", "2", 1))
    assert read_beside(read_only(folder), counted, long_rows=1) == true


def test_rows_that_break_the_counting_are_read_again_the_careful_way(folder: Path) -> None:
    spoil(folder, 0, 20, lambda body: body[:-5])

    def judged(rows: Iterable[Row]) -> int:
        return sum(1 for row in rows if row[2].endswith("}") or 1 // 0)

    assert read_beside(read_only(folder), judged, long_rows=1) == len(counted(read_only(folder).rows()))


def test_a_row_changed_in_both_copies_is_never_counted(folder: Path) -> None:
    for copy in (0, 1):
        spoil(folder, copy, 20, lambda body: body.replace("1", "2", 1))
    with pytest.raises(JournalBroken):
        read_beside(read_only(folder), counted, long_rows=1)


def test_the_other_process_says_which_row_is_wrong(folder: Path) -> None:
    spoil(folder, 1, 20, lambda body: body.replace("1", "2", 1))
    count = read_only(folder).count()
    assert said_of(folder / TWIN_FOLDERS[0], count) == f"good {read_only(folder).head()}"
    assert said_of(folder / TWIN_FOLDERS[1], count).startswith("row 20: ")
    assert said_of(folder / TWIN_FOLDERS[0], count + 1) == f"row {count + 1}: missing"
    assert said_of(folder / "nowhere", 1) == "there is no journal.db"
