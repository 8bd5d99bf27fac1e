"""The words of the EBDS line (MEI/CPI) and of its small cousin, Pyramid RS-232: frames and bits.

    STX=02 | LEN | CTL | DATA | ETX=03 | CHK        LEN = whole frame; CHK = xor of LEN..last DATA byte
    CTL: bit 0 the acknowledge toggle, bits 4-6 the kind of message. 9600 baud, 7 data bits, even parity.

The host polls (kind 1), the device answers (kind 2, or 7 with a note record or a barcode). It answers with the
toggle of the command; a command with the same toggle as the last one is answered by the last answer again, so
that no one-shot event (stacked, returned, rejected, cheated) is lost or doubled on the wire.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from drivers.framing import FrameHunter, xor_of

STX, ETX = 0x02, 0x03


class Kind(IntEnum):
    COMMAND = 1
    REPLY = 2
    BOOKMARK = 3
    CALIBRATE = 4
    DOWNLOAD = 5
    AUXILIARY = 6
    EXTENDED = 7


class Extended(IntEnum):
    BARCODE = 0x01
    NOTE = 0x02
    NOTE_INHIBITS = 0x03


# second command byte
ESCROW_MODE, STACK, RETURN = 0x10, 0x20, 0x40
# third command byte
BARCODES, EXTENDED_NOTES = 0x02, 0x10


@dataclass(frozen=True, slots=True)
class Message:
    """One frame without its wrapping. *toggle*: the acknowledge bit, 0 or 1."""

    kind: int
    toggle: int
    data: bytes

    def encode(self) -> bytes:
        """The bytes on the wire."""
        middle = bytes((len(self.data) + 5, self.kind << 4 | self.toggle)) + self.data
        return bytes((STX,)) + middle + bytes((ETX, xor_of(middle)))


def decode(frame: bytes) -> Message:
    """The message of whole, checked wire bytes."""
    return Message(frame[2] >> 4 & 7, frame[2] & 1, frame[3:-2])


def hunter() -> FrameHunter:
    """A receiver for either direction."""
    return FrameHunter(STX, 5, 0x7F, lambda frame: frame[-2] == ETX and xor_of(frame[1:-2]) == frame[-1])


@dataclass(frozen=True, slots=True)
class States:
    """The six data bytes of every reply, as named bits."""

    data: bytes

    def _bit(self, byte: int, bit: int) -> bool:
        return bool(self.data[byte] >> bit & 1)

    @property
    def idling(self) -> bool:
        return self._bit(0, 0)

    @property
    def accepting(self) -> bool:
        return self._bit(0, 1)

    @property
    def escrowed(self) -> bool:
        return self._bit(0, 2)

    @property
    def stacking(self) -> bool:
        return self._bit(0, 3)

    @property
    def stacked(self) -> bool:
        """An event: told once."""
        return self._bit(0, 4)

    @property
    def returning(self) -> bool:
        return self._bit(0, 5)

    @property
    def returned(self) -> bool:
        """An event: told once."""
        return self._bit(0, 6)

    @property
    def rejected(self) -> bool:
        """An event: told once."""
        return self._bit(1, 1)

    @property
    def cassette(self) -> bool:
        return self._bit(1, 4)

    @property
    def starting(self) -> bool:
        return self._bit(2, 0)

    @property
    def invalid_command(self) -> bool:
        return self._bit(2, 1)

    @property
    def value_index(self) -> int:
        """1..7, 0 = unknown or no credit; only of meaning with escrowed or stacked."""
        return self.data[2] >> 3 & 7

    @property
    def model(self) -> str:
        letter = chr(self.data[4]) if 0x20 < self.data[4] < 0x7F else f"{self.data[4]:02X}"
        return f"EBDS {letter} {self.data[5] // 10}.{self.data[5] % 10}"

    def conditions(self) -> tuple[tuple[str, ...], str]:
        """Names of the fault table's rows that hold, and a detail for the attendant."""
        names = {
            "cheated": self._bit(1, 0),
            "jam_acceptor": self._bit(1, 2),
            "stacker_full": self._bit(1, 3),
            "cash_box_out": not self.cassette,
            "pause": self._bit(1, 5),
            "failure": self._bit(2, 2) or self._bit(2, 6),
        }
        detail = "transport open" if self._bit(2, 6) else "stalled" if self._bit(3, 0) else ""
        return tuple(sorted(name for name, holds in names.items() if holds)), detail


@dataclass(frozen=True, slots=True)
class NoteRecord:
    """One row of the note table, or the note that is inside (*index* 0): base × 10^(signed exponent) of *currency*."""

    index: int
    currency: str
    base: int
    exponent: int

    @property
    def blank(self) -> bool:
        return self.base == 0

    def cents(self, decimals: int) -> int:
        """Value in minor units; 0 = blank, or not a whole number of them."""
        power = self.exponent + decimals
        return int(self.base * 10**power) if power >= 0 else 0


_NOTE_BYTES = 18


def note_of(data: bytes) -> NoteRecord | None:
    """The record of 18 bytes; None when it is cut short or not digits where digits belong."""
    if len(data) < _NOTE_BYTES:
        return None
    if not any(data[:_NOTE_BYTES]):
        return NoteRecord(0, "", 0, 0)
    base, sign, exponent = data[4:7], data[7:8], data[8:10]
    if not (base.isdigit() and exponent.isdigit() and sign in (b"+", b"-")):
        return None
    power = int(exponent) if sign == b"+" else -int(exponent)
    return NoteRecord(data[0], data[1:4].decode("ascii", "replace"), int(base), power)


def data_of(record: NoteRecord) -> bytes:
    """The same record as bytes; a blank one is all zero."""
    if record.blank:
        return bytes(_NOTE_BYTES)
    sign = b"-" if record.exponent < 0 else b"+"
    value = f"{record.base:03d}".encode() + sign + f"{abs(record.exponent):02d}".encode()
    return bytes((record.index,)) + record.currency.encode("ascii") + value + b"\x00AAAA\x00\x00\x00"


def barcode_of(data: bytes) -> str:
    """The digits of a barcode reply: they end at the first byte that is no digit ("(" and NUL are fillers)."""
    digits = bytearray()
    for byte in data:
        if not 0x30 <= byte <= 0x39:
            break
        digits.append(byte)
    return digits.decode("ascii")


def barcode_data(digits: str) -> bytes:
    return digits.encode("ascii").ljust(28, b"(")


class Auxiliary(IntEnum):
    """Questions about the unit; the last of three data bytes."""

    SOFTWARE_CRC = 0x00
    STACKED_TOTAL = 0x19


def question(what: Auxiliary) -> bytes:
    """The data of an auxiliary command."""
    return bytes((0, 0, what))


def number_of(data: bytes) -> int | None:
    """A number told as low nibbles, one a byte, the highest first; None when there is none."""
    if not 1 <= len(data) <= 16:
        return None
    return int("".join(f"{byte & 0x0F:X}" for byte in data), 16)


def nibbles_of(number: int, count: int) -> bytes:
    """The same as bytes, marked as printable as units do."""
    return bytes(0x30 | int(digit, 16) for digit in f"{number:0{count}X}"[-count:])


SOFT_RESET = Message(Kind.AUXILIARY, 0, b"\x7f\x7f\x7f")
