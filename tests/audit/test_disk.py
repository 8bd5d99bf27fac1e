"""The disk of a whole cabinet fills up, fails and is freed again in the middle of play: no cent is lost, no write."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from cabinet.app.rig import Rig
from cabinet.ports import commands as c
from cabinet.storage.contract import DiskNearlyFull, JournalFailed
from cabinet.storage.folders import free_bytes
from cabinet.storage.stored import LAST_BYTES, RESERVE_BYTES
from tests.audit.floor import Floor, books, command, deal, feed, opened, set_hands

ROOM = 10**12


@dataclass
class Disk:
    """What the system says of the disk both copies lie on."""

    free: int = ROOM
    answers: bool = True

    def probe(self, folder: Path) -> int:
        if not self.answers:
            raise OSError(5, "Input/output error")
        return self.free


def cabinet(floor: Floor, disk: Disk) -> AbstractContextManager[Rig]:
    """The whole machine over the real journal, its disk as told."""
    return opened(floor, probe=disk.probe)


def faults(rig: Rig) -> set[str]:
    return {fault.code for fault in rig.engine.state.faults}


def audited(floor: Floor) -> None:
    for words in (("audit", "verify"), ("audit", "replay")):
        told = command(floor, *words)
        assert told.exit_code == 0, told.output


def test_a_note_for_a_cabinet_whose_disk_is_nearly_full_is_given_back(floor: Floor) -> None:
    """R-11: the reserve is reached before any write fails; what is new is refused, and an attendant sees why."""
    disk = Disk()
    with cabinet(floor, disk) as rig:
        disk.free = RESERVE_BYTES
        before = books(rig)
        feed(rig)
        assert "disk_low" in faults(rig)
        assert books(rig) == before
        assert rig.wires["acceptor.1"].twin.status()["notes_in_box_cents"] == before.bill_in.total
        assert not rig.view().notes_open
    audited(floor)


def test_a_running_round_ends_from_the_reserve_credit_leaves_by_hand_and_freed_it_goes_on(floor: Floor) -> None:
    disk = Disk()
    with cabinet(floor, disk) as rig:
        feed(rig)
        deal(rig)
        bet, before = rig.view().bet_cents, books(rig)
        disk.free = RESERVE_BYTES - 1
        set_hands(rig)
        assert rig.view().table.phase == "settled", "what has begun is brought to its end"
        result = rig.view().table.result
        assert result is not None
        assert books(rig).credit.total == before.credit.total + result.returned_cents
        deal(rig)
        assert "disk_low" in faults(rig)
        assert books(rig).coin_in.total == before.coin_in.total, "no new round on a full disk"
        held = books(rig).credit.total
        rig.press(c.CashOut())
        assert (books(rig).credit.total, books(rig).in_flight.total) == (0, held), "an attendant pays"
        rig.press(c.BackOut())
        disk.free = ROOM
        rig.engine.background()
        assert "disk_low" not in faults(rig)
        rig.press(c.Deal())  # the chips of the refused deal still lie there
        assert rig.view().table.phase == "setting"
        assert books(rig).coin_in.total == before.coin_in.total + bet
        set_hands(rig)
        assert books(rig).balanced
    audited(floor)


def test_a_disk_really_full_in_mid_round_stops_the_machine_and_freed_the_round_ends_the_same(floor: Floor) -> None:
    """Not even the reserve is left: nothing is written by half, nothing is done that is not written."""
    disk = Disk()
    with cabinet(floor, disk) as rig:
        feed(rig)
        deal(rig)
        rig.press(c.Assist("house_way"))
        rows, tiles, before = rig.engine.row, rig.view().table.seats[0].pieces, books(rig)
        disk.free = LAST_BYTES
        with pytest.raises(DiskNearlyFull):
            rig.press(c.Confirm())
        assert rig.engine.row == rows
    with pytest.raises(DiskNearlyFull), cabinet(floor, disk):
        raise AssertionError("it may not start without room to write")
    disk.free = ROOM
    with cabinet(floor, disk) as rig:
        assert rig.view().table.seats[0].pieces == tiles
        set_hands(rig)
        result = rig.view().table.result
        assert result is not None
        assert books(rig).credit.total == before.credit.total + result.returned_cents
    audited(floor)


def test_a_disk_that_does_not_answer_stops_the_machine_before_anything_new_begins(floor: Floor) -> None:
    disk = Disk()
    with cabinet(floor, disk) as rig:
        before, rows = books(rig), rig.engine.row
        disk.answers = False
        rig.bench("deck.1", {"key": "audit", "on": False})
        with pytest.raises(JournalFailed, match="does not answer"):
            feed(rig)
        assert (books(rig), rig.engine.row) == (before, rows)
        assert rig.wires["acceptor.1"].twin.status()["notes_in_box_cents"] == before.bill_in.total
    disk.answers = True
    with cabinet(floor, disk) as rig:
        assert books(rig).bill_in.total == rig.wires["acceptor.1"].twin.status()["notes_in_box_cents"]
    audited(floor)


def test_a_disk_that_became_read_only_has_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-11: the file system still counts free blocks, yet nothing can be written any more."""
    told = SimpleNamespace(f_bavail=10**6, f_frsize=4096, f_flag=0)
    monkeypatch.setattr(os, "statvfs", lambda folder: told)
    assert free_bytes(tmp_path) == 4096 * 10**6
    told.f_flag = os.ST_RDONLY
    assert free_bytes(tmp_path) == 0
