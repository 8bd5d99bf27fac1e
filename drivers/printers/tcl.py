"""TCL ticket printer (JCM/FutureLogic GEN2 and GEN5, Nanoptix PayCheck), host side.

    ^S|^                         asked every 500 ms, every 100 ms while printing
    *S|a|vvvvvvvvv|1|2|3|4|5|tt|*    the answer, 29 bytes (see tcl_wire)
    ^C|^  ^P|0|1|…|^             clear errors, print: never answered, so an ^S always follows

The answer has no checksum: it counts once the next one says the same. One question is out at a time; one
unanswered for 300 ms is given up. No answer for 3 s is the condition "silent" and LinkDown, and asking goes on.

Decides when to ask, when the link is up, and when an order may go out. Refuses to print anything twice, to
take silence for paper, and to know what an amount is. What an answer proves of a job stands in tcl_job.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.printer import ClearErrors, Print, PrinterConditions, PrinterTold, PrintFailed
from drivers.device import Event
from drivers.printers.letters import Refused
from drivers.printers.tcl_document import orders_of
from drivers.printers.tcl_job import CONDITIONS, JobTimes, TclJob
from drivers.printers.tcl_wire import ASK, CLEAR, AnswerReader, Flag, Status

_ORDER = (
    "paper_out",
    "paper_low",
    "head_open",
    "paper_jam",
    "offline",
    "system_error",
    "head_error",
    "voltage",
    "temperature",
    "cutter",
    "memory",
    "command_error",
    "ticket_in_chute",
)
_NOISE_BYTES = 8  # fewer are what a plug makes
_NOTICES = {Flag.PAPER_LOW: "paper_low", Flag.IN_CHUTE: "ticket_in_chute"}


@dataclass(frozen=True, slots=True)
class TclOptions:
    """Milliseconds and bytes. *silent_ms*: no answer for so long = link down. *buffer_bytes*: the longest order
    the printer takes at once. *template*: the voucher's template."""

    poll_ms: int = 500
    print_poll_ms: int = 100
    answer_ms: int = 300
    silent_ms: int = 3000
    buffer_bytes: int = 2048
    template: str = "0"
    times: JobTimes = field(default_factory=JobTimes)


class Tcl:
    """A `drivers.device.Driver` for one TCL printer."""

    def __init__(self, options: TclOptions | None = None) -> None:
        self._options = options or TclOptions()
        self._reader = AnswerReader()
        self._open = False
        self._up = False
        self._told_down = False
        self._told_wrong = False
        self._flags: frozenset[Flag] | None = None  # of the newest answer, to be said twice
        self._told: Status | None = None  # the newest answer that counted
        self._conditions: tuple[tuple[str, ...], str] | None = None
        self._heard_at = 0
        self._asked_at: int | None = None
        self._ask_at = 0
        self._clear = False
        self._job: TclJob | None = None
        self._earlier: TclJob | None = None  # heard on until the next job's first byte

    @property
    def discarded(self) -> int:
        """Bytes received so far that were part of no good answer."""
        return self._reader.discarded

    def opened(self, now: int) -> list[Event]:
        self._open = True
        self._up = self._told_down = self._told_wrong = False
        self._reader.forget()
        self._flags = self._told = self._asked_at = None
        self._heard_at = self._ask_at = now
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        was_open, self._open = self._open, False
        events = self._lose(reason, forget=True)
        return events + self._go_down(reason) if was_open else events

    def receive(self, data: bytes, now: int) -> list[Event]:
        events: list[Event] = []
        for status in self._reader.feed(data):
            events += self._heard(status, now)
        return events

    def order(self, what: Any, now: int) -> list[Event]:
        if isinstance(what, Print):
            return self._print(what, now)
        if not isinstance(what, ClearErrors):
            return [OrderRefused(type(what).__name__, "unknown_order")]
        if not self._up:
            return [OrderRefused("ClearErrors", "not_connected")]
        self._clear = True
        self._hurry(now)
        return []

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        if not self._open:
            return b"", []
        events = self._silence(now)
        if self._asked_at is not None and now - self._asked_at >= self._options.answer_ms:
            self._asked_at = None
        if self._asked_at is not None or now < self._ask_at:
            return b"", events
        out = self._due(now) + ASK
        self._asked_at = now
        self._ask_at = now + self._interval()
        return out, events

    def wake_at(self) -> int | None:
        if not self._open:
            return None
        return self._ask_at if self._asked_at is None else self._asked_at + self._options.answer_ms

    # -- orders -------------------------------------------------------------------------------------

    def _print(self, what: Print, now: int) -> list[Event]:
        if self._job is not None and self._job.under_way:
            return [OrderRefused("Print", f"job_{self._job.number}_under_way")]
        if not self._up:
            return [PrintFailed(what.job, "not_connected")]
        orders = orders_of(what.document, self._options.template, self._options.buffer_bytes)
        if isinstance(orders, Refused):
            return [PrintFailed(what.job, orders.reason)]
        ticket = what.document.kind == "cash_out"
        self._earlier, self._job = self._job, TclJob(what.job, orders, ticket, self._options.times, now)
        self._hurry(now)
        return []

    def _due(self, now: int) -> bytes:
        """What goes out before the next question."""
        wants_clear = self._up and self._job is not None and self._job.wants_clear()
        if self._clear or wants_clear:
            self._clear = False
            return CLEAR
        if not self._up or self._job is None:
            return b""
        out = self._job.take(now)
        if out:
            self._earlier = None  # from here on validation-done speaks of this job only
        return out

    def _hurry(self, now: int) -> None:
        self._ask_at = min(self._ask_at, now)

    def _interval(self) -> int:
        pressing = self._job is not None and self._job.pressing
        return self._options.print_poll_ms if pressing else self._options.poll_ms

    # -- answers ------------------------------------------------------------------------------------

    def _heard(self, status: Status, now: int) -> list[Event]:
        self._heard_at, self._asked_at = now, None
        if status.flags != self._flags:
            self._flags = status.flags
            self._ask_at = min(self._ask_at, now + self._options.print_poll_ms)
            return []
        self._ask_at = now + self._interval()
        events = self._known(status) + self._told_by(status)
        for job in (self._earlier, self._job):
            if job is not None:
                events += job.heard(status, now)
        if self._job is not None and self._job.has_bytes():
            self._ask_at = now
        return events

    def _known(self, status: Status) -> list[Event]:
        """Who answers, and what it told on coming back or after a restart of its own."""
        events: list[Event] = []
        if not self._up:
            self._up = True
            self._told_down = self._told_wrong = False
            self._reader.forget()
            events.append(LinkUp(model=f"TCL {status.firmware.strip()}"))
        told = _told(status)
        restarted = status.has(Flag.POWERED_UP) and self._told is not None and not self._told.has(Flag.POWERED_UP)
        # what no job of ours explains is told at every change: a print of before our start that ends, a ticket taken
        changed = self._told is not None and told != _told(self._told) and (self._job is None or self._job.done)
        if self._told is None or restarted or changed:
            events.append(told)
        self._told = status
        return events

    def _told_by(self, status: Status) -> list[Event]:
        holding = [flag for flag in Flag if (flag in CONDITIONS or flag in _NOTICES) and status.has(flag)]
        names = {CONDITIONS.get(flag) or _NOTICES[flag] for flag in holding}
        ordered = tuple(name for name in _ORDER if name in names)
        return self._condition(ordered, ",".join(flag.name.lower() for flag in holding))

    def _condition(self, names: tuple[str, ...], detail: str) -> list[Event]:
        if self._conditions == (names, detail):
            return []
        self._conditions = (names, detail)
        return [PrinterConditions(names, detail)]

    # -- silence ------------------------------------------------------------------------------------

    def _silence(self, now: int) -> list[Event]:
        if now - self._heard_at < self._options.silent_ms:
            return []
        if self._up:
            self._reader.forget()  # noise of better days says nothing of who is there now
        events = self._lose("silent", forget=False) + self._go_down("silent")
        noise = self._reader.noise
        if len(noise) >= _NOISE_BYTES and not self._told_wrong:
            self._told_wrong = True
            told = "echo" if ASK in noise else noise.decode("ascii", "backslashreplace")
            events.append(WrongDevice(told))
        return events

    def _lose(self, reason: str, forget: bool) -> list[Event]:
        events: list[Event] = []
        if self._job is not None:
            events += self._job.lose(reason, forget)
        return events

    def _go_down(self, reason: str) -> list[Event]:
        """The link is down: said once until it is up again."""
        self._up = False
        self._clear = False
        self._flags = self._told = None
        if self._told_down:
            return []
        self._told_down = True
        return [LinkDown(reason), *self._condition(("silent",), reason)]


def _told(status: Status) -> PrinterTold:
    """What it says of a print; validation-done after a power cut says nothing, for models differ in what they keep."""
    done = status.has(Flag.VALIDATION_DONE) and not status.has(Flag.POWERED_UP)
    return PrinterTold(status.has(Flag.BUSY), done, status.has(Flag.IN_CHUTE))
