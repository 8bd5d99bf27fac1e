"""What the machine hears from a ticket printer and says to it, and the Document that is printed.

Three separate facts, three events: validation number printed (the point of no return), print complete,
ticket taken. A driver never prints anything twice by itself.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """Dots for a printer: *rows* from the top, each *width_bytes* bytes in hex digits, highest bit left, 1 black."""

    width_bytes: int
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a laid-out document: *size* 1..3 (3 largest), *align* left, centre or right.

    *picture*: the same line drawn, for a printer that lacks its letters; without one such a line is refused. A line
    without text is its picture alone, left out by a printer that prints letters only.
    """

    text: str
    size: int = 1
    align: str = "left"
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A thing to print, laid out once in `paper`; a protocol only encodes it.

    *kind*: cash_out, handpay, report or test. *fields*: (name, text) pairs for printers with a template;
    names of a cash_out: validation, title, site, address, date, time, ticket, words, amount, expiry, machine.
    *lines*: the same paper for line printers. *barcode*: the bare digits, or empty.
    """

    kind: str
    fields: tuple[tuple[str, str], ...] = ()
    lines: tuple[Line, ...] = ()
    barcode: str = ""

    def field(self, name: str) -> str:
        return dict(self.fields).get(name, "")


# -- what happened ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrinterTold:
    """What the printer says when asked after opening the port (and each time it comes back)."""

    busy: bool
    validation_done: bool
    in_chute: bool


@dataclass(frozen=True, slots=True)
class PrinterConditions:
    """Every condition that holds now, empty = ready. Sent when it changes.

    Names: paper_out, paper_low, head_open, paper_jam, offline, system_error, head_error, voltage,
    temperature, cutter, memory, command_error, ticket_in_chute, silent (a printer that does not answer
    is a fault, never "paper there").
    """

    names: tuple[str, ...]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class PrintBegun:
    """After the print order the printer was seen to change (busy, or validation-done cleared)."""

    job: int


@dataclass(frozen=True, slots=True)
class ValidationPrinted:
    """The number is on the paper: from here on the paper can be cashed."""

    job: int


@dataclass(frozen=True, slots=True)
class PrintCompleted:
    job: int


@dataclass(frozen=True, slots=True)
class TicketTaken:
    job: int


@dataclass(frozen=True, slots=True)
class PrintFailed:
    """The printer positively reports an error and the validation number was never printed."""

    job: int
    reason: str


@dataclass(frozen=True, slots=True)
class PrintLost:
    """Silence, cable out, power loss or no fact in time: nobody knows what is on the paper."""

    job: int
    reason: str


# -- what is wanted -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Print:
    job: int
    document: Document


@dataclass(frozen=True, slots=True)
class ClearErrors:
    pass


PrinterEvent = (
    PrinterTold
    | PrinterConditions
    | PrintBegun
    | ValidationPrinted
    | PrintCompleted
    | TicketTaken
    | PrintFailed
    | PrintLost
)
PrinterOrder = Print | ClearErrors
