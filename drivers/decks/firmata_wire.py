"""The Firmata 2.5 wire: status bytes (≥ 80), data bytes (< 80), nothing else.

    F9 → F9 02 05                        version         F4 pin mode          set a pin's mode
    F0 79 F7 → F0 79 02 05 (name) F7     firmware        F5 pin value         write a pin
    F0 6B F7 → F0 6C (mode res)* 7F … F7 capabilities    D0+port 01           report a port from now on
    F0 6D pin F7 → F0 6E pin mode state F7               90+port lsb msb      the 8 pins of a port
    FF                                   system reset    E0+pin lsb msb       PWM

57600 8N1. There is no checksum: a message is cut short by the next status byte and then dropped. Text is two
7-bit bytes a character. Decides where a message begins and ends; refuses to know what hangs on a pin.
"""

from __future__ import annotations

from dataclasses import dataclass

VERSION, SYSEX, END, RESET = 0xF9, 0xF0, 0xF7, 0xFF
SET_MODE, WRITE_PIN = 0xF4, 0xF5
PORT, REPORT_ANALOG, REPORT_PORT, ANALOG = 0x90, 0xC0, 0xD0, 0xE0
FIRMWARE, CAPABILITY_QUERY, CAPABILITY, PIN_QUERY, PIN_STATE, EXTENDED_ANALOG = 0x79, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F
ANALOG_QUERY, ANALOG_MAP, STRING = 0x69, 0x6A, 0x71

INPUT, OUTPUT, ANALOG_IN, PWM, SERVO, I2C, SERIAL, PULLUP = 0x00, 0x01, 0x02, 0x03, 0x04, 0x06, 0x0A, 0x0B

FROM_BOARD = {PORT: 2, ANALOG: 2, VERSION: 2}
"""Data bytes that follow each command the board sends."""
TO_BOARD = {PORT: 2, REPORT_ANALOG: 1, REPORT_PORT: 1, ANALOG: 2, SET_MODE: 2, WRITE_PIN: 2, VERSION: 0, RESET: 0}
"""Data bytes that follow each command the host sends."""

HOST_SYSEX_LIMIT = 2048  # the capabilities of a 128-pin board fit
BOARD_SYSEX_LIMIT = 64  # the firmware's own buffer


@dataclass(frozen=True, slots=True)
class Message:
    """*command*: its status byte without channel; *channel*: port or pin of a channel command, else 0."""

    command: int
    channel: int
    data: bytes


class MessageReader:
    """Messages out of a stream; *lengths* is FROM_BOARD or TO_BOARD. Holds at most *limit* bytes."""

    def __init__(self, lengths: dict[int, int], limit: int) -> None:
        self._lengths = lengths
        self._limit = limit
        self._status = 0  # of the message begun; 0 = none
        self._held = bytearray()
        self.discarded = 0
        self.noise = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by *data*; never raises."""
        found: list[Message] = []
        for value in data:
            message = self._status_byte(value) if value >= 0x80 else self._data_byte(value)
            if message is not None:
                found.append(message)
        return found

    def forget(self) -> None:
        """Drop a half message and the noise seen so far."""
        self._status, self.noise = 0, b""
        self._held.clear()

    def _status_byte(self, value: int) -> Message | None:
        if value == END:
            return self._finish() if self._status == SYSEX else None  # a lone F7 ends whatever was half said
        self._drop(0)
        command = value if value >= 0xF0 else value & 0xF0
        if command != SYSEX and command not in self._lengths:
            self._waste(bytes((value,)))
            return None
        self._status = value
        return self._finish() if self._lengths.get(command) == 0 else None

    def _data_byte(self, value: int) -> Message | None:
        if not self._status:
            self._waste(bytes((value,)))
            return None
        self._held.append(value)
        if self._status == SYSEX:
            if len(self._held) > self._limit:
                self._drop(1)
            return None
        command = self._status if self._status >= 0xF0 else self._status & 0xF0
        return self._finish() if len(self._held) == self._lengths[command] else None

    def _finish(self) -> Message:
        status, data = self._status, bytes(self._held)
        self._status = 0
        self._held.clear()
        return Message(status, 0, data) if status >= 0xF0 else Message(status & 0xF0, status & 0x0F, data)

    def _drop(self, extra: int) -> None:
        """A message begun was never finished."""
        if self._status:
            self._waste(bytes((self._status,)) + bytes(self._held[: self._limit]))
        self._status = 0
        self._held.clear()

    def _waste(self, lost: bytes) -> None:
        self.discarded += len(lost)
        self.noise = (self.noise + lost)[-32:]


def pack_text(text: str) -> bytes:
    """Two 7-bit bytes a character."""
    return b"".join(bytes((value & 0x7F, value >> 7)) for value in text.encode("latin-1"))


def unpack_text(data: bytes) -> str:
    """The text of 7-bit pairs; half a pair at the end is dropped."""
    pairs = zip(data[::2], data[1::2], strict=False)
    return "".join(chr(low | (high & 1) << 7) for low, high in pairs)


def read_capabilities(data: bytes) -> tuple[dict[int, int], ...]:
    """Mode → resolution for each pin, from the data of a CAPABILITY message."""
    pins: list[dict[int, int]] = []
    rest = data
    while b"\x7f" in rest:
        pin, _, rest = rest.partition(b"\x7f")
        pins.append(dict(zip(pin[::2], pin[1::2], strict=False)))
    return tuple(pins)


def sysex(*parts: int | bytes) -> bytes:
    """F0 parts F7."""
    body = b"".join(part if isinstance(part, bytes) else bytes((part,)) for part in parts)
    return bytes((SYSEX,)) + body + bytes((END,))


def set_mode(pin: int, mode: int) -> bytes:
    return bytes((SET_MODE, pin, mode))


def write_pin(pin: int, on: bool) -> bytes:
    return bytes((WRITE_PIN, pin, int(on)))


def report_port(port: int, on: bool = True) -> bytes:
    return bytes((REPORT_PORT | port, int(on)))


def port_state(port: int, levels: int) -> bytes:
    """The message that tells the eight pins of *port*: bit n is pin 8·port + n."""
    return bytes((PORT | port, levels & 0x7F, levels >> 7 & 1))


def port_levels(message: Message) -> int:
    return message.data[0] | (message.data[1] & 1) << 7
