"""Wagers and awards as movements of money: coin-in, coin-out, voided stakes, jackpots by hand.

Decides which part of a settlement the machine may pay itself. Knows amounts only: no bets, no rules.
"""

from __future__ import annotations

from cabinet.bank import records as r
from cabinet.bank.options import HandpayBasis, MoneyOptions
from cabinet.bank.state import StationBank
from cabinet.money import Amounts, cashable


def take(bank: StationBank, round_number: int, amount_cents: int) -> r.WagerTaken:
    """The stakes leave the credit meter, restricted first. The caller has checked that they are there."""
    return r.WagerTaken(bank.station, round_number, bank.books.credit.spend(amount_cents))


def settle(
    bank: StationBank,
    round_number: int,
    stakes: tuple[tuple[int, int], ...],
    options: MoneyOptions,
) -> tuple[r.BankRecord, ...]:
    """One seat's settlement, *stakes* as (stake, returned) of each bet in cents.

    A win at or over the handpay limit, all bets of the round together (T-14, T-16), is locked for the
    attendant; the stakes of the winning bets, and whatever came back of the others, go to the credit meter.
    """
    returned = sum(back for _, back in stakes)
    win = sum(back - stake for stake, back in stakes if back > stake)
    award = sum(back for stake, back in stakes if back > stake)
    measured = award if options.handpay_basis is HandpayBasis.AWARD else win
    records: list[r.BankRecord] = []
    if win > 0 and measured >= options.handpay_limit_cents:
        returned -= win
        records.append(r.JackpotLocked(bank.station, bank.next_handpay, round_number, win))
    if returned:
        records.insert(0, r.AwardPaid(bank.station, round_number, cashable(returned)))
    return tuple(records)


def void(bank: StationBank, round_number: int, wagered: Amounts, amount_cents: int) -> r.WagerVoided:
    """Give *amount_cents* of the stakes *wagered* back in the kinds they came from, cashable first."""
    cash = min(wagered.cashable, amount_cents)
    nonrestricted = min(wagered.nonrestricted, amount_cents - cash)
    back = Amounts(cash, amount_cents - cash - nonrestricted, nonrestricted)
    assert back.restricted <= wagered.restricted, "voiding more than was wagered"
    return r.WagerVoided(bank.station, round_number, back)
