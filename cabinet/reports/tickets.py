"""Lists of tickets for the cashier and the auditor, read from journal rows and the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from cabinet.bank.state import Ticket, TicketState
from cabinet.machine.state import State
from cabinet.storage.contract import Entry

LAST = 35
"""How many tickets in and out are kept at hand (H-10, H-11)."""


def held(state: State) -> frozenset[str]:
    """Numbers of tickets that stand in an acceptor now: nobody else may pay them meanwhile."""
    return frozenset(bank.document.number for bank in state.bank.stations if bank.document is not None)


def open_tickets(state: State, today: str) -> list[dict[str, Any]]:
    """Every ticket of the own store that may still be paid or ruled on, oldest first; masked but for four digits."""
    days = state.set_up.money.ticket_expiry_days
    return [
        {
            "number": masked(number),
            "station": ticket.station,
            "sequence": ticket.sequence,
            "amount_cents": ticket.amounts.total,
            "dated": ticket.dated,
            "state": _word(ticket, number in held(state), expired(ticket.dated, today, days)),
        }
        for number, ticket in state.bank.tickets.items()
        if ticket.state not in (TicketState.REDEEMED, TicketState.VOID)
    ]


def every_ticket(state: State) -> Iterator[dict[str, Any]]:
    """Every ticket of the own store, oldest first; numbers that may still be paid are masked."""
    for number, ticket in state.bank.tickets.items():
        ended = ticket.state in (TicketState.REDEEMED, TicketState.VOID)
        yield {
            "number": number if ended else masked(number),
            "station": ticket.station,
            "sequence": ticket.sequence,
            "amount_cents": ticket.amounts.total,
            "dated": ticket.dated,
            "state": ticket.state.value,
        }


def masked(number: str) -> str:
    """The full number of an unredeemed ticket is never displayed."""
    return "·" * (len(number) - 4) + number[-4:]


def _word(ticket: Ticket, in_acceptor: bool, too_old: bool) -> str:
    """held while it stands in an acceptor, expired, or the store's own word."""
    return "held" if in_acceptor else "expired" if too_old else ticket.state.value


def expired(dated: str, today: str, days: int) -> bool:
    return days > 0 and (date.fromisoformat(today[:10]) - date.fromisoformat(dated[:10])).days > days


def last_tickets(entries: Iterable[Entry]) -> dict[str, list[dict[str, Any]]]:
    """The last 35 tickets in and out, newest first. A redeemed number is shown whole."""
    out: dict[tuple[int, int], dict[str, Any]] = {}
    into: list[dict[str, Any]] = []
    for entry in entries:
        for record in entry.records:
            match record["is"]:
                case "TicketOrdered":
                    number = record["number"]
                    out[(record["station"], record["sequence"])] = {
                        "time": entry.wall,
                        "number": masked(number),
                        "amount_cents": sum(v for v in record["amounts"].values() if isinstance(v, int)),
                        "state": "ordered",
                    }
                case "TicketIssued" | "TicketUnconfirmed" | "TicketFailed" | "TicketRuled":
                    state = record["is"].removeprefix("Ticket").lower()
                    out[(record["station"], record["sequence"])]["state"] = state
                case "TicketsCarried":
                    out.update(_carried(entry.wall, record["tickets"]))
                case "TicketCashed":
                    found = next(row for row in out.values() if row["number"] == masked(record["number"]))
                    found["state"], found["number"] = "cashed", record["number"]
                case "TicketRedeemed":
                    number, amount = record["number"], record["amount_cents"]
                    into.append({"time": entry.wall, "number": number, "amount_cents": amount})
    return {"in": into[-LAST:][::-1], "out": list(out.values())[-LAST:][::-1]}


def _carried(wall: str, tickets: list[Any]) -> dict[tuple[int, int], dict[str, Any]]:
    """Tickets of the journal before a RAM clear, as it handed them over."""
    return {
        (ticket["station"], ticket["sequence"]): {
            "time": ticket["dated"] or wall,
            "number": masked(number),
            "amount_cents": sum(v for v in ticket["amounts"].values() if isinstance(v, int)),
            "state": ticket["state"],
        }
        for number, ticket in tickets
    }
