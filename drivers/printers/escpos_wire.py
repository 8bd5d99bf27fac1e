"""The ESC/POS wire of kiosk printers (Custom VKP80, Epson TM, Pyramid, Citizen): what they say of themselves.

    10 04 n → one byte 0xx1xx10         n=1 offline, n=2 cover, paper end, error, n=3 cutter, errors, n=4 paper
    10 04 14 → 10 0F and four bytes     kiosk models: paper, cover and motor, errors, cutter and memory
    1D 28 48 06 00 30 30 d1-d4 → 37 22 d1-d4 00    once everything before it is printed (most TM models)

Nothing has a checksum. The real-time questions are answered even in the middle of a picture, so printed data
must be free of 10 04, 10 05 and 10 14. Decides what a byte means; refuses to know when to ask.
"""

from __future__ import annotations

from dataclasses import dataclass

ESC_INIT = b"\x1b@"
CLEAR = b"\x10\x05\x02"
"""Recover from an error and forget everything received and not yet printed."""
REAL_TIME = (b"\x10\x04", b"\x10\x05", b"\x10\x14")

MOTOR, IN_CHUTE = "motor", "ticket_in_chute"

BITS: dict[int, tuple[tuple[int, str], ...]] = {
    1: ((0x08, "offline"),),
    2: ((0x04, "head_open"), (0x20, "paper_out"), (0x40, "system_error")),
    3: ((0x08, "cutter"), (0x20, "system_error"), (0x40, "temperature")),
    4: ((0x0C, "paper_low"), (0x60, "paper_out")),
}
"""What each answer to 10 04 n says: mask, name."""

FULL_BITS: tuple[tuple[tuple[int, str], ...], ...] = (
    ((0x01, "paper_out"), (0x04, "paper_low"), (0x20, IN_CHUTE)),
    ((0x03, "head_open"), (0x08, MOTOR)),
    ((0x01, "temperature"), (0x02, "command_error"), (0x08, "voltage"), (0x40, "paper_jam")),
    ((0x01, "cutter"), (0x0C, "memory")),  # one source: confirm on hardware
)
"""What the four bytes after 10 0F say."""


@dataclass(frozen=True, slots=True)
class StatusByte:
    value: int


@dataclass(frozen=True, slots=True)
class FullStatus:
    data: bytes


@dataclass(frozen=True, slots=True)
class Confirmed:
    """Everything sent before the request *mark* (four bytes) is printed."""

    mark: bytes


Answer = StatusByte | FullStatus | Confirmed


class AnswerReader:
    """Answers out of a stream, told apart by their fixed bits; holds at most seven bytes."""

    def __init__(self) -> None:
        self._held = bytearray()
        self.discarded = 0
        self.noise = b""

    def feed(self, data: bytes) -> list[Answer]:
        """The answers completed by *data*; never raises."""
        found: list[Answer] = []
        for value in data:
            self._held.append(value)
            answer = self._look()
            if answer is not None:
                self._held.clear()
                found.append(answer)
        return found

    def forget(self) -> None:
        """Drop a half answer and the noise seen so far."""
        self._held.clear()
        self.noise = b""

    def _look(self) -> Answer | None:
        while self._held:
            held = self._held
            if held[0] & 0x93 == 0x12:
                return StatusByte(held[0])
            if b"\x10\x0f".startswith(held[:2]):
                return FullStatus(bytes(held[2:])) if len(held) == 6 else None
            if b"\x37\x22".startswith(held[:2]):
                if len(held) < 7:
                    return None
                if held[6] == 0:
                    return Confirmed(bytes(held[2:6]))
            self.discarded += 1
            self.noise = (self.noise + held[:1])[-32:]
            del held[0]
        return None


def ask(n: int) -> bytes:
    """The real-time question *n* (1..4, or 0x14 for the four bytes of a kiosk model)."""
    return bytes((0x10, 0x04, n))


def confirm(mark: bytes) -> bytes:
    """Asks to be told once everything before it is printed; *mark* is four bytes."""
    assert len(mark) == 4
    return b"\x1d(H\x06\x00\x30\x30" + mark


def names_of(answers: dict[int, int]) -> frozenset[str]:
    """What the answers to 10 04 n (n → byte) say."""
    return frozenset(name for n, value in answers.items() for mask, name in BITS[n] if value & mask)


def names_in_full(data: bytes) -> frozenset[str]:
    """What the four bytes of a kiosk model say."""
    pairs = zip(FULL_BITS, data, strict=False)
    return frozenset(name for bits, value in pairs for mask, name in bits if value & mask)
