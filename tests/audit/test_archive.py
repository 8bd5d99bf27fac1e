"""Old months leave the cabinet, signed; nothing of what the cabinet must still know leaves with them."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cabinet.app.compose import STATE_FORM
from cabinet.app.ram_clear import Wish, ram_clear
from cabinet.app.recalling import machine_key
from cabinet.app.rigged import Rigged
from cabinet.clock import ManualClock
from cabinet.ports import commands as c
from cabinet.reports import archiving as choosing
from cabinet.reports.fold import load
from cabinet.storage import archive as moving
from cabinet.storage.chain import Row
from cabinet.storage.contract import Base
from cabinet.storage.copies import SqliteStore
from cabinet.storage.journal import read_only
from cabinet.storage.signing import MachineKey
from tests.audit.floor import Floor, change, command, figures, opened, profile

MONTH_MS = 31 * 24 * 3600 * 1000


@pytest.fixture
def months(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """Three months, some rounds and tickets in each; a cabinet this young keeps fewer rounds for recall."""
    monkeypatch.setattr(choosing, "KEPT_ROUNDS", 3)
    monkeypatch.setattr(choosing, "KEPT_TICKETS", 1)

    def on(rigged: Rigged) -> None:
        for _ in range(2):
            rigged.rig.clock.step_wall(MONTH_MS)
            rigged.play(4)

    floor.play(1, on)
    return floor


def last_of(floor: Floor, month: str) -> int:
    with sqlite3.connect(floor.copies[0] / "journal.db") as db:
        (found,) = db.execute("SELECT max(sequence) FROM entries WHERE wall < ?", (month,)).fetchone()
    return int(found)


def archived(floor: Floor, out: Path, month: str = "") -> Path:
    """The newest month that may go is taken out; its folder."""
    walls = [entry.wall[:7] for entry in read_only(floor.data).entries()]
    told = command(floor, "audit", "archive", "--out", str(out), "--who", "t7", "--before", month or walls[-1])
    assert told.exit_code == 0, told.output
    return max(out.iterdir())


def test_archiving_changes_no_meter_no_ticket_no_credit_and_no_next_round(months: Floor, tmp_path: Path) -> None:
    before, state, count = figures(months), load(read_only(months.data)), read_only(months.data).count()
    folder = archived(months, tmp_path / "old")
    after, now = figures(months), load(read_only(months.data))
    assert {**after, "journal_rows": 0} == {**before, "journal_rows": 0}
    assert read_only(months.data).count() == count + 1, "only the row that announces it"
    assert (now.bank, now.play, now.meters, now.cuts) == (state.bank, state.play, state.meters, state.cuts)
    first = next(read_only(months.data).entries()).sequence
    assert first > 1
    assert json.loads((folder / "manifest.json").read_text())["archive"]["last"] == first - 1
    for words in (("audit", "verify"), ("audit", "replay"), ("tickets",), ("tickets", "--last")):
        assert command(months, *words).exit_code == 0, words
    months.play(3)
    assert months.faults() == {}
    assert command(months, "audit", "verify").exit_code == 0


def test_the_whole_life_is_proved_with_the_archives_given(months: Floor, tmp_path: Path) -> None:
    walls = sorted({entry.wall[:7] for entry in read_only(months.data).entries()})
    kept = _code(months)
    first = archived(months, tmp_path / "old", walls[1])
    months.play(2)
    second = archived(months, tmp_path / "old", walls[2])
    assert first != second
    given = ("--archive", str(second), "--archive", str(first))
    rows = read_only(months.data).count()
    told = command(months, "audit", "verify", *given)
    assert (told.exit_code, told.stdout.split()[0]) == (0, str(rows)), told.output
    told = command(months, "audit", "replay", *given)
    assert (told.exit_code, told.stdout.split()[0]) == (0, str(rows)), told.output
    assert command(months, "audit", "verify", "--anchor", kept, *given).exit_code == 0
    told = command(months, "audit", "verify", "--archive", str(second))
    assert "the archive of row 1 is not given" in told.stdout
    told = command(months, "audit", "verify", "--archive", str(first))
    assert "does not go on where the archives end" in told.stdout


def test_an_old_slips_head_is_proved_in_the_archive_or_asks_for_it(months: Floor, tmp_path: Path) -> None:
    kept = _early_code(months)
    folder = archived(months, tmp_path / "old")
    told = command(months, "audit", "verify", "--anchor", kept)
    assert (told.exit_code, "lies in an archive: give it with --archive" in told.stdout) == (1, True)
    assert command(months, "audit", "verify", "--anchor", kept, "--archive", str(folder)).exit_code == 0
    sequence, head, signature = kept.split(":")
    other = ":".join((sequence, head[:-1] + ("0" if head[-1] != "0" else "1"), signature))
    told = command(months, "audit", "verify", "--anchor", other, "--archive", str(folder))
    assert "not signed by this machine" in told.stdout


@pytest.mark.parametrize("what", ["row", "base", "manifest"])
def test_a_changed_archive_is_named(months: Floor, tmp_path: Path, what: str) -> None:
    folder = archived(months, tmp_path / "old")
    match what:
        case "row":
            change(folder, "UPDATE entries SET wall = '2020-01-01T00:00:00+00:00' WHERE sequence = 9")
        case "base":
            change(folder, "DELETE FROM entries WHERE sequence = 1")
        case "manifest":
            path = folder / "manifest.json"
            path.write_text(path.read_text().replace('"first": 1', '"first": 1 '.replace("1 ", "2")))
    told = command(months, "audit", "verify", "--archive", str(folder))
    assert told.exit_code == 1
    assert str(folder) in told.stdout


def test_a_forged_base_locks_the_cabinet_before_it_shows_a_credit(months: Floor, tmp_path: Path) -> None:
    """R-08: credit written into the state that stands in place of the archived rows is not believed."""
    archived(months, tmp_path / "old")
    for copy in months.copies:
        with sqlite3.connect(copy / "journal.db") as db:
            (text,) = db.execute("SELECT text FROM base").fetchone()
            kept = json.loads(text)
            kept["text"]["state"]["bank"]["stations"][0]["books"]["credit"]["cashable"] += 100
            db.execute("UPDATE base SET text = ?", (json.dumps(kept),))
    told = command(months, "audit", "verify")
    assert "was not signed by this machine" in told.stdout
    for path in (months.data / "checkpoints").iterdir():
        path.unlink()
    with pytest.raises(Exception, match="not signed by this machine"):
        months.faults()


def test_nothing_is_archived_that_recall_or_the_ticket_log_still_needs(
    months: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """H-01, H-11."""
    monkeypatch.setattr(choosing, "KEPT_ROUNDS", 100)
    told = command(months, "audit", "archive", "--out", str(tmp_path), "--who", "t7", "--before", "2099-01")
    assert (told.exit_code, "no month before 2099-01 is closed with 100 rounds" in told.stderr) == (1, True)
    told = command(months, "audit", "archive", "--out", str(tmp_path), "--who", "t7", "--before", "2099")
    assert (told.exit_code, "is no month" in told.stderr) == (2, True)


def test_putting_it_back_makes_the_very_journal_there_was(months: Floor, tmp_path: Path) -> None:
    before = list(read_only(months.data).rows())
    folder = archived(months, tmp_path / "old")
    told = command(months, "audit", "unarchive", str(folder))
    assert told.exit_code == 0, told.output
    after = list(read_only(months.data).rows())
    assert after[: len(before)] == before
    assert command(months, "audit", "verify").exit_code == 0
    told = command(months, "audit", "unarchive", str(folder))
    assert "does not end where this journal begins" in told.stderr


Step = Callable[..., Any]


def test_the_power_goes_at_every_step_of_an_archiving(months: Floor, tmp_path: Path) -> None:
    """R-14: after a cut every row is in a copy or in an archive, and the next start and the next try go on."""
    steps = 0
    while _cut_at(months.copy_to(tmp_path / f"cut{steps}"), tmp_path / f"out{steps}", steps):
        steps += 1
    assert steps >= 8, "archive written, read back, signed; each copy written, set aside, named, cleared"


class PowerCut(BaseException):
    pass


def _cut_at(floor: Floor, out: Path, step: int) -> bool:
    """Archive with the power going at that step; whether it went. Then start, and do it again."""
    before = {row.sequence: row for row in read_only(floor.data).rows()}
    left = step

    def counted(real: Step) -> Step:
        def act(*given: Any, **named: Any) -> Any:
            nonlocal left
            if left == 0:
                left = -1
                raise PowerCut
            left -= 1
            return real(*given, **named)

        return act

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(floor.anchors))
        key, base = _base(floor)
        for name in ("replace", "fsync"):
            patch.setattr(f"cabinet.storage.copies.os.{name}", counted(getattr(os, name)))
        with contextlib.suppress(PowerCut):
            moving.archive(floor.data, out, base, key)
        patch.undo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(floor.anchors))
        assert set(floor.faults()) <= {"journal_healed"}
        archives = [folder for folder in out.iterdir() if (folder / "manifest.json").exists()] if out.exists() else []
        rows = {row.sequence: row for folder in archives for row in rows_in(folder)}
        rows |= {row.sequence: row for row in read_only(floor.data).rows()}
        assert {number: rows[number] for number in before} == before
        if read_only(floor.data).base() is None:
            key, base = _base(floor)
            moving.archive(floor.data, out, base, key)
        assert command(floor, "audit", "verify", "--archive", str(max(out.iterdir()))).exit_code == 0
    return left == -1


def rows_in(folder: Path) -> list[Row]:
    store = SqliteStore(folder, read_only=True)
    store.open()
    newest = store.newest()
    found = list(store.rows(1, newest.sequence)) if newest else []
    store.close()
    return found


def _base(floor: Floor) -> tuple[MachineKey, Base]:
    key = machine_key(floor.data)
    return key, choosing.base_before(read_only(floor.data), "2099-01", key, STATE_FORM)


def _code(floor: Floor) -> str:
    (file,) = floor.anchors.glob("*.anchor")
    return file.read_text().strip()


def _early_code(floor: Floor) -> str:
    """What a slip of the first month said."""
    journal, key = read_only(floor.data), machine_key(floor.data)
    head = journal.hash_at(10)
    assert head is not None
    return f"10:{head}:{key.sign(head, 10)}"


# -- export -------------------------------------------------------------------------------------------------------


def test_an_export_holds_the_whole_journal_its_figures_and_a_signed_manifest(floor: Floor, tmp_path: Path) -> None:
    """S-11, F-05: an auditor takes it home and needs nothing of ours to check it."""
    told = command(floor, "audit", "export", "--out", str(tmp_path / "out"))
    assert told.exit_code == 0, told.output
    assert list(rows_in(tmp_path / "out")) == list(read_only(floor.data).rows())
    assert json.loads((tmp_path / "out" / "meters.json").read_text()) == figures(floor)
    rounds = (tmp_path / "out" / "rounds.csv").read_text().splitlines()
    assert len(rounds) == 1 + figures(floor)["rounds"]
    assert all("chosen" in line for line in rounds[1:]), "every setting has its exact expectation"
    assert command(floor, "audit", "export", "--check", str(tmp_path / "out")).exit_code == 0


@pytest.mark.parametrize("name", ["meters.csv", "rounds.csv", "journal.db", "manifest.json"])
def test_a_changed_file_of_an_export_is_named(floor: Floor, tmp_path: Path, name: str) -> None:
    out = tmp_path / "out"
    assert command(floor, "audit", "export", "--out", str(out)).exit_code == 0
    data = bytearray((out / name).read_bytes())
    at = data.find(b"public_key") + 14 if name == "manifest.json" else len(data) // 2
    data[at] ^= 1
    (out / name).write_bytes(data)
    told = command(floor, "audit", "export", "--check", str(out))
    assert (told.exit_code, name in told.stderr) == (1, True)


def test_an_export_writes_over_nothing_and_moves_nothing(floor: Floor, tmp_path: Path) -> None:
    before = floor.snapshot()
    (tmp_path / "there").mkdir()
    assert command(floor, "audit", "export", "--out", str(tmp_path / "there")).exit_code == 2
    assert command(floor, "audit", "export", "--out", str(tmp_path / "new")).exit_code == 0
    assert floor.snapshot() == before
    shutil.rmtree(tmp_path / "new")


def test_a_ram_clear_after_an_archiving_still_owes_the_tickets_of_before(months: Floor, tmp_path: Path) -> None:
    """What archived rows led to is carried over as well: it stands in the base."""
    with opened(months) as rig:
        if rig.view().credit_cents:
            rig.press(c.CashOut())
            rig.run(5_000)
            rig.bench("printer.1", {"take_ticket": True})
            rig.run(3_000)
        rig.bench("deck.1", {"door": "logic", "open": True})
        rig.run(1_000)
    archived(months, tmp_path / "out")
    before = load(read_only(months.data))
    ram_clear(months.data, profile(), Wish("t7", "new year"), ManualClock("2026-12-01T00:00:00+00:00"))
    after = load(read_only(months.data))
    assert after.bank.tickets == before.bank.tickets
    assert after.play.next_round == before.play.next_round
    assert command(months, "audit", "verify").exit_code == 0
