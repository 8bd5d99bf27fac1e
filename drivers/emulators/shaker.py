"""The twin of the dice shaker: three dice under a cover, a motor, a camera, and everything that can go wrong.

States: BOOT → IDLE → SHAKING → SETTLING → READING → RESULT or COCKED; FAULT, SAFE (no valid frame for 2 s), OPEN
(lid). Physics: the cover closes in 0.3 s, the dice tumble every 0.6 s while the motor runs, come to rest 0.8 s
after it stops, are read at once and again 0.2 s later. Where dice, lid and cover are stands in dice_box. The faces of
an attempt follow from (seed, round, attempt), so a demo that was cut rolls what it would have rolled.

Faults ({"fault": name, "on": true, …}): cocked, two_dice, four_dice, stuck_motor, no_tumble, disagree,
late_result (ms), duplicate_result, wrong_round, corrupt_crc, split_frames, reboot_at (state), cover_stuck, kick
(after the first rest), wrong_tag, mute, deaf, loaded (face, percent), blind (the camera sees nothing). Acts:
{"lid": "open"|"closed"}, {"power": "off"|"on"}, {"reboot": true}.

Decides the faces. Refuses to know what is bet on them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from drivers.emulators.dice_box import DiceBox
from drivers.emulators.world import Shelf
from drivers.shakers.shaker_wire import Command, Flag, LineReader, hex16, line, read_command, tag_of

BENCH_KEY = b"bench shaker: everybody knows it"
"""The key of an emulated shaker. It protects nothing, as nothing on a bench needs it."""

_FAULTS = (
    "cocked",
    "two_dice",
    "four_dice",
    "stuck_motor",
    "no_tumble",
    "disagree",
    "late_result",
    "duplicate_result",
    "wrong_round",
    "corrupt_crc",
    "split_frames",
    "reboot_at",
    "cover_stuck",
    "kick",
    "wrong_tag",
    "mute",
    "deaf",
    "loaded",
    "blind",
)
_GREETING = b"\x00\xffSHAKER v1.2 READY\r\n"


@dataclass(frozen=True, slots=True)
class ShakerTwinOptions:
    """Milliseconds. *key*: what it signs with."""

    key: bytes = BENCH_KEY
    model: str = "EMUSHAKER"
    serial: str = "SH000001"
    firmware: str = "1.2"
    boot_ms: int = 2000
    cover_ms: int = 300
    tumble_ms: int = 600
    settle_ms: int = 800
    read_ms: int = 50
    second_ms: int = 200
    status_ms: int = 500
    safe_ms: int = 2000


@dataclass(slots=True)
class _Attempt:
    """What it knows of the attempt under way or held; gone with the power."""

    round_number: int
    attempt: int
    tumbles: int
    nonce: str
    seen: int = 0
    reads: int = 0
    faces: tuple[int, int, int] = (0, 0, 0)
    moved: bool = False


@dataclass(slots=True)
class _Electronics:
    """What is gone with the power."""

    state: str = "BOOT"
    fault: Flag = field(default_factory=lambda: Flag(0))
    attempt: _Attempt | None = None
    reader: LineReader = field(default_factory=LineReader)
    outbox: bytearray = field(default_factory=bytearray)
    last: str = ""  # the last command's body, and what it was answered
    answered: bytes = b""
    heard_at: int = 0
    steps: list[tuple[int, Callable[[], None]]] = field(default_factory=list)


class ShakerTwin:
    """A `drivers.device.Twin` of one shaker on *shelf*; *seed* decides every roll."""

    def __init__(self, shelf: Shelf, options: ShakerTwinOptions | None = None, seed: int = 0) -> None:
        self._options = options or ShakerTwinOptions()
        self._seed = seed
        self._faults: dict[str, dict[str, Any]] = {}
        self._now = 0
        self._booted_at = 0
        self._powered = True
        self._box = DiceBox(shelf)
        self._box.count_boot()
        self._electronics = _Electronics(state="OPEN" if self._box.lid_open else "IDLE")
        self._after(self._options.status_ms, self._tell_again)

    def receive(self, data: bytes, now: int) -> None:
        self._advance(now)
        if not self._powered or self._electronics.state == "BOOT" or "deaf" in self._faults:
            return
        for body in self._electronics.reader.feed(data):
            command = read_command(body)
            self._electronics.heard_at = now
            if command is None:
                self._say(f"N,{_sequence(body)},{2 if body[:1] not in 'HQBRAXCK' else 3}")
            elif body == self._electronics.last:
                self._electronics.outbox += self._electronics.answered  # said again, done once
            else:
                before = len(self._electronics.outbox)
                self._obey(command)
                if self._electronics.state == "BOOT":
                    return
                self._electronics.last, self._electronics.answered = body, bytes(self._electronics.outbox[before:])

    def pull(self, now: int) -> bytes:
        self._advance(now)
        if not self._powered or "mute" in self._faults:
            self._electronics.outbox.clear()
            return b""
        take = 7 if "split_frames" in self._faults else len(self._electronics.outbox)
        out = bytes(self._electronics.outbox[:take])
        del self._electronics.outbox[:take]
        return out

    def wake_at(self) -> int | None:
        if self._electronics.outbox:
            return self._now
        return self._electronics.steps[0][0] if self._electronics.steps else None

    def power_up(self, now: int) -> None:
        """The mains come back: deaf for two seconds, then a greeting that is no line; the dice lie as they lay."""
        self._advance(now)
        self._powered = True
        self._booted_at = now
        self._electronics = _Electronics(heard_at=now)
        self._box.count_boot()
        self._after(self._options.boot_ms, self._booted)

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        self._advance(now)
        match what:
            case {"lid": "open" | "closed" as lid}:
                self._move_lid(lid == "open")
            case {"power": "off"}:
                self._powered = False
                self._electronics = _Electronics()
            case {"power": "on"} | {"reboot": True}:
                self.power_up(now)
            case {"fault": str(name), **rest} if name in _FAULTS:
                self._fault(name, rest)
            case _:
                return {"error": "unknown act"}
        return dict(what)

    def status(self) -> dict[str, Any]:
        attempt = self._electronics.attempt
        return {
            **self._box.status(),
            "position": self._electronics.state.lower() if self._powered else "off",
            "powered": self._powered,
            "round": attempt.round_number if attempt else 0,
            "attempt": attempt.attempt if attempt else 0,
            "faults": sorted(self._faults),
        }

    # -- what it says -------------------------------------------------------------------------------

    def _say(self, body: str) -> None:
        whole = bytearray(line(body))
        if "corrupt_crc" in self._faults:
            whole[-3] ^= 0x01
        self._electronics.outbox += whole

    def _say_state(self, sequence: int = 0) -> None:
        attempt = self._electronics.attempt
        round_number, number = (attempt.round_number, attempt.attempt) if attempt else (0, 0)
        uptime = self._now - self._booted_at
        flags = f"{int(self._flags()):03X}"
        self._say(f"S,{sequence:03},{self._electronics.state},{hex16(round_number)},{number},{flags},{uptime}")

    def _flags(self) -> Flag:
        electronics, flags = self._electronics, self._electronics.fault
        if self._box.lid_open:
            flags |= Flag.LID_OPEN
        if self._box.cover_open:
            flags |= Flag.COVER_OPEN
        if electronics.state == "READING" and len(self._box.dice) != 3:
            flags |= Flag.DICE_COUNT
        attempt = electronics.attempt
        if attempt is not None and attempt.reads and electronics.state in ("RESULT", "SAFE"):
            flags |= Flag.UNACKNOWLEDGED
        if attempt is not None and attempt.moved and electronics.state in ("READING", "RESULT", "COCKED"):
            flags |= Flag.MOVED
        return flags

    def _say_identity(self, sequence: int) -> None:
        options = self._options
        body = f"I,{sequence:03},1,{options.model},{options.serial},{options.firmware},3,{self._box.boots:04}"
        self._say(f"{body},{self._tag(body, '')}")

    def _tag(self, body: str, nonce: str) -> str:
        key = b"somebody else" if "wrong_tag" in self._faults else self._options.key
        return tag_of(key, body, nonce)

    def _say_reading(self, attempt: _Attempt, sequence: int = 0) -> None:
        attempt.reads += 1
        dice = [*self._box.dice, 0, 0, 0]
        if "disagree" in self._faults and attempt.reads > 1:
            dice[0] = dice[0] % 6 + 1
        tilts = [24 if "cocked" in self._faults else 1, 0, 2]
        round_number = attempt.round_number + (1 if "wrong_round" in self._faults else 0)
        seen = ",".join(str(part) for part in (*dice[:3], *tilts, attempt.seen, 97))
        body = f"D,{sequence:03},{hex16(round_number)},{attempt.attempt},{attempt.reads},{seen}"
        for _ in range(2 if "duplicate_result" in self._faults else 1):
            self._say(f"{body},{self._tag(body, attempt.nonce)}")

    # -- what it is told ----------------------------------------------------------------------------

    def _obey(self, command: Command) -> None:
        sequence, fields = command.sequence, command.fields
        match command.letter:
            case "H":
                self._say_identity(sequence) if fields[0] == "1" else self._say(f"N,{sequence:03},3")
            case "B":
                self._begin(sequence, int(fields[0], 16), int(fields[1]), int(fields[2]), fields[3])
            case "R":
                self._read_again(sequence, int(fields[0], 16), int(fields[1]))
            case "A":
                self._acknowledged(sequence, int(fields[0], 16), int(fields[1]))
            case "X":
                if self._electronics.state == "SHAKING":
                    self._enter("FAULT", Flag.MOTOR, sequence)
                else:
                    self._say_state(sequence)
            case "C":
                self._clear(sequence)
            case _:
                self._say_state(sequence)

    def _begin(self, sequence: int, round_number: int, number: int, tumbles: int, nonce: str) -> None:
        electronics, held = self._electronics, self._electronics.attempt
        if held is not None and (held.round_number, held.attempt) == (round_number, number):
            self._say_state(sequence)
            return
        next_attempt = held is not None and (held.round_number, held.attempt + 1) == (round_number, number)
        if electronics.state != "IDLE" and not (electronics.state in ("RESULT", "COCKED") and next_attempt):
            self._say(f"N,{sequence:03},1")
            return
        electronics.attempt = _Attempt(round_number, number, tumbles, nonce)
        electronics.fault = Flag(0)
        self._after(self._options.cover_ms, self._cover_closed)
        self._enter("SHAKING", Flag(0), sequence)

    def _read_again(self, sequence: int, round_number: int, number: int) -> None:
        held, state = self._electronics.attempt, self._electronics.state
        if held is None or (held.round_number, held.attempt) != (round_number, number):
            self._say(f"N,{sequence:03},4")
        elif not held.reads or state not in ("RESULT", "COCKED", "SAFE"):
            self._say(f"N,{sequence:03},1")
        else:
            self._say_reading(held, sequence)

    def _acknowledged(self, sequence: int, round_number: int, number: int) -> None:
        held = self._electronics.attempt
        if held is None or (held.round_number, held.attempt) != (round_number, number):
            self._say(f"N,{sequence:03},4")
            return
        if self._electronics.state == "FAULT":
            self._say(f"N,{sequence:03},1")  # that is for C
            return
        held.reads = 0  # forgotten: only which attempt it was is still told
        self._box.move_cover(True)
        self._enter("OPEN" if self._box.lid_open else "IDLE", Flag(0), sequence)

    def _clear(self, sequence: int) -> None:
        cause = bool({"stuck_motor", "cover_stuck", "blind"} & self._faults.keys()) or self._box.lid_open
        if self._electronics.state in ("FAULT", "SAFE") and not cause:
            if self._electronics.attempt is not None:
                self._electronics.attempt.reads = 0
            self._enter("IDLE", Flag(0), sequence)
        elif cause:
            self._say(f"N,{sequence:03},1")
        else:
            self._say_state(sequence)

    # -- the roll -----------------------------------------------------------------------------------

    def _cover_closed(self) -> None:
        if "cover_stuck" in self._faults:
            self._enter("FAULT", Flag(0))
            return
        self._box.move_cover(False)
        self._say_state()
        if "stuck_motor" in self._faults:
            self._after(1000, partial(self._enter, "FAULT", Flag.MOTOR))
            return
        attempt = self._electronics.attempt
        assert attempt is not None
        tumbles = 0 if "no_tumble" in self._faults else attempt.tumbles + 1
        for tumble in range(tumbles):
            self._after(self._options.tumble_ms * (tumble + 1), self._tumbled)
        self._after(self._options.tumble_ms * (attempt.tumbles + 1) + 1, self._motor_off)

    def _tumbled(self) -> None:
        if self._electronics.attempt is not None:
            self._electronics.attempt.seen += 1

    def _motor_off(self) -> None:
        self._after(self._options.settle_ms, self._at_rest)  # before the state is told: a reboot there undoes it
        self._enter("SETTLING", Flag(0))

    def _at_rest(self) -> None:
        """The physical act: from here on the faces are what they are."""
        attempt = self._electronics.attempt
        assert attempt is not None
        count = 2 if "two_dice" in self._faults else 4 if "four_dice" in self._faults else 3
        self._box.fall(f"{self._seed} {attempt.round_number} {attempt.attempt}", self._faults.get("loaded"), count)
        late = int(self._faults.get("late_result", {}).get("ms", 0))
        self._after(self._options.read_ms + late, self._first_reading)
        self._enter("READING", Flag(0))

    def _first_reading(self) -> None:
        attempt = self._electronics.attempt
        assert attempt is not None
        if "blind" in self._faults:
            self._enter("FAULT", Flag.SENSOR)
            return
        self._say_reading(attempt)
        if "kick" in self._faults:
            self._box.kick()
            attempt.moved = True
        self._after(self._options.second_ms, self._second_reading)

    def _second_reading(self) -> None:
        attempt = self._electronics.attempt
        assert attempt is not None
        self._say_reading(attempt)
        flags = Flag(0)
        flags |= Flag.DICE_COUNT if len(self._box.dice) != 3 else Flag(0)
        flags |= Flag.NO_TUMBLE if attempt.seen < attempt.tumbles else Flag(0)
        flags |= Flag.DISAGREE if "disagree" in self._faults or attempt.moved else Flag(0)
        bad = bool(flags) or "cocked" in self._faults
        self._enter("COCKED" if bad else "RESULT", flags)

    # -- states, hands, power -----------------------------------------------------------------------

    def _enter(self, state: str, fault: Flag, sequence: int = 0) -> None:
        electronics = self._electronics
        if state in ("FAULT", "SAFE", "OPEN", "IDLE"):
            electronics.steps = [step for step in electronics.steps if step[1] == self._tell_again]
        electronics.state, electronics.fault = state, fault
        self._say_state(sequence)
        if self._faults.get("reboot_at", {}).get("state") == state:
            del self._faults["reboot_at"]
            self.power_up(self._now)

    def _tell_again(self) -> None:
        """Every 500 ms, unasked; and where a cabinet that says nothing for 2 s is noticed."""
        self._after(self._options.status_ms, self._tell_again)
        lost = self._now - self._electronics.heard_at >= self._options.safe_ms
        # where nothing runs and nothing is held there is nothing to make safe
        if lost and self._electronics.state not in ("SAFE", "FAULT", "OPEN", "IDLE"):
            self._enter("SAFE", Flag(0))
        else:
            self._say_state()

    def _booted(self) -> None:
        self._electronics.outbox += _GREETING
        self._electronics.state = "OPEN" if self._box.lid_open else "IDLE"
        self._electronics.heard_at = self._now
        self._tell_again()

    def _move_lid(self, is_open: bool) -> None:
        self._box.move_lid(is_open)
        if not self._powered or self._electronics.state == "BOOT":
            return
        if is_open:
            if self._electronics.attempt is not None:
                self._electronics.attempt.reads = 0
            self._enter("OPEN", Flag(0))
        elif self._electronics.state == "OPEN":
            self._enter("IDLE", Flag(0))

    def _fault(self, name: str, rest: dict[str, Any]) -> None:
        if rest.get("on", True):
            self._faults[name] = {key: value for key, value in rest.items() if key != "on"}
        else:
            self._faults.pop(name, None)

    def _after(self, wait_ms: int, act: Callable[[], None]) -> None:
        self._electronics.steps.append((self._now + wait_ms, act))
        self._electronics.steps.sort(key=lambda step: step[0])

    def _advance(self, now: int) -> None:
        """Everything physical that is due by *now*, in its order."""
        while self._electronics.steps and self._electronics.steps[0][0] <= now:
            self._now, act = self._electronics.steps.pop(0)
            act()
        self._now = max(self._now, now)


def _sequence(body: str) -> str:
    part = body[2:5]
    return part if len(part) == 3 and part.isdigit() else "000"
