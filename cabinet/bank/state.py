"""The bank's slice of the state: books, the document in the acceptor, the ticket being printed, handpays,
and the tickets that may still be redeemed. All of it follows from the records."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cabinet.bank.books import Books
from cabinet.money import NOTHING, Amounts
from cabinet.ports.acceptor import Position


class DocumentStage(StrEnum):
    """How far the one open document has come; "none" is the absence of a document."""

    ESCROW = "escrow"
    DECLINED = "declined"
    STACK_SENT = "stack_sent"
    CREDITED = "credited"


@dataclass(frozen=True, slots=True)
class Document:
    """The open document: a note of *value_cents*, or a ticket *number* worth it (0 until validated).

    *stacked_count*: of the acceptor's own counter before this document, -1 = unknown."""

    document: int
    value_cents: int
    number: str
    stage: DocumentStage
    stacked_count: int = -1


@dataclass(frozen=True, slots=True)
class Dispute:
    """A document for the attendant: *number* of a ticket, empty for a note."""

    document: int
    value_cents: int
    why: str
    number: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A box that was taken out: (value in cents, count) of its notes ascending, and its tickets. *counted*: the count
    room's word came."""

    drop: int
    box: str
    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int
    counted: bool = False


MOST_DROPS = 40
"""Boxes remembered for counting: more than a month of one a day. Older ones stand in the journal."""


@dataclass(frozen=True, slots=True)
class Box:
    """The cash box of a station and what lies in it since it came. *opened*: how, while it is or may be out; *before*:
    it was so when the program started; *explained*: such a box came back since, so a door latch tells of that very
    opening. *drops*: the newest, oldest first."""

    number: str = ""
    notes: tuple[tuple[int, int], ...] = ()
    tickets: int = 0
    tickets_cents: int = 0
    opened: str = ""
    before: bool = False
    explained: bool = False
    drops: tuple[Drop, ...] = ()
    next_drop: int = 1

    @property
    def notes_cents(self) -> int:
        return sum(value * count for value, count in self.notes)


class JobStage(StrEnum):
    """How far the one open ticket has come. UNCONFIRMED is locked."""

    ORDERED = "ordered"
    SEEN = "seen"
    ISSUED = "issued"
    UNCONFIRMED = "unconfirmed"


@dataclass(frozen=True, slots=True)
class TicketJob:
    """*seen*: the printer was seen to change for it, so its validation-done flag may be believed."""

    sequence: int
    number: str
    amounts: Amounts
    stage: JobStage
    seen: bool = False
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Handpay:
    """An open handpay: *jackpot* with its round, or a cancelled credit."""

    handpay: int
    amounts: Amounts
    jackpot: bool
    round_number: int = 0
    reason: str = ""


class SlipState(StrEnum):
    """KEPT was never ordered to print; of an UNKNOWN one nobody can say what is on paper."""

    KEPT = "kept"
    ORDERED = "ordered"
    PRINTED = "printed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Slip:
    """What `SlipKept` says, *dated* the wall stamp of its act (empty for a moment), and what became of its paper."""

    slip: int
    kind: str
    amount_cents: int
    owed_cents: int
    handpay: int
    round_number: int
    reason: str
    who: str
    dated: str = ""
    state: SlipState = SlipState.KEPT


MOST_SLIPS = 40
"""Slips that can be printed at the machine; older ones stand in the journal (`handpays --slip`)."""


class TicketState(StrEnum):
    """UNCONFIRMED, VOID and REDEEMED are payable nowhere; CASHIER_ONLY not by the machine."""

    PRINTING = "printing"
    ISSUED = "issued"
    CASHIER_ONLY = "cashier_only"
    UNCONFIRMED = "unconfirmed"
    VOID = "void"
    REDEEMED = "redeemed"


@dataclass(frozen=True, slots=True)
class Ticket:
    """One ticket of the cabinet's own store. *dated*: the wall stamp it was printed with."""

    station: int
    sequence: int
    amounts: Amounts
    state: TicketState
    dated: str


@dataclass(frozen=True, slots=True)
class StationBank:
    """One station's money. *seen*: a position a RESET erased, kept until the acceptor is reconciled.
    *wagered*: the stakes of the present round by kind, for giving them back.
    *guesses*: unknown ticket numbers, *rejects*: documents that never reached escrow, each since the last credit.
    *slips*: the newest, oldest first. *paid*: what was paid by hand since the last play, in cents (T-20)."""

    station: int
    books: Books = field(default_factory=Books)
    document: Document | None = None
    disputes: tuple[Dispute, ...] = ()
    seen: Position | None = None
    acceptor_reconciled: bool = False
    printer_reconciled: bool = False
    job: TicketJob | None = None
    handpays: tuple[Handpay, ...] = ()
    wagered: Amounts = NOTHING
    guesses: int = 0
    rejects: int = 0
    box: Box = field(default_factory=Box)
    next_document: int = 1
    next_ticket: int = 1
    next_handpay: int = 1
    slips: tuple[Slip, ...] = ()
    next_slip: int = 1
    paid: tuple[int, ...] = ()

    @property
    def locked(self) -> bool:
        """A lock-up of this station: nothing new starts until the attendant has acted."""
        unconfirmed = self.job is not None and self.job.stage is JobStage.UNCONFIRMED
        return unconfirmed or bool(self.disputes) or bool(self.handpays)


@dataclass(frozen=True, slots=True)
class Numbers:
    """What no RAM clear begins anew at a station: the next numbers, for paper with the old ones is about, and what
    lies in its cash box."""

    station: int
    document: int
    ticket: int
    handpay: int
    box: Box = Box()
    slip: int = 1


@dataclass(frozen=True, slots=True)
class BankState:
    """All stations, ascending, and the own ticket store by number."""

    stations: tuple[StationBank, ...] = ()
    tickets: dict[str, Ticket] = field(default_factory=dict)

    def station(self, number: int) -> StationBank:
        return next(bank for bank in self.stations if bank.station == number)
