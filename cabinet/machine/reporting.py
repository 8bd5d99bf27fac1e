"""A meter report on its way to paper: no other paper of that printer meanwhile, and no money moved by it.

    ReportOrdered -> the printer's word, or its silence -> ReportEnded

Decides when one may be printed. While it is under way the station pays no ticket out: two papers in one printer would
tear each other. After a power cut none is under way; nobody prints it again but whoever asks.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.machine import handpays
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, drafted
from cabinet.machine.state import State
from cabinet.ports import printer as p
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import PrintMeters, StartTimer, StopTimer
from cabinet.ports.view import Message

REPORT_MS = 45_000
"""A printer that says nothing of a report for so long is believed to have none of it: cash-out must not wait for it."""
JOB = 0
"""The number a printer knows a report by: no ticket has it."""


def ordered(state: State, station: int) -> Decided | Refusal:
    """The meters of the machine on the printer of *station*, or why not."""
    if not handpays.printer_free(state, station):
        return refusal("refused.printer_busy")
    return Decided((r.ReportOrdered(station),), (PrintMeters(station), StartTimer(f"report.{station}", REPORT_MS)))


def told(state: State, station: int, event: p.PrinterEvent) -> Decided:
    """What the printer says of the report; nothing when none is under way."""
    match event:
        case p.PrintCompleted():
            return ended(state, station, "printed")
        case p.PrintFailed(_, reason) | p.PrintLost(_, reason):
            return ended(state, station, reason)
    return Decided()


def ended(state: State, station: int, how: str) -> Decided:
    """The report is over: *how* is "printed", or why not; whoever is at work there reads it."""
    if station not in state.reporting:
        return Decided()
    good = how == "printed"
    said = Message("office.printed" if good else "office.not_printed", (), "info" if good else "refusal")
    words = drafted(station, replace(state.draft(station), messages=(said,)))
    return Decided((r.ReportEnded(station, how), *words.records), (StopTimer(f"report.{station}"),))
