"""Devices tried by hand: labelled, only while somebody is at work, and no meter and no credit moves (F-10, M-31)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.machine.outputs import outputs
from cabinet.machine.state import State
from cabinet.machine.testing import TEST_ROUNDS, rolls
from cabinet.ports import commands as c
from cabinet.ports.acceptor import (
    Acknowledge,
    DocumentRejected,
    DocumentReturned,
    DocumentStacked,
    Enable,
    NoteEscrowed,
    Return,
    Stack,
    TicketEscrowed,
)
from cabinet.ports.access import Role
from cabinet.ports.deck import BUTTONS, ButtonPressed, KeyTurned, Lamps
from cabinet.ports.functions import FUNCTIONS, kind_of
from cabinet.ports.link import LinkDown, LinkUp
from cabinet.ports.plain import encode
from cabinet.ports.printer import PrintBegun, PrintCompleted, PrintFailed, PrintLost, TicketTaken, ValidationPrinted
from cabinet.ports.shaker import DiceRead, FirstRest, ResultStored, RollDisturbed, RollRejected, Shake, ShakerTold
from cabinet.reports.fold import fold
from tests.machine.table import ACCEPTOR, DECK, PRINTER, SHAKER, Table

EVERY = [(device, name) for device in (ACCEPTOR, PRINTER, DECK, SHAKER) for name in FUNCTIONS[kind_of(device)]]


def at_work(credit_cents: int = 0) -> Table:
    """A technician's key is turned; a player's credit may be on."""
    table = Table(dice=True)
    if credit_cents:
        table.note(credit_cents)
    table.says(DECK, KeyTurned("audit", True))
    table.sign_in(Role.TECHNICIAN)
    table.orders.clear()
    return table


def told(table: Table) -> list[tuple[str, str]]:
    """What the device under test did, as a page shows it."""
    tried = table.state.draft(1).tried
    return [(one.code, " ".join(value for name, value in one.params if name != "time")) for one in tried]


def money(state: State) -> Any:
    return encode(replace(state, bank=replace(state.bank)).bank), encode(state.meters), state.play


def begun(table: Table) -> list[dict[str, Any]]:
    names = ("TestBegun", "TestEnded")
    return [record for entry in table.journal.entries() for record in entry.records if record["is"] in names]


def test_a_note_put_in_for_a_test_comes_back_and_is_written_nowhere() -> None:
    table = at_work(2_000)
    table.press(c.BeginTest(ACCEPTOR, "accept"))
    assert (ACCEPTOR, Enable(True, True)) in table.orders
    before, row = money(table.state), table.engine.row
    table.says(ACCEPTOR, NoteEscrowed(5_000))
    table.says(ACCEPTOR, DocumentReturned("returned"))
    table.says(ACCEPTOR, TicketEscrowed("123456789012345678"))
    table.says(ACCEPTOR, DocumentReturned("returned"))
    table.says(ACCEPTOR, DocumentRejected("insertion"))

    assert [order for device, order in table.orders if isinstance(order, Return)] == [Return(), Return()]
    assert not any(isinstance(order, Stack | Acknowledge) for _, order in table.orders)
    assert (money(table.state), table.engine.row) == (before, row)
    assert told(table) == [
        ("test.note", "5000"),
        ("test.returned", ""),
        ("test.ticket", "··5678"),
        ("test.returned", ""),
        ("test.rejected", "insertion"),
    ]
    table.press(c.EndTest())
    assert table.orders[-1] == (ACCEPTOR, Enable(False, False))


def test_a_note_that_is_swallowed_all_the_same_is_money_for_the_attendant_to_rule_on() -> None:
    table = at_work()
    table.press(c.BeginTest(ACCEPTOR, "accept"))
    table.says(ACCEPTOR, NoteEscrowed(5_000))
    table.says(ACCEPTOR, DocumentStacked(None))

    assert (ACCEPTOR, Acknowledge()) in table.orders
    assert [dispute.why for dispute in table.state.bank.station(1).disputes] == ["unjournaled"]
    assert table.view().credit_cents == 0


def test_a_page_is_printed_and_is_no_ticket() -> None:
    table = at_work(2_000)
    before = money(table.state)
    table.press(c.BeginTest(PRINTER, "test_page"))
    for event in (PrintBegun(0), ValidationPrinted(0), PrintCompleted(0), TicketTaken(0)):
        table.says(PRINTER, event)
    assert [code for code, _ in told(table)][-2:] == ["test.print_done", "test.print_taken"]
    table.says(PRINTER, PrintFailed(0, "paper_out"))
    table.says(PRINTER, PrintLost(0, "silent"))
    assert told(table)[-1] == ("test.print_failed", "silent")
    assert money(table.state) == before


def test_buttons_are_counted_and_command_nothing() -> None:
    table = at_work(2_000)
    table.press(c.BeginTest(DECK, "buttons"))
    row = table.engine.row
    for button in BUTTONS:
        table.says(DECK, ButtonPressed(button))
    assert [what for _, what in told(table)] == list(BUTTONS)
    assert (table.engine.row, table.view().called, table.view().credit_cents) == (row, "", 2_000)


def test_all_lamps_burn_while_they_are_tried_and_say_the_truth_again_after_it() -> None:
    table = at_work()
    truth = outputs(table.state)[DECK]
    table.press(c.BeginTest(DECK, "lamps"))
    assert table.orders[-1] == (DECK, Lamps(BUTTONS, "on", "on"))
    table.press(c.BeginTest(DECK, "buzzer"))
    assert table.orders[-1] == (DECK, Lamps((), buzzer=True))
    table.press(c.EndTest())
    assert table.orders[-1] == (DECK, truth)
    assert [(one["is"], one["function"]) for one in begun(table)] == [
        ("TestBegun", "lamps"),
        ("TestEnded", "lamps"),
        ("TestBegun", "buzzer"),
        ("TestEnded", "buzzer"),
    ]


def test_a_roll_of_a_test_is_nobodys_and_its_faces_are_only_shown() -> None:
    table = at_work()
    for attempt, faces in enumerate(((1, 2, 3), (6, 6, 6)), 1):
        table.press(c.BeginTest(SHAKER, "shake"))
        (shake,) = [order for _, order in table.orders if isinstance(order, Shake)]
        assert shake == Shake(TEST_ROUNDS + attempt, 1)
        table.says(SHAKER, FirstRest(shake.round_number, 1, faces, "$D,first"))
        table.says(SHAKER, DiceRead(shake.round_number, 1, faces, ("$D,first", "$D,second")))
        assert table.orders[-1] == (SHAKER, ResultStored(shake.round_number, 1))
        table.orders.clear()
    table.press(c.BeginTest(SHAKER, "shake"))
    table.says(SHAKER, RollRejected(TEST_ROUNDS + 3, 1, "cocked", ("$D,cocked",)))

    assert rolls(table.state.draft(1).tried) == ((1, 2, 3), (6, 6, 6))
    assert told(table)[-1] == ("test.no_roll", "cocked")
    assert not any("face" in name or "dice" in name for name in table.state.meters)


def test_a_tests_roll_that_a_power_cut_left_over_is_forgotten() -> None:
    """Else the shaker would hold it and take no real shake."""
    table = Table(dice=True)
    table.orders.clear()
    table.says(SHAKER, ShakerTold("result", TEST_ROUNDS + 5, 1, 0x80))
    table.says(SHAKER, DiceRead(TEST_ROUNDS + 6, 1, (1, 1, 1), ("$D",)))
    assert table.orders == [
        (SHAKER, ResultStored(TEST_ROUNDS + 5, 1)),
        (SHAKER, ResultStored(TEST_ROUNDS + 6, 1)),
    ]


@pytest.mark.parametrize(("device", "function"), EVERY)
def test_without_somebody_at_work_nothing_is_tried(device: str, function: str) -> None:
    table = Table(dice=True)
    table.orders.clear()
    table.press(c.BeginTest(device, function))
    assert (begun(table), table.state.testing) == ([], None)


@pytest.mark.parametrize(("device", "function"), EVERY)
def test_a_test_ends_with_the_key(device: str, function: str) -> None:
    table = at_work()
    table.press(c.BeginTest(device, function))
    assert table.state.testing is not None
    table.says(DECK, KeyTurned("audit", False))
    assert table.state.testing is None
    assert begun(table)[-1]["why"] == "left"


@pytest.mark.parametrize(("device", "function"), EVERY)
def test_a_test_ends_with_its_device(device: str, function: str) -> None:
    table = at_work()
    table.press(c.BeginTest(device, function))
    table.says(device, LinkDown("unplugged"))
    assert begun(table)[-1]["why"] == "lost"
    table.press(c.BeginTest(device, function))
    assert begun(table)[-1]["is"] == "TestEnded", "a device that is away cannot be tried"


def test_while_a_round_runs_or_a_note_is_inside_nothing_is_tried() -> None:
    table = Table(dice=True)
    table.note(10_000)
    table.deal(("main", 500))
    table.says(DECK, KeyTurned("audit", True))
    table.press(c.BeginTest(PRINTER, "test_page"))
    assert begun(table) == []

    table = Table(dice=True)
    table.says(ACCEPTOR, NoteEscrowed(2_000))
    table.says(DECK, KeyTurned("audit", True))
    table.press(c.BeginTest(ACCEPTOR, "accept"))
    assert begun(table) == []


EVENTS: list[tuple[str, Any]] = [
    (ACCEPTOR, NoteEscrowed(2_000)),
    (ACCEPTOR, TicketEscrowed("990000000000000001")),
    (ACCEPTOR, DocumentReturned("returned")),
    (ACCEPTOR, DocumentRejected("insertion")),
    (PRINTER, PrintBegun(0)),
    (PRINTER, PrintCompleted(0)),
    (PRINTER, PrintLost(0, "silent")),
    (PRINTER, TicketTaken(0)),
    *((DECK, ButtonPressed(button)) for button in ("deal", "cash_out", "repeat")),
    (SHAKER, FirstRest(TEST_ROUNDS + 1, 1, (1, 2, 3), "$D")),
    (SHAKER, DiceRead(TEST_ROUNDS + 1, 1, (1, 2, 3), ("$D",))),
    (SHAKER, RollRejected(TEST_ROUNDS + 1, 1, "cocked", ())),
    (SHAKER, RollDisturbed(TEST_ROUNDS + 1, 1, "lid", False)),
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([*EVERY, *EVENTS]), max_size=14))
def test_whatever_is_tried_no_meter_and_no_credit_moves(steps: list[tuple[str, Any]]) -> None:
    """M-31, over any order of tests and of what devices do in them; and the journal folds to the same machine."""
    table = at_work(2_000)
    before = money(table.state)
    for device, what in steps:
        if isinstance(what, str):
            table.press(c.BeginTest(device, what))
        elif table.state.testing is not None and table.state.testing.device == device:
            table.says(device, what)
    table.press(c.EndTest())

    assert money(table.state) == before
    assert table.state.testing is None
    plain = replace(fold(table.journal.entries()), drafts={})
    assert plain == replace(table.state, drafts={})


# -- another device in its place -----------------------------------------------------------------------


@pytest.mark.parametrize("device", [ACCEPTOR, PRINTER, DECK, SHAKER])
def test_another_device_of_its_kind_counts_for_nothing_until_a_technician_says_so(device: str) -> None:
    table = Table(dice=True)
    kind = kind_of(device)
    table.says(device, LinkDown("unplugged"))
    table.says(device, LinkUp("another", "S-2"))
    assert [fault.code for fault in table.state.faults] == [f"{kind}_other"]

    table.says(DECK, KeyTurned("audit", True))
    table.press(c.ReplaceDevice(device))
    assert [message.code for message in table.view().messages] == ["refused.role"]
    table.sign_in(Role.TECHNICIAN)
    table.press(c.ReplaceDevice(device))
    if device != DECK:
        assert table.state.faults == ()
    records = [record for entry in table.journal.entries() for record in entry.records]
    (replaced,) = [record for record in records if record["is"] == "DeviceReplaced"]
    assert (replaced["old_serial"], replaced["new_model"], replaced["new_serial"]) == ("serial", "another", "S-2")
    assert table.state.testing is not None, "it ends with a test of the new one"
    assert table.state.testing.device == device
    table.press(c.ReplaceDevice(device))
    assert sum(record["is"] == "DeviceReplaced" for e in table.journal.entries() for record in e.records) == 1


def test_the_old_device_back_in_its_place_needs_nobody() -> None:
    table = Table()
    table.says(PRINTER, LinkUp("another", "S-2"))
    table.says(PRINTER, LinkUp("model", "serial"))
    assert table.state.faults == ()


def test_a_unit_that_has_not_said_yet_who_it_is_is_no_other_unit() -> None:
    """After a power cut with a note in its head the acceptor is asked nothing: it is judged when it has a name."""
    table = Table(3)

    def other() -> bool:
        return any(fault.code == "acceptor_other" for fault in table.state.faults)

    fitted = table.state.fitted[ACCEPTOR]
    for event in (LinkDown("unplugged"), LinkUp("", "")):
        table.says(ACCEPTOR, event)
    assert not other()
    assert table.state.fitted[ACCEPTOR] == fitted
    table.says(ACCEPTOR, LinkUp(*fitted))
    assert not other()
    table.says(ACCEPTOR, LinkUp("V-2", "43"))
    assert other()
