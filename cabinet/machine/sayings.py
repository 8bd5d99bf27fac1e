"""What the machine says to a player about what it just decided. Volatile: words are no facts, and replay ignores
them. A person's next act ends what was said before."""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank.options import Validation
from cabinet.bank.records import DocumentDeclined, DocumentRejectSeen, NoteCredited, TicketRedeemed
from cabinet.machine import may
from cabinet.machine.decided import Decided
from cabinet.machine.records import LimitsScheduled, Record, RoundHandled
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted, Volatile
from cabinet.play.records import HandSet, RoundVoided
from cabinet.ports.view import Message


def with_sayings(state: State, decision: Decided) -> Decided:
    """*decision*, and what the stations it is about are told."""
    said = [told for record in decision.records if (told := _told(state, record, decision)) is not None]
    if any(isinstance(record, LimitsScheduled) and record.game == state.play.game for record in decision.records):
        said += [_say(state, station, Message("notice.limits_changed")) for station in state.set_up.machine.stations]
    return Decided((*decision.records, *said), decision.effects) if said else decision


def _told(state: State, record: Record | Volatile, decision: Decided) -> Drafted | None:
    match record:
        case DocumentDeclined(station, _, reason):
            document = state.bank.station(station).document
            kind = "ticket" if (document is not None and document.number) or reason.startswith("ticket") else "note"
            return _say(state, station, Message(f"declined.{kind}", (("why", reason),), "refusal"))
        case DocumentRejectSeen(station):
            return _say(state, station, Message("declined.unread", (), "refusal"))
        case NoteCredited(station, _, value):
            return _say(state, station, Message("credited.note", (("amount_cents", str(value)),)))
        case TicketRedeemed(station, _, _, amount):
            return _say(state, station, Message("credited.ticket", (("amount_cents", str(amount)),)))
        case HandSet(_, seat, _, "machine"):
            by_hand = any(isinstance(other, RoundHandled) for other in decision.records)
            return _say(state, seat, Message("round.set_by_attendant" if by_hand else "round.set_by_machine"))
        case RoundVoided() if state.play.round is not None:
            return _say(state, state.play.round.seats[0].seat, Message("round.voided"))
    return None


def _say(state: State, station: int, message: Message) -> Drafted:
    return Drafted(station, replace(state.draft(station), messages=(message,)))


def notices(state: State, station: int) -> tuple[Message, ...]:
    """What a player should read before money goes in: that it is paid by hand, that no more is taken.

    Where a lock-up or an attendant closes everything, the screen says so itself.
    """
    closed = may.notes_closed(state, station)
    if closed in ("attendant", "locked", "asking") or may.play_closed(state, station) is not None:
        return ()
    found = []
    own = state.set_up.money.validation is not Validation.NONE
    if not own or not may.printer_usable(state, station):
        found.append(Message("notice.paid_by_hand"))
    if closed:
        found.append(Message("notice.notes_closed", (("why", closed),)))
    return tuple(found)
