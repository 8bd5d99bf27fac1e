"""Visits at a station as the money tells them: what went in, was wagered, and left, between two times of no credit.

Decides where a visit ends: when its credit is gone after something was paid out. Knows the records of money as plain
data, and judges nothing: much money with little play is a question for a person, never an answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Plain = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Session:
    """One visit in cents; *since* and *until* are wall stamps."""

    station: int
    since: str
    until: str
    money_in_cents: int
    wagered_cents: int
    out_cents: int


@dataclass(slots=True)
class _Open:
    since: str = ""
    credit: int = 0
    money_in: int = 0
    wagered: int = 0
    out: int = 0


class Sessions:
    """Follows the credit of every station. *ended* holds the visits that are over, oldest first."""

    def __init__(self) -> None:
        self.ended: list[Session] = []
        self._open: dict[int, _Open] = {}
        self._flying: dict[tuple[int, str, int], int] = {}

    def moved(self, record: Plain, wall: str) -> int:
        """Follow one record of money; its amount in cents (of a ticket or handpay: what was ordered)."""
        now = self._open.setdefault(record["station"], _Open())
        match record["is"]:
            case "NoteCredited" | "TicketRedeemed" | "DocumentRuled":
                return self._in(now, _first(record, "value_cents", "amount_cents", "credited_cents"), wall)
            case "WagerTaken":
                amount = total(record["amounts"])
                now.credit, now.wagered = now.credit - amount, now.wagered + amount
                return amount
            case "AwardPaid" | "WagerVoided":
                amount = total(record["amounts"])
                now.credit += amount
                now.wagered -= amount if record["is"] == "WagerVoided" else 0
                return amount
            case "TicketOrdered" | "CancelOrdered":
                amount = total(record["amounts"])
                now.credit -= amount
                self._flying[_of(record)] = amount
                return amount
            case "HandpayShort":
                return self._short(now, record)
            case "CreditAbandoned":
                return self._abandoned(now, record, wall)
        return self._landed(now, record, wall)

    def _short(self, now: _Open, record: Plain) -> int:
        """A part of a cancelled credit is out, the rest still flies; a jackpot was never credit."""
        if _of(record) in self._flying:
            self._flying[_of(record)] -= record["paid_cents"]
            now.out += record["paid_cents"]
        return int(record["paid_cents"])

    def _abandoned(self, now: _Open, record: Plain, wall: str) -> int:
        amount = total(record["amounts"])
        now.credit -= amount
        self._flying[_of(record)] = amount
        return self._landed(now, record, wall)

    def _in(self, now: _Open, amount: int, wall: str) -> int:
        now.since = now.since or wall
        now.credit += amount
        now.money_in += amount
        return amount

    def _landed(self, now: _Open, record: Plain, wall: str) -> int:
        """In-flight money came down: paid out, or back on the credit meter."""
        amount = self._flying.pop(_of(record))
        back = record["is"] in ("TicketFailed", "CancelBackedOut") or record.get("valid") is False
        if back:
            now.credit += amount
            return amount
        now.out += amount
        if now.credit == 0:
            self.ended.append(Session(record["station"], now.since, wall, now.money_in, now.wagered, now.out))
            self._open[record["station"]] = _Open()
        return amount


def total(amounts: Plain) -> int:
    """All kinds of credit of an encoded `Amounts`, in cents."""
    return int(amounts["cashable"] + amounts["restricted"] + amounts["nonrestricted"])


def _first(record: Plain, *names: str) -> int:
    return int(next(record[name] for name in names if name in record))


def _of(record: Plain) -> tuple[int, str, int]:
    """What names a ticket or a handpay of a station."""
    if "sequence" in record:
        return record["station"], "ticket", record["sequence"]
    return record["station"], "handpay", record["handpay"]
