"""Sections of a report as blocks of a page: the same words and figures that the command prints, in English as every
document for the operator. Decides how a section becomes a table and its bands a chart, and nothing of what they say.
"""

from __future__ import annotations

from cabinet.ports.page import Block, Cell, Chart, Column, Row, Series, Table, Text, message
from cabinet.reports.casino_pages import Band, Section

_PARTS = 100_000  # a share in hundred-thousandths


def blocks_of(section: Section) -> tuple[Block, ...]:
    """The table. What stands under it on paper (how it was worked out) has no room on a screen."""
    columns = tuple(
        Column(message("page.text", text=name), 2 + max(map(len, (name, *cells))), right=number > 0)
        for number, (name, *cells) in enumerate(zip(section.head, *section.rows, strict=True))
    )
    rows = tuple(Row(tuple(map(_cell, row))) for row in section.rows)
    title = message("page.text", text=section.title)
    return (Table(columns, rows, title, empty=message("page.nothing")),)


def _cell(text: str) -> Cell:
    return Text(text)


def chart_of(title: str, bands: tuple[Band, ...]) -> Chart:
    """The hold of each bet against what was expected of it and the band it may lie in."""
    hold = Series(
        message("report.hold"),
        tuple(_share(one.hold) for one in bands),
        tuple(_share(one.low) for one in bands),
        tuple(_share(one.high) for one in bands),
    )
    expected = Series(message("report.expected"), tuple(_share(one.expected) for one in bands))
    names = tuple(one.name for one in bands)
    return Chart(message("page.text", text=title), "bars", "share", names, (hold, expected))


def _share(value: float) -> int:
    return round(value * _PARTS)
