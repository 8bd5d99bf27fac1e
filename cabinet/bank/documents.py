"""Notes and tickets going in: from escrow to credit, and back out.

Decides what an acceptor's events mean for the journal: the stack order is a record before it is sent, the
credit is a record before the acknowledgement, and a document credits at most once in its life. What a
*position* at power-up means is in `cabinet.bank.recovery`. Knows no protocol, no game and no door: whether
money is wanted at all comes in as a reason why not.
"""

from __future__ import annotations

from cabinet.bank import records as r
from cabinet.bank.options import MoneyOptions, Validation
from cabinet.bank.state import Document, DocumentStage, StationBank
from cabinet.ports.acceptor import UNCOUNTED, Acknowledge, Hold, Return, Stack
from cabinet.ports.decision import Decision
from cabinet.ports.effects import Effect, StartTimer, StopTimer, ToDevice, ValidateTicket

VALIDATION_MS = 15_000
"""How long a ticket may wait in escrow for its verdict before it is given back."""

HOLD_MS = 4_000
"""A held document's escrow clock is restarted this often (the unit gives up after five to ten seconds)."""

Moved = Decision[r.BankRecord]


def acceptor(station: int) -> str:
    return f"acceptor.{station}"


def note_escrowed(
    bank: StationBank, value_cents: int, options: MoneyOptions, closed: str, stacked_count: int = UNCOUNTED
) -> Moved:
    """A note of *value_cents* stands in escrow; *closed* says why notes are not wanted, empty = they are."""
    assert bank.document is None
    opened = r.DocumentEscrowed(bank.station, bank.next_document, value_cents, stacked_count=stacked_count)
    why = closed or _note_unwanted(bank, value_cents, options)
    if why:
        return _decline(opened, why)
    ordered = r.StackOrdered(bank.station, opened.document)
    return Moved((opened, ordered), (ToDevice(acceptor(bank.station), Stack()),))


def _note_unwanted(bank: StationBank, value_cents: int, options: MoneyOptions) -> str:
    if value_cents not in options.notes_cents:
        return "denomination"
    if bank.books.credit.total + value_cents > options.credit_limit_cents:
        return "credit_limit"
    return ""


def ticket_escrowed(
    bank: StationBank, number: str, options: MoneyOptions, closed: str, stacked_count: int = UNCOUNTED
) -> Moved:
    """A ticket was read: its store is asked, and it is held meanwhile."""
    assert bank.document is None
    opened = r.DocumentEscrowed(bank.station, bank.next_document, 0, number, stacked_count)
    why = closed
    if not options.tickets_in or options.validation is Validation.NONE:
        why = why or "tickets_off"
    if len(number) != 18 or not number.isdigit():
        why = why or "unreadable"
    if why:
        return _decline(opened, why)
    effects: tuple[Effect, ...] = (
        ValidateTicket(bank.station, number),
        StartTimer(_deadline(bank.station), VALIDATION_MS),
        StartTimer(_hold(bank.station), HOLD_MS),
    )
    return Moved((opened,), effects)


def _decline(opened: r.DocumentEscrowed, why: str) -> Moved:
    declined = r.DocumentDeclined(opened.station, opened.document, why)
    return Moved((opened, declined), (ToDevice(acceptor(opened.station), Return()),))


def verdict(bank: StationBank, number: str, word: str, amount_cents: int, options: MoneyOptions, closed: str) -> Moved:
    """The ticket store answered about the ticket in escrow; an answer about another one is ignored."""
    document = bank.document
    if document is None or document.number != number or document.stage is not DocumentStage.ESCROW:
        return Moved()
    stop = (StopTimer(_deadline(bank.station)), StopTimer(_hold(bank.station)))
    why = closed or _ticket_unwanted(bank, word, amount_cents, options)
    if why:
        declined = r.DocumentDeclined(bank.station, document.document, why)
        return Moved((declined,), (*stop, ToDevice(acceptor(bank.station), Return())))
    ordered = r.StackOrdered(bank.station, document.document)
    return Moved((ordered,), (*stop, ToDevice(acceptor(bank.station), Stack())))


def _ticket_unwanted(bank: StationBank, word: str, amount_cents: int, options: MoneyOptions) -> str:
    if word != "redeemable":
        return f"ticket_{word}"
    if amount_cents <= 0:
        return "ticket_unknown"
    if bank.books.credit.total + amount_cents > options.credit_limit_cents:
        return "credit_limit"
    return ""


def timer(bank: StationBank, key: str) -> Moved:
    """The escrow timers of a ticket that waits for its verdict."""
    document = bank.document
    if document is None or document.stage is not DocumentStage.ESCROW:
        return Moved()
    if key == _hold(bank.station):
        return Moved((), (ToDevice(acceptor(bank.station), Hold()), StartTimer(key, HOLD_MS)))
    declined = r.DocumentDeclined(bank.station, document.document, "validation_late")
    return Moved((declined,), (StopTimer(_hold(bank.station)), ToDevice(acceptor(bank.station), Return())))


def stacked(bank: StationBank, ticket_cents: int) -> Moved:
    """The irrevocable word. It is acknowledged every time and credits at most once.

    *ticket_cents*: what the own store holds for the ticket in the document, 0 for notes.
    """
    document = bank.document
    acknowledge = ToDevice(acceptor(bank.station), Acknowledge())
    if document is None:
        return Moved((r.DocumentDisputed(bank.station, bank.next_document, 0, "unjournaled"),), (acknowledge,))
    match document.stage:
        case DocumentStage.STACK_SENT:
            return Moved((credited(bank.station, document, ticket_cents),), (acknowledge,))
        case DocumentStage.CREDITED:
            return Moved((), (acknowledge,))
        case DocumentStage.ESCROW | DocumentStage.DECLINED:
            return Moved((disputed(bank.station, document, ticket_cents, "unordered"),), (acknowledge,))


def credited(station: int, document: Document, ticket_cents: int) -> r.BankRecord:
    """The one record that turns *document* into credit."""
    if document.number:
        return r.TicketRedeemed(station, document.document, document.number, ticket_cents)
    return r.NoteCredited(station, document.document, document.value_cents)


def disputed(station: int, document: Document, ticket_cents: int, why: str) -> r.DocumentDisputed:
    """The one record that leaves *document* to the attendant."""
    value_cents = ticket_cents if document.number else document.value_cents
    return r.DocumentDisputed(station, document.document, value_cents, why, document.number)


def finished(bank: StationBank) -> Moved:
    """The acceptor forgot the document after our acknowledgement."""
    if bank.document is None or bank.document.stage is not DocumentStage.CREDITED:
        return Moved()
    return Moved((r.DocumentClosed(bank.station, bank.document.document),))


def returned(bank: StationBank, reason: str) -> Moved:
    """Nothing is held any more and nothing was stacked."""
    document = bank.document
    if document is None:
        return Moved()
    if document.stage is DocumentStage.CREDITED:
        back = disputed(bank.station, document, document.value_cents, "came_back")
        return Moved((r.DocumentClosed(bank.station, document.document), back))
    given_back = r.DocumentGivenBack(bank.station, document.document, reason)
    return Moved((given_back,), (StopTimer(_deadline(bank.station)), StopTimer(_hold(bank.station))))


def rule(bank: StationBank, document: int, value_cents: int) -> r.DocumentRuled | None:
    """The attendant's word on a disputed document; None when there is no such dispute.

    A ticket is worth what the store holds for it (0 when it is redeemed already), whatever he says.
    """
    dispute = next((one for one in bank.disputes if one.document == document), None)
    if dispute is None:
        return None
    credited_cents = dispute.value_cents if value_cents and dispute.number else value_cents
    return r.DocumentRuled(bank.station, document, credited_cents, dispute.number)


def _deadline(station: int) -> str:
    return f"validation.{station}"


def _hold(station: int) -> str:
    return f"hold.{station}"
