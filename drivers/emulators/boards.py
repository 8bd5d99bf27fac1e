"""The boards StandardFirmata runs on: which pin can do what, as the firmware tells it.

Decides nothing. Refuses to know what is wired to a pin.
"""

from __future__ import annotations

from dataclasses import dataclass

from drivers.decks import firmata_wire as wire


@dataclass(frozen=True, slots=True)
class Board:
    """What the firmware was built for; sets of pin numbers."""

    pins: int
    analog: frozenset[int]
    pwm: frozenset[int]
    servo: frozenset[int]
    i2c: frozenset[int]

    def modes(self, pin: int) -> dict[int, int]:
        """Mode → resolution, in the firmware's order; pins 0 and 1 are the serial line and can do nothing."""
        if pin < 2:
            return {}
        modes = {wire.INPUT: 1, wire.PULLUP: 1, wire.OUTPUT: 1}
        special = ((self.analog, wire.ANALOG_IN, 10), (self.pwm, wire.PWM, 8), (self.servo, wire.SERVO, 14))
        modes |= {mode: bits for having, mode, bits in special if pin in having}
        return modes | ({wire.I2C: 1} if pin in self.i2c else {})


def board_named(name: str) -> Board:
    """The board "mega" or "uno"."""
    if name == "uno":
        pwm = frozenset({3, 5, 6, 9, 10, 11})
        return Board(20, frozenset(range(14, 20)), pwm, frozenset(range(2, 20)), frozenset({18, 19}))
    pwm = frozenset({*range(2, 14), 44, 45, 46})
    return Board(70, frozenset(range(54, 70)), pwm, frozenset(range(2, 70)), frozenset({20, 21}))
