"""`audit`: verdicts and exit codes as a person and as a program read them, and the heads an auditor was given."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cabinet.reports.fold import load
from cabinet.storage.journal import read_only
from tests.audit.floor import Floor, begin, command, cut_rows, flip_bit


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    place = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(place / "anchors"))
        return begin(place)


@pytest.fixture
def floor(lived: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    there = lived.copy_to(tmp_path)
    monkeypatch.setenv("CABINET_ANCHORS", str(there.anchors))
    return there


def code_of(floor: Floor) -> str:
    """The signed head, as the anchor file and a slip's QR code say it."""
    (file,) = floor.anchors.glob("*.anchor")
    return file.read_text().strip()


def test_a_sound_journal_is_exit_0_in_both_forms(floor: Floor) -> None:
    rows = read_only(floor.data).count()
    told = command(floor, "audit", "verify")
    assert (told.exit_code, told.stdout) == (
        0,
        f"{rows} rows in every copy: chain, meters and books are right\n",
    )
    told = command(floor, "audit", "verify", "--format", "json")
    assert (told.exit_code, json.loads(told.stdout)) == (0, {"ok": True, "rows": rows, "problems": []})


@pytest.mark.parametrize("copy", [0, 1])
def test_a_changed_bit_is_exit_1_with_copy_and_row(floor: Floor, copy: int) -> None:
    flip_bit(floor.copies[copy], 12)
    told = command(floor, "audit", "verify", "--format", "json")
    assert told.exit_code == 1
    (problem,) = json.loads(told.stdout)["problems"]
    assert problem.startswith(f"copy {floor.copies[copy]}, row 12: ")


def test_verifying_writes_nothing(floor: Floor) -> None:
    flip_bit(floor.copies[0], 12)
    before = floor.snapshot()
    for words in (("audit", "verify"), ("audit", "replay"), ("meters",), ("tickets",)):
        command(floor, *words)
    assert floor.snapshot() == before


def test_a_head_an_auditor_kept_is_proved_as_code_and_as_file(floor: Floor, tmp_path: Path) -> None:
    """Row 4.2: the head of an old slip is still in the chain after more was played."""
    old = code_of(floor)
    (tmp_path / "slip.txt").write_text(f"{old}\n")
    floor.play(1)
    assert code_of(floor) != old
    for given in (old, str(tmp_path / "slip.txt")):
        assert command(floor, "audit", "verify", "--anchor", given).exit_code == 0


def test_a_head_of_another_history_or_another_machine_is_exit_1(floor: Floor, tmp_path: Path) -> None:
    kept = code_of(floor)
    for copy in floor.copies:
        cut_rows(copy, 30)
    (floor.anchors / next(floor.anchors.iterdir()).name).unlink()
    assert command(floor, "audit", "verify").exit_code == 0, "the chain of what is left is right, nothing else is known"
    told = command(floor, "audit", "verify", "--anchor", kept)
    assert (told.exit_code, told.stdout.startswith("the history ends at row 30, the anchor knows row")) == (1, True)
    sequence, head, signature = kept.split(":")
    forged = ":".join((sequence, head, signature[:-1] + ("0" if signature[-1] != "0" else "1")))
    assert "not signed by this machine" in command(floor, "audit", "verify", "--anchor", forged).stdout
    assert "cannot be read" in command(floor, "audit", "verify", "--anchor", str(tmp_path / "none")).stdout


def test_an_auditor_needs_no_private_key(floor: Floor) -> None:
    for key in (floor.data / "keys").iterdir():
        key.unlink()
    for words in (("audit", "verify"), ("audit", "replay"), ("meters",), ("tickets",)):
        assert command(floor, *words).exit_code == 0


def test_the_replay_counts_rows_and_rounds(floor: Floor) -> None:
    told = command(floor, "audit", "replay")
    rows = read_only(floor.data).count()
    assert (told.exit_code, told.stdout) == (0, f"{rows} rows, 6 rounds: every decision stands\n")


def test_a_folder_that_is_not_there_is_exit_2(tmp_path: Path) -> None:
    told = command(Floor(tmp_path / "none", tmp_path), "audit", "verify")
    assert (told.exit_code, told.stderr) == (2, f"there is no data folder {tmp_path / 'none'}\n")


def test_restoring_names_who_and_why_in_the_journal(floor: Floor) -> None:
    for copy in floor.copies:
        cut_rows(copy, 50)
    assert command(floor, "audit", "restore", "--reason", "x").exit_code == 2, "nobody is nobody"
    told = command(floor, "audit", "restore", "--who", "t7", "--reason", "disk b was replaced")
    assert told.exit_code == 0
    newest = read_only(floor.data).newest()
    assert newest is not None
    assert newest.records[0] == {"is": "HistoryRestored", "who": "t7", "reason": "disk b was replaced"}
    assert code_of(floor).startswith(f"{newest.sequence}:")
    assert load(read_only(floor.data)).faults == ()
