"""What the machine lets happen now, and why not: the one place that joins faults, doors, keys, locks and
devices into "may this station play, take money, cash out". `decide` refuses by it, `view` dims by it."""

from __future__ import annotations

from cabinet.bank.cashout import check_cash_out
from cabinet.bank.slips import being_printed
from cabinet.bank.state import JobStage, StationBank
from cabinet.machine.faults import Fault, Out
from cabinet.machine.state import Call, State
from cabinet.play.state import IDLE
from cabinet.ports.commands import CALL_REASONS
from cabinet.ports.decision import Refusal, refusal


def play_closed(state: State, station: int) -> Refusal | None:
    """Why no round may begin at *station*; None = it may."""
    bank = state.bank.station(station)
    if state.worker(station) is not None:
        return refusal("refused.attendant_open")
    if state.out_of_service:
        return refusal("refused.out_of_service")
    if state.reserve(station) is not None:
        return refusal("refused.reserved")
    fault = next((fault for fault in faults_at(state, station) if fault.row.play), None)
    if fault is not None:
        return refusal("refused.fault", fault=fault.code)
    if bank.locked:
        return refusal("refused.locked")
    waiting = _unasked(state, bank)
    if waiting:
        return refusal("refused.asking", device=waiting)
    if bank.job is not None and bank.job.stage is not JobStage.ISSUED:
        return refusal("refused.printing")
    return None


def notes_closed(state: State, station: int) -> str:
    """Why *station* takes no note and no ticket now; empty = it does. A reason of `DocumentDeclined`."""
    bank = state.bank.station(station)
    if state.worker(station) is not None:
        return "attendant"
    if state.out_of_service:
        return "out_of_service"
    if state.reserve(station) is not None:
        return "reserved"
    if any(fault.row.notes for fault in faults_at(state, station)):
        return "fault"
    if bank.locked or (bank.job is not None and bank.job.stage is not JobStage.ISSUED):
        return "locked"
    if not bank.acceptor_reconciled:
        return "asking"
    if bank.books.credit.total >= state.set_up.money.credit_limit_cents:
        return "credit_limit"
    return ""


def cash_out_closed(state: State, station: int) -> Refusal | None:
    """Why credit cannot leave *station* by any way now; None = it can."""
    bank = state.bank.station(station)
    if state.worker(station) is not None:
        return refusal("refused.attendant_open")
    if state.reserve(station) is not None:
        return refusal("refused.reserved")
    if state.play.phase not in IDLE and _seated(state, station):
        return refusal("refused.round_running")
    fault = next((f for f in faults_at(state, station) if f.row.cash_out is Out.CLOSED), None)
    if fault is not None:
        return refusal("refused.fault", fault=fault.code)
    if bank.job is not None and printer_usable(state, station):
        return refusal("refused.take_ticket")
    papers = being_printed(bank) is not None or station in state.reporting
    if papers and printer_usable(state, station):
        return refusal("refused.printing")
    return check_cash_out(bank)


def printer_usable(state: State, station: int) -> bool:
    """Whether a ticket can be printed; else a cash-out is paid by hand."""
    device = state.device(f"printer.{station}")
    if device is None or not device.up or not state.bank.station(station).printer_reconciled:
        return False
    return all(fault.row.cash_out is Out.OPEN for fault in faults_at(state, station))


def faults_at(state: State, station: int) -> tuple[Fault, ...]:
    """Active faults whose scope is the station: its own devices, the table's, the machine's."""
    own = f".{station}"
    return tuple(f for f in state.faults if "." not in f.place or f.place.endswith((own, ".0")))


def dice_usable(state: State) -> bool:
    """Whether a shaker is there and well."""
    device = state.device("shaker.0")
    shaker_faults = (fault for fault in state.faults if fault.code.startswith(("shaker", "dice")))
    return device is not None and device.up and not any(shaker_faults)


def _seated(state: State, station: int) -> bool:
    return state.play.round is not None and state.play.round.seat(station) is not None


def _unasked(state: State, bank: StationBank) -> str:
    """A money device of the station that neither answered nor is known to be lost since this boot."""
    acceptor, printer = state.device(f"acceptor.{bank.station}"), state.device(f"printer.{bank.station}")
    if acceptor is not None and (not acceptor.asked or (acceptor.up and not bank.acceptor_reconciled)):
        return acceptor.name
    if printer is not None and (not printer.asked or (printer.up and not bank.printer_reconciled)):
        return printer.name
    return ""


def own_call(state: State, station: int) -> Call | None:
    """The open call that the player of *station* made, which he may take back; None = none is."""
    return next((one for one in state.calls if one.station == station and one.reason in CALL_REASONS), None)
