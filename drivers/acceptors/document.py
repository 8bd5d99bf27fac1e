"""The one document an acceptor may hold, followed from status to status; the same for every protocol.

Decides which event a status means for the document, and whether stacking, returning, holding or acknowledging is
due for it. It refuses to know bytes, time-outs of the line, and what any of it means for the credit.

    (none) --escrow--> escrow --stacking--> stacking --stacked--> stacked --our word--> acknowledged --> (none)
       escrow, stacking --coming back, gone--> returned (none)

*Gone* without the irrevocable word means "not stacked" only if the device could not have lost that word: it has
neither started again nor reported a fault in between. If it could, the fate of an ordered stack is undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto

from cabinet.ports.acceptor import (
    AcceptorEvent,
    DocumentFinished,
    DocumentRejected,
    DocumentReturned,
    DocumentStacked,
    NoteEscrowed,
    TicketEscrowed,
)

# an unpolled acceptor gives a note back after about 3 s: escrow after such a gap may be another document
_GAP_MS = 2500
# stack and return go out only on an escrow answer this young, and again while escrow still shows
_FRESH_MS = 450
_AGAIN_MS = 300


class Stage(Enum):
    ESCROW = auto()
    STACKING = auto()
    STACKED = auto()
    ACKNOWLEDGED = auto()


class Wish(Enum):
    NONE = auto()
    HOLD = auto()
    STACK = auto()
    RETURN = auto()
    ACKNOWLEDGE = auto()


@dataclass(frozen=True, slots=True)
class Inside:
    """What a device tells of a document: *mark* tells it from another one, *value_cents* 0 = not known."""

    mark: bytes = b""
    value_cents: int = 0
    ticket: str = ""


@dataclass(slots=True)
class Held:
    """The document that is inside."""

    inside: Inside
    stage: Stage
    seen_at: int
    decide_by: int
    refused_for: str = ""  # never offered to the machine: it goes back at once, for this reason
    wish: Wish = Wish.NONE
    sent_at: int | None = None
    clouded: bool = False  # a fault or a missing word: its end cannot be inferred

    @property
    def stack_ordered(self) -> bool:
        """The device was told to stack it, or does so."""
        return self.stage is Stage.STACKING or (self.wish is Wish.STACK and self.sent_at is not None)


@dataclass(slots=True)
class DocumentTracker:
    """Follows the held document; *takes*: are notes of so many cents taken. Times in ms."""

    escrow_ms: int
    takes: Callable[[int], bool]
    notes: bool = False
    tickets: bool = False
    held: Held | None = None
    acknowledge_due: bool = False
    undecided: bool = False  # an ordered stack whose end nobody can tell; the driver reports and clears it
    _rejecting: bool = field(default=False)

    def adopt(self, inside: Inside, stage: Stage | None, now: int) -> None:
        """Take over what the device holds at opening, without an event: the position itself is reported."""
        self.forget()
        self.notes = self.tickets = False
        if stage is not None:
            # no own escrow timer before the machine has decided
            self.held = Held(inside, stage, now, now + 3_600_000)

    def forget(self) -> None:
        """The line was lost or the position is told anew."""
        self.held, self.acknowledge_due, self.undecided, self._rejecting = None, False, False, False

    def want(self, wish: Wish, now: int) -> str:
        """An order for the document in escrow; answers why not, empty = taken."""
        held = self.held
        if held is None or held.stage is not Stage.ESCROW or held.refused_for:
            return "nothing in escrow"
        if held.wish is Wish.STACK and wish is not Wish.STACK:
            return "already being stacked"
        if held.wish is Wish.RETURN and wish is not Wish.RETURN:
            return "already being returned"
        if wish is Wish.HOLD:
            held.decide_by = now + self.escrow_ms
        if wish is Wish.HOLD or wish is not held.wish:
            held.wish, held.sent_at = wish, None
        return ""

    def allow(self, notes: bool, tickets: bool, now: int) -> None:
        """What may be escrowed from now on; an undecided document that no longer may goes back."""
        self.notes, self.tickets = notes, tickets
        if self.held is not None and not (tickets if self.held.inside.ticket else notes):
            self.want(Wish.RETURN, now)

    def acknowledge(self) -> None:
        """The machine has the stacked document on disk; repeated for a finished one it changes nothing."""
        if self.held is not None and self.held.stage in (Stage.STACKED, Stage.ACKNOWLEDGED):
            self.held.stage = Stage.ACKNOWLEDGED
            self.acknowledge_due = True

    def due(self, now: int) -> Wish:
        """What to send now; it counts as sent."""
        held = self.held
        if self.acknowledge_due:
            self.acknowledge_due = False
            return Wish.ACKNOWLEDGE
        if held is None or held.stage is not Stage.ESCROW:
            return Wish.NONE
        if now >= held.decide_by and held.wish in (Wish.NONE, Wish.HOLD):
            held.wish, held.sent_at = Wish.RETURN, None
        fresh = now - held.seen_at <= _FRESH_MS
        again = held.sent_at is None or (held.wish is not Wish.HOLD and now - held.sent_at >= _AGAIN_MS)
        if held.wish is Wish.NONE or not fresh or not again:
            return Wish.NONE
        held.sent_at = now
        return held.wish

    def refused(self, wish: Wish) -> None:
        """The device did not take the order: what it says next decides."""
        held = self.held
        if held is not None and held.wish is wish and wish is not Wish.RETURN and held.stage is Stage.ESCROW:
            held.wish, held.sent_at = Wish.NONE, None

    # -- what the device says -----------------------------------------------------------------------------

    def escrow(self, inside: Inside | None, now: int) -> list[AcceptorEvent]:
        """A document stands in escrow; None = the same one as before."""
        held = self.held
        if held is not None and held.stage in (Stage.ESCROW, Stage.STACKING):
            same = inside is None or inside.mark == held.inside.mark
            if same and now - held.seen_at <= _GAP_MS:
                held.stage, held.seen_at = Stage.ESCROW, now
                return []
        events = self.gone()
        self.held = held = Held(inside or Inside(), Stage.ESCROW, now, now + self.escrow_ms)
        held.refused_for = self._why_not(held.inside)
        if held.refused_for:
            held.wish = Wish.RETURN
        elif held.inside.ticket:
            events.append(TicketEscrowed(held.inside.ticket))
        else:
            events.append(NoteEscrowed(held.inside.value_cents))
        return events

    def _why_not(self, inside: Inside) -> str:
        if inside.ticket:
            return "" if self.tickets else "inhibited"
        if inside.value_cents <= 0:
            return "denomination unclear"
        return "" if self.notes and self.takes(inside.value_cents) else "inhibited"

    def stacking(self, now: int, word_missing: bool = False) -> list[AcceptorEvent]:
        """It is being stacked; *word_missing*: it is said to be stacked, but not by the irrevocable word."""
        held = self.held = self.held or Held(Inside(), Stage.STACKING, now, now)
        held.seen_at = now
        if held.stage in (Stage.ESCROW, Stage.STACKING):
            held.stage = Stage.STACKING
            held.clouded = held.clouded or word_missing
        return []

    def stacked(self, value_cents: int, now: int) -> list[AcceptorEvent]:
        """The irrevocable word; *value_cents* 0 = the device appended none."""
        held = self.held = self.held or Held(Inside(), Stage.STACKED, now, now)
        held.seen_at = now
        if held.stage is Stage.ACKNOWLEDGED:
            self.acknowledge_due = True  # our acknowledgement was lost; the machine has this document already
            return []
        held.stage = Stage.STACKED
        return [DocumentStacked(value_cents or None)]

    def coming_back(self, reason: str, rejected: bool) -> list[AcceptorEvent]:
        """It is on its way out; *rejected*: by the device itself, perhaps before escrow."""
        held, self.held = self.held, None
        if held is not None and held.stage in (Stage.ESCROW, Stage.STACKING):
            self._rejecting = True
            return [_given_back(held, reason)]
        events: list[AcceptorEvent] = [DocumentFinished()] if held is not None else []
        if rejected and not self._rejecting:
            self._rejecting = True
            events.append(DocumentRejected(reason))
        return events

    def fault(self) -> None:
        """Something stands still."""
        if self.held is not None:
            self.held.clouded = True

    def gone(self, word_lost: bool = False) -> list[AcceptorEvent]:
        """Nothing is inside any more; *word_lost*: the device may have forgotten to say that it was stacked."""
        held, self.held = self.held, None
        self.acknowledge_due, self._rejecting = False, False
        if held is None:
            return []
        if held.stage in (Stage.STACKED, Stage.ACKNOWLEDGED):
            return [DocumentFinished()]
        if held.stack_ordered and (word_lost or held.clouded):
            self.undecided = True
            return []
        return [_given_back(held, "returned")]


def _given_back(held: Held, reason: str) -> AcceptorEvent:
    if held.refused_for:
        return DocumentRejected(held.refused_for)
    return DocumentReturned(reason)
