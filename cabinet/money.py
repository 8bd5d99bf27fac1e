"""Money as whole minor units (cents), and the kinds of credit a machine keeps apart.

Decides how an amount is split over kinds. Knows no currency, no meter and no machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a credit may be used for; bets spend restricted first, only cashable leaves the machine."""

    RESTRICTED = "restricted"
    NONRESTRICTED = "nonrestricted"
    CASHABLE = "cashable"


@dataclass(frozen=True, slots=True)
class Amounts:
    """An amount of each kind of credit, in cents."""

    cashable: int = 0
    restricted: int = 0
    nonrestricted: int = 0

    def __add__(self, other: Amounts) -> Amounts:
        return Amounts(
            self.cashable + other.cashable,
            self.restricted + other.restricted,
            self.nonrestricted + other.nonrestricted,
        )

    def __sub__(self, other: Amounts) -> Amounts:
        return Amounts(
            self.cashable - other.cashable,
            self.restricted - other.restricted,
            self.nonrestricted - other.nonrestricted,
        )

    @property
    def total(self) -> int:
        return self.cashable + self.restricted + self.nonrestricted

    @property
    def any_negative(self) -> bool:
        return self.cashable < 0 or self.restricted < 0 or self.nonrestricted < 0

    def of(self, kind: Kind) -> int:
        return {
            Kind.CASHABLE: self.cashable,
            Kind.RESTRICTED: self.restricted,
            Kind.NONRESTRICTED: self.nonrestricted,
        }[kind]

    def spend(self, amount_cents: int) -> Amounts:
        """The parts of *amount_cents* by kind, restricted first, then non-restricted, then cashable."""
        assert 0 <= amount_cents <= self.total, "spending more than there is"
        restricted = min(self.restricted, amount_cents)
        nonrestricted = min(self.nonrestricted, amount_cents - restricted)
        return Amounts(amount_cents - restricted - nonrestricted, restricted, nonrestricted)


NOTHING = Amounts()


def cashable(amount_cents: int) -> Amounts:
    """An amount that is all cashable."""
    return Amounts(cashable=amount_cents)
