"""How StandardFirmata itself reads its line, quirk by quirk: commands out of a stream of bytes.

Between F0 and F7 every byte is taken for data, other commands included. A command that waits for data keeps
waiting when F9 or a sysex comes between; a data byte that nobody waits for is dropped. The buffer of a sysex
holds 64 bytes; what is longer is cut. FF forgets everything half read.

Decides what the firmware would carry out. Refuses to know what it does then.
"""

from __future__ import annotations

from drivers.decks import firmata_wire as wire

_DATA_BYTES = {
    wire.ANALOG: 2,
    wire.PORT: 2,
    wire.SET_MODE: 2,
    wire.WRITE_PIN: 2,
    wire.REPORT_ANALOG: 1,
    wire.REPORT_PORT: 1,
}


class BoardReader:
    """Holds at most one sysex of 64 bytes and one command of three."""

    def __init__(self) -> None:
        self._sysex: bytearray | None = None
        self._waiting = 0
        self._channel = 0
        self._command = 0
        self._data = bytearray()

    def feed(self, data: bytes) -> list[wire.Message]:
        """The commands completed by *data*, in order; never raises."""
        found = (self._take(value) for value in data)
        return [message for message in found if message is not None]

    def _take(self, value: int) -> wire.Message | None:
        if self._sysex is not None:
            return self._in_sysex(value)
        if self._waiting and value < 0x80:
            return self._awaited(value)
        return self._begin(value)

    def _in_sysex(self, value: int) -> wire.Message | None:
        assert self._sysex is not None
        if value != wire.END:
            if len(self._sysex) < wire.BOARD_SYSEX_LIMIT:
                self._sysex.append(value)
            return None
        data, self._sysex = bytes(self._sysex), None
        return wire.Message(wire.SYSEX, 0, data)

    def _awaited(self, value: int) -> wire.Message | None:
        self._data.append(value)
        self._waiting -= 1
        if self._waiting:
            return None
        return wire.Message(self._command, self._channel, bytes(self._data))

    def _begin(self, value: int) -> wire.Message | None:
        command, channel = (value, self._channel) if value >= 0xF0 else (value & 0xF0, value & 0x0F)
        self._channel = channel
        if command in _DATA_BYTES:
            self._command, self._waiting = command, _DATA_BYTES[command]
            self._data.clear()
        elif command == wire.SYSEX:
            self._sysex = bytearray()
        elif command == wire.RESET:
            self._waiting = 0
        return wire.Message(command, 0, b"") if command in (wire.VERSION, wire.RESET) else None
