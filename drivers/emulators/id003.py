"""The twin of an ID-003 acceptor: the same wire from the other side, over the physics of AcceptorBody.

Answers every frame once, after a short seeded delay; never speaks unasked. It decides what a unit says in each
position, when it starts, and when it forgets its settings. Bench acts:

    {"insert_note": cents}  {"insert_ticket": "18 digits"}  {"pull_note": true}  {"power": "off"|"on"}
    {"cash_box": "out"|"in"}  {"reject_next": reason name}  {"fault": name, "on": bool}
    faults of the body: jam_acceptor jam_stacker stacker_full cheated failure pause
    faults of the line: mute echo corrupt_crc garbage; once: lose_ack lose_reply lose_order
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from drivers.acceptors.id003_frames import (
    REJECTS,
    TICKET_MARK,
    CurrencyRow,
    Frame,
    Host,
    Told,
    data_of,
    decode,
    hunter,
)
from drivers.emulators.acceptor_body import FAULTS, AcceptorBody, BodyTimes, Place
from drivers.emulators.world import Shelf

USD = tuple(CurrencyRow(0x61 + at, 0x01, base, 0) for at, base in enumerate((1, 2, 5, 10, 20, 50, 100)))
EUR = (
    CurrencyRow(0x61, 0x00, 0x00, 0),
    *(CurrencyRow(0x62 + at, 0xE0, base, exponent) for at, (base, exponent) in enumerate(
        ((5, 0), (10, 0), (20, 0), (50, 0), (10, 1), (20, 1), (50, 1))
    )),
)  # fmt: skip

LINE_FAULTS = ("mute", "echo", "corrupt_crc", "garbage", "lose_ack", "lose_reply", "lose_order")
_INHIBITED = 0x79
_WORD_LOST_MS = 60_000  # VEND VALID unacknowledged so long: the unit goes silent until a RESET

_CONDITIONS = {
    "jam_stacker": Told.JAM_IN_STACKER,
    "jam_acceptor": Told.JAM_IN_ACCEPTOR,
    "stacker_full": Told.STACKER_FULL,
    "failure": Told.FAILURE,
    "pause": Told.PAUSE,
    "cheated": Told.CHEATED,
}


@dataclass(frozen=True, slots=True)
class Id003TwinOptions:
    """*kept_power*: `power_up` finds the unit alive (only its host was away). *word_after_power*: a stacked and
    unacknowledged document is told again after a power cut. *word_after_stacker*: VEND VALID comes when a start
    finishes stacking. *appends_value*: VEND VALID carries the denomination."""

    table: tuple[CurrencyRow, ...] = USD
    decimals: int = 2
    times: BodyTimes = field(default_factory=BodyTimes)
    kept_power: bool = False
    word_after_power: bool = False
    word_after_stacker: bool = True
    appends_value: bool = False
    boot_ms: int = 1000
    start_ms: int = 800  # INITIALIZE after RESET before the unit goes to DISABLE by itself
    reply_ms: int = 10
    version: str = "i(USA)100-SS ID003-05V280-42 01AUG17 964D"
    serial: str = "231000760443"


class Id003Twin:
    """One emulated unit; see drivers.device.Twin."""

    def __init__(self, shelf: Shelf, options: Id003TwinOptions, seed: int) -> None:
        self._options = options
        self._body = AcceptorBody(shelf, options.times)
        self._random = random.Random(seed)
        self._hunter = hunter()
        self._out: deque[tuple[int, bytes]] = deque()
        self._line_faults: set[str] = set()
        self._reject_next = 0
        self._on = False
        self._awake_at = 0  # silent while it boots
        self._start: Told | None = None  # what it says until RESET
        self._initializing_until: int | None = None
        self._polled_at = 0
        self._stacked_at = 0
        self._announce_stacked = False
        self._forget_settings()

    def _forget_settings(self) -> None:
        self._settings: dict[int, bytes] = {Host.INHIBIT: b"\x01", Host.DISABLE: b"\x00\x00", Host.BAR_INHIBIT: b"\x00"}

    # -- power --------------------------------------------------------------------------------------------

    def power_up(self, now: int) -> None:
        self._on, self._polled_at = True, now
        self._out.clear()
        self._hunter.clear()
        if self._options.kept_power:
            self._body.resume(now)
            self._settings.update({int(code): bytes(data) for code, data in self._ram()})
            return
        self._cold_start(now)

    def _ram(self) -> list[tuple[str, list[int]]]:
        return list(self._body.data.get("ram", {}).items())

    def _cold_start(self, now: int) -> None:
        self._awake_at = now + self._options.boot_ms
        self._initializing_until = None
        self._announce_stacked = False
        self._forget_settings()
        self._body.halt()
        match self._body.place:
            case Place.IDLE:
                self._start = Told.POWER_UP
            case Place.STACKING:
                self._start = Told.POWER_UP_IN_STACKER
            case Place.STACKED:
                self._start = None if self._options.word_after_power else Told.POWER_UP
                self._stacked_at = now
                if self._start is not None:
                    self._body.forget_word()
            case _:
                self._start = Told.POWER_UP_IN_ACCEPTOR

    def _power_off(self) -> None:
        self._on = False
        self._out.clear()
        self._body.halt()

    # -- the wire -----------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        if not self._on or now < self._awake_at:
            return
        if "echo" in self._line_faults:
            self._out.append((now + self._options.reply_ms, data))
            return
        for raw in self._hunter.feed(data):
            self._polled_at = now
            answer = self._answer(decode(raw), now)
            if answer is not None:
                self._say(answer, now)

    def _say(self, answer: Frame, now: int) -> None:
        if "mute" in self._line_faults or self._once("lose_reply"):
            return
        data = answer.encode()
        if "corrupt_crc" in self._line_faults:
            data = data[:-1] + bytes((data[-1] ^ 0x55,))
        if "garbage" in self._line_faults:
            data = bytes(self._random.randrange(256) for _ in range(12))
        delay = self._options.reply_ms
        self._out.append((now + (self._random.randint(delay // 2, delay) if delay else 0), data))

    def _once(self, fault: str) -> bool:
        present = fault in self._line_faults
        self._line_faults.discard(fault)
        return present

    def pull(self, now: int) -> bytes:
        self._advance(now)
        data = bytearray()
        while self._out and self._out[0][0] <= now:
            data += self._out.popleft()[1]
        return bytes(data)

    def wake_at(self) -> int | None:
        times = [self._out[0][0]] if self._out else []
        if self._on and (moves := self._body.wake_at()) is not None:
            times.append(moves)
            if self._body.place is Place.ESCROW:
                times.append(self._polled_at + self._options.times.unpolled_ms)
        return min(times, default=None)

    # -- what it answers ----------------------------------------------------------------------------------

    def _answer(self, frame: Frame, now: int) -> Frame | None:
        silent = self._body.place is Place.STACKED and now - self._stacked_at > _WORD_LOST_MS
        match frame.code:
            case Host.RESET:
                return self._reset(now)
            case _ if silent:
                return None
            case Host.STATUS:
                return self._status(now)
            case Host.ACK:
                self._acknowledged(now)
                return None
            case Host.STACK_1 | Host.STACK_2 | Host.RETURN | Host.HOLD if self._once("lose_order"):
                return None
            case Host.STACK_1 | Host.STACK_2 | Host.RETURN | Host.HOLD:
                return Frame(Told.ACK if self._operate(frame.code, now) else Told.INVALID_COMMAND)
            case Host.VERSION:
                return Frame(Host.VERSION, self._options.version.encode("ascii"))
            case Host.SERIAL:
                return Frame(Host.SERIAL, self._options.serial.encode("ascii"))
            case Host.CURRENCY:
                return Frame(Host.CURRENCY, data_of(self._options.table))
            case code if Host.DISABLE <= code <= Host.BAR_INHIBIT and frame.data:
                return self._set(frame)
            case code if code + 0x40 in self._settings:
                return Frame(code, self._settings[code + 0x40])
            case _:
                return Frame(Told.INVALID_COMMAND)

    def _reset(self, now: int) -> Frame:
        start, self._start = self._start, None
        self._forget_settings()
        place = self._body.place
        if start is Told.POWER_UP_IN_STACKER or place is Place.STACKING:
            self._body.finish_stacking(now)
        elif place is Place.STACKED:
            self._body.forget_word()
        elif not self._body.give_back(0, now) and start is not None:
            self._body.resume(now)  # what stood still since the power went moves on
        self._initializing_until = now + self._options.start_ms
        return Frame(Told.ACK)

    def _acknowledged(self, now: int) -> None:
        if self._body.place is not Place.STACKED or self._once("lose_ack"):
            return
        self._body.acknowledged()
        self._announce_stacked = self._initializing_until is None

    def _operate(self, operation: int, now: int) -> bool:
        if self._start is not None:
            return False
        match operation:
            case Host.RETURN:
                return self._body.place is not Place.LIFTING and self._body.give_back(0, now)
            case Host.HOLD:
                return self._body.hold(now)
            case _:
                return not self._body.blocked and self._body.stack(now)

    def _set(self, frame: Frame) -> Frame:
        if self._start is not None:
            return Frame(Told.INVALID_COMMAND)
        self._settings[frame.code] = frame.data
        if frame.code == Host.INHIBIT:
            self._initializing_until = None
        # kept for `kept_power` only, and no physical act: written with the next one
        self._body.data["ram"] = {str(code): list(data) for code, data in self._settings.items()}
        return frame

    def _status(self, now: int) -> Frame:
        if self._start is not None:
            return Frame(self._start)
        condition = self._condition()
        if condition is not None:
            return condition
        match self._body.place:
            case Place.ENTERING:
                return Frame(Told.ACCEPTING)
            case Place.ESCROW:
                return Frame(Told.ESCROW, self._mark())
            case Place.LIFTING | Place.STACKING:
                return Frame(Told.STACKING)
            case Place.STACKED:
                return Frame(Told.VEND_VALID, self._mark() if self._options.appends_value else b"")
            case Place.RETURNING if self._body.reason:
                return Frame(Told.REJECTING, bytes((self._body.reason,)))
            case Place.RETURNING:
                return Frame(Told.RETURNING)
            case _:
                return self._idle(now)

    def _idle(self, now: int) -> Frame:
        if self._announce_stacked:
            self._announce_stacked = False
            return Frame(Told.STACKED)
        if self._initializing_until is not None:
            if now < self._initializing_until:
                return Frame(Told.INITIALIZE)
            return Frame(Told.DISABLED)
        return Frame(Told.IDLING if self._open() else Told.DISABLED)

    def _condition(self) -> Frame | None:
        if self._body.data["box_out"]:
            return Frame(Told.STACKER_OPEN)
        for fault, told in _CONDITIONS.items():
            if self._body.has(fault):
                return Frame(told, b"\xa2" if told is Told.FAILURE else b"")
        return None

    def _mark(self) -> bytes:
        document = self._body.held or self._body.data["unacknowledged"]
        if document is None:
            return b""
        if "ticket" in document:
            return bytes((TICKET_MARK,)) + str(document["ticket"]).encode("ascii")
        return bytes((self._code(document["value"]),))

    def _code(self, cents: int) -> int:
        rows = self._options.table
        return next((row.code for row in rows if row.cents(self._options.decimals) == cents), 0)

    def _open(self) -> bool:
        shut = self._settings[Host.DISABLE] == b"\xff\xff"
        return self._settings[Host.INHIBIT] == b"\x00" and not shut

    # -- time ---------------------------------------------------------------------------------------------

    def _advance(self, now: int) -> None:
        if not self._on:
            return
        before = self._body.place
        if before is Place.ESCROW and now - self._polled_at >= self._options.times.unpolled_ms:
            self._body.give_back(0, now)
        self._body.advance(now, _INHIBITED)
        if self._body.place is Place.ESCROW and before is not Place.ESCROW:
            self._polled_at = now  # the unit waits for a poll from here on
        if self._body.place is Place.STACKED and before is not Place.STACKED:
            self._stacked_at = now
            if self._initializing_until is not None and not self._options.word_after_stacker:
                self._body.forget_word()

    # -- the bench ----------------------------------------------------------------------------------------

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        match what:
            case {"insert_note": int(cents)}:
                return self._insert({"value": cents}, now)
            case {"insert_ticket": str(digits)}:
                return self._insert({"ticket": digits}, now)
            case {"pull_note": _}:
                return {"pulled": self._body.pull(now)}
            case {"power": "off"}:
                self._power_off()
            case {"power": "on"}:
                self._on = True
                self._polled_at = now
                self._cold_start(now)
            case {"cash_box": "out" | "in" as where}:
                self._cash_box(where == "out", now)
            case {"reject_next": str(reason)}:
                self._reject_next = next((code for code, name in REJECTS.items() if name == reason), 0x71)
            case {"fault": str(name), "on": bool(on)} if name in FAULTS:
                self._body.fault(name, on)
            case {"fault": str(name), "on": bool(on)} if name in LINE_FAULTS:
                (self._line_faults.add if on else self._line_faults.discard)(name)
            case _:
                return {"error": f"an acceptor cannot {what}"}
        return {"done": True}

    def _cash_box(self, out: bool, now: int) -> None:
        self._body.box(out)
        if not out and self._on and self._start is None:
            self._forget_settings()
            self._initializing_until = now + self._options.start_ms

    def _insert(self, document: dict[str, Any], now: int) -> dict[str, Any]:
        if not self._on or now < self._awake_at or self._start is not None:
            return {"taken": False, "reason": "off"}
        if self._body.place is not Place.IDLE:
            return {"taken": False, "reason": "busy"}
        if self._condition() is not None:
            return {"taken": False, "reason": "fault"}
        if self._initializing_until is not None or not self._open():
            return {"taken": False, "reason": "inhibited"}
        refusal, self._reject_next = self._reject_next or self._refusal(document), 0
        self._body.insert(document, refusal, now)
        return {"taken": True}

    def _refusal(self, document: dict[str, Any]) -> int:
        shut = self._settings[Host.BAR_INHIBIT][0] & 0x03
        if "ticket" in document:
            if Host.BARCODE not in self._settings:
                return 0x91
            if len(str(document["ticket"])) != self._settings[Host.BARCODE][-1]:
                return 0x93
            return _INHIBITED if shut & 2 else 0
        code = self._code(document["value"])
        if not code:
            return 0x76
        disabled = int.from_bytes(self._settings[Host.DISABLE], "little") >> (code - 0x61) & 1
        return _INHIBITED if disabled or shut & 1 else 0

    def status(self) -> dict[str, Any]:
        told = self._body.status()
        told["power"] = self._on
        told["faults"] = told["faults"] + sorted(self._line_faults)
        told["enabled"] = self._on and self._start is None and self._open()
        return told
