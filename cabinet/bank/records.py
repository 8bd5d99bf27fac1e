"""The facts about money, as they stand in the journal. Amounts are cents; every one names its station.

Each record is a fact that was decided; `cabinet.bank.evolve` says what it does to the state.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.money import Amounts
from cabinet.ports.acceptor import Position

# -- documents in the acceptor ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DocumentEscrowed:
    """A note (value known) or a ticket (*number* known) stands in escrow. One row in life: *document*.

    *stacked_count*: what the unit's own counter of stacked documents said before it, -1 = it has none.
    """

    station: int
    document: int
    value_cents: int
    number: str = ""
    stacked_count: int = -1


@dataclass(frozen=True, slots=True)
class StackOrdered:
    """Written before the stack order is sent."""

    station: int
    document: int


@dataclass(frozen=True, slots=True)
class DocumentDeclined:
    """The machine does not want it: it is being given back. *reason* is a message code's tail."""

    station: int
    document: int
    reason: str


@dataclass(frozen=True, slots=True)
class NoteCredited:
    """Bill-in and credit move together, once a document."""

    station: int
    document: int
    value_cents: int


@dataclass(frozen=True, slots=True)
class TicketRedeemed:
    """Ticket-in, credit and redemption are one record."""

    station: int
    document: int
    number: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class DocumentGivenBack:
    station: int
    document: int
    reason: str


@dataclass(frozen=True, slots=True)
class DocumentClosed:
    """The acceptor has forgotten a credited document."""

    station: int
    document: int


@dataclass(frozen=True, slots=True)
class DocumentDisputed:
    """Nobody can say whether it was stacked, or what was: locked until the attendant ruled.

    *value_cents* is what the journal knows, 0 when nothing. *why*: unjournaled, undecided, came_back, unordered.
    *number*: the ticket's, empty for a note.
    """

    station: int
    document: int
    value_cents: int
    why: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class DocumentRuled:
    """The attendant compared with the cash box: *credited_cents* is bill-in and credit, 0 = none.

    Of a ticket *number* it is ticket-in and credit, and the ticket is redeemed by it.
    """

    station: int
    document: int
    credited_cents: int
    number: str = ""


# -- the cash box -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoxOpened:
    """The box is out, or may have been. *how*: out (the acceptor said so), unpowered (its door was opened while the
    mains were off)."""

    station: int
    how: str


@dataclass(frozen=True, slots=True)
class BoxChanged:
    """A box is in again: what lay in the one before is cut, and the next period begins. *drop* counts from 1 a
    station; *notes*: (value in cents, count) ascending; *box*: the number it was called by, empty = never named."""

    station: int
    drop: int
    box: str
    how: str
    notes: tuple[tuple[int, int], ...]
    notes_cents: int
    tickets: int
    tickets_cents: int


@dataclass(frozen=True, slots=True)
class BoxNamed:
    """The number of the box that is in now, typed or scanned."""

    station: int
    box: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class DropCounted:
    """What the count room found in the box of *drop*; counted again, the last one stands."""

    station: int
    drop: int
    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int
    who: str


@dataclass(frozen=True, slots=True)
class PositionSeen:
    """The position told at opening the port that a RESET is about to erase."""

    station: int
    position: Position


@dataclass(frozen=True, slots=True)
class AcceptorReconciled:
    """Asked, answered, and what it said agrees with the books again: it may be enabled."""

    station: int


@dataclass(frozen=True, slots=True)
class DocumentRejectSeen:
    """A document never reached escrow."""

    station: int
    reason: str


# -- tickets out --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TicketOrdered:
    """Credit moves to in-flight, before the first byte is sent."""

    station: int
    sequence: int
    number: str
    amounts: Amounts
    dated: str


@dataclass(frozen=True, slots=True)
class PrintSeen:
    """The printer was seen to change after the order: its validation-done may be believed."""

    station: int
    sequence: int


@dataclass(frozen=True, slots=True)
class TicketIssued:
    """The validation number is on paper: in-flight moves to ticket-out."""

    station: int
    sequence: int


@dataclass(frozen=True, slots=True)
class TicketPrinted:
    station: int
    sequence: int


@dataclass(frozen=True, slots=True)
class TicketRemoved:
    """The player took the paper."""

    station: int
    sequence: int


@dataclass(frozen=True, slots=True)
class TicketFailed:
    """Positively not printed: in-flight moves back to credit."""

    station: int
    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class TicketReprinted:
    """The same number goes on another paper, marked DUPLICATE: it is still redeemed once ever."""

    station: int
    sequence: int
    number: str
    who: str


@dataclass(frozen=True, slots=True)
class TicketUnconfirmed:
    """Nobody knows what is on the paper: payable nowhere, locked until ruled."""

    station: int
    sequence: int
    reason: str


@dataclass(frozen=True, slots=True)
class TicketRuled:
    """The attendant saw the paper: valid = ticket-out, void = back to credit."""

    station: int
    sequence: int
    valid: bool


@dataclass(frozen=True, slots=True)
class TicketCashed:
    """Paid by the cashier: redeemed once ever, and not through the machine. *station* printed it."""

    station: int
    number: str
    who: str
    receipt: str


@dataclass(frozen=True, slots=True)
class PrinterReconciled:
    station: int


# -- handpays -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CancelOrdered:
    """A cancelled credit waits for the attendant: credit moves to in-flight."""

    station: int
    handpay: int
    amounts: Amounts
    reason: str


@dataclass(frozen=True, slots=True)
class CancelBackedOut:
    """The player took it back: in-flight moves to credit."""

    station: int
    handpay: int


@dataclass(frozen=True, slots=True)
class CancelPaid:
    station: int
    handpay: int


@dataclass(frozen=True, slots=True)
class HandpayShort:
    """The attendant could pay only *paid_cents* of an open handpay; the rest stays owed under the same number."""

    station: int
    handpay: int
    paid_cents: int
    reason: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class CreditAbandoned:
    """Credit that somebody left behind, taken off by the operator and kept by the house for its owner: out of the
    credit meter by hand, so it is a cancelled credit in the books, with a meter of its own beside them."""

    station: int
    handpay: int
    amounts: Amounts
    reason: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class JackpotLocked:
    """A round's win at or over the limit: paid by an attendant, never on the credit meter."""

    station: int
    handpay: int
    round_number: int
    amount_cents: int


@dataclass(frozen=True, slots=True)
class JackpotPaid:
    station: int
    handpay: int


# -- slips: paper that people sign; none of these moves money ----------------------------------------------------


@dataclass(frozen=True, slots=True)
class SlipKept:
    """What a slip says, in the entry of the act it tells of. *kind*: jackpot, cancelled_credit, short_pay, abandoned,
    void_round or complete_round. *owed_cents*: what is still to be paid. *handpay*, *round_number*: 0 = of none."""

    station: int
    slip: int
    kind: str
    amount_cents: int
    owed_cents: int
    handpay: int
    round_number: int
    reason: str
    who: str


@dataclass(frozen=True, slots=True)
class SlipDated:
    """The wall stamp of the act."""

    station: int
    slip: int
    wall: str


@dataclass(frozen=True, slots=True)
class SlipOrdered:
    """Before the first byte goes to the printer. *duplicate*: it was ordered before, whatever became of that."""

    station: int
    slip: int
    duplicate: bool


@dataclass(frozen=True, slots=True)
class SlipPrinted:
    station: int
    slip: int


@dataclass(frozen=True, slots=True)
class SlipFailed:
    """It is not, or nobody knows whether it is, on paper: printed again only when a person asks."""

    station: int
    slip: int
    reason: str


# -- wagers -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WagerTaken:
    """Bets closed: credit moves to coin-in, restricted first."""

    station: int
    round_number: int
    amounts: Amounts


@dataclass(frozen=True, slots=True)
class AwardPaid:
    """All that a round puts on the credit meter, returned stakes included: coin-out."""

    station: int
    round_number: int
    amounts: Amounts


@dataclass(frozen=True, slots=True)
class WagerVoided:
    """Stakes given back because a bet or round was void; never coin-out."""

    station: int
    round_number: int
    amounts: Amounts


BankRecord = (
    DocumentEscrowed
    | StackOrdered
    | DocumentDeclined
    | NoteCredited
    | TicketRedeemed
    | DocumentGivenBack
    | DocumentClosed
    | DocumentDisputed
    | DocumentRuled
    | BoxOpened
    | BoxChanged
    | BoxNamed
    | DropCounted
    | PositionSeen
    | AcceptorReconciled
    | DocumentRejectSeen
    | TicketOrdered
    | PrintSeen
    | TicketIssued
    | TicketPrinted
    | TicketRemoved
    | TicketFailed
    | TicketReprinted
    | TicketUnconfirmed
    | TicketRuled
    | TicketCashed
    | PrinterReconciled
    | CancelOrdered
    | CancelBackedOut
    | CancelPaid
    | HandpayShort
    | CreditAbandoned
    | JackpotLocked
    | JackpotPaid
    | SlipKept
    | SlipDated
    | SlipOrdered
    | SlipPrinted
    | SlipFailed
    | WagerTaken
    | AwardPaid
    | WagerVoided
)
