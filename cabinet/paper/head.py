"""The signed head of the journal on paper: a QR code that a phone reads, and the same letters for printers without
pictures. Whoever keeps the paper can prove later that the history it was printed from was not put back or cut short.

Decides how a head looks. Knows no journal and signs nothing: the code is told.
"""

from __future__ import annotations

import segno

from cabinet.paper.drawn import WIDTH
from cabinet.paper.house import COLUMNS
from cabinet.ports.printer import Line, Picture

_DOTS = 6  # of a module: 0.75 mm, read from a creased slip
_QUIET = 4  # light modules around, as the code's standard asks


def head_lines(code: str, said: str) -> tuple[Line, ...]:
    """The lines of a signed head *code* under the words *said*; none for no code."""
    if not code:
        return ()
    letters = head_text(code)
    parts = (letters[at : at + COLUMNS] for at in range(0, len(letters), COLUMNS))
    return (Line(said, 1, "centre"), Line("", 1, "centre", head_picture(code)), *(Line(part) for part in parts))


def head_text(code: str) -> str:
    """The code in the letters that a QR code packs best; what reads it back takes either case."""
    return code.upper()


def head_picture(code: str) -> Picture:
    """The QR code as dots in the middle of the paper."""
    modules = [list(row) for row in qr_modules(code)]
    side = (len(modules) + 2 * _QUIET) * _DOTS
    left = (WIDTH - side) // 2 // 8 * 8
    rows: list[str] = []
    for row in [[0] * len(modules)] * _QUIET + modules + [[0] * len(modules)] * _QUIET:
        bits = "0" * (left + _QUIET * _DOTS) + "".join(("1" if dark else "0") * _DOTS for dark in row)
        bits = bits.ljust(WIDTH, "0")
        packed = int(bits, 2).to_bytes(WIDTH // 8, "big").hex()
        rows += [packed] * _DOTS
    return Picture(WIDTH // 8, tuple(rows))


def qr_modules(code: str) -> tuple[tuple[int, ...], ...]:
    """The modules of the code, 1 = dark, no quiet zone; the error correction is at least 15 %."""
    made = segno.make_qr(head_text(code), error="m", boost_error=True)
    return tuple(tuple(int(module) for module in row) for row in made.matrix)
