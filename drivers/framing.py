"""Finds whole frames in a stream of bytes that may be split, merged, noisy or cut short.

Decides where a frame begins and ends and whether its checksum holds; refuses to know what it means. Serves
every protocol whose frame is `SYNC | LENGTH | … | checksum` with LENGTH counting the whole frame.
"""

from __future__ import annotations

from collections.abc import Callable

_KERMIT_BY_NIBBLE = (
    0x0000, 0x1081, 0x2102, 0x3183, 0x4204, 0x5285, 0x6306, 0x7387,
    0x8408, 0x9489, 0xA50A, 0xB58B, 0xC60C, 0xD68D, 0xE70E, 0xF78F,
)  # fmt: skip


def crc_kermit(data: bytes) -> int:
    """CRC-16/KERMIT: polynomial 8408 reflected, start 0, no final xor; 0..65535."""
    crc = 0
    for byte in data:
        crc = (crc >> 4) ^ _KERMIT_BY_NIBBLE[(crc ^ byte) & 0x0F]
        crc = (crc >> 4) ^ _KERMIT_BY_NIBBLE[(crc ^ (byte >> 4)) & 0x0F]
    return crc


def xor_of(data: bytes) -> int:
    """All bytes xor-ed; 0..255."""
    folded = 0
    for byte in data:
        folded ^= byte
    return folded


class FrameHunter:
    """Bytes in, whole frames with a good checksum out; holds at most one unfinished frame (*longest* bytes)."""

    def __init__(self, sync: int, shortest: int, longest: int, holds: Callable[[bytes], bool]) -> None:
        self._sync = bytes((sync,))
        self._shortest, self._longest = shortest, longest
        self._holds = holds
        self._buffer = bytearray()
        self.dropped = 0  # bytes that belonged to no good frame

    @property
    def waiting(self) -> int:
        """Bytes of an unfinished frame."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that *data* completes, in order."""
        frames: list[bytes] = []
        for start in range(0, len(data), self._longest):
            # fed in pieces, so that a flood of bytes never stands in the buffer as a whole
            self._buffer += data[start : start + self._longest]
            frames += self._drain()
        return frames

    def give_up_waiting(self) -> list[bytes]:
        """Nothing came for a whole reply time: good frames swallowed by a false start, which is dropped then.

        Without one the false start is kept, because its rest may only be late.
        """
        for start in range(1, len(self._buffer)):
            length = self._length_at(start)
            if length and len(self._buffer) - start >= length:
                frame = bytes(self._buffer[start : start + length])
                if self._holds(frame):
                    self._drop(start)
                    return self._drain()
        return []

    def clear(self) -> None:
        self._buffer.clear()

    def _drain(self) -> list[bytes]:
        frames: list[bytes] = []
        while (frame := self._first()) is not None:
            frames.append(frame)
        return frames

    def _first(self) -> bytes | None:
        while self._hunt():
            length = self._length_at(0)
            if length is None:
                return None
            if length and len(self._buffer) < length:
                return None
            frame = bytes(self._buffer[:length])
            if length and self._holds(frame):
                del self._buffer[:length]
                return frame
            # one byte only: the true start may stand inside the false frame
            self._drop(1)
        return None

    def _hunt(self) -> bool:
        at = self._buffer.find(self._sync)
        self._drop(len(self._buffer) if at < 0 else at)
        return at >= 0

    def _length_at(self, start: int) -> int | None:
        """Length claimed by a frame at *start*; 0 = there cannot be one; None = not yet told."""
        if self._buffer[start] != self._sync[0]:
            return 0
        if len(self._buffer) - start < 2:
            return None
        length = self._buffer[start + 1]
        return length if self._shortest <= length <= self._longest else 0

    def _drop(self, count: int) -> None:
        self.dropped += count
        del self._buffer[:count]
