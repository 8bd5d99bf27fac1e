"""The words of JCM's ID-003 line: frames, codes, names. Both the driver and its twin speak through this file.

    SYNC=FC | LNG | CMD | DATA 0..250 | CRC lo | CRC hi        LNG = whole frame, 5..255
    CRC-16/KERMIT over SYNC..last DATA byte. 9600 baud, 8 data bits, even parity.

The host talks, the acceptor answers within 100 ms (500 ms while it starts). The same byte means one thing from
the host and another from the device (11 asks / idles, 40 RESET / POWER UP …), so a frame has no meaning without
its direction. FC may stand inside data. This file draws frames; it refuses to know what is to be done about one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from drivers.framing import FrameHunter, crc_kermit

SYNC = 0xFC
TICKET_MARK = 0x6F  # in place of the denomination code: a barcode follows as ASCII
FIRST_CODE = 0x61


class Host(IntEnum):
    """What the host says."""

    STATUS = 0x11
    RESET = 0x40
    STACK_1 = 0x41
    STACK_2 = 0x42  # VEND VALID only when the note is fully in the stacker
    RETURN = 0x43
    HOLD = 0x44
    ACK = 0x50
    VERSION = 0x88
    CURRENCY = 0x8A
    SERIAL = 0x91
    DISABLE = 0xC0
    SECURITY = 0xC1
    MODE = 0xC2
    INHIBIT = 0xC3
    DIRECTION = 0xC4
    OPTIONS = 0xC5
    BARCODE = 0xC6
    BAR_INHIBIT = 0xC7


class Told(IntEnum):
    """What the device says."""

    ENQ = 0x05
    IDLING = 0x11
    ACCEPTING = 0x12
    ESCROW = 0x13
    STACKING = 0x14
    VEND_VALID = 0x15
    STACKED = 0x16
    REJECTING = 0x17
    RETURNING = 0x18
    HOLDING = 0x19
    DISABLED = 0x1A
    INITIALIZE = 0x1B
    POWER_UP = 0x40
    POWER_UP_IN_ACCEPTOR = 0x41
    POWER_UP_IN_STACKER = 0x42
    STACKER_FULL = 0x43
    STACKER_OPEN = 0x44
    JAM_IN_ACCEPTOR = 0x45
    JAM_IN_STACKER = 0x46
    PAUSE = 0x47
    CHEATED = 0x48
    FAILURE = 0x49
    COMMUNICATION_ERROR = 0x4A
    INVALID_COMMAND = 0x4B
    RECYCLER_ERROR = 0x4C
    ACK = 0x50


REJECTS = {
    0x71: "insertion",
    0x72: "magnetic pattern",
    0x73: "left in head",
    0x74: "calibration",
    0x75: "conveying",
    0x76: "denomination unclear",
    0x77: "photo pattern",
    0x78: "photo level",
    0x79: "inhibited",
    0x7B: "operation",
    0x7C: "left in stacker path",
    0x7D: "length",
    0x7E: "colour pattern",
    0x7F: "true-bill feature",
    0x91: "barcode not set",
    0x92: "unknown barcode",
    0x93: "barcode length",
    0x94: "barcode start",
    0x95: "barcode stop",
    0x96: "barcode type",
    0x98: "several tickets",
    0x9B: "ticket upside down",
    0x9D: "ticket length",
}

FAILURES = {
    0xA2: "stack motor",
    0xA5: "transport speed",
    0xA6: "transport motor",
    0xA7: "aligning motor",
    0xA8: "solenoid",
    0xA9: "PB unit",
    0xAB: "cash box not ready",
    0xAC: "optical sensor",
    0xAD: "magnetic sensor",
    0xAF: "head removed",
    0xB0: "boot ROM",
    0xB1: "external ROM",
    0xB2: "RAM or ROM",
    0xB3: "external ROM write",
}


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame without its wrapping; the direction is the reader's to know."""

    code: int
    data: bytes = b""

    def encode(self) -> bytes:
        """The bytes on the wire."""
        body = bytes((SYNC, len(self.data) + 5, self.code)) + self.data
        return body + crc_kermit(body).to_bytes(2, "little")


def decode(frame: bytes) -> Frame:
    """The frame of whole, checked wire bytes."""
    return Frame(frame[2], frame[3:-2])


def hunter() -> FrameHunter:
    """A receiver for either direction: hunts FC, takes LNG, checks the CRC, drops one byte and hunts again."""
    return FrameHunter(SYNC, 5, 255, _holds)


def _holds(frame: bytes) -> bool:
    return crc_kermit(frame[:-2]) == int.from_bytes(frame[-2:], "little")


@dataclass(frozen=True, slots=True)
class CurrencyRow:
    """One row of the answer to 8A: *code* 61.., worth base × 10^exponent units of the country's money."""

    code: int
    country: int
    base: int
    exponent: int

    def cents(self, decimals: int) -> int:
        """Value in minor units of a currency with *decimals* decimals; 0 = an unused row."""
        return int(self.base * 10 ** (self.exponent + decimals))


def rows_of(data: bytes) -> tuple[CurrencyRow, ...]:
    """Rows of a currency assignment; a cut-off last row is ignored."""
    return tuple(CurrencyRow(*data[at : at + 4]) for at in range(0, len(data) - 3, 4))


def data_of(rows: tuple[CurrencyRow, ...]) -> bytes:
    """The same table as data of the answer to 8A."""
    return b"".join(bytes((row.code, row.country, row.base, row.exponent)) for row in rows)


def ticket_of(data: bytes) -> str | None:
    """The digits of an escrowed ticket, None when *data* is no ticket."""
    if data[:1] != bytes((TICKET_MARK,)):
        return None
    return data[1:].decode("ascii", "replace")


def reason_of(data: bytes) -> str:
    """Name of a reject code; an unknown one is named by its number."""
    if not data:
        return "unnamed"
    return REJECTS.get(data[0], f"code {data[0]:02X}")
