"""A ticket whose paper is no good is printed again, marked, and is still paid once."""

from __future__ import annotations

import pytest

from cabinet.bank.state import TicketState
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.ports.link import LinkDown
from cabinet.reports.audit import Checked, replay
from tests.machine.floor import TABLES, Floor


@pytest.fixture
def floor() -> Floor:
    """A player cashed out 50.00 and took the paper."""
    floor = Floor()
    floor.note(5_000)
    floor.press(c.CashOut())
    floor.said("printer.1", p.PrintBegun(1), p.ValidationPrinted(1), p.PrintCompleted(1), p.TicketTaken(1))
    return floor


def number(floor: Floor) -> str:
    (found,) = floor.state.bank.tickets
    return found


def test_the_second_paper_is_marked_and_moves_no_money(floor: Floor) -> None:
    """T-11: the same number, the same amount, DUPLICATE; the books and the store do not move."""
    before = (floor.state.bank.station(1).books, floor.state.bank.tickets)
    floor.attend(c.ReprintTicket(number(floor), "a4"))
    first, second = floor.printed
    assert (second.duplicate, second.number, second.amount_cents, second.dated) == (
        True,
        first.number,
        first.amount_cents,
        first.dated,
    )
    floor.said("printer.1", p.PrintBegun(0), p.ValidationPrinted(0), p.PrintCompleted(0), p.TicketTaken(0))
    assert (floor.state.bank.station(1).books, floor.state.bank.tickets) == before
    assert floor.state.meters["station.1|tickets_reprinted"] == 1
    assert list(replay(floor.memory.entries(), TABLES, Checked())) == []


def test_two_papers_of_one_ticket_are_paid_once(floor: Floor) -> None:
    floor.attend(c.ReprintTicket(number(floor), "a4"))
    for receipt in ("one", "two"):
        floor.press(c.CashTicket(number(floor), "o1", receipt))
    assert floor.state.bank.tickets[number(floor)].state is TicketState.REDEEMED
    records = [plain for entry in floor.memory.rows for plain in entry.records]
    assert [plain["is"] for plain in records].count("TicketCashed") == 1
    assert records[-1]["place"] == "two"


@pytest.mark.parametrize("why", ["paid", "older", "other", "no printer", "printing"])
def test_no_second_paper_of_a_ticket_that_is_paid_or_not_the_newest_or_while_nothing_can_print(
    floor: Floor, why: str
) -> None:
    wanted = number(floor)
    match why:
        case "paid":
            floor.press(c.CashTicket(wanted, "o1", "r"))
        case "older" | "printing":
            floor.note(2_000)
            floor.press(c.CashOut())
            if why == "older":
                done = (p.PrintBegun(2), p.ValidationPrinted(2), p.PrintCompleted(2), p.TicketTaken(2))
                floor.said("printer.1", *done)
        case "other":
            wanted = wanted[:-1] + ("0" if wanted[-1] != "0" else "1")
        case "no printer":
            floor.said("printer.1", LinkDown("unplugged"))
    papers = len(floor.printed)
    floor.attend(c.ReprintTicket(wanted, "a4"))
    assert len(floor.printed) == papers


def test_a_player_cannot_ask_for_another_paper(floor: Floor) -> None:
    floor.press(c.ReprintTicket(number(floor)))
    assert len(floor.printed) == 1
