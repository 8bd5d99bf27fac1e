"""The one document an ID-003 acceptor may hold, followed from status to status.

Decides which event a status means for the document and which of STACK-2, RETURN, HOLD and ACK is due for it.
It refuses to know bytes, time-outs of the line, and what any of it means for the credit.

    (none) --ESCROW--> escrow --STACKING--> stacking --VEND VALID--> stacked --our ACK--> acknowledged --> (none)
       escrow, stacking --REJECTING, RETURNING, idle--> returned (none)

An acceptor cannot leave VEND VALID without our ACK. So idle without VEND VALID means "not stacked", as long as
it neither started again nor reported a fault in between; if it did, the fate of an ordered stack is undecided.
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
from drivers.acceptors.id003_frames import Frame, Host, Told, reason_of, ticket_of

# an unpolled acceptor gives a note back after about 3 s: escrow after such a gap may be another document
_GAP_MS = 2500
# STACK-2 and RETURN go out only on an ESCROW answer this young, and again while escrow still shows
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


@dataclass(slots=True)
class Held:
    """A document inside; *value_cents* 0 = not known, *ticket* empty = a note."""

    mark: bytes
    value_cents: int
    ticket: str
    stage: Stage
    seen_at: int
    decide_by: int
    refused_for: str = ""  # never offered to the machine: it goes back at once, for this reason
    wish: Wish = Wish.NONE
    sent_at: int | None = None
    clouded: bool = False  # a fault or a missing VEND VALID: its end cannot be inferred


@dataclass(slots=True)
class DocumentTracker:
    """Follows the held document. *value_of*: cents of a code, 0 = unknown; *takes*: is such a note taken."""

    escrow_ms: int
    value_of: Callable[[int], int]
    takes: Callable[[int], bool]
    notes: bool = False
    tickets: bool = False
    held: Held | None = None
    acknowledge_due: bool = False
    undecided: bool = False  # an ordered stack whose end nobody can tell; the driver reports and clears it
    _rejecting: bool = field(default=False)

    def seen(self, frame: Frame, now: int) -> list[AcceptorEvent]:
        """What a status means for the document."""
        match frame.code:
            case Told.ESCROW | Told.HOLDING:
                return self._escrow(frame, now)
            case Told.STACKING | Told.STACKED:
                return self._stacking(frame, now)
            case Told.VEND_VALID:
                return self._vend_valid(frame, now)
            case Told.REJECTING | Told.RETURNING:
                return self._coming_back(frame)
            case Told.IDLING | Told.DISABLED | Told.ACCEPTING:
                return self._gone(restarted=False)
            case Told.INITIALIZE:
                return self._gone(restarted=True)
            case Told.STACKER_FULL | Told.STACKER_OPEN | Told.JAM_IN_ACCEPTOR | Told.JAM_IN_STACKER | Told.FAILURE:
                if self.held is not None:
                    self.held.clouded = True
                return []
            case _:
                return []

    def adopt(self, frame: Frame, now: int) -> None:
        """Take over what the device holds at opening, without an event: the position itself is reported."""
        stages = {
            Told.ESCROW: Stage.ESCROW,
            Told.HOLDING: Stage.ESCROW,
            Told.STACKING: Stage.STACKING,
            Told.VEND_VALID: Stage.STACKED,
            Told.REJECTING: Stage.ESCROW,
            Told.RETURNING: Stage.ESCROW,
        }
        stage = next((stage for told, stage in stages.items() if told == frame.code), None)
        self.forget()
        if stage is not None:
            self.held = self._hold(frame, stage, now)
            self.held.decide_by = now + 3_600_000  # no own escrow timer before the machine has decided

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
        if self.held is not None and not (tickets if self.held.ticket else notes):
            self.want(Wish.RETURN, now)

    def acknowledge(self) -> None:
        """The machine has the stacked document on disk; repeated for a finished one it changes nothing."""
        if self.held is not None and self.held.stage in (Stage.STACKED, Stage.ACKNOWLEDGED):
            self.held.stage = Stage.ACKNOWLEDGED
            self.acknowledge_due = True

    def due(self, now: int) -> Host | None:
        """The operation to send now, if any; it counts as sent."""
        held = self.held
        if self.acknowledge_due:
            self.acknowledge_due = False
            return Host.ACK
        if held is None or held.stage is not Stage.ESCROW:
            return None
        if now >= held.decide_by and held.wish in (Wish.NONE, Wish.HOLD):
            held.wish, held.sent_at = Wish.RETURN, None
        fresh = now - held.seen_at <= _FRESH_MS
        again = held.sent_at is None or (held.wish is not Wish.HOLD and now - held.sent_at >= _AGAIN_MS)
        if held.wish is Wish.NONE or not fresh or not again:
            return None
        held.sent_at = now
        return {Wish.STACK: Host.STACK_2, Wish.RETURN: Host.RETURN, Wish.HOLD: Host.HOLD}[held.wish]

    def refused(self, operation: int) -> None:
        """The device did not take the operation (INVALID COMMAND): what it says next decides."""
        held = self.held
        if held is not None and operation in (Host.STACK_2, Host.HOLD) and held.stage is Stage.ESCROW:
            held.wish, held.sent_at = Wish.NONE, None

    # -- statuses ---------------------------------------------------------------------------------------

    def _hold(self, frame: Frame, stage: Stage, now: int) -> Held:
        ticket = ticket_of(frame.data) if frame.code == Told.ESCROW else None
        value = self.value_of(frame.data[0]) if frame.data and ticket is None else 0
        return Held(frame.data, value, ticket or "", stage, now, now + self.escrow_ms)

    def _escrow(self, frame: Frame, now: int) -> list[AcceptorEvent]:
        held = self.held
        if held is not None and held.stage in (Stage.ESCROW, Stage.STACKING):
            same = frame.code == Told.HOLDING or frame.data == held.mark
            if same and now - held.seen_at <= _GAP_MS:
                held.stage, held.seen_at = Stage.ESCROW, now
                return []
        events = self._gone(restarted=False)
        self.held = held = self._hold(frame, Stage.ESCROW, now)
        held.refused_for = self._why_not(held)
        if held.refused_for:
            held.wish = Wish.RETURN
        elif held.ticket:
            events.append(TicketEscrowed(held.ticket))
        else:
            events.append(NoteEscrowed(held.value_cents))
        return events

    def _why_not(self, held: Held) -> str:
        if held.ticket:
            return "" if self.tickets else "inhibited"
        if held.value_cents <= 0:
            return "denomination unclear"
        return "" if self.notes and self.takes(held.value_cents) else "inhibited"

    def _stacking(self, frame: Frame, now: int) -> list[AcceptorEvent]:
        if self.held is None:
            self.held = self._hold(Frame(frame.code), Stage.STACKING, now)
        held = self.held
        held.seen_at = now
        if held.stage in (Stage.ESCROW, Stage.STACKING):
            held.stage = Stage.STACKING
            # STACKED without VEND VALID before it: the irrevocable word is missing
            held.clouded = held.clouded or frame.code == Told.STACKED
        return []

    def _vend_valid(self, frame: Frame, now: int) -> list[AcceptorEvent]:
        if self.held is None:
            self.held = self._hold(Frame(frame.code), Stage.STACKED, now)
        held = self.held
        held.seen_at = now
        if held.stage is Stage.ACKNOWLEDGED:
            self.acknowledge_due = True  # our ACK was lost; the machine has this document already
            return []
        held.stage = Stage.STACKED
        value = self.value_of(frame.data[0]) if frame.data else 0
        return [DocumentStacked(value or None)]

    def _coming_back(self, frame: Frame) -> list[AcceptorEvent]:
        reason = reason_of(frame.data) if frame.code == Told.REJECTING else "returned"
        held, self.held = self.held, None
        if held is not None and held.stage in (Stage.ESCROW, Stage.STACKING):
            self._rejecting = True
            return [_given_back(held, reason)]
        events: list[AcceptorEvent] = [DocumentFinished()] if held is not None else []
        if frame.code == Told.REJECTING and not self._rejecting:
            self._rejecting = True
            events.append(DocumentRejected(reason))
        return events

    def _gone(self, restarted: bool) -> list[AcceptorEvent]:
        held, self.held = self.held, None
        self.acknowledge_due, self._rejecting = False, False
        if held is None:
            return []
        if held.stage in (Stage.STACKED, Stage.ACKNOWLEDGED):
            return [DocumentFinished()]
        sent = held.wish is Wish.STACK and held.sent_at is not None
        ordered = sent or held.stage is Stage.STACKING
        if ordered and (restarted or held.clouded):
            self.undecided = True
            return []
        return [_given_back(held, "returned")]


def _given_back(held: Held, reason: str) -> AcceptorEvent:
    if held.refused_for:
        return DocumentRejected(held.refused_for)
    return DocumentReturned(reason)
