"""The recovery table, row by row: what the acceptor tells after the port was opened, against what the journal knows.

Every row once, every row again when the cabinet restarts after the position was recorded, and every row with the
document given a second, weaker position by a second power-up.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from cabinet.bank import documents, recovery
from cabinet.bank import records as r
from cabinet.bank.state import TicketState
from cabinet.ports.acceptor import AcceptorTold, Position
from tests.bank.till import NUMBER, Till

VALUE = 5_000
STAGES = ("none", "escrow", "declined", "stack_sent", "credited")
ERASED = (Position.IN_STACKER, Position.IN_ACCEPTOR, Position.POWER_UP, Position.SILENT)


def _till(stage: str) -> Till:
    """A cabinet that lost its power with a document this far, and came up again."""
    till = Till()
    if stage == "declined":
        till.escrow(VALUE, closed="locked")
    elif stage == "escrow":
        till.put(r.DocumentEscrowed(1, 1, VALUE))
    elif stage != "none":
        till.escrow(VALUE)
        if stage == "credited":
            till.stacked()
    till.boot()
    till.effects.clear()
    return till


@dataclass(frozen=True)
class Row:
    """*orders*: what the acceptor is told at once. *then*: records when it was brought up without STACKED."""

    position: Position
    stage: str
    at_once: tuple[str, ...]
    orders: tuple[str, ...]
    then: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return f"{self.position.value}-{self.stage}"


SEEN = ("PositionSeen",)
CREDIT = ("NoteCredited", "DocumentClosed")
BACK = ("DocumentGivenBack",)
CLOSE = ("DocumentClosed",)
DISPUTE = ("DocumentDisputed",)
TABLE = (
    Row(Position.IN_STACKER, "stack_sent", SEEN, ("Reset",), CREDIT),
    Row(Position.IN_STACKER, "credited", SEEN, ("Reset",), CLOSE),
    Row(Position.IN_STACKER, "escrow", SEEN, ("Reset",), DISPUTE, "unjournaled"),
    Row(Position.IN_STACKER, "declined", SEEN, ("Reset",), DISPUTE, "unjournaled"),
    Row(Position.IN_STACKER, "none", SEEN, ("Reset",), DISPUTE, "unjournaled"),
    Row(Position.IN_ACCEPTOR, "stack_sent", SEEN, ("Reset",), BACK),
    Row(Position.IN_ACCEPTOR, "escrow", SEEN, ("Reset",), BACK),
    Row(Position.IN_ACCEPTOR, "declined", SEEN, ("Reset",), BACK),
    Row(Position.IN_ACCEPTOR, "credited", SEEN, ("Reset",), (*CLOSE, *DISPUTE), "came_back"),
    Row(Position.IN_ACCEPTOR, "none", SEEN, ("Reset",), ()),
    Row(Position.POWER_UP, "stack_sent", SEEN, ("Reset",), DISPUTE, "undecided"),
    Row(Position.POWER_UP, "escrow", SEEN, ("Reset",), BACK),
    Row(Position.POWER_UP, "declined", SEEN, ("Reset",), BACK),
    Row(Position.POWER_UP, "credited", SEEN, ("Reset",), CLOSE),
    Row(Position.POWER_UP, "none", SEEN, ("Reset",), ()),
    Row(Position.SILENT, "stack_sent", SEEN, ("Reset",), DISPUTE, "undecided"),
    Row(Position.SILENT, "escrow", SEEN, ("Reset",), BACK),
    Row(Position.SILENT, "declined", SEEN, ("Reset",), BACK),
    Row(Position.SILENT, "credited", SEEN, ("Reset",), CLOSE),
    Row(Position.SILENT, "none", SEEN, ("Reset",), ()),
    Row(Position.IDLE, "stack_sent", (), ("BringUp",), BACK),
    Row(Position.IDLE, "escrow", (), ("BringUp",), BACK),
    Row(Position.IDLE, "declined", (), ("BringUp",), BACK),
    Row(Position.IDLE, "credited", (), ("BringUp",), CLOSE),
    Row(Position.IDLE, "none", (), ("BringUp",), ()),
)


def _check_end(till: Till, row: Row, records: tuple[str, ...]) -> None:
    assert records == (*row.then, "AcceptorReconciled")
    assert till.bank.document is None
    assert till.bank.seen is None
    assert till.bank.acceptor_reconciled
    credited = row.stage == "credited" or "NoteCredited" in row.then
    assert (till.bank.books.bill_in.total, till.credit_cents) == ((VALUE, VALUE) if credited else (0, 0))
    assert [dispute.why for dispute in till.bank.disputes] == ([row.why] if row.why else [])


@pytest.mark.parametrize("row", TABLE, ids=str)
def test_each_row_of_the_table(row: Row) -> None:
    till = _till(row.stage)
    assert till.told(row.position) == row.at_once
    assert tuple(till.orders) == row.orders
    assert not till.bank.acceptor_reconciled, "nothing is enabled before it is reconciled"
    _check_end(till, row, till.ready())


def _cut_again() -> list[tuple[Row, Position]]:
    """Every recorded position with whatever a second start may tell. A document cannot come into a device that stands
    empty and closed, and silence says less than any position: the next test follows what the woken unit tells."""
    weaker = {
        Position.POWER_UP: (Position.POWER_UP,),
        Position.SILENT: (Position.SILENT, Position.POWER_UP, Position.IDLE),
    }
    return [
        (row, again)
        for row in TABLE
        if row.position in ERASED
        for again in weaker.get(row.position, (*ERASED, Position.IDLE))
    ]


@pytest.mark.parametrize(("row", "again"), _cut_again(), ids=str)
def test_cut_again_after_the_reset_the_first_position_is_followed(row: Row, again: Position) -> None:
    """The RESET erased the position: a second start tells less, and what was recorded before it counts."""
    till = _till(row.stage)
    till.told(row.position)
    till.boot()
    till.told(again)
    _check_end(till, row, till.ready())


@pytest.mark.parametrize("row", [row for row in TABLE if row.position in ERASED], ids=str)
def test_a_unit_that_was_silent_is_judged_by_what_it_tells_when_it_wakes(row: Row) -> None:
    till = _till(row.stage)
    till.told(Position.SILENT)
    till.told(row.position)
    _check_end(till, row, till.ready())


def test_a_silence_that_goes_on_is_written_down_once() -> None:
    till = _till("stack_sent")
    till.told(Position.SILENT)
    assert till.told(Position.SILENT) == ()
    assert till.orders == ["Reset", "Reset"]


@pytest.mark.parametrize("stage", STAGES)
def test_stacked_credits_once_what_was_ordered_and_acknowledges_whatever_it_was(stage: str) -> None:
    """A9 d: VEND VALID at the start. What nobody ordered to be stacked is for the attendant, never credit."""
    till = _till(stage)
    records = till.told(Position.STACKED)
    assert till.orders == ["Acknowledge"]
    ordered = stage in ("stack_sent", "credited")
    assert records == {"stack_sent": ("NoteCredited",), "credited": ()}.get(stage, DISPUTE)
    assert till.credit_cents == (VALUE if ordered else 0)
    assert bool(till.bank.disputes) is not ordered
    till.told(Position.STACKED)
    assert till.orders == ["Acknowledge", "Acknowledge"]
    assert till.credit_cents == (VALUE if ordered else 0), "told twice, credited once"


@pytest.mark.parametrize("stage", STAGES)
def test_escrow_at_the_start_is_always_given_back(stage: str) -> None:
    till = _till(stage)
    assert till.told(Position.ESCROW) == ()
    assert till.orders == ["Return"]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("position", [Position.STACKING, Position.RETURNING])
def test_a_movement_under_way_is_waited_for(position: Position, stage: str) -> None:
    till = _till(stage)
    assert till.told(position) == ()
    assert till.orders == []
    assert not till.bank.acceptor_reconciled


def test_the_position_is_recorded_in_an_entry_before_the_reset_is_ordered() -> None:
    """What a RESET erases is on disk first: record and order are one decision, and the engine commits before acting."""
    till = _till("stack_sent")
    till.told(Position.IN_STACKER)
    assert till.records[-1] == r.PositionSeen(1, Position.IN_STACKER)
    assert till.orders == ["Reset"]


# -- tickets ------------------------------------------------------------------------------------------


def _ticket_till(stack_sent: bool = True) -> Till:
    """A ticket of 50.00 stands in the acceptor when the power goes."""
    till = Till()
    till.issue_ticket(VALUE)
    till.ticket_escrow()
    if stack_sent:
        till.verdict("redeemable", VALUE)
    till.boot()
    till.effects.clear()
    return till


def test_a_ticket_found_in_the_stacker_is_redeemed_in_one_record() -> None:
    till = _ticket_till()
    till.told(Position.IN_STACKER)
    assert till.ready()[0] == "TicketRedeemed"
    assert (till.bank.books.ticket_in.total, till.credit_cents) == (VALUE, VALUE)
    assert till.state.tickets[NUMBER].state is TicketState.REDEEMED


@pytest.mark.parametrize("position", [Position.IN_ACCEPTOR, Position.IDLE])
def test_a_ticket_that_came_back_stays_good(position: Position) -> None:
    till = _ticket_till()
    till.told(position)
    assert till.ready()[0] == "DocumentGivenBack"
    assert till.state.tickets[NUMBER].state is TicketState.ISSUED
    assert till.credit_cents == 0


@pytest.mark.parametrize("in_the_box", [True, False])
def test_an_undecided_ticket_is_ruled_as_a_ticket_and_redeemed_at_most_once(in_the_box: bool) -> None:
    """The attendant finds it in the box or not: ticket-in, never bill-in, and its number is used up with it."""
    till = _ticket_till()
    till.told(Position.POWER_UP)
    assert till.ready()[0] == "DocumentDisputed"
    (dispute,) = till.bank.disputes
    assert (dispute.number, dispute.value_cents) == (NUMBER, VALUE)
    ruled = documents.rule(till.bank, dispute.document, VALUE if in_the_box else 0)
    assert ruled is not None
    till.put(ruled)
    books = till.bank.books
    assert (books.bill_in.total, books.ticket_in.total) == (VALUE, VALUE if in_the_box else 0)
    assert books.bill_in.total == VALUE, "the note that paid for the ticket, and nothing more"
    expected = TicketState.REDEEMED if in_the_box else TicketState.ISSUED
    assert till.state.tickets[NUMBER].state is expected
    assert till.bank.disputes == ()


COUNTS = [
    (7, 8, ("NoteCredited", "DocumentClosed"), VALUE, "one more: it is in the box"),
    (7, 7, ("DocumentGivenBack",), 0, "as many: it never got there"),
    (7, 9, ("DocumentDisputed",), 0, "two more: whose was the other?"),
    (7, 0, ("DocumentDisputed",), 0, "another unit"),
    (-1, 8, ("DocumentDisputed",), 0, "not read before"),
    (7, -1, ("DocumentDisputed",), 0, "not read after"),
]


@pytest.mark.parametrize(("before", "after", "then", "credit"), [row[:4] for row in COUNTS], ids=[r[4] for r in COUNTS])
def test_the_units_own_counter_settles_an_ordered_stack_or_proves_nothing(
    before: int, after: int, then: tuple[str, ...], credit: int
) -> None:
    till = Till()
    till.take(documents.note_escrowed(till.bank, VALUE, till.options, "", before))
    till.take(recovery.told(till.bank, AcceptorTold(Position.POWER_UP, stacked_count=after), 0))
    till.boot()  # what was seen is on disk: a second power-up, which counts nothing, changes nothing
    till.told(Position.POWER_UP)
    assert till.ready() == (*then, "AcceptorReconciled")
    assert till.credit_cents == credit


@pytest.mark.parametrize("again", [False, True])
def test_a_note_seen_in_the_stacker_and_then_told_as_stacked_explains_the_position(again: bool) -> None:
    """Some units say the word after all when they were reset: credited once, and nothing is left to dispute (R-16)."""
    till = _till("stack_sent")
    till.told(Position.IN_STACKER)
    assert till.stacked() == ("NoteCredited",)
    assert till.finished() == ("DocumentClosed",)
    if again:
        till.boot()
        till.told(Position.POWER_UP)
    assert till.ready() == ("AcceptorReconciled",)
    assert till.credit_cents == VALUE
