"""Notes and tickets going in: credit belongs to the document that was stacked, once, and to nothing else."""

from __future__ import annotations

import pytest

from cabinet.bank import documents
from cabinet.bank import records as r
from cabinet.bank.documents import VALIDATION_MS
from cabinet.bank.options import Validation
from cabinet.bank.state import DocumentStage, TicketState
from cabinet.ports.effects import StartTimer, StopTimer, ValidateTicket
from tests.bank.till import NUMBER, Till
from tests.machine.setups import money

# -- A9: credit tied to the right state of the note ---------------------------------------------------


def test_a_note_is_credited_when_it_is_stacked_and_not_before() -> None:
    """T-01: the order to stack is an entry of its own; credit comes with the irrevocable word."""
    till = Till()
    assert till.escrow(5_000) == ("DocumentEscrowed", "StackOrdered")
    assert till.credit_cents == 0
    assert till.stacked() == ("NoteCredited",)
    assert (till.bank.books.bill_in.total, till.credit_cents) == (5_000, 5_000)
    assert till.orders == ["Stack", "Acknowledge"]
    assert till.finished() == ("DocumentClosed",)


def test_a_note_pulled_back_from_escrow_is_not_credited() -> None:
    """A9 a."""
    till = Till()
    till.escrow(5_000)
    assert till.returned() == ("DocumentGivenBack",)
    assert (till.credit_cents, till.bank.books.bill_in.total, till.bank.document) == (0, 0, None)


def test_a_note_that_shows_in_escrow_again_is_credited_once() -> None:
    """A9 b: the second escrow is the same open document; the machine decides that, one note is one credit."""
    till = Till()
    till.escrow(5_000)
    till.stacked()
    assert till.credit_cents == 5_000
    till.stacked()
    assert till.credit_cents == 5_000


def test_a_stack_order_that_came_too_late_credits_nothing() -> None:
    """A9 c: the host stalled, the note went back, whatever is said later."""
    till = Till()
    till.escrow(5_000)
    till.returned("returned")
    assert till.finished() == ()
    assert till.credit_cents == 0
    assert till.stacked() == ("DocumentDisputed",), "a word without a document is for the attendant"
    assert till.credit_cents == 0


def test_a_credited_note_is_credited_exactly_once_over_a_restart() -> None:
    """A9 d."""
    till = Till()
    till.escrow(5_000)
    till.stacked()
    till.boot()
    till.stacked()
    assert till.credit_cents == 5_000
    assert till.orders == ["Stack", "Acknowledge", "Acknowledge"]


def test_the_word_repeated_for_a_lost_acknowledgement_is_one_note_and_two_notes_are_two() -> None:
    """A9 e: +50, versus +100."""
    repeated, two = Till(), Till()
    repeated.escrow(5_000)
    repeated.stacked()
    repeated.stacked()
    repeated.finished()
    two.note(5_000)
    two.note(5_000)
    assert (repeated.credit_cents, two.credit_cents) == (5_000, 10_000)
    assert [record.document for record in two.records if isinstance(record, r.NoteCredited)] == [1, 2]


# -- unwanted documents -------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", ["fault", "locked", "attendant", "asking"])
def test_a_note_that_is_not_wanted_goes_back_with_the_reason(closed: str) -> None:
    till = Till()
    assert till.escrow(5_000, closed) == ("DocumentEscrowed", "DocumentDeclined")
    assert till.orders == ["Return"]
    assert till.records[-1] == r.DocumentDeclined(1, 1, closed)
    till.returned()
    assert till.credit_cents == 0


def test_a_note_over_the_credit_limit_goes_back() -> None:
    """T-03: exactly the limit is taken, a cent more is not."""
    till = Till(money(credit_limit_cents=10_000))
    till.note(5_000)
    till.note(5_000)
    assert till.credit_cents == 10_000
    till.escrow(100)
    assert till.records[-1] == r.DocumentDeclined(1, till.bank.next_document - 1, "credit_limit")


def test_a_denomination_that_is_switched_off_goes_back() -> None:
    till = Till()
    till.escrow(200)
    assert till.records[-1] == r.DocumentDeclined(1, 1, "denomination")


def test_a_declined_note_that_is_stacked_all_the_same_is_for_the_attendant() -> None:
    till = Till()
    till.escrow(5_000, "locked")
    assert till.stacked() == ("DocumentDisputed",)
    assert till.records[-1] == r.DocumentDisputed(1, 1, 5_000, "unordered")
    assert (till.credit_cents, till.bank.locked) == (0, True)


def test_a_credited_note_that_comes_back_is_for_the_attendant() -> None:
    till = Till()
    till.escrow(5_000)
    till.stacked()
    assert till.returned() == ("DocumentClosed", "DocumentDisputed")
    assert till.bank.disputes[0].why == "came_back"
    assert till.credit_cents == 5_000


@pytest.mark.parametrize(("credit", "bill_in"), [(0, 0), (5_000, 5_000)])
def test_the_attendant_rules_on_a_document_once(credit: int, bill_in: int) -> None:
    till = Till()
    till.stacked()
    ruled = documents.rule(till.bank, 1, credit)
    assert ruled is not None
    till.put(ruled)
    assert (till.bank.books.bill_in.total, till.credit_cents) == (bill_in, bill_in)
    assert documents.rule(till.bank, 1, credit) is None
    assert not till.bank.locked


# -- tickets in ---------------------------------------------------------------------------------------


def test_a_ticket_is_held_while_its_store_is_asked_and_redeemed_in_one_record() -> None:
    """T-05: ticket-in, credit and redemption together, and never again."""
    till = Till()
    till.issue_ticket(3_750)
    till.effects.clear()
    assert till.ticket_escrow() == ("DocumentEscrowed",)
    assert ValidateTicket(1, NUMBER) in till.effects
    assert {effect.key for effect in till.effects if isinstance(effect, StartTimer)} == {"validation.1", "hold.1"}
    assert till.verdict("redeemable", 3_750) == ("StackOrdered",)
    assert {effect.key for effect in till.effects if isinstance(effect, StopTimer)} == {"validation.1", "hold.1"}
    assert till.credit_cents == 0
    assert till.stacked() == ("TicketRedeemed",)
    assert (till.bank.books.ticket_in.total, till.credit_cents) == (3_750, 3_750)
    assert till.state.tickets[NUMBER].state is TicketState.REDEEMED
    till.stacked()
    assert till.credit_cents == 3_750


@pytest.mark.parametrize(
    "word", ["unknown", "redeemed", "expired", "foreign", "unconfirmed", "void", "in_use", "cashier_only"]
)
def test_a_ticket_that_is_not_good_goes_back_with_the_reason(word: str) -> None:
    till = Till()
    till.ticket_escrow()
    assert till.verdict(word, 3_750) == ("DocumentDeclined",)
    assert till.records[-1] == r.DocumentDeclined(1, 1, f"ticket_{word}")
    assert till.orders == ["Return"]
    till.returned()
    assert till.credit_cents == 0


def test_a_ticket_over_the_credit_limit_goes_back() -> None:
    till = Till(money(credit_limit_cents=10_000))
    till.issue_ticket(5_000)
    till.note(10_000)
    till.ticket_escrow()
    till.verdict("redeemable", 5_000)
    assert till.records[-1] == r.DocumentDeclined(1, till.bank.next_document - 1, "credit_limit")
    assert till.state.tickets[NUMBER].state is TicketState.ISSUED


@pytest.mark.parametrize("number", ["", "123", "98123456789012345", "9812345678901234567", "98123456789012345x"])
def test_a_code_that_is_no_ticket_number_goes_back_unread(number: str) -> None:
    till = Till()
    till.ticket_escrow(number)
    assert till.records[-1] == r.DocumentDeclined(1, 1, "unreadable")


@pytest.mark.parametrize("options", [money(tickets_in=False), money(validation=Validation.NONE)])
def test_where_tickets_are_off_they_go_back(options: object) -> None:
    till = Till(options)  # type: ignore[arg-type]
    till.ticket_escrow()
    assert till.records[-1] == r.DocumentDeclined(1, 1, "tickets_off")


def test_an_answer_about_another_ticket_changes_nothing() -> None:
    till = Till()
    till.ticket_escrow()
    assert till.verdict("redeemable", 5_000, number="980000000000000000") == ()
    assert till.bank.document is not None
    assert till.bank.document.stage is DocumentStage.ESCROW


def test_a_second_answer_changes_nothing() -> None:
    till = Till()
    till.issue_ticket(5_000)
    till.ticket_escrow()
    till.verdict("redeemable", 5_000)
    assert till.verdict("redeemed", 5_000) == ()
    assert till.verdict("redeemable", 5_000) == ()


def test_an_answer_that_comes_too_late_is_too_late() -> None:
    """The escrow has its own deadline; meanwhile the document is held."""
    till = Till()
    till.ticket_escrow()
    assert StartTimer("validation.1", VALIDATION_MS) in till.effects
    till.take(documents.timer(till.bank, "hold.1"))
    assert till.orders == ["Hold"]
    assert till.take(documents.timer(till.bank, "validation.1")) == ("DocumentDeclined",)
    assert till.orders == ["Hold", "Return"]
    assert till.verdict("redeemable", 5_000) == ()
    assert till.take(documents.timer(till.bank, "hold.1")) == ()


def test_a_ticket_worth_nothing_is_unknown() -> None:
    till = Till()
    till.ticket_escrow()
    till.verdict("redeemable", 0)
    assert till.records[-1] == r.DocumentDeclined(1, 1, "ticket_unknown")
