"""ESC/POS kiosk printers (Custom VKP80, Epson TM, Pyramid, Citizen), host side.

    10 04 1 … 10 04 4   one byte each (see escpos_wire), a round every 500 ms, every 100 ms while printing
    10 04 14            instead on kiosk models: 10 0F and four bytes

One question is out at a time and given up after 300 ms. Nothing has a checksum: a round counts once the next says
the same, and a printer is known only by rounds in which nothing else was heard: among the words of another device
there are always bytes that look like an answer. No answer for 3 s is the condition "silent" and LinkDown: a printer
that does not answer is never "paper there". After a job that ended badly the next one starts with enough zeros to
end a picture cut off in its middle.

Decides when to ask and when an order may go out. Refuses to print anything twice and to take silence for paper.
What an answer proves of a job stands in escpos_job.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.printer import ClearErrors, Print, PrinterConditions, PrinterEvent, PrinterTold, PrintFailed
from drivers.device import Event
from drivers.printers.escpos_document import Paper, orders_of
from drivers.printers.escpos_job import EscPosJob
from drivers.printers.escpos_wire import (
    CLEAR,
    IN_CHUTE,
    MOTOR,
    Answer,
    AnswerReader,
    Confirmed,
    FullStatus,
    StatusByte,
    ask,
    names_in_full,
    names_of,
)
from drivers.printers.letters import Refused
from drivers.printers.tcl_job import JobTimes, Stage

_ORDER = (
    "paper_out",
    "paper_low",
    "head_open",
    "paper_jam",
    "offline",
    "system_error",
    "voltage",
    "temperature",
    "cutter",
    "memory",
    "command_error",
    "ticket_in_chute",
)
_FULL = 0x14
_NOISE_BYTES = 8  # fewer are what a plug makes
_RESYNC = bytes(1100)  # longer than the longest picture band


@dataclass(frozen=True, slots=True)
class EscPosOptions:
    """Milliseconds. *kiosk*: the model answers 10 04 14 and has a presenter whose output is watched."""

    kiosk: bool = False
    paper: Paper = field(default_factory=Paper)
    poll_ms: int = 500
    print_poll_ms: int = 100
    answer_ms: int = 300
    silent_ms: int = 3000
    times: JobTimes = field(default_factory=JobTimes)


class EscPos:
    """A `drivers.device.Driver` for one ESC/POS printer."""

    def __init__(self, options: EscPosOptions | None = None) -> None:
        self._options = options or EscPosOptions()
        self._questions = (_FULL,) if self._options.kiosk else (1, 2, 3, 4)
        self._reader = AnswerReader()
        self._open = self._up = self._told_down = self._told_wrong = False
        self._place = 0  # which question is next
        self._clean = True  # nothing but answers was heard in this round
        self._answers: dict[int, int] = {}
        self._said: frozenset[str] | None = None  # the newest whole round, to be said twice
        self._told: frozenset[str] | None = None  # the newest that counted
        self._conditions: tuple[str, ...] | None = None
        self._heard_at = self._ask_at = 0
        self._asked_at: int | None = None
        self._out = b""  # orders to go with the next question
        self._resync = False
        self._job: EscPosJob | None = None
        self._earlier: EscPosJob | None = None

    @property
    def discarded(self) -> int:
        """Bytes received so far that were part of no answer."""
        return self._reader.discarded

    def opened(self, now: int) -> list[Event]:
        self._open = True
        self._up = self._told_down = self._told_wrong = False
        self._reader.forget()
        self._forget()
        self._heard_at = self._ask_at = now
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        if not self._open:
            return []
        self._open = False
        return self._lose(reason) + self._go_down(reason)

    def receive(self, data: bytes, now: int) -> list[Event]:
        events: list[Event] = []
        discarded = self._reader.discarded
        answers = self._reader.feed(data)
        self._clean = self._clean and self._reader.discarded == discarded and len(answers) <= 1
        for answer in answers:
            if self._open:
                events += self._heard(answer, now)
        return events

    def order(self, what: Any, now: int) -> list[Event]:
        if isinstance(what, Print):
            return self._print(what, now)
        if not isinstance(what, ClearErrors):
            return [OrderRefused(type(what).__name__, "unknown_order")]
        if not self._up:
            return [OrderRefused("ClearErrors", "not_connected")]
        if self._job is not None and self._job.under_way and self._job.stage is not Stage.CLEARING:
            return [OrderRefused("ClearErrors", f"job_{self._job.number}_under_way")]  # it would tear the ticket
        self._out += CLEAR
        self._ask_at = min(self._ask_at, now)
        return []

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        if not self._open:
            return b"", []
        events = self._silence(now)
        if self._asked_at is not None and now - self._asked_at >= self._options.answer_ms:
            self._asked_at, self._place = None, 0
            self._answers.clear()
        if self._asked_at is not None or now < self._ask_at:
            return b"", events
        self._clean = self._clean or self._place == 0
        out = self._due(now) + ask(self._questions[self._place])
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
        orders = orders_of(what.document, what.job, self._options.paper)
        if isinstance(orders, Refused):
            return [PrintFailed(what.job, orders.reason)]
        self._earlier = self._job
        self._job = EscPosJob(
            what.job,
            orders,
            ticket=what.document.kind == "cash_out",
            confirms=self._options.paper.confirms,
            chute=self._options.kiosk,
            times=self._options.times,
            now=now,
        )
        self._ask_at = min(self._ask_at, now)
        return []

    def _due(self, now: int) -> bytes:
        """What goes out before the next question: only between rounds, so that a round is of one moment."""
        if not self._up or self._place:
            return b""
        out, self._out = self._out, b""
        if self._job is not None:
            if self._job.wants_forgetting:
                self._job.wants_forgetting, self._resync = False, True
                out += CLEAR
            order = self._job.take(now)
            if order:
                self._earlier = None
                out += (_RESYNC if self._resync else b"") + order
                self._resync = False
        return out

    def _interval(self) -> int:
        pressing = self._job is not None and self._job.pressing
        return self._options.print_poll_ms if pressing else self._options.poll_ms

    # -- answers ------------------------------------------------------------------------------------

    def _heard(self, answer: Answer, now: int) -> list[Event]:
        if self._up:
            self._heard_at = now
        match answer:
            case Confirmed(mark):
                events = self._to_jobs(lambda job: job.confirmed(mark, now))
                if self._job is not None and self._job.has_bytes():
                    self._ask_at = min(self._ask_at, now)
                return events
            case FullStatus(data) if self._options.kiosk:
                self._asked_at = None
                return self._round(names_in_full(data), now)
            case StatusByte(value) if not self._options.kiosk and self._asked_at is not None:
                return self._one(value, now)
            case _:
                return []

    def _one(self, value: int, now: int) -> list[Event]:
        """The answer to the one question that is out."""
        self._answers[self._questions[self._place]] = value
        self._asked_at = None
        self._place = (self._place + 1) % len(self._questions)
        if self._place:
            self._ask_at = now
            return []
        names = names_of(self._answers)
        self._answers.clear()
        return self._round(names, now)

    def _round(self, names: frozenset[str], now: int) -> list[Event]:
        if not self._up and not self._clean:
            self._said, self._ask_at = None, now + self._options.print_poll_ms
            return []
        self._heard_at = now
        if names != self._said:
            self._said = names
            self._ask_at = now + self._options.print_poll_ms
            return []
        self._ask_at = now + self._interval()
        events = self._known(names)
        self._told = names
        ordered = tuple(name for name in _ORDER if name in names)
        events += self._condition(ordered, "")
        events += self._to_jobs(lambda job: job.heard(names, now))
        if self._job is not None and (self._job.has_bytes() or self._job.wants_forgetting):
            self._ask_at = now
        return events

    def _to_jobs(self, tell: Callable[[EscPosJob], list[PrinterEvent]]) -> list[Event]:
        events: list[Event] = []
        for job in (self._earlier, self._job):
            if job is not None:
                events += tell(job)
        return events

    def _known(self, names: frozenset[str]) -> list[Event]:
        events: list[Event] = []
        if not self._up:
            self._up, self._told_down, self._told_wrong = True, False, False
            self._reader.forget()
            events.append(LinkUp(model="ESC/POS kiosk" if self._options.kiosk else "ESC/POS"))
        told = PrinterTold(MOTOR in names, False, IN_CHUTE in names)  # it keeps nothing of a number printed
        before = None if self._told is None else PrinterTold(MOTOR in self._told, False, IN_CHUTE in self._told)
        if before is None or (told != before and (self._job is None or self._job.done)):
            events.append(told)
        return events

    # -- silence ------------------------------------------------------------------------------------

    def _silence(self, now: int) -> list[Event]:
        if now - self._heard_at < self._options.silent_ms:
            return []
        if self._up:
            self._reader.forget()
        events = self._lose("silent") + self._go_down("silent")
        noise = self._reader.noise
        if len(noise) >= _NOISE_BYTES and not self._told_wrong:
            self._told_wrong = True
            echo = ask(self._questions[0]) in noise
            events.append(WrongDevice("echo" if echo else noise.decode("ascii", "backslashreplace")))
        return events

    def _lose(self, reason: str) -> list[Event]:
        events: list[Event] = []
        if self._job is not None:
            self._resync = self._resync or self._job.under_way
            events += self._job.lose(reason)
        return events

    def _forget(self) -> None:
        self._said = self._told = self._asked_at = None
        self._place, self._out = 0, b""
        self._answers.clear()

    def _go_down(self, reason: str) -> list[Event]:
        self._up = False
        self._said = self._told = None
        if self._told_down:
            return []
        self._told_down = True
        return [LinkDown(reason), *self._condition(("silent",), reason)]

    def _condition(self, names: tuple[str, ...], detail: str) -> list[Event]:
        if self._conditions == names:
            return []
        self._conditions = names
        return [PrinterConditions(names, detail)]
