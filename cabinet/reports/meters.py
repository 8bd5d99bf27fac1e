"""The meters as figures to print or export, read off a state. One shape for commands, screens and slips."""

from __future__ import annotations

from typing import Any

from cabinet.bank.books import BOOK_NAMES, Books, shown
from cabinet.machine.meters import METERS, RESET_BY
from cabinet.machine.state import Cut, State

BALANCES = frozenset({"credit", "in_flight"})
"""Amounts of now; all others are lifetime meters of ten digits that roll over (M-14, M-15)."""


def figures(state: State, rows: int) -> dict[str, Any]:
    """Books summed over stations at the top, each station's under "stations", every other meter under "meters".

    Amounts are cents, all kinds of credit together; "kinds" splits each station's by kind.
    """
    total = Books()
    for bank in state.bank.stations:
        total = total + bank.books
    counts = state.meters
    return {
        "rounds": counts.get("machine|games_played", 0),
        **amounts(total),
        "win_cents": total.win_cents,
        "books_balanced": all(bank.books.balanced for bank in state.bank.stations),
        "journal_rows": rows,
        "stations": {
            str(bank.station): {
                **amounts(bank.books),
                "kinds": {name: _kinds(bank.books, name) for name in BOOK_NAMES},
                "balanced": bank.books.balanced,
            }
            for bank in state.bank.stations
        },
        "periods": {period: _period(state, cut) for period, cut in sorted(state.cuts.items())},
        "meters": {row.name: {"unit": row.unit, "text": row.text, **_scopes(counts, row.name)} for row in METERS},
    }


def _period(state: State, cut: Cut) -> dict[str, Any]:
    """The lifetime values since the period was cut, summed over stations; balances of now are not a period's."""
    before = dict(cut.books)
    moved = {
        f"{name}_cents": sum(
            getattr(bank.books, name).total - getattr(before.get(bank.station, Books()), name).total
            for bank in state.bank.stations
        )
        for name in BOOK_NAMES
        if name not in BALANCES
    }
    counts = {
        key: value - cut.meters.get(key, 0)
        for key, value in sorted(state.meters.items())
        if key.partition("|")[2] not in RESET_BY
    }
    return {"since": cut.wall, **moved, "meters": counts}


def amounts(books: Books) -> dict[str, int]:
    """Every account of *books* in cents as a meter shows it."""
    return {
        f"{name}_cents": getattr(books, name).total if name in BALANCES else shown(getattr(books, name).total)
        for name in BOOK_NAMES
    }


def _kinds(books: Books, name: str) -> dict[str, int]:
    held = getattr(books, name)
    return {"cashable": held.cashable, "restricted": held.restricted, "nonrestricted": held.nonrestricted}


def _scopes(counts: dict[str, int], name: str) -> dict[str, dict[str, int]]:
    """The meter by scope: machine, station.1, game.double_hand, bet.double_hand.main, note.2000 …"""
    found = {}
    for key, value in counts.items():
        scope, _, meter = key.partition("|")
        if meter == name:
            found[scope] = shown(value)
    return {"scopes": dict(sorted(found.items()))}
