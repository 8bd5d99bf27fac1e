"""Wagers, awards, jackpots by hand and stakes given back, as movements of money."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.bank import cashout, wagers
from cabinet.bank import records as r
from cabinet.bank.books import Books, problems, shown
from cabinet.bank.options import HandpayBasis
from cabinet.money import Amounts, Kind, cashable
from tests.bank.till import Till
from tests.machine.setups import money

LIMIT = 20_000


def _settled(stakes: tuple[tuple[int, int], ...], basis: HandpayBasis = HandpayBasis.WINNINGS) -> Till:
    till = Till(money(handpay_limit_cents=LIMIT, basis=basis))
    till.fund(sum(stake for stake, _ in stakes))
    till.put(wagers.take(till.bank, 1, till.credit_cents))
    for record in wagers.settle(till.bank, 1, stakes, till.options):
        till.put(record)
    assert problems(till.bank.books) == ()
    return till


def test_restricted_credit_is_spent_first() -> None:
    """M-33."""
    till = Till()
    till.fund(1_000)
    till.promote(300)
    taken = wagers.take(till.bank, 1, 500)
    assert taken.amounts == Amounts(cashable=200, restricted=300)
    till.put(taken)
    assert till.bank.books.credit == Amounts(cashable=800)
    assert till.bank.books.coin_in.total == 500


@pytest.mark.parametrize(
    ("stakes", "credit", "jackpot"),
    [
        (((1_000, 0),), 0, 0),
        (((1_000, 1_000),), 1_000, 0),
        (((1_000, 1_950),), 1_950, 0),
        # T-14: a cent under the limit is on the meter, the limit is by hand, the winning stake on the meter
        (((1_000, 1_000 + LIMIT - 1),), 1_000 + LIMIT - 1, 0),
        (((1_000, 1_000 + LIMIT),), 1_000, LIMIT),
        # T-16: all bets of the play together; what came back of a push and the winning stakes go to the meter
        (((1_000, 11_000), (500, 10_500), (700, 0), (300, 300)), 1_800, 20_000),
        (((1_000, 11_000), (500, 10_499), (700, 0), (300, 300)), 21_799, 0),
    ],
)
def test_what_goes_to_the_meter_and_what_is_paid_by_hand(
    stakes: tuple[tuple[int, int], ...], credit: int, jackpot: int
) -> None:
    till = _settled(stakes)
    assert till.credit_cents == credit
    assert till.bank.books.coin_out.total == credit
    assert sum(handpay.amounts.total for handpay in till.bank.handpays) == jackpot
    assert till.bank.books.handpay_jackpot.total == 0, "metered when the attendant confirms"
    assert till.bank.locked is (jackpot > 0)


def test_the_basis_award_counts_the_winning_stakes_too() -> None:
    stakes = ((5_000, 5_000 + LIMIT - 5_000),)
    assert _settled(stakes).bank.handpays == ()
    assert _settled(stakes, HandpayBasis.AWARD).bank.handpays[0].amounts == cashable(LIMIT - 5_000)


def test_a_jackpot_is_metered_when_it_is_paid_and_never_on_credit() -> None:
    """M-04, M-03: not in coin-out."""
    till = _settled(((1_000, 1_000 + LIMIT),))
    before = till.bank.books
    assert cashout.back_out(till.bank) is None, "a jackpot is not taken back"
    paid = cashout.pay(till.bank, 1)
    assert isinstance(paid, r.JackpotPaid)
    till.put(paid)
    assert till.bank.books.handpay_jackpot.total == LIMIT
    assert (till.credit_cents, till.bank.books.coin_out) == (1_000, before.coin_out)
    assert till.bank.books.win_cents == 1_000 - 1_000 - LIMIT


@given(
    cash=st.integers(0, 5_000),
    restricted=st.integers(0, 5_000),
    nonrestricted=st.integers(0, 5_000),
    data=st.data(),
)
def test_voided_stakes_go_back_to_the_kinds_they_came_from(
    cash: int, restricted: int, nonrestricted: int, data: st.DataObject
) -> None:
    wagered = Amounts(cash, restricted, nonrestricted)
    amount = data.draw(st.integers(0, wagered.total))
    back = wagers.void(Till().bank, 1, wagered, amount).amounts
    assert back.total == amount
    assert not (wagered - back).any_negative
    assert not back.any_negative


def test_a_void_is_never_coin_out() -> None:
    till = Till()
    till.fund(1_000)
    out = till.bank.books.coin_out
    till.put(wagers.take(till.bank, 1, 600))
    till.put(wagers.void(till.bank, 1, till.bank.wagered, 600))
    assert (till.bank.books.wager_voided.total, till.bank.books.coin_out, till.credit_cents) == (600, out, 1_000)


# -- the books ----------------------------------------------------------------------------------------


def test_a_meter_rolls_over_and_the_audit_still_balances() -> None:
    """M-14, M-15: 9,999,999,999 plus one shows 0; line (a) is over the amounts, not over what is shown."""
    most = 9_999_999_999
    books = Books(coin_in=cashable(most), coin_out=cashable(most))
    assert shown(books.coin_in.total) == most
    books = books + Books(bill_in=cashable(1), coin_in=cashable(1))
    assert shown(books.coin_in.total) == 0
    assert problems(books) == ()


@pytest.mark.parametrize("kind", Kind)
def test_the_audit_names_the_kind_that_does_not_balance(kind: Kind) -> None:
    """M-28: kinds do not make up for each other."""
    one = Amounts(**{kind.value: 1})
    assert any(kind.value in what for what in problems(Books(credit=one)))
    other = Amounts(cashable=1) if kind is not Kind.CASHABLE else Amounts(restricted=1)
    assert problems(Books(bill_in=one, credit=other)) != ()


def test_forged_credit_is_named() -> None:
    """-1 and 2**32 are damage, whatever the other meters say."""
    for forged in (-1, 2**32):
        assert problems(Books(bill_in=cashable(forged), credit=cashable(forged))) != ()
