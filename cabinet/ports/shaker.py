"""What the machine hears from the dice shaker and says to it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShakerReady:
    """It said who it is and its tag was right; *serial* and *firmware* as told."""

    model: str
    serial: str
    firmware: str


@dataclass(frozen=True, slots=True)
class ShakerTold:
    """Its state when asked: idle, shaking, settling, reading, result, cocked, fault, safe, open, boot.

    *remembers*: it has not restarted since the driver knew it last, so it knows every attempt that reached it.
    """

    state: str
    round_number: int
    attempt: int
    flags: int
    remembers: bool = False


@dataclass(frozen=True, slots=True)
class FirstRest:
    """A first valid reading under the cover, with its raw line. Not yet a result; stored whatever follows."""

    round_number: int
    attempt: int
    faces: tuple[int, int, int]
    raw: str


@dataclass(frozen=True, slots=True)
class DiceRead:
    """Two equal readings, all conditions met: the result of this attempt."""

    round_number: int
    attempt: int
    faces: tuple[int, int, int]
    raw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollRejected:
    """No valid first rest came of this attempt (cocked, wrong count, unreadable, motor)."""

    round_number: int
    attempt: int
    reason: str
    raw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollDisturbed:
    """After a valid first rest something moved or was lost; *cover_proven*: closed all the time."""

    round_number: int
    attempt: int
    reason: str
    cover_proven: bool


@dataclass(frozen=True, slots=True)
class ShakerConditions:
    """Every condition that holds now: lid_open, motor, sensor, cover, dice_count, tag, safe, silent."""

    names: tuple[str, ...]
    detail: str = ""


# -- what is wanted -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shake:
    round_number: int
    attempt: int
    tumbles: int = 3


@dataclass(frozen=True, slots=True)
class ReadAgain:
    round_number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ResultStored:
    """The result is on disk: open the cover."""

    round_number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ClearShaker:
    pass


ShakerEvent = ShakerReady | ShakerTold | FirstRest | DiceRead | RollRejected | RollDisturbed | ShakerConditions
ShakerOrder = Shake | ReadAgain | ResultStored | ClearShaker
