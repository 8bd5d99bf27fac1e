"""ESC/POS as a printer reads it: a stream of commands and text into things to print.

Knows the commands of the kiosk printers' sheet and no others; an unknown one is skipped as far as it is known.
A real-time question is answered in the middle of a picture too, and is then part of the picture as well.
Decides where a command ends. Refuses to know paper and time.
"""

from __future__ import annotations

from dataclasses import dataclass

_PAGES = {0: "cp437", 2: "cp850", 16: "cp1252", 18: "cp852", 19: "cp858"}
_LINE_LIMIT = 4096
_PICTURE_LIMIT = 65_536  # bytes; more than any paper is long


@dataclass(frozen=True, slots=True)
class Item:
    """*name*: ask (value: n), forget, line (text), barcode (text: digits), picture (text: rows, value: dots), cut,
    confirm (value: mark)."""

    name: str
    text: str = ""
    value: bytes = b""


class OrderReader:
    """The printer's end of the wire; bounded by the longest command it knows."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._line = ""
        self._page = "cp437"
        self._tail = b""

    def feed(self, data: bytes) -> list[Item]:
        """What *data* completes; never raises."""
        found: list[Item] = []
        for value in data:
            self._held.append(value)
            self._tail = (self._tail + bytes((value,)))[-3:]
            if self._tail[:2] == b"\x10\x04" and len(self._tail) == 3 and self._held[:2] != b"\x10\x04":
                found.append(Item("ask", value=self._tail[2:]))  # inside a picture or a barcode
                self._tail = b""
            item = self._command()
            while item is not None:
                if item.name:
                    found.append(item)
                item = self._command()
        return found

    def _command(self) -> Item | None:
        """The first whole command in what is held; a nameless item for one that prints nothing; None for more bytes."""
        held = self._held
        if not held:
            return None
        match held[0]:
            case 0x10:
                return self._real_time()
            case 0x1B:
                return self._escape()
            case 0x1D:
                return self._group()
            case 0x0A:
                return self._end_of_line()
            case first:
                del held[0]
                if first >= 0x20 and len(self._line) < _LINE_LIMIT:
                    self._line += bytes((first,)).decode(self._page, "replace")
                return Item("")

    def _end_of_line(self) -> Item:
        text, self._line = self._line, ""
        del self._held[0]
        return Item("line", text)

    def _cut_off(self, length: int) -> bytes | None:
        """The first *length* bytes held, None if they are not all here."""
        if len(self._held) < length:
            return None
        taken = bytes(self._held[:length])
        del self._held[:length]
        return taken

    def _real_time(self) -> Item | None:
        command = self._cut_off(3)
        if command is None:
            return None
        self._tail = b""
        if command[1] == 0x04:
            return Item("ask", value=command[2:])
        if command[1:] == b"\x05\x02":
            self._line = ""
            self._held.clear()
            return Item("forget")
        return Item("")

    def _escape(self) -> Item | None:
        if len(self._held) < 2:
            return None
        if self._held[1:2] == b"@":
            self._line, self._page = "", "cp437"
            del self._held[:2]
            return Item("")
        command = self._cut_off(3)
        if command is None:
            return None
        if command[1:2] == b"t":
            self._page = _PAGES.get(command[2], "cp437")
        return Item("")

    def _group(self) -> Item | None:
        match bytes(self._held[1:2]):
            case b"":
                return None
            case b"k":
                return self._barcode()
            case b"v":
                return self._picture()
            case b"V" | b"e":
                command = self._cut_off(4)
                present = command is not None and command[1:3] == b"e\x06"
                return None if command is None else Item("" if present else "cut")
            case b"(":
                command = self._cut_off(11)
                return None if command is None else Item("confirm", value=command[7:])
            case _:
                return None if self._cut_off(3) is None else Item("")

    def _barcode(self) -> Item | None:
        """1D 6B 46 n digits, or 1D 6B 05 digits 00."""
        held = self._held
        if len(held) < 4:
            return None
        if held[2] == 0x46:
            command = self._cut_off(4 + held[3])
            return None if command is None else Item("barcode", command[4:].decode("latin-1"))
        end = held.find(0, 3)
        if end < 0:
            return None
        command = self._cut_off(end + 1)
        return None if command is None else Item("barcode", command[3:-1].decode("latin-1"))

    def _picture(self) -> Item | None:
        """1D 76 30 m xL xH yL yH dots."""
        held = self._held
        if len(held) < 8:
            return None
        width, rows = held[4] | held[5] << 8, held[6] | held[7] << 8
        if width * rows > _PICTURE_LIMIT:
            del held[:8]
            return Item("")
        command = self._cut_off(8 + width * rows)
        return None if command is None else Item("picture", str(rows), command[8:])
