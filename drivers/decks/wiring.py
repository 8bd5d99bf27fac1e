"""Which wire hangs on which pin of a deck board, and how it reads.

Everything is wired to ground with pull-ups: a pressed button, a turned key and a closed door read 0. A door is
a normally closed loop, so a cut wire reads as open. A latch remembers without mains that its door was opened;
it reads 1 (or cut) when it was, and its reset line is pulsed high.

Decides nothing but the default map for a Mega 2560 class board. Refuses to know bytes and times.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DoorPin:
    name: str
    pin: int
    latch_pin: int | None = None
    reset_pin: int | None = None


@dataclass(frozen=True, slots=True)
class KeyPin:
    name: str
    pin: int


@dataclass(frozen=True, slots=True)
class ButtonPin:
    """*money*: it commits or moves money, so it acts alone or not at all."""

    name: str
    pin: int
    lamp_pin: int | None = None
    money: bool = False


_DOORS = (
    DoorPin("main", 22),
    DoorPin("belly", 23),
    DoorPin("drop", 24),
    DoorPin("cash_box", 25, latch_pin=38, reset_pin=40),
    DoorPin("logic", 26, latch_pin=39, reset_pin=41),
)
_KEYS = (KeyPin("audit", 30), KeyPin("reset", 31))
_BUTTONS = (
    ButtonPin("deal", 32, 45, money=True),
    ButtonPin("repeat", 33, 46, money=True),
    ButtonPin("clear", 34, 47),
    ButtonPin("cash_out", 35, 48, money=True),
    ButtonPin("call_attendant", 36, 49),
    ButtonPin("left", 37, 50),
    ButtonPin("right", 42, 51),
    ButtonPin("select", 43, 52),
    ButtonPin("turn", 44, 53),
)


@dataclass(frozen=True, slots=True)
class Wiring:
    """The map of one board; a part it does not carry is left out (None or an empty tuple)."""

    doors: tuple[DoorPin, ...] = _DOORS
    keys: tuple[KeyPin, ...] = _KEYS
    buttons: tuple[ButtonPin, ...] = _BUTTONS
    tower_low_pin: int | None = 27
    tower_high_pin: int | None = 28
    buzzer_pin: int | None = 29

    def inputs(self) -> tuple[int, ...]:
        """Every pin that is read, ascending."""
        pins = [door.pin for door in self.doors] + [door.latch_pin for door in self.doors]
        pins += [key.pin for key in self.keys] + [button.pin for button in self.buttons]
        return tuple(sorted(pin for pin in pins if pin is not None))

    def outputs(self) -> tuple[int, ...]:
        """Every pin that is written, ascending."""
        resets = [door.reset_pin for door in self.doors]
        lamps = [button.lamp_pin for button in self.buttons]
        every = [*resets, *lamps, self.tower_low_pin, self.tower_high_pin, self.buzzer_pin]
        return tuple(sorted(pin for pin in every if pin is not None))

    def ports(self) -> tuple[int, ...]:
        """Every port (eight pins) with an input, ascending."""
        return tuple(sorted({pin // 8 for pin in self.inputs()}))


def wiring_problems(wiring: Wiring) -> tuple[str, ...]:
    """What is wrong with a map, for the configuration to refuse; empty if nothing."""
    pins = [*wiring.inputs(), *wiring.outputs()]
    twice = sorted({pin for pin in pins if pins.count(pin) > 1})
    outside = sorted({pin for pin in pins if not 2 <= pin < 128})
    half = [door.name for door in wiring.doors if (door.latch_pin is None) != (door.reset_pin is None)]
    return (
        *(f"pin {pin} is used twice" for pin in twice),
        *(f"pin {pin} is none of 2..127" for pin in outside),
        *(f"the latch of door {name} needs a read pin and a reset pin" for name in half),
    )
