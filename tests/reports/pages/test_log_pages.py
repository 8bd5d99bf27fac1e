"""Meters, money, events and faults on screen: the very figures of the commands, and nothing moves by looking."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cabinet.machine.faults import FAULTS, Fault
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorConditions
from cabinet.ports.access import Role
from cabinet.ports.deck import DoorChanged
from cabinet.ports.page import Cents, Code, Count, Page, Row, Said, Share, Table, Text
from cabinet.reports.events import Kind, events
from cabinet.reports.meters import figures
from cabinet.reports.pages import PAGES, made
from cabinet.reports.pages.faults import closes, ends
from cabinet.reports.pages.meters import scopes
from cabinet.screens.office.menu import MENU, NOW
from cabinet.texts.catalogue import Sentences
from tests.machine.table import ACCEPTOR, DECK
from tests.machine.table import Table as Cabinet
from tests.reports.pages.rig import asked, messages


@pytest.fixture(scope="module")
def cabinet() -> Cabinet:
    """Some rounds, notes, a door and a fault."""
    table = Cabinet(dice=False)
    for value in (2_000, 10_000):
        table.note(value)
    for _ in range(4):
        table.deal(("main", 500))
        table.confirm()
    table.says(DECK, DoorChanged("main", True))
    table.says(ACCEPTOR, AcceptorConditions(("cheated",)))
    table.says(ACCEPTOR, AcceptorConditions(()))
    return table


def table_of(page: Page, number: int = 0) -> Table:
    block = page.blocks[number]
    assert isinstance(block, Table)
    return block


def labelled(page: Page) -> dict[str, Row]:
    rows = {}
    for row in table_of(page).rows:
        assert isinstance(row.cells[0], Said)
        rows[row.cells[0].message.code.removeprefix("office.meter.")] = row
    return rows


def test_the_meters_are_those_of_the_command(cabinet: Cabinet) -> None:
    told = figures(cabinet.state, cabinet.engine.row)
    rows = labelled(made(asked(cabinet, "meters")))
    for name in ("coin_in", "coin_out", "wager_voided", "bill_in", "ticket_in", "ticket_out", "handpay_jackpot", "win"):
        assert rows[name].cells[1] == Cents(told[f"{name}_cents"]), name
    assert rows["games_played"].cells[1] == Count(told["rounds"])


def test_the_lines_of_the_books_add_up(cabinet: Cabinet) -> None:
    line_a, line_b = (dict(note.message.params) for note in made(asked(cabinet, "meters")).notes)
    a = {name: int(value) for name, value in line_a.items()}
    assert a.pop("in_cents") == sum(a.values())
    b = {name: int(value) for name, value in line_b.items()}
    assert b["win_cents"] == b["staked_cents"] - b["voided_cents"] - b["out_cents"] - b["jackpots_cents"]


def test_hold_is_for_the_operator(cabinet: Cabinet) -> None:
    assert "hold" not in labelled(made(asked(cabinet, "meters", role=Role.ATTENDANT)))
    cell = labelled(made(asked(cabinet, "meters", role=Role.OPERATOR)))["hold"].cells[1]
    assert isinstance(cell, Share)
    books = cabinet.state.bank.station(1).books
    staked, back = books.coin_in.total, books.coin_out.total
    assert cell.value == abs(staked - back) * 100_000 // staked * (1 if staked >= back else -1)


def test_every_scope_has_its_page(cabinet: Cabinet) -> None:
    for scope in scopes(cabinet.state):
        assert table_of(made(asked(cabinet, "meters", scope=scope))).rows, scope


def test_the_code_for_a_phone_is_the_meters_signed(cabinet: Cabinet) -> None:
    code = made(asked(cabinet, "meters", show="code")).blocks[0]
    assert isinstance(code, Code)
    assert f"row={cabinet.engine.row} head={cabinet.journal.head()}" in code.text
    assert code.text.endswith("sig=" + "s" * 128)
    assert {len(row) for row in code.modules} == {len(code.modules)}


def test_notes_by_denomination_are_the_bills_of_the_books(cabinet: Cabinet) -> None:
    *each, whole = table_of(made(asked(cabinet, "money"))).rows
    assert whole.cells[2] == Cents(cabinet.state.bank.station(1).books.bill_in.total)
    assert sum(row.cells[1].value for row in each if isinstance(row.cells[1], Count)) == 2


def test_events_are_those_of_the_command_newest_first(cabinet: Cabinet) -> None:
    wanted = [one.text for one in events(cabinet.journal.rows(), Kind.FAULTS, 50)]
    rows = table_of(made(asked(cabinet, "events", show="faults"))).rows
    assert [cell.value for row in rows if isinstance(cell := row.cells[3], Text)] == wanted
    numbers = [int(cell.value) for row in rows if isinstance(cell := row.cells[1], Text)]
    assert all(later >= earlier for later, earlier in pairwise(numbers))


def test_a_fault_is_cleared_with_three_touches_and_says_what_it_closes(cabinet: Cabinet) -> None:
    """The menu, the page's button: two; with the key's own page before them three."""
    page = made(asked(cabinet, "faults"))
    (clear,) = [action for action in page.actions if action.name.startswith("clear_")]
    assert clear.does == c.ClearFault("cheated")
    assert len(table_of(page).rows) == len(cabinet.state.faults)


def test_faults_are_counted_as_the_meters_count_them(cabinet: Cabinet) -> None:
    counted = [row.cells[1] for row in table_of(made(asked(cabinet, "faults", show="counts"))).rows]
    assert sum(cell.value for cell in counted if isinstance(cell, Count)) == cabinet.state.meters["machine|faults"]


def test_every_row_of_the_fault_table_can_be_shown_in_every_word() -> None:
    english = Sentences("en")
    for row in FAULTS.values():
        assert english.knows(closes(row))
        for present in (True, False):
            assert english.knows(ends(Fault(row.code, "machine", present)))


@pytest.mark.parametrize("name", ["meters", "money", "events", "faults", "handpays"])
def test_looking_moves_nothing_and_every_word_is_known(name: str, cabinet: Cabinet) -> None:
    state, row, english = cabinet.state, cabinet.engine.row, Sentences("en")
    page = made(asked(cabinet, name))
    assert (cabinet.state, cabinet.engine.row) == (state, row)
    assert [one.code for one in messages(page) if not english.knows(one.code)] == []


def test_a_page_above_ones_role_says_so_and_shows_nothing(cabinet: Cabinet) -> None:
    for name, maker in PAGES.items():
        if maker.role is not Role.ATTENDANT:
            page = made(asked(cabinet, name, role=Role.ATTENDANT))
            assert (page.blocks, [note.message.code for note in page.notes]) == ((), ["refused.role"])


def test_everything_on_the_menu_is_a_page() -> None:
    assert set(MENU) - {NOW} <= set(PAGES)


def test_the_longest_journal_costs_no_more_than_a_stretch_of_it(cabinet: Cabinet) -> None:
    ask = asked(cabinet, "events")
    all_rows, older = ask.newest(10_000, lambda entry: True)
    assert [entry.sequence for entry in all_rows] == list(range(ask.row, 0, -1))
    assert older == 0
    some, older = ask.newest(3, lambda entry: True)
    more, _ = ask.newest(3, lambda entry: True, older)
    assert [entry.sequence for entry in (*some, *more)] == list(range(ask.row, ask.row - 6, -1))
