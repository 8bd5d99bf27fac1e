"""A disputed round freezes the machine until its record is put away; only then play goes on (H-13, D-18)."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.machine import may
from cabinet.machine.contested import keeping
from cabinet.machine.resume import resume
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.effects import KeepDispute
from cabinet.ports.signals import DisputePutAway
from cabinet.reports.fold import load
from tests.machine.table import DECK, Table

AWAY = DisputePutAway(1, "disputes/round-000001", "ab" * 32)


@pytest.fixture
def table() -> Table:
    """A round was played; an attendant is at work."""
    table = Table()
    table.note(10_000)
    table.deal(("main", 500))
    table.confirm()
    table.says(DECK, KeyTurned("audit", True))
    return table


def records(table: Table, *names: str) -> list[dict[str, Any]]:
    return [record for entry in table.journal.entries() for record in entry.records if record["is"] in names]


def frozen(table: Table) -> bool:
    table.says(DECK, KeyTurned("audit", False))
    closed = may.play_closed(table.state, 1) is not None and may.notes_closed(table.state, 1) == "fault"
    assert closed == (may.cash_out_closed(table.state, 1) is not None)
    table.says(DECK, KeyTurned("audit", True))
    return closed


def test_nothing_is_played_between_the_question_and_the_record(table: Table) -> None:
    assert not frozen(table)
    table.press(c.OpenDispute(1, "the tiles"))
    assert frozen(table)
    assert keeping(table.state) == (KeepDispute(1, 1, "the tiles"),)
    table.handle(AWAY)
    assert not frozen(table)
    (kept,) = table.state.contested
    assert (kept.round_number, kept.folder, kept.digest) == (1, AWAY.folder, AWAY.digest)

    table.sign_in(Role.OPERATOR)
    table.press(c.CloseDispute(1, "rejected"))
    assert table.state.contested == ()
    (closed,) = records(table, "DisputeClosed")
    assert closed["outcome"] == "rejected"


def test_a_power_cut_in_between_owes_the_record_still(table: Table) -> None:
    table.press(c.OpenDispute(1, "the tiles"))
    state = load(table.journal)
    assert KeepDispute(1, 1, "the tiles") in resume(state)
    assert may.play_closed(state, 1) is not None
    table.handle(AWAY)
    assert not any(isinstance(effect, KeepDispute) for effect in resume(load(table.journal)))


def test_a_record_that_cannot_be_put_away_keeps_the_machine_frozen(table: Table) -> None:
    table.press(c.OpenDispute(1))
    table.handle(DisputePutAway(1, "", "", "no space left"))
    assert frozen(table)
    assert [event["detail"] for event in records(table, "EventNoted") if "dispute" in event["code"]] == [
        "1: no space left"
    ]
    table.press(c.ClearFault("dispute"))
    assert frozen(table), "an attendant cannot wave it away"
    table.press(c.OpenDispute(1))
    assert len(records(table, "DisputeOpened")) == 1, "asked once more, it is the same dispute"
    table.handle(AWAY)
    assert not frozen(table)


def test_two_disputes_at_once_are_both_put_away_before_play(table: Table) -> None:
    table.says(DECK, KeyTurned("audit", False))
    table.deal(("main", 500))
    table.confirm()
    table.says(DECK, KeyTurned("audit", True))
    table.press(c.OpenDispute(1))
    table.press(c.OpenDispute(2))
    table.handle(AWAY)
    assert frozen(table)
    table.handle(DisputePutAway(2, "disputes/round-000002", "cd" * 32))
    assert not frozen(table)


@pytest.mark.parametrize("number", [0, -1, 2, 99])
def test_only_a_round_that_is_over_can_be_disputed(table: Table, number: int) -> None:
    table.press(c.OpenDispute(number))
    assert records(table, "DisputeOpened", "FaultRaised") == []
    assert [message.code for message in table.view().messages] == ["refused.no_such_round"]


def test_a_round_that_runs_is_not_disputed_yet(table: Table) -> None:
    table.says(DECK, KeyTurned("audit", False))
    table.deal(("main", 500))
    table.says(DECK, KeyTurned("audit", True))
    table.press(c.OpenDispute(2))
    assert table.state.contested == ()


def test_what_was_put_away_is_not_opened_twice(table: Table) -> None:
    table.press(c.OpenDispute(1))
    table.handle(AWAY)
    row = table.engine.row
    table.press(c.OpenDispute(1))
    table.handle(AWAY)
    table.handle(DisputePutAway(7, "disputes/round-000007", "ef" * 32))
    assert table.engine.row == row
    assert [message.code for message in table.view().messages] == ["refused.disputed_already"]


def test_without_an_attendant_nobody_freezes_anything(table: Table) -> None:
    table.says(DECK, KeyTurned("audit", False))
    table.press(c.OpenDispute(1))
    table.press(c.CloseDispute(1))
    assert records(table, "DisputeOpened", "DisputeClosed") == []
