"""A technician clears the machine: meters written down, both copies put aside whole, a new journal that owes the same
papers as the old one. Cut anywhere it is done wholly or not at all."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet.app.compose import build_guard, open_journal, tables
from cabinet.app.ram_clear import Wish, ram_clear
from cabinet.app.rig import Rig
from cabinet.bank.state import TicketState
from cabinet.cli import ram_clear as commands
from cabinet.clock import ManualClock
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.signals import PinTold
from cabinet.reports.audit import Checked, check_books, replay
from cabinet.reports.fold import load
from cabinet.settings.pins import Cost, Pins
from cabinet.settings.profile import Profile
from cabinet.storage import clearing, copies
from cabinet.storage.chain import canonical
from cabinet.storage.contract import JournalError
from cabinet.storage.journal import read_only, read_opening
from cabinet.storage.signing import verify_text
from cabinet.storage.verify import verify
from tests.audit.floor import Floor, command, deal, feed, figures, flip_bit, opened, profile, set_hands

CLEAR = ("ram-clear", "--who", "t7", "--reason", "new year")


def run(floor: Floor, *words: str, typed: str = "") -> Result:
    app = typer.Typer()
    commands.register(app)
    return CliRunner().invoke(app, [*words, "--data", str(floor.data)], input=typed)


def clear(floor: Floor) -> None:
    """The command's own act, in the time of the cabinet's life."""
    newest = read_only(floor.data).newest()
    assert newest is not None
    ram_clear(floor.data, profile(), Wish("t7", "new year"), ManualClock(newest.wall))


def door(floor: Floor, is_open: bool = True) -> None:
    with opened(floor) as rig:
        rig.bench("deck.1", {"door": "logic", "open": is_open})
        rig.run(1_000)
    if not is_open:
        with opened(floor) as rig:
            attend(rig, c.ClearFault("door_logic_unpowered"))  # its latch told of the opening once more (S-04)


def state(floor: Floor) -> State:
    return load(read_only(floor.data))


def held_tickets(floor: Floor) -> dict[str, int]:
    tickets = state(floor).bank.tickets
    return {number: t.amounts.total for number, t in tickets.items() if t.state is TicketState.ISSUED}


def attend(rig: Rig, *acts: c.Command) -> None:
    rig.bench("deck.1", {"key": "audit", "on": True})
    rig.run(500)
    rig.engine.handle(PinTold(1, "t7", Role.TECHNICIAN))
    for act in acts:
        rig.press(act)
    rig.bench("deck.1", {"key": "audit", "on": False})
    rig.run(500)


def sound(floor: Floor) -> None:
    """The new journal stands every look of an auditor."""
    checked = command(floor, "audit", "verify")
    assert (checked.exit_code, checked.stderr) == (0, ""), checked.stdout
    entries = list(read_only(floor.data).entries())
    assert [*check_books(entries, Checked()), *replay(entries, tables(), Checked())] == []


# -- the whole way ------------------------------------------------------------------------------------------------


def test_a_cleared_machine_is_at_zero_and_still_owes_its_tickets(floor: Floor) -> None:
    """R-08, R-12, M-13, M-20, M-22: who, why, the dump, the old copies whole; nothing lost that stands on paper."""
    door(floor)
    before, owed, opening = state(floor), held_tickets(floor), read_opening(floor.data)
    told, head, rows = figures(floor), read_only(floor.data).head(), read_only(floor.data).count()
    assert owed
    assert run(floor, *CLEAR).exit_code == 0

    after = state(floor)
    assert figures(floor)["rounds"] == figures(floor)["bill_in_cents"] == figures(floor)["coin_in_cents"] == 0
    assert read_opening(floor.data)["machine_id"] == opening["machine_id"]
    assert read_opening(floor.data)["public_key"] == opening["public_key"]
    assert held_tickets(floor) == owed
    numbers = after.bank.station(1)
    was = before.bank.station(1)
    assert (numbers.next_ticket, numbers.next_document) == (was.next_ticket, was.next_document)
    assert (numbers.box.notes, numbers.box.next_drop) == (was.box.notes, was.box.next_drop)
    assert was.box.notes, "the notes are still in the box"
    assert after.play.next_round == before.play.next_round
    sound(floor)

    (kept,) = (floor.data / "kept").iterdir()
    assert head.startswith(kept.name.rpartition("-")[2])
    written = json.loads((kept / "meters.json").read_text())
    key = str(opening["public_key"])
    assert verify_text(key, "meter dump", canonical(written["dump"]), written["signature"])
    copy = next(copy for copy in written["dump"]["copies"] if copy["believed"])
    assert (copy["rows_believed"], copy["problem"]) == (rows, "")
    assert copy["meters"]["coin_in_cents"] == told["coin_in_cents"] > 0
    assert f"{told['coin_in_cents'] / 100:.2f}" in (kept / "meters.txt").read_text()
    assert list((kept / "checkpoints").glob("*.json")), "states of the old history"
    assert not (floor.data / "checkpoints").exists(), "they would crowd out the new ones"
    for place in floor.copies:
        (aside,) = (place / "kept").iterdir()
        assert read_only(aside).head() == head
        old = Floor(aside, floor.anchors)
        assert command(old, "audit", "verify", "--anchor", str(kept / "head.anchor")).exit_code == 0
    assert all(number not in (kept / "meters.txt").read_text() for number in owed), "a number that can be cashed"


def test_nobody_plays_before_the_setup_is_confirmed(floor: Floor) -> None:
    """R-13: notes and play stay closed over starts; the technician at the machine, or the command, opens them."""
    door(floor)
    assert run(floor, *CLEAR).exit_code == 0
    door(floor, is_open=False)
    with opened(floor) as rig:
        assert not rig.view().notes_open
        assert [lock.kind for lock in rig.view().locks] == ["setup"]
        rig.press(c.ConfirmSetup("a guest"))
        assert not rig.view().notes_open, "without a key"
        rig.bench("deck.1", {"key": "audit", "on": True})
        rig.run(500)
        rig.press(c.ConfirmSetup("an attendant"))
        assert [lock.kind for lock in rig.view().locks] == ["setup"], "a key makes no technician"
        rig.bench("deck.1", {"key": "audit", "on": False})
        rig.run(500)
        attend(rig, c.ClearFault("setup_unconfirmed"))
        assert not rig.view().notes_open, "no fault that is cleared like another"
        attend(rig, c.ConfirmSetup("t7"))
        assert rig.view().notes_open
        feed(rig)
        deal(rig)
        set_hands(rig)
    assert figures(floor)["meters"]["games_since_ram_clear"]["scopes"] == {"machine": 1}
    assert figures(floor)["rounds"] == 1
    sound(floor)


def test_setup_is_confirmed_at_the_command_line_too(floor: Floor) -> None:
    door(floor)
    assert run(floor, "setup", "confirm", "--who", "t7").exit_code == 1, "nothing to confirm"
    assert run(floor, *CLEAR).exit_code == 0
    done = run(floor, "setup", "confirm", "--who", "t7")
    assert done.exit_code == 0, done.stderr
    assert state(floor).faults == ()
    assert run(floor, "setup", "confirm", "--who", "t7").exit_code == 1
    sound(floor)


@pytest.mark.parametrize("by", ["acceptor", "cashier"])
def test_a_ticket_of_before_is_redeemed_once(floor: Floor, by: str) -> None:
    door(floor)
    ((number, amount),) = held_tickets(floor).items()
    clear(floor)
    door(floor, is_open=False)
    with opened(floor) as rig:
        attend(rig, c.ConfirmSetup("t7"))
    if by == "acceptor":
        _insert(floor, number, amount)
        again = command(floor, "ticket", "redeem", number, "--who", "c4")
        assert (again.exit_code, again.stderr) == (1, "Do not pay: ticket redeemed.\n")
    else:
        paid = command(floor, "ticket", "redeem", number, "--who", "c3")
        assert (paid.exit_code, paid.stdout.split(":")[0]) == (0, f"Pay {amount / 100:.2f}")
        _insert(floor, number, 0)
    assert command(floor, "tickets", "--last").exit_code == 0
    sound(floor)


def _insert(floor: Floor, number: str, credited: int) -> None:
    with opened(floor) as rig:
        rig.bench("acceptor.1", {"insert_ticket": number})
        rig.run(10_000)
        assert rig.view().credit_cents == credited


def test_a_second_clear_counts_on(floor: Floor) -> None:
    door(floor)
    owed = held_tickets(floor)
    for count in (1, 2):
        assert run(floor, *CLEAR).exit_code == 0
        assert state(floor).clears == count
        door(floor)
        assert run(floor, "setup", "confirm", "--who", "t7").exit_code == 0
    assert held_tickets(floor) == owed
    assert len(list((floor.data / "kept").iterdir())) == 2


# -- refused ------------------------------------------------------------------------------------------------------


def refused(floor: Floor, *extra: str) -> str:
    """The reasons; nothing has moved on disk."""
    heads = [read_only(floor.data).head(), floor.snapshot()]
    done = run(floor, *CLEAR, *extra)
    assert done.exit_code == 1, done.stdout
    assert heads[0] == read_only(floor.data).head()
    return done.stderr


def _credit(rig: Rig) -> None:
    feed(rig)


def _round(rig: Rig) -> None:
    feed(rig)
    deal(rig)


def _handpay(rig: Rig) -> None:
    feed(rig)
    rig.bench("printer.1", {"paper": "out"})
    rig.run(3_000)
    rig.press(c.CashOut())
    rig.run(1_000)


def _ticket(rig: Rig) -> None:
    feed(rig)
    rig.press(c.CashOut())
    rig.run(1_500)


def _document(rig: Rig) -> None:
    rig.bench("acceptor.1", {"insert_note": 2_000})
    rig.wait(lambda: rig.engine.state.bank.station(1).document is not None, 5_000)


OPEN: dict[str, Callable[[Rig], None]] = {
    "credit on the meter": _credit,
    "a round over USD 5.00": _round,
    "a handpay over USD": _handpay,
    "a ticket in the printer": _ticket,
    "a note or ticket in the acceptor": _document,
}


@pytest.mark.parametrize("what", OPEN)
def test_it_is_refused_while_anything_is_owed_or_moving(floor: Floor, what: str) -> None:
    """Each is named, with its amount."""
    with opened(floor) as rig:
        rig.bench("deck.1", {"door": "logic", "open": False})
        OPEN[what](rig)
        rig.bench("deck.1", {"door": "logic", "open": True})
        rig.wait(lambda: "logic" in rig.engine.state.doors_open, 1_000)
    assert what in refused(floor)


def test_it_is_refused_with_the_logic_door_closed_whatever_the_technician_says(floor: Floor) -> None:
    assert "logic door is closed" in refused(floor)
    assert "logic door is closed" in refused(floor, "--door-open")


def test_it_is_refused_while_the_cabinet_runs(floor: Floor) -> None:
    with opened(floor) as rig:
        rig.bench("deck.1", {"door": "logic", "open": True})
        done = run(floor, *CLEAR)
        assert isinstance(done.exception, JournalError)
        assert "in use" in str(done.exception)


def test_only_a_technician_with_the_right_pin_clears(floor: Floor) -> None:
    door(floor)
    pins = Pins(floor.data / "keys" / "pins.json", ManualClock(), cost=Cost(2))
    pins.set("t7", Role.TECHNICIAN, "481516")
    pins.set("o2", Role.OPERATOR, "481517")
    assert "Wrong" in run(floor, *CLEAR, typed="000000\n").stderr
    assert "technician" in run(floor, "ram-clear", "--who", "o2", "--reason", "x", typed="481517\n").stderr
    assert state(floor).clears == 0
    assert run(floor, *CLEAR, typed="481516\n").exit_code == 0


def test_a_plan_that_was_put_back_later_ends_nothing(floor: Floor, tmp_path: Path) -> None:
    """Somebody copies the plan and the new files of a RAM clear, and puts them back when meters have grown again."""
    door(floor)
    stolen: dict[Path, bytes] = {}
    real = clearing.swap

    def steal(stores: Any, plan: Any) -> None:
        paths = [floor.data / clearing.PLAN_FILE, *(copy / "journal.cleared" for copy in floor.copies)]
        stolen.update({path: path.read_bytes() for path in paths})
        real(stores, plan)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cabinet.app.clearing.swap", steal)
        assert run(floor, *CLEAR).exit_code == 0
    assert run(floor, "setup", "confirm", "--who", "t7").exit_code == 0
    rows = floor.snapshot()
    for path, data in stolen.items():
        path.write_bytes(data)
    with pytest.raises(clearing.ClearingRefused, match="an old one"):
        open_journal(floor.data, profile(), ManualClock())
    assert rows.items() <= floor.snapshot().items(), "nothing was put aside"
    # nor does a plan that this machine never signed
    (floor.data / clearing.PLAN_FILE).write_text('{"plan": "{}", "signature": ""}')
    with pytest.raises(clearing.ClearingRefused, match="signed"):
        open_journal(floor.data, profile(), ManualClock())


# -- both copies bad ----------------------------------------------------------------------------------------------


def test_of_a_damaged_journal_what_it_is_believed_to_owe_is_carried_over_for_a_person(floor: Floor) -> None:
    """R-08, R-09: credit on the meter when both copies broke; paid by hand from the dump, in no new book."""
    with opened(floor) as rig:
        feed(rig, 5_000)
        rows = rig.engine.row
        attend(rig, c.AnswerCall())  # some rows more, which will be lost
    owed = held_tickets(floor)
    flip_bit(floor.copies[0], rows + 2)
    flip_bit(floor.copies[1], rows + 1)
    with pytest.raises(JournalError):
        read_only(floor.data)
    assert "--door-open" in run(floor, *CLEAR).stderr
    done = run(floor, *CLEAR, "--door-open")
    assert (done.exit_code, "1 claims" in done.stdout) == (0, True), done.stderr

    after = state(floor)
    assert [(claim.what, claim.amount_cents) for claim in after.claims] == [("credit", 5_000)]
    carried = next(record for entry in read_only(floor.data).entries() for record in entry.records if "kept" in record)
    assert carried["vouched"] is True
    assert "copy" in carried["damage"]
    assert {ticket.state for number, ticket in after.bank.tickets.items() if number in owed} == {
        TicketState.CASHIER_ONLY
    }
    assert after.bank.station(1).next_ticket > 1_000, "the lost rows may have given numbers"
    (kept,) = (floor.data / "kept").iterdir()
    dump = json.loads((kept / "meters.json").read_text())["dump"]
    assert [(copy["rows_believed"], copy["believed"]) for copy in dump["copies"]] == [(rows + 1, True), (rows, False)]
    assert [item["what"] for item in dump["copies"][0]["open"]] == ["credit"]

    with opened(floor) as rig:
        assert [lock.kind for lock in rig.view().locks][:1] == ["claim"]
        attend(rig, c.ConfirmSetup("t7"))
        assert [lock.kind for lock in rig.view().locks][:1] == ["claim"], "setup waits for the claims"
        attend(rig, c.RuleClaim(1, paid=True, who="o1"), c.ConfirmSetup("t7"))
        assert [lock.kind for lock in rig.view().locks] == []
        assert rig.engine.state.bank.station(1).books.in_flight.total == 0
    sound(floor)


def test_with_both_first_rows_gone_the_technician_says_whose_journal_it_was(floor: Floor) -> None:
    flip_bit(floor.copies[0], 1)
    flip_bit(floor.copies[1], 1)
    assert "--machine-id" in run(floor, *CLEAR, "--door-open").stderr
    done = run(floor, *CLEAR, "--door-open", "--machine-id", "00aa")
    assert done.exit_code == 0, done.stderr
    assert read_opening(floor.data)["machine_id"] == "00aa"
    assert state(floor).bank.station(1).next_ticket > 1_000_000
    sound(floor)


def test_one_good_copy_is_a_good_journal(floor: Floor) -> None:
    door(floor)
    flip_bit(floor.copies[1], read_only(floor.data).count() - 3)
    owed = held_tickets(floor)
    assert run(floor, *CLEAR).exit_code == 0
    assert held_tickets(floor) == owed
    assert state(floor).claims == ()
    (kept,) = (floor.data / "kept").iterdir()
    copies_told = json.loads((kept / "meters.json").read_text())["dump"]["copies"]
    assert [bool(copy["problem"]) for copy in copies_told] == [False, True]


# -- cut anywhere -------------------------------------------------------------------------------------------------


class Cut(BaseException):
    """The power is gone."""


@contextmanager
def cut_after(steps: int) -> Iterator[list[int]]:
    """The power goes after so many steps of files; each rename, removal and durable file is one."""
    done = [0]

    def counted(right: Callable[..., Any]) -> Callable[..., Any]:
        def step(*given: Any, **named: Any) -> Any:
            if done[0] == steps:
                raise Cut
            done[0] += 1
            return right(*given, **named)

        return step

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", counted(os.replace))
        patch.setattr(os, "fsync", counted(os.fsync))
        patch.setattr(Path, "unlink", counted(Path.unlink))
        patch.setattr(copies, "_write_all", counted(copies._write_all))
        yield done


def test_cut_at_every_step_it_is_the_old_journal_or_the_new_one(
    floor: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never none, never both, and repeatable; the tickets are owed either way, and the anchor fits."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)  # a step like others, but no platter is waited for
    door(floor)
    settings, clock, wish = profile(), ManualClock("2026-03-01T09:00:00+00:00"), Wish("t7", "new year")
    owed, head = held_tickets(floor), read_only(floor.data).head()
    steps, old, new = 0, 0, 0
    while True:
        (tmp_path / str(steps)).mkdir()
        there = floor.copy_to(tmp_path / str(steps))
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("CABINET_ANCHORS", str(there.anchors))
            with cut_after(steps) as done:
                try:
                    ram_clear(there.data, settings, wish, clock)
                    break
                except Cut:
                    pass
            committed = clearing.pending(there.data)
            if committed and steps % 2:
                assert ram_clear(there.data, settings, wish, clock) is None, "the command completes what a start would"
            if _found(there, settings, owed) == head:
                old += 1
                assert not committed
                assert ram_clear(there.data, settings, wish, clock) is not None
                assert _found(there, settings, owed) != head
            else:
                new += 1
        shutil.rmtree(there.data)
        steps += 1
    assert done[0] == steps
    assert (old >= 20, new >= 20) == (True, True), (old, new)


def _found(floor: Floor, settings: Profile, owed: dict[str, int]) -> str:
    """The head of the journal that a start finds: whole in both copies, fitting its anchor, every decision standing."""
    journal = open_journal(floor.data, settings, ManualClock())
    found = build_guard(floor.data, journal).at_boot(journal.healed)
    head, entries = journal.head(), list(journal.entries())
    journal.close()
    assert (found, verify(floor.data)) == ([], ())
    assert list(replay(entries, tables(), Checked())) == []
    assert held_tickets(floor) == owed
    return head
