"""An attendant's page on paper: its cards, its tables row by row, its sentences, for any printer.

Decides how a page of many columns stands in one of forty letters: two columns beside each other, more of them as
"name: value" under the row's first word. Knows no page: charts and pictures stay on the screen, their figures do not.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from cabinet.paper.head import head_lines
from cabinet.paper.house import COLUMNS, House, broken, centred, date_and_time, width
from cabinet.ports.page import Cell, Cents, Count, Flag, Page, Paragraph, Said, Share, Table, Text, Wall
from cabinet.ports.printer import Document, Line
from cabinet.ports.view import Message

MOST_LINES = 400
"""Four metres of paper: who wants more saves or exports it."""


def page_paper(house: House, page: Page, head_code: str = "") -> Document:
    """*page* as a report of the house; *head_code* is the signed head of the journal."""
    lines: tuple[Line, ...] = (*_head(house, page), *_body(house, page))
    if house.plain_letters:
        lines = tuple(replace(line, text=_spelled(line.text)) for line in lines)
    if len(lines) > MOST_LINES:
        lines = (*lines[:MOST_LINES], *centred("..."))
    return Document("report", (), (*lines, *head_lines(head_code, house.say("report.head"))))


_SIGNS = str.maketrans({"·": "-", "–": "-", "—": "-", "−": "-", "…": ".", "×": "x", "≥": ">", "≤": "<", "±": "+"})


def _spelled(text: str) -> str:
    """Signs between figures that a printer of plain letters lacks, as the nearest one it has."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_SIGNS))
    return "".join(sign if sign.isascii() else "?" for sign in decomposed if not unicodedata.combining(sign))


def _head(house: House, page: Page) -> tuple[Line, ...]:
    return (
        *(centred(house.site, 2) if house.site else ()),
        *(centred(house.address) if house.address else ()),
        *(centred(house.say("ticket.title_void"), 2) if house.bench else ()),
        *centred(_told(house, page.title), 2),
        *(centred(" ".join(date_and_time(page.wall))) if page.wall else ()),
        *centred(house.say("ticket.machine", **house.machine())),
        *centred(house.say("report.amounts_in", currency=house.currency)),
    )


def _body(house: House, page: Page) -> Iterator[Line]:
    for card in page.cards:
        yield from _pair(_told(house, card.label), _written(house, card.value))
    for block in page.blocks:
        match block:
            case Table():
                yield from _table(house, block)
            case Paragraph(message):
                yield from _wrapped(_told(house, message))
            case _:
                pass  # a chart or a picture: its figures stand in tables
    for note in page.notes:
        yield from _wrapped(_told(house, note.message))


def _table(house: House, table: Table) -> Iterator[Line]:
    heads = [_told(house, column.label) if column.label is not None else "" for column in table.columns]
    yield Line("")
    if table.title is not None:
        yield from centred(_told(house, table.title))
    if not table.rows and table.empty is not None:
        yield from _wrapped(_told(house, table.empty))
    for row in table.rows:
        texts = [_written(house, cell) for cell in row.cells]
        filled = [(head, text) for head, text in zip(heads, texts, strict=False) if text]
        if len(heads) <= 2:
            yield from _pair(texts[0], "  ".join(texts[1:]))
        elif filled:
            yield from _wrapped(filled[0][1])
            for head, text in filled[1:]:
                yield from _pair(f"  {head}", text)


def _pair(name: str, figure: str) -> Iterator[Line]:
    """The name left, its figure right; where they do not fit on one line the figure stands under it, never cut."""
    blanks = COLUMNS - width(name) - width(figure)
    if blanks > 0:
        yield Line(f"{name}{' ' * blanks}{figure}")
        return
    yield from _wrapped(name)
    yield from _wrapped(figure, "right")


def _wrapped(text: str, align: str = "left") -> Iterator[Line]:
    """Lines broken between words; a word that is too long (a digest) is broken anywhere."""
    for part in broken(text, COLUMNS):
        while width(part) > COLUMNS:
            yield Line(part[:COLUMNS], 1, align)
            part = part[COLUMNS:]
        yield Line(part, 1, align)


def _told(house: House, message: Message) -> str:
    return house.say(message.code, **dict(message.params))


def _written(house: House, cell: Cell) -> str:
    match cell:
        case Cents(value):
            return house.amount(value).split(" ", 1)[1]
        case Count(value):
            return str(value)
        case Share(value):
            return house.texts.share(value)
        case Text(value):
            return value
        case Said(message) | Flag(_, message):
            return _told(house, message)
        case Wall(stamp):
            return " ".join(date_and_time(stamp)) if stamp else ""
        case _:
            assert_never(cell)
