"""The ticket the cabinet lays out, through driver, wire and printer, read back by an independent barcode reader."""

from __future__ import annotations

from typing import Any

import pytest
import zxingcpp

from cabinet.paper.render import render
from cabinet.paper.slips import SlipKind, handpay_slip
from cabinet.paper.tickets import cash_out_ticket
from cabinet.ports.printer import Document, Line, Print, PrintCompleted, PrinterEvent, ValidationPrinted
from drivers.device import Driver, Twin
from drivers.emulators.escpos import EscPosTwin
from drivers.emulators.tcl import TclTwin
from drivers.emulators.world import World
from drivers.printers.escpos import EscPos
from drivers.printers.tcl import Tcl
from tests.drivers.printers.rig import Bench

NUMBER = "990000000000000018"


def through(driver: Driver, twin: Twin, document: Document) -> dict[str, Any]:
    """What lies in the chute after *document* was printed."""
    joined = Bench(driver, twin)
    joined.run(2000)
    joined.order(Print(1, document))
    joined.run(8000)
    assert joined.of(PrintCompleted) == [PrintCompleted(1)], joined.events
    facts: list[PrinterEvent] = list(joined.of(ValidationPrinted))
    assert len(facts) == (1 if document.barcode else 0)
    paper: dict[str, Any] = joined.hand(take_ticket=True)["ticket"]
    return paper


def laid_out(language: str, amount_cents: int = 123450, currency: str = "USD") -> Document:
    return cash_out_ticket(
        site="Casino du Nord | Café",
        address="1 Harbour Road ^ ~",
        asset_number="0427",
        station=1,
        amount_cents=amount_cents,
        sequence=17,
        number=NUMBER,
        wall="2026-11-30T21:30:00+01:00",
        expiry_days=30,
        currency=currency,
        decimals=2,
        language=language,
        bench=True,
    )


@pytest.mark.parametrize("language", ["en", "es", "fr", "de"])
@pytest.mark.parametrize("printer", ["tcl", "escpos"])
def test_the_ticket_in_the_chute_carries_the_number_the_amount_and_that_it_is_void(printer: str, language: str) -> None:
    document = laid_out(language)
    shelf = World().shelf("printer.1")
    paper = through(*((Tcl(), TclTwin(shelf)) if printer == "tcl" else (EscPos(), EscPosTwin(shelf))), document)
    assert (paper["number"], paper["amount_cents"], paper["state"]) == (NUMBER, 123450, "printed")
    text = " ".join(paper["lines"]) + " ".join(paper["fields"].values())
    assert "?" not in text
    assert document.field("title") in text or document.lines[3].text in text
    if printer == "tcl":
        assert paper["fields"]["site"] == "Casino du Nord | Cafe"
        assert paper["fields"]["address"] == "1 Harbour Road ^ ~"


@pytest.mark.parametrize("language", ["zh_Hans", "zh_Hant"])
@pytest.mark.parametrize("printer", ["tcl", "escpos"])
def test_a_language_the_printer_has_no_letters_for_is_paid_in_plain_ones(printer: str, language: str) -> None:  # A11
    shelf = World().shelf("printer.1")
    paper = through(
        *((Tcl(), TclTwin(shelf)) if printer == "tcl" else (EscPos(), EscPosTwin(shelf))), laid_out(language)
    )
    assert (paper["number"], paper["amount"], paper["amount_cents"]) == (NUMBER, "USD 1234.50", 123450)
    assert "?" not in " ".join(paper["lines"]) + " ".join(paper["fields"].values())


@pytest.mark.parametrize("printer", ["tcl", "escpos"])
def test_an_independent_reader_reads_the_18_digits_from_the_printed_paper(printer: str) -> None:
    shelf = World().shelf("printer.1")
    sent = laid_out("en")
    paper = through(*((Tcl(), TclTwin(shelf)) if printer == "tcl" else (EscPos(), EscPosTwin(shelf))), sent)
    lines = tuple(Line(line) for line in paper["lines"])
    printed = Document("cash_out", tuple(paper["fields"].items()), lines, paper["number"])
    (code,) = zxingcpp.read_barcodes(render(printed))
    assert code.text == NUMBER


@pytest.mark.parametrize("printer", ["tcl", "escpos"])
def test_a_handpay_slip_is_printed_and_is_no_ticket(printer: str) -> None:
    shelf = World().shelf("printer.1")
    slip = handpay_slip(
        site="Casino du Nord",
        address="1 Harbour Road",
        asset_number="0427",
        station=1,
        kind=SlipKind.JACKPOT,
        amount_cents=150000,
        sequence=3,
        wall="2026-11-30T21:30:00+01:00",
        currency="USD",
        decimals=2,
        plain_letters=True,
    )
    driver, twin = (Tcl(), TclTwin(shelf)) if printer == "tcl" else (EscPos(), EscPosTwin(shelf))
    paper = through(driver, twin, slip)
    assert any("1500.00" in line for line in paper["lines"])
    assert twin.status()["tickets_on_paper_cents"] == 0
