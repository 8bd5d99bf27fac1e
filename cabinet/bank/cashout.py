"""Credit going out: by ticket where the printer can, else by hand.

Decides when an amount is in flight, when it is ticket-out, when it is credit again, and when only the
attendant can say. A ticket is never printed twice on a guess. Knows no printer protocol and no game.
"""

from __future__ import annotations

from cabinet.bank import records as r
from cabinet.bank.documents import Moved
from cabinet.bank.options import MoneyOptions, Validation
from cabinet.bank.state import DocumentStage, Handpay, JobStage, StationBank, Ticket, TicketJob, TicketState
from cabinet.money import Amounts
from cabinet.ports.decision import Refusal, refusal
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


def printer(station: int) -> str:
    return f"printer.{station}"


def check_cash_out(bank: StationBank) -> Refusal | None:
    """Why this station's credit cannot leave now, as far as the bank knows; None = it can."""
    if bank.books.credit.cashable <= 0:
        return refusal("refused.no_credit")
    if bank.document is not None and bank.document.stage is not DocumentStage.CREDITED:
        return refusal("refused.document_moving")
    if bank.locked or (bank.job is not None and bank.job.stage is not JobStage.ISSUED):
        return refusal("refused.locked")
    return None


def cash_out(bank: StationBank, options: MoneyOptions, printer_usable: bool) -> Moved:
    """All cashable credit leaves: a number is drawn for a ticket, or the attendant is asked to pay."""
    amount = Amounts(cashable=bank.books.credit.cashable)
    why = ""
    if options.validation is Validation.NONE:
        why = "no_tickets"
    elif amount.total > options.ticket_max_cents:
        why = "over_ticket_limit"
    elif not printer_usable:
        why = "printer"
    if why:
        return Moved((r.CancelOrdered(bank.station, bank.next_handpay, amount, why),))
    return Moved((), (DrawNumber(bank.station),))


def number_drawn(bank: StationBank, number: str, dated: str, tickets: dict[str, Ticket]) -> Moved:
    """A fresh number: the ticket is ordered in one entry with the move of the credit. A number that exists
    already is drawn again (T-07)."""
    if check_cash_out(bank) is not None or bank.job is not None:
        return Moved()
    if number in tickets:
        return Moved((), (DrawNumber(bank.station),))
    amounts = Amounts(cashable=bank.books.credit.cashable)
    ordered = r.TicketOrdered(bank.station, bank.next_ticket, number, amounts, dated)
    return Moved((ordered,), (PrintTicket(bank.station, ordered.sequence, number, amounts.total, dated),))


def told(bank: StationBank, event: PrinterTold) -> Moved:
    """The printer answered after the port was opened: what that says of an open ticket."""
    job = bank.job
    reconciled: tuple[r.BankRecord, ...] = () if bank.printer_reconciled else (r.PrinterReconciled(bank.station),)
    if job is None:
        return Moved(reconciled)
    return Moved((*_told(job, bank.station, event), *reconciled))


def _told(job: TicketJob, station: int, event: PrinterTold) -> tuple[r.BankRecord, ...]:
    issued = r.TicketIssued(station, job.sequence)
    removed = (r.TicketPrinted(station, job.sequence), r.TicketRemoved(station, job.sequence))
    match job.stage:
        case JobStage.ISSUED:
            return _out_of_printer(job, event, removed)
        case JobStage.SEEN | JobStage.ORDERED | JobStage.UNCONFIRMED:
            # only a flag that was seen to change after our order speaks of our ticket
            if job.seen and event.validation_done:
                return (issued, *_out_of_printer(job, event, removed))
            if job.seen and event.busy:
                return ()
            if job.stage is JobStage.UNCONFIRMED:
                return ()
            return (r.TicketUnconfirmed(station, job.sequence, "restart"),)


def _out_of_printer(job: TicketJob, event: PrinterTold, removed: tuple[r.BankRecord, ...]) -> tuple[r.BankRecord, ...]:
    """How far the paper of an issued ticket is: still being printed, in the chute for the player to take, or gone."""
    if event.busy:
        return ()
    known = 1 if job.printed else 0
    return removed[known:1] if event.in_chute else removed[known:]


def printing(
    bank: StationBank,
    event: PrintBegun | ValidationPrinted | PrintCompleted | TicketTaken | PrintFailed | PrintLost,
) -> Moved:
    """A fact about the ticket being printed. Facts of another job, and repeated ones, change nothing."""
    job = bank.job
    if job is None or job.sequence != event.job:
        return Moved()
    station, sequence, open_stage = bank.station, job.sequence, job.stage is not JobStage.ISSUED
    match event:
        case PrintBegun():
            return Moved(() if job.seen else (r.PrintSeen(station, sequence),))
        case ValidationPrinted():
            return Moved((r.TicketIssued(station, sequence),) if open_stage else ())
        case PrintCompleted():
            return Moved(() if open_stage or job.printed else (r.TicketPrinted(station, sequence),))
        case TicketTaken():
            return Moved(() if open_stage else (r.TicketRemoved(station, sequence),))
        case PrintFailed(_, reason):
            return Moved(_failed(bank, job, reason) if open_stage and not bank.locked else ())
        case PrintLost(_, reason):
            lost = open_stage and job.stage is not JobStage.UNCONFIRMED
            return Moved((r.TicketUnconfirmed(station, sequence, reason),) if lost else ())


def _failed(bank: StationBank, job: TicketJob, reason: str) -> tuple[r.BankRecord, ...]:
    """Positively not printed: the credit is back, and at once in flight again to be paid by hand."""
    failed = r.TicketFailed(bank.station, job.sequence, reason)
    return (failed, r.CancelOrdered(bank.station, bank.next_handpay, job.amounts, reason))


def link_lost(bank: StationBank, reason: str) -> Moved:
    """The printer is gone: an open ticket that is not known to be printed is unconfirmed."""
    job = bank.job
    if job is None or job.stage in (JobStage.ISSUED, JobStage.UNCONFIRMED):
        return Moved()
    return Moved((r.TicketUnconfirmed(bank.station, job.sequence, reason),))


def rule(bank: StationBank, number: str, valid: bool) -> r.TicketRuled | None:
    """The attendant's word on an unconfirmed ticket; None when there is no such ticket."""
    job = bank.job
    if job is None or job.number != number or job.stage is not JobStage.UNCONFIRMED:
        return None
    return r.TicketRuled(bank.station, job.sequence, valid)


def newest_issued(station: int, tickets: dict[str, Ticket]) -> tuple[str, Ticket] | None:
    """The newest ticket that came out at *station*, while it may still be paid; None when it may not."""
    own = [(ticket.sequence, number, ticket) for number, ticket in tickets.items() if ticket.station == station]
    if not own:
        return None
    _, number, ticket = max(own, key=lambda one: one[0])
    return (number, ticket) if ticket.state in (TicketState.ISSUED, TicketState.CASHIER_ONLY) else None


def reprint(bank: StationBank, number: str, tickets: dict[str, Ticket], who: str) -> Moved | None:
    """Another paper for the newest ticket; None when *number* is not it or a print is under way."""
    found = newest_issued(bank.station, tickets)
    if found is None or found[0] != number or bank.job is not None:
        return None
    ticket = found[1]
    again = r.TicketReprinted(bank.station, ticket.sequence, number, who)
    paper = PrintTicket(bank.station, ticket.sequence, number, ticket.amounts.total, ticket.dated, duplicate=True)
    return Moved((again,), (paper,))


def cash(ticket: Ticket | None, number: str, who: str, receipt: str) -> r.TicketCashed | Refusal:
    """The cashier redeems a ticket: only one that is issued, and only once (the first entry wins)."""
    if ticket is None:
        return refusal("refused.ticket_unknown")
    if ticket.state not in (TicketState.ISSUED, TicketState.CASHIER_ONLY):
        return refusal(f"refused.ticket_{ticket.state.value}")
    return r.TicketCashed(ticket.station, number, who, receipt)


def pay(bank: StationBank, handpay: int) -> r.BankRecord | None:
    """The attendant paid *handpay* in full; None when it is not open."""
    found = next((one for one in bank.handpays if one.handpay == handpay), None)
    if found is None:
        return None
    return r.JackpotPaid(bank.station, handpay) if found.jackpot else r.CancelPaid(bank.station, handpay)


def open_handpay(bank: StationBank, handpay: int) -> Handpay | None:
    """The open handpay of that number."""
    return next((one for one in bank.handpays if one.handpay == handpay), None)


def short_pay(bank: StationBank, handpay: int, paid_cents: int, reason: str, who: str) -> r.HandpayShort | Refusal:
    """The attendant could pay only a part; the rest stays owed."""
    found = open_handpay(bank, handpay)
    if found is None:
        return refusal("refused.nothing_to_rule")
    if not 0 < paid_cents < found.amounts.total:
        return refusal("refused.short_pay", amount_cents=found.amounts.total)
    return r.HandpayShort(bank.station, handpay, paid_cents, reason, who)


def abandon(bank: StationBank, amount_cents: int, reason: str, who: str) -> r.CreditAbandoned | Refusal:
    """Credit left behind goes off the meter by hand. *amount_cents*: what the operator saw and confirmed, which must
    be all that is there."""
    against = check_cash_out(bank) if bank.books.credit.cashable else None
    if against is not None:
        return against
    if bank.books.credit.total <= 0 or amount_cents != bank.books.credit.total:
        return refusal("refused.abandon", amount_cents=bank.books.credit.total)
    return r.CreditAbandoned(bank.station, bank.next_handpay, bank.books.credit, reason, who)


def back_out(bank: StationBank) -> r.CancelBackedOut | None:
    """The player takes a cancelled credit back; None when none waits."""
    found = next((one for one in bank.handpays if not one.jackpot), None)
    return None if found is None else r.CancelBackedOut(bank.station, found.handpay)
