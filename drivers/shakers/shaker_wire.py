"""The wire of the dice shaker: lines of text, so that the raw lines are the evidence. 115200 8N1.

    $ body * CRC CR LF      body: printable ASCII without $ and *, at most 120 characters, comma-separated
                            CRC: CRC-16 1021, start FFFF, not reflected, over the body, 4 upper-case hex digits

    cabinet → shaker   H protocol · Q · B round,attempt,tumbles,nonce · R round,attempt · A round,attempt · X ·
                       C fault · K                            each as letter,sequence(001-999),fields
    shaker → cabinet   I protocol,model,serial,firmware,dice,boot,tag · S state,round,attempt,flags,uptime ·
                       D round,attempt,read,d1,d2,d3,tilt1,tilt2,tilt3,tumbles,quality,tag · N code
                       each as letter,sequence it answers (000 unasked),fields

Rounds and nonces are 16 upper-case hex digits, flags three, everything else is decimal. The tag is the first 16
digits of BLAKE2s, keyed, over the body before it and the nonce of B (nothing for I): it finds forgery, the CRC
only noise. Decides what is a well-formed line; refuses to know whether it is true or belongs to a roll.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from dataclasses import dataclass
from enum import IntFlag

BODY_LIMIT = 120
_LINE_LIMIT = 1 + BODY_LIMIT + 1 + 4 + 2
_FRAME = re.compile(rb"\$([ -#%-)+-~]{1,120})\*([0-9A-F]{4})\r\n")
_HEX16 = r"[0-9A-F]{16}"
_WORD = r"[!-+\--~]{1,20}"
_SIX = r",(\d{1,2})" * 6  # three faces, three tilts
_FORMS = {
    "I": rf"I,(\d{{3}}),(\d{{1,3}}),({_WORD}),({_WORD}),({_WORD}),(\d{{1,2}}),({_WORD}),({_HEX16})",
    "S": rf"S,(\d{{3}}),([A-Z]{{1,8}}),({_HEX16}),(\d{{1,2}}),([0-9A-F]{{3}}),(\d{{1,12}})",
    "D": rf"D,(\d{{3}}),({_HEX16}),(\d{{1,2}}),(\d{{1,3}})"
    + r",(\d{1,2})" * 6
    + rf",(\d{{1,3}}),(\d{{1,3}}),({_HEX16})",
    "N": r"N,(\d{3}),(\d)",
    "H": r"H,(\d{3}),(\d{1,3})",
    "Q": r"Q,(\d{3})",
    "B": rf"B,(\d{{3}}),({_HEX16}),(\d{{1,2}}),(\d{{1,2}}),({_HEX16})",
    "R": rf"R,(\d{{3}}),({_HEX16}),(\d{{1,2}})",
    "A": rf"A,(\d{{3}}),({_HEX16}),(\d{{1,2}})",
    "X": r"X,(\d{3})",
    "C": r"C,(\d{3}),([0-9A-F]{1,3})",
    "K": r"K,(\d{3})",
}

STATES = ("BOOT", "IDLE", "SHAKING", "SETTLING", "READING", "RESULT", "COCKED", "FAULT", "SAFE", "OPEN")


class Flag(IntFlag):
    LID_OPEN = 0x01
    MOTOR = 0x02
    SENSOR = 0x04
    DICE_COUNT = 0x08
    DISAGREE = 0x10
    NO_TUMBLE = 0x20
    MOVED = 0x40
    UNACKNOWLEDGED = 0x80
    COVER_OPEN = 0x100


@dataclass(frozen=True, slots=True)
class Identity:
    sequence: int
    protocol: int
    model: str
    serial: str
    firmware: str
    dice: int
    boot: str
    tag: str
    raw: str


@dataclass(frozen=True, slots=True)
class State:
    """*flags*: of Flag, added up; *round_number* 0 = none since it booted; *uptime_ms* since it booted."""

    sequence: int
    state: str
    round_number: int
    attempt: int
    flags: int
    uptime_ms: int
    raw: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One look at the dice: faces as seen (0 = none), tilts in degrees, tumbles counted, quality 0..100."""

    sequence: int
    round_number: int
    attempt: int
    read: int
    faces: tuple[int, int, int]
    tilts: tuple[int, int, int]
    tumbles: int
    quality: int
    tag: str
    raw: str


@dataclass(frozen=True, slots=True)
class Nack:
    """*code*: 1 bad state, 2 unknown, 3 bad field, 4 wrong round."""

    sequence: int
    code: int


Told = Identity | State | Reading | Nack


@dataclass(frozen=True, slots=True)
class Command:
    """What the cabinet says: its *letter*, *sequence* and the remaining fields as they stand in the line."""

    letter: str
    sequence: int
    fields: tuple[str, ...] = ()

    def body(self) -> str:
        return ",".join((self.letter, f"{self.sequence:03}", *self.fields))


def crc(body: bytes) -> int:
    return binascii.crc_hqx(body, 0xFFFF)


def line(body: str) -> bytes:
    """The whole line for *body*."""
    raw = body.encode("ascii")
    return b"$%s*%04X\r\n" % (raw, crc(raw))


def tag_of(key: bytes, body: str, nonce: str = "") -> str:
    """The tag for *body* (everything before the tag's comma)."""
    return hashlib.blake2s((body + nonce).encode("ascii"), key=key).hexdigest()[:16].upper()


def nonce_of(key: bytes, round_number: int, attempt: int) -> str:
    """The nonce of one attempt: never the same twice, and known again after a restart of the cabinet."""
    return hashlib.blake2s(b"nonce %d %d" % (round_number, attempt), key=key).hexdigest()[:16].upper()


def tag_is_right(key: bytes, told: Identity | Reading, nonce: str = "") -> bool:
    """Whether *told* was said by the holder of *key* (an empty key is never right)."""
    body = told.raw[1 : told.raw.index("*")]
    return bool(key) and tag_of(key, body.rpartition(",")[0], nonce) == told.tag


class LineReader:
    """Good lines out of a stream; holds at most one line, whatever comes. *discarded* counts bytes, *noise* keeps
    the newest 32 of them."""

    def __init__(self) -> None:
        self._held = bytearray()
        self.discarded = 0
        self.noise = b""

    def feed(self, data: bytes) -> list[str]:
        """The bodies of the good lines completed by *data*; never raises."""
        found: list[str] = []
        for value in data:
            if value == 0x24:
                self._drop()
            self._held.append(value)
            if self._held[0] != 0x24 or len(self._held) > _LINE_LIMIT:
                self._drop()
            elif value == 0x0A:
                body = body_of(bytes(self._held))
                if body is None:
                    self._drop()
                else:
                    self._held.clear()
                    found.append(body)
        return found

    def forget(self) -> None:
        """Drop a half line and the noise seen so far."""
        self._held.clear()
        self.noise = b""

    def _drop(self) -> None:
        self.discarded += len(self._held)
        self.noise = (self.noise + bytes(self._held))[-32:]
        self._held.clear()


def body_of(whole: bytes) -> str | None:
    """The body of exactly one line, None if the line or its CRC is not right."""
    match = _FRAME.fullmatch(whole)
    if match is None or int(match[2], 16) != crc(match[1]):
        return None
    return match[1].decode("ascii")


def read_told(body: str) -> Told | None:
    """What the shaker says in *body*; None for an unknown letter, a wrong number of fields or a bad one."""
    fields = _fields(body, "ISDN")
    if fields is None:
        return None
    raw = f"${body}*{crc(body.encode('ascii')):04X}"
    sequence = int(fields[0])
    match body[0]:
        case "I":
            return Identity(
                sequence, int(fields[1]), fields[2], fields[3], fields[4], int(fields[5]), fields[6], fields[7], raw
            )
        case "S":
            known = fields[1] in STATES
            state = State(
                sequence, fields[1], int(fields[2], 16), int(fields[3]), int(fields[4], 16), int(fields[5]), raw
            )
            return state if known else None
        case "D":
            return _reading(sequence, fields, raw)
        case _:
            return Nack(sequence, int(fields[1]))


def _reading(sequence: int, fields: tuple[str, ...], raw: str) -> Reading:
    dice = [int(field) for field in fields[4:10]]
    return Reading(
        sequence=sequence,
        round_number=int(fields[1], 16),
        attempt=int(fields[2]),
        read=int(fields[3]),
        faces=(dice[0], dice[1], dice[2]),
        tilts=(dice[3], dice[4], dice[5]),
        tumbles=int(fields[10]),
        quality=int(fields[11]),
        tag=fields[12],
        raw=raw,
    )


def read_command(body: str) -> Command | None:
    """What the cabinet says in *body*; None if it is no command. Sequence 000 is none either."""
    fields = _fields(body, "HQBRAXCK")
    if fields is None or fields[0] == "000":
        return None
    return Command(body[0], int(fields[0]), fields[1:])


def _fields(body: str, letters: str) -> tuple[str, ...] | None:
    form = _FORMS.get(body[:1]) if body[:1] and body[0] in letters else None
    match = re.fullmatch(form, body, re.ASCII) if form is not None else None
    return None if match is None else match.groups()


def hex16(number: int) -> str:
    return f"{number:016X}"
