"""Draws a table: columns as wide as their words want, rows as high as theirs, and the pager for what does not fit.

Decides how room is shared among columns and rows. Knows no table by name.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from cabinet.ports.page import Column, Row, Table
from cabinet.screens.geometry import Rect
from cabinet.screens.measure import LINE, SMALLEST, lines_of, longest_word, width_of
from cabinet.screens.office.cells import colour, told, written
from cabinet.screens.scene import Fill
from cabinet.screens.sketch import Sketch

TITLE_H, HEAD_H = 46, 46
PAGER_H = 64
LEAST_ROW, TOUCHED_ROW, MOST_ROW = 41, 54, 66
_MARGIN = 12  # of a cell, both sides together
_LOOKED_AT = 80  # rows that decide how wide a column is


def table(sketch: Sketch, number: int, found: Table, area: Rect) -> None:
    """*found*, the block *number* of its page, in *area*."""
    if found.title is not None:
        title = Rect(area.x, area.y, area.w, TITLE_H)
        sketch.label(title, told(sketch, found.title), 34, "gold", on="office", weight=700, align="left")
        area = Rect(area.x, area.y + TITLE_H, area.w, area.h - TITLE_H)
    found = _roomy(sketch, found, area.w)
    texts = [[written(sketch, cell) for cell in row.cells] for row in found.rows]
    edges = _edges(sketch, found.columns, texts, area)
    if any(column.label is not None for column in found.columns):
        high = _head(sketch, found.columns, edges, area.y)
        area = Rect(area.x, area.y + high, area.w, area.h - high)
    if not found.rows and found.empty is not None:
        box = Rect(area.x, area.y + 12, area.w, 64)
        sketch.label(box, told(sketch, found.empty), 34, "quiet", on="office", align="left")
        return
    least = [_least(sketch, row, words, edges) for row, words in zip(found.rows, texts, strict=True)]
    shown = paged(least, area.h, sketch.ui.office.first(number), more=found.older is not None)
    y = area.y
    for place, high in zip(range(shown.first, shown.end), shown.highs, strict=True):
        box = Rect(edges[0], y, edges[-1] - edges[0], high)
        _row(sketch, f"office.row.{number}.{place}", found.rows[place], found.columns, edges, box)
        y += high
    if shown.first or shown.end < len(found.rows) or found.older is not None:
        _pager(sketch, number, found, shown, Rect(area.x, area.bottom - PAGER_H, area.w, PAGER_H))


# -- rows: which, how high -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown:
    """Rows *first* to before *end*, each as high as in *highs*; the page before begins at *before*."""

    first: int
    end: int
    highs: tuple[int, ...]
    before: int


def paged(least: list[int], room: int, first: int, *, more: bool) -> Shown:
    """The rows that are seen in *room* px when each wants *least*: all where they fit, else a page of them. *more*:
    there are rows beyond the last."""
    if not more and sum(least) <= room:
        spare = (room - sum(least)) // max(1, len(least))
        return Shown(0, len(least), tuple(min(max(high, MOST_ROW), high + spare) for high in least), 0)
    room -= PAGER_H
    first = min(first, max(0, len(least) - 1))
    end = first + _fitting(least[first:], room)
    spare = max(0, room - sum(least[first:end])) // max(1, end - first)
    highs = tuple(high + min(spare, 9) for high in least[first:end])
    return Shown(first, end, highs, first - _fitting(least[:first][::-1], room) if first else 0)


def _fitting(highs: list[int], room: int) -> int:
    """How many of *highs* fit, one at least where there is one."""
    count = 0
    for high in highs:
        if count and high > room:
            break
        count, room = count + 1, room - high
    return count


def _least(sketch: Sketch, row: Row, texts: list[str], edges: list[int]) -> int:
    """The least height of a row: of its words, and of a finger where it can be touched."""
    rooms = [right - left - _MARGIN for left, right in pairwise(edges)]
    bold = row.tone == "strong"
    words = zip(texts, rooms, strict=True)
    lines = max((lines_of(text, SMALLEST, room, bold=bold) for text, room in words), default=1)
    plain = LEAST_ROW if not sketch.ui.large else LEAST_ROW * 5 // 4
    return max(plain, lines * LINE + 4 if lines > 1 else 0, TOUCHED_ROW if row.go is not None else 0)


# -- columns -------------------------------------------------------------------------------------------


def _roomy(sketch: Sketch, found: Table, width: int) -> Table:
    """*found* without its spare columns where all columns together want more than *width*."""
    if not any(column.spare for column in found.columns):
        return found
    wants = (
        _need(sketch, column, [written(sketch, row.cells[place]) for row in found.rows[:_LOOKED_AT]])
        for place, column in enumerate(found.columns)
    )
    if sum(wants) <= width:
        return found
    kept = [place for place, column in enumerate(found.columns) if not column.spare]
    rows = tuple(replace(row, cells=tuple(row.cells[place] for place in kept)) for row in found.rows)
    return replace(found, columns=tuple(found.columns[place] for place in kept), rows=rows)


def _edges(sketch: Sketch, columns: tuple[Column, ...], texts: list[list[str]], area: Rect) -> list[int]:
    """Where columns part: by their widths, but none narrower than its longest word as long as others have more."""
    whole = sum(column.width for column in columns)
    wide = [area.w * column.width // max(1, whole) for column in columns]
    needs = [_need(sketch, column, [row[place] for row in texts[:_LOOKED_AT]]) for place, column in enumerate(columns)]
    missing = sum(max(0, need - now) for need, now in zip(needs, wide, strict=True))
    spare = sum(max(0, now - need) for need, now in zip(needs, wide, strict=True))
    if missing and spare:
        given = min(missing, spare)
        wide = [
            now + (need - now) * given // missing if need > now else now - (now - need) * given // spare
            for need, now in zip(needs, wide, strict=True)
        ]
    edges = [area.x]
    for width in wide:
        edges.append(edges[-1] + width)
    return edges


def _need(sketch: Sketch, column: Column, texts: list[str]) -> int:
    head = "" if column.label is None else told(sketch, column.label)
    # figures stand in one line, or they are misread
    of_cells = (width_of(text, SMALLEST) if _figure(text) else longest_word(text, SMALLEST) for text in texts)
    return max(longest_word(head, SMALLEST), *of_cells, 0) + _MARGIN + 4


def _figure(text: str) -> bool:
    return text[:1].isdigit() or (text[-1:].isdigit() and len(text) < 16)


# -- drawing -------------------------------------------------------------------------------------------


def _head(sketch: Sketch, columns: tuple[Column, ...], edges: list[int], y: int) -> int:
    """The heads of the columns; how high they are."""
    words = ["" if column.label is None else told(sketch, column.label) for column in columns]
    rooms = [right - left - _MARGIN for left, right in pairwise(edges)]
    lines = max(sketch.lines_of(text, SMALLEST, room - 4) for text, room in zip(words, rooms, strict=True))
    high = HEAD_H if lines == 1 else lines * LINE + 12
    for place, (column, text) in enumerate(zip(columns, words, strict=True)):
        box = Rect(edges[place] + _MARGIN // 2, y, rooms[place], high - 4)
        align = "right" if column.right else "left"
        sketch.label(box, text, SMALLEST, "sky", on="office", align=align, wrap=True)
    sketch.add(Fill(Rect(edges[0], y + high - 3, edges[-1] - edges[0], 2), "slate"))
    return high


def _row(sketch: Sketch, name: str, row: Row, columns: tuple[Column, ...], edges: list[int], area: Rect) -> None:
    if row.go is not None:
        sketch.plate(Rect(area.x, area.y + 2, area.w, area.h - 4), "office", 8)
        sketch.control(name, area, True)
    else:
        sketch.add(Fill(Rect(area.x, area.bottom - 1, area.w, 1), "slate"))
    for place, cell in enumerate(row.cells):
        box = Rect(edges[place] + _MARGIN // 2, area.y, edges[place + 1] - edges[place] - _MARGIN, area.h)
        align = "right" if columns[place].right else "left"
        weight = 700 if row.tone == "strong" else 500
        color = colour(cell, row.tone)
        sketch.label(box, written(sketch, cell), 32, color, on="office", weight=weight, align=align, wrap=True)


def _pager(sketch: Sketch, number: int, found: Table, shown: Shown, area: Rect) -> None:
    more = shown.end < len(found.rows)
    back = Rect(area.right - 530, area.y + 4, 260, PAGER_H - 6)
    ahead = Rect(area.right - 260, area.y + 4, 260, PAGER_H - 6)
    newer, older = f"office.newer.{number}.{shown.before}", f"office.older.{number}.{shown.end if more else 'more'}"
    sketch.button(newer, back, sketch.say("office.newer"), "slate", shown.first > 0, size=30, icon="up")
    can = more or found.older is not None
    sketch.button(older, ahead, sketch.say("office.older"), "slate", can, size=30, icon="down")
    all_of = f"{len(found.rows)}{'+' if found.older else ''}"
    text = sketch.say("office.rows", first=shown.first + 1, last=shown.end, all=all_of)
    sketch.label(Rect(area.x, area.y, area.w - 550, area.h), text, 30, "quiet", on="office", align="left", wrap=True)
