"""A Document as ESC/POS orders: lines of text in one code page, pictures for what it lacks, one barcode, a cut.

    1B 40 · 1B 74 page                          anew for each document: a printer forgets its page with the power
    1B 61 align · 1D 21 size · text 0A          or 1D 76 30 00 xL xH yL yH dots for a drawn line
    1D 68 · 1D 77 · 1D 48 00 · 1D 6B 46 n digits      Interleaved 2 of 5
    1D 56 42 00 (cut), or 1D 65 03 m (present m × 7 mm)

The barcode follows the last line: with it the paper can be cashed, so that is where the first confirmation is
asked, the second after the cut. A document of several orders asks after each, so that the next has room.
Decides how paper is spelled; refuses a letter it cannot print.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.printer import Document, Line, Picture
from drivers.printers.escpos_wire import ESC_INIT, REAL_TIME, confirm
from drivers.printers.letters import Refused, ascii_of

BARCODE_DIGITS = 18
_ALIGN = {"left": 0, "centre": 1, "right": 2}
_SIZE = {1: 0x00, 2: 0x11, 3: 0x22}
_PLAIN = (
    ("validation", 1),
    ("title", 2),
    ("site", 2),
    ("address", 1),
    ("date", 1),
    ("time", 1),
    ("ticket", 1),
    ("words", 1),
    ("amount", 3),
    ("expiry", 1),
    ("machine", 1),
)
_BAND_BYTES = 1024  # a picture is sent in bands: what a printer cut off in one may still wait for is bounded


@dataclass(frozen=True, slots=True)
class Paper:
    """*page* is the printer's number of *codec*. *confirms*: it answers 1D 28 48. *presenter*: it has one."""

    page: int = 16
    codec: str = "cp1252"
    confirms: bool = True
    presenter: bool = False
    order_bytes: int = 1200


def marks_of(job: int) -> tuple[bytes, bytes, bytes]:
    """The marks of a job: number printed, all printed, one order of several printed. Printable, and never the same
    for jobs near each other."""
    return b"V%03d" % (job % 1000), b"C%03d" % (job % 1000), b"P%03d" % (job % 1000)


def orders_of(document: Document, job: int, paper: Paper) -> tuple[bytes, ...] | Refused:
    """The orders that print *document* as *job*, each short enough to be sent at once."""
    if document.barcode and not _is_number(document.barcode):
        return Refused("barcode_not_18_digits")
    if not document.lines or (document.kind == "cash_out" and not document.barcode):
        return Refused("nothing_to_print")
    parts: list[bytes] = [ESC_INIT + b"\x1bt" + bytes((paper.page,))]
    printed, done, piece = marks_of(job)
    body = _body(document.lines, paper)
    if body is None and document.kind == "cash_out":
        body = _body(_plain(document), paper)  # money is paid in plain letters before it is not paid at all
    if body is None:
        return Refused("text_not_printable")
    parts += body
    if document.barcode:
        parts.append(_barcode(document.barcode) + (confirm(printed) if paper.confirms else b""))
    end = b"\x1bd\x04" + (b"\x1de\x03\x0c" if paper.presenter else b"\x1dVB\x00")
    parts.append(end + (confirm(done) if paper.confirms else b""))
    orders = _orders(parts, paper.order_bytes)
    if isinstance(orders, Refused) or not paper.confirms:
        return orders
    return (*(order + confirm(piece) for order in orders[:-1]), orders[-1])


def _is_number(text: str) -> bool:
    return len(text) == BARCODE_DIGITS and text.isascii() and text.isdigit()


def _orders(parts: list[bytes], limit: int) -> tuple[bytes, ...] | Refused:
    """Whole commands, as many at once as fit."""
    orders = [b""]
    for part in parts:
        if len(part) > limit or any(question in part for question in REAL_TIME):
            return Refused("text_not_printable")
        if len(orders[-1]) + len(part) > limit:
            orders.append(b"")
        orders[-1] += part
    return tuple(orders)


def _body(lines: tuple[Line, ...], paper: Paper) -> list[bytes] | None:
    """The commands of all lines; None if one of them cannot be printed."""
    parts: list[bytes] = []
    for line in lines:
        drawn = _line(line, paper)
        if drawn is None:
            return None
        parts += drawn
    return parts


def _plain(document: Document) -> tuple[Line, ...]:
    """A ticket's fields as lines: they are laid out for printers that know ASCII only."""
    return tuple(
        Line(ascii_of(document.field(name)) or document.field(name), size, "centre")
        for name, size in _PLAIN
        if document.field(name)
    )


def _line(line: Line, paper: Paper) -> list[bytes] | None:
    """The commands of one line; None if its letters are missing and it was not drawn."""
    align = b"\x1ba" + bytes((_ALIGN.get(line.align, 0),))
    if line.picture is not None and not line.text:
        return [align, *_picture(line.picture)]
    text = line.text.replace("\u00a0", " ").replace("\u202f", " ")
    try:
        encoded = text.encode(paper.codec)
    except UnicodeEncodeError:
        return None if line.picture is None else [align, *_picture(line.picture)]
    if any(value < 0x20 or value == 0x7F for value in encoded):
        return None
    return [align + b"\x1d!" + bytes((_SIZE.get(line.size, 0),)) + encoded + b"\n"]


def _picture(picture: Picture) -> list[bytes]:
    """A drawn line in bands; dots that would spell a real-time question get one dot more."""
    rows = [bytes.fromhex(row).ljust(picture.width_bytes, b"\x00")[: picture.width_bytes] for row in picture.rows]
    height = max(1, _BAND_BYTES // max(1, picture.width_bytes))
    bands: list[bytes] = []
    for top in range(0, len(rows), height):
        band = rows[top : top + height]
        size = picture.width_bytes.to_bytes(2, "little") + len(band).to_bytes(2, "little")
        bands.append(b"\x1dv0\x00" + size + _harmless(b"".join(band)))
    return bands


def _harmless(dots: bytes) -> bytes:
    for question in REAL_TIME:
        dots = dots.replace(question, b"\x18" + question[1:])
    return dots


def _barcode(digits: str) -> bytes:
    bars = b"\x1dkF" + bytes((len(digits),)) + digits.encode("ascii")
    return b"\x1ba\x01\x1dh\x50\x1dw\x02\x1dH\x00" + bars + b"\n"
