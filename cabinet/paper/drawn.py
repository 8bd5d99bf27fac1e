"""Lines that a printer's letters cannot say, drawn as dots: euro signs, accents, Chinese (A11).

Decides which lines need it: anything outside plain ASCII, because code pages differ by model. A printer that has
the letters may print them all the same.
"""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageDraw

from cabinet.paper.render import draw_line
from cabinet.ports.printer import Document, Line, Picture

WIDTH = 576
"""Dots across 72 mm of paper at 203 dpi: the usual kiosk printer."""

_HEIGHTS = {1: 36, 2: 48, 3: 72}


def drawn(document: Document) -> Document:
    """*document* with a picture beside every line that is not plain ASCII."""
    return replace(document, lines=tuple(_drawn(line) for line in document.lines))


def _drawn(line: Line) -> Line:
    return line if line.text.isascii() or line.picture is not None else replace(line, picture=picture(line))


def picture(line: Line) -> Picture:
    """The line as dots across the paper, black = 1."""
    image = Image.new("L", (WIDTH, _HEIGHTS[line.size]), 255)
    draw_line(ImageDraw.Draw(image), line, 2, WIDTH)
    black = image.point(lambda shade: 0 if shade > 127 else 255).convert("1")
    data, across = black.tobytes(), WIDTH // 8
    rows = (data[at : at + across].hex() for at in range(0, len(data), across))
    return Picture(across, tuple(rows))
