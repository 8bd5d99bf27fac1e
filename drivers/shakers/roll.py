"""One attempt to roll, as the cabinet follows it: when a reading is a result and when it is nobody's.

A result counts if its tag was right, the tumbles seen are at least those asked for, lid and cover stayed closed
since the shake was ordered, three dice show 1 to 6 within the tilt limit, a second reading is equal, and the
shaker then says RESULT with no flag but "not acknowledged".

Without a valid first rest the attempt is rejected and may be shaken again. After one nothing is: what moved,
opened or cannot be read any more is a disturbance, with whether the cover is proven closed all the time.
The same holds once the dice may have come to rest (settling, reading) and the lid or the cover opened: somebody
may have seen them.

Decides from states and readings alone. Refuses to know sequences, tags, bytes, and what is paid.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.shaker import DiceRead, FirstRest, RollDisturbed, RollRejected
from drivers.shakers.shaker_wire import Flag, Reading, State

RollEvent = FirstRest | DiceRead | RollRejected | RollDisturbed

_EXPOSED = int(Flag.LID_OPEN | Flag.COVER_OPEN)
_REASONS = (
    (Flag.DICE_COUNT, "dice_count"),
    (Flag.NO_TUMBLE, "no_tumble"),
    (Flag.DISAGREE, "readings_disagree"),
    (Flag.MOVED, "moved"),
    (Flag.MOTOR, "motor"),
    (Flag.SENSOR, "sensor"),
)
_STATUS_MS = 600  # a state is told every 500 ms: after a longer gap nobody knows what happened in it
_RAW_LINES = 16  # an attempt has two readings; more are repeats, and the newest tell


@dataclass(frozen=True, slots=True)
class RollLimits:
    """Degrees, milliseconds, counts. *cover_ms*: for the cover to close after the order arrived."""

    tilt_max: int = 10
    cover_ms: int = 1000
    shaking_ms: int = 15_000
    settling_ms: int = 5000
    reading_ms: int = 3000
    rereads: int = 3


class Roll:
    """Attempt *attempt* of round *round_number*; *tumbles* were asked for. *over*: nothing more is believed of it."""

    def __init__(self, round_number: int, attempt: int, tumbles: int, limits: RollLimits) -> None:
        self.round_number = round_number
        self.attempt = attempt
        self.over = False
        self.arrived = False  # the shaker told of this attempt
        self.wants_reading = False
        self.wants_stop = False
        self._tumbles = tumbles
        self._limits = limits
        self._stage = ""
        self._stage_since = self._arrived_at = self._told_at = 0
        self._cover_closed = False
        self._flags = 0  # as told last
        self._first: Reading | None = None
        self._second: Reading | None = None
        self._refused = ""  # why a first reading was no valid rest
        self._raw: list[str] = []
        self._rereads = 0

    def is_of(self, round_number: int, attempt: int) -> bool:
        return (self.round_number, self.attempt) == (round_number, attempt)

    def told(self, state: State, now: int) -> list[RollEvent]:
        """What a state proves; a state of another attempt proves nothing."""
        if self.over or not self.is_of(state.round_number, state.attempt):
            return []
        if not self.arrived:
            self.arrived, self._arrived_at = True, now
        tumbled = self._stage == "SHAKING" and now - self._told_at <= _STATUS_MS
        self._told_at, self._flags = now, state.flags
        if state.state != self._stage:
            self._stage, self._stage_since = state.state, now
        exposed = self._exposure(state, now)
        if exposed:
            still = state.state == "SHAKING" or (state.state in ("OPEN", "FAULT") and tumbled)
            return self._opened(exposed, still)
        return self._follow(state)

    def read(self, reading: Reading) -> list[RollEvent]:
        """What a reading with a right tag proves; of another attempt, repeated or after the end: nothing."""
        if self.over or not self.is_of(reading.round_number, reading.attempt):
            return []
        self._raw = [*self._raw, reading.raw][-_RAW_LINES:]
        why = self._complaint(reading)
        if self._first is None:
            return self._first_reading(reading, why)
        if reading.read != self._first.read and self._second is None:
            equal = not why and sorted(reading.faces) == sorted(self._first.faces)
            self._refused = "" if equal else (why or "readings_disagree")
            self._second = reading
        return []

    def refused(self, reason: str) -> list[RollEvent]:
        """The shaker would not shake: no dice moved."""
        return self._reject(reason)

    def nothing_held(self) -> list[RollEvent]:
        """The shaker has nothing to read again, and nobody knows what became of the dice."""
        return [] if self.over else self._disturb("nothing_held", False)

    def read_again(self) -> None:
        """The machine wants a reading of what lies there."""
        self._rereads = 0
        self.wants_reading = True

    def late(self, now: int) -> list[RollEvent]:
        """What the time alone proves: a stage that takes too long is a fault."""
        limits = {
            "SHAKING": self._limits.shaking_ms,
            "SETTLING": self._limits.settling_ms,
            "READING": self._limits.reading_ms,
        }
        limit = limits.get(self._stage)
        if self.over or limit is None or now - self._stage_since <= limit:
            return []
        self.wants_stop = True
        return self._give_up(f"{self._stage.lower()}_too_long")

    # -- states -------------------------------------------------------------------------------------

    def _exposure(self, state: State, now: int) -> str:
        """Why the dice may be seen or touched now, empty if lid and cover are closed."""
        if state.flags & Flag.LID_OPEN or state.state == "OPEN":
            return "lid_open"
        if not state.flags & Flag.COVER_OPEN:
            self._cover_closed = True
            return ""
        if state.state in ("BOOT", "IDLE"):
            return ""
        closing = state.state == "SHAKING" and not self._cover_closed
        return "" if closing and now - self._arrived_at <= self._limits.cover_ms else "cover"

    def _opened(self, reason: str, tumbling: bool) -> list[RollEvent]:
        """Seen by somebody: harmless only while the dice certainly still tumbled."""
        self._cover_closed = False
        return self._reject(reason) if tumbling and self._first is None else self._disturb(reason, False)

    def _follow(self, state: State) -> list[RollEvent]:
        match state.state:
            case "SHAKING" | "SETTLING" | "READING":
                return []
            case "RESULT":
                return self._result(state)
            case "SAFE" if state.flags & Flag.UNACKNOWLEDGED:
                return self._result(state)
            case "COCKED":
                return self._give_up(self._refused or _reason(state.flags, "cocked"))
            case "FAULT":
                return self._give_up(_reason(state.flags, "fault"))
            case "SAFE":
                return self._give_up("safe")
            case _:
                return self._disturb("attempt_lost", False)

    def _result(self, state: State) -> list[RollEvent]:
        flags = state.flags & ~Flag.UNACKNOWLEDGED
        if flags or self._refused:
            return self._give_up(self._refused or _reason(flags, "fault"))
        if self._first is None or self._second is None:
            return self._read_once_more()
        self.over = True
        raw = (self._first.raw, self._second.raw)
        return [DiceRead(self.round_number, self.attempt, self._first.faces, raw)]

    def _read_once_more(self) -> list[RollEvent]:
        if self.wants_reading:
            return []
        self._rereads += 1
        if self._rereads > self._limits.rereads:
            # it holds a result that cannot be had: shaking again would be a free second roll
            return self._disturb("no_second_reading" if self._first else "unreadable", self._cover_closed)
        self.wants_reading = True
        return []

    # -- readings -----------------------------------------------------------------------------------

    def _complaint(self, reading: Reading) -> str:
        """Why a reading is no valid rest, empty if it is one."""
        if self._flags & Flag.DICE_COUNT:
            return "dice_count"
        if not all(1 <= face <= 6 for face in reading.faces):
            return "unreadable"
        if max(reading.tilts) > self._limits.tilt_max:
            return "cocked"
        if reading.tumbles < self._tumbles:
            return "no_tumble"
        return "" if self._cover_closed else "cover"

    def _first_reading(self, reading: Reading, why: str) -> list[RollEvent]:
        if why:
            # read before the cover was ever told closed: no proof against the dice, so it is read again later
            self._refused = "" if why == "cover" else why
            return []
        self._first, self._refused = reading, ""
        return [FirstRest(self.round_number, self.attempt, reading.faces, reading.raw)]

    # -- ends ---------------------------------------------------------------------------------------

    def _give_up(self, reason: str) -> list[RollEvent]:
        """No result comes of it any more. A count that is wrong only now was wrong at the first rest as well: nobody
        can say that it stands."""
        if self._first is None:
            return self._reject(reason)
        return self._disturb(reason, self._cover_closed and reason != "dice_count")

    def _reject(self, reason: str) -> list[RollEvent]:
        self.over = True
        return [RollRejected(self.round_number, self.attempt, reason, tuple(self._raw))]

    def _disturb(self, reason: str, cover_proven: bool) -> list[RollEvent]:
        self.over = True
        return [RollDisturbed(self.round_number, self.attempt, reason, cover_proven)]


def _reason(flags: int, otherwise: str) -> str:
    return next((reason for flag, reason in _REASONS if flags & flag), otherwise)
