"""Draws the blocks of a page: cards, tabs, tables that page, charts, codes, paragraphs. Knows no page by name."""

from __future__ import annotations

from typing import assert_never

from cabinet.ports.page import Block, Card, Chart, Code, Column, Page, Paragraph, Row, Scenery, Tab, Table
from cabinet.screens import replaying
from cabinet.screens.geometry import Rect
from cabinet.screens.office import boxes, charts
from cabinet.screens.office.cells import TONES, colour, told, written
from cabinet.screens.scene import Dots, Fill
from cabinet.screens.sketch import Sketch

CARD_H = 108
TAB_H = 64
HEAD_H = 46
TALL_HEAD_H = 84
NOTE_H = 38
PAGER_H = 64
LEAST_ROW, TOUCHED_ROW, NARROW_ROW, MOST_ROW = 41, 54, 60, 66
NARROW_PX = 1100  # a table or a line under it that is narrower needs two lines where a wide one needs one


def cards(sketch: Sketch, found: tuple[Card, ...], area: Rect, columns: int) -> int:
    """Figures to be read from two metres; how much height they took."""
    if not found:
        return 0
    across = min(columns, len(found))
    for number, card in enumerate(found):
        row, column = divmod(number, across)
        wide = (area.w - boxes.GAP * (across - 1)) // across
        rect = Rect(area.x + column * (wide + boxes.GAP), area.y + row * (CARD_H + boxes.GAP), wide, CARD_H)
        sketch.plate(rect, "office_alarm" if card.tone == "bad" else "office")
        label = Rect(rect.x + 14, rect.y + 8, rect.w - 20, 38)
        sketch.label(label, told(sketch, card.label), 28, "sky", on="office", align="left")
        value = Rect(rect.x + 18, rect.y + 44, rect.w - 36, 56)
        color = TONES.get(card.tone, "white") if card.tone != "bad" else "white"
        sketch.label(value, written(sketch, card.value), 44, color, on="office", weight=700, align="left")
    rows = -(-len(found) // across)
    return rows * (CARD_H + boxes.GAP)


def tabs(sketch: Sketch, rows: tuple[tuple[Tab, ...], ...], area: Rect) -> int:
    """Rows of choices; how much height they took."""
    for number, row in enumerate(rows):
        line = Rect(area.x, area.y + number * (TAB_H + 8), area.w, TAB_H)
        wide = min(380, (line.w - 8 * (len(row) - 1)) // max(1, len(row)))
        for place, tab in enumerate(row):
            rect = Rect(line.x + place * (wide + 8), line.y, wide, TAB_H)
            look = "gold" if tab.on else "slate"
            sketch.button(f"office.tab.{number}.{place}", rect, told(sketch, tab.label), look, True, size=30)
    return len(rows) * (TAB_H + 8)


def notes(sketch: Sketch, found: tuple[Paragraph, ...], area: Rect) -> None:
    """Lines under the blocks."""
    high = note_height(area)
    for number, note in enumerate(found):
        rect = Rect(area.x, area.y + number * high, area.w, high)
        color = TONES.get(note.tone, "quiet")
        sketch.label(rect, told(sketch, note.message), 29, color, on="office", align="left", wrap=high > NOTE_H)


def note_height(area: Rect) -> int:
    """How high a line under the blocks is: two lines of text where there is little width."""
    return NOTE_H if area.w >= NARROW_PX else 2 * NOTE_H - 4


def blocks(sketch: Sketch, page: Page, area: Rect, side: int) -> None:
    """The page's blocks in *area*: two stand beside each other where there is room, more of them stacked."""
    count = len(page.blocks)
    if not count:
        return
    across = min(side, count) if count == 2 else 1
    rows = -(-count // across)
    high = (area.h - boxes.GAP * (rows - 1)) // rows
    for number, block in enumerate(page.blocks):
        row, column = divmod(number, across)
        line = Rect(area.x, area.y + row * (high + boxes.GAP), area.w, high)
        _block(sketch, number, block, boxes.columns(line, across, 24)[column])


def _block(sketch: Sketch, number: int, block: Block, area: Rect) -> None:
    match block:
        case Table():
            _table(sketch, number, block, area)
        case Chart():
            charts.chart(sketch, block, area)
        case Code():
            _code(sketch, block, area)
        case Paragraph():
            sketch.plate(area, "office")
            box, color = area.inset(28, 16), TONES.get(block.tone, "white")
            sketch.label(box, told(sketch, block.message), 34, color, on="office", align="left", wrap=True)
        case Scenery():
            sketch.add(*replaying.table(sketch, block.view))
        case _:
            assert_never(block)


# -- tables --------------------------------------------------------------------------------------------


def _table(sketch: Sketch, number: int, table: Table, area: Rect) -> None:
    if table.title is not None:
        title = Rect(area.x, area.y, area.w, HEAD_H)
        sketch.label(title, told(sketch, table.title), 34, "gold", on="office", weight=700, align="left")
        area = Rect(area.x, area.y + HEAD_H, area.w, area.h - HEAD_H)
    edges = _edges(table.columns, area)
    if any(column.label is not None for column in table.columns):
        high = head_height(table.columns)
        _head(sketch, table.columns, edges, area.y, high)
        area = Rect(area.x, area.y + high, area.w, area.h - high)
    if not table.rows and table.empty is not None:
        box = Rect(area.x, area.y + 12, area.w, 64)
        sketch.label(box, told(sketch, table.empty), 34, "quiet", on="office", align="left")
        return
    first, shown, high = paged(table, area, sketch.ui.office.first(number))
    for place, row in enumerate(table.rows[first : first + shown]):
        _row(sketch, f"office.row.{number}.{first + place}", row, table.columns, edges, area.y + place * high, high)
    if first or first + shown < len(table.rows) or table.older is not None:
        _pager(sketch, number, table, first, shown, Rect(area.x, area.bottom - PAGER_H, area.w, PAGER_H))


def paged(table: Table, area: Rect, first: int) -> tuple[int, int, int]:
    """The first row shown, how many, and how high each is: all of them where they fit, else a page of them."""
    count, least = len(table.rows), LEAST_ROW if area.w >= NARROW_PX else NARROW_ROW
    if any(row.go is not None for row in table.rows):
        least = max(least, TOUCHED_ROW)
    if table.older is None and count * least <= area.h:
        return 0, count, min(MOST_ROW, area.h // max(1, count))
    high = max(least, LEAST_ROW + 9)
    shown = max(1, (area.h - PAGER_H) // high)
    return min(first, max(0, count - 1)), shown, high


def _edges(columns: tuple[Column, ...], area: Rect) -> list[int]:
    whole, edges = sum(column.width for column in columns), [area.x]
    for column in columns:
        edges.append(edges[-1] + area.w * column.width // max(1, whole))
    return edges


def head_height(columns: tuple[Column, ...]) -> int:
    """A head with something filled in, a stamp mostly, takes two lines."""
    filled = any(
        column.label is not None and column.label.params and column.label.code != "page.text" for column in columns
    )
    return TALL_HEAD_H if filled else HEAD_H


def _head(sketch: Sketch, columns: tuple[Column, ...], edges: list[int], y: int, high: int) -> None:
    for place, column in enumerate(columns):
        if column.label is not None:
            box = Rect(edges[place] + 8, y, edges[place + 1] - edges[place] - 16, high - 4)
            align = "right" if column.right else "left"
            sketch.label(box, told(sketch, column.label), 28, "sky", on="office", align=align, wrap=True)
    sketch.add(Fill(Rect(edges[0], y + high - 3, edges[-1] - edges[0], 2), "slate"))


def _row(sketch: Sketch, name: str, row: Row, columns: tuple[Column, ...], edges: list[int], y: int, high: int) -> None:
    if row.go is not None:
        sketch.plate(Rect(edges[0], y + 2, edges[-1] - edges[0], high - 4), "office", 8)
        sketch.control(name, Rect(edges[0], y, edges[-1] - edges[0], high), True)
    else:
        sketch.add(Fill(Rect(edges[0], y + high - 1, edges[-1] - edges[0], 1), "slate"))
    for place, cell in enumerate(row.cells):
        box = Rect(edges[place] + 8, y, edges[place + 1] - edges[place] - 16, high)
        align = "right" if columns[place].right else "left"
        weight = 700 if row.tone == "strong" else 500
        color = colour(cell, row.tone)
        wrap = high >= NARROW_ROW
        sketch.label(box, written(sketch, cell), 32, color, on="office", weight=weight, align=align, wrap=wrap)


def _pager(sketch: Sketch, number: int, table: Table, first: int, shown: int, area: Rect) -> None:
    more = first + shown < len(table.rows)
    back = Rect(area.right - 440, area.y + 4, 210, PAGER_H - 6)
    ahead = Rect(area.right - 220, area.y + 4, 210, PAGER_H - 6)
    target = str(first + shown) if more else "more"
    sketch.button(
        f"office.newer.{number}.{max(0, first - shown)}",
        back,
        sketch.say("office.newer"),
        "slate",
        first > 0,
        size=30,
        icon="up",
    )
    can = more or table.older is not None
    sketch.button(
        f"office.older.{number}.{target}", ahead, sketch.say("office.older"), "slate", can, size=30, icon="down"
    )
    last = min(len(table.rows), first + shown)
    text = sketch.say("office.rows", first=first + 1, last=last, all=f"{len(table.rows)}{'+' if table.older else ''}")
    sketch.label(Rect(area.x, area.y, area.w - 460, area.h), text, 30, "quiet", on="office", align="left")


def _code(sketch: Sketch, code: Code, area: Rect) -> None:
    side = min(area.w, area.h - HEAD_H)
    box = Rect(area.x, area.y, area.w, HEAD_H)
    sketch.label(box, told(sketch, code.title), 34, "gold", on="office", weight=700)
    sketch.add(Dots(Rect(area.cx - side // 2, area.y + HEAD_H, side, side), code.modules))
