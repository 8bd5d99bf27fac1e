"""The twin of a TCL ticket printer: its wire, its physics and its faults.

Personality: answers ^S with 29 bytes; takes ^P, ^C, ^f, ^r and ^j without a word. Physics: the paper starts
to move when a whole ^P was read, the validation number is on it after `validation_ms`, it is cut and hangs in
the chute after `feed_ms`, and stays there until somebody takes it. Paper lies in paper_path.

Faults ({"fault": name, "on": true, …}): head_open, paper_jam, cutter, system_error, head_error, voltage,
temperature, memory, offline, index_mark hold as long as they are on; mute (hears, says nothing), deaf (takes
no byte in), echo, noise (one wrong bit an answer), late_ok (ms: validation-done comes so long after ^P),
no_validation, power_loss (bytes: of the print order read; bytes_percent; or print_percent: of the print).

Decides when a fact becomes physical. Refuses to know the machine, and to print what it was not asked to.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from drivers.emulators.paper_path import PaperPath
from drivers.emulators.world import Shelf
from drivers.printers.tcl_document import voucher_fields
from drivers.printers.tcl_job import CONDITIONS
from drivers.printers.tcl_wire import Flag, Status, unescape, write_status

_LEVELS = {
    "head_open": Flag.HEAD_UP,
    "paper_jam": Flag.PAPER_JAM,
    "cutter": Flag.CUTTER,
    "system_error": Flag.SYSTEM_ERROR,
    "head_error": Flag.HEAD_ERROR,
    "voltage": Flag.VOLTAGE,
    "temperature": Flag.TEMPERATURE,
    "memory": Flag.JOB_MEMORY,
    "offline": Flag.OFFLINE,
    "index_mark": Flag.INDEX_MARK,
}
_SWITCHES = ("mute", "deaf", "echo", "noise", "late_ok", "no_validation", "power_loss")
_LETTERS = (b"^S|^", b"^C|^", b"^r|^", b"^f|I|^", b"^j|^", b"^P|")
_LATCHED = frozenset(CONDITIONS) - frozenset(_LEVELS.values()) - {Flag.PAPER_OUT}


@dataclass(frozen=True, slots=True)
class TclTwinOptions:
    """Milliseconds, bytes, tickets. *validation_after_power*: what validation-done says after power-up, "kept",
    "cleared" or "set": models differ and no maker says. *roll*: a full roll; *low_at*: the low sensor's place."""

    firmware: str = "GENTWIN10"
    boot_ms: int = 2000
    validation_ms: int = 900
    feed_ms: int = 2000
    line_ms: int = 20
    buffer_bytes: int = 4096
    roll: int = 1000
    low_at: int = 20
    validation_after_power: str = "kept"


@dataclass(slots=True)
class _Electronics:
    """What is gone with the power. *steps*: what the physics does next, and when."""

    flags: set[Flag] = field(default_factory=lambda: {Flag.POWERED_UP, Flag.TOP_OF_FORM})
    inbox: bytearray = field(default_factory=bytearray)
    outbox: bytearray = field(default_factory=bytearray)
    journal: list[str] = field(default_factory=list)
    steps: list[tuple[int, Callable[[], None]]] = field(default_factory=list)


class TclTwin:
    """A `drivers.device.Twin` of one printer on *shelf*; *seed* makes its noise."""

    def __init__(self, shelf: Shelf, options: TclTwinOptions | None = None, seed: int = 0) -> None:
        self._options = options or TclTwinOptions()
        self._shelf = shelf
        self._random = random.Random(seed)
        self._faults: dict[str, dict[str, Any]] = {}
        self._powered = True
        self._ready_at = 0
        self._now = 0
        shelf.data.setdefault("validation_done", False)
        self._paper = PaperPath(shelf, self._options.roll, self._options.low_at)
        self._electronics = self._started()

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        for value in data:
            if not self._awake(now) or "deaf" in self._faults:
                return
            self._read(value)

    def pull(self, now: int) -> bytes:
        self._advance(now)
        out = bytearray(self._electronics.outbox)
        self._electronics.outbox.clear()
        if not out or "mute" in self._faults or not self._awake(now):
            return b""
        if "noise" in self._faults:
            out[self._random.randrange(len(out))] ^= 1 << self._random.randrange(8)
        return bytes(out)

    def wake_at(self) -> int | None:
        if self._electronics.outbox:
            return self._now
        return self._electronics.steps[0][0] if self._electronics.steps else None

    def power_up(self, now: int) -> None:
        """The mains come back: the paper in the path is fed out and cut, nothing is printed again."""
        self._advance(now)
        self._powered = True
        self._ready_at = now + self._options.boot_ms
        self._paper.clear()
        self._electronics = self._started()

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        match what:
            case {"take_ticket": True}:
                return self._paper.take()
            case {"paper": "out" | "low" | "full" as level}:
                if level == "out":
                    self._stop_paper()
                return self._paper.load(level)
            case {"power": "off"}:
                self._cut_power()
                return {"power": "off"}
            case {"power": "on"}:
                self.power_up(now)
                return {"power": "on"}
            case {"fault": str(name), **rest} if name in _LEVELS or name in _SWITCHES:
                return self._fault(name, rest)
            case _:
                return {"error": "unknown act"}

    def status(self) -> dict[str, Any]:
        if not self._powered:
            position = "off"
        elif self._paper.moving:
            position = "printing"
        else:
            position = "in_chute" if self._paper.in_chute else "idle"
        return {**self._paper.status(), "position": position, "powered": self._powered, "faults": sorted(self._faults)}

    # -- the wire -----------------------------------------------------------------------------------

    def _read(self, value: int) -> None:
        electronics = self._electronics
        if "echo" in self._faults:
            electronics.outbox.append(value)
            return
        inbox = electronics.inbox
        inbox.append(value)
        if self._cut_by_bytes(inbox):
            return
        if inbox == b"\x05":
            inbox.clear()
            self._answer()
        elif inbox.endswith(b"|^"):
            order = bytes(inbox)
            inbox.clear()
            self._take(order)
        elif len(inbox) > self._options.buffer_bytes:
            inbox.clear()
            electronics.flags.add(Flag.BUFFER_OVERFLOW)

    def _take(self, order: bytes) -> None:
        start = max(order.rfind(letter) for letter in _LETTERS)
        if start < 0:
            self._electronics.flags.add(Flag.COMMAND_ERROR)
            return
        if Flag.JOURNAL_MODE in self._electronics.flags:
            self._electronics.journal += order[:start].decode("latin-1").split("\r\n")[:-1]
        self._obey(order[start:])

    def _obey(self, order: bytes) -> None:
        flags = self._electronics.flags
        match order[1:2]:
            case b"S":
                self._answer()
            case b"C":
                flags -= _LATCHED | {Flag.POWERED_UP}
            case b"r":
                self.power_up(self._now)
            case b"j":
                flags.add(Flag.JOURNAL_MODE)
            case b"f":
                self._print_journal()
            case _:
                self._print_ticket(order)

    def _answer(self) -> None:
        flags = self._electronics.flags | {_LEVELS[name] for name in self._faults if name in _LEVELS}
        sensors = {
            Flag.PAPER_OUT: self._paper.out,
            Flag.PAPER_LOW: self._paper.low,
            Flag.IN_CHUTE: self._paper.in_chute,
        }
        flags |= {flag for flag, on in sensors.items() if on}
        self._electronics.outbox += write_status(Status(self._options.firmware, frozenset(flags)))

    # -- printing -----------------------------------------------------------------------------------

    def _print_ticket(self, order: bytes) -> None:
        parts = [unescape(part) for part in order[:-2].decode("latin-1").split("|")]
        if len(parts) < 4 or parts[1:3] != ["0", "1"] or self._blocked():
            self._electronics.flags.add(Flag.COMMAND_ERROR)
            return
        fields = voucher_fields(tuple(parts[3:]))
        self._electronics.steps.clear()  # a confirmation still on its way is of the paper before
        self._shelf.data["validation_done"] = False
        self._electronics.flags.discard(Flag.VALIDATION_DONE)
        self._paper.start("ticket", fields.get("barcode", ""), fields.get("amount", ""), fields, [])
        options, late = self._options, self._faults.get("late_ok", {})
        self._after(options.validation_ms, self._print_number)
        self._after(max(options.validation_ms, int(late.get("ms", 0))), self._confirm)
        self._move(options.feed_ms)

    def _print_journal(self) -> None:
        lines = [unescape(line) for line in self._electronics.journal]
        self._electronics.journal.clear()
        self._electronics.flags.discard(Flag.JOURNAL_MODE)
        if self._blocked():
            self._electronics.flags.add(Flag.COMMAND_ERROR)
        elif lines:
            self._paper.start("journal", "", "", {}, lines)
            self._move(max(self._options.feed_ms, len(lines) * self._options.line_ms))

    def _blocked(self) -> bool:
        return self._paper.moving or self._paper.out or any(name in _LEVELS for name in self._faults)

    def _move(self, took_ms: int) -> None:
        self._electronics.flags.add(Flag.BUSY)
        self._electronics.flags.discard(Flag.TOP_OF_FORM)
        self._after(took_ms, self._finish)
        self._after(took_ms + 100, lambda: self._electronics.flags.add(Flag.TOP_OF_FORM))
        loss = self._faults.get("power_loss", {})
        if "print_percent" in loss:
            self._after(took_ms * int(loss["print_percent"]) // 100, self._cut_power)

    def _after(self, wait_ms: int, act: Callable[[], None]) -> None:
        self._electronics.steps.append((self._now + wait_ms, act))
        self._electronics.steps.sort(key=lambda step: step[0])

    def _advance(self, now: int) -> None:
        """Everything physical that is due by *now*, in its order."""
        while self._electronics.steps and self._electronics.steps[0][0] <= now:
            self._now, act = self._electronics.steps.pop(0)
            act()
        self._now = max(self._now, now)

    def _print_number(self) -> None:
        self._shelf.data["validation_done"] = True
        self._paper.print_number()

    def _confirm(self) -> None:
        if "no_validation" not in self._faults:
            self._electronics.flags.add(Flag.VALIDATION_DONE)

    def _finish(self) -> None:
        self._paper.finish()
        self._electronics.flags.discard(Flag.BUSY)

    def _stop_paper(self) -> None:
        """A fault stops the paper where it is; it never goes on by itself."""
        if self._paper.moving:
            self._electronics.steps.clear()
            self._paper.clear()
            self._electronics.flags.discard(Flag.BUSY)
            self._electronics.flags.add(Flag.TOP_OF_FORM)

    # -- faults and power ---------------------------------------------------------------------------

    def _fault(self, name: str, rest: dict[str, Any]) -> dict[str, Any]:
        on = bool(rest.get("on", True))
        if not on:
            self._faults.pop(name, None)
        else:
            self._faults[name] = {key: value for key, value in rest.items() if key != "on"}
            if name in _LEVELS:
                self._stop_paper()
        return {"fault": name, "on": on}

    def _awake(self, now: int) -> bool:
        return self._powered and now >= self._ready_at

    def _started(self) -> _Electronics:
        electronics = _Electronics()
        told = self._options.validation_after_power
        if told == "set" or (told == "kept" and self._shelf.data["validation_done"]):
            electronics.flags.add(Flag.VALIDATION_DONE)
        return electronics

    def _cut_by_bytes(self, inbox: bytearray) -> bool:
        """The plug is pulled after so many bytes of a print order, or a share (known only at its end)."""
        loss = self._faults.get("power_loss", {})
        by_count = "bytes" in loss and len(inbox) >= int(loss["bytes"])
        by_share = "bytes_percent" in loss and inbox.endswith(b"|^")
        if not inbox.startswith(b"^P") or not (by_count or by_share):
            return False
        self._cut_power()
        return True

    def _cut_power(self) -> None:
        self._faults.pop("power_loss", None)
        self._powered = False
        self._electronics = _Electronics()
