"""What devices say, sorted to the part that decides about it. Decides only which part that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from cabinet.bank import box, cashout, documents, recovery, slips
from cabinet.bank.records import BankRecord, BoxOpened, DocumentClosed, DocumentRejectSeen
from cabinet.bank.state import DocumentStage, StationBank, TicketState
from cabinet.machine import access, conditions, dice, may, reporting, testing
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, of
from cabinet.machine.state import State
from cabinet.ports import acceptor as a
from cabinet.ports import deck, link
from cabinet.ports import printer as p
from cabinet.ports import shaker as s
from cabinet.ports.decision import Decision
from cabinet.ports.effects import Effect, Navigate, StampPeriod, ToDevice
from cabinet.ports.signals import DeviceEvent


def device_said(state: State, device: str, event: DeviceEvent) -> Decided:
    """An event of the device named *device* ("acceptor.1")."""
    station = int(device.rpartition(".")[2])
    tried = testing.said(state, device, event)
    if tried is not None:
        return tried
    match event:
        case link.LinkUp() | link.LinkDown() | link.WrongDevice() | link.OrderRefused():
            return _link(state, device, station, event)
        case a.AcceptorConditions() | p.PrinterConditions() | s.ShakerConditions():
            return _conditions(state, device, event)
        case deck.DoorChanged():
            return _door(state, device, event)
        case deck.KeyTurned():
            return _key(state, event)
        case deck.ButtonPressed() | deck.ButtonBad() | deck.DeckReady():
            return _deck(device, station, event)
        case (
            p.PrintBegun()
            | p.ValidationPrinted()
            | p.PrintCompleted()
            | p.TicketTaken()
            | p.PrintFailed()
            | p.PrintLost()
        ):
            return _printing(state, device, state.bank.station(station), event)
        case p.PrinterTold():
            return of(cashout.told(state.bank.station(station), event))
        case s.ShakerReady() | s.ShakerTold() | s.FirstRest() | s.DiceRead() | s.RollRejected() | s.RollDisturbed():
            return dice.said(state, event)
        case _:
            return of(_acceptor(state, state.bank.station(station), event))


def _key(state: State, event: deck.KeyTurned) -> Decided:
    """With the audit key turned back everybody is out."""
    seen = conditions.key(state, event)
    leaving = access.key_back(state) if seen and event.key == "audit" and not event.on else ()
    return Decided((*seen, *leaving))


def _door(state: State, device: str, event: deck.DoorChanged) -> Decided:
    """A latch that told of an opening without mains is set back once the opening is on disk. The cash box may have
    been changed in the dark; an opening that was known before the mains went is no other one."""
    records: tuple[r.Record, ...] = conditions.door(state, event)
    if not event.latched:
        return Decided(records)
    reset: tuple[Effect, ...] = (ToDevice(device, deck.ResetLatch(event.door)),)
    bank = state.bank.station(int(device.rpartition(".")[2]))
    acceptor = state.device(documents.acceptor(bank.station))
    if event.door != "cash_box" or event.door in state.doors_open or acceptor is None:
        return Decided(records, reset)
    opened = box.unlatched(bank)
    if opened is not None:
        records += (opened,)
        if acceptor.up and bank.acceptor_reconciled and not _box_missing(state, bank):
            changed = _box_back(state, bank, opened)
            return Decided((*records, *changed.records), (*reset, *changed.effects))
    return Decided(records, reset)


def _conditions(
    state: State, device: str, event: a.AcceptorConditions | p.PrinterConditions | s.ShakerConditions
) -> Decided:
    """The cash box that comes back ends the drop period by itself (E-12: and opens the intake after a full one); a
    full stacker that is so no more, with nobody's box out, waits for somebody."""
    records: tuple[r.Record, ...] = conditions.conditions(state, device, event)
    if not isinstance(event, a.AcceptorConditions):
        return Decided(records)
    bank = state.bank.station(int(device.rpartition(".")[2]))
    if r.FaultGone("cash_box_out", device) in records:
        changed = _box_back(state, bank)
        return Decided((*records, *changed.records), changed.effects)
    if "cash_box_out" in event.names:
        opened = box.opened(bank)
        return Decided((*records, opened) if opened is not None else records)
    if r.FaultGone("stacker_full", device) in records:
        return Decided((*records, *conditions.raised(state, "intake_waits", device, "")))
    return Decided(records)


def _box_back(state: State, bank: StationBank, opened: BoxOpened | None = None) -> Decided:
    """The period is cut if the box was out, once; what waited for somebody to empty it waits no more."""
    changed = box.back(bank, opened)
    if changed is None:
        return Decided()
    acceptor = documents.acceptor(bank.station)
    waits = any((f.code, f.place) == ("intake_waits", acceptor) for f in state.faults)
    cleared = (r.FaultCleared("intake_waits", acceptor),) if waits else ()
    return Decided((changed, *cleared, r.PeriodCut("drop", "")), (StampPeriod("drop"),))


def _box_missing(state: State, bank: StationBank) -> bool:
    missing = ("cash_box_out", documents.acceptor(bank.station), True)
    return any((fault.code, fault.place, fault.present) == missing for fault in state.faults)


def _link(
    state: State, device: str, station: int, event: link.LinkUp | link.LinkDown | link.WrongDevice | link.OrderRefused
) -> Decided:
    records: tuple[r.Record, ...] = conditions.link(state, device, event)
    if device == dice.SHAKER and isinstance(event, link.OrderRefused) and event.order == "Shake":
        return Decided((*records, *dice.unsent(state, event.reason).records))
    if device.startswith("printer.") and isinstance(event, link.LinkDown):
        records += cashout.link_lost(state.bank.station(station), event.reason).records
    return Decided(records)


_Printing = p.PrintBegun | p.ValidationPrinted | p.PrintCompleted | p.TicketTaken | p.PrintFailed | p.PrintLost


def _printing(state: State, device: str, bank: StationBank, event: _Printing) -> Decided:
    """A number that comes on paper after its print had failed is a void ticket in somebody's hand: its credit has
    gone back and no store pays it, but an attendant should know."""
    late = isinstance(event, p.ValidationPrinted) and (bank.job is None or bank.job.sequence != event.job)
    if late and any(
        (ticket.station, ticket.sequence, ticket.state) == (bank.station, event.job, TicketState.VOID)
        for ticket in state.bank.tickets.values()
    ):
        return Decided(conditions.raised(state, "void_paper", device, f"ticket # {event.job}"))
    if event.job == reporting.JOB and bank.station in state.reporting:
        return reporting.told(state, bank.station, event)
    if event.job < 0:
        return of(slips.printing(bank, event))
    return of(cashout.printing(bank, event))


def _deck(device: str, station: int, event: deck.ButtonPressed | deck.ButtonBad | deck.DeckReady) -> Decided:
    match event:
        case deck.ButtonBad(button, reason):
            return Decided((r.EventNoted("button", device, f"{button}: {reason or 'good again'}"),))
        case deck.DeckReady(firmware):
            return Decided((r.EventNoted("deck_ready", device, firmware),))
        case deck.ButtonPressed(button) if button in deck.NAVIGATION:
            return Decided((), (Navigate(station, button),))
        case deck.ButtonPressed():
            return Decided()  # the others were turned into commands before (`decide.carry`)


def _acceptor(state: State, bank: StationBank, event: a.AcceptorEvent) -> Decision[Any]:
    options, closed = state.set_up.money, may.notes_closed(state, bank.station)
    match event:
        case a.AcceptorTold():
            return recovery.told(bank, event, _ticket_cents(state, bank))
        case a.AcceptorReady():
            ready = recovery.ready(bank, _ticket_cents(state, bank))
            changed = Decided() if _box_missing(state, bank) else _box_back(state, bank)
            return Decision((*ready.records, *changed.records), (*ready.effects, *changed.effects))
        case a.NoteEscrowed(value, count):
            return _new_document(bank, lambda free: documents.note_escrowed(free, value, options, closed, count))
        case a.TicketEscrowed(number, count):
            why = closed or in_use(state, number)
            return _new_document(bank, lambda free: documents.ticket_escrowed(free, number, options, why, count))
        case a.DocumentStacked():
            return documents.stacked(bank, _ticket_cents(state, bank))
        case a.DocumentFinished():
            return documents.finished(bank)
        case a.DocumentReturned(reason):
            return documents.returned(bank, reason)
        case a.DocumentRejected(reason):
            many: tuple[Any, ...] = ()
            if bank.rejects + 1 >= MOST_REJECTS:
                many = conditions.raised(state, "rejects", f"acceptor.{bank.station}", reason)
            return Decision((DocumentRejectSeen(bank.station, reason), *many))
        case a.AcceptorConditions():
            return Decision()
        case _:
            assert_never(event)


MOST_REJECTS = 5
"""Rejects in a row before an attendant should look (E-14)."""


def _new_document(bank: StationBank, opened: Callable[[StationBank], Decision[BankRecord]]) -> Decision[BankRecord]:
    """A document came into escrow. A credited one before it was plainly forgotten by the device: it is closed;
    one that is still open is the same one, told again."""
    before = bank.document
    if before is None:
        return opened(bank)
    if before.stage is not DocumentStage.CREDITED:
        return Decision()
    closed = DocumentClosed(bank.station, before.document)
    then = opened(replace(bank, document=None))
    return Decision((closed, *then.records), then.effects)


def _ticket_cents(state: State, bank: StationBank) -> int:
    """What the own store holds for the ticket in the open document, 0 for a note."""
    if bank.document is None or not bank.document.number:
        return 0
    ticket = state.bank.tickets.get(bank.document.number)
    return ticket.amounts.total if ticket is not None and ticket.state is TicketState.ISSUED else 0


def in_use(state: State, number: str) -> str:
    """ "ticket_in_use" when the ticket stands in some station's acceptor or is disputed, else empty."""
    open_documents = (bank.document for bank in state.bank.stations)
    taken = any(d is not None and d.number == number and d.stage is not DocumentStage.CREDITED for d in open_documents)
    taken = taken or any(dispute.number == number for bank in state.bank.stations for dispute in bank.disputes)
    return "ticket_in_use" if taken else ""
