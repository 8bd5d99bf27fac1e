"""Credit going out: one number, one paper without a person, and the amount in sight all the time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.bank import cashout
from cabinet.bank import records as r
from cabinet.bank.options import Validation
from cabinet.bank.state import JobStage, TicketState
from cabinet.ports.effects import DrawNumber, PrintTicket
from cabinet.ports.printer import (
    PrintBegun,
    PrintCompleted,
    PrinterTold,
    PrintFailed,
    PrintLost,
    TicketTaken,
    ValidationPrinted,
)
from tests.bank.till import DATED, NUMBER, Till
from tests.machine.setups import money

AMOUNT = 3_750


def _ordered(seen: bool = False) -> Till:
    till = Till()
    till.fund(AMOUNT)
    till.order_ticket()
    if seen:
        till.take(cashout.printing(till.bank, PrintBegun(1)))
    return till


def _books(till: Till) -> tuple[int, int, int]:
    books = till.bank.books
    return books.credit.total, books.in_flight.total, books.ticket_out.total


def _job_stage(till: Till) -> JobStage | None:
    return till.bank.job.stage if till.bank.job is not None else None


def test_a_ticket_from_credit_to_hand() -> None:
    """T-12: in flight with the order, ticket-out with the number on paper; T-10: all of the credit."""
    till = _ordered()
    assert till.entries == [(), ("TicketOrdered",)]
    assert till.effects == [DrawNumber(1), PrintTicket(1, 1, NUMBER, AMOUNT, DATED)]
    assert _books(till) == (0, AMOUNT, 0)
    assert till.take(cashout.printing(till.bank, PrintBegun(1))) == ("PrintSeen",)
    assert till.take(cashout.printing(till.bank, ValidationPrinted(1))) == ("TicketIssued",)
    assert _books(till) == (0, 0, AMOUNT)
    assert till.take(cashout.printing(till.bank, PrintCompleted(1))) == ("TicketPrinted",)
    assert till.take(cashout.printing(till.bank, TicketTaken(1))) == ("TicketRemoved",)
    assert till.bank.job is None
    assert till.state.tickets[NUMBER].state is TicketState.ISSUED


@pytest.mark.parametrize(
    "event",
    [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1), TicketTaken(1), PrintFailed(1, "x"), PrintLost(1, "x")],
)
def test_facts_told_twice_and_facts_of_another_job_change_nothing(event: object) -> None:
    till = _ordered(seen=True)
    till.take(cashout.printing(till.bank, ValidationPrinted(1)))
    till.take(cashout.printing(till.bank, PrintCompleted(1)))
    before = till.state
    if not isinstance(event, TicketTaken):
        assert till.take(cashout.printing(till.bank, event)) == ()  # type: ignore[arg-type]
    other = type(event)(*([9, "x"] if isinstance(event, PrintFailed | PrintLost) else [9]))
    assert till.take(cashout.printing(till.bank, other)) == ()  # type: ignore[arg-type]
    assert till.state == before


@pytest.mark.parametrize("seen", [False, True])
def test_no_answer_is_neither_printed_nor_failed(seen: bool) -> None:
    """A10: the amount stays in flight under a lock that only a fact or the attendant ends."""
    till = _ordered(seen)
    assert till.take(cashout.printing(till.bank, PrintLost(1, "silent"))) == ("TicketUnconfirmed",)
    assert _books(till) == (0, AMOUNT, 0)
    assert till.bank.locked
    assert till.state.tickets[NUMBER].state is TicketState.UNCONFIRMED
    assert cashout.check_cash_out(till.bank) is not None


def test_a_late_ok_settles_it() -> None:
    """A10: the printer's word comes at 6 s, after the answer's time was over."""
    till = _ordered(seen=True)
    till.take(cashout.printing(till.bank, PrintLost(1, "not_confirmed_in_time")))
    assert till.take(cashout.printing(till.bank, ValidationPrinted(1))) == ("TicketIssued",)
    assert _books(till) == (0, 0, AMOUNT)
    assert not till.bank.locked
    assert cashout.rule(till.bank, NUMBER, valid=True) is None, "booked once, by the word or by the ruling"


@pytest.mark.parametrize(("valid", "books"), [(True, (0, 0, AMOUNT)), (False, (AMOUNT, 0, 0))])
def test_the_attendant_rules_by_the_paper(valid: bool, books: tuple[int, int, int]) -> None:
    till = _ordered(seen=True)
    till.take(cashout.printing(till.bank, PrintLost(1, "silent")))
    ruled = cashout.rule(till.bank, NUMBER, valid)
    assert ruled is not None
    till.put(ruled)
    assert _books(till) == books
    assert till.state.tickets[NUMBER].state is (TicketState.ISSUED if valid else TicketState.VOID)
    assert cashout.rule(till.bank, NUMBER, valid) is None
    assert till.take(cashout.printing(till.bank, ValidationPrinted(1))) == (), "after the ruling no word counts"


def test_only_an_unconfirmed_ticket_is_ruled_and_only_by_its_number() -> None:
    till = _ordered()
    assert cashout.rule(till.bank, NUMBER, valid=True) is None
    till.take(cashout.printing(till.bank, PrintLost(1, "silent")))
    assert cashout.rule(till.bank, "980000000000000000", valid=True) is None


def test_positively_failed_is_paid_by_hand_and_never_printed_again() -> None:
    till = _ordered(seen=True)
    assert till.take(cashout.printing(till.bank, PrintFailed(1, "paper_jam"))) == ("TicketFailed", "CancelOrdered")
    assert _books(till) == (0, AMOUNT, 0)
    assert till.state.tickets[NUMBER].state is TicketState.VOID
    (handpay,) = till.bank.handpays
    assert (handpay.amounts.total, handpay.reason, handpay.jackpot) == (AMOUNT, "paper_jam", False)
    paid = cashout.pay(till.bank, handpay.handpay)
    assert paid is not None
    till.put(paid)
    assert till.bank.books.handpay_cancelled.total == AMOUNT
    assert cashout.pay(till.bank, handpay.handpay) is None, "paid once"
    assert not any(isinstance(effect, PrintTicket) for effect in till.effects[2:])


def test_the_player_takes_a_cancelled_credit_back() -> None:
    """T-19."""
    till = Till(money(ticket_max_cents=1_000))
    till.fund(AMOUNT)
    till.order_ticket()
    back = cashout.back_out(till.bank)
    assert back is not None
    till.put(back)
    assert _books(till) == (AMOUNT, 0, 0)
    assert cashout.back_out(till.bank) is None


@pytest.mark.parametrize(
    ("options", "usable", "reason"),
    [
        (money(validation=Validation.NONE), True, "no_tickets"),
        (money(ticket_max_cents=AMOUNT - 1), True, "over_ticket_limit"),
        (money(), False, "printer"),
    ],
)
def test_what_cannot_be_a_ticket_is_paid_by_hand(options: object, usable: bool, reason: str) -> None:
    """T-13, M-05."""
    till = Till(options)  # type: ignore[arg-type]
    till.fund(AMOUNT)
    assert till.take(cashout.cash_out(till.bank, till.options, usable)) == ("CancelOrdered",)
    assert till.bank.handpays[0].reason == reason
    assert _books(till) == (0, AMOUNT, 0)


def test_exactly_the_limit_is_a_ticket() -> None:
    till = Till(money(ticket_max_cents=AMOUNT))
    till.fund(AMOUNT)
    till.order_ticket()
    assert till.bank.job is not None


def test_only_cashable_credit_leaves() -> None:
    """M-33: restricted credit stays."""
    till = Till()
    till.fund(AMOUNT)
    till.promote(500)
    till.order_ticket()
    assert till.bank.books.credit.restricted == 500
    assert till.bank.books.in_flight.cashable == AMOUNT
    till.take(cashout.printing(till.bank, ValidationPrinted(1)))
    till.put(r.TicketRemoved(1, 1))
    assert cashout.check_cash_out(till.bank) is not None, "nothing cashable is left"


def test_a_number_that_exists_is_drawn_again() -> None:
    """T-07: unique in the store."""
    till = Till()
    till.issue_ticket(1_000)
    till.fund(AMOUNT)
    till.effects.clear()
    assert till.take(cashout.number_drawn(till.bank, NUMBER, DATED, till.state.tickets)) == ()
    assert till.effects == [DrawNumber(1)]


def test_a_second_number_for_the_same_cash_out_is_dropped() -> None:
    till = _ordered()
    assert till.take(cashout.number_drawn(till.bank, "980000000000000000", DATED, till.state.tickets)) == ()
    assert till.bank.next_ticket == 2


# -- after a restart ----------------------------------------------------------------------------------


def _told(busy: bool = False, done: bool = False, chute: bool = False) -> PrinterTold:
    return PrinterTold(busy=busy, validation_done=done, in_chute=chute)


@pytest.mark.parametrize(
    ("seen", "event", "records", "stage"),
    [
        # nobody saw the flag change for this ticket: whatever it says now, it may speak of an older one
        (False, _told(), ("TicketUnconfirmed",), JobStage.UNCONFIRMED),
        (False, _told(done=True), ("TicketUnconfirmed",), JobStage.UNCONFIRMED),
        (False, _told(done=True, chute=True), ("TicketUnconfirmed",), JobStage.UNCONFIRMED),
        (False, _told(busy=True), ("TicketUnconfirmed",), JobStage.UNCONFIRMED),
        (True, _told(), ("TicketUnconfirmed",), JobStage.UNCONFIRMED),
        (True, _told(busy=True), (), JobStage.SEEN),
        (True, _told(done=True, chute=True), ("TicketIssued", "TicketPrinted"), JobStage.ISSUED),
        (True, _told(busy=True, done=True), ("TicketIssued",), JobStage.ISSUED),
        (True, _told(done=True), ("TicketIssued", "TicketPrinted", "TicketRemoved"), None),
    ],
)
def test_what_the_printer_says_of_an_open_ticket_at_the_start(
    seen: bool, event: PrinterTold, records: tuple[str, ...], stage: JobStage | None
) -> None:
    """A10 variant: kill -9 after the last byte, before OK. Never a second paper."""
    till = _ordered(seen)
    till.boot()
    till.effects.clear()
    assert till.take(cashout.told(till.bank, event)) == (*records, "PrinterReconciled")
    assert _job_stage(till) is stage
    assert _books(till) == ((0, 0, AMOUNT) if "TicketIssued" in records else (0, AMOUNT, 0))
    assert till.effects == []
    assert till.bank.printer_reconciled


@pytest.mark.parametrize("event", [_told(), _told(busy=True), _told(done=True), _told(chute=True)])
def test_an_unconfirmed_ticket_nobody_saw_stays_unconfirmed_over_every_restart(event: PrinterTold) -> None:
    till = _ordered()
    till.take(cashout.printing(till.bank, PrintLost(1, "silent")))
    for _ in range(3):
        till.boot()
        till.take(cashout.told(till.bank, event))
        assert _job_stage(till) is JobStage.UNCONFIRMED
        assert _books(till) == (0, AMOUNT, 0)


@pytest.mark.parametrize(
    ("event", "gone"),
    [(_told(chute=True), False), (_told(busy=True), False), (_told(), True), (_told(done=True), True)],
)
def test_an_issued_ticket_hangs_in_the_chute_until_it_is_taken(event: PrinterTold, gone: bool) -> None:
    till = _ordered(seen=True)
    till.take(cashout.printing(till.bank, ValidationPrinted(1)))
    till.boot()
    till.take(cashout.told(till.bank, event))
    assert (till.bank.job is None) is gone
    if event.in_chute:
        assert till.bank.job is not None
        assert till.bank.job.printed, "the player is asked to take it"
    assert _books(till) == (0, 0, AMOUNT)


def test_the_printer_is_reconciled_once_a_start() -> None:
    till = Till()
    assert till.take(cashout.told(till.bank, _told())) == ("PrinterReconciled",)
    assert till.take(cashout.told(till.bank, _told())) == ()


@pytest.mark.parametrize("issued", [False, True])
def test_a_lost_link_leaves_an_open_ticket_unconfirmed_and_an_issued_one_issued(issued: bool) -> None:
    till = _ordered(seen=True)
    if issued:
        till.take(cashout.printing(till.bank, ValidationPrinted(1)))
    assert till.take(cashout.link_lost(till.bank, "unplugged")) == (() if issued else ("TicketUnconfirmed",))
    assert till.take(cashout.link_lost(till.bank, "unplugged")) == ()


# -- the cashier --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", TicketState)
def test_the_cashier_pays_what_is_issued_and_only_once(state: TicketState) -> None:
    till = Till()
    till.issue_ticket(1_000)
    ticket = replace(till.state.tickets[NUMBER], state=state)
    paid = cashout.cash(ticket, NUMBER, "anna", "R1")
    payable = state in (TicketState.ISSUED, TicketState.CASHIER_ONLY)
    assert isinstance(paid, r.TicketCashed) is payable
    if isinstance(paid, r.TicketCashed):
        till.put(paid)
        assert till.state.tickets[NUMBER].state is TicketState.REDEEMED
        assert till.bank.books.ticket_in.total == 0, "it did not go through the machine"
