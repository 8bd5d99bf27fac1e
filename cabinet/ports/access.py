"""Who somebody is to the machine: the roles, from the least to the most trusted, and a sign-in on its way.

Decides the order of the roles. What each may do is the machine's table; who has which PIN is kept outside of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Role(StrEnum):
    """A role may do all that the roles before it may."""

    ATTENDANT = "attendant"
    OPERATOR = "operator"
    TECHNICIAN = "technician"

    def covers(self, least: Role) -> bool:
        """Whether this role may do what *least* may."""
        order = list(Role)
        return order.index(self) >= order.index(least)


KEY = "key"
"""Who acts while only the audit key is turned: nobody by name. No person has this id."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """What was typed on the keypad. The PIN goes to the check and nowhere else: no record, no trace, no repr."""

    who: str
    pin: str = field(repr=False)
