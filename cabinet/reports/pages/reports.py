"""The casino report on a page: what the house won against what it should have won, over a period that is chosen.

Decides the periods offered. The figures are `reports.casino`'s over the very rows that the command reads; counting a
month takes seconds, so this page is made elsewhere.
"""

from __future__ import annotations

from typing import Any

from cabinet.ports.page import Block, Card, Cents, Flag, Page, PageWanted, Share, Tab, Text, message
from cabinet.reports.casino import casino
from cabinet.reports.casino_pages import Pages
from cabinet.reports.counted import Window
from cabinet.reports.pages.asked import Asked, params_of
from cabinet.reports.pages.sections import blocks_of
from cabinet.reports.tally import Tally
from cabinet.storage.beside import read_beside

_PARTS = 100_000


def page(asked: Asked) -> Page:
    """The report of the gaming day, the drop period, or everything; a part of it by the parameter *part*."""
    period = asked.param("period", "day")
    found = report(asked, period)
    pages = Pages(found)
    sections = list(pages.sections())
    part = min(asked.number("part"), len(sections) - 1)
    blocks: tuple[Block, ...] = blocks_of(sections[part])
    return asked.page(
        message("page.text", text=pages.title()),
        cards=_cards(found),
        tabs=(_periods(period), _parts(asked, [section.title for section in sections], part)),
        blocks=blocks,
    )


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


def _parts(asked: Asked, titles: list[str], on: int) -> tuple[Tab, ...]:
    return tuple(
        Tab(message("page.text", text=title), asked.same(part=str(number)), number == on)
        for number, title in enumerate(titles)
    )


def _cards(found: dict[str, Any]) -> tuple[Card, ...]:
    books, line = found["books"], found["all_games"]
    inside = line["in_band"]
    band = Flag("good" if inside else "bad", message("report.inside" if inside else "report.outside"))
    hold = Share(round(books["hold"] * _PARTS)) if books["hold"] is not None else Text("–")
    expected = Text("–") if line["expected_hold"] is None else Share(round(line["expected_hold"] * _PARTS))
    return (
        Card(message("report.handle"), Cents(books["coin_in_cents"], sign=True)),
        Card(message("report.win"), Cents(books["win_cents"], sign=True)),
        Card(message("report.hold"), hold),
        Card(message("report.expected"), expected),
        Card(message("report.band"), band, "good" if inside else "bad") if line["bets"] else _nothing(),
    )


def _nothing() -> Card:
    return Card(message("report.band"), Text("–"))
