"""A document as the picture that comes out of the printer, at 203 dots an inch.

Decides where things lie on a ticket with a barcode (156 × 65 mm, landscape, the validation number once more
along the leading edge) and on a plain slip (80 mm wide, as long as it needs). For the bench window, for printers
that take pictures, and for tests that read the barcode back. Knows no printer's commands.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont, ImageOps

from cabinet.paper.barcode import QUIET, elements
from cabinet.ports.printer import Document, Line, Picture
from cabinet.texts.fonts import cjk_font_path, font_path, needs_cjk

TICKET = (1248, 520)
SLIP_WIDTH = 640
_MARGIN = 24
_EDGE = 64  # the strip along the leading edge
_BAR = {"ticket": 4, "slip": 3}  # dots of a narrow element
_BAR_HEIGHT = 130
_SIZES = {1: 24, 2: 34, 3: 54}  # dots of a letter's height
_SMALLEST = 12
_WHITE, _BLACK = 255, 0


def render(document: Document) -> Image.Image:
    """The paper as a grey picture, black on white."""
    return _ticket(document) if document.barcode and document.fields else _slip(document)


def _ticket(document: Document) -> Image.Image:
    """Lines are used where a field has a counterpart in the language of the house."""
    picture = Image.new("L", TICKET, _WHITE)
    pen = ImageDraw.Draw(picture)
    width, height = TICKET
    field = document.field
    _edge(picture, field("validation"))
    pen.line((_EDGE, 0, _EDGE, height), _BLACK, 1)
    middle, room = (_EDGE + width) // 2, width - _EDGE - 2 * _MARGIN
    for text, size, y, bold in (
        (field("site"), 36, 14, True),
        (field("address"), 24, 58, False),
        (field("title"), 38, 90, True),
    ):
        _text(pen, (middle, y), text, size, "ma", room, bold=bold)
    _bars(pen, document.barcode, middle, 146, _BAR["ticket"], width - _EDGE)
    _text(pen, (middle, 284), field("validation"), 30, "ma", room)
    left, right = _EDGE + _MARGIN, width - _MARGIN
    _text(pen, (left, 330), f"{field('date')}  {field('time')}", 26, "la", room // 2)
    _text(pen, (right, 330), field("ticket"), 26, "ra", room // 2)
    _text(pen, (middle, 364), field("words"), 24, "ma", room)
    _text(pen, (middle, 398), field("amount"), 66, "ma", room, bold=True)
    _text(pen, (left, 482), field("expiry"), 24, "la", room // 2)
    _text(pen, (right, 482), field("machine"), 24, "ra", room // 2)
    return picture


def _edge(picture: Image.Image, text: str) -> None:
    strip = Image.new("L", (TICKET[1], _EDGE - 2), _WHITE)
    _text(ImageDraw.Draw(strip), (TICKET[1] // 2, _EDGE // 2), text, 30, "mm", TICKET[1] - _MARGIN)
    picture.paste(strip.rotate(90, expand=True), (0, 0))


def _bars(pen: ImageDraw.ImageDraw, digits: str, middle: int, top: int, dots: int, room: int) -> None:
    widths = elements(digits)
    assert (sum(widths) + 2 * QUIET) * dots <= room, "the barcode has no room"
    x = middle - sum(widths) * dots // 2
    for place, width in enumerate(widths):
        if place % 2 == 0:
            pen.rectangle((x, top, x + width * dots - 1, top + _BAR_HEIGHT - 1), _BLACK)
        x += width * dots


def _slip(document: Document) -> Image.Image:
    heights = [_height(line) for line in document.lines]
    bars = 2 * _MARGIN + _BAR_HEIGHT if document.barcode else 0
    picture = Image.new("L", (SLIP_WIDTH, sum(heights) + 2 * _MARGIN + bars), _WHITE)
    pen = ImageDraw.Draw(picture)
    y = _MARGIN
    for line, height in zip(document.lines, heights, strict=True):
        if line.picture is not None and not line.text:
            _dots(picture, line.picture, y)
        else:
            draw_line(pen, line, y)
        y += height
    if document.barcode:
        _bars(pen, document.barcode, SLIP_WIDTH // 2, y + _MARGIN, _BAR["slip"], SLIP_WIDTH)
    return picture


def _height(line: Line) -> int:
    if line.picture is not None and not line.text:
        return len(line.picture.rows)
    return _SIZES[line.size] * 4 // 3


def _dots(paper: Image.Image, dots: Picture, y: int) -> None:
    """Paste a picture in the middle of the paper, its top at *y*."""
    size = (dots.width_bytes * 8, len(dots.rows))
    black = Image.frombytes("1", size, bytes.fromhex("".join(dots.rows)))
    paper.paste(ImageOps.invert(black.convert("L")), ((paper.width - size[0]) // 2, y))


def draw_line(pen: ImageDraw.ImageDraw, line: Line, y: int, width: int = SLIP_WIDTH) -> None:
    """Draw one line of a slip *width* dots wide, its top at *y*; text that has no room becomes smaller."""
    x, anchor = {
        "left": (_MARGIN, "la"),
        "centre": (width // 2, "ma"),
        "right": (width - _MARGIN, "ra"),
    }[line.align]
    name, figure = _columns(line)
    _text(pen, (x, y), name, _SIZES[line.size], anchor, width - 2 * _MARGIN, bold=line.size > 1)
    _text(pen, (width - _MARGIN, y), figure, _SIZES[line.size], "ra", width // 2)


def _columns(line: Line) -> tuple[str, str]:
    """A line padded for a printer with letters of one width, as its left and its right part."""
    name, gap, figure = line.text.rpartition("  ")
    return (name.rstrip(), figure.strip()) if gap and name.strip() else (line.text, "")


def _text(
    pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, size: int, anchor: str, room: int, *, bold: bool = False
) -> None:
    """Draw *text*, smaller if it has no *room*: a cut amount would be another amount."""
    font = _font(size, bold, needs_cjk(text))
    while font.getlength(text) > room and size > _SMALLEST:
        size -= 1
        font = _font(size, bold, needs_cjk(text))
    pen.text(at, text, _BLACK, font, anchor)


@lru_cache(maxsize=64)
def _font(size: int, bold: bool, cjk: bool) -> ImageFont.FreeTypeFont:
    path = cjk_font_path() if cjk else None
    return ImageFont.truetype(str(path or font_path("sans", 700 if bold else 400)), size)
