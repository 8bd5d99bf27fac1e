"""What an ID-003 status means in the cabinet's words: a position, a condition. Two tables and nothing else."""

from __future__ import annotations

from cabinet.ports.acceptor import Position
from drivers.acceptors.id003_frames import FAILURES, Frame, Told

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
