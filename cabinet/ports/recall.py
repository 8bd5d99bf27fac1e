"""A round as it happened, step by step, for the recall page and for a dispute: plain data, never a live table.

A step is one journal entry. Its View is the very one of that moment, made from the same records by the same
functions; a screen draws it with the same scene and marks it RECALL. What a player was still moving (chips not dealt
on, pieces not confirmed, the language) was never written down and is not shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.view import View


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened: *code* is stable, *params* (name, text) fill it; a name ending in _cents is money."""

    code: str
    params: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RecallStep:
    """One entry: its *row* and *wall* stamp, what it says, and the station's View after it."""

    row: int
    wall: str
    facts: tuple[Fact, ...]
    view: View


@dataclass(frozen=True, slots=True)
class RecalledRound:
    """A whole round at one station. *before*: money that came and went since the round before.

    *ended*: settled, voided, or "" while it is not over. *order* and *nonce* are empty until they were shown;
    *commitment*: what the machine had bound itself to before the deal. Credit in cents before the first wager and
    after the last award; *jackpot_cents* is paid by hand and never on the credit meter. *money_in_cents*,
    *money_out_cents*: what came to the credit meter and left it since the round before.
    """

    round_number: int
    game: str
    par_id: str
    station: int
    before: tuple[Fact, ...]
    steps: tuple[RecallStep, ...]
    ended: str
    credit_before_cents: int
    credit_after_cents: int
    wagered_cents: int
    returned_cents: int
    jackpot_cents: int
    commitment: str
    order: tuple[int, ...]
    nonce: str
    money_in_cents: int = 0
    money_out_cents: int = 0
