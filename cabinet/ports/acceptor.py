"""What the machine hears from a note acceptor and says to it, whatever the protocol.

A driver reports positions and events and takes orders. It never decides what a position means for the
credit: the recovery table stands once, in `cabinet.bank`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Position(StrEnum):
    """Where a document is, as the device tells it when it is asked after opening the port."""

    IDLE = "idle"  # enabled or disabled, nothing inside
    ESCROW = "escrow"
    STACKING = "stacking"
    STACKED = "stacked"  # irrevocably stacked and waiting for our acknowledgement (VEND VALID)
    IN_ACCEPTOR = "in_acceptor"  # powered up with a document that will come back out
    IN_STACKER = "in_stacker"  # powered up with a document that will be stacked
    POWER_UP = "power_up"  # powered up, nothing known to be inside
    RETURNING = "returning"
    SILENT = "silent"  # the port is open and nothing answered for a minute: only a RESET may wake such a unit


UNCOUNTED = -1
"""The unit has no counter of stacked documents, or it was not read."""


# -- what happened ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AcceptorTold:
    """The position at opening the port, before anything was reset. *value_cents* only if the device said it.

    *ticket* is the barcode of a ticket in escrow, else empty. After this the driver keeps polling but sends
    neither RESET nor settings until it is ordered `Reset`, `Return`, `Acknowledge` or `BringUp`.
    *stacked_count*: how many documents the unit stacked in its life, UNCOUNTED if it does not say.
    """

    position: Position
    value_cents: int | None = None
    ticket: str = ""
    stacked_count: int = UNCOUNTED


@dataclass(frozen=True, slots=True)
class AcceptorReady:
    """Brought up: every setting was sent, the note table is known; inhibited until `Enable`."""

    values_cents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoteEscrowed:
    """*stacked_count*: as read before it came in."""

    value_cents: int
    stacked_count: int = UNCOUNTED


@dataclass(frozen=True, slots=True)
class TicketEscrowed:
    """A barcode was read: *number* is its digits as read, not yet judged."""

    number: str
    stacked_count: int = UNCOUNTED


@dataclass(frozen=True, slots=True)
class DocumentStacked:
    """The irrevocable word (VEND VALID, stacked event). Said again until acknowledged.

    *value_cents* only when the device itself appended it.
    """

    value_cents: int | None = None


@dataclass(frozen=True, slots=True)
class DocumentFinished:
    """After an acknowledgement: the device forgot the document and went on."""


@dataclass(frozen=True, slots=True)
class DocumentReturned:
    """Nothing is held any more and it was not stacked; *reason* is "returned" or the reject's name."""

    reason: str


@dataclass(frozen=True, slots=True)
class DocumentRejected:
    """A document never reached escrow; *reason* names why ("insertion", "inhibited", …)."""

    reason: str


@dataclass(frozen=True, slots=True)
class AcceptorConditions:
    """Every condition that holds now: names of the fault table's rows; empty = none. Sent when it changes.

    Names: stacker_full, cash_box_out, jam_acceptor, jam_stacker, pause, cheated, failure, communication,
    country (a note table of another currency).
    """

    names: tuple[str, ...]
    detail: str = ""


# -- what is wanted -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BringUp:
    """Send every setting, inhibit last, and report `AcceptorReady`. No RESET."""


@dataclass(frozen=True, slots=True)
class Reset:
    """RESET, then bring up. Only ever ordered after the position seen is on disk."""


@dataclass(frozen=True, slots=True)
class Enable:
    notes: bool
    tickets: bool


@dataclass(frozen=True, slots=True)
class Stack:
    pass


@dataclass(frozen=True, slots=True)
class Return:
    pass


@dataclass(frozen=True, slots=True)
class Hold:
    pass


@dataclass(frozen=True, slots=True)
class Acknowledge:
    pass


AcceptorEvent = (
    AcceptorTold
    | AcceptorReady
    | NoteEscrowed
    | TicketEscrowed
    | DocumentStacked
    | DocumentFinished
    | DocumentReturned
    | DocumentRejected
    | AcceptorConditions
)
AcceptorOrder = BringUp | Reset | Enable | Stack | Return | Hold | Acknowledge
