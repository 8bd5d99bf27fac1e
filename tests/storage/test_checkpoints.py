"""A checkpoint shortens a start and is never believed against the journal."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.ports.plain import NotPlain, Plain
from cabinet.storage.checkpoints import KEPT, LANDMARK_ROWS, LANDMARKS, Checkpoint, Checkpoints
from cabinet.storage.journal import SqliteJournal
from cabinet.storage.signing import MachineKey
from tests.storage.rigs import OPENING, WALL, fill

STATE: Plain = {"is": "State", "credit": {"is": "Amounts", "cashable": 2000}, "games_played": 7}


@pytest.fixture
def journal(tmp_path: Path) -> SqliteJournal:
    made = SqliteJournal.create(tmp_path / "journal", OPENING, ManualClock(WALL))
    fill(made, 50)
    return made


@pytest.fixture
def machine(tmp_path: Path) -> MachineKey:
    return MachineKey(tmp_path / "machine.key")


def checkpoints(tmp_path: Path, machine: MachineKey, version: str = "1") -> Checkpoints:
    return Checkpoints(tmp_path / "checkpoints", machine, version)


def save(kept: Checkpoints, journal: SqliteJournal, *sequences: int) -> None:
    for sequence in sequences:
        kept.save(sequence, journal.hash_at(sequence) or "", STATE | {"games_played": sequence})


def sequences(folder: Path) -> list[int]:
    return sorted(int(path.stem.removeprefix("checkpoint-")) for path in (folder / "checkpoints").iterdir())


def newest(kept: Checkpoints, journal: SqliteJournal) -> Checkpoint | None:
    return kept.newest_valid(journal.count(), journal.hash_at)


def test_the_newest_checkpoint_is_found_after_a_restart(
    tmp_path: Path, machine: MachineKey, journal: SqliteJournal
) -> None:
    assert newest(checkpoints(tmp_path, machine), journal) is None
    save(checkpoints(tmp_path, machine), journal, 9, 10, 40)
    found = newest(checkpoints(tmp_path, machine), journal)
    assert found == Checkpoint(40, journal.hash_at(40) or "", STATE | {"games_played": 40})


def test_the_newest_few_are_kept_and_of_older_ones_the_first(
    tmp_path: Path, machine: MachineKey, journal: SqliteJournal
) -> None:
    save(checkpoints(tmp_path, machine), journal, *range(5, 45, 5))
    assert sequences(tmp_path) == [5, 30, 35, 40]


def test_landmarks_stay_for_old_rounds_and_do_not_fill_the_disk(tmp_path: Path, machine: MachineKey) -> None:
    """A year of rounds leaves one state in every stretch of rows, never more than so many."""
    kept = checkpoints(tmp_path, machine)
    step = LANDMARK_ROWS // 2
    rows = range(step, step * 2 * (LANDMARKS + 5), step)
    for row in rows:
        kept.save(row, "ab" * 32, {})
    found = sequences(tmp_path)

    assert len(found) == KEPT + LANDMARKS
    assert found[-KEPT:] == list(rows[-KEPT:])
    assert all(0 < later - earlier <= LANDMARK_ROWS for earlier, later in pairwise(found))
    old = found[KEPT]
    newest_valid = kept.newest_valid(old + 1, lambda _: "ab" * 32)
    assert newest_valid is not None
    assert newest_valid.sequence == old


def test_any_damage_makes_it_fall_back_to_the_one_before(
    tmp_path: Path, machine: MachineKey, journal: SqliteJournal
) -> None:
    kept = checkpoints(tmp_path, machine)
    save(kept, journal, 20, 40)
    path = tmp_path / "checkpoints" / "checkpoint-000000000040.json"
    good = path.read_bytes()
    for at in range(0, len(good), 7):
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])
        found = newest(kept, journal)
        assert found is not None
        assert found.sequence == 20
    for cut in (0, 1, 128, 129, len(good) // 2):
        path.write_bytes(good[:cut])
        found = newest(kept, journal)
        assert found is not None
        assert found.sequence == 20


def test_a_forged_credit_is_not_believed(tmp_path: Path, machine: MachineKey, journal: SqliteJournal) -> None:
    """A forger without the machine's key cannot make the cabinet wake up rich."""
    forger = MachineKey(tmp_path / "forger.key")
    forged = STATE | {"credit": {"is": "Amounts", "cashable": 2**32}}
    checkpoints(tmp_path, forger).save(40, journal.hash_at(40) or "", forged)
    assert newest(checkpoints(tmp_path, machine), journal) is None


def test_a_checkpoint_of_another_history_is_passed_over(
    tmp_path: Path, machine: MachineKey, journal: SqliteJournal
) -> None:
    kept = checkpoints(tmp_path, machine)
    save(kept, journal, 20)
    kept.save(30, "ab" * 32, STATE)
    save(kept, journal, 40)
    found = kept.newest_valid(39, journal.hash_at)
    assert found is not None
    assert found.sequence == 20


def test_a_checkpoint_of_another_version_of_the_state_is_passed_over(
    tmp_path: Path, machine: MachineKey, journal: SqliteJournal
) -> None:
    save(checkpoints(tmp_path, machine, "1"), journal, 40)
    assert newest(checkpoints(tmp_path, machine, "2"), journal) is None


def test_a_state_that_is_no_plain_data_is_refused(tmp_path: Path, machine: MachineKey, journal: SqliteJournal) -> None:
    with pytest.raises(NotPlain):
        checkpoints(tmp_path, machine).save(5, journal.hash_at(5) or "", {"credit": 19.99})
    assert newest(checkpoints(tmp_path, machine), journal) is None
