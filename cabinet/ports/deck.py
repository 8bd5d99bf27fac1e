"""What the machine hears from the board with buttons, keys, doors and lamps, and says to it."""

from __future__ import annotations

from dataclasses import dataclass

DOORS = ("main", "belly", "drop", "cash_box", "logic")
KEYS = ("audit", "reset")
NAVIGATION = ("left", "right", "select", "turn")
"""Buttons that move about on the screen: they ask the machine for nothing."""

BUTTONS = ("deal", "repeat", "clear", "cash_out", "call_attendant", "left", "right", "select", "turn")


@dataclass(frozen=True, slots=True)
class DoorChanged:
    """*latched*: it was opened while the mains were off (read from its latch at boot)."""

    door: str
    open: bool
    latched: bool = False


@dataclass(frozen=True, slots=True)
class KeyTurned:
    key: str
    on: bool


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    button: str


@dataclass(frozen=True, slots=True)
class ButtonBad:
    """A button that is *stuck* or *noisy* and therefore ignored until seen up; *reason* empty = good again."""

    button: str
    reason: str


@dataclass(frozen=True, slots=True)
class DeckReady:
    """The board is set up and its inputs have been reported once."""

    firmware: str


# -- what is wanted -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lamps:
    """The wanted state of every lamp: names that are lit, all others dark; *tower* lower and upper stage
    ("off", "on", "slow", "fast"); *buzzer* on or off."""

    lit: tuple[str, ...]
    tower_low: str = "off"
    tower_high: str = "off"
    buzzer: bool = False


@dataclass(frozen=True, slots=True)
class ResetLatch:
    """The opening that *door*'s latch told at boot is on disk: let the latch forget it."""

    door: str


DeckEvent = DoorChanged | KeyTurned | ButtonPressed | ButtonBad | DeckReady
DeckOrder = Lamps | ResetLatch
