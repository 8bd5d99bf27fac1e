"""A period's meters are lifetime minus the cut, and lifetime never goes back (M-19)."""

from __future__ import annotations

from dataclasses import replace

from cabinet.bank.books import Books
from cabinet.bank.state import BankState, StationBank
from cabinet.machine.evolve import evolve
from cabinet.machine.records import PeriodCut
from cabinet.machine.state import State
from cabinet.money import cashable
from cabinet.reports.meters import figures


def _with(bill_in: int, notes: int) -> State:
    books = Books(bill_in=cashable(bill_in), credit=cashable(bill_in))
    return State(bank=BankState((StationBank(1, books),)), meters={"machine|notes_in": notes})


def test_the_drop_period_begins_at_zero_and_lifetime_goes_on() -> None:
    cut = evolve(_with(5000, 2), PeriodCut("drop", "2026-03-01T06:00:00+00:00"))
    later = replace(_with(7500, 3), cuts=cut.cuts)

    at_the_cut, after = figures(cut, 1), figures(later, 2)

    assert at_the_cut["periods"]["drop"]["bill_in_cents"] == 0
    assert after["periods"]["drop"]["bill_in_cents"] == 2500
    assert after["periods"]["drop"]["meters"]["machine|notes_in"] == 1
    assert after["periods"]["drop"]["since"] == "2026-03-01T06:00:00+00:00"
    assert after["bill_in_cents"] == 7500


def test_a_day_and_a_drop_are_cut_apart() -> None:
    state = evolve(_with(5000, 2), PeriodCut("day", "a"))
    state = evolve(replace(_with(6000, 3), cuts=state.cuts), PeriodCut("drop", "b"))
    state = replace(_with(9000, 4), cuts=state.cuts)

    periods = figures(state, 1)["periods"]

    assert periods["day"]["bill_in_cents"] == 4000
    assert periods["drop"]["bill_in_cents"] == 3000
