"""`tickets` lists the own store's tickets; `ticket redeem` pays one at the cashier's desk, once ever."""

from __future__ import annotations

import json
import secrets
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from cabinet.cli.access import prove
from cabinet.cli.common import FOUND_WRONG, existing, fail, load, money
from cabinet.cli.desk import PATIENCE_S, send
from cabinet.ports.access import Role


def register(app: typer.Typer) -> None:
    """Add `tickets` and the `ticket` group to *app*."""

    @app.command()
    def tickets(
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
        last: Annotated[bool, typer.Option(help="The last 35 in and out instead of the open ones.")] = False,
        format: Annotated[str, typer.Option(help="table or json.")] = "table",
    ) -> None:
        """List open tickets, or the last ones in and out. Numbers of unredeemed tickets are masked."""
        from cabinet.app.recalling import state_now
        from cabinet.reports.tickets import last_tickets, open_tickets
        from cabinet.storage.journal import read_only

        folder = existing(data)
        journal = read_only(folder)
        found: Any = (
            last_tickets(journal.entries()) if last else open_tickets(state_now(folder, journal), _today(journal))
        )
        if format == "json":
            typer.echo(json.dumps(found))
            return
        for title, rows in found.items() if last else (("open", found),):
            for row in rows:
                typer.echo(f"{title:5} " + "  ".join(str(value) for value in row.values()))

    group = typer.Typer(no_args_is_help=True, help="One ticket, at the cashier's desk.")
    app.add_typer(group, name="ticket")

    @group.command()
    def redeem(
        number: Annotated[str, typer.Argument(help="The 18 digits on the ticket.")],
        who: Annotated[str, typer.Option(help="Your operator id; it stands in the journal.")],
        data: Annotated[Path | None, typer.Option(help="The data folder; default var/bench.")] = None,
        profile: Annotated[str, typer.Option(help="The cabinet's profile.")] = "bench",
        even_expired: Annotated[
            bool, typer.Option("--even-expired", help="The house pays it although it is old.")
        ] = False,
    ) -> None:
        """Pay a ticket: exit 0 = pay it now, 1 = do not, with the reason. One winner, whoever asks at once. For an
        operator; where people have PINs, the PIN is asked."""
        digits = number.replace("-", "").replace(" ", "")
        if len(digits) != 18 or not digits.isdigit():
            fail(f"{number!r} is no validation number: it has 18 digits.")
        folder, known = existing(data), load(profile)
        prove(folder, known, who, Role.OPERATOR)
        if not even_expired and (dated := _expired(folder, digits)):
            fail(f"Do not pay: the ticket of {dated} is expired (--even-expired pays it all the same).", FOUND_WRONG)
        said, amount = _redeem(folder, profile, digits, who)
        if said:
            fail(said, FOUND_WRONG)
        typer.echo(f"Pay {money(amount)}: ticket {digits} is redeemed by {who}.")


def _expired(folder: Path, number: str) -> str:
    """The day a ticket was printed that is too old now, else empty."""
    from cabinet.app.recalling import state_now
    from cabinet.bank.state import TicketState
    from cabinet.reports.tickets import expired
    from cabinet.storage.journal import read_only

    journal = read_only(folder)
    state = state_now(folder, journal)
    ticket = state.bank.tickets.get(number)
    payable = ticket is not None and ticket.state in (TicketState.ISSUED, TicketState.CASHIER_ONLY)
    if (
        ticket is None
        or not payable
        or not expired(ticket.dated, _today(journal), state.set_up.money.ticket_expiry_days)
    ):
        return ""
    return ticket.dated[:10]


def _today(journal: Any) -> str:
    """The wall clock; on a bench, whose clock may be virtual, the stamp of its newest row."""
    from cabinet.clock import SystemClock
    from cabinet.reports.fold import opening

    newest = journal.newest()
    return str(newest.wall) if opening(journal)["mode"] == "bench" and newest is not None else SystemClock().wall()


def _redeem(folder: Path, profile: str, number: str, who: str) -> tuple[str, int]:
    """Why not and 0, or nothing and the amount in cents. A running cabinet decides, else this process does."""
    from cabinet.ports.commands import CashTicket
    from cabinet.storage.journal import read_only

    wish = CashTicket(number, who, secrets.token_hex(6))
    start = read_only(folder).count() + 1
    send(folder, profile, wish)
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        journal = read_only(folder)
        for entry in journal.entries(start):
            for record in entry.records:
                if record["is"] == "TicketCashed" and record["receipt"] == wish.receipt:
                    return "", _amount(journal, number)
                if record["is"] == "EventNoted" and record["place"] == wish.receipt:
                    return f"Do not pay: {record['detail'].split()[1].removeprefix('refused.').replace('_', ' ')}.", 0
        time.sleep(0.1)
    return "The cabinet did not answer: do not pay, ask again.", 0


def _amount(journal: Any, number: str) -> int:
    for entry in journal.entries():
        for record in entry.records:
            if record["is"] == "TicketOrdered" and record["number"] == number:
                return sum(value for value in record["amounts"].values() if isinstance(value, int))
            for carried, ticket in record["tickets"] if record["is"] == "TicketsCarried" else ():
                if carried == number:
                    return sum(value for value in ticket["amounts"].values() if isinstance(value, int))
    return 0
