"""Slips: the paper that goes with money paid by hand, and with a round that people ended.

    act -> SlipKept (same entry) -> SlipDated -> SlipOrdered -> SlipPrinted or SlipFailed
                                        \\- no printer: kept until somebody asks for it

Decides when one may be printed and that a second order says DUPLICATE. A slip moves no money, and none is printed
again on a guess: after a power cut an ordered one is unknown, and a person asks for it. Knows no layout.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from cabinet.bank import records as r
from cabinet.bank.state import MOST_SLIPS, Handpay, Slip, SlipState, StationBank
from cabinet.ports.decision import Decision
from cabinet.ports.effects import PrintSlip, StampSlip, StartTimer, StopTimer
from cabinet.ports.printer import PrintCompleted, PrinterEvent, PrintFailed, PrintLost

SLIP_MS = 30_000
"""A printer that says nothing of a slip for so long is believed to have none of it: cash-out must not wait for it."""

_SlipRecord = r.SlipKept | r.SlipDated | r.SlipOrdered | r.SlipPrinted | r.SlipFailed


def job_of(slip: int) -> int:
    """The number a printer knows a slip by: never one of a ticket, whose numbers are above 0, nor a report's 0."""
    return -slip


def kept(
    bank: StationBank,
    kind: str,
    amount_cents: int,
    *,
    owed_cents: int = 0,
    handpay: int = 0,
    round_number: int = 0,
    reason: str = "",
    who: str = "",
) -> Decision[r.BankRecord]:
    """The slip of an act, for the act's own entry."""
    record = r.SlipKept(
        bank.station, bank.next_slip, kind, amount_cents, owed_cents, handpay, round_number, reason, who
    )
    return Decision((record,), (StampSlip(bank.station, record.slip),))


def of_handpay(bank: StationBank, paid: Handpay, who: str) -> Decision[r.BankRecord]:
    """The slip of a handpay paid in full, or of the rest of it."""
    kind = "jackpot" if paid.jackpot else "cancelled_credit"
    return kept(
        bank,
        kind,
        paid.amounts.total,
        handpay=paid.handpay,
        round_number=paid.round_number,
        reason=paid.reason,
        who=who,
    )


def stamped(bank: StationBank, slip: int, wall: str, printer_free: bool) -> Decision[r.BankRecord]:
    """The wall time of the act; printed now where the printer is free for it."""
    found = find(bank, slip)
    if found is None or found.dated:
        return Decision()
    dated = r.SlipDated(bank.station, slip, wall)
    if not printer_free:
        return Decision((dated,))
    ordered = order(bank, found)
    return Decision((dated, *ordered.records), ordered.effects)


def order(bank: StationBank, slip: Slip) -> Decision[r.BankRecord]:
    """Print *slip*; the caller has looked whether the printer is free."""
    duplicate = slip.state is not SlipState.KEPT
    record = r.SlipOrdered(bank.station, slip.slip, duplicate)
    return Decision((record,), (PrintSlip(bank.station, slip.slip, duplicate), StartTimer(timer_of(bank), SLIP_MS)))


def timer_of(bank: StationBank) -> str:
    return f"slip.{bank.station}"


def printing(bank: StationBank, event: PrinterEvent) -> Decision[r.BankRecord]:
    """What the printer says of the slip it was ordered to print."""
    now = being_printed(bank)
    if now is None:
        return Decision()
    stop = (StopTimer(timer_of(bank)),)
    match event:
        case PrintCompleted(job) if job == job_of(now.slip):
            return Decision((r.SlipPrinted(bank.station, now.slip),), stop)
        case PrintFailed(job, reason) | PrintLost(job, reason) if job == job_of(now.slip):
            return Decision((r.SlipFailed(bank.station, now.slip, reason),), stop)
    return Decision()


def late(bank: StationBank) -> Decision[r.BankRecord]:
    """Nothing was heard of it in time."""
    now = being_printed(bank)
    return Decision() if now is None else Decision((r.SlipFailed(bank.station, now.slip, "late"),))


def being_printed(bank: StationBank) -> Slip | None:
    return next((slip for slip in bank.slips if slip.state is SlipState.ORDERED), None)


def find(bank: StationBank, slip: int) -> Slip | None:
    return next((one for one in bank.slips if one.slip == slip), None)


# -- what each record does ----------------------------------------------------------------------------------------


def evolve(bank: StationBank, record: _SlipRecord) -> StationBank:
    """*bank* after *record*. A slip so old that it is not remembered changes nothing."""
    match record:
        case r.SlipKept(_, slip, kind, amount, owed, handpay, round_number, reason, who):
            new = Slip(slip, kind, amount, owed, handpay, round_number, reason, who)
            return replace(bank, slips=(*bank.slips, new)[-MOST_SLIPS:], next_slip=slip + 1)
        case r.SlipDated(_, slip, wall):
            return _changed(bank, slip, lambda one: replace(one, dated=wall))
        case r.SlipOrdered(_, slip):
            return _changed(bank, slip, lambda one: replace(one, state=SlipState.ORDERED))
        case r.SlipPrinted(_, slip):
            return _changed(bank, slip, lambda one: replace(one, state=SlipState.PRINTED))
        case r.SlipFailed(_, slip):
            return _changed(bank, slip, lambda one: replace(one, state=SlipState.UNKNOWN))
        case _:
            assert_never(record)


def forgotten(bank: StationBank) -> StationBank:
    """After a boot: of a slip that was being printed nobody can say what is on paper."""
    now = being_printed(bank)
    return bank if now is None else _changed(bank, now.slip, lambda one: replace(one, state=SlipState.UNKNOWN))


def _changed(bank: StationBank, slip: int, change: Callable[[Slip], Slip]) -> StationBank:
    return replace(bank, slips=tuple(change(one) if one.slip == slip else one for one in bank.slips))
