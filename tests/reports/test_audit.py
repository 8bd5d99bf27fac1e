"""What the auditor finds: any changed record, any forged meter, any decision that does not stand; and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cabinet.bank.books import BOOK_NAMES
from cabinet.bank.records import AwardPaid, DocumentRuled, WagerTaken
from cabinet.machine.evolve import evolve
from cabinet.money import cashable
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.reports.audit import Checked, check_books, replay
from cabinet.reports.fold import BadRow, fold
from cabinet.reports.meters import figures
from cabinet.storage.contract import Entry
from tests.machine.floor import TABLES, Floor
from tests.machine.setups import options


def _day() -> Floor:
    """A day of a small floor: notes, rounds, a ticket out and in again, a restart."""
    floor = Floor()
    floor.note(5_000)
    floor.round(main=500, super_bonus=100)
    floor.press(c.CashOut())
    floor.said("printer.1", p.PrintBegun(1), p.ValidationPrinted(1), p.PrintCompleted(1), p.TicketTaken(1))
    floor.boot()
    floor.ready()
    floor.said("acceptor.1", a.TicketEscrowed(floor.last("TicketOrdered")["number"]))
    floor.said("acceptor.1", a.DocumentStacked(), a.DocumentFinished())
    floor.note(10_000)
    floor.round(main=1_000)
    return floor


def _entries() -> list[Entry]:
    return list(_day().memory.entries())


def test_an_honest_day_has_no_findings() -> None:
    entries, checked = _entries(), Checked()
    assert list(check_books(entries, Checked())) == []
    assert list(replay(entries, TABLES, checked)) == []
    assert (checked.rows, checked.rounds) == (len(entries), 2)


def _changed(entries: list[Entry], at: int, name: str, field: str, value: Any) -> list[Entry]:
    records = tuple({**plain, field: value} if plain["is"] == name else plain for plain in entries[at].records)
    return [*entries[:at], replace(entries[at], records=records), *entries[at + 1 :]]


def _row_of(entries: list[Entry], name: str) -> int:
    return next(at for at, entry in enumerate(entries) if any(plain["is"] == name for plain in entry.records))


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("NoteCredited", "value_cents", 5_001),
        ("HandSet", "assist", "best"),
        ("TicketOrdered", "number", "990000000000000000"),
        ("TicketRedeemed", "amount_cents", 1),
        ("WagerTaken", "round_number", 2),
        ("OrderShown", "nonce", "00"),
        ("BetsClosed", "par_id", "DH-2-500"),
        ("Booted", "program", "another"),
    ],
)
def test_one_changed_field_is_named_by_its_row(name: str, field: str, value: Any) -> None:
    """Every decision of the day is made again: the first difference is the changed row."""
    entries = _entries()
    at = _row_of(entries, name)
    findings = list(replay(_changed(entries, at, name, field, value), TABLES, Checked()))
    assert [finding.row for finding in findings] == [entries[at].sequence]
    assert name in str(findings[0])


def test_a_record_left_out_or_put_in_is_found() -> None:
    entries = _entries()
    at = _row_of(entries, "NoteCredited")
    without = [*entries[:at], replace(entries[at], records=()), *entries[at + 1 :]]
    twice = [*entries[:at], replace(entries[at], records=entries[at].records * 2), *entries[at + 1 :]]
    for forged in (without, twice):
        assert [finding.row for finding in replay(forged, TABLES, Checked())] == [entries[at].sequence]


def test_records_without_a_signal_are_found() -> None:
    entries = _entries()
    at = _row_of(entries, "NoteCredited")
    forged = [*entries[:at], replace(entries[at], signal=None), *entries[at + 1 :]]
    assert "without the signal" in str(next(iter(replay(forged, TABLES, Checked()))))


@pytest.mark.parametrize("value", [-1, 2**32])
def test_forged_credit_is_found_by_the_books_alone(value: int) -> None:
    """A record giving credit -1 or 2**32: named before anything is shown or printed."""
    entries = _entries()
    at = _row_of(entries, "NoteCredited")
    forged = _changed(entries, at, "NoteCredited", "value_cents", value)
    assert [finding.row for finding in check_books(forged, Checked())][:1] == [entries[at].sequence]
    with pytest.raises(BadRow, match=f"row {entries[at].sequence}"):
        fold(forged)


def test_a_record_that_cannot_follow_is_named() -> None:
    entries = _entries()
    at = _row_of(entries, "OrderSealed")
    forged = _changed(entries, at, "OrderSealed", "round_number", 7)
    assert next(iter(check_books(forged, Checked()))).row == entries[at].sequence


# -- meters as figures --------------------------------------------------------------------------------


def test_the_sums_at_the_top_are_the_stations_sums() -> None:
    """M-30: each station, and the machine as their sum, for every account."""
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    for station in (1, 2):
        floor.note(5_000 * station, station)
        floor.round(station, main=500)
    told = figures(floor.state, floor.memory.count())
    for name in BOOK_NAMES:
        assert told[f"{name}_cents"] == sum(one[f"{name}_cents"] for one in told["stations"].values())
    assert told["stations"]["2"]["bill_in_cents"] == 10_000
    assert told["books_balanced"] is True
    assert told["rounds"] == 2


def test_a_meter_at_its_end_shows_zero_and_the_books_still_balance() -> None:
    """M-14, M-15: 9,999,999,999 plus one."""
    floor = Floor()
    bank = floor.state.bank.station(1)
    full = cashable(9_999_999_999)
    books = replace(bank.books, coin_in=full, coin_out=full)
    state = replace(floor.state, bank=replace(floor.state.bank, stations=(replace(bank, books=books),)))
    assert figures(state, 1)["coin_in_cents"] == 9_999_999_999
    state = evolve(state, DocumentRuled(1, 0, 1), WagerTaken(1, 1, cashable(1)), AwardPaid(1, 1, cashable(1)))
    told = figures(state, 1)
    assert (told["coin_in_cents"], told["coin_out_cents"], told["credit_cents"]) == (0, 0, 1)
    assert told["books_balanced"] is True
