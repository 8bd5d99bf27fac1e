"""The power is cut at every step of the disk, while writing and while recovering: whole entries or none."""

from __future__ import annotations

from random import Random

import pytest

from cabinet.storage.contract import JournalFailed, NoJournal
from cabinet.storage.stored import StoredJournal
from tests.storage.model_disk import ModelDisk, PowerCut, create_model, open_model
from tests.storage.rigs import OPENING, WALL, fill, note


def _write_until_cut(disk: ModelDisk, copies: int, entries: int) -> int:
    """Appends until the power goes; how many entries were acknowledged."""
    acknowledged = 0
    try:
        journal = create_model(disk, copies, OPENING, WALL)
        acknowledged = 1
        for n in range(entries):
            acknowledged = journal.append(*note(n), WALL).sequence
    except PowerCut:
        pass
    return acknowledged


def _open_again(disk: ModelDisk, copies: int) -> StoredJournal | None:
    disk.power_on()
    try:
        return open_model(disk, copies)
    except NoJournal:
        return None


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("torn", [False, True])
def test_an_acknowledged_entry_survives_a_cut_at_any_step(copies: int, torn: bool) -> None:
    """R-14: after a cut everything acknowledged is there, and at most the one entry in hand besides it."""
    whole = ModelDisk()
    _write_until_cut(whole, copies, 4)
    for cut_at in range(1, whole.steps + 1):
        disk = ModelDisk(torn=Random(cut_at) if torn else None)
        disk.cut_at = cut_at
        acknowledged = _write_until_cut(disk, copies, 4)
        journal = _open_again(disk, copies)
        if journal is None:
            assert acknowledged == 0
            journal = create_model(disk, copies, OPENING, WALL)
        assert max(1, acknowledged) <= journal.count() <= acknowledged + 1
        assert [entry.sequence for entry in journal.entries()] == list(range(1, journal.count() + 1))
        assert journal.append(*note(99), WALL).sequence == journal.count()


def test_a_second_cut_during_recovery_changes_nothing() -> None:
    """Healing is cut at each of its own steps, then done again: both copies end up whole and equal."""
    for cut_at in _steps_of_healing():
        disk = _with_one_copy_behind()
        disk.cut_at = disk.steps + cut_at
        with pytest.raises(PowerCut):
            open_model(disk, 2)
        journal = _open_again(disk, 2)
        assert journal is not None
        assert journal.count() == 6
        assert disk.read("a") == disk.read("b")


def test_a_rebuild_cut_at_any_step_is_done_again() -> None:
    for cut_at in _steps_of_healing(damage=True):
        disk = _with_one_copy_damaged()
        disk.cut_at = disk.steps + cut_at
        with pytest.raises(PowerCut):
            open_model(disk, 2)
        journal = _open_again(disk, 2)
        assert journal is not None
        assert journal.count() == 6
        assert disk.read("a") == disk.read("b")


@pytest.mark.parametrize("copies", [1, 2])
def test_after_a_failed_write_nothing_more_is_written_until_it_is_opened_anew(copies: int) -> None:
    disk = ModelDisk()
    journal = create_model(disk, copies, OPENING, WALL)
    disk.failing = True
    with pytest.raises(JournalFailed):
        journal.append(*note(1), WALL)
    disk.failing = False
    with pytest.raises(JournalFailed):
        journal.append(*note(2), WALL)
    assert open_model(disk, copies).append(*note(2), WALL).sequence == 2


def _with_one_copy_behind() -> ModelDisk:
    disk = ModelDisk()
    fill(create_model(disk, 2, OPENING, WALL), 5)
    data = disk.read("b")
    assert data is not None
    disk.truncate("b", data[:-1].rfind(b"\n") + 1)
    disk.sync("b")
    return disk


def _with_one_copy_damaged() -> ModelDisk:
    disk = ModelDisk()
    fill(create_model(disk, 2, OPENING, WALL), 5)
    disk.damage("b", 200)
    return disk


def _steps_of_healing(damage: bool = False) -> range:
    disk = _with_one_copy_damaged() if damage else _with_one_copy_behind()
    before = disk.steps
    open_model(disk, 2)
    assert disk.steps > before
    return range(1, disk.steps - before + 1)
