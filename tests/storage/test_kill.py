"""kill -9 of a process that writes: what it had said is on disk, in both copies, whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from cabinet.storage.journal import FolderBusy, TwinJournal, read_only, verify
from tests.storage.rigs import note


def test_what_a_killed_writer_had_said_is_there(tmp_path: Path) -> None:
    """A12: killed at six places of its work, starting before the first entry; nothing acknowledged is lost."""
    said = 0
    for lines in (0, 1, *(Random(7).randint(2, 150) for _ in range(4))):
        said = max(said, _write_and_kill(tmp_path, lines))
        if said == 0:
            continue
        assert verify(tmp_path) == (), "one copy may be one entry ahead, nothing more"
        journal = TwinJournal.open(tmp_path)
        assert journal.count() >= said
        assert verify(tmp_path) == ()
        for entry in journal.entries(2):
            assert (entry.signal, list(entry.records)) == note(entry.sequence - 1)
        journal.close()


@pytest.mark.parametrize("largest_bytes", [50_000, 131_072, 200_001])
def test_a_disk_that_fails_in_the_middle_of_a_write_keeps_all_that_was_said(tmp_path: Path, largest_bytes: int) -> None:
    """The system refuses part of a commit; nothing acknowledged is lost, nothing is there by half, and it goes on."""
    command = [sys.executable, "-m", "tests.storage.writer", str(tmp_path), str(largest_bytes)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=60)
    said = int(done.stdout.split()[-1])
    assert said > 5
    assert verify(tmp_path) == ()
    journal = TwinJournal.open(tmp_path)
    assert said <= journal.count() <= said + 1
    assert journal.append(*note(journal.count()), "2026-03-01T10:00:00+00:00").sequence == journal.count()
    journal.close()
    assert verify(tmp_path) == ()


def test_the_audit_looks_at_a_running_cabinet_and_finds_nothing_wrong(tmp_path: Path) -> None:
    """S-11: the copies move on between two glances; that is no difference between them."""
    command = [sys.executable, "-m", "tests.storage.writer", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline()
        looks = [verify(tmp_path) for _ in range(40)]
        reader = read_only(tmp_path)
        before = reader.count()
        assert [entry.sequence for entry in reader.entries()][:before] == list(range(1, before + 1))
        reader.close()
        with pytest.raises(FolderBusy, match=str(writer.pid)):
            TwinJournal.open(tmp_path)
        writer.kill()
    assert looks == [()] * 40
    assert before > 1


def _write_and_kill(folder: Path, lines: int) -> int:
    """Kills the writer -9 after it has said that many numbers; the last number it got out."""
    command = [sys.executable, "-m", "tests.storage.writer", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(lines):
            assert writer.stdout.readline()
        writer.kill()
        rest = [line for line in writer.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
        return int(rest[-1]) if rest else 0
