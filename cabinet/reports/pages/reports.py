"""The casino report on a page: what the house won against what it should have won, over a period that is chosen.

Decides the periods offered. The figures are `reports.casino`'s over the very rows that the command reads; counting a
month takes seconds, so this page is made elsewhere.
"""

from __future__ import annotations

from textwrap import shorten
from typing import Any

from cabinet.ports.page import Block, Card, Cents, Flag, Page, PageWanted, Paragraph, Tab, Text, message
from cabinet.reports.casino import casino
from cabinet.reports.casino_pages import Pages, Section, percent
from cabinet.reports.counted import Window
from cabinet.reports.pages.asked import Asked, params_of
from cabinet.reports.pages.sections import blocks_of, chart_of
from cabinet.reports.tally import Tally
from cabinet.storage.beside import read_beside


def page(asked: Asked) -> Page:
    """The report of the gaming day, the drop period, or everything; a part of it by the parameter *part*."""
    period = asked.param("period", "day")
    found = report(asked, period)
    pages = Pages(found)
    parts = _parts(list(pages.sections()))
    part = min(asked.number("part"), len(parts) - 1)
    return asked.page(
        message("office.menu.reports"),
        cards=_cards(found),
        tabs=(_periods(period), _choices(asked, [name for name, _ in parts], part)),
        blocks=parts[part][1],
        notes=(Paragraph(message("page.text", text=pages.title())),),
        actions=(asked.printing(),),
    )


def _parts(sections: list[Section]) -> list[tuple[str, tuple[Block, ...]]]:
    """Every section under the beginning of its title, a chart after each that has bands."""
    parts: list[tuple[str, tuple[Block, ...]]] = []
    begins = [_begin(section) for section in sections]
    for section, begin in zip(sections, begins, strict=True):
        # two that begin alike are told apart by what comes after
        name = begin if begins.count(begin) == 1 else shorten(section.title.replace(",", ""), 26, placeholder="…")
        parts.append((name, blocks_of(section)))
        if section.bands:
            parts.append((f"Hold, {name}", (chart_of(section.title, section.bands),)))
    return parts


def _begin(section: Section) -> str:
    return shorten(section.title.partition(",")[0].partition(":")[0], 26, placeholder="…")


def report(asked: Asked, period: str) -> dict[str, Any]:
    """The plain report of a period that began with its last cut; without a cut it began with the machine."""
    cut = asked.state.cuts.get(period)
    window = Window(cut.wall[:19] if cut is not None else "")
    return casino(read_beside(asked.journal, lambda rows: Tally(window).read(rows)))


def _periods(on: str) -> tuple[Tab, ...]:
    names = ("day", "drop", "all")
    return tuple(
        Tab(message(f"report.period.{name}"), PageWanted("reports", params_of(period=name)), name == on)
        for name in names
    )


def _choices(asked: Asked, names: list[str], on: int) -> tuple[Tab, ...]:
    return tuple(
        Tab(message("page.text", text=name), asked.same(part=str(number)), number == on)
        for number, name in enumerate(names)
    )


def _cards(found: dict[str, Any]) -> tuple[Card, ...]:
    books, line = found["books"], found["all_games"]
    inside = line["in_band"]
    tone = "" if not line["bets"] else "good" if inside else "bad"
    band = Flag(tone or "good", message("report.inside" if inside else "report.outside"))
    return (
        Card(message("report.handle"), Cents(books["coin_in_cents"], sign=True)),
        Card(message("report.win"), Cents(books["win_cents"], sign=True)),
        Card(message("report.hold_expected"), Text(f"{percent(books['hold'])} · {percent(line['expected_hold'])}")),
        Card(message("report.band"), band if line["bets"] else Text("–"), tone),
    )
