"""The twin of a deck board: StandardFirmata 2.5 as measured, with doors, keys, buttons and lamps wired to it.

Personality: F9, 79, 6B, 6D are answered; F4, F5, 90+port, E0+pin, 6F, D0+port and FF obeyed without a word. At
power-up it is deaf for `boot_ms`, pins are OUTPUT LOW, then it says F9 02 05 and its name unasked. A reported
port is told at once and at every change of a pin that is an input; pins that are not read 0.

Physics: doors and keys stay as they are while the power is off, and a latch trips at every opening of its door,
power or not. They lie on the shelf: {"doors": {name: open}, "keys": {name: on}, "latches": {name: tripped}}.

Faults: mute, deaf, echo, noise (a wrong byte now and then), lose_reports (no report at a change), bounce (each
edge chatters for 3 ms), and with "name": cut_wire (door), stuck (button down), noisy (button, 10 ms).

Decides levels. Refuses to know what a press means.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from drivers.decks import firmata_wire as wire
from drivers.decks.wiring import Wiring
from drivers.emulators.board_reader import BoardReader
from drivers.emulators.boards import board_named
from drivers.emulators.world import Shelf

_SWITCHES = ("mute", "deaf", "echo", "noise", "lose_reports", "bounce", "cut_wire", "stuck", "noisy")
_KNOWN_MODES = frozenset(
    (wire.INPUT, wire.OUTPUT, wire.ANALOG_IN, wire.PWM, wire.SERVO, wire.I2C, wire.SERIAL, wire.PULLUP)
)
_PRESS_MS = 120
_CHATTER_MS = 10


@dataclass(frozen=True, slots=True)
class FirmataTwinOptions:
    """*board*: "mega" (70 pins) or "uno" (20)."""

    wiring: Wiring = field(default_factory=Wiring)
    board: str = "mega"
    firmware: str = "StandardFirmata.ino"
    version: tuple[int, int] = (2, 5)
    boot_ms: int = 2000


@dataclass(slots=True)
class _Electronics:
    """What is gone with the power."""

    modes: dict[int, int]
    values: dict[int, int] = field(default_factory=dict)
    read: set[int] = field(default_factory=set)  # pins whose last order was an input mode
    reporting: set[int] = field(default_factory=set)
    told: dict[int, int] = field(default_factory=dict)
    outbox: bytearray = field(default_factory=bytearray)


class FirmataTwin:
    """A `drivers.device.Twin` of one board on *shelf*; *seed* makes its noise."""

    def __init__(self, shelf: Shelf, options: FirmataTwinOptions | None = None, seed: int = 0) -> None:
        self._options = options or FirmataTwinOptions()
        self._board = board_named(self._options.board)
        self._shelf = shelf
        self._random = random.Random(seed)
        self._faults: dict[str, dict[str, Any]] = {}
        self._down: dict[str, bool] = {button.name: False for button in self._options.wiring.buttons}
        self._steps: list[tuple[int, Callable[[], None]]] = []
        self._now = 0
        self._powered = True
        self._booting = False
        wiring = self._options.wiring
        shelf.data.setdefault("doors", {door.name: False for door in wiring.doors})
        shelf.data.setdefault("keys", {key.name: False for key in wiring.keys})
        shelf.data.setdefault("latches", {door.name: False for door in wiring.doors if door.latch_pin is not None})
        self._start()

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        if not self._powered or self._booting or "deaf" in self._faults:
            return
        if "echo" in self._faults:
            self._electronics.outbox += data
            return
        for message in self._reader.feed(data):
            self._obey(message)

    def pull(self, now: int) -> bytes:
        self._advance(now)
        out = bytearray(self._electronics.outbox)
        self._electronics.outbox.clear()
        if not out or not self._powered or "mute" in self._faults:
            return b""
        if "noise" in self._faults and self._random.random() < 0.2:
            out.insert(self._random.randrange(len(out) + 1), self._random.randrange(256))
        return bytes(out)

    def wake_at(self) -> int | None:
        if self._electronics.outbox:
            return self._now
        return self._steps[0][0] if self._steps else None

    def power_up(self, now: int) -> None:
        """The mains come back: two seconds of nothing, then version and name unasked."""
        self._advance(now)
        self._powered = self._booting = True
        self._steps.clear()
        self._down = dict.fromkeys(self._down, False)
        self._start()
        self._after(self._options.boot_ms, self._booted)

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        data = self._shelf.data
        match what:
            case {"door": str(name), "open": bool(is_open)} if name in data["doors"]:
                self._move_door(name, is_open)
            case {"key": str(name), "on": bool(on)} if name in data["keys"]:
                data["keys"][name] = on
                self._shelf.commit()
            case {"button": str(name), "down": bool(down)} if name in self._down:
                self._push(name, down)
            case {"press": str(name)} if name in self._down:
                self._push(name, True)
                self._after(_PRESS_MS, lambda: self._push(name, False))
            case {"power": "off"}:
                self._powered = self._booting = False
                self._start()
            case {"power": "on"} | {"reboot": True}:
                self.power_up(now)
            case {"fault": str(name), **rest} if name in _SWITCHES:
                self._fault(name, rest)
            case _:
                return {"error": "unknown act"}
        self._look()
        return dict(what)

    def status(self) -> dict[str, Any]:
        wiring, data = self._options.wiring, self._shelf.data
        lit = {button.name: self._lit(button.lamp_pin) for button in wiring.buttons if button.lamp_pin is not None}
        return {
            "position": "off" if not self._powered else "booting" if self._booting else "ready",
            "powered": self._powered,
            "doors": dict(data["doors"]),
            "latches": dict(data["latches"]),
            "keys": dict(data["keys"]),
            "buttons": dict(self._down),
            "lamps": lit,
            "tower_low": self._lit(wiring.tower_low_pin),
            "tower_high": self._lit(wiring.tower_high_pin),
            "buzzer": self._lit(wiring.buzzer_pin),
            "faults": sorted(self._faults),
        }

    # -- the firmware -------------------------------------------------------------------------------

    def _start(self) -> None:
        modes = {pin: wire.OUTPUT if pin >= 2 else wire.INPUT for pin in range(self._board.pins)}
        self._electronics = _Electronics(modes | dict.fromkeys(self._board.analog, wire.ANALOG_IN))
        self._reader = BoardReader()

    def _booted(self) -> None:
        self._booting = False
        self._say_version()
        self._say_name()

    def _obey(self, message: wire.Message) -> None:
        data = message.data
        match message.command:
            case wire.VERSION:
                self._say_version()
            case wire.RESET:
                outbox = self._electronics.outbox
                self._start()
                self._electronics.outbox = outbox
            case wire.SET_MODE:
                self._set_mode(data[0], data[1])
            case wire.WRITE_PIN:
                self._write(data[0], data[1], wire.OUTPUT)
            case wire.PORT:
                levels = wire.port_levels(message)
                for bit in range(8):
                    self._write(message.channel * 8 + bit, levels >> bit & 1, wire.OUTPUT)
            case wire.ANALOG:
                self._write(message.channel, data[0] | data[1] << 7, wire.PWM)
            case wire.REPORT_PORT:
                self._report(message.channel, bool(data[0]))
            case wire.SYSEX if data:
                self._sysex(data[0], data[1:])
            case _:
                pass  # the firmware ignores what it does not know

    def _sysex(self, kind: int, data: bytes) -> None:
        match kind:
            case wire.FIRMWARE:
                self._say_name()
            case wire.CAPABILITY_QUERY:
                pins = (self._board.modes(pin) for pin in range(self._board.pins))
                flat = (bytes(part for pair in modes.items() for part in pair) + b"\x7f" for modes in pins)
                self._say(wire.sysex(wire.CAPABILITY, b"".join(flat)))
            case wire.ANALOG_QUERY:
                channels = (pin - min(self._board.analog) for pin in range(self._board.pins))
                self._say(wire.sysex(wire.ANALOG_MAP, bytes(at if at >= 0 else 0x7F for at in channels)))
            case wire.PIN_QUERY if data:
                self._say_pin(data[0])
            case wire.EXTENDED_ANALOG if len(data) >= 2:
                value = sum(part << 7 * place for place, part in enumerate(data[1:]))
                self._write(data[0], value, wire.PWM)
            case _:
                pass

    def _say(self, data: bytes) -> None:
        self._electronics.outbox += data

    def _say_version(self) -> None:
        self._say(bytes((wire.VERSION, *self._options.version)))

    def _say_name(self) -> None:
        self._say(wire.sysex(wire.FIRMWARE, bytes(self._options.version), wire.pack_text(self._options.firmware)))

    def _say_pin(self, pin: int) -> None:
        if pin >= self._board.pins:
            self._say(wire.sysex(wire.PIN_STATE, pin))
            return
        value = self._electronics.values.get(pin, 0)
        high = bytes((value >> 7,)) if value >= 0x80 else b""
        self._say(wire.sysex(wire.PIN_STATE, pin, self._electronics.modes[pin], value & 0x7F, high))

    def _set_mode(self, pin: int, mode: int) -> None:
        """A mode the pin cannot do leaves its mode alone, but not its value; one nobody knows is answered in words."""
        if mode not in _KNOWN_MODES:
            self._say(wire.sysex(wire.STRING, wire.pack_text("Unknown pin mode")))
        if pin >= self._board.pins:
            return
        self._electronics.values[pin] = 0
        (self._electronics.read.add if mode in (wire.INPUT, wire.PULLUP) else self._electronics.read.discard)(pin)
        if mode in self._board.modes(pin):
            self._electronics.modes[pin] = mode
            self._electronics.values[pin] = int(mode == wire.PULLUP)
        self._look()

    def _write(self, pin: int, value: int, mode: int) -> None:
        if self._electronics.modes.get(pin) != mode:
            return
        self._electronics.values[pin] = value
        for door in self._options.wiring.doors:
            if door.reset_pin == pin and value and not self._shelf.data["doors"][door.name]:
                self._shelf.data["latches"][door.name] = False
                self._shelf.commit()
                self._look()

    def _report(self, port: int, on: bool) -> None:
        if not on:
            self._electronics.reporting.discard(port)
        elif port * 8 < self._board.pins:
            self._electronics.reporting.add(port)
            self._tell(port, self._levels()[port])

    def _tell(self, port: int, levels: int) -> None:
        self._electronics.told[port] = levels
        self._say(wire.port_state(port, levels))

    def _look(self) -> None:
        """The firmware's loop: every reported port whose inputs changed is told."""
        if not self._powered or self._booting:
            return
        levels = self._levels()
        for port in sorted(self._electronics.reporting):
            if levels[port] != self._electronics.told.get(port) and "lose_reports" not in self._faults:
                self._tell(port, levels[port])

    def _levels(self) -> list[int]:
        grounded = self._grounded()
        levels = [0] * ((self._board.pins + 7) // 8)
        for pin, mode in self._electronics.modes.items():
            if mode == wire.PULLUP and pin in self._electronics.read and pin not in grounded:
                levels[pin // 8] |= 1 << pin % 8
        return levels

    # -- what is wired to it ------------------------------------------------------------------------

    def _grounded(self) -> set[int]:
        """Every pin a closed contact pulls to ground."""
        wiring, data = self._options.wiring, self._shelf.data
        cut = self._faults.get("cut_wire", {}).get("name")
        stuck = self._faults.get("stuck", {}).get("name")
        pins = {door.pin for door in wiring.doors if not data["doors"][door.name] and door.name != cut}
        pins |= {door.latch_pin for door in wiring.doors if door.latch_pin and not data["latches"][door.name]}
        pins |= {key.pin for key in wiring.keys if data["keys"][key.name]}
        return pins | {button.pin for button in wiring.buttons if self._down[button.name] or button.name == stuck}

    def _move_door(self, name: str, is_open: bool) -> None:
        data = self._shelf.data
        data["doors"][name] = is_open
        if is_open and name in data["latches"]:
            data["latches"][name] = True
        self._shelf.commit()

    def _push(self, name: str, down: bool) -> None:
        self._down[name] = down
        self._look()
        if "bounce" in self._faults:
            for wait in range(1, 5):
                self._after(wait, partial(self._level, name, down ^ bool(wait % 2)))

    def _level(self, name: str, down: bool) -> None:
        self._down[name] = down
        self._look()

    def _chatter(self, name: str) -> None:
        if self._faults.get("noisy", {}).get("name") == name:
            self._level(name, not self._down[name])
            self._after(_CHATTER_MS, lambda: self._chatter(name))
        else:
            self._level(name, False)

    def _lit(self, pin: int | None) -> bool:
        return pin is not None and self._powered and bool(self._electronics.values.get(pin))

    # -- time and faults ----------------------------------------------------------------------------

    def _fault(self, name: str, rest: dict[str, Any]) -> None:
        if not rest.get("on", True):
            self._faults.pop(name, None)
            return
        self._faults[name] = {key: value for key, value in rest.items() if key != "on"}
        if name == "noisy" and rest.get("name") in self._down:
            self._chatter(str(rest["name"]))

    def _after(self, wait_ms: int, act: Callable[[], None]) -> None:
        self._steps.append((self._now + wait_ms, act))
        self._steps.sort(key=lambda step: step[0])

    def _advance(self, now: int) -> None:
        while self._steps and self._steps[0][0] <= now:
            self._now, act = self._steps.pop(0)
            act()
        self._now = max(self._now, now)
