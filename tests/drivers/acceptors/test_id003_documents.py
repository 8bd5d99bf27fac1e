"""Notes and tickets on the floor: what goes in is credited once, what comes back is not (A9)."""

from __future__ import annotations

import pytest

from cabinet.ports.acceptor import (
    AcceptorConditions,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    DocumentFinished,
    DocumentRejected,
    DocumentReturned,
    DocumentStacked,
    Enable,
    Hold,
    NoteEscrowed,
    Position,
    Reset,
    Return,
    Stack,
    TicketEscrowed,
)
from cabinet.ports.link import LinkDown, OrderRefused
from drivers.acceptors.id003_settings import COUNTRIES, Id003Options
from drivers.emulators.id003 import EUR, Id003TwinOptions
from tests.drivers.acceptors.rig import Rig, id003

TICKET = "012345678901234567"


def by_hand() -> Rig:
    """A rig brought up and enabled in which the test takes every decision."""
    rig = Rig().start()
    rig.machine = None
    return rig


def test_a_note_goes_to_the_box_and_is_credited_once() -> None:
    rig = Rig().start()
    assert rig.bench(insert_note=2000) == {"taken": True}
    rig.until(DocumentFinished)
    rig.run(5000)
    assert rig.of(NoteEscrowed) == [NoteEscrowed(2000)]
    assert (rig.journal.credited_cents, rig.in_box_cents) == (2000, 2000)


def test_two_equal_notes_are_two_credits() -> None:
    """A9 (e): +100 for two real notes."""
    rig = Rig().start()
    for _ in range(2):
        rig.bench(insert_note=5000)
        rig.until(DocumentFinished)
        rig.run(500)
    assert (rig.journal.credited_cents, rig.in_box_cents) == (10_000, 10_000)


def test_our_lost_acknowledgement_is_sent_again_and_credits_nothing() -> None:
    """A9 (e): +50 when STACKED comes again because our ACK was lost."""
    rig = Rig().start()
    rig.bench(fault="lose_ack", on=True)
    rig.bench(insert_note=5000)
    rig.until(DocumentFinished)
    assert (rig.journal.credited_cents, rig.in_box_cents) == (5000, 5000)


def test_the_irrevocable_word_is_repeated_until_the_machine_acknowledges() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.run(3000)
    assert len(rig.of(DocumentStacked)) > 5
    assert not rig.of(DocumentFinished)
    rig.order(Acknowledge())
    rig.until(DocumentFinished)
    said = len(rig.of(DocumentStacked))
    rig.run(3000)
    assert len(rig.of(DocumentStacked)) == said


def test_one_acknowledgement_of_the_machine_is_enough_however_often_the_wire_loses_it() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.bench(fault="lose_ack", on=True)
    rig.order(Acknowledge())
    rig.until(DocumentFinished)
    assert rig.of(DocumentStacked) == [DocumentStacked()]


def test_an_acknowledgement_repeated_after_the_end_changes_nothing() -> None:
    rig = Rig().start()
    rig.bench(insert_note=2000)
    rig.until(DocumentFinished)
    before = len(rig.events)
    rig.order(Acknowledge())
    rig.run(2000)
    assert len(rig.events) == before


def test_a_note_given_back_from_escrow_is_not_credited() -> None:
    """A9 (a)."""
    rig = by_hand()
    rig.bench(insert_note=5000)
    rig.until(NoteEscrowed)
    rig.order(Return())
    assert rig.until(DocumentReturned) == DocumentReturned("returned")
    rig.run(5000)
    assert not rig.of(DocumentStacked)
    assert rig.twin.status()["handed_back"] == 1


def test_a_lost_stack_order_is_sent_again_while_escrow_still_shows() -> None:
    """A9 (b): ESCROW, stack, ESCROW again, STACKED: +50 once."""
    rig = by_hand()
    rig.bench(insert_note=5000)
    rig.until(NoteEscrowed)
    rig.bench(fault="lose_order", on=True)
    rig.order(Stack())
    rig.until(DocumentStacked)
    assert rig.of(NoteEscrowed) == [NoteEscrowed(5000)]
    assert rig.in_box_cents == 5000


def test_a_stack_order_that_comes_too_late_stacks_nothing() -> None:
    """A9 (c): the host stalls 12 s, the note is given back, the late order is refused."""
    rig = by_hand()
    rig.bench(insert_note=5000)
    rig.until(NoteEscrowed)
    rig.now += 12_000  # nobody calls the driver: the whole host stood still
    rig.order(Stack())
    rig.run(5000)
    assert rig.of(DocumentReturned)
    assert not rig.of(DocumentStacked)
    rig.order(Stack())
    assert rig.of(OrderRefused)[-1] == OrderRefused("Stack", "nothing in escrow")
    assert rig.in_box_cents == 0


def test_a_stalled_host_never_stacks_the_next_note_for_the_last_one() -> None:
    """A9 (c): after a stall the escrow may hold another note of the same value."""
    rig = by_hand()
    rig.bench(insert_note=5000)
    rig.until(NoteEscrowed)
    for _ in range(45):  # the unit alone: gives the note back, takes the next one
        rig.now += 100
        rig.twin.pull(rig.now)
    assert rig.bench(insert_note=5000)["taken"]
    for _ in range(14):
        rig.now += 100
        rig.twin.pull(rig.now)
    rig.order(Stack())
    rig.run(600)
    assert rig.of(DocumentReturned) == [DocumentReturned("returned")]
    assert rig.of(NoteEscrowed) == [NoteEscrowed(5000)] * 2
    rig.run(8000)
    assert rig.in_box_cents == 0


def test_nobody_decides_and_the_note_goes_back_after_five_seconds() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    escrowed_at = rig.now
    rig.until(DocumentReturned)
    assert 5000 <= rig.now - escrowed_at <= 5600


def test_a_held_ticket_waits_as_long_as_it_is_held() -> None:
    rig = by_hand()
    rig.bench(insert_ticket=TICKET)
    assert rig.until(TicketEscrowed) == TicketEscrowed(TICKET)
    for _ in range(6):
        rig.run(4000)
        rig.order(Hold())
    assert not rig.of(DocumentReturned)
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.order(Acknowledge())
    rig.until(DocumentFinished)
    assert rig.twin.status()["tickets_in_box"] == [TICKET]


def test_money_disabled_with_a_note_in_escrow_gives_it_back() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Enable(False, False))
    rig.order(Stack())
    assert rig.of(OrderRefused) == [OrderRefused("Stack", "already being returned")]
    rig.until(DocumentReturned)
    rig.run(1000)
    assert not rig.twin.status()["enabled"]


def test_a_note_already_ordered_to_stack_is_not_called_back_by_disabling() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Stack())
    rig.order(Enable(False, False))
    rig.until(DocumentStacked)
    assert rig.in_box_cents == 2000


def test_a_note_that_slips_in_while_money_is_disabled_is_never_offered() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.run(300)
    rig.order(Enable(False, False))
    assert rig.until(DocumentRejected) == DocumentRejected("inhibited")
    assert not rig.of(NoteEscrowed)


@pytest.mark.parametrize("reason", ["insertion", "photo pattern", "length"])
def test_a_rejected_note_is_named_once(reason: str) -> None:
    rig = Rig().start()
    rig.bench(reject_next=reason)
    rig.bench(insert_note=2000)
    rig.run(5000)
    assert rig.of(DocumentRejected) == [DocumentRejected(reason)]
    rig.bench(insert_note=2000)
    rig.until(DocumentFinished)
    assert rig.journal.credited_cents == 2000


def test_only_the_notes_the_operator_chose_are_taken() -> None:
    rig = Rig(id003(Id003Options(values_cents=(500, 2000)))).start()
    assert rig.of(AcceptorReady)[-1].values_cents == (500, 2000)
    rig.bench(insert_note=1000)
    rig.run(5000)
    assert rig.of(DocumentRejected) == [DocumentRejected("inhibited")]
    rig.bench(insert_note=2000)
    rig.until(DocumentFinished)
    assert rig.journal.credited_cents == 2000


def test_euro_notes_have_the_values_of_their_own_table() -> None:
    rig = Rig(id003(Id003Options(countries=COUNTRIES["EUR"]), Id003TwinOptions(table=EUR))).start()
    assert rig.of(AcceptorReady)[-1].values_cents == (500, 1000, 2000, 5000, 10_000, 20_000, 50_000)
    rig.bench(insert_note=50_000)
    rig.until(DocumentFinished)
    assert rig.journal.credited_cents == 50_000


def test_a_note_table_of_another_currency_takes_no_notes_but_tickets() -> None:
    rig = Rig(id003(Id003Options(countries=COUNTRIES["USD"]), Id003TwinOptions(table=EUR))).start()
    assert rig.of(AcceptorReady)[-1].values_cents == ()
    assert rig.of(AcceptorConditions)[-1] == AcceptorConditions(("country",))
    rig.machine = None
    rig.bench(insert_note=2000)
    rig.run(4000)
    assert not rig.of(NoteEscrowed)
    rig.bench(insert_ticket=TICKET)
    assert rig.until(TicketEscrowed) == TicketEscrowed(TICKET)


@pytest.mark.parametrize("digits", ["", "1", "0123456789012345678"])
def test_a_ticket_of_the_wrong_length_never_reaches_the_machine(digits: str) -> None:
    rig = by_hand()
    rig.bench(insert_ticket=digits)
    assert rig.until(DocumentRejected) == DocumentRejected("barcode length")


def test_the_device_may_append_the_value_to_its_word() -> None:
    rig = Rig(id003(twin=Id003TwinOptions(appends_value=True))).start()
    rig.bench(insert_note=2000)
    assert rig.until(DocumentStacked) == DocumentStacked(2000)


FAULTS = [
    ("jam_acceptor", "jam_acceptor", ""),
    ("jam_stacker", "jam_stacker", ""),
    ("stacker_full", "stacker_full", ""),
    ("pause", "pause", ""),
    ("cheated", "cheated", ""),
    ("failure", "failure", "stack motor"),
]


@pytest.mark.parametrize(("fault", "condition", "detail"), FAULTS)
def test_each_fault_is_told_when_it_comes_and_when_it_goes(fault: str, condition: str, detail: str) -> None:
    rig = Rig().start()
    rig.bench(fault=fault, on=True)
    assert rig.until(AcceptorConditions) == AcceptorConditions((condition,), detail)
    before = len(rig.of(AcceptorConditions))
    rig.run(5000)
    assert len(rig.of(AcceptorConditions)) == before
    rig.bench(fault=fault, on=False)
    assert rig.until(AcceptorConditions) == AcceptorConditions(())


def test_the_cash_box_comes_back_and_every_setting_is_sent_again() -> None:
    rig = Rig().start()
    rig.bench(cash_box="out")
    assert rig.until(AcceptorConditions) == AcceptorConditions(("cash_box_out",))
    rig.run(3000)
    rig.bench(cash_box="in")
    assert not rig.twin.status()["enabled"]
    ready = len(rig.of(AcceptorReady))
    rig.run(4000)
    assert rig.twin.status()["enabled"]  # the machine's Enable was remembered
    assert len(rig.of(AcceptorReady)) == ready
    rig.bench(insert_note=2000)
    rig.until(DocumentFinished)


def test_a_jam_while_stacking_keeps_the_document_open() -> None:
    rig = Rig().start()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.run(600)
    rig.bench(fault="jam_stacker", on=True)
    rig.run(20_000)
    assert rig.journal.stage == "stack_sent"
    assert not rig.of(DocumentReturned)
    rig.bench(fault="jam_stacker", on=False)
    rig.until(DocumentFinished)
    assert (rig.journal.credited_cents, rig.in_box_cents) == (2000, 2000)


def test_a_document_that_leaves_a_jam_without_a_word_is_undecided_not_returned() -> None:
    rig = Rig().start()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.run(500)
    rig.bench(fault="jam_stacker", on=True)
    rig.run(1000)
    # the attendant takes the note out of the jam with his fingers
    rig.shelf.data["position"], rig.shelf.data["held"] = "idle", None
    rig.bench(fault="jam_stacker", on=False)
    assert rig.until(AcceptorTold) == AcceptorTold(Position.POWER_UP)
    rig.until(AcceptorReady)
    assert rig.journal.disputes == [2000]
    assert rig.journal.credited_cents == 0


def test_a_stacked_document_is_never_reset_away() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.order(Reset())
    assert rig.of(OrderRefused)[-1].order == "Reset"
    rig.order(Acknowledge())
    rig.until(DocumentFinished)


def test_a_unit_left_without_acknowledgement_for_a_minute_falls_silent_and_a_reset_wakes_it() -> None:
    rig = by_hand()
    rig.bench(insert_note=2000)
    rig.until(NoteEscrowed)
    rig.order(Stack())
    rig.until(DocumentStacked)
    rig.until(LinkDown, within_ms=90_000)
    silent = rig.until(AcceptorTold, within_ms=70_000)
    assert silent.position is Position.SILENT, "a minute on an open port: what a RESET erases is told first"
    rig.order(Reset())
    told = rig.until(AcceptorTold)
    assert told.position is Position.POWER_UP
    assert rig.in_box_cents == 2000


@pytest.mark.parametrize("order", [Stack(), Return(), Hold()])
def test_orders_without_a_document_are_refused_as_events(order: Stack | Return | Hold) -> None:
    rig = Rig().start()
    rig.order(order)
    assert rig.of(OrderRefused) == [OrderRefused(type(order).__name__, "nothing in escrow")]
    rig.run(2000)
    assert rig.twin.status()["enabled"]
