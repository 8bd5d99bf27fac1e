"""Two copies: what is damaged is healed from what is good; where nothing is good the cabinet locks and still shows."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.storage.chain import canonical, link
from cabinet.storage.journal import (
    Entry,
    JournalBroken,
    JournalFailed,
    Problem,
    SqliteJournal,
    TwinJournal,
    read_only,
    verify,
)
from tests.storage.rigs import OPENING, WALL, fill, note

CLOCK = ManualClock(WALL)
A, B = "journal-a", "journal-b"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A cabinet's folder with 40 entries, closed."""
    journal = TwinJournal.create(tmp_path / "data", OPENING, CLOCK)
    fill(journal, 39)
    journal.close()
    return tmp_path / "data"


def change(folder: Path, sql: str, *values: object) -> None:
    """What a hand with a database tool does to one copy."""
    db = sqlite3.connect(folder / "journal.db")
    db.execute(sql, values)
    db.commit()
    db.close()


def change_digit(folder: Path, row: int) -> None:
    change(folder, "UPDATE entries SET body = replace(body, '_cents\":', '_cents\":9') WHERE sequence = ?", row)


def flip_byte(folder: Path, row: int) -> None:
    """One bit of one byte within the body of a row, in the file itself."""
    path = folder / "journal.db"
    data = bytearray(path.read_bytes())
    at = data.find(canonical({"signal": note(row - 2)[0]})[1:-1].encode())
    assert at > 0
    data[at + 12] ^= 0x80
    path.write_bytes(data)


def cut_rows(folder: Path, last: int) -> None:
    change(folder, "DELETE FROM entries WHERE sequence > ?", last)


def rechain(folder: Path, row: int) -> None:
    """A forger changes a row and recomputes every hash after it."""
    db = sqlite3.connect(folder / "journal.db")
    db.execute("UPDATE entries SET body = replace(body, '_cents\":', '_cents\":9') WHERE sequence = ?", (row,))
    (previous,) = db.execute("SELECT hash FROM entries WHERE sequence = ?", (row - 1,)).fetchone()
    for sequence, wall, body in db.execute(
        "SELECT sequence, wall, body FROM entries WHERE sequence >= ?", (row,)
    ).fetchall():
        previous = link(previous, sequence, wall, body)
        db.execute("UPDATE entries SET hash = ? WHERE sequence = ?", (previous, sequence))
    db.commit()
    db.close()


def ruin(folder: Path) -> None:
    (folder / "journal.db").write_bytes(b"\x00\xff" * 5000)


def cut_file(folder: Path) -> None:
    path = folder / "journal.db"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_file(folder: Path) -> None:
    (folder / "journal.db").write_bytes(b"")


def delete(folder: Path) -> None:
    shutil.rmtree(folder)


DAMAGE: dict[str, Callable[[Path], None]] = {
    "a digit changed": lambda folder: change_digit(folder, 30),
    "the newest row changed": lambda folder: change_digit(folder, 40),
    "a bit flipped": lambda folder: flip_byte(folder, 31),
    "a row gone": lambda folder: change(folder, "DELETE FROM entries WHERE sequence = 25"),
    "rows cut off": lambda folder: cut_rows(folder, 33),
    "all rows gone": lambda folder: cut_rows(folder, 0),
    "the table gone": lambda folder: change(folder, "DROP TABLE entries"),
    "no database": ruin,
    "file cut in half": cut_file,
    "file empty": empty_file,
    "folder gone": delete,
}


@pytest.mark.parametrize("kind", DAMAGE)
@pytest.mark.parametrize("copy", [A, B])
def test_a_damaged_copy_is_healed_from_the_good_one_and_told(data: Path, copy: str, kind: str) -> None:
    """R-06, R-07: recoverable with one good copy; rebuilt, verified, and logged."""
    expected = entries_of(data)
    DAMAGE[kind](data / copy)
    journal = TwinJournal.open(data)
    assert len(journal.healed) == 1
    assert copy in journal.healed[0]
    assert list(journal.entries()) == expected
    assert journal.append(*note(7), WALL).sequence == 41
    journal.close()
    assert verify(data) == ()
    for folder in (A, B):
        one = SqliteJournal.open(data / folder)
        assert list(one.entries())[:-1] == expected
        one.close()


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("a digit changed", 30),
        ("the newest row changed", 40),
        ("a bit flipped", 31),
        ("a row gone", 25),
        ("rows cut off", 34),
        ("all rows gone", 0),
        ("the table gone", 0),
        ("no database", 0),
        ("folder gone", 0),
    ],
)
@pytest.mark.parametrize("copy", [A, B])
def test_verify_names_copy_and_row_and_heals_nothing(data: Path, copy: str, kind: str, row: int) -> None:
    DAMAGE[kind](data / copy)
    before = _bytes(data)
    problems = verify(data)
    assert (problems[0].copy, problems[0].row) == (str(data / copy), row)
    assert {problem.copy for problem in problems} == {str(data / copy)}
    assert _bytes(data) == before
    assert verify(data) == problems


def test_a_row_that_is_gone_is_one_problem_and_called_missing(data: Path) -> None:
    DAMAGE["a row gone"](data / B)
    assert verify(data) == (Problem(str(data / B), 25, "missing"),)


def test_verify_finds_nothing_wrong_with_a_sound_journal(data: Path) -> None:
    before = _bytes(data)
    assert verify(data) == ()
    assert _bytes(data) == before


def test_both_damaged_locks_and_still_shows_what_is_believed(data: Path) -> None:
    """R-08, R-09: unrecoverable stops everything; the good beginning can still be read; nothing clears itself."""
    change_digit(data / A, 20)
    change_digit(data / B, 30)
    for _ in range(2):
        with pytest.raises(JournalBroken) as locked:
            TwinJournal.open(data)
        assert [(problem.copy, problem.row) for problem in locked.value.problems] == [
            (str(data / A), 20),
            (str(data / B), 30),
        ]
        view = locked.value.view
        assert view is not None
        assert [entry.sequence for entry in view.entries()] == list(range(1, 30))
        assert view.count() == 29
        assert (view.hash_at(29) is None, view.hash_at(30) is None) == (False, True)
        with pytest.raises(JournalFailed, match="for reading"):
            view.append(*note(1), WALL)
        view.close()
    with pytest.raises(JournalBroken) as refused:
        read_only(data)
    assert refused.value.view is not None
    assert len(verify(data)) == 2


def test_a_copy_far_behind_is_rebuilt_whole(data: Path) -> None:
    journal = TwinJournal.open(data)
    fill(journal, 600)
    journal.close()
    cut_rows(data / B, 33)
    journal = TwinJournal.open(data)
    (told,) = journal.healed
    assert told.startswith("rebuilt from")
    assert "row 34: rows up to 640 were missing" in told
    journal.close()
    assert verify(data) == ()


def test_nothing_left_to_believe_has_no_view(data: Path) -> None:
    ruin(data / A)
    ruin(data / B)
    with pytest.raises(JournalBroken) as locked:
        TwinJournal.open(data)
    assert locked.value.view is None


def test_a_good_end_over_a_bad_beginning_is_not_copied_over_a_bad_end(data: Path) -> None:
    """Healing reads the whole of the copy it heals from first: two bad copies are never made one."""
    journal = TwinJournal.open(data)
    fill(journal, 400)
    journal.close()
    change_digit(data / A, 20)
    change_digit(data / B, 430)
    with pytest.raises(JournalBroken) as locked:
        TwinJournal.open(data)
    assert [(problem.copy, problem.row) for problem in locked.value.problems] == [
        (str(data / B), 430),
        (str(data / A), 20),
    ]
    assert locked.value.view is not None
    assert locked.value.view.count() == 429


def test_a_changed_row_rechained_in_one_copy_is_two_histories(data: Path) -> None:
    """Both chains hold, so neither is believed after the row where they part."""
    rechain(data / B, 30)
    with pytest.raises(JournalBroken) as locked:
        TwinJournal.open(data)
    assert [problem.row for problem in locked.value.problems] == [30, 30]
    assert [(problem.copy, problem.row) for problem in verify(data)] == [(str(data / A), 30), (str(data / B), 30)]


@pytest.mark.parametrize("copy", [A, B])
def test_a_forger_who_forgot_a_hash_loses_to_the_chain_that_holds(data: Path, copy: str) -> None:
    """Two histories, one of which breaks further on: the one whose chain holds to its end is believed."""
    journal = TwinJournal.open(data)
    fill(journal, 400)
    expected = list(journal.entries())
    journal.close()
    rechain(data / copy, 30)
    change_digit(data / copy, 100)
    journal = TwinJournal.open(data)
    assert list(journal.entries()) == expected
    assert "row 100" in journal.healed[0]
    journal.close()


def test_two_histories_that_both_break_are_not_chosen_between(data: Path) -> None:
    journal = TwinJournal.open(data)
    fill(journal, 400)
    journal.close()
    rechain(data / A, 30)
    change_digit(data / A, 100)
    change_digit(data / B, 90)
    with pytest.raises(JournalBroken) as locked:
        TwinJournal.open(data)
    assert [problem.row for problem in locked.value.problems] == [100, 90]
    assert locked.value.view is not None
    assert locked.value.view.count() == 99


def test_a_copy_of_another_machine_is_not_healed_over(data: Path, tmp_path: Path) -> None:
    TwinJournal.create(tmp_path / "other", OPENING | {"machine_id": "0428"}, CLOCK).close()
    shutil.rmtree(data / B)
    shutil.copytree(tmp_path / "other" / B, data / B)
    with pytest.raises(JournalBroken) as locked:
        TwinJournal.open(data)
    assert [problem.row for problem in locked.value.problems] == [1, 1]


def test_the_damaged_file_is_kept_as_evidence_and_cannot_fill_the_disk(data: Path) -> None:
    for _ in range(12):
        change_digit(data / A, 30)
        TwinJournal.open(data).close()
    kept = sorted(path.name for path in (data / A).glob("damaged-*.db"))
    assert kept == [f"damaged-{n}.db" for n in range(1, 9)]


def test_before_a_game_a_damaged_end_is_noticed_and_healed_while_running(data: Path) -> None:
    """R-04, R-05: checked before each game on what lies on disk, not on what the program remembers."""
    journal = TwinJournal.open(data)
    assert journal.check_tails() == ()
    change_digit(data / B, 40)
    problems = journal.check_tails()
    assert [(problem.copy, problem.row) for problem in problems] == [(str(data / B), 40)]
    (told,) = journal.heal(problems)
    assert "row 40" in told
    assert journal.healed == (told,)
    assert journal.check_tails() == ()
    assert journal.append(*note(1), WALL).sequence == 41
    assert journal.check_tails() == ()
    journal.close()
    assert verify(data) == ()


def test_an_end_rewritten_under_the_running_cabinet_is_not_the_end_it_wrote(data: Path) -> None:
    """The chain of the forged copy holds; what the program itself committed is known better."""
    journal = TwinJournal.open(data)
    rechain(data / B, 35)
    problems = journal.check_tails()
    assert [(problem.copy, problem.row) for problem in problems] == [(str(data / B), 40)]
    journal.heal(problems)
    journal.close()
    assert verify(data) == ()


def test_a_copy_deleted_under_the_running_cabinet_is_noticed_and_rebuilt(data: Path) -> None:
    journal = TwinJournal.open(data)
    for path in (data / A).glob("journal.db*"):
        path.unlink()
    journal.append(*note(1), WALL)
    problems = journal.check_tails()
    assert [problem.copy for problem in problems] == [str(data / A)]
    journal.heal(problems)
    journal.append(*note(2), WALL)
    journal.close()
    assert verify(data) == ()
    assert read_only(data).count() == 42


def test_the_sweep_goes_through_old_rows_and_round_again(data: Path) -> None:
    """R-05: a background sweep finds what the look at the end does not."""
    journal = TwinJournal.open(data)
    change_digit(data / A, 15)
    assert journal.check_tails() == ()
    seen, at = [], 1
    for _ in range(4):
        problems, at = journal.sweep(at, 10)
        seen.append([(problem.copy, problem.row) for problem in problems])
        journal.heal(problems)
    assert seen == [[], [(str(data / A), 15)], [], []]
    assert at == 1
    assert journal.sweep(1, 100) == ((), 1)
    journal.close()


def test_both_damaged_while_running_locks_for_good(data: Path) -> None:
    journal = TwinJournal.open(data)
    change_digit(data / A, 40)
    change_digit(data / B, 40)
    problems = journal.check_tails()
    with pytest.raises(JournalBroken) as locked:
        journal.heal(problems)
    assert locked.value.view is not None
    assert locked.value.view.count() == 39
    with pytest.raises(JournalFailed):
        journal.append(*note(1), WALL)


def test_a_row_that_went_bad_is_read_from_the_other_copy(data: Path) -> None:
    """Recall of an old game works although one copy has rotted since."""
    expected = entries_of(data)
    reader = read_only(data)
    change_digit(data / A, 12)
    assert list(reader.entries()) == expected
    change_digit(data / B, 14)
    assert list(reader.entries(13)) == expected[12:], "each copy is good where the other is not"
    with pytest.raises(JournalBroken):
        list(reader.entries())


def entries_of(data: Path) -> list[Entry]:
    reader = read_only(data)
    try:
        return list(reader.entries())
    finally:
        reader.close()


def test_two_copies_are_never_read_as_one_history_that_neither_holds(data: Path) -> None:
    reader = read_only(data)
    change_digit(data / A, 12)
    rechain(data / B, 5)
    with pytest.raises(JournalBroken, match="it differs from the other copy"):
        list(reader.entries())


def _bytes(folder: Path) -> dict[str, bytes]:
    """Every file of a folder except SQLite's shared memory, which is no data."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".db-shm"}
