"""The page of hand pays, used as a screen uses it: pay a part, pay the rest, print a slip again, take credit off."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.page import Action, Cents, Needs, Page, PageWanted, Table
from cabinet.ports.printer import PrinterConditions
from cabinet.ports.signals import PinTold
from cabinet.reports.pages import made
from cabinet.texts.catalogue import Sentences
from cabinet.texts.languages import LANGUAGES
from tests.machine.table import DECK, PRINTER
from tests.machine.table import Table as Machine
from tests.reports.pages.rig import asked, messages


@pytest.fixture
def machine() -> Machine:
    """The printer cannot print, so a credit of 50.00 waits to be paid by hand."""
    table = Machine()
    table.says(PRINTER, PrinterConditions(("paper_out",)))
    table.note(5_000)
    table.press(c.CashOut())
    return table


def attend(table: Machine, *commands: c.Command) -> None:
    table.says(DECK, KeyTurned("audit", True))
    table.handle(PinTold(1, "o1", Role.OPERATOR))
    for command in commands:
        table.press(command)
    table.says(DECK, KeyTurned("audit", False))


def page(table: Machine, **params: str) -> Page:
    return made(asked(table, "handpays", **params))


def action(found: Page, name: str) -> Action:
    return next(one for one in found.actions if one.name == name)


def test_what_waits_is_paid_in_part_and_then_the_rest(machine: Machine) -> None:
    """H-12: every handpay with amount, kind, time and how it ended; the figures are those of the state."""
    listed = page(machine)
    table = listed.blocks[0]
    assert isinstance(table, Table)
    (row,) = table.rows
    assert row.cells[3:5] == (Cents(5_000), Cents(0))
    assert row.go is not None
    one = made(replace(asked(machine, "handpays"), wanted=row.go))
    part = action(one, "short_pay")
    assert (part.needs, part.fill) == (Needs.AMOUNT, "paid_cents")
    assert isinstance(part.does, c.ShortPay)
    attend(machine, replace(part.does, paid_cents=3_000))
    one = page(machine, handpay="1")
    pay = action(one, "pay")
    assert (pay.hold, pay.closed) == (True, None)
    assert dict(pay.label.params)["amount_cents"] == "2000"
    assert isinstance(pay.does, c.PayHandpay)
    attend(machine, pay.does)
    assert machine.state.bank.station(1).books.handpay_cancelled.total == 5_000
    closed = page(machine, handpay="1")
    assert all(one.closed is not None for one in closed.actions)
    slips = page(machine, show="slips").blocks[0]
    assert isinstance(slips, Table)
    assert [row.cells[3] for row in slips.rows] == [Cents(2_000), Cents(3_000)], "newest first"


def test_a_slip_that_never_came_out_can_be_asked_for(machine: Machine) -> None:
    attend(machine, c.PayHandpay(1))
    found = page(machine, slip="1")
    again = action(found, "print_slip")
    assert again.does == c.ReprintSlip(1)
    assert again.label.code == "office.do.drop_slip", "the first time it is no duplicate"
    assert found.back == PageWanted("handpays", (("show", "slips"),))


def test_credit_is_taken_off_by_an_operator_for_the_amount_he_saw(machine: Machine) -> None:
    attend(machine, c.PayHandpay(1))
    assert page(machine).actions == (), "there is no credit"
    machine.note(2_000)
    off = action(page(machine), "abandon")
    assert (off.role, off.hold, off.look) == (Role.OPERATOR, True, "danger")
    assert off.does == c.AbandonCredit(2_000, "left_behind", "anna")
    machine.note(500)
    assert isinstance(off.does, c.AbandonCredit)
    attend(machine, off.does)
    assert machine.state.bank.station(1).books.credit.total == 2_500, "he had not seen the last note"


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_on_it_has_a_sentence(machine: Machine, language: str) -> None:
    sentences = Sentences(language)
    attend(machine, c.ShortPay(1, 1_000, "short_of_cash"), c.PayHandpay(1))
    for found in (page(machine), page(machine, show="slips"), page(machine, handpay="1"), page(machine, slip="1")):
        for one in messages(found):
            assert sentences.knows(one.code), one.code
