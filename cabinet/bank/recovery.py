"""What a position told at opening the port means: the one recovery table, for every protocol.

First the acceptor is asked, even when nothing is owed. What it says is compared with how far the journal has
the open document; a position that a RESET would erase is written down before the RESET, and from then on the
row of *that* position is followed however often the cabinet restarts.

    told           journal                 then
    STACKED        stack_sent              credit once, acknowledge
                   credited                acknowledge
                   none, escrow            acknowledge, dispute
    ESCROW         any                     give it back
    STACKING       any                     wait for STACKED
    RETURNING      any                     wait for it to be gone
    IN_STACKER     any                     write down, RESET, and when brought up without STACKED:
                     stack_sent              accepted: credit from the journal
                     credited                close
                     none, escrow            dispute
    IN_ACCEPTOR    any                     write down, RESET, and when brought up without STACKED:
                     escrow, stack_sent      it came back: no credit
                     credited                dispute (credited, but the note came back)
    POWER_UP       any                     write down, RESET, and when brought up without STACKED:
                     stack_sent              dispute: nobody can say
                     escrow                  it was pulled: no credit
                     credited                close
                     stack_sent, counted     one more than before: as IN_STACKER; as many: as IN_ACCEPTOR
    SILENT         any                     (a minute on an open port) write down, RESET; a position that the
                                           woken unit tells is followed instead, and without one:
                     stack_sent              dispute: nobody can say
                     escrow                  no credit
                     credited                close
    IDLE           stack_sent              never lost power, so the order never arrived: no credit
                   escrow                  no credit
                   credited                close
"""

from __future__ import annotations

from cabinet.bank import records as r
from cabinet.bank.documents import Moved, acceptor, credited, disputed, stacked
from cabinet.bank.state import Document, DocumentStage, StationBank
from cabinet.ports.acceptor import UNCOUNTED, AcceptorTold, BringUp, Position, Reset, Return
from cabinet.ports.effects import ToDevice

ERASED = frozenset({Position.IN_STACKER, Position.IN_ACCEPTOR, Position.POWER_UP, Position.SILENT})
"""Positions that only a RESET ends, and that it erases."""


def told(bank: StationBank, event: AcceptorTold, ticket_cents: int) -> Moved:
    """The acceptor answered after the port was opened."""
    device = acceptor(bank.station)
    position = proven(bank.document, event)
    match position:
        case Position.STACKED:
            return stacked(bank, ticket_cents)
        case Position.ESCROW:
            return Moved((), (ToDevice(device, Return()),))
        case Position.STACKING | Position.RETURNING:
            return Moved()
        case Position.IN_STACKER | Position.IN_ACCEPTOR | Position.POWER_UP:
            # a second power-up tells less than the first did: what was seen first is followed
            seen = () if bank.seen in (Position.IN_STACKER, Position.IN_ACCEPTOR) else (_seen(bank, position),)
            return Moved(seen, (ToDevice(device, Reset()),))
        case Position.SILENT:
            # told every minute for as long as it lasts: written down once, and never over what was seen before
            unseen = () if bank.seen is not None else (_seen(bank, position),)
            return Moved(unseen, (ToDevice(device, Reset()),))
        case Position.IDLE:
            return Moved((), (ToDevice(device, BringUp()),))


def proven(document: Document | None, event: AcceptorTold) -> Position:
    """The position told; where it leaves an ordered stack open, what the unit's counter of stacked documents proves.

    One more than before the document: it is in the box. As many: it never got there. Anything else proves nothing.
    """
    if event.position is not Position.POWER_UP or document is None or document.stage is not DocumentStage.STACK_SENT:
        return event.position
    if UNCOUNTED in (document.stacked_count, event.stacked_count):
        return event.position
    more = event.stacked_count - document.stacked_count
    return {0: Position.IN_ACCEPTOR, 1: Position.IN_STACKER}.get(more, event.position)


def _seen(bank: StationBank, position: Position) -> r.BankRecord:
    return r.PositionSeen(bank.station, position)


def ready(bank: StationBank, ticket_cents: int) -> Moved:
    """Brought up, and no STACKED came: what becomes of the open document, then the acceptor is reconciled."""
    settled = _settle(bank, bank.document, ticket_cents) if bank.document is not None else _nothing_open(bank)
    return Moved((*settled, r.AcceptorReconciled(bank.station)))


def _nothing_open(bank: StationBank) -> tuple[r.BankRecord, ...]:
    if bank.seen is Position.IN_STACKER:
        return (r.DocumentDisputed(bank.station, bank.next_document, 0, "unjournaled"),)
    return ()


def _settle(bank: StationBank, document: Document, ticket_cents: int) -> tuple[r.BankRecord, ...]:
    station, number = bank.station, document.document
    given_back = (r.DocumentGivenBack(station, number, "power"),)
    closed = (r.DocumentClosed(station, number),)
    match bank.seen, document.stage:
        case Position.IN_STACKER, DocumentStage.STACK_SENT:
            return (credited(station, document, ticket_cents), *closed)
        case Position.IN_STACKER, DocumentStage.ESCROW | DocumentStage.DECLINED:
            return (disputed(station, document, ticket_cents, "unjournaled"),)
        case Position.IN_ACCEPTOR, DocumentStage.CREDITED:
            return (*closed, disputed(station, document, ticket_cents, "came_back"))
        case Position.POWER_UP | Position.SILENT, DocumentStage.STACK_SENT:
            return (disputed(station, document, ticket_cents, "undecided"),)
        case _, DocumentStage.CREDITED:
            return closed
    return given_back
