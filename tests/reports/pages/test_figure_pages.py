"""Dice, devices and reports on the attendant's pages: the same figures as the commands."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.machine.testing import TEST_ROUNDS
from cabinet.ports import commands as c
from cabinet.ports.acceptor import NoteEscrowed
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.link import LinkUp
from cabinet.ports.page import Card, Chart, Count, Page, Text
from cabinet.ports.page import Table as Rows
from cabinet.ports.shaker import DiceRead, FirstRest
from cabinet.reports.casino import casino
from cabinet.reports.casino_pages import Pages
from cabinet.reports.dice import dice as dice_report
from cabinet.reports.pages import devices, dice, reports
from cabinet.reports.tally import Tally
from tests.machine.table import ACCEPTOR, DECK, PRINTER, SHAKER, Table
from tests.reports.pages.rig import asked


@pytest.fixture
def table() -> Table:
    """Four rounds with dice; an attendant is at work."""
    table = Table(dice=True)
    table.note(10_000)
    for number, faces in enumerate(((4, 1, 5), (6, 6, 2), (1, 2, 3), (5, 5, 4)), 1):
        table.deal(("main", 500), ("dice_lo", 300))
        table.confirm()
        table.says(SHAKER, FirstRest(number, 1, faces, "$D,first"))
        table.says(SHAKER, DiceRead(number, 1, faces, ("$D,first", "$D,second")))
    table.says(DECK, KeyTurned("audit", True))
    table.sign_in(Role.TECHNICIAN)
    return table


def tables(page: Page) -> list[Rows]:
    return [block for block in page.blocks if isinstance(block, Rows)]


def cells(table: Rows, column: int) -> list[Any]:
    return [row.cells[column].value for row in table.rows]  # type: ignore[union-attr]


def card(page: Page, code: str) -> Card:
    return next(one for one in page.cards if one.label.code == code)


def test_the_dice_on_the_page_are_those_of_the_dice_report(table: Table) -> None:
    page = dice.page(asked(table, "dice"))
    report = dice_report(table.journal.rows())["dice"][-1]

    (chart,) = (block for block in page.blocks if isinstance(block, Chart))
    assert list(chart.series[0].values) == report["faces"] == cells(tables(page)[0], 1)
    assert card(page, "dice.rolls").value == Count(report["rolls"])
    assert card(page, "dice.evidence").value == Text(f"{report['evidence']:.3g}")
    whole = dice.whole_page(asked(table, "dice_all"))
    shown = [cell.value for cell in tables(whole)[0].rows[0].cells if isinstance(cell, Text)]
    assert shown[1:7] == [str(count) for count in report["faces"]]


def test_fair_dice_lie_in_the_band_and_a_loaded_face_does_not() -> None:
    low, high = dice._band(3 * 600)
    assert low < 300 < high
    assert not low <= 300 + 50 <= high
    assert dice._band(0) == (0, 0)


def test_the_casino_report_on_the_page_is_the_commands(table: Table) -> None:
    """Every part of it, word for word; and the chart has the hold of every bet."""
    found = casino(Tally().read(table.journal.rows()))
    expected = list(Pages(found).sections())
    first = reports.page(asked(table, "reports", period="all"))
    parts = [tab.wanted for row in first.tabs[1:] for tab in row]
    pages = [reports.page(asked(table, "reports", **dict(wanted.params))) for wanted in parts]
    shown = [table for page in pages for table in tables(page)]
    assert [[tuple(cell.value for cell in row.cells) for row in one.rows] for one in shown] == [  # type: ignore[union-attr]
        list(section.rows) for section in expected
    ]
    assert card(first, "report.win").value.value == found["books"]["win_cents"]  # type: ignore[union-attr]
    (chart,) = (block for page in pages for block in page.blocks if isinstance(block, Chart))
    assert chart.labels == ("Main bet", "Dice-Lo")
    assert [series.label.code for series in chart.series] == ["report.hold", "report.expected"]
    assert chart.series[0].values[0] == round(found["games"][0]["bets"][0]["hold"] * 100_000)


def test_a_period_begins_with_its_cut(table: Table) -> None:
    from cabinet.ports.signals import DayTurned

    table.handle(DayTurned(table.clock.wall()))
    table.says(DECK, KeyTurned("audit", False))
    table.deal(("main", 500))
    table.confirm()
    day = reports.report(asked(table, "reports"), "day")
    assert (day["books"]["games_played"], day["books"]["coin_in_cents"]) == (1, 500)
    assert reports.report(asked(table, "reports"), "all")["books"]["games_played"] == 5


def test_a_device_says_who_it_is_and_offers_what_it_can_do(table: Table) -> None:
    listed = tables(devices.page(asked(table, "devices")))[0]
    assert len(listed.rows) == 4
    page = devices.device_page(asked(table, "device", device=PRINTER))
    assert [action.name for action in page.actions] == ["try.test_page", "try.clear_errors"]
    assert {action.role for action in page.actions} == {Role.TECHNICIAN}
    assert [action.closed for action in page.actions] == [None, None]


def test_a_test_is_labelled_and_shows_what_the_device_did(table: Table) -> None:
    table.press(c.BeginTest(ACCEPTOR, "accept"))
    table.says(ACCEPTOR, NoteEscrowed(5_000))
    page = devices.device_page(asked(table, "device", device=ACCEPTOR))
    assert [note.message.code for note in page.notes] == ["test.banner"]
    assert [row.cells[1].message.code for row in tables(page)[0].rows] == ["test.note"]  # type: ignore[union-attr]
    assert "end_test" in [action.name for action in page.actions]


def test_rolls_of_a_test_have_their_own_statistics(table: Table) -> None:
    before = dice.page(asked(table, "dice")).blocks
    for number, faces in enumerate(((1, 2, 3), (6, 6, 6)), 1):
        table.press(c.BeginTest(SHAKER, "shake"))
        table.says(SHAKER, DiceRead(TEST_ROUNDS + number, 1, faces, ("$D",)))
    page = devices.device_page(asked(table, "device", device=SHAKER))
    statistics = tables(page)[1]
    assert [cell.value for cell in statistics.rows[0].cells[:6]] == [1, 1, 1, 0, 0, 3]  # type: ignore[union-attr]
    assert dice.page(asked(table, "dice")).blocks == before, "the live statistics have not moved"


def test_another_device_is_offered_to_be_taken_in_only_while_it_is_another(table: Table) -> None:
    names = [action.name for action in devices.device_page(asked(table, "device", device=PRINTER)).actions]
    assert "replace" not in names
    table.says(PRINTER, LinkUp("another", "S-2"))
    page = devices.device_page(asked(table, "device", device=PRINTER))
    (replace,) = (action for action in page.actions if action.name == "replace")
    assert (replace.role, replace.hold, replace.does) == (Role.TECHNICIAN, True, c.ReplaceDevice(PRINTER))
    assert card(page, "devices.fitted").tone == "bad"
    table.press(c.ReplaceDevice(PRINTER))
    page = devices.device_page(asked(table, "device", device=PRINTER))
    assert "replace" not in [action.name for action in page.actions]
    assert "test.banner" in [note.message.code for note in page.notes]
