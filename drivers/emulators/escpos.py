"""The twin of an ESC/POS kiosk printer: it reads the commands, prints line by line, and confirms what it printed.

Personality: 10 04 n is answered at once, even in the middle of a picture; kiosk models answer 10 04 14; 1D 28 48
is answered when everything before it is on paper. Text is decoded by the page chosen last, which is forgotten with
the power. Physics: a line takes 30 ms, a barcode 200, a row of a picture 1, the cut 300. Paper that runs out or a
head that opens stops the print, the torn paper falls into the chute, and what is still in the buffer is printed on
the next paper when the cause is gone, unless the printer was told to forget it.

Faults ({"fault": name, "on": true, …}): head_open, cutter, system_error, temperature, voltage, memory, paper_jam,
offline hold as long as they are on; mute, deaf, echo, noise, no_confirm, late_ok (ms), power_loss (items: printed).
Decides what is on paper. Refuses to know what it is worth.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from drivers.emulators.escpos_reader import Item, OrderReader
from drivers.emulators.paper_path import PaperPath
from drivers.emulators.world import Shelf
from drivers.printers.escpos_wire import BITS, FULL_BITS, IN_CHUTE, MOTOR

_LEVELS = ("head_open", "cutter", "system_error", "temperature", "voltage", "memory", "paper_jam", "offline")
_SWITCHES = ("mute", "deaf", "echo", "noise", "no_confirm", "late_ok", "power_loss")


@dataclass(frozen=True, slots=True)
class EscPosTwinOptions:
    """Milliseconds, tickets. *kiosk*: has a presenter, a sensor at its output and the 10 04 14 answer."""

    kiosk: bool = False
    boot_ms: int = 1500
    line_ms: int = 30
    barcode_ms: int = 200
    row_ms: int = 1
    cut_ms: int = 300
    roll: int = 1000
    low_at: int = 20


@dataclass(slots=True)
class _Electronics:
    """What is gone with the power. *due*: when the first item of the queue is printed."""

    reader: OrderReader = field(default_factory=OrderReader)
    queue: deque[tuple[int, Callable[[], None]]] = field(default_factory=deque)
    due: int | None = None
    outbox: bytearray = field(default_factory=bytearray)
    later: list[tuple[int, bytes]] = field(default_factory=list)


class EscPosTwin:
    """A `drivers.device.Twin` of one printer on *shelf*; *seed* makes its noise."""

    def __init__(self, shelf: Shelf, options: EscPosTwinOptions | None = None, seed: int = 0) -> None:
        self._options = options or EscPosTwinOptions()
        self._random = random.Random(seed)
        self._faults: dict[str, dict[str, Any]] = {}
        self._paper = PaperPath(shelf, self._options.roll, self._options.low_at)
        self._powered = True
        self._ready_at = 0
        self._now = 0
        self._electronics = _Electronics()

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        if not self._powered or now < self._ready_at or "deaf" in self._faults:
            return
        if "echo" in self._faults:
            self._electronics.outbox += data
            return
        for item in self._electronics.reader.feed(data):
            self._take(item)

    def pull(self, now: int) -> bytes:
        self._advance(now)
        out = bytearray(self._electronics.outbox)
        self._electronics.outbox.clear()
        if not out or not self._powered or "mute" in self._faults:
            return b""
        if "noise" in self._faults:
            out[self._random.randrange(len(out))] ^= 1 << self._random.randrange(8)
        return bytes(out)

    def wake_at(self) -> int | None:
        electronics = self._electronics
        if electronics.outbox:
            return self._now
        wakes = [due for due, _ in electronics.later]
        if electronics.queue and electronics.due is not None and not self._stopped():
            wakes.append(electronics.due)
        return min(wakes, default=None)

    def power_up(self, now: int) -> None:
        """The mains come back: the buffer is empty, the page forgotten, the torn paper in the chute."""
        self._advance(now)
        self._powered = True
        self._ready_at = now + self._options.boot_ms
        self._electronics = _Electronics()
        self._paper.clear()

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        match what:
            case {"take_ticket": True}:
                return self._paper.take()
            case {"paper": "out" | "low" | "full" as level}:
                loaded = self._paper.load(level)
                self._tear()
                return loaded
            case {"power": "off"}:
                self._cut_power()
            case {"power": "on"}:
                self.power_up(now)
            case {"fault": str(name), **rest} if name in _LEVELS or name in _SWITCHES:
                self._fault(name, rest)
            case _:
                return {"error": "unknown act"}
        return dict(what)

    def status(self) -> dict[str, Any]:
        if not self._powered:
            position = "off"
        elif self._paper.moving:
            position = "printing"
        else:
            position = "in_chute" if self._paper.in_chute else "idle"
        return {**self._paper.status(), "position": position, "powered": self._powered, "faults": sorted(self._faults)}

    # -- orders -------------------------------------------------------------------------------------

    def _take(self, item: Item) -> None:
        options, name, value = self._options, item.name, item.value
        match name:
            case "ask":
                self._answer(value[0])
            case "forget":
                self._electronics.queue.clear()
                self._electronics.due = None
                self._paper.clear()
            case "line":
                self._print(options.line_ms, partial(self._line, item.text))
            case "barcode":
                self._print(options.barcode_ms, partial(self._number, item.text))
            case "picture":
                self._print(options.row_ms * int(item.text), partial(self._line, f"[picture {len(value)} bytes]"))
            case "cut":
                self._print(options.cut_ms, self._cut)
            case "confirm":
                self._print(0, partial(self._confirm, value))

    def _print(self, took_ms: int, act: Callable[[], None]) -> None:
        self._electronics.queue.append((took_ms, act))
        self._plan()

    def _answer(self, n: int) -> None:
        names = self._names()
        if n in BITS:
            self._electronics.outbox.append(0x12 | _bits(BITS[n], names))
        elif n == 0x14 and self._options.kiosk:
            self._electronics.outbox += b"\x10\x0f" + bytes(_bits(bits, names) for bits in FULL_BITS)

    def _names(self) -> set[str]:
        names = {name for name in _LEVELS if name in self._faults}
        if "paper_jam" in names and not self._options.kiosk:
            names.add("system_error")  # a plain printer has no bit for a jam
        if self._stopped():
            names.add("offline")
        if self._paper.low:
            names.add("paper_low")
        if self._paper.out:
            names.add("paper_out")
        if self._paper.in_chute:
            names.add(IN_CHUTE)
        if self._electronics.queue and not self._stopped():
            names.add(MOTOR)
        return names

    # -- the paper ----------------------------------------------------------------------------------

    def _stopped(self) -> bool:
        return self._paper.out or any(name in _LEVELS for name in self._faults)

    def _begin(self) -> None:
        if not self._paper.moving:
            self._paper.start("journal", "", "", {}, [])

    def _line(self, text: str) -> None:
        self._begin()
        self._paper.write(text)

    def _number(self, digits: str) -> None:
        self._begin()
        self._paper.write_number(digits)

    def _cut(self) -> None:
        if self._paper.moving:
            self._paper.finish()

    def _confirm(self, mark: bytes) -> None:
        if "no_confirm" in self._faults:
            return
        late = int(self._faults.get("late_ok", {}).get("ms", 0))
        self._electronics.later.append((self._now + late, b"\x37\x22" + mark + b"\x00"))

    def _plan(self) -> None:
        electronics = self._electronics
        if electronics.queue and electronics.due is None and not self._stopped():
            electronics.due = self._now + electronics.queue[0][0]

    def _advance(self, now: int) -> None:
        """Everything physical that is due by *now*, in its order."""
        electronics = self._electronics
        while electronics.queue and electronics.due is not None and electronics.due <= now and not self._stopped():
            self._now = electronics.due
            electronics.due = None
            electronics.queue.popleft()[1]()
            self._count_down()
            electronics = self._electronics
            self._plan()
        self._now = max(self._now, now)
        self._electronics.outbox += b"".join(said for due, said in self._electronics.later if due <= now)
        self._electronics.later = [(due, said) for due, said in self._electronics.later if due > now]

    def _count_down(self) -> None:
        loss = self._faults.get("power_loss")
        if loss is None:
            return
        loss["items"] = int(loss.get("items", 1)) - 1
        if loss["items"] <= 0:
            del self._faults["power_loss"]
            self._cut_power()

    def _tear(self) -> None:
        """The print stops: the torn paper falls out, the buffer waits."""
        if self._stopped():
            self._electronics.due = None
            self._paper.clear()
        else:
            self._plan()

    def _cut_power(self) -> None:
        self._powered = False
        self._electronics = _Electronics()

    def _fault(self, name: str, rest: dict[str, Any]) -> None:
        if rest.get("on", True):
            self._faults[name] = {key: value for key, value in rest.items() if key != "on"}
        else:
            self._faults.pop(name, None)
        self._tear()


def _bits(table: tuple[tuple[int, str], ...], names: set[str]) -> int:
    value = 0
    for mask, name in table:
        value |= mask if name in names else 0
    return value
