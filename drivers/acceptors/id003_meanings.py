"""What an ID-003 status means in the cabinet's words: a position, a condition, a step of the document. Tables only."""

from __future__ import annotations

from collections.abc import Callable

from cabinet.ports.acceptor import AcceptorEvent, Position
from drivers.acceptors.document import DocumentTracker, Inside, Stage
from drivers.acceptors.id003_frames import FAILURES, Frame, Told, reason_of, ticket_of

IDLE = frozenset((Told.IDLING, Told.DISABLED, Told.INITIALIZE))
POWER_UPS = frozenset((Told.POWER_UP, Told.POWER_UP_IN_ACCEPTOR, Told.POWER_UP_IN_STACKER))


def position_of(frame: Frame) -> Position | None:
    """Where a document is; None while it is moving in or while only a fault is told."""
    match frame.code:
        case Told.IDLING | Told.DISABLED:
            return Position.IDLE
        case Told.ESCROW | Told.HOLDING:
            return Position.ESCROW
        case Told.STACKING:
            return Position.STACKING
        case Told.VEND_VALID:
            return Position.STACKED
        case Told.REJECTING | Told.RETURNING:
            return Position.RETURNING
        case Told.POWER_UP_IN_ACCEPTOR:
            return Position.IN_ACCEPTOR
        case Told.POWER_UP_IN_STACKER:
            return Position.IN_STACKER
        case Told.POWER_UP | Told.INITIALIZE:
            # a unit that asks for its settings started again some time ago: what it held then is unknown
            return Position.POWER_UP
        case _:
            return None


def condition_of(frame: Frame) -> tuple[str, str]:
    """Name of the fault table's row and a detail for the attendant; empty = no fault told."""
    match frame.code:
        case Told.STACKER_FULL:
            return "stacker_full", ""
        case Told.STACKER_OPEN:
            return "cash_box_out", ""
        case Told.JAM_IN_ACCEPTOR:
            return "jam_acceptor", ""
        case Told.JAM_IN_STACKER:
            return "jam_stacker", ""
        case Told.PAUSE:
            return "pause", ""
        case Told.CHEATED:
            return "cheated", ""
        case Told.FAILURE:
            code = frame.data[0] if frame.data else 0
            return "failure", FAILURES.get(code, f"code {code:02X}")
        case Told.RECYCLER_ERROR:
            return "failure", "recycler"
        case Told.COMMUNICATION_ERROR:
            return "communication", ""
        case _:
            return "", ""


def stage_of(frame: Frame) -> Stage | None:
    """How far a document is that is found inside at opening."""
    match position_of(frame):
        case Position.ESCROW | Position.RETURNING:
            return Stage.ESCROW
        case Position.STACKING:
            return Stage.STACKING
        case Position.STACKED:
            return Stage.STACKED
        case _:
            return None


def inside_of(frame: Frame, value_of: Callable[[int], int]) -> Inside:
    """What an ESCROW or VEND VALID tells of its document; *value_of*: cents of an escrow code, 0 = unknown."""
    if frame.code not in (Told.ESCROW, Told.VEND_VALID):
        return Inside()
    ticket = ticket_of(frame.data)
    value = value_of(frame.data[0]) if frame.data and ticket is None else 0
    return Inside(frame.data, value, ticket or "")


def follow(tracker: DocumentTracker, frame: Frame, value_of: Callable[[int], int], now: int) -> list[AcceptorEvent]:
    """What a status means for the document. A unit cannot leave VEND VALID without our ACK unless it starts again."""
    match frame.code:
        case Told.ESCROW:
            return tracker.escrow(inside_of(frame, value_of), now)
        case Told.HOLDING:
            return tracker.escrow(None, now)
        case Told.STACKING | Told.STACKED:
            return tracker.stacking(now, word_missing=frame.code == Told.STACKED)
        case Told.VEND_VALID:
            return tracker.stacked(inside_of(frame, value_of).value_cents, now)
        case Told.REJECTING:
            return tracker.coming_back(reason_of(frame.data), rejected=True)
        case Told.RETURNING:
            return tracker.coming_back("returned", rejected=False)
        case Told.IDLING | Told.DISABLED | Told.ACCEPTING:
            return tracker.gone()
        case Told.INITIALIZE:
            return tracker.gone(word_lost=True)
        case Told.STACKER_FULL | Told.STACKER_OPEN | Told.JAM_IN_ACCEPTOR | Told.JAM_IN_STACKER | Told.FAILURE:
            tracker.fault()
            return []
        case _:
            return []
