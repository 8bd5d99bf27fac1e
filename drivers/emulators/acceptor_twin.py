"""What every emulated note acceptor shares: power, the line with its faults, and the acts of the bench.

A protocol's twin adds what it says. Decides when bytes leave and what a hand can do; knows no frame. Bench acts:

    {"insert_note": cents}  {"insert_ticket": "18 digits"}  {"pull_note": true}  {"power": "off"|"on"}
    {"cash_box": "out"|"in"}  {"reject_next": reason name}  {"fault": name, "on": bool}
    faults of the body: jam_acceptor jam_stacker stacker_full cheated failure pause communication (told by id003)
    faults of the line: mute echo corrupt_crc garbage; once: lose_ack lose_reply lose_order
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections import deque
from typing import Any

from drivers.emulators.acceptor_body import FAULTS, AcceptorBody, BodyTimes, Document, Place
from drivers.emulators.world import Shelf

LINE_FAULTS = ("mute", "echo", "corrupt_crc", "garbage", "lose_ack", "lose_reply", "lose_order")


class TwinLine:
    """Bytes on their way out, a little late, and the faults of the line."""

    def __init__(self, reply_ms: int, seed: int) -> None:
        self._reply_ms, self._random = reply_ms, random.Random(seed)
        self._out: deque[tuple[int, bytes]] = deque()
        self.faults: set[str] = set()

    def once(self, fault: str) -> bool:
        """Whether a fault is set that happens once; it is used up."""
        present = fault in self.faults
        self.faults.discard(fault)
        return present

    def say(self, data: bytes, now: int) -> None:
        """Let an answer out, unless a fault of the line spoils it."""
        if "mute" in self.faults or self.once("lose_reply"):
            return
        if "corrupt_crc" in self.faults:
            data = data[:-1] + bytes((data[-1] ^ 0x55,))
        if "garbage" in self.faults:
            data = bytes(self._random.randrange(256) for _ in range(12))
        delay = self._random.randint(self._reply_ms // 2, self._reply_ms) if self._reply_ms else 0
        self._out.append((now + delay, data))

    def echo(self, data: bytes, now: int) -> None:
        self._out.append((now + self._reply_ms, data))

    def pull(self, now: int) -> bytes:
        data = bytearray()
        while self._out and self._out[0][0] <= now:
            data += self._out.popleft()[1]
        return bytes(data)

    def wake_at(self) -> int | None:
        return self._out[0][0] if self._out else None

    def clear(self) -> None:
        self._out.clear()


class AcceptorTwin(ABC):
    """One emulated unit; see drivers.device.Twin."""

    def __init__(self, shelf: Shelf, times: BodyTimes, kept_power: bool, boot_ms: int, line: TwinLine) -> None:
        self._body = AcceptorBody(shelf, times)
        self._line, self._times = line, times
        self._kept_power, self._boot_ms = kept_power, boot_ms
        self._on = False
        self._awake_at = 0  # silent while it boots
        self._polled_at = 0
        self._reject_next = ""

    # -- a protocol's own ---------------------------------------------------------------------------------

    @abstractmethod
    def _cold_start(self, now: int) -> None:
        """The mains come back: forget everything but the document."""

    @abstractmethod
    def _warm_start(self, now: int) -> None:
        """The unit kept its power while its host was away: remember the rest from the shelf."""

    @abstractmethod
    def _hear(self, data: bytes, now: int) -> None:
        """Bytes came while the unit is awake."""

    @abstractmethod
    def _moved(self, before: Place, now: int) -> None:
        """Time passed; the document was at *before*."""

    @abstractmethod
    def _shut(self) -> str:
        """Why the mouth takes nothing now, empty = it is open."""

    @abstractmethod
    def _refusal(self, document: Document, reject: str) -> int:
        """The reason code for which *document* will be turned back, 0 = none; *reject*: the bench asks for one."""

    @abstractmethod
    def _timed_out(self) -> int:
        """The reason code of a document that nobody decided about."""

    @abstractmethod
    def _box_back(self, now: int) -> None:
        """The cash box was put back."""

    # -- power and time -----------------------------------------------------------------------------------

    def power_up(self, now: int) -> None:
        self._on, self._polled_at = True, now
        self._line.clear()
        if self._kept_power:
            self._body.resume(now)
            self._warm_start(now)
            return
        self._start_cold(now)

    def _start_cold(self, now: int) -> None:
        self._awake_at = now + self._boot_ms
        self._body.halt()
        self._cold_start(now)

    def _power_off(self) -> None:
        self._on = False
        self._line.clear()
        self._body.halt()

    def _advance(self, now: int) -> None:
        if not self._on:
            return
        before = self._body.place
        if before is Place.ESCROW and now - self._polled_at >= self._times.unpolled_ms:
            self._body.give_back(0, now)
        self._body.advance(now, self._timed_out())
        if self._body.place is Place.ESCROW and before is not Place.ESCROW:
            self._polled_at = now  # the unit waits for a poll from here on
        self._moved(before, now)

    # -- the wire -----------------------------------------------------------------------------------------

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        if not self._on or now < self._awake_at:
            return
        if "echo" in self._line.faults:
            self._line.echo(data, now)
            return
        self._hear(data, now)

    def pull(self, now: int) -> bytes:
        self._advance(now)
        return self._line.pull(now)

    def wake_at(self) -> int | None:
        times = [self._line.wake_at()]
        if self._on:
            times.append(self._body.wake_at())
            if self._body.place is Place.ESCROW:
                times.append(self._polled_at + self._times.unpolled_ms)
        return min((at for at in times if at is not None), default=None)

    # -- the bench ----------------------------------------------------------------------------------------

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        match what:
            case {"insert_note": int(cents)}:
                return self._insert({"value": cents}, now)
            case {"insert_ticket": str(digits)}:
                return self._insert({"ticket": digits}, now)
            case {"pull_note": _}:
                before = self._body.place
                pulled = self._body.pull(now)
                self._moved(before, now)
                return {"pulled": pulled}
            case {"power": "off"}:
                self._power_off()
            case {"power": "on"}:
                self._on, self._polled_at = True, now
                self._start_cold(now)
            case {"cash_box": "out" | "in" as where}:
                self._body.box(where == "out")
                if where == "in" and self._on:
                    self._box_back(now)
            case {"reject_next": str(reason)}:
                self._reject_next = reason
            case {"fault": str(name), "on": bool(on)} if name in FAULTS:
                self._body.fault(name, on)
            case {"fault": str(name), "on": bool(on)} if name in LINE_FAULTS:
                (self._line.faults.add if on else self._line.faults.discard)(name)
            case _:
                return {"error": f"an acceptor cannot {what}"}
        return {"done": True}

    def _insert(self, document: Document, now: int) -> dict[str, Any]:
        if not self._on or now < self._awake_at:
            return {"taken": False, "reason": "off"}
        if self._body.place is not Place.IDLE:
            return {"taken": False, "reason": "busy"}
        if self._body.blocked or self._body.has("pause") or self._body.has("cheated"):
            return {"taken": False, "reason": "fault"}
        if shut := self._shut():
            return {"taken": False, "reason": shut}
        reject, self._reject_next = self._reject_next, ""
        self._body.insert(document, self._refusal(document, reject), now)
        return {"taken": True}

    def status(self) -> dict[str, Any]:
        told = self._body.status()
        told["power"] = self._on
        told["faults"] = told["faults"] + sorted(self._line.faults)
        told["enabled"] = self._on and not self._shut()
        return told
