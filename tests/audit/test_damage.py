"""What happens to the files of a cabinet, and what the cabinet then does. docs/damage.md is this file as a table."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cabinet.app.compose import WrongFolder
from cabinet.app.rigged import open_rigged
from cabinet.bank.books import BOOK_NAMES
from cabinet.bank.state import TicketState
from cabinet.ports.commands import AddChip, CashTicket, Deal
from cabinet.ports.signals import Pressed
from cabinet.reports.fold import load
from cabinet.storage.contract import JournalBroken, JournalFailed
from cabinet.storage.journal import read_only
from cabinet.storage.keyfile import KeyRefused
from tests.audit.floor import (
    COPIES,
    PROFILE_FILE,
    SEED,
    Floor,
    change,
    command,
    cut_rows,
    deal,
    feed,
    figures,
    flip_bit,
    opened,
    profile,
)

Damage = Callable[[Path], None]
MONEY = ("rounds", *(f"{name}_cents" for name in BOOK_NAMES))


def half(copy: Path) -> None:
    path = copy / "journal.db"
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def one_page(copy: Path) -> None:
    path = copy / "journal.db"
    path.write_bytes(path.read_bytes()[:4096])


def emptied(copy: Path) -> None:
    (copy / "journal.db").write_bytes(b"")


DAMAGE: dict[str, Damage] = {
    "a bit flipped in the newest row": lambda copy: flip_bit(copy, 40),
    "a bit flipped in an old row": lambda copy: flip_bit(copy, 7),
    "the file cut in half": half,
    "the file cut after its first page": one_page,
    "the file empty": emptied,
    "the copy deleted": lambda copy: shutil.rmtree(copy),
    "a round cut off": lambda copy: cut_rows(copy, 40),
}


def test_a_sound_folder_is_locked_by_nothing(floor: Floor) -> None:
    assert floor.faults() == {}


@pytest.mark.parametrize("which", COPIES)
@pytest.mark.parametrize("damage", DAMAGE)
def test_one_damaged_copy_is_rebuilt_from_the_other_and_play_goes_on(floor: Floor, damage: str, which: str) -> None:
    """R-07: nothing is lost, an attendant is told, and the damaged file is kept as evidence."""
    before = figures(floor)
    DAMAGE[damage](floor.data / which)
    faults = floor.faults()
    assert set(faults) == {"journal_healed"}
    other = COPIES[1 - COPIES.index(which)]
    assert str(floor.data / other) in faults["journal_healed"] or "were missing" in faults["journal_healed"]
    after = figures(floor)
    assert {name: after[name] for name in MONEY} == {name: before[name] for name in MONEY}
    assert command(floor, "demo", "--rounds", "1").exit_code == 0
    assert command(floor, "audit", "verify").exit_code == 0
    assert command(floor, "audit", "replay").exit_code == 0


def test_a_log_cut_short_in_one_copy_is_completed_from_the_other(floor: Floor, tmp_path: Path) -> None:
    """A12: the power fails while the newest rows stand in the write-ahead log alone, and one log is damaged."""
    cut = Floor(tmp_path / "cut", floor.anchors)
    floor.play(1, lambda rigged: _copied(floor, cut))
    log = cut.copies[0] / "journal.db-wal"
    log.write_bytes(log.read_bytes()[: log.stat().st_size // 2])
    before = figures(cut)
    assert set(cut.faults()) == {"journal_healed"}
    assert figures(cut)["rounds"] == before["rounds"] == 7
    assert command(cut, "audit", "verify").exit_code == 0


def test_both_logs_cut_short_are_a_history_that_ends_too_early(floor: Floor, tmp_path: Path) -> None:
    """Each copy is sound and they agree; only the anchor knows that there was more."""
    cut = Floor(tmp_path / "cut", floor.anchors)
    floor.play(1, lambda rigged: _copied(floor, cut))
    for copy in cut.copies:
        (copy / "journal.db-wal").write_bytes(b"")
    assert "the history ends at row" in cut.faults()["rolled_back"]


def _copied(floor: Floor, cut: Floor) -> None:
    """What the disks hold at this moment, as a power cut would leave it."""
    shutil.copytree(floor.data, cut.data)
    assert all((copy / "journal.db-wal").stat().st_size for copy in cut.copies)


@pytest.mark.parametrize("which", COPIES)
def test_an_old_row_gone_bad_under_the_running_cabinet_is_found_while_nobody_waits(floor: Floor, which: str) -> None:
    """R-05, R-07: the background sweep; play was never closed by it."""
    with opened(floor) as rig:
        flip_bit(floor.data / which, 7)
        rig.engine.background()
        (fault,) = rig.engine.state.faults
        assert (fault.code, "row 7" in fault.detail, which in fault.detail) == ("journal_healed", True, True)
        feed(rig)
        deal(rig)
        assert rig.view().table.phase == "setting"
    assert command(floor, "audit", "verify").exit_code == 0


def test_the_end_of_a_copy_gone_bad_is_found_before_the_next_game(floor: Floor) -> None:
    """R-04: the tails of both copies as they lie on disk, before chips become a wager."""
    with opened(floor) as rig:
        feed(rig)
        _overwrite_newest(floor.copies[1])
        deal(rig)
        assert [fault.code for fault in rig.engine.state.faults] == ["journal_healed"]
    assert command(floor, "audit", "verify").exit_code == 0


def _overwrite_newest(copy: Path) -> None:
    change(copy, "UPDATE entries SET wall = '2020' WHERE sequence = (SELECT max(sequence) FROM entries)")


def test_both_copies_gone_bad_under_the_running_cabinet_stop_it_and_it_comes_back_locked(floor: Floor) -> None:
    with opened(floor) as rig:
        flip_bit(floor.copies[0], 7)
        flip_bit(floor.copies[1], 9)
        with pytest.raises(JournalFailed, match="both copies are damaged"):
            rig.engine.background()
        with pytest.raises(JournalFailed):
            feed(rig)
    with pytest.raises(JournalBroken, match=r"row 7.*row 9"):
        floor.play(1)


BOTH: dict[str, tuple[Damage, Damage]] = {
    "bits flipped at different rows": (lambda copy: flip_bit(copy, 20), lambda copy: flip_bit(copy, 30)),
    "one cut in half, a bit flipped in the other": (half, lambda copy: flip_bit(copy, 30)),
    "one deleted, a bit flipped in the other": (lambda copy: shutil.rmtree(copy), lambda copy: flip_bit(copy, 30)),
}


@pytest.mark.parametrize("damage", BOTH)
def test_both_copies_damaged_is_a_lock_that_nothing_clears_and_the_meters_are_still_shown(
    floor: Floor, damage: str
) -> None:
    """R-08, R-09: nobody plays, nothing is written or printed; what the longer sound beginning says is shown."""
    for copy, hand in zip(floor.copies, BOTH[damage], strict=True):
        hand(copy)
    before = floor.snapshot()
    for _ in range(2):
        with pytest.raises(JournalBroken) as locked:
            floor.play(1)
        told = str(locked.value)
        assert all(str(copy) in told for copy in floor.copies)
        assert "row 30" in told
    assert floor.snapshot() == before
    shown = command(floor, "meters", "--format", "json")
    assert shown.exit_code == 1
    assert "row 30" in shown.stderr
    assert locked.value.view is not None
    believed = load(locked.value.view)
    assert locked.value.view.count() == 29
    assert figures(floor)["bill_in_cents"] == believed.bank.station(1).books.bill_in.total > 0
    assert command(floor, "demo", "--rounds", "1").stderr == f"{told}\n"


def test_both_copies_beyond_reading_show_nothing_and_still_lock(floor: Floor) -> None:
    for copy in floor.copies:
        (copy / "journal.db").write_bytes(b"\xff" * 9000)
    refused = command(floor, "demo", "--rounds", "1")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert len(refused.stderr.splitlines()) == 1
    assert command(floor, "meters").exit_code == 1


# -- a history that was put back ----------------------------------------------------------------------------------


def test_both_copies_cut_by_one_round_is_a_history_rolled_back(floor: Floor) -> None:
    """M-19, R-08: the chain of what is left is right; the anchor knows that there was more."""
    last = floor.row_of("WagerTaken") - 1
    for copy in floor.copies:
        cut_rows(copy, last)
    _locked_for_good(floor, "the history ends at row")


def test_an_older_copy_of_both_put_back_is_a_history_rolled_back(floor: Floor, tmp_path: Path) -> None:
    older = floor.copy_to(tmp_path / "older")
    floor.play(2)
    _put_back(floor, older)
    _locked_for_good(floor, "the history ends at row")


def test_a_ticket_paid_by_the_cashier_cannot_be_made_unpaid(floor: Floor, tmp_path: Path) -> None:
    """The older copy knows the ticket as open: it would be paid a second time."""
    older = floor.copy_to(tmp_path / "older")
    tickets = load(read_only(floor.data)).bank.tickets
    (open_ticket,) = (number for number, ticket in tickets.items() if ticket.state is TicketState.ISSUED)
    paid = Pressed(1, CashTicket(open_ticket, "c3", "r1"))
    with open_rigged(floor.data, profile(), SEED) as rigged:
        rigged.rig.engine.handle(paid)
    _put_back(floor, older)
    _locked_for_good(floor, "anchor knows row")


def test_tiles_that_were_seen_cannot_be_dealt_again(floor: Floor, tmp_path: Path) -> None:
    """R-15: somebody stops the machine after the deal and puts both copies back to the moment before."""
    older = floor.copy_to(tmp_path / "older")
    with open_rigged(floor.data, profile(), SEED) as rigged:
        rig = rigged.rig
        rig.run(5_000)
        rig.bench("acceptor.1", {"insert_note": 10_000})
        rig.run(10_000)
        spot = rig.view().table.spots[0]
        rig.press(AddChip(spot.bet, spot.min_cents))
        rig.press(Deal())
        assert rig.view().table.phase == "setting"
        _before_the_deal(floor, older)
    _put_back(floor, older)
    assert "anchor knows row" in floor.faults()["rolled_back"]


def _before_the_deal(floor: Floor, older: Floor) -> None:
    """The older copies hold everything up to the moment before the bets were closed."""
    dealt = floor.row_of("BetsClosed")
    for copy, old in zip(floor.copies, older.copies, strict=True):
        rows = sqlite3.connect(copy / "journal.db").execute("SELECT * FROM entries WHERE sequence < ?", (dealt,))
        db = sqlite3.connect(old / "journal.db")
        db.executemany("INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?)", rows.fetchall())
        db.commit()
        db.close()


def _put_back(floor: Floor, older: Floor) -> None:
    shutil.rmtree(floor.data)
    shutil.copytree(older.data, floor.data)


def _locked_for_good(floor: Floor, why: str) -> None:
    """Not by a second start, not by a third, not by the attendant who clears what can be cleared."""
    looked = command(floor, "audit", "verify")
    assert looked.exit_code == 1
    assert why in looked.stdout
    before, papers = figures(floor), floor.papers()
    assert papers
    for _ in range(3):
        refused = command(floor, "demo", "--rounds", "1")
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert refused.stderr == "locked by rolled_back, which no attendant clears\n"
    after = figures(floor)
    assert {name: after[name] for name in MONEY} == {name: before[name] for name in MONEY}
    assert floor.papers() == papers


def test_a_technician_accepts_the_older_history_and_open_tickets_go_to_the_cashier(floor: Floor) -> None:
    last = floor.row_of("TicketRemoved", 0)
    for copy in floor.copies:
        cut_rows(copy, last)
    restored = command(floor, "audit", "restore", "--who", "t7", "--reason", "disk replaced")
    assert restored.exit_code == 0
    assert "rolled_back" not in floor.faults()
    assert command(floor, "audit", "verify").exit_code == 0
    assert command(floor, "audit", "replay").exit_code == 0
    tickets = load(read_only(floor.data)).bank.tickets.values()
    assert [ticket.state for ticket in tickets if ticket.state is not TicketState.REDEEMED] == [
        TicketState.CASHIER_ONLY
    ]


# -- both copies gone ---------------------------------------------------------------------------------------------


def all_rows_gone(copy: Path) -> None:
    cut_rows(copy, 0)


@pytest.mark.parametrize("damage", [emptied, shutil.rmtree, all_rows_gone])
def test_a_cabinet_whose_two_copies_are_gone_is_not_a_new_cabinet(floor: Floor, damage: Damage) -> None:
    """M-19: its meters must not begin at zero again, whoever emptied them."""
    for copy in floor.copies:
        damage(copy)
    with pytest.raises(WrongFolder, match="a technician must restore it"):
        floor.play(1)
    refused = command(floor, "demo", "--rounds", "1")
    assert (refused.exit_code, len(refused.stderr.splitlines())) == (1, 1)


def test_nor_when_the_anchor_was_taken_away_as_well(floor: Floor) -> None:
    """Signed checkpoints are left: this machine had a history."""
    for copy in floor.copies:
        shutil.rmtree(copy)
    shutil.rmtree(floor.anchors)
    with pytest.raises(WrongFolder, match="a technician must restore it"):
        floor.play(1)


@pytest.mark.parametrize("key", ["machine.key", "seal.key"])
def test_a_lost_key_is_not_made_anew_behind_the_back_of_a_history(floor: Floor, key: str) -> None:
    before = floor.snapshot()
    (floor.data / "keys" / key).unlink()
    with pytest.raises(KeyRefused, match="is missing"):
        floor.play(1)
    assert not (floor.data / "keys" / key).exists()
    assert floor.snapshot() == before
    assert figures(floor)["rounds"] == 6, "the meters need no key"


def test_the_engine_without_its_key_says_one_sentence_and_is_not_started_again(floor: Floor) -> None:
    """Exit 2 is what the supervisor takes for an answer."""
    (floor.data / "keys" / "machine.key").unlink()
    words = ["-m", "cabinet.app.engine_process", "--profile", str(PROFILE_FILE), "--data", str(floor.data)]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "machine.key is missing" in done.stderr


def test_another_machines_key_is_a_history_that_nothing_anchors(floor: Floor, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(floor.data / "keys", other)
    (other / "machine.key").write_bytes(bytes(range(32)))
    shutil.copytree(other, floor.data / "keys", dirs_exist_ok=True)
    assert "no anchor" in floor.faults()["rolled_back"]


def test_the_anchor_alone_gone_is_noticed(floor: Floor) -> None:
    shutil.rmtree(floor.anchors)
    assert "there is no anchor" in floor.faults()["rolled_back"]
