"""The closed union of signals, and its codec: signals stand in the journal beside what they caused."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from cabinet.machine.options import Options
from cabinet.machine.records import CarriedOver, TicketsCarried
from cabinet.ports.plain import Codec
from cabinet.ports.signals import (
    ClockStepped,
    DayTurned,
    DeviceSaid,
    DisputePutAway,
    NumberDrawn,
    OfficeTouched,
    OrderDrawn,
    OrderRevealed,
    PeriodStamped,
    PinTold,
    PlacesOpened,
    Pressed,
    Restored,
    RowsArchived,
    ScheduleTurned,
    SlipStamped,
    StorageSaid,
    TicketVerdict,
    TimerElapsed,
)


@dataclass(frozen=True, slots=True)
class Started:
    """The program came up, with the options of its files and the devices of its profile."""

    program: str
    devices: tuple[str, ...]
    options: Options


@dataclass(frozen=True, slots=True)
class RamCleared:
    """A technician ended the journal before this one; *carried* is what it hands over. The second row of this one."""

    carried: CarriedOver


@dataclass(frozen=True, slots=True)
class TicketsHanded:
    """More of what the journal before hands over."""

    carried: TicketsCarried


@dataclass(frozen=True, slots=True)
class SetupRead:
    """A technician confirms the setup without the machine's screen."""

    who: str


@dataclass(frozen=True, slots=True)
class OptionJudged:
    """The verdict on one changed option: *why* not, naming file and key, or the whole options it makes.
    *critical*: it wants the logic door open (F-08)."""

    station: int
    file: str
    key: str
    old: str
    new: str
    who: str
    critical: bool
    why: str
    options: Options | None


Signal = (
    Started
    | RamCleared
    | TicketsHanded
    | SetupRead
    | OptionJudged
    | Pressed
    | DeviceSaid
    | TimerElapsed
    | OrderDrawn
    | PlacesOpened
    | OrderRevealed
    | NumberDrawn
    | TicketVerdict
    | ClockStepped
    | DayTurned
    | PeriodStamped
    | ScheduleTurned
    | SlipStamped
    | Restored
    | DisputePutAway
    | RowsArchived
    | PinTold
    | OfficeTouched
    | StorageSaid
)


def signal_codec() -> Codec:
    """Reads every stored signal back; raises NotPlain on anything else."""
    return Codec(get_args(Signal))
