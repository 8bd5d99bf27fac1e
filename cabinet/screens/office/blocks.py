"""Draws the blocks of a page: cards, tabs, charts, codes, paragraphs; tables are `tables`'. Knows no page by name."""

from __future__ import annotations

from typing import assert_never

from cabinet.ports.page import Block, Card, Chart, Code, Page, Paragraph, Scenery, Tab, Table
from cabinet.screens import replaying
from cabinet.screens.geometry import Rect
from cabinet.screens.measure import LINE, SMALLEST, lines_of, longest_word
from cabinet.screens.office import boxes, charts, tables
from cabinet.screens.office.cells import TONES, told, written
from cabinet.screens.scene import Dots
from cabinet.screens.sketch import Sketch

CARD_H = 122
TAB_H = 68
_MOST_TABS = 7
HEAD_H = 46
NOTE_H = 38
_WORDS_PX, _LINE_PX = 34, 48
NARROW_PX = 1100  # a table or a line under it that is narrower needs two lines where a wide one needs one


def cards(sketch: Sketch, found: tuple[Card, ...], area: Rect, columns: int) -> int:
    """Figures to be read from two metres; how much height they took."""
    if not found:
        return 0
    across = len(found) if len(found) == columns + 1 and area.w >= NARROW_PX else min(columns, len(found))
    wide = (area.w - boxes.GAP * (across - 1)) // across
    lines = max(lines_of(written(sketch, card.value), SMALLEST, wide - 28, bold=True) for card in found)
    heads = max(lines_of(told(sketch, card.label), SMALLEST, wide - 20) for card in found)
    head = 38 if heads == 1 else heads * LINE + 4
    high = max(CARD_H, 12 + head + lines * LINE) + (head - 38 if lines == 1 else 0)
    for number, card in enumerate(found):
        row, column = divmod(number, across)
        rect = Rect(area.x + column * (wide + boxes.GAP), area.y + row * (high + boxes.GAP), wide, high)
        sketch.plate(rect, "office_alarm" if card.tone == "bad" else "office")
        label = Rect(rect.x + 14, rect.y + 8, rect.w - 20, head)
        sketch.label(label, told(sketch, card.label), SMALLEST, "sky", on="office", align="left", wrap=True)
        value = Rect(rect.x + 16, rect.y + head + 4, rect.w - 28, high - head - 8)
        color = TONES.get(card.tone, "white") if card.tone != "bad" else "white"
        sketch.label(value, written(sketch, card.value), 44, color, on="office", weight=700, align="left", wrap=True)
    rows = -(-len(found) // across)
    return rows * (high + boxes.GAP)


def tabs(sketch: Sketch, rows: tuple[tuple[Tab, ...], ...], area: Rect) -> int:
    """Rows of choices, each in as many lines as it needs; how much height they took."""
    y = area.y
    for number, row in enumerate(rows):
        across = _beside(sketch, row, area.w)
        lines = max(1, -(-len(row) // across))
        wide = min(380, (area.w - 8 * (across - 1)) // across)
        for place, tab in enumerate(row):
            line, column = divmod(place, across)
            rect = Rect(area.x + column * (wide + 8), y + line * (TAB_H + 8), wide, TAB_H)
            look = "gold" if tab.on else "slate"
            sketch.button(f"office.tab.{number}.{place}", rect, told(sketch, tab.label), look, True, size=30)
        y += lines * (TAB_H + 8)
    return y - area.y


def _beside(sketch: Sketch, row: tuple[Tab, ...], width: int) -> int:
    """How many choices of a row stand beside each other so that each can be read in two lines."""
    words = [told(sketch, tab.label) for tab in row]
    for across in range(min(_MOST_TABS, len(row)), 1, -1):
        room = (width - 8 * (across - 1)) // across - 12
        if all(_readable(text, room) for text in words):
            return -(-len(row) // -(-len(row) // across))  # the lines alike
    return 1


def _readable(text: str, room: int) -> bool:
    longest = longest_word(text, SMALLEST, bold=True)
    return longest <= room and lines_of(text, SMALLEST, room, bold=True) <= 2


def notes(sketch: Sketch, found: tuple[Paragraph, ...], area: Rect) -> None:
    """Lines under the blocks, each as high as its words."""
    y = area.y
    for note in found:
        rect = Rect(area.x, y, area.w, _note_height(sketch, note, area))
        color = TONES.get(note.tone, "quiet")
        sketch.label(rect, told(sketch, note.message), 29, color, on="office", align="left", wrap=True)
        y = rect.bottom


def _note_height(sketch: Sketch, note: Paragraph, area: Rect) -> int:
    lines = sketch.lines_of(told(sketch, note.message), SMALLEST, area.w)
    return NOTE_H if lines == 1 else lines * LINE + 6


def notes_height(sketch: Sketch, found: tuple[Paragraph, ...], area: Rect) -> int:
    """How high all lines under the blocks are together."""
    return sum(_note_height(sketch, note, area) for note in found) + (8 if found else 0)


def blocks(sketch: Sketch, page: Page, area: Rect, side: int) -> None:
    """The page's blocks in *area*: two figures stand beside each other where there is room, more of them stacked.
    A paragraph is as high as its words; what is left the others share."""
    if not page.blocks:
        return
    wordy = [isinstance(block, Paragraph) for block in page.blocks]
    if len(page.blocks) == 2 and side == 2 and not (wordy[0] or all(wordy)):
        for number, (block, rect) in enumerate(zip(page.blocks, boxes.columns(area, 2, 24), strict=True)):
            _block(sketch, number, block, rect)
        return
    highs = [_paragraph_h(sketch, block, area) if isinstance(block, Paragraph) else 0 for block in page.blocks]
    rest = (area.h - sum(highs) - boxes.GAP * (len(highs) - 1)) // max(1, wordy.count(False))
    y = area.y
    for number, (block, high) in enumerate(zip(page.blocks, highs, strict=True)):
        rect = Rect(area.x, y, area.w, high or max(HEAD_H, rest))
        _block(sketch, number, block, rect)
        y = rect.bottom + boxes.GAP


def _paragraph_h(sketch: Sketch, block: Paragraph, area: Rect) -> int:
    return max(84, sketch.lines_of(told(sketch, block.message), _WORDS_PX, area.w - 56) * _LINE_PX + 40)


def _block(sketch: Sketch, number: int, block: Block, area: Rect) -> None:
    match block:
        case Table():
            tables.table(sketch, number, block, area)
        case Chart():
            charts.chart(sketch, block, area)
        case Code():
            _code(sketch, block, area)
        case Paragraph():
            area = Rect(area.x, area.y, area.w, min(area.h, _paragraph_h(sketch, block, area)))
            sketch.plate(area, "office")
            box, color = area.inset(28, 12), TONES.get(block.tone, "white")
            sketch.label(box, told(sketch, block.message), _WORDS_PX, color, on="office", align="left", wrap=True)
        case Scenery():
            sketch.add(*replaying.table(sketch, block.view))
        case _:
            assert_never(block)


def _code(sketch: Sketch, code: Code, area: Rect) -> None:
    side = min(area.w, area.h - HEAD_H)
    box = Rect(area.x, area.y, area.w, HEAD_H)
    sketch.label(box, told(sketch, code.title), 34, "gold", on="office", weight=700)
    sketch.add(Dots(Rect(area.cx - side // 2, area.y + HEAD_H, side, side), code.modules))
