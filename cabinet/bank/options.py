"""What the floor decides about money: limits, notes, tickets.

Decides nothing itself: the loader of the configuration fills it, `bank` reads it from the state. Knows no file.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

BENCH_SYSTEM_ID = "99"  # first digits of every bench ticket; a floor store refuses such numbers


class HandpayBasis(StrEnum):
    """What is held against the handpay limit: the winnings of a round, or all that the round returns."""

    WINNINGS = "winnings"
    AWARD = "award"


class Validation(StrEnum):
    """Who gives ticket numbers: nobody (no tickets, every cash-out is a handpay), the cabinet's own store, a store
    that the floor shares, or a host. The last two are named and refused: this version asks no other store."""

    NONE = "none"
    OWN = "own"
    FLOOR = "floor"
    SAS = "sas"


@dataclass(frozen=True, slots=True)
class MoneyOptions:
    """Limits in cents of the currency.

    *credit_limit_cents*: over it no note or ticket is taken. *ticket_max_cents*: over it a cash-out is a handpay.
    *handpay_limit_cents*: a round's win at or over it is paid by an attendant. *notes_cents*: notes accepted,
    ascending. *system_id*: the first two digits of every ticket number. *ticket_expiry_days*: 0 = never.
    *handpay_second_person_cents*: a handpay of it or more is confirmed by two people, 0 = by one.
    *tickets_in*: whether the acceptor may take tickets back. *cashier_above_cents*: a ticket over it is paid by the
    cashier only, 0 = no such limit.
    """

    credit_limit_cents: int
    ticket_max_cents: int
    handpay_limit_cents: int
    notes_cents: tuple[int, ...]
    handpay_basis: HandpayBasis = HandpayBasis.WINNINGS
    validation: Validation = Validation.OWN
    system_id: str = BENCH_SYSTEM_ID
    ticket_expiry_days: int = 0
    tickets_in: bool = True
    cashier_above_cents: int = 0
    handpay_second_person_cents: int = 0
