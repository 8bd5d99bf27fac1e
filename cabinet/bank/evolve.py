"""What each bank record does to the bank's state. Pure, total over the records, no decisions.

Every movement between accounts of the books is in this one file.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cabinet.bank import records as r
from cabinet.bank import slips
from cabinet.bank.books import Books
from cabinet.bank.state import (
    MOST_DROPS,
    BankState,
    Box,
    Dispute,
    Document,
    DocumentStage,
    Drop,
    Handpay,
    JobStage,
    Numbers,
    StationBank,
    Ticket,
    TicketJob,
    TicketState,
)
from cabinet.money import Amounts, cashable
from cabinet.ports.acceptor import Position


def evolve(state: BankState, record: r.BankRecord) -> BankState:
    """*state* after *record*."""
    bank = state.station(record.station)
    after = _station(bank, record)
    stations = tuple(after if bank.station == record.station else bank for bank in state.stations)
    return BankState(stations, _tickets(state.tickets, bank, record))


def with_stations(state: BankState, numbers: tuple[int, ...]) -> BankState:
    """*state* with a bank for each of *numbers*; those it has are kept."""
    known = {bank.station: bank for bank in state.stations}
    return replace(state, stations=tuple(known.get(number, StationBank(number)) for number in numbers))


def begun_anew(numbers: tuple[Numbers, ...]) -> BankState:
    """After a RAM clear: every account is at zero, but a number that stands on paper is never given again."""
    stations = (
        StationBank(
            one.station,
            box=one.box,
            next_document=one.document,
            next_ticket=one.ticket,
            next_handpay=one.handpay,
            next_slip=one.slip,
        )
        for one in numbers
    )
    return BankState(tuple(stations))


def with_tickets(state: BankState, tickets: tuple[tuple[str, Ticket], ...]) -> BankState:
    """*state* with tickets of the journal before in its store."""
    return replace(state, tickets={**state.tickets, **dict(tickets)})


def ruled_claim(state: BankState, number: str, paid: bool) -> BankState:
    """An unconfirmed ticket of the journal before: paid by hand it is void, seen on paper the cashier pays it."""
    ticket = state.tickets.get(number)
    if ticket is None:
        return state
    ruled = TicketState.VOID if paid else TicketState.CASHIER_ONLY
    return replace(state, tickets={**state.tickets, number: replace(ticket, state=ruled)})


def out_of_reach(state: BankState, device: str) -> BankState:
    """*device* ("acceptor.1") is gone: whatever it says when it comes back is to be reconciled first."""
    kind, _, number = device.partition(".")
    lost = (_lost(bank, kind) if str(bank.station) == number else bank for bank in state.stations)
    return replace(state, stations=tuple(lost))


def _lost(bank: StationBank, kind: str) -> StationBank:
    match kind:
        case "acceptor":
            return replace(bank, acceptor_reconciled=False)
        case "printer":
            return replace(bank, printer_reconciled=False)
    return bank


def cashier_only(state: BankState) -> BankState:
    """After a restore nobody knows which open tickets were redeemed since: a person looks at each."""
    tickets = {
        number: replace(ticket, state=TicketState.CASHIER_ONLY) if ticket.state is TicketState.ISSUED else ticket
        for number, ticket in state.tickets.items()
    }
    return replace(state, tickets=tickets)


def asked_again(state: BankState) -> BankState:
    """After a boot no device has answered yet."""
    return replace(state, stations=tuple(_unasked(bank) for bank in state.stations))


def _unasked(bank: StationBank) -> StationBank:
    box = replace(bank.box, before=bool(bank.box.opened), explained=False)
    return replace(slips.forgotten(bank), acceptor_reconciled=False, printer_reconciled=False, box=box)


def _station(bank: StationBank, record: r.BankRecord) -> StationBank:
    match record:
        case (
            r.DocumentEscrowed()
            | r.StackOrdered()
            | r.DocumentDeclined()
            | r.NoteCredited()
            | r.TicketRedeemed()
            | r.DocumentGivenBack()
            | r.DocumentClosed()
            | r.DocumentDisputed()
            | r.DocumentRuled()
            | r.PositionSeen()
            | r.AcceptorReconciled()
            | r.DocumentRejectSeen()
        ):
            return _document(bank, record)
        case r.BoxOpened() | r.BoxChanged() | r.BoxNamed() | r.DropCounted():
            return replace(bank, box=_box(bank.box, record))
        case (
            r.TicketOrdered()
            | r.PrintSeen()
            | r.TicketIssued()
            | r.TicketPrinted()
            | r.TicketRemoved()
            | r.TicketFailed()
            | r.TicketUnconfirmed()
            | r.TicketReprinted()
            | r.TicketRuled()
            | r.TicketCashed()
            | r.PrinterReconciled()
        ):
            return _ticket(bank, record)
        case r.SlipKept() | r.SlipDated() | r.SlipOrdered() | r.SlipPrinted() | r.SlipFailed():
            return slips.evolve(bank, record)
        case (
            r.CancelOrdered()
            | r.CancelBackedOut()
            | r.CancelPaid()
            | r.HandpayShort()
            | r.CreditAbandoned()
            | r.JackpotLocked()
            | r.JackpotPaid()
            | r.WagerTaken()
            | r.AwardPaid()
            | r.WagerVoided()
        ):
            return _money(bank, record)
        case _:
            assert_never(record)


_DocumentRecord = (
    r.DocumentEscrowed
    | r.StackOrdered
    | r.DocumentDeclined
    | r.NoteCredited
    | r.TicketRedeemed
    | r.DocumentGivenBack
    | r.DocumentClosed
    | r.DocumentDisputed
    | r.DocumentRuled
    | r.PositionSeen
    | r.AcceptorReconciled
    | r.DocumentRejectSeen
)


def _document(bank: StationBank, record: _DocumentRecord) -> StationBank:
    match record:
        case r.DocumentEscrowed(_, number, value, ticket, count):
            opened = Document(number, value, ticket, DocumentStage.ESCROW, count)
            return replace(bank, document=opened, next_document=number + 1)
        case r.StackOrdered():
            return replace(bank, document=_staged(bank, DocumentStage.STACK_SENT))
        case r.DocumentDeclined(_, _, reason):
            guesses = bank.guesses + (reason in GUESSED)
            return replace(bank, document=_staged(bank, DocumentStage.DECLINED), guesses=guesses, rejects=0)
        case r.NoteCredited(_, _, value):
            calm = replace(bank, guesses=0, rejects=0, box=_with_note(bank.box, value))
            return replace(calm, books=_bill_in(bank.books, value), document=_staged(bank, DocumentStage.CREDITED))
        case r.TicketRedeemed(_, _, _, value):
            books = _ticket_in(bank.books, value)
            staged, box = _staged(bank, DocumentStage.CREDITED), _with_ticket(bank.box, value)
            return replace(bank, books=books, document=staged, box=box, guesses=0, rejects=0)
        case r.DocumentGivenBack():
            return replace(bank, document=None)
        case r.DocumentClosed():
            # the document that was seen in the stacker is the one credited: the position is explained
            unexplained = None if bank.seen is Position.IN_STACKER else bank.seen
            return replace(bank, document=None, seen=unexplained)
        case r.DocumentDisputed(_, number, value, why, ticket):
            disputes = (*bank.disputes, Dispute(number, value, why, ticket))
            return replace(bank, document=None, disputes=disputes, next_document=max(bank.next_document, number + 1))
        case r.DocumentRuled(_, number, value, ticket):
            left = tuple(dispute for dispute in bank.disputes if dispute.document != number)
            books = _ticket_in(bank.books, value) if ticket else _bill_in(bank.books, value)
            box = bank.box if not value else _with_ticket(bank.box, value) if ticket else _with_note(bank.box, value)
            return replace(bank, disputes=left, books=books, box=box)
        case r.PositionSeen(_, position):
            return replace(bank, seen=position)
        case r.AcceptorReconciled():
            return replace(bank, seen=None, acceptor_reconciled=True)
        case r.DocumentRejectSeen():
            return replace(bank, rejects=bank.rejects + 1)
        case _:
            assert_never(record)


def _with_note(box: Box, value_cents: int) -> Box:
    counts = dict(box.notes)
    counts[value_cents] = counts.get(value_cents, 0) + 1
    return replace(box, notes=tuple(sorted(counts.items())))


def _with_ticket(box: Box, value_cents: int) -> Box:
    return replace(box, tickets=box.tickets + 1, tickets_cents=box.tickets_cents + value_cents)


def _box(box: Box, record: r.BoxOpened | r.BoxChanged | r.BoxNamed | r.DropCounted) -> Box:
    match record:
        case r.BoxOpened(_, how):
            return replace(box, opened=how)
        case r.BoxChanged(_, drop, number, _, notes, _, tickets, tickets_cents):
            drops = (*box.drops, Drop(drop, number, notes, tickets, tickets_cents))[-MOST_DROPS:]
            return Box(explained=box.before or box.explained, drops=drops, next_drop=drop + 1)
        case r.BoxNamed(_, number):
            return replace(box, number=number)
        case r.DropCounted(_, drop):
            drops = tuple(replace(one, counted=one.counted or one.drop == drop) for one in box.drops)
            return replace(box, drops=drops)
        case _:
            assert_never(record)


GUESSED = frozenset({"ticket_unknown", "ticket_foreign", "unreadable"})
"""Reasons of a declined ticket that somebody who guesses numbers would meet."""


def _staged(bank: StationBank, stage: DocumentStage) -> Document:
    assert bank.document is not None, "a document's record without an open document"
    return replace(bank.document, stage=stage)


def _bill_in(books: Books, value_cents: int) -> Books:
    value = cashable(value_cents)
    return replace(books, bill_in=books.bill_in + value, credit=books.credit + value)


def _ticket_in(books: Books, value_cents: int) -> Books:
    value = cashable(value_cents)
    return replace(books, ticket_in=books.ticket_in + value, credit=books.credit + value)


_TicketRecord = (
    r.TicketOrdered
    | r.PrintSeen
    | r.TicketIssued
    | r.TicketPrinted
    | r.TicketRemoved
    | r.TicketFailed
    | r.TicketReprinted
    | r.TicketUnconfirmed
    | r.TicketRuled
    | r.TicketCashed
    | r.PrinterReconciled
)


def _ticket(bank: StationBank, record: _TicketRecord) -> StationBank:
    job = bank.job
    match record:
        case r.TicketOrdered(_, sequence, number, amounts):
            job = TicketJob(sequence, number, amounts, JobStage.ORDERED)
            return replace(bank, job=job, books=_into_flight(bank.books, amounts), next_ticket=sequence + 1)
        case r.PrinterReconciled():
            return replace(bank, printer_reconciled=True)
        case r.TicketCashed() | r.TicketReprinted():
            return bank
    assert job is not None, "a ticket's record without its job"
    assert job.sequence == record.sequence, "a ticket's record for another job"
    match record:
        case r.PrintSeen():
            stage = JobStage.SEEN if job.stage is JobStage.ORDERED else job.stage
            return replace(bank, job=replace(job, seen=True, stage=stage))
        case r.TicketIssued():
            return replace(bank, books=_out_by_ticket(bank.books, job.amounts), job=replace(job, stage=JobStage.ISSUED))
        case r.TicketPrinted():
            return replace(bank, job=replace(job, printed=True))
        case r.TicketRemoved():
            return replace(bank, job=None)
        case r.TicketFailed():
            return replace(bank, books=_out_of_flight(bank.books, job.amounts), job=None)
        case r.TicketUnconfirmed():
            return replace(bank, job=replace(job, stage=JobStage.UNCONFIRMED))
        case r.TicketRuled(_, _, valid):
            books = _out_by_ticket(bank.books, job.amounts) if valid else _out_of_flight(bank.books, job.amounts)
            return replace(bank, books=books, job=None)
        case _:
            assert_never(record)


def _into_flight(books: Books, amounts: Amounts) -> Books:
    return replace(books, credit=books.credit - amounts, in_flight=books.in_flight + amounts)


def _out_of_flight(books: Books, amounts: Amounts) -> Books:
    return replace(books, credit=books.credit + amounts, in_flight=books.in_flight - amounts)


def _out_by_ticket(books: Books, amounts: Amounts) -> Books:
    return replace(books, in_flight=books.in_flight - amounts, ticket_out=books.ticket_out + amounts)


_MoneyRecord = (
    r.CancelOrdered
    | r.CancelBackedOut
    | r.CancelPaid
    | r.HandpayShort
    | r.CreditAbandoned
    | r.JackpotLocked
    | r.JackpotPaid
    | r.WagerTaken
    | r.AwardPaid
    | r.WagerVoided
)


def _money(bank: StationBank, record: _MoneyRecord) -> StationBank:
    books = bank.books
    match record:
        case r.CancelOrdered(_, handpay, amounts, reason):
            opened = Handpay(handpay, amounts, jackpot=False, reason=reason)
            return _opened(replace(bank, books=_into_flight(books, amounts)), opened)
        case r.CancelBackedOut(_, handpay):
            amounts = _handpay(bank, handpay).amounts
            return _closed(replace(bank, books=_out_of_flight(books, amounts)), handpay)
        case r.CancelPaid(_, handpay):
            amounts = _handpay(bank, handpay).amounts
            return _closed(replace(_shown(bank, amounts), books=_by_hand(books, amounts)), handpay)
        case r.HandpayShort():
            return _short(bank, record)
        case r.CreditAbandoned(_, handpay, amounts):
            left = _by_hand(_into_flight(books, amounts), amounts)
            return replace(bank, books=left, next_handpay=handpay + 1)
        case r.JackpotLocked(_, handpay, round_number, amount):
            return _opened(bank, Handpay(handpay, cashable(amount), jackpot=True, round_number=round_number))
        case r.JackpotPaid(_, handpay):
            amounts = _handpay(bank, handpay).amounts
            paid = replace(books, handpay_jackpot=books.handpay_jackpot + amounts)
            return _closed(replace(_shown(bank, amounts), books=paid), handpay)
        case r.WagerTaken(_, _, amounts):
            taken = replace(books, credit=books.credit - amounts, coin_in=books.coin_in + amounts)
            return replace(bank, books=taken, wagered=amounts, paid=())
        case r.AwardPaid(_, _, amounts):
            paid = replace(books, credit=books.credit + amounts, coin_out=books.coin_out + amounts)
            return replace(bank, books=paid)
        case r.WagerVoided(_, _, amounts):
            back = replace(books, credit=books.credit + amounts, wager_voided=books.wager_voided + amounts)
            return replace(bank, books=back)
        case _:
            assert_never(record)


def _by_hand(books: Books, amounts: Amounts) -> Books:
    return replace(books, in_flight=books.in_flight - amounts, handpay_cancelled=books.handpay_cancelled + amounts)


def _short(bank: StationBank, record: r.HandpayShort) -> StationBank:
    """A part is paid; the rest stays where it was, in flight or locked."""
    found, paid = _handpay(bank, record.handpay), cashable(record.paid_cents)
    if found.jackpot:
        books = replace(bank.books, handpay_jackpot=bank.books.handpay_jackpot + paid)
    else:
        books = _by_hand(bank.books, paid)
    rest = replace(found, amounts=found.amounts - paid)
    handpays = tuple(rest if one.handpay == rest.handpay else one for one in bank.handpays)
    return replace(_shown(bank, paid), books=books, handpays=handpays)


MOST_SHOWN = 8
"""Payments since the last play that are told one by one."""


def _shown(bank: StationBank, amounts: Amounts) -> StationBank:
    """The amount paid stays in sight until the next play."""
    return replace(bank, paid=(*bank.paid, amounts.total)[-MOST_SHOWN:])


def _handpay(bank: StationBank, handpay: int) -> Handpay:
    return next(found for found in bank.handpays if found.handpay == handpay)


def _opened(bank: StationBank, handpay: Handpay) -> StationBank:
    return replace(bank, handpays=(*bank.handpays, handpay), next_handpay=handpay.handpay + 1)


def _closed(bank: StationBank, handpay: int) -> StationBank:
    return replace(bank, handpays=tuple(found for found in bank.handpays if found.handpay != handpay))


def _tickets(tickets: dict[str, Ticket], bank: StationBank, record: r.BankRecord) -> dict[str, Ticket]:
    """The own store after *record*; *bank* is the station before it."""
    match record:
        case r.TicketOrdered(station, sequence, number, amounts, dated):
            return {**tickets, number: Ticket(station, sequence, amounts, TicketState.PRINTING, dated)}
        case r.TicketIssued():
            return _marked(tickets, bank, TicketState.ISSUED)
        case r.TicketFailed():
            return _marked(tickets, bank, TicketState.VOID)
        case r.TicketUnconfirmed():
            return _marked(tickets, bank, TicketState.UNCONFIRMED)
        case r.TicketRuled(_, _, valid):
            return _marked(tickets, bank, TicketState.ISSUED if valid else TicketState.VOID)
        case r.DocumentRuled(_, _, credited, number) if number and credited:
            return _pruned({**tickets, number: replace(tickets[number], state=TicketState.REDEEMED)})
        case r.TicketRedeemed(_, _, number, _) | r.TicketCashed(_, number, _):
            return _pruned({**tickets, number: replace(tickets[number], state=TicketState.REDEEMED)})
    return tickets


CLOSED_KEPT = 500
"""Closed tickets kept to say *why* they are refused; an older one is refused as unknown. Bounds the state."""


def _pruned(tickets: dict[str, Ticket]) -> dict[str, Ticket]:
    closed = [number for number, ticket in tickets.items() if ticket.state in (TicketState.REDEEMED, TicketState.VOID)]
    for number in closed[: max(0, len(closed) - CLOSED_KEPT)]:
        del tickets[number]
    return tickets


def _marked(tickets: dict[str, Ticket], bank: StationBank, state: TicketState) -> dict[str, Ticket]:
    assert bank.job is not None
    number = bank.job.number
    return {**tickets, number: replace(tickets[number], state=state)}
