"""Draws, seals, numbers and the own ticket store's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.bank.state import Ticket, TicketState
from cabinet.engine.chances import check_digit, verdict
from cabinet.machine.state import State
from cabinet.money import cashable
from cabinet.ports import commands as c
from tests.machine.floor import Floor

NUMBER = "991234567890123456"
PRINTED = "2026-03-01T09:00:00+00:00"


def _store(state: TicketState, dated: str = PRINTED) -> State:
    floor = Floor()
    ticket = Ticket(1, 1, cashable(3_750), state, dated)
    return replace(floor.state, bank=replace(floor.state.bank, tickets={NUMBER: ticket}))


@pytest.mark.parametrize(
    ("state", "word"),
    [
        (TicketState.ISSUED, "redeemable"),
        (TicketState.PRINTING, "unconfirmed"),
        (TicketState.UNCONFIRMED, "unconfirmed"),
        (TicketState.VOID, "void"),
        (TicketState.REDEEMED, "redeemed"),
        (TicketState.CASHIER_ONLY, "cashier_only"),
    ],
)
def test_every_state_of_a_ticket_has_its_word(state: TicketState, word: str) -> None:
    """T-05: only what is issued is redeemable."""
    said = verdict(_store(state), 1, NUMBER, PRINTED)
    assert (said.verdict, said.amount_cents) == (word, 3_750)


def test_there_is_a_word_for_every_state() -> None:
    assert all(verdict(_store(state), 1, NUMBER, PRINTED).verdict for state in TicketState)


@pytest.mark.parametrize(("wall", "word"), [("2026-03-31", "redeemable"), ("2026-04-01", "expired")])
def test_a_ticket_is_good_through_its_last_day(wall: str, word: str) -> None:
    """Thirty days from the day it was printed."""
    assert verdict(_store(TicketState.ISSUED), 1, NUMBER, f"{wall}T23:59:59+00:00").verdict == word


def test_a_number_of_another_system_is_foreign_and_one_nobody_printed_unknown() -> None:
    state = _store(TicketState.ISSUED)
    assert verdict(state, 1, "0" + NUMBER[1:], PRINTED).verdict == "foreign"
    assert verdict(state, 1, NUMBER[:-1] + "7", PRINTED).verdict == "unknown"


def test_the_check_digit_finds_every_wrong_digit() -> None:
    """T-07, T-08."""
    digits = NUMBER[:-1]
    right = check_digit(digits)
    for at, digit in enumerate(digits):
        for other in "0123456789":
            if other != digit:
                assert check_digit(digits[:at] + other + digits[at + 1 :]) != right


def test_the_check_digit_finds_swapped_neighbours_but_09() -> None:
    digits = "9912345678901234"
    for at in range(len(digits) - 1):
        pair = digits[at : at + 2]
        swapped = digits[:at] + pair[::-1] + digits[at + 2 :]
        if pair[0] != pair[1] and set(pair) != {"0", "9"}:
            assert check_digit(swapped) != check_digit(digits), pair


def test_numbers_have_eighteen_digits_and_their_check_digit() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.press(c.CashOut())
    (ticket,) = floor.printed
    assert len(ticket.number) == 18
    assert ticket.number.startswith(floor.options.money.system_id)
    assert check_digit(ticket.number[:-1]) == ticket.number[-1]


def test_a_used_seal_opens_to_what_was_committed() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.round(main=500)
    order, nonce = floor.drawer.open(1, "")
    shown = floor.last("OrderShown")
    assert (tuple(shown["order"]), shown["nonce"]) == (order, nonce.hex())
