"""The meter report on paper: no money moves by it, no other paper comes between, and the printer's word is told."""

from __future__ import annotations

import pytest

from cabinet.bank.books import Books
from cabinet.machine.reporting import JOB
from cabinet.ports import commands as c
from cabinet.ports.effects import PrintTicket
from cabinet.ports.printer import PrintBegun, PrintCompleted, PrinterConditions, PrinterEvent, PrintFailed, PrintLost
from tests.machine.floor import Floor


def reporting() -> tuple[Floor, Books]:
    floor = Floor()
    floor.note(5_000)
    before = floor.state.bank.station(1).books
    floor.sign_in()
    floor.press(c.PrintMeters())
    assert floor.state.reporting == (1,)
    return floor, before


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (PrintCompleted(JOB), "office.printed"),
        (PrintFailed(JOB, "paper"), "office.not_printed"),
        (PrintLost(JOB, "cable"), "office.not_printed"),
    ],
)
def test_the_end_of_a_report_is_told_and_moves_no_money(event: PrinterEvent, told: str) -> None:
    floor, before = reporting()
    floor.said("printer.1", PrintBegun(JOB), event)
    assert floor.state.reporting == ()
    assert [message.code for message in floor.view().messages] == [told]
    assert floor.state.bank.station(1).books == before
    assert floor.last("Did")["what"] == "PrintMeters"


def test_no_ticket_is_ordered_while_the_printer_has_a_report() -> None:
    """Two papers in one printer would tear each other: the player waits some seconds, and is told."""
    floor, _ = reporting()
    floor.press(c.SignOut(), c.CashOut())
    assert floor.refusals() == ["refused.printing"]
    assert not any(isinstance(one, PrintTicket) for one in floor.printed)
    floor.said("printer.1", PrintCompleted(JOB))
    floor.press(c.CashOut())
    assert len(floor.printed) == 1


def test_a_printer_that_says_nothing_holds_no_cash_out_up_for_ever() -> None:
    floor, _ = reporting()
    floor.press(c.SignOut())
    floor.elapse("report.1")
    floor.press(c.CashOut())
    assert len(floor.printed) == 1


def test_a_printer_that_cannot_print_is_said_before_anything_is_ordered() -> None:
    floor = Floor()
    floor.said("printer.1", PrinterConditions(("paper_out",)))
    floor.sign_in()
    rows = floor.engine.row
    floor.press(c.PrintMeters())
    assert floor.refusals() == ["refused.printer_busy"]
    assert floor.engine.row == rows


def test_after_a_power_cut_no_report_is_under_way() -> None:
    floor, _ = reporting()
    floor.boot()
    assert floor.state.reporting == ()
