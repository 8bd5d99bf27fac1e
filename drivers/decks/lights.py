"""The outputs of a deck board: lamps, tower light, buzzer and the pulses that reset door latches.

The board has no watchdog and blinks nothing by itself, so every level is written when it changes: "slow" is
one second, "fast" a quarter, half of it lit. A latch reset is high for 50 ms.

Decides the level of every output pin at a moment. Refuses to know why a lamp is lit.
"""

from __future__ import annotations

from cabinet.ports.deck import Lamps
from drivers.decks.firmata_wire import write_pin
from drivers.decks.wiring import Wiring

_HALF_MS = {"slow": 500, "fast": 125}
_PULSE_MS = 50
_AT_ONCE = 12  # 36 bytes: the board's receive buffer holds 64


class Lights:
    """What is wanted of the outputs of *wiring*, and what was already written."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._lamps = Lamps(lit=())
        self._written: dict[int, bool] = {}
        self._pulses: dict[int, int] = {}  # pin → until when it is high

    def want(self, lamps: Lamps, now: int) -> tuple[str, ...]:
        """Take the wanted state; the names that are no button of this board."""
        self._lamps = lamps
        known = {button.name for button in self._wiring.buttons}
        return tuple(name for name in lamps.lit if name not in known)

    def pulse(self, pin: int, now: int) -> None:
        self._pulses[pin] = now + _PULSE_MS

    def start(self) -> None:
        """The board was set up anew: nothing written before counts."""
        self._written.clear()

    def told(self, pin: int, level: bool) -> None:
        """The board was asked what *pin* is: a level that is not what was written is written again."""
        if self._written.get(pin, level) != level:
            del self._written[pin]

    def writes(self, now: int) -> bytes:
        """The messages that bring the outputs to what is wanted at *now*, a few at a time."""
        wanted = self._levels(now)
        changed = [pin for pin, level in wanted.items() if self._written.get(pin) != level][:_AT_ONCE]
        self._written.update({pin: wanted[pin] for pin in changed})
        return b"".join(write_pin(pin, wanted[pin]) for pin in changed)

    def wake_at(self, now: int) -> int | None:
        """When a level changes next; *now* if something is not written yet."""
        if any(self._written.get(pin) != level for pin, level in self._levels(now).items()):
            return now
        wakes = [until for until in self._pulses.values() if until > now]
        for stage in (self._lamps.tower_low, self._lamps.tower_high):
            half = _HALF_MS.get(stage)
            if half is not None:
                wakes.append((now // half + 1) * half)
        return min(wakes, default=None)

    def _levels(self, now: int) -> dict[int, bool]:
        wiring, lamps = self._wiring, self._lamps
        levels: dict[int, bool] = {}
        for button in wiring.buttons:
            if button.lamp_pin is not None:
                levels[button.lamp_pin] = button.name in lamps.lit
        for pin, stage in ((wiring.tower_low_pin, lamps.tower_low), (wiring.tower_high_pin, lamps.tower_high)):
            if pin is not None:
                levels[pin] = _shines(stage, now)
        if wiring.buzzer_pin is not None:
            levels[wiring.buzzer_pin] = lamps.buzzer
        for door in wiring.doors:
            if door.reset_pin is not None:
                levels[door.reset_pin] = self._pulses.get(door.reset_pin, 0) > now
        return levels


def _shines(stage: str, now: int) -> bool:
    half = _HALF_MS.get(stage)
    return stage == "on" if half is None else now // half % 2 == 0
