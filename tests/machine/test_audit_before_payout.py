"""The self-audit before every payout (M-28): a broken book pays nothing, however often it is asked."""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank.state import BankState, Handpay, StationBank
from cabinet.machine.decide import decide
from cabinet.machine.decided import Tables
from cabinet.machine.evolve import evolve
from cabinet.machine.records import FaultRaised
from cabinet.machine.state import State, Worker
from cabinet.money import cashable
from cabinet.ports.access import Role
from cabinet.ports.commands import PayHandpay
from cabinet.ports.signals import Pressed
from tests.machine.setups import options

TABLES = Tables(lambda game, rules: {})


def _waiting(credit_cents: int) -> State:
    """A jackpot of 20.00 waits and the audit key is turned; any credit is credit that came from nowhere."""
    bank = StationBank(1, handpays=(Handpay(1, cashable(2_000), jackpot=True, round_number=1),))
    bank = replace(bank, books=replace(bank.books, credit=cashable(credit_cents)))
    return State(options=options(), bank=BankState((bank,)), office=(Worker(1, "key", Role.ATTENDANT),))


def test_right_books_are_paid() -> None:
    paid = decide(_waiting(0), Pressed(1, PayHandpay(1)), TABLES)

    assert [type(record).__name__ for record in paid.records] == ["JackpotPaid", "SlipKept", "Did"]


def test_a_broken_book_locks_once_and_pays_nothing_the_second_time_either() -> None:
    broken = _waiting(1)

    first = decide(broken, Pressed(1, PayHandpay(1)), TABLES)
    locked = evolve(broken, *first.records)
    second = decide(locked, Pressed(1, PayHandpay(1)), TABLES)

    assert [type(record) for record in first.records] == [FaultRaised]
    assert second.records == ()
    assert locked.bank.station(1).handpays
