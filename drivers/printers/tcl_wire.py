"""The TCL wire (JCM/FutureLogic GEN2 and GEN5, Nanoptix PayCheck): frames and the meaning of every bit.

    host → printer   ^ letter | field | … |^          ASCII, 8N1, usually 38400
    printer → host   *S|a|vvvvvvvvv|1|2|3|4|5|tt|*    29 bytes, the answer to ^S|^

*a* is the address, *v* the firmware, 1..5 the status bytes (each with bit 6 set, so "all clear" is `@`),
*tt* the template. Nothing but ^S is answered. Inside text ~ ^ | are written ~126 ~094 ~124.
`*` can stand nowhere inside a good answer, so a new `*` always starts a new one.

Decides how bytes are told apart and what a bit is called. Refuses to know what a ticket is worth, when to
ask, and whether to believe an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

ASK = b"^S|^"
CLEAR = b"^C|^"
RESET = b"^r|^"
FORM_FEED = b"^f|I|^"
JOURNAL = b"^j|^"

ANSWER_LENGTH = 29
_BARS = frozenset((4, 14, 16, 18, 20, 22, 24, 27))
_STATUS = (15, 17, 19, 21, 23)
_ESCAPES = {"~": "~126", "^": "~094", "|": "~124"}


class Flag(Enum):
    """Every status bit: (number of its status byte, mask)."""

    BUSY = (1, 0x20)
    SYSTEM_ERROR = (1, 0x10)
    HEAD_UP = (1, 0x08)
    PAPER_OUT = (1, 0x04)
    HEAD_ERROR = (1, 0x02)
    VOLTAGE = (1, 0x01)
    TEMPERATURE = (2, 0x20)
    LIBRARY_REFERENCE = (2, 0x10)
    REGION_DATA = (2, 0x08)
    LIBRARY_LOAD = (2, 0x04)
    BUFFER_OVERFLOW = (2, 0x02)
    JOB_MEMORY = (2, 0x01)
    COMMAND_ERROR = (3, 0x20)
    LIBRARIES_CORRUPT = (3, 0x10)
    IN_CHUTE = (3, 0x08)
    FLASH = (3, 0x04)
    OFFLINE = (3, 0x02)
    INDEX_MARK = (3, 0x01)
    JOURNAL_MODE = (4, 0x08)
    CUTTER = (4, 0x04)
    PAPER_JAM = (4, 0x02)
    PAPER_LOW = (4, 0x01)
    VALIDATION_DONE = (5, 0x20)
    TOP_OF_FORM = (5, 0x10)
    XOFF = (5, 0x08)
    DRAWER_OPEN = (5, 0x04)
    BARCODE_ACCESSED = (5, 0x02)
    POWERED_UP = (5, 0x01)


@dataclass(frozen=True, slots=True)
class Status:
    """One answer of the printer: *address* 1, *firmware* 9 and *template* 2 characters."""

    firmware: str
    flags: frozenset[Flag]
    template: str = "00"
    address: str = "0"

    def has(self, flag: Flag) -> bool:
        return flag in self.flags


def write_status(status: Status) -> bytes:
    """The 29 bytes of *status*."""
    bytes_of = dict.fromkeys((1, 2, 3, 4, 5), 64)
    for flag in status.flags:
        number, mask = flag.value
        bytes_of[number] |= mask
    middle = "|".join(chr(value) for value in bytes_of.values())
    return f"*S|{status.address}|{status.firmware:<9.9}|{middle}|{status.template:<2.2}|*".encode("ascii")


def read_status(answer: bytes) -> Status | None:
    """The status in exactly one answer, None if it is not one."""
    if len(answer) != ANSWER_LENGTH or not all(_fits(place, value) for place, value in enumerate(answer)):
        return None
    told = [answer[place] for place in _STATUS]
    flags = frozenset(flag for flag in Flag if told[flag.value[0] - 1] & flag.value[1])
    text = answer.decode("ascii")
    return Status(firmware=text[5:14], flags=flags, template=text[25:27], address=text[3])


def _fits(place: int, value: int) -> bool:
    """Whether *value* may stand at *place* of an answer."""
    if place in (0, 28):
        return value == 0x2A
    if place in (1, 2):
        return value == b"S|"[place - 1]
    if place in _BARS:
        return value == 0x7C
    if place in _STATUS:
        return value & 0xC0 == 0x40
    return 0x20 <= value <= 0x7E and value not in b"*|^"


class AnswerReader:
    """Finds answers in a stream by their frame alone; holds at most 29 bytes, whatever comes.

    *discarded* counts bytes that were part of no good answer; *noise* keeps the newest 32 of them.
    """

    def __init__(self) -> None:
        self._held = bytearray()
        self._closed = False  # the one byte held has already closed an answer
        self.discarded = 0
        self.noise = b""

    def feed(self, data: bytes) -> list[Status]:
        """The answers completed by *data*; never raises."""
        found: list[Status] = []
        for value in data:
            if not _fits(len(self._held), value):
                self._discard(value)
                continue
            self._held.append(value)
            if len(self._held) == ANSWER_LENGTH:
                status = read_status(bytes(self._held))
                self._held[:] = b"*"  # if the closing star was lost, this one opens the next answer
                self._closed = True
                if status is not None:
                    found.append(status)
        return found

    def forget(self) -> None:
        """Drop a half answer and the noise seen so far."""
        self._held.clear()
        self._closed = False
        self.noise = b""

    def _discard(self, value: int) -> None:
        lost = b"" if self._closed and len(self._held) == 1 else bytes(self._held)
        self._closed = False
        self._held.clear()
        if value == 0x2A:
            self._held.append(value)
        else:
            lost += bytes((value,))
        self.discarded += len(lost)
        self.noise = (self.noise + lost)[-32:]


def escape(text: str) -> str:
    """*text* as it may stand in a field."""
    return "".join(_ESCAPES.get(letter, letter) for letter in text)


def unescape(text: str) -> str:
    """The text of a field; an unknown escape is left as it is."""
    for letter, code in (("^", "~094"), ("|", "~124"), ("~", "~126")):
        text = text.replace(code, letter)
    return text


def write_print(template: str, fields: tuple[str, ...], copies: int = 1) -> bytes:
    """A print order; *fields* are printable ASCII, not yet escaped."""
    body = "|".join(escape(field) for field in fields)
    return f"^P|{template}|{copies}|{body}|^".encode("ascii")
