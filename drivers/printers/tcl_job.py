"""One print job against a TCL printer: from "clear errors" to "the player took it".

    CLEARING → SENDING → WATCHING → FEEDING → IN_CHUTE → DONE
                             ↘ LOST, FAILED (a late confirmation is still heard)

Order of the printer's states after ^P: busy set, top-of-form and validation-done cleared; validation-done
set while still busy; busy cleared; top-of-form set; paper in the chute until it is taken.

Validation-done is believed only after it was seen to change: busy or cleared after ^P, or clear just before it.
Decides which fact an answer proves. Refuses to guess: silence, power loss and "no fact in time" are LOST,
FAILED is only what the printer itself says. Knows no bytes of answers and no polling.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import assert_never

from cabinet.ports.printer import (
    PrintBegun,
    PrintCompleted,
    PrinterEvent,
    PrintFailed,
    PrintLost,
    TicketTaken,
    ValidationPrinted,
)
from drivers.printers.tcl_wire import Flag, Status


class Stage(Enum):
    CLEARING = auto()
    SENDING = auto()
    WATCHING = auto()
    FEEDING = auto()
    IN_CHUTE = auto()
    LOST = auto()
    FAILED = auto()
    DONE = auto()


@dataclass(frozen=True, slots=True)
class JobTimes:
    """Waits in milliseconds. *error_ms*: an error that stays this long after ^C or ^P is real. *ready_ms*: for not
    busy, top of form, chute empty. *fact_ms*: from the last byte to validation-done. *chute_ms*: for the paper
    to show up in the chute."""

    error_ms: int = 1000
    ready_ms: int = 5000
    fact_ms: int = 5000
    chute_ms: int = 2000


CONDITIONS: dict[Flag, str] = {
    Flag.SYSTEM_ERROR: "system_error",
    Flag.HEAD_UP: "head_open",
    Flag.PAPER_OUT: "paper_out",
    Flag.HEAD_ERROR: "head_error",
    Flag.VOLTAGE: "voltage",
    Flag.TEMPERATURE: "temperature",
    Flag.LIBRARY_REFERENCE: "memory",
    Flag.REGION_DATA: "memory",
    Flag.LIBRARY_LOAD: "memory",
    Flag.BUFFER_OVERFLOW: "memory",
    Flag.JOB_MEMORY: "memory",
    Flag.COMMAND_ERROR: "command_error",
    Flag.LIBRARIES_CORRUPT: "memory",
    Flag.FLASH: "memory",
    Flag.OFFLINE: "offline",
    Flag.INDEX_MARK: "paper_jam",  # the paper is not where its mark says: the attendant does the same
    Flag.CUTTER: "cutter",
    Flag.PAPER_JAM: "paper_jam",
}
"""Bits that stop a print, by the name of the condition."""


def errors_in(status: Status) -> str:
    """The names of all errors *status* reports, comma-separated in the order of the bits; empty if none."""
    return ",".join(dict.fromkeys(name for flag, name in CONDITIONS.items() if status.has(flag)))


class TclJob:
    """The life of one order to print *orders*; *ticket*: it carries a validation number."""

    def __init__(self, number: int, orders: tuple[bytes, ...], ticket: bool, times: JobTimes, now: int) -> None:
        self.number = number
        self.stage = Stage.CLEARING
        self._orders = list(orders)
        self._ticket = ticket
        self._times = times
        self._since = now
        self._error_since: int | None = None
        self._cleared = False
        self._may_send = False
        self._before: Status | None = None
        self._changed = False
        self._chute_seen = False

    @property
    def under_way(self) -> bool:
        """Whether its outcome is still open."""
        return self.stage in (Stage.CLEARING, Stage.SENDING, Stage.WATCHING)

    @property
    def done(self) -> bool:
        """Whether no answer can prove anything more of it."""
        return self.stage is Stage.DONE

    @property
    def pressing(self) -> bool:
        """Whether the printer should be asked often."""
        return self.under_way or self.stage is Stage.FEEDING

    def wants_clear(self) -> bool:
        """True once: the errors are to be cleared now."""
        if self.stage is not Stage.CLEARING or self._cleared:
            return False
        self._cleared = True
        return True

    def has_bytes(self) -> bool:
        return self.stage is Stage.SENDING and self._may_send

    def take(self, now: int) -> bytes:
        """The next order to send, empty if none may be sent now."""
        if not self.has_bytes():
            return b""
        self._may_send = False
        order = self._orders.pop(0)
        self._since = now
        if not self._orders:
            self.stage = Stage.WATCHING
        return order

    def heard(self, status: Status, now: int) -> list[PrinterEvent]:
        """The facts that an answer proves."""
        match self.stage:
            case Stage.CLEARING:
                return self._clearing(status, now)
            case Stage.SENDING:
                return self._sending(status, now)
            case Stage.WATCHING:
                return self._watching(status, now)
            case Stage.LOST | Stage.FAILED:
                return self._late(status, now)
            case Stage.FEEDING:
                return self._feeding(status, now)
            case Stage.IN_CHUTE:
                return self._in_chute(status, now)
            case Stage.DONE:
                return []
            case _:
                assert_never(self.stage)

    def lose(self, reason: str, forget: bool = False) -> list[PrinterEvent]:
        """Nobody can say any more what is on the paper; *forget*: not even a late answer could prove it."""
        events: list[PrinterEvent] = []
        if self.under_way:
            self.stage = Stage.LOST
            events.append(PrintLost(self.number, reason))
        if forget and self.stage in (Stage.LOST, Stage.FAILED):
            self.stage = Stage.DONE
        return events

    def _clearing(self, status: Status, now: int) -> list[PrinterEvent]:
        if not self._cleared:
            return []
        errors, waited = errors_in(status), now - self._since
        if errors:
            return self._fail(errors) if waited >= self._times.error_ms else []
        waits_for = _not_ready(status)
        if not waits_for:
            self.stage, self._before, self._may_send = Stage.SENDING, status, True
            return []
        return self._fail(waits_for) if waited >= self._times.ready_ms else []

    def _sending(self, status: Status, now: int) -> list[PrinterEvent]:
        if self._restarted(status):
            return self.lose("printer_restarted", forget=True)
        events = self._begun(status)
        failed = self._failed(status, now)
        if failed:
            return events + failed
        if not status.has(Flag.XOFF):
            self._may_send = True
        elif now - self._since >= self._times.ready_ms:
            events += self.lose("printer_takes_no_bytes")
        return events

    def _watching(self, status: Status, now: int) -> list[PrinterEvent]:
        if self._restarted(status):
            return self.lose("printer_restarted", forget=True)
        events = self._proof(status, now)
        if self.stage is not Stage.WATCHING:
            return events
        events += self._failed(status, now)
        if not self._ticket and status.has(Flag.BUSY):
            self._since = now  # a long report: only a printer that stands still is late
        if self.stage is Stage.WATCHING and now - self._since >= self._times.fact_ms:
            events += self.lose("not_confirmed_in_time")
        return events

    def _late(self, status: Status, now: int) -> list[PrinterEvent]:
        if self._before is None:  # no byte of it was ever sent
            self.stage = Stage.DONE
            return []
        if status.has(Flag.POWERED_UP):
            self.stage = Stage.DONE  # what a model keeps over a power cut is unknown: never believed
            return []
        return self._proof(status, now)

    def _proof(self, status: Status, now: int) -> list[PrinterEvent]:
        """What is proven of this job: begun, then validation printed (or a report complete)."""
        armed = self._changed
        events = self._begun(status)
        if not self._ticket:
            return events + (self._complete(now) if armed and _at_rest(status) else [])
        if not status.has(Flag.VALIDATION_DONE):
            return events
        if self._before is not None and not self._before.has(Flag.VALIDATION_DONE) and not armed:
            # it was clear right before the order and is set now: this order set it
            events, armed = [PrintBegun(self.number)], True
            self._changed = True
        if armed:
            self.stage = Stage.FEEDING
            events.append(ValidationPrinted(self.number))
        return events

    def _begun(self, status: Status) -> list[PrinterEvent]:
        was_set = self._before is not None and self._before.has(Flag.VALIDATION_DONE)
        seen = status.has(Flag.BUSY) or (self._ticket and was_set and not status.has(Flag.VALIDATION_DONE))
        if self._changed or not seen:
            return []
        self._changed = True
        return [PrintBegun(self.number)]

    def _failed(self, status: Status, now: int) -> list[PrinterEvent]:
        errors = errors_in(status)
        if not errors:
            self._error_since = None
            return []
        if self._error_since is None:
            self._error_since = now
        return self._fail(errors) if now - self._error_since >= self._times.error_ms else []

    def _fail(self, reason: str) -> list[PrinterEvent]:
        self.stage = Stage.FAILED
        return [PrintFailed(self.number, reason)]

    def _restarted(self, status: Status) -> bool:
        before = self._before
        return status.has(Flag.POWERED_UP) and (before is None or not before.has(Flag.POWERED_UP))

    def _feeding(self, status: Status, now: int) -> list[PrinterEvent]:
        return self._complete(now) if _at_rest(status) else []

    def _complete(self, now: int) -> list[PrinterEvent]:
        self.stage, self._since = Stage.IN_CHUTE, now
        return [PrintCompleted(self.number)]

    def _in_chute(self, status: Status, now: int) -> list[PrinterEvent]:
        if status.has(Flag.IN_CHUTE):
            self._chute_seen = True
            return []
        if not self._chute_seen and now - self._since < self._times.chute_ms:
            return []
        self.stage = Stage.DONE
        return [TicketTaken(self.number)]


def _at_rest(status: Status) -> bool:
    return status.has(Flag.TOP_OF_FORM) and not status.has(Flag.BUSY)


def _not_ready(status: Status) -> str:
    """What a new print still waits for, empty if nothing."""
    if status.has(Flag.IN_CHUTE):
        return "ticket_in_chute"
    if status.has(Flag.BUSY):
        return "busy"
    if not status.has(Flag.TOP_OF_FORM):
        return "not_top_of_form"
    return "takes_no_bytes" if status.has(Flag.XOFF) else ""
