"""Bills and tickets: notes by denomination, the last tickets in and out, tickets not yet paid (H-09 … H-11)."""

from __future__ import annotations

from typing import Any

from cabinet.machine.state import State
from cabinet.ports.page import Card, Cents, Column, Count, Page, Row, Tab, Table, Text, Wall, message, said
from cabinet.reports.pages.asked import Asked
from cabinet.reports.tickets import LAST, last_tickets, open_tickets
from cabinet.storage.contract import Entry

SHOWS = ("bills", "in", "out", "open")
_OF_TICKETS = {
    "in": frozenset({"TicketRedeemed"}),
    "out": frozenset(
        {"TicketOrdered", "TicketIssued", "TicketUnconfirmed", "TicketFailed", "TicketRuled", "TicketCashed"}
    ),
}


def page(asked: Asked) -> Page:
    """One of four lists."""
    show = asked.param("show", "bills")
    show = show if show in SHOWS else "bills"
    tables = {"bills": _bills, "in": _tickets_in, "out": _tickets_out, "open": _open}
    tabs = tuple(Tab(message(f"office.money.{name}"), asked.same(show=name), name == show) for name in SHOWS)
    return asked.page(
        message("office.menu.money"), cards=_cards(asked.state), tabs=(tabs,), blocks=(tables[show](asked),)
    )


def _cards(state: State) -> tuple[Card, ...]:
    banks = state.bank.stations
    bills, tickets = (sum(getattr(bank.books, name).total for bank in banks) for name in ("bill_in", "ticket_in"))
    out = sum(bank.books.ticket_out.total for bank in banks)
    return (
        Card(message("office.money.bills_in"), Cents(bills, sign=True)),
        Card(message("office.money.tickets_in"), Cents(tickets, sign=True)),
        Card(message("office.money.tickets_out"), Cents(out, sign=True)),
    )


def _bills(asked: Asked) -> Table:
    """Counts and values by denomination: lifetime, and since the cash box was changed."""
    state, drop = asked.state, asked.state.cuts.get("drop")
    columns = (
        Column(message("office.money.note"), 14, right=True),
        Column(message("office.column.lifetime"), 12, right=True),
        Column(message("office.money.value"), 16, right=True),
        Column(message("office.column.drop"), 12, right=True),
        Column(message("office.money.value"), 16, right=True),
    )
    known = {int(key[5:].partition("|")[0]) for key in state.meters if key.startswith("note.")}
    rows, sums = [], [0, 0, 0, 0]
    for cents in sorted(known | set(state.set_up.money.notes_cents)):
        key = f"note.{cents}|notes_in"
        ever = state.meters.get(key, 0)
        boxed = ever - (drop.meters.get(key, 0) if drop is not None else 0)
        line = (ever, ever * cents, boxed, boxed * cents)
        sums = [total + value for total, value in zip(sums, line, strict=True)]
        rows.append(Row((Cents(cents), Count(line[0]), Cents(line[1]), Count(line[2]), Cents(line[3]))))
    rows.append(
        Row((said("office.money.all"), Count(sums[0]), Cents(sums[1]), Count(sums[2]), Cents(sums[3])), "strong")
    )
    return Table(columns, tuple(rows))


def _found(asked: Asked, which: str, most: int) -> list[Entry]:
    names = _OF_TICKETS[which]
    found, _ = asked.newest(most, lambda entry: any(record["is"] in names for record in entry.records))
    return found[::-1]


def _tickets_in(asked: Asked) -> Table:
    columns = (
        Column(message("office.events.when"), 16),
        Column(message("office.money.number"), 28),
        Column(message("office.handpays.amount"), 12, right=True),
    )
    rows = tuple(
        Row((Wall(one["time"], True), Text(one["number"], mono=True), Cents(one["amount_cents"])))
        for one in last_tickets(_found(asked, "in", LAST))["in"]
    )
    return Table(columns, rows, empty=message("office.money.none"))


def _tickets_out(asked: Asked) -> Table:
    # an order, its paper and its end are three entries; an end whose order lies further back is left out
    entries = _found(asked, "out", LAST * 4)
    ordered, kept = set(), []
    for entry in entries:
        ordered |= {(r["station"], r["sequence"]) for r in entry.records if r["is"] == "TicketOrdered"}
        if all(_known(record, ordered) for record in entry.records):
            kept.append(entry)
    rows = tuple(_out(one) for one in last_tickets(entry for entry in kept if not _cashed(entry))["out"])
    columns = (
        Column(message("office.events.when"), 16),
        Column(message("office.money.number"), 28),
        Column(message("office.money.state"), 14),
        Column(message("office.handpays.amount"), 12, right=True),
    )
    return Table(columns, rows, empty=message("office.money.none"))


def _known(record: Any, ordered: set[tuple[int, int]]) -> bool:
    return (
        record["is"] not in _OF_TICKETS["out"]
        or "sequence" not in record
        or ((record["station"], record["sequence"]) in ordered)
    )


def _cashed(entry: Entry) -> bool:
    return any(record["is"] == "TicketCashed" for record in entry.records)


def _out(one: dict[str, Any]) -> Row:
    code = f"office.ticket.{one['state']}"
    return Row((Wall(one["time"], True), Text(one["number"], mono=True), said(code), Cents(one["amount_cents"])))


def _open(asked: Asked) -> Table:
    """Tickets that may still be paid, the newest first; expired ones say so."""
    columns = (
        Column(message("office.money.dated"), 16),
        Column(message("office.money.number"), 28),
        Column(message("office.money.state"), 14),
        Column(message("office.handpays.amount"), 12, right=True),
    )
    rows = tuple(
        Row(
            (
                Wall(one["dated"]),
                Text(one["number"], mono=True),
                said(f"office.ticket.{one['state']}"),
                Cents(one["amount_cents"]),
            )
        )
        for one in open_tickets(asked.state, asked.wall)[::-1][:200]
    )
    return Table(columns, rows, empty=message("office.money.none"))
