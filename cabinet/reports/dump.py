"""The meters of a journal that a RAM clear ends, copy by copy, with what is believed good marked (R-09, M-20).

Decides what is written down and how it reads. Figures are those of `meters`; numbers of open tickets are masked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cabinet.machine.claims import Claim
from cabinet.machine.clearing import open_items
from cabinet.machine.state import State
from cabinet.ports.plain import Plain
from cabinet.reports.meters import figures
from cabinet.reports.tickets import masked, open_tickets
from cabinet.texts.money import iso


@dataclass(frozen=True, slots=True)
class CopyDump:
    """One copy: *rows* that the chain vouches for, *code* their signed head, *believed*: this one is carried over."""

    name: str
    rows: int
    code: str
    problem: str
    believed: bool
    state: State | None


@dataclass(frozen=True, slots=True)
class Dump:
    plain: Plain
    text: str


def dump(opening: Plain, copies: tuple[CopyDump, ...], damage: str, who: str, reason: str, wall: str) -> Dump:
    """Everything that can be read of the journal as it lies there; *wall* is the stamp of now."""
    plain = {
        "machine_id": opening["machine_id"],
        "public_key": opening["public_key"],
        "mode": opening["mode"],
        "wall": wall,
        "who": who,
        "reason": reason,
        "damage": damage,
        "copies": [_copy(copy, wall) for copy in copies],
    }
    return Dump(plain, "\n".join([*_head(plain), *(line for copy in copies for line in _lines(copy, wall)), ""]))


def _copy(copy: CopyDump, wall: str) -> Plain:
    state = copy.state
    known = state is not None and state.options is not None
    return {
        "copy": copy.name,
        "rows_believed": copy.rows,
        "head": copy.code,
        "problem": copy.problem,
        "believed": copy.believed,
        "meters": figures(state, copy.rows) if state is not None else {},
        "open": [_item(item) for item in open_items(state)] if state is not None else [],
        "tickets": open_tickets(state, wall) if known and state is not None else [],
    }


def _item(item: Claim) -> Plain:
    number = masked(item.number) if item.number else ""
    return {"station": item.station, "what": item.what, "amount_cents": item.amount_cents, "number": number}


def in_words(item: Claim, currency: str = "", decimals: int = 2) -> str:
    """An open item as a sentence for a technician."""
    amount = f" over {iso(item.amount_cents, currency, decimals).strip()}" if item.amount_cents else ""
    number = f" (ticket {masked(item.number)})" if item.number else ""
    return f"Station {item.station}: {_WORDS[item.what]}{amount}{number} is open."


_WORDS = {
    "credit": "credit on the meter",
    "document": "a note or ticket in the acceptor",
    "dispute": "a disputed note or ticket",
    "acceptor": "something in the acceptor that was never told",
    "ticket": "a ticket in the printer",
    "handpay": "a handpay",
    "round": "a round",
}


def _head(plain: Plain) -> list[str]:
    good = plain["damage"] or "at least one copy is good to its end"
    return [
        "METERS BEFORE A RAM CLEAR",
        f"machine {plain['machine_id']}  {plain['mode']}  {plain['wall']}",
        f"by {plain['who']}: {plain['reason']}",
        f"journal: {good}",
    ]


def _lines(copy: CopyDump, wall: str) -> list[str]:
    mark = "BELIEVED, carried over" if copy.believed else "good" if not copy.problem else "not believed to its end"
    lines = ["", f"copy {copy.name}: {copy.rows} rows, {mark}", f"  head {copy.code or '-'}"]
    lines += [f"  problem: {copy.problem}"] if copy.problem else []
    if copy.state is None:
        return [*lines, "  no meters can be read"]
    found = figures(copy.state, copy.rows)
    lines += [f"  {name:<32}{_figure(name, value):>18}" for name, value in found.items() if isinstance(value, int)]
    for name, row in found["meters"].items():
        cents = "_cents" if row["unit"] == "cents" else ""
        lines += [f"  {f'{name} · {scope}':<48}{_figure(cents, n):>18}" for scope, n in row["scopes"].items()]
    lines += [f"  {in_words(item)}" for item in open_items(copy.state)]
    if copy.state.options is not None:
        lines += [f"  ticket {_ticket(row)}" for row in open_tickets(copy.state, wall)]
    return lines


def _figure(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return iso(value, "", 2).strip() if name.endswith("_cents") else str(value)


def _ticket(row: Plain) -> str:
    return f"{row['number']}  {iso(row['amount_cents'], '', 2).strip()}  {row['dated'][:10]}  {row['state']}"
