"""An attendant's page on paper: every figure is on it, no line is wider than the paper, no ticket moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.app.slips import pages_out
from cabinet.cli.common import load
from cabinet.engine.engine import Known
from cabinet.paper.house import COLUMNS, House
from cabinet.paper.pages import MOST_LINES, page_paper
from cabinet.ports.effects import DeviceOrder
from cabinet.ports.link import LinkDown
from cabinet.ports.page import Page, Paragraph, Row, Text, message
from cabinet.ports.page import Table as Rows
from cabinet.ports.printer import Print, PrintCompleted, PrintLost
from cabinet.reports.pages import made
from cabinet.storage.signing import MachineKey
from cabinet.texts.fonts import needs_cjk
from cabinet.texts.languages import LANGUAGES
from drivers.printers.tcl_document import orders_of
from tests.machine.table import PRINTER, Table
from tests.reports.pages.rig import asked
from tests.reports.pages.test_round_pages import evening

PAGES = [
    ("meters", {}),
    ("rounds", {}),
    ("round", {"round": "1", "show": "words"}),
    ("devices", {}),
    ("dice", {}),
    ("dice_all", {}),
    ("reports", {"period": "all", "part": "1"}),
]


def house(language: str = "en", *, plain: bool = False) -> House:
    return House("Test House", "1 Street", "0427", 1, "USD", 2, language, True, plain)


def wide(text: str) -> int:
    return sum(2 if needs_cjk(sign) else 1 for sign in text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "params"), PAGES)
def test_no_line_is_wider_than_the_paper(name: str, params: dict[str, str], language: str) -> None:
    paper = page_paper(house(language), made(asked(evening(), name, **params)))
    assert max(wide(line.text) * line.size for line in paper.lines) <= COLUMNS
    assert paper.kind == "report"
    assert paper.barcode == ""


@pytest.mark.parametrize(("name", "params"), PAGES)
def test_a_ticket_printer_has_letters_for_all_of_it(name: str, params: dict[str, str]) -> None:
    paper = page_paper(house("zh_Hans", plain=True), made(asked(evening(), name, **params)))
    assert isinstance(orders_of(paper, "0", 4096), tuple)


def test_every_figure_of_the_report_is_on_the_paper() -> None:
    page = made(asked(evening(), "reports", period="all", part="1"))
    text = " ".join(" ".join(line.text for line in page_paper(house(), page).lines).split())
    (table,) = (block for block in page.blocks if isinstance(block, Rows))
    for row in table.rows:
        for cell in row.cells:
            assert isinstance(cell, Text)
            assert cell.value in text
    assert "176.00" in text, "the cards too"


def test_a_page_without_an_end_has_one_on_paper() -> None:
    rows = tuple(Row((Text(f"row {number}"),)) for number in range(5_000))
    page = Page("x", (), message("page.nothing"), "", 1, blocks=(Rows((), rows),))
    assert len(page_paper(house(), page).lines) <= MOST_LINES + 20


def test_a_printer_that_is_away_or_busy_with_money_says_so(tmp_path: Path) -> None:
    orders: list[tuple[str, DeviceOrder]] = []
    MachineKey(tmp_path / "keys" / "machine.key")
    out = pages_out(tmp_path, lambda device, order: orders.append((device, order)), load("bench"))
    page = Page("x", (), message("page.nothing"), "", 1, notes=(Paragraph(message("page.nothing")),))
    table = Table()

    def tried() -> str:
        known = Known(table.state, table.engine.row, table.journal.head())
        why = out(page, 1, known)
        return "" if why is None else why.code

    assert tried() == ""
    ((device, order),) = orders
    assert device == PRINTER
    assert isinstance(order, Print)
    assert (order.job, order.document.kind) == (0, "report")
    before = table.state.bank
    table.says(PRINTER, PrintCompleted(0))
    table.says(PRINTER, PrintLost(0, "silent"))
    assert table.state.bank == before, "the printer's word on it moves no money"
    table.says(PRINTER, LinkDown("unplugged"))
    assert tried() == "office.no_printer"
    assert len(orders) == 1
