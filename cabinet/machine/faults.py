"""The fault table: one row a fault, with what it closes and how it ends. Everything enumerates this table.

A market that is stricter changes a row's columns, never the code.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Out(StrEnum):
    """What a fault leaves of cash-out."""

    OPEN = "open"
    BY_HAND = "by_hand"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FaultRow:
    """*play*, *notes*: whether it closes them. *attendant*: stays until an attendant clears it, even when the
    cause is gone. *clearable*: False = nothing on the machine clears it."""

    code: str
    play: bool = False
    notes: bool = False
    cash_out: Out = Out.OPEN
    attendant: bool = False
    clearable: bool = True


_ROWS = (
    # the acceptor: notes and tickets in are closed, play goes on
    FaultRow("acceptor_lost", notes=True),
    FaultRow("acceptor_wrong", notes=True),
    FaultRow("stacker_full", notes=True),
    FaultRow("cash_box_out", notes=True),
    FaultRow("jam_acceptor", notes=True),
    FaultRow("jam_stacker", notes=True),
    FaultRow("pause", notes=True),
    FaultRow("cheated", notes=True, attendant=True),
    FaultRow("failure", notes=True),
    FaultRow("communication", notes=True),
    FaultRow("country", notes=True),
    # somebody tries something: nothing is closed, an attendant should look
    FaultRow("ticket_guesses", attendant=True),
    FaultRow("rejects", attendant=True),
    # the printer: cash-out by hand, play goes on
    FaultRow("printer_lost", cash_out=Out.BY_HAND),
    FaultRow("printer_wrong", cash_out=Out.BY_HAND),
    FaultRow("paper_out", cash_out=Out.BY_HAND),
    FaultRow("paper_low"),
    FaultRow("void_paper", attendant=True),
    FaultRow("head_open", cash_out=Out.BY_HAND),
    FaultRow("paper_jam", cash_out=Out.BY_HAND),
    FaultRow("offline", cash_out=Out.BY_HAND),
    FaultRow("system_error", cash_out=Out.BY_HAND),
    FaultRow("head_error", cash_out=Out.BY_HAND),
    FaultRow("voltage", cash_out=Out.BY_HAND),
    FaultRow("temperature", cash_out=Out.BY_HAND),
    FaultRow("cutter", cash_out=Out.BY_HAND),
    FaultRow("memory", cash_out=Out.BY_HAND),
    FaultRow("command_error", cash_out=Out.BY_HAND),
    FaultRow("silent", cash_out=Out.BY_HAND),
    # the board: without it nobody can say that the doors are shut
    FaultRow("deck_lost", play=True, notes=True, cash_out=Out.CLOSED),
    FaultRow("deck_wrong", play=True, notes=True, cash_out=Out.CLOSED),
    # doors
    FaultRow("door_main", play=True, notes=True, cash_out=Out.CLOSED),
    FaultRow("door_belly", play=True, notes=True, cash_out=Out.CLOSED),
    FaultRow("door_logic", play=True, notes=True, cash_out=Out.CLOSED),
    FaultRow("door_drop", notes=True),
    FaultRow("door_cash_box", notes=True),
    FaultRow("door_logic_unpowered", play=True, notes=True, cash_out=Out.CLOSED, attendant=True),
    FaultRow("door_cash_box_unpowered", notes=True, attendant=True),
    # the shaker closes the dice bets only; see cabinet.play.bets
    FaultRow("shaker_lost"),
    FaultRow("shaker_wrong"),
    FaultRow("shaker_lid_open"),
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
    FaultRow("books", play=True, notes=True, cash_out=Out.CLOSED, attendant=True, clearable=False),
    FaultRow("meter_increment", play=True, notes=True, attendant=True),
    FaultRow("commitment", play=True, notes=True, cash_out=Out.CLOSED, attendant=True, clearable=False),
    FaultRow("options_changed", play=True, notes=True, attendant=True),
    FaultRow("clock_behind", cash_out=Out.BY_HAND),
    FaultRow("disk_low", play=True, notes=True, cash_out=Out.BY_HAND),
    FaultRow("storage", play=True, notes=True, cash_out=Out.CLOSED, attendant=True, clearable=False),
    FaultRow("journal_healed", attendant=True),
    FaultRow("rolled_back", play=True, notes=True, cash_out=Out.CLOSED, attendant=True, clearable=False),
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
