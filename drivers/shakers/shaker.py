"""The physical dice shaker, host side. No maker publishes a wire, so this one is ours (see shaker_wire).

    H until it answers I (a shaker is deaf for 2 s after its port is opened), then Q; then K every 500 ms,
    answered by S. A command is said again with the same sequence every 300 ms until it is answered.
    No S for 1.5 s = lost. A wrong tag, serial or dice count, or no key = condition "tag", and nothing is ordered.

B goes out only to a shaker that said who it is. One that never took a B gets it once more after a gap; one that
did is never shaken again by itself. The nonce of B is derived from key, round and attempt, so that a result still
held after a restart of the cabinet can be checked. What proves a roll stands in roll.

Decides who is there and what is asked when. Refuses to make up a face, to open the cover before it is told that
the result is stored, and to know what is bet.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, assert_never

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.shaker import ClearShaker, ReadAgain, ResultStored, Shake, ShakerConditions, ShakerReady, ShakerTold
from drivers.device import Event
from drivers.shakers.outbox import Outbox
from drivers.shakers.roll import Roll, RollLimits
from drivers.shakers.shaker_says import conditions, distrust, holds
from drivers.shakers.shaker_wire import (
    Identity,
    LineReader,
    Nack,
    Reading,
    State,
    hex16,
    nonce_of,
    read_command,
    read_told,
    tag_is_right,
)

_NACKS = {1: "bad_state", 2: "unknown", 3: "bad_field", 4: "wrong_round"}
_NOISE_BYTES = 8  # fewer are what a plug makes


@dataclass(frozen=True, slots=True)
class ShakerOptions:
    """Milliseconds. *key*: paired behind the logic door, at most 32 bytes; empty = unpaired, no dice. *serial*: the
    shaker that was paired, empty = any with the key."""

    key: bytes = b""
    serial: str = ""
    protocol: int = 1
    hello_ms: int = 500
    repeat_ms: int = 300
    keep_alive_ms: int = 500
    lost_ms: int = 1500
    silent_ms: int = 3000
    limits: RollLimits = field(default_factory=RollLimits)


class Shaker:
    """A `drivers.device.Driver` for one shaker. *ignored* counts good lines that were of no use."""

    def __init__(self, options: ShakerOptions | None = None) -> None:
        self._options = options or ShakerOptions()
        self._reader = LineReader()
        self._open = self._up = self._down_told = self._wrong_told = False
        self._trusted = False  # its tag, serial and dice were right
        self._told_once = False  # it was asked for its state since it said who it is
        self._now = self._heard_at = self._hello_at = self._alive_at = 0
        self._outbox = Outbox(self._options.repeat_ms)
        self._state: State | None = None
        self._roll: Roll | None = None
        self._bad_tag = ""
        self._boot = ""
        self._serial = ""
        self._remembers = False
        self._conditions: tuple[tuple[str, ...], str] | None = None
        self.ignored = 0

    @property
    def discarded(self) -> int:
        """Bytes received so far that were part of no good line."""
        return self._reader.discarded

    def opened(self, now: int) -> list[Event]:
        self._open, self._up, self._down_told, self._wrong_told = True, False, False, False
        self._reader.forget()
        self._forget()
        self._heard_at = self._hello_at = self._alive_at = now
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        if not self._open:
            return []
        self._open, self._now = False, now
        return self._go_down(reason)

    def receive(self, data: bytes, now: int) -> list[Event]:
        self._now = now
        events: list[Event] = []
        for body in self._reader.feed(data):
            told = read_told(body)
            if told is not None and self._open:
                events += self._heard(told, now)
                continue
            self.ignored += 1
            if not self._up and read_command(body) is not None:
                events += self._wrong("echo")
        return events

    def order(self, what: Any, now: int) -> list[Event]:
        name = type(what).__name__
        if not isinstance(what, Shake | ReadAgain | ResultStored | ClearShaker):
            return [OrderRefused(name, "unknown_order")]
        if isinstance(what, ClearShaker) and self._up:
            return self._clear()
        if not self._up or not self._trusted or self._state is None:
            return [OrderRefused(name, "tag" if self._up and not self._trusted else "not_connected")]
        match what:
            case Shake():
                return self._shake(what)
            case ReadAgain():
                return self._read_again(what, now)
            case ResultStored():
                self._outbox.say("A", hex16(what.round_number), str(what.attempt))
                return []
            case ClearShaker():
                return []
            case _:
                assert_never(what)

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        self._now = now
        if not self._open:
            return b"", []
        events = self._silence(now)
        if self._roll is not None and self._told_once:  # a stage is timed only while it is told
            events += self._roll.late(now)
            self._wishes(self._roll)
        return self._due(now), events

    def wake_at(self) -> int | None:
        if not self._open:
            return None
        if not self._up:
            return self._hello_at
        wake = self._outbox.wake_at(self._now)
        return self._alive_at if wake is None else min(wake, self._alive_at)

    def _due(self, now: int) -> bytes:
        if not self._up:
            if now < self._hello_at:
                return b""
            self._hello_at = now + self._options.hello_ms
            return self._outbox.now("H", (str(self._options.protocol),), now)
        out = self._outbox.due(now)
        if now >= self._alive_at:
            self._alive_at = now + self._options.keep_alive_ms
            out += self._outbox.unanswered("K")
        return out

    # -- orders -------------------------------------------------------------------------------------

    def _shake(self, what: Shake) -> list[Event]:
        """B, after whatever takes the shaker out of an older attempt; a roll under way is not begun twice."""
        assert self._state is not None
        roll = self._roll
        same = roll is not None and roll.is_of(what.round_number, what.attempt) and not roll.over
        if same and roll is not None and (roll.arrived or self._outbox.asked("B")):
            return []
        older = self._state.round_number != what.round_number
        if self._state.state in ("RESULT", "COCKED", "SAFE") and older and holds(self._state):
            self._outbox.say("A", hex16(self._state.round_number), str(self._state.attempt))
        elif self._state.state in ("SAFE", "FAULT"):
            self._outbox.say("C", f"{self._state.flags & 0x7F:X}")
        self._roll = Roll(what.round_number, what.attempt, what.tumbles, self._options.limits)
        nonce = nonce_of(self._options.key, what.round_number, what.attempt)
        self._outbox.say("B", hex16(what.round_number), str(what.attempt), str(what.tumbles), nonce)
        return []

    def _read_again(self, what: ReadAgain, now: int) -> list[Event]:
        assert self._state is not None
        if self._roll is None or self._roll.over or not self._roll.is_of(what.round_number, what.attempt):
            self._roll = Roll(what.round_number, what.attempt, Shake(0, 0).tumbles, self._options.limits)
        events: list[Event] = list(self._roll.told(self._state, now))
        if not self._roll.over:
            self._roll.read_again()
        self._wishes(self._roll)
        return events

    def _wishes(self, roll: Roll) -> None:
        if roll.wants_stop:
            roll.wants_stop = False
            self._outbox.say("X")
        if roll.wants_reading and not self._outbox.asked("R"):
            self._outbox.say("R", hex16(roll.round_number), str(roll.attempt))

    def _clear(self) -> list[Event]:
        """C with the causes it told; a shaker whose tag was wrong is asked again who it is."""
        flags = 0 if self._state is None else self._state.flags & 0x7F
        self._outbox.say("C", f"{flags:X}")
        if self._bad_tag:
            self._bad_tag = ""
            self._outbox.say("H", str(self._options.protocol))
        return []

    # -- hearing ------------------------------------------------------------------------------------

    def _heard(self, told: Identity | State | Reading | Nack, now: int) -> list[Event]:
        letter = self._outbox.answered(told.sequence)
        match told:
            case Identity():
                return self._identity(told, now) if letter == "H" else self._ignore()
            case State():
                return self._state_told(told, letter, now)
            case Reading():
                if letter == "R" and self._roll is not None:
                    self._roll.wants_reading = False
                return self._reading(told)
            case Nack():
                return self._nack(told, letter)
            case _:
                assert_never(told)

    def _ignore(self) -> list[Event]:
        self.ignored += 1
        return []

    def _identity(self, told: Identity, now: int) -> list[Event]:
        if told.protocol != self._options.protocol:
            return self._wrong(f"protocol {told.protocol}")
        was_up, self._up, self._down_told = self._up, True, False
        self._heard_at = now
        self._bad_tag = distrust(told, self._options.key, self._options.serial)
        self._trusted = not self._bad_tag
        self._remembers = told.boot == self._boot and told.serial == self._serial
        self._serial = told.serial
        if not self._remembers:
            self._boot, self._roll = told.boot, None  # it has forgotten the attempt; the machine decides what now
        self._told_once = False
        self._state = None
        self._alive_at = now
        self._outbox.say("Q")
        events: list[Event] = [] if was_up else [LinkUp(told.model, told.serial)]
        if self._trusted:
            events.append(ShakerReady(told.model, told.serial, told.firmware))
        return events + self._condition()

    def _state_told(self, told: State, letter: str, now: int) -> list[Event]:
        if not self._up:
            return self._ignore()
        self._heard_at = now
        if self._state is not None and told.uptime_ms < self._state.uptime_ms:
            return self._rebooted(now)
        self._state = told
        events = self._condition()
        if letter == "Q" and not self._told_once:
            self._told_once = True
            position = told.state.lower()
            events.append(ShakerTold(position, told.round_number, told.attempt, told.flags, self._remembers))
            self._take_up(told)
        if self._roll is not None:
            events += self._roll.told(told, now)
            self._wishes(self._roll)
            if self._roll.over or self._roll.arrived:
                self._outbox.drop("B")
        if told.state == "SAFE" and self._told_once and not holds(told) and not self._busy():
            self._outbox.say("C", "0")  # safe means "the cabinet was lost": it is back
        return events

    def _take_up(self, told: State) -> None:
        """The cabinet was away while the dice rolled: what is still to be read is followed again."""
        rolling = told.state in ("SHAKING", "SETTLING", "READING") and told.round_number > 0
        followed = self._roll is not None and self._roll.is_of(told.round_number, told.attempt)
        if rolling and not followed:
            self._roll = Roll(told.round_number, told.attempt, Shake(0, 0).tumbles, self._options.limits)

    def _busy(self) -> bool:
        rolling = self._roll is not None and not self._roll.over
        return rolling or self._outbox.wake_at(0) is not None

    def _reading(self, told: Reading) -> list[Event]:
        if not self._up or self._roll is None or not self._roll.is_of(told.round_number, told.attempt):
            return self._ignore()
        if not tag_is_right(self._options.key, told, nonce_of(self._options.key, told.round_number, told.attempt)):
            self._bad_tag = "wrong_tag"
            self.ignored += 1
            return self._condition()
        return list(self._roll.read(told))

    def _nack(self, told: Nack, letter: str) -> list[Event]:
        why = _NACKS.get(told.code, str(told.code))
        match letter:
            case "H":
                return self._wrong(f"refuses protocol {self._options.protocol}: {why}")
            case "B" if self._roll is not None and not self._roll.over:
                return list(self._roll.refused(f"refused_{why}"))
            case "R" if self._roll is not None:
                self._roll.wants_reading = False  # it was answered: asking again would get the same answer
                return list(self._roll.nothing_held())
            case "A":
                return [OrderRefused("ResultStored", why)]
            case "C":
                self._conditions = None  # whoever wanted it cleared is told again what holds
                return [OrderRefused("ClearShaker", "cause_remains" if told.code == 1 else why), *self._condition()]
            case _:
                return self._ignore()

    # -- who is there -------------------------------------------------------------------------------

    def _rebooted(self, now: int) -> list[Event]:
        """Its clock went back: it has forgotten everything and is asked anew who it is."""
        self._forget()
        self._roll = None
        self._trusted = False
        self._outbox.say("H", str(self._options.protocol))
        return []

    def _silence(self, now: int) -> list[Event]:
        limit = self._options.lost_ms if self._up else self._options.silent_ms
        if now - self._heard_at < limit:
            return []
        if self._up:
            self._reader.forget()
        events = [] if self._down_told else self._go_down("silent")
        noise = self._reader.noise
        if len(noise) >= _NOISE_BYTES:
            events += self._wrong(noise.decode("ascii", "backslashreplace"))
        return events

    def _wrong(self, told: str) -> list[Event]:
        if self._wrong_told:
            return []
        self._wrong_told = True
        return [WrongDevice(told)]

    def _forget(self) -> None:
        self._outbox.clear()
        self._state = None
        self._told_once = False

    def _go_down(self, reason: str) -> list[Event]:
        self._up = self._trusted = False
        self._forget()
        self._hello_at = self._now
        if self._down_told:
            return []
        self._down_told = True
        return [LinkDown(reason), *self._condition(reason)]

    def _condition(self, silent: str = "") -> list[Event]:
        names = ("silent",) if silent else conditions(self._state, self._bad_tag)
        told = (names, silent or self._bad_tag)
        if self._conditions == told:
            return []
        self._conditions = told
        return [ShakerConditions(*told)]
