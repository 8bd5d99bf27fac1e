"""The twin of an ID-003 acceptor: the same wire from the other side, over the physics of AcceptorBody.

Answers every frame once, after a short seeded delay; never speaks unasked. It decides what a unit says in each
position, when it starts, and when it forgets its settings. Acts of the bench: see acceptor_twin.
"""

from __future__ import annotations

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
from drivers.emulators.acceptor_body import BodyTimes, Document, Place
from drivers.emulators.acceptor_twin import AcceptorTwin, TwinLine
from drivers.emulators.world import Shelf

USD = tuple(CurrencyRow(0x61 + at, 0x01, base, 0) for at, base in enumerate((1, 2, 5, 10, 20, 50, 100)))
EUR = (
    CurrencyRow(0x61, 0x00, 0x00, 0),
    *(CurrencyRow(0x62 + at, 0xE0, base, exponent) for at, (base, exponent) in enumerate(
        ((5, 0), (10, 0), (20, 0), (50, 0), (10, 1), (20, 1), (50, 1))
    )),
)  # fmt: skip


_INHIBITED = 0x79
_WORD_LOST_MS = 60_000  # VEND VALID unacknowledged so long: the unit goes silent until a RESET

_CONDITIONS = {
    "jam_stacker": Told.JAM_IN_STACKER,
    "jam_acceptor": Told.JAM_IN_ACCEPTOR,
    "stacker_full": Told.STACKER_FULL,
    "failure": Told.FAILURE,
    "pause": Told.PAUSE,
    "cheated": Told.CHEATED,
    "communication": Told.COMMUNICATION_ERROR,
}


def table_for(country: int, values_cents: tuple[int, ...], decimals: int) -> tuple[CurrencyRow, ...]:
    """A note table for notes of these values, in the unit's own form: a binary base and a power of ten."""
    rows = []
    for at, cents in enumerate(values_cents):
        base, exponent = cents // 10**decimals, 0
        while base % 10 == 0 and base > 50:
            base, exponent = base // 10, exponent + 1
        assert 0 < base < 256, f"no such note: {cents}"
        rows.append(CurrencyRow(0x61 + at, country, base, exponent))
    return tuple(rows)


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


class Id003Twin(AcceptorTwin):
    """One emulated unit; see drivers.device.Twin."""

    def __init__(self, shelf: Shelf, options: Id003TwinOptions, seed: int) -> None:
        line = TwinLine(options.reply_ms, seed)
        super().__init__(shelf, options.times, options.kept_power, options.boot_ms, line)
        self._options = options
        self._hunter = hunter()
        self._start: Told | None = None  # what it says until RESET
        self._initializing_until: int | None = None
        self._stacked_at = 0
        self._told_at = -1  # when the host first heard that the newest document is stacked
        self._announce_stacked = False
        self._forget_settings()

    def _forget_settings(self) -> None:
        self._settings: dict[int, bytes] = {Host.INHIBIT: b"\x01", Host.DISABLE: b"\x00\x00", Host.BAR_INHIBIT: b"\x00"}

    def status(self) -> dict[str, Any]:
        """As every acceptor's; *stacked_told_ms*: when the host first heard that the newest document is stacked."""
        return {**super().status(), "stacked_told_ms": self._told_at}

    # -- power and time -----------------------------------------------------------------------------------

    def _warm_start(self, now: int) -> None:
        self._stacked_at = now
        ram = self._body.data.get("ram", {})
        self._settings.update({int(code): bytes(data) for code, data in ram.items()})

    def _cold_start(self, now: int) -> None:
        self._hunter.clear()
        self._initializing_until = None
        self._announce_stacked = False
        self._forget_settings()
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

    def _moved(self, before: Place, now: int) -> None:
        if self._body.place is Place.STACKED and before is not Place.STACKED:
            self._stacked_at = now
            if self._initializing_until is not None and not self._options.word_after_stacker:
                self._body.forget_word()

    def _timed_out(self) -> int:
        return _INHIBITED

    def _hear(self, data: bytes, now: int) -> None:
        for raw in self._hunter.feed(data):
            self._polled_at = now
            answer = self._answer(decode(raw), now)
            if answer is not None:
                self._line.say(answer.encode(), now)

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
            case Host.STACK_1 | Host.STACK_2 | Host.RETURN | Host.HOLD if self._line.once("lose_order"):
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
        if self._body.place is not Place.STACKED or self._line.once("lose_ack"):
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
                if self._told_at < self._stacked_at:
                    self._told_at = now
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

    # -- the mouth ----------------------------------------------------------------------------------------

    def _shut(self) -> str:
        if self._start is not None:
            return "off"
        return "" if self._initializing_until is None and self._open() else "inhibited"

    def _box_back(self, now: int) -> None:
        if self._start is None:
            self._forget_settings()
            self._initializing_until = now + self._options.start_ms

    def _refusal(self, document: Document, reject: str) -> int:
        if reject:
            return next((code for code, name in REJECTS.items() if name == reject), 0x71)
        shut = self._settings[Host.BAR_INHIBIT][0] & 0x03
        if "ticket" in document:
            return self._ticket_refusal(document, bool(shut & 2))
        code = self._code(document["value"])
        if not code:
            return 0x76
        disabled = int.from_bytes(self._settings[Host.DISABLE], "little") >> (code - 0x61) & 1
        return _INHIBITED if disabled or shut & 1 else 0

    def _ticket_refusal(self, document: Document, shut: bool) -> int:
        if Host.BARCODE not in self._settings:
            return 0x91
        if len(str(document["ticket"])) != self._settings[Host.BARCODE][-1]:
            return 0x93
        return _INHIBITED if shut else 0
