"""The fault table: one row a fault, with what it closes and how it ends. Everything enumerates this table.

A market that is stricter changes a row's columns, never the code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import partial


class Out(StrEnum):
    """What a fault leaves of cash-out."""

    OPEN = "open"
    BY_HAND = "by_hand"
    CLOSED = "closed"


class Light(StrEnum):
    """What a fault does to the upper stage of the tower: nothing, a slow flash (somebody should look), a fast one
    (a door or a tilt)."""

    OFF = "off"
    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True, slots=True)
class FaultRow:
    """*play*, *notes*: whether it closes them. *attendant*: stays until an attendant clears it, even when the
    cause is gone. *clearable*: False = nothing on the machine clears it. *gone_first*: an attendant clears it only
    after its cause is gone. *light*: the upper stage of the tower. *alarm*: buzzer and sound when it comes while no
    attendant is at the machine (E-09). *host*: the exception code that a host is told, from the field's table.
    *neutral*: its words for the public do not name the cause (S-13)."""

    code: str
    play: bool = False
    notes: bool = False
    cash_out: Out = Out.OPEN
    attendant: bool = False
    clearable: bool = True
    gone_first: bool = False
    light: Light = Light.SLOW
    alarm: bool = False
    host: int = 0x20
    neutral: bool = False


_STOPS = partial(FaultRow, play=True, notes=True, cash_out=Out.CLOSED, light=Light.FAST)
"""What stops the machine whole."""

_ROWS = (
    # the acceptor: notes and tickets in are closed, play goes on
    FaultRow("acceptor_lost", notes=True, host=0x29),
    FaultRow("acceptor_wrong", notes=True, host=0x29),
    FaultRow("acceptor_other", notes=True, host=0x29),
    FaultRow("stacker_full", notes=True, host=0x27, neutral=True),
    FaultRow("intake_waits", notes=True, attendant=True, host=0x27, neutral=True),
    FaultRow("cash_box_out", notes=True, light=Light.FAST, alarm=True, host=0x1B),
    FaultRow("jam_acceptor", notes=True, host=0x28),
    FaultRow("jam_stacker", notes=True, host=0x28),
    FaultRow("pause", notes=True, host=0x28),
    FaultRow("cheated", notes=True, attendant=True, light=Light.FAST, alarm=True, host=0x2C),
    FaultRow("failure", notes=True, host=0x29),
    FaultRow("communication", notes=True, host=0x29),
    FaultRow("country", notes=True, host=0x29),
    # any device: it is lost or wrong as well, and that row closes what it closes
    FaultRow("cables_swapped"),
    # somebody tries something: nothing is closed, an attendant should look
    FaultRow("ticket_guesses", attendant=True, alarm=True),
    FaultRow("rejects", attendant=True, alarm=True, host=0x2B),
    # the printer: cash-out by hand, play goes on
    FaultRow("printer_lost", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("printer_wrong", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("printer_other", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("paper_out", cash_out=Out.BY_HAND, host=0x61),
    FaultRow("paper_low", host=0x74),
    FaultRow("void_paper", attendant=True),
    FaultRow("head_open", cash_out=Out.BY_HAND, host=0x78),
    FaultRow("paper_jam", cash_out=Out.BY_HAND, host=0x78),
    FaultRow("offline", cash_out=Out.BY_HAND, host=0x75),
    FaultRow("system_error", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("head_error", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("voltage", cash_out=Out.BY_HAND, host=0x75),
    FaultRow("temperature", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("cutter", cash_out=Out.BY_HAND, host=0x78),
    FaultRow("memory", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("command_error", cash_out=Out.BY_HAND, host=0x60),
    FaultRow("silent", cash_out=Out.BY_HAND, host=0x60),
    # the board: without it nobody can say that the doors are shut
    _STOPS("deck_lost"),
    _STOPS("deck_wrong"),
    _STOPS("deck_other"),
    # doors
    _STOPS("door_main", alarm=True, host=0x11),
    _STOPS("door_belly", alarm=True, host=0x1D),
    _STOPS("door_logic", alarm=True, host=0x15),
    FaultRow("door_drop", notes=True, light=Light.FAST, alarm=True, host=0x13),
    FaultRow("door_cash_box", notes=True, light=Light.FAST, alarm=True, host=0x19),
    _STOPS("door_logic_unpowered", attendant=True, alarm=True, host=0x98),
    FaultRow("door_cash_box_unpowered", notes=True, attendant=True, light=Light.FAST, alarm=True, host=0x9A),
    # the shaker closes the dice bets only; see cabinet.play.bets
    FaultRow("shaker_lost"),
    FaultRow("shaker_wrong"),
    FaultRow("shaker_other"),
    FaultRow("shaker_lid_open", light=Light.FAST, alarm=True),
    FaultRow("shaker_motor", attendant=True),
    FaultRow("shaker_sensor", attendant=True),
    FaultRow("shaker_cover", attendant=True),
    FaultRow("shaker_dice_count", attendant=True),
    FaultRow("shaker_tag", attendant=True),
    FaultRow("shaker_safe"),
    FaultRow("shaker_silent"),
    FaultRow("dice_void", attendant=True),
    FaultRow("dice_disturbed", attendant=True),
    FaultRow("dice_biased", attendant=True),
    # the machine itself
    _STOPS("books", attendant=True, clearable=False, host=0x32),
    FaultRow("meter_increment", play=True, notes=True, attendant=True, light=Light.FAST),
    _STOPS("commitment", attendant=True, clearable=False),
    FaultRow("setup_unconfirmed", play=True, notes=True, attendant=True, clearable=False, light=Light.FAST, host=0x7A),
    _STOPS("dispute"),
    FaultRow("options_changed", play=True, notes=True, attendant=True, light=Light.FAST, host=0x3C),
    _STOPS("program_changed", attendant=True, gone_first=True, alarm=True, host=0x37),
    FaultRow("clock_behind", cash_out=Out.BY_HAND),
    FaultRow("disk_low", play=True, notes=True, cash_out=Out.BY_HAND, light=Light.FAST),
    _STOPS("storage", attendant=True, clearable=False, host=0x32),
    FaultRow("journal_healed", attendant=True, host=0x31),
    _STOPS("rolled_back", attendant=True, clearable=False, host=0x32),
)

FAULTS: dict[str, FaultRow] = {row.code: row for row in _ROWS}


@dataclass(frozen=True, slots=True)
class Fault:
    """An active fault. *present*: its cause still holds."""

    code: str
    place: str
    present: bool
    detail: str = ""

    @property
    def row(self) -> FaultRow:
        return FAULTS[self.code]

    @property
    def cleared_by_hand(self) -> bool:
        """Whether an attendant can clear it now."""
        return self.row.attendant and self.row.clearable and not (self.row.gone_first and self.present)
