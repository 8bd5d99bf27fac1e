"""A deck board with StandardFirmata 2.5 (Arduino Mega 2560 class), host side.

    ask        F7 (ends a half message), F9, F0 79 F7, F0 6B F7: version, name and pins must fit
    set up     six pins at a time: F4 pin mode, then F0 6D pin F7 until the board says it took the mode
    report     D0+port 01 for every port with inputs, again every 2 s: a lost message heals
    heartbeat  F9 every 500 ms; three unanswered, or an unasked F9 or 79 (a reboot) = board lost, set up anew

A board resets when its port is opened and hears nothing for about 2 s; then it says F9 02 05 and its name by
itself. A pin is read back every 2 s, in turn: a reboot nobody noticed shows in its mode.

Decides when the board is known and what its levels mean (contacts). Refuses to decide what an open door or a
dead board means for play: it reports doors, and LinkDown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, assert_never

from cabinet.ports.deck import DeckReady, Lamps, ResetLatch
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from drivers.decks import firmata_wire as wire
from drivers.decks.contacts import ContactTimes
from drivers.decks.hello import Hello
from drivers.decks.inputs import Inputs
from drivers.decks.lights import Lights
from drivers.decks.wiring import Wiring
from drivers.device import Event

_ASK = bytes((wire.END, wire.VERSION)) + wire.sysex(wire.FIRMWARE) + wire.sysex(wire.CAPABILITY_QUERY)
_QUIET_MS = 100
_SPEAKS_MS = 3000  # a line that never falls quiet is no answer
_NOISE_BYTES = 8  # fewer are what a plug makes


@dataclass(frozen=True, slots=True)
class FirmataOptions:
    """Milliseconds, counts. *firmware*: what the name must start with. *pins_at_once*: the board's receive buffer
    holds 64 bytes, a pin takes 7."""

    wiring: Wiring = field(default_factory=Wiring)
    times: ContactTimes = field(default_factory=ContactTimes)
    firmware: str = "StandardFirmata"
    ask_ms: int = 500
    ask_cap_ms: int = 4000
    silent_ms: int = 3000
    heartbeat_ms: int = 500
    missed: int = 3
    report_ms: int = 2000
    step_ms: int = 500
    tries: int = 3
    pins_at_once: int = 6


class _Stage(Enum):
    CLOSED = auto()
    ASKING = auto()
    SETTING_UP = auto()
    REPORTING = auto()
    READY = auto()


class FirmataDeck:
    """A `drivers.device.Driver` for one board."""

    def __init__(self, options: FirmataOptions | None = None) -> None:
        self._options = options or FirmataOptions()
        wiring = self._options.wiring
        self._reader = wire.MessageReader(wire.FROM_BOARD, wire.HOST_SYSEX_LIMIT)
        self._lights = Lights(wiring)
        self._ports = wiring.ports()
        self._inputs = Inputs(wiring, self._options.times)
        self._modes = dict.fromkeys(wiring.inputs(), wire.PULLUP) | dict.fromkeys(wiring.outputs(), wire.OUTPUT)
        self._hello = Hello(self._options.firmware, self._modes)
        self._stage = _Stage.CLOSED
        self._out = bytearray()
        self._down_told = self._wrong_told = False
        self._due = self._said_at = 0
        self._forget_board(0)

    @property
    def discarded(self) -> int:
        """Bytes received so far that were part of no message."""
        return self._reader.discarded

    def opened(self, now: int) -> list[Event]:
        self._down_told = self._wrong_told = False
        self._reader.forget()
        self._forget_board(now)
        self._stage = _Stage.ASKING
        return []

    def closed(self, reason: str, now: int) -> list[Event]:
        if self._stage is _Stage.CLOSED:
            return []
        events = self._lose(reason, now)
        self._stage = _Stage.CLOSED
        return events

    def receive(self, data: bytes, now: int) -> list[Event]:
        events: list[Event] = []
        if data and self._stage is not _Stage.READY:
            # the whole answer takes a board 150 ms, a slow one longer: nothing is said again while it speaks
            self._due = max(self._due, min(now + _QUIET_MS, self._said_at + _SPEAKS_MS))
        for message in self._reader.feed(data):
            if self._stage is not _Stage.CLOSED:
                events += self._heard(message, now)
        return events + self._tick(now)

    def order(self, what: Any, now: int) -> list[Event]:
        match what:
            case Lamps():
                strangers = self._lights.want(what, now)
                return [OrderRefused("Lamps", f"no lamp {name}") for name in strangers]
            case ResetLatch(door):
                return self._reset_latch(door, now)
            case _:
                return [OrderRefused(type(what).__name__, "unknown_order")]

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        events: list[Event] = []
        match self._stage:
            case _Stage.CLOSED:
                return b"", []
            case _Stage.ASKING:
                events = self._ask(now)
            case _Stage.SETTING_UP | _Stage.REPORTING:
                if now >= self._due:
                    events = self._again(now)
            case _Stage.READY:
                events = self._keep_alive(now) + self._tick(now)
            case _:
                assert_never(self._stage)
        if self._stage is _Stage.READY:
            self._out += self._lights.writes(now)
        out = bytes(self._out)
        self._out.clear()
        return out, events

    def wake_at(self) -> int | None:
        if self._stage is _Stage.CLOSED:
            return None
        if self._out:
            return self._now
        if self._stage is not _Stage.READY:
            return self._due
        wakes = [self._beat_at, self._report_at, self._inputs.wake_at(), self._lights.wake_at(self._now)]
        return min(wake for wake in wakes if wake is not None)

    # -- who is there -------------------------------------------------------------------------------

    def _forget_board(self, now: int) -> None:
        self._now = self._due = self._since = now
        self._wait = self._options.ask_ms
        self._hello.forget()
        self._todo: list[int] = []
        self._batch: list[int] = []
        self._asked_at = self._said_at = now
        self._tries = 0
        self._levels: dict[int, int] = {}
        self._beat_at = self._report_at = now
        self._unanswered = 0
        self._turn = 0
        self._out.clear()

    def _ask(self, now: int) -> list[Event]:
        self._now = now
        if now < self._due:
            return []
        self._out += _ASK
        self._asked_at = self._said_at = now
        self._due = now + self._wait
        if now - self._since < self._options.silent_ms:
            return []
        self._wait = min(self._wait * 2, self._options.ask_cap_ms)
        stranger = self._stranger()  # before the noise that proves it is forgotten
        return self._go_down("silent") + stranger

    def _stranger(self) -> list[Event]:
        noise = self._reader.noise
        if self._wrong_told or len(noise) < _NOISE_BYTES:
            return []
        return self._wrong(noise.hex(" "))

    def _wrong(self, told: str) -> list[Event]:
        if self._wrong_told:
            return []
        self._wrong_told = True
        return [WrongDevice(told)]

    def _identify(self, now: int) -> list[Event]:
        """Once version, name and pins are all known: the board is ours, or not."""
        if not self._hello.complete:
            self._due = min(self._due, now + _QUIET_MS)  # a board that spoke by itself is asked for the rest
            return []
        complaint = self._hello.complaint()
        if complaint:
            self._hello.forget()
            return self._wrong(complaint)
        self._down_told = self._wrong_told = False
        self._stage, self._todo, self._batch, self._tries = _Stage.SETTING_UP, sorted(self._modes), [], 0
        self._set_up(now)
        return [LinkUp(self._hello.title)]

    # -- what it says -------------------------------------------------------------------------------

    def _heard(self, message: wire.Message, now: int) -> list[Event]:
        self._now = now
        match message.command:
            case wire.VERSION:
                return self._version_told(message.data, now)
            case wire.PORT:
                return self._port(message.channel, wire.port_levels(message), now)
            case wire.SYSEX if message.data:
                return self._sysex(message.data[0], message.data[1:], now)
            case _:
                return []

    def _sysex(self, kind: int, data: bytes, now: int) -> list[Event]:
        asking = self._stage is _Stage.ASKING
        match kind:
            case wire.FIRMWARE if len(data) >= 2 and not asking:
                return [] if self._was_asked(now) else self._rebooted(now)
            case wire.FIRMWARE if len(data) >= 2:
                self._hello.take_name(data)
            case wire.CAPABILITY if asking:
                self._hello.take_pins(wire.read_capabilities(data))
            case wire.PIN_STATE if len(data) >= 2:
                return self._read_back(data[0], data[1], data[2:], now)
            case wire.CAPABILITY_QUERY:
                return self._wrong("echo")
            case _:
                return []
        return self._identify(now) if asking else []

    def _version_told(self, data: bytes, now: int) -> list[Event]:
        if self._stage is _Stage.ASKING:
            self._hello.take_version(data)
            return self._identify(now)
        if self._stage is _Stage.READY and self._unanswered == 0 and not self._was_asked(now):
            return self._rebooted(now)
        self._unanswered = 0
        return []

    def _was_asked(self, now: int) -> bool:
        """Whether this may still be an answer: a booting board is asked more than once, and a slow one answers late."""
        return now - self._asked_at < _SPEAKS_MS

    def _rebooted(self, now: int) -> list[Event]:
        """It spoke unasked: whatever its pins were, they are outputs now."""
        return self._lose("board_rebooted", now)

    def _lose(self, reason: str, now: int) -> list[Event]:
        self._stage = _Stage.ASKING
        self._forget_board(now)
        self._inputs.stop()
        return self._go_down(reason)

    def _go_down(self, reason: str) -> list[Event]:
        if self._down_told:
            return []
        self._down_told = True
        self._reader.forget()
        return [LinkDown(reason)]

    # -- setting up ---------------------------------------------------------------------------------

    def _set_up(self, now: int) -> None:
        """Say the mode of the pins of this batch, or of the next one, and ask the board whether it took them."""
        if not self._batch:
            at_once = self._options.pins_at_once
            self._batch, self._todo = self._todo[:at_once], self._todo[at_once:]
        for pin in self._batch:
            self._out += wire.set_mode(pin, self._modes[pin]) + wire.sysex(wire.PIN_QUERY, pin)
        self._now, self._due, self._said_at = now, now + self._options.step_ms, now

    def _read_back(self, pin: int, mode: int, state: bytes, now: int) -> list[Event]:
        took = mode == self._modes.get(pin)
        if self._stage is _Stage.SETTING_UP and took and pin in self._batch:
            self._batch.remove(pin)
            if not self._batch:
                self._tries = 0
                self._set_up(now) if self._todo else self._ask_ports(now)
        elif self._stage is _Stage.READY and not took:
            return self._lose(f"pin_{pin}_lost_its_mode", now)
        elif self._stage is _Stage.READY and state:
            self._lights.told(pin, bool(state[0]))
        return []

    def _ask_ports(self, now: int) -> None:
        self._stage, self._tries = _Stage.REPORTING, 0
        self._out += b"".join(wire.report_port(port) for port in self._ports)
        self._now, self._due, self._said_at = now, now + self._options.step_ms, now

    def _again(self, now: int) -> list[Event]:
        """An answer of setting up did not come: said again a few times, then the board is lost."""
        self._tries += 1
        if self._tries >= self._options.tries:
            return self._lose("does_not_take_its_settings", now)
        if self._stage is _Stage.SETTING_UP:
            self._set_up(now)
        else:
            tries = self._tries
            self._ask_ports(now)
            self._tries = tries
        return []

    # -- at work ------------------------------------------------------------------------------------

    def _port(self, port: int, levels: int, now: int) -> list[Event]:
        if port not in self._ports:
            return []
        if self._stage is _Stage.READY:
            events = self._tick(now)  # what was due before this level came is not undone by it
            self._inputs.take(port, levels, now)
            return events
        if self._stage is _Stage.REPORTING:
            self._levels[port] = levels
            return self._start(now) if len(self._levels) == len(self._ports) else []
        return []

    def _start(self, now: int) -> list[Event]:
        self._stage = _Stage.READY
        self._lights.start()
        self._beat_at, self._report_at = now, now + self._options.report_ms
        return [*self._inputs.start(self._levels, now), DeckReady(self._hello.name)]

    def _tick(self, now: int) -> list[Event]:
        self._now = max(self._now, now)
        if self._stage is not _Stage.READY:
            return []
        for door in self._inputs.latches_due(now):
            self._reset_latch(door, now)
        return list(self._inputs.tick(now))

    def _reset_latch(self, door: str, now: int) -> list[Event]:
        pins = [part.reset_pin for part in self._options.wiring.doors if part.name == door]
        if self._stage is not _Stage.READY:
            return [OrderRefused("ResetLatch", "not_connected")]
        if pins and pins[0] is not None:
            self._now = now
            self._lights.pulse(pins[0], now)
            return []
        return [OrderRefused("ResetLatch", f"no latch {door}")]

    def _keep_alive(self, now: int) -> list[Event]:
        self._now = now
        if now >= self._beat_at:
            if self._unanswered >= self._options.missed:
                return self._lose("heartbeat_lost", now)
            self._unanswered += 1
            self._beat_at = now + self._options.heartbeat_ms
            self._out += bytes((wire.VERSION,))
        if now >= self._report_at:
            self._report_at = now + self._options.report_ms
            self._out += b"".join(wire.report_port(port) for port in self._ports)
            pins = sorted(self._modes)
            self._turn = (self._turn + 1) % len(pins)
            self._out += wire.sysex(wire.PIN_QUERY, pins[self._turn])
        return []
