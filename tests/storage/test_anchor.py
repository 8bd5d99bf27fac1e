"""A history that was put back, cut short or re-chained in both copies is noticed by what is kept elsewhere."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.storage.anchor import Anchor, AnchorBroken, AnchorFile, anchor_of, read_anchor, rolled_back
from cabinet.storage.chain import link
from cabinet.storage.journal import TwinJournal, verify
from cabinet.storage.signing import MachineKey
from tests.storage.rigs import OPENING, WALL, fill


@pytest.fixture
def machine(tmp_path: Path) -> MachineKey:
    return MachineKey(tmp_path / "machine.key")


@pytest.fixture
def anchor(tmp_path: Path, machine: MachineKey) -> AnchorFile:
    return AnchorFile(tmp_path / "system" / "anchor", machine)


@pytest.fixture
def data(tmp_path: Path, anchor: AnchorFile) -> Path:
    """A cabinet's folder with 20 entries, anchored at its head, closed."""
    journal = TwinJournal.create(tmp_path / "data", OPENING, ManualClock(WALL))
    fill(journal, 19)
    anchor.advance(journal)
    journal.close()
    return tmp_path / "data"


def why(data: Path, anchor: Anchor | None, machine: MachineKey) -> str | None:
    journal = TwinJournal.open(data)
    try:
        return rolled_back(journal, anchor, machine.public_key)
    finally:
        journal.close()


def test_a_journal_that_only_grew_is_the_one_the_anchor_knows(
    data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    assert why(data, anchor.read(), machine) is None
    journal = TwinJournal.open(data)
    fill(journal, 3)
    assert rolled_back(journal, anchor.read(), machine.public_key) is None, "a cut leaves the anchor behind"
    anchor.advance(journal)
    journal.close()
    now = anchor.read()
    assert now is not None
    assert now.sequence == 23


def test_both_copies_cut_short_are_noticed(data: Path, anchor: AnchorFile, machine: MachineKey) -> None:
    for copy in ("journal-a", "journal-b"):
        db = sqlite3.connect(data / copy / "journal.db")
        db.execute("DELETE FROM entries WHERE sequence = 20")
        db.commit()
        db.close()
    assert verify(data) == (), "the chain alone cannot know"
    assert why(data, anchor.read(), machine) == "the history ends at row 19, the anchor knows row 20"


def test_an_older_backup_of_both_copies_is_noticed(
    tmp_path: Path, data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    shutil.copytree(data, tmp_path / "backup")
    journal = TwinJournal.open(data)
    fill(journal, 5)
    anchor.advance(journal)
    journal.close()
    assert why(tmp_path / "backup", anchor.read(), machine) == "the history ends at row 20, the anchor knows row 25"


def test_a_row_changed_and_rechained_in_both_copies_is_noticed(
    data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    for copy in ("journal-a", "journal-b"):
        _rechain(data / copy / "journal.db", 10)
    assert verify(data) == (), "the chain alone cannot know"
    assert why(data, anchor.read(), machine) == "row 20 is not the one the anchor knows"


def test_an_anchor_taken_away_is_noticed_but_not_missed_in_the_first_moment(
    tmp_path: Path, data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    assert why(data, None, machine) == "there is no anchor although the journal has a history"
    TwinJournal.create(tmp_path / "new", OPENING, ManualClock(WALL)).close()
    assert why(tmp_path / "new", None, machine) is None


def test_an_anchor_of_another_machine_is_refused(
    tmp_path: Path, data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    other = AnchorFile(tmp_path / "other-anchor", MachineKey(tmp_path / "other.key"))
    journal = TwinJournal.open(data)
    foreign = other.advance(journal)
    journal.close()
    assert why(data, foreign, machine) == "the anchor was not signed by this machine"
    assert why(data, Anchor(5, foreign.head, foreign.signature), machine) == "the anchor was not signed by this machine"


def test_an_anchor_never_goes_back_unless_a_technician_restores(
    tmp_path: Path, data: Path, anchor: AnchorFile, machine: MachineKey
) -> None:
    older = TwinJournal.create(tmp_path / "older", OPENING, ManualClock(WALL))
    with pytest.raises(AssertionError):
        anchor.advance(older)
    anchor.restart(older)
    assert rolled_back(older, anchor.read(), machine.public_key) is None
    older.close()


def test_the_code_on_a_slip_says_the_same_as_the_file(tmp_path: Path, data: Path, anchor: AnchorFile) -> None:
    kept = anchor.read()
    assert kept is not None
    assert read_anchor(kept.code()) == kept
    assert read_anchor(str(tmp_path / "system" / "anchor")) == kept


@pytest.mark.parametrize("text", ["", "20", "x:y:z", "20:" + "ab" * 32, "20:" + "ag" * 32 + ":" + "ab" * 64, "ü"])
def test_what_is_no_code_is_refused(tmp_path: Path, text: str, machine: MachineKey) -> None:
    with pytest.raises(AnchorBroken):
        anchor_of(text)
    (tmp_path / "damaged").write_text(text, encoding="utf-8")
    with pytest.raises(AnchorBroken):
        AnchorFile(tmp_path / "damaged", machine).read()


def _rechain(database: Path, row: int) -> None:
    db = sqlite3.connect(database)
    db.execute("UPDATE entries SET body = replace(body, '_cents\":', '_cents\":9') WHERE sequence = ?", (row,))
    (previous,) = db.execute("SELECT hash FROM entries WHERE sequence = ?", (row - 1,)).fetchone()
    later = db.execute("SELECT sequence, wall, body FROM entries WHERE sequence >= ?", (row,)).fetchall()
    for sequence, wall, body in later:
        previous = link(previous, sequence, wall, body)
        db.execute("UPDATE entries SET hash = ? WHERE sequence = ?", (previous, sequence))
    db.commit()
    db.close()
