"""One print job against an ESC/POS printer.

    CLEARING → SENDING → WATCHING → FEEDING → IN_CHUTE → DONE
                             ↘ LOST, FAILED (a late confirmation is still heard)

Models that confirm (1D 28 48) say marks of this very job: a piece of a long one printed, number printed, all
printed. A mark belongs to one job, so it is believed whenever it comes. Models that do not are watched: the motor
seen running and then seen at rest without an error is number and all printed at once. Where no sensor watches the
output, cut is given.

A printer that stopped keeps what it received and would print on when the paper is changed: with FAILED it is told
to forget it (`wants_forgetting`), for nothing may come out after the money went back.

Decides what an answer proves. Refuses to guess: silence and "no fact in time" are LOST. Knows no polling.
"""

from __future__ import annotations

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
from drivers.printers.escpos_document import marks_of
from drivers.printers.escpos_wire import IN_CHUTE, MOTOR
from drivers.printers.tcl_job import JobTimes, Stage

_NO_ERRORS = frozenset({MOTOR, IN_CHUTE, "paper_low"})


class EscPosJob:
    """The life of one order; *ticket*: it carries a number. *confirms* and *chute*: what the model has."""

    def __init__(
        self,
        number: int,
        orders: tuple[bytes, ...],
        ticket: bool,
        confirms: bool,
        chute: bool,
        times: JobTimes,
        now: int,
    ) -> None:
        self.number = number
        self.stage = Stage.CLEARING
        self.wants_forgetting = False
        self._orders = list(orders)
        self._ticket, self._confirms, self._chute = ticket, confirms, chute
        self._times = times
        self._since = now
        self._error_since: int | None = None
        self._may_send = False
        self._sent = False
        self._begun = False
        self._chute_seen = False
        self._printed, self._done, self._piece = marks_of(number)

    @property
    def under_way(self) -> bool:
        """Whether its outcome is still open."""
        return self.stage in (Stage.CLEARING, Stage.SENDING, Stage.WATCHING)

    @property
    def pressing(self) -> bool:
        """Whether the printer should be asked often."""
        return self.under_way or self.stage is Stage.FEEDING

    @property
    def done(self) -> bool:
        return self.stage is Stage.DONE

    def has_bytes(self) -> bool:
        return self.stage is Stage.SENDING and self._may_send

    def take(self, now: int) -> bytes:
        """The next order to send, empty if none may be sent now."""
        if not self.has_bytes():
            return b""
        self._may_send, self._sent, self._since = False, True, now
        order = self._orders.pop(0)
        if not self._orders:
            self.stage = Stage.WATCHING
        return order

    def heard(self, names: frozenset[str], now: int) -> list[PrinterEvent]:
        """What a whole answer of conditions proves."""
        match self.stage:
            case Stage.CLEARING:
                return self._clearing(names, now)
            case Stage.SENDING | Stage.WATCHING:
                return self._printing(names, now)
            case Stage.FEEDING:
                return [] if self._confirms or MOTOR in names else self._complete(now)
            case Stage.IN_CHUTE:
                return self._in_chute(names, now)
            case Stage.LOST | Stage.FAILED | Stage.DONE:
                return []
            case _:
                assert_never(self.stage)

    def confirmed(self, mark: bytes, now: int) -> list[PrinterEvent]:
        """A mark came back: everything before it is on the paper."""
        if not self._sent or self.stage in (Stage.CLEARING, Stage.IN_CHUTE, Stage.DONE):
            return []
        if mark == self._printed and self._ticket and self.stage is not Stage.FEEDING:
            return self._number_printed()
        if mark == self._piece and self.stage is Stage.SENDING:
            self._may_send, self._since = True, now
            return self._begin()
        if mark != self._done:
            return []
        before = self._number_printed() if self._ticket and self.stage is not Stage.FEEDING else self._begin()
        return [*before, *self._complete(now)]

    def lose(self, reason: str) -> list[PrinterEvent]:
        """Nobody can say any more what is on the paper."""
        if not self.under_way:
            return []
        self.stage = Stage.LOST
        return [PrintLost(self.number, reason)]

    def _clearing(self, names: frozenset[str], now: int) -> list[PrinterEvent]:
        errors, waited = _errors(names), now - self._since
        if errors:
            return self._fail(errors) if waited >= self._times.error_ms else []
        waits_for = "ticket_in_chute" if IN_CHUTE in names else "busy" if MOTOR in names else ""
        if not waits_for:
            self.stage, self._may_send = Stage.SENDING, True
            return []
        return self._fail(waits_for) if waited >= self._times.ready_ms else []

    def _printing(self, names: frozenset[str], now: int) -> list[PrinterEvent]:
        events = self._begin() if MOTOR in names else []
        errors = _errors(names)
        if errors and self._error_since is None:
            self._error_since = now
        if not errors:
            self._error_since = None
            self._may_send = self._may_send or not self._confirms
        elif self._error_since is not None and now - self._error_since >= self._times.error_ms:
            return events + self._fail(errors)
        if self.stage is Stage.SENDING:
            late = now - self._since >= self._times.fact_ms
            return [*events, *self.lose("takes_no_bytes")] if late else events
        at_rest = self._begun and not errors and MOTOR not in names
        if at_rest and not self._confirms:
            number = self._number_printed() if self._ticket else []
            return [*events, *number, *self._complete(now)]
        if MOTOR in names and not self._ticket:
            self._since = now  # a long report: only a printer that stands still is late
        if now - self._since >= self._times.fact_ms:
            events += self.lose("not_confirmed_in_time")
        return events

    def _begin(self) -> list[PrinterEvent]:
        if self._begun:
            return []
        self._begun = True
        return [PrintBegun(self.number)]

    def _number_printed(self) -> list[PrinterEvent]:
        self.stage = Stage.FEEDING
        return [*self._begin(), ValidationPrinted(self.number)]

    def _complete(self, now: int) -> list[PrinterEvent]:
        self.stage, self._since = Stage.IN_CHUTE, now
        return [PrintCompleted(self.number)]

    def _in_chute(self, names: frozenset[str], now: int) -> list[PrinterEvent]:
        if IN_CHUTE in names:
            self._chute_seen = True
            return []
        if self._chute and not self._chute_seen and now - self._since < self._times.chute_ms:
            return []
        self.stage = Stage.DONE
        return [TicketTaken(self.number)]

    def _fail(self, reason: str) -> list[PrinterEvent]:
        self.stage = Stage.FAILED
        self.wants_forgetting = self._sent
        return [PrintFailed(self.number, reason)]


def _errors(names: frozenset[str]) -> str:
    return ",".join(sorted(names - _NO_ERRORS))
