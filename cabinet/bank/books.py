"""The books of one station, by kind of credit: the one definition of every money meter.

(a) bill_in + ticket_in + promo_in = credit + in_flight + coin_in - coin_out - wager_voided + ticket_out
    + handpay_cancelled                                       after every entry, per station and per kind
(b) win = coin_in - wager_voided - coin_out - handpay_jackpot

Decides nothing; knows neither devices nor games.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from cabinet.money import NOTHING, Amounts, Kind

METER_MODULUS_CENTS = 10**10
"""Accounting meters show ten digits and roll over by themselves (M-14, M-15)."""


MOST_HELD_CENTS = 2**31
"""More credit than any limit allows: a figure beyond it is damage, not money."""


@dataclass(frozen=True, slots=True)
class Books:
    """Lifetime amounts of one station; credit and in_flight are balances of now."""

    bill_in: Amounts = NOTHING
    ticket_in: Amounts = NOTHING
    promo_in: Amounts = NOTHING
    credit: Amounts = NOTHING
    in_flight: Amounts = NOTHING
    coin_in: Amounts = NOTHING
    coin_out: Amounts = NOTHING
    wager_voided: Amounts = NOTHING
    ticket_out: Amounts = NOTHING
    handpay_cancelled: Amounts = NOTHING
    handpay_jackpot: Amounts = NOTHING

    def __add__(self, other: Books) -> Books:
        return Books(*(getattr(self, name) + getattr(other, name) for name in BOOK_NAMES))

    @property
    def money_in(self) -> Amounts:
        return self.bill_in + self.ticket_in + self.promo_in

    @property
    def money_held_and_gone(self) -> Amounts:
        return (
            self.credit
            + self.in_flight
            + self.coin_in
            - self.coin_out
            - self.wager_voided
            + self.ticket_out
            + self.handpay_cancelled
        )

    @property
    def balanced(self) -> bool:
        """Line (a), for each kind."""
        return self.money_in == self.money_held_and_gone

    @property
    def win_cents(self) -> int:
        """Line (b): what the house won, all kinds."""
        return (self.coin_in - self.wager_voided - self.coin_out - self.handpay_jackpot).total


BOOK_NAMES = tuple(field.name for field in fields(Books))


def problems(books: Books) -> tuple[str, ...]:
    """What is wrong with *books*, in words for the attendant; empty = nothing."""
    found = [f"{name} is negative" for name in BOOK_NAMES if getattr(books, name).any_negative]
    found += [
        f"{name} is beyond anything a cabinet may hold"
        for name in ("credit", "in_flight")
        if getattr(books, name).total > MOST_HELD_CENTS
    ]
    for kind in Kind:
        left, right = books.money_in.of(kind), books.money_held_and_gone.of(kind)
        if left != right:
            found.append(f"{kind.value}: {left} in, {right} accounted for")
    return tuple(found)


def shown(amount_cents: int) -> int:
    """The ten digits that a meter shows of *amount_cents*."""
    return amount_cents % METER_MODULUS_CENTS
