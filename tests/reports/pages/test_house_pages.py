"""The pages of cash box, calls, settings and service, used as a screen uses them: by their rows and actions."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.facts import Facts
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorConditions
from cabinet.ports.access import Role
from cabinet.ports.deck import DoorChanged, KeyTurned
from cabinet.ports.page import Action, Cents, Count, Needs, Page, PageWanted, Table, Text
from cabinet.ports.signals import StorageSaid
from cabinet.reports.drops import drops_of
from cabinet.reports.pages import PAGES, made
from cabinet.reports.pages.asked import params_of
from cabinet.settings.load import config_folder
from cabinet.texts.catalogue import Sentences
from cabinet.texts.languages import LANGUAGES
from tests.machine.table import ACCEPTOR, DECK
from tests.machine.table import Table as Machine
from tests.reports.pages.rig import asked, messages

OUT, IN = AcceptorConditions(("cash_box_out",)), AcceptorConditions(())


@pytest.fixture
def machine() -> Machine:
    """Two notes went into box A1, which was changed for B2; one more note since."""
    table = Machine()
    for value in (2_000, 500):
        table.note(value)
    attend(table, c.NameBox("A1"))
    for condition in (OUT, IN):
        table.says(ACCEPTOR, condition)
    attend(table, c.NameBox("B2"))
    table.note(100)
    return table


def attend(table: Machine, *commands: c.Command) -> None:
    table.says(DECK, KeyTurned("audit", True))
    for command in commands:
        table.press(command)
    table.says(DECK, KeyTurned("audit", False))


def action(page: Page, name: str) -> Action:
    return next(one for one in page.actions if one.name == name)


def follow(table: Machine, wanted: PageWanted, facts: dict[str, str] | None = None) -> Page:
    return made(replace(asked(table, wanted.page, facts), wanted=wanted))


def typed(table: Machine, page: Page, value: int) -> Page:
    """What was typed on the keypad goes where the action says."""
    one = action(page, "count")
    assert isinstance(one.does, PageWanted)
    assert one.needs in (Needs.NUMBER, Needs.AMOUNT)
    return follow(table, PageWanted("drop", params_of(**{**dict(one.does.params), one.fill: str(value)})))


def page_wanted(page: Page) -> PageWanted:
    return PageWanted(page.name, page.params)


def rows_of(page: Page) -> Table:
    (table,) = [block for block in page.blocks if isinstance(block, Table)]
    return table


# -- the cash box --------------------------------------------------------------------------------------


def test_the_last_boxes_and_the_one_that_is_in(machine: Machine) -> None:
    page = made(asked(machine, "drop"))
    assert [card.value for card in page.cards] == [Text("B2"), Cents(100, sign=True), Cents(0, sign=True)]
    (row,) = rows_of(page).rows
    assert row.cells[1:4] == (Count(1), Text("A1"), Cents(2_500))
    assert row.go == PageWanted("drop", params_of(drop="1"))


def test_a_count_is_typed_figure_by_figure_and_taken_as_a_whole(machine: Machine) -> None:
    """Pilot's way: a touch and the keypad a figure, one hold at the end."""
    page = follow(machine, PageWanted("drop", params_of(drop="1")))
    found = {100: 0, 500: 1, 1_000: 0, 2_000: 0, 5_000: 0, 10_000: 0}
    for value, many in found.items():
        assert action(page, "count").fill == f"n{value}"
        assert action(page, "take_count").closed is not None
        page = typed(machine, page, many)
    assert action(page, "count").fill == "tickets"
    with_tickets = typed(machine, page, 2)
    assert action(with_tickets, "count").needs is Needs.AMOUNT
    page = typed(machine, page, 0)
    take = action(page, "take_count")
    assert (take.closed, take.hold) == (None, True)
    assert take.does == c.CountDrop(1, ((500, 1),), 0, 0, "anna")
    machine.press(take.does)
    again = action(follow(machine, page_wanted(page)), "take_count")
    assert again.closed is not None, "it stands: nothing is left to take"
    (line,) = drops_of((e.wall, record) for e in machine.journal.entries() for record in e.records)
    assert line.variance_cents == -2_000
    page = made(asked(machine, "drop"))
    assert rows_of(page).rows[0].cells[4:] == (Cents(500), Cents(-2_000))
    assert rows_of(page).rows[0].tone == "bad"


def test_a_figure_that_was_typed_wrong_is_typed_again(machine: Machine) -> None:
    page = typed(machine, follow(machine, PageWanted("drop", params_of(drop="1"))), 7)
    assert action(page, "count").fill == "n500"
    again = rows_of(page).rows[0].go
    assert again is not None
    assert action(follow(machine, again), "count").fill == "n100"


def test_looking_writes_nothing(machine: Machine) -> None:
    rows = machine.journal.count()
    for name in ("drop", "calls", "settings", "service"):
        made(asked(machine, name))
    assert machine.journal.count() == rows


def test_a_drop_that_never_was_is_the_list(machine: Machine) -> None:
    for drop in ("7", "-1", "x", "9" * 30):
        assert made(asked(machine, "drop", drop=drop)).cards[0].value == Text("B2")


# -- calls ---------------------------------------------------------------------------------------------


def test_a_call_waits_is_taken_and_answered_with_its_times(machine: Machine) -> None:
    assert action(made(asked(machine, "calls")), "take_call").closed is not None
    machine.press(c.CallAttendant("drink"))
    page = made(asked(machine, "calls"))
    assert rows_of(page).rows[0].tone == "warn"
    take = action(page, "take_call")
    assert take.closed is None
    machine.clock.advance(29_000)
    assert isinstance(take.does, c.TakeCall)
    machine.press(take.does)
    page = made(asked(machine, "calls"))
    assert rows_of(page).rows[0].cells[3] == Text("0:30", mono=True)
    assert action(page, "take_call").closed is not None
    machine.clock.advance(58_000)
    attend(machine, c.AnswerCall())
    (row,) = rows_of(made(asked(machine, "calls"))).rows
    assert (row.tone, row.cells[4]) == ("", Text("1:30", mono=True))


# -- service -------------------------------------------------------------------------------------------


def test_out_of_service_and_back_by_the_same_page(machine: Machine) -> None:
    out = action(made(asked(machine, "service")), "out_of_service")
    assert out.hold
    assert isinstance(out.does, c.PutOutOfService)
    attend(machine, out.does)
    back = action(made(asked(machine, "service")), "in_service")
    assert isinstance(back.does, c.PutInService)
    attend(machine, back.does)
    assert not machine.state.out_of_service


def test_a_changed_program_names_its_files(machine: Machine) -> None:
    assert "bad" not in {card.tone for card in made(asked(machine, "service")).cards}
    machine.handle(StorageSaid("program_changed", True, "cabinet/money.py"))
    page = made(asked(machine, "service", {"program": "ab" * 32}))
    assert page.cards[1].tone == "bad"
    assert ("files", "cabinet/money.py") in [pair for one in messages(page) for pair in one.params]
    assert page.cards[1].value == Text("ABAB ABAB ABAB ABAB", mono=True)


# -- settings ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def facts() -> dict[str, str]:
    return Facts("ab" * 32, config_folder() / "bench.yaml", dict)()


def test_options_stand_by_file_and_lead_to_one(facts: dict[str, str]) -> None:
    table = Machine()
    page = made(asked(table, "settings", facts))
    (tabs,) = page.tabs
    assert len(tabs) == 4
    language = next(row for row in rows_of(page).rows if row.cells[0] == Text("language"))
    assert language.cells[1] == Text("en")
    assert language.go is not None
    one = follow(table, language.go, facts)
    assert [a.name for a in one.actions] == [f"choose.{code}" for code in LANGUAGES]
    german = action(one, "choose.de")
    assert (german.does, german.role, german.closed) == (
        c.ChangeOption("bench.yaml", "language", "de"),
        Role.TECHNICIAN,
        None,
    )


def test_a_critical_option_says_what_it_waits_for(facts: dict[str, str]) -> None:
    table = Machine()
    wanted = PageWanted("settings", params_of(file="money/bench.yaml", key="credit_limit"))
    change = action(follow(table, wanted, facts), "change")
    assert change.closed is not None
    assert change.closed.code == "office.settings.door_shut"
    table.says(DECK, DoorChanged("logic", True))
    change = action(follow(table, wanted, facts), "change")
    assert (change.closed, change.needs, change.fill) == (None, Needs.TEXT, "text")
    table.says(DECK, DoorChanged("logic", False))
    table.note(500)
    change = action(follow(table, wanted, facts), "change")
    assert change.closed is not None
    assert change.closed.code == "office.settings.money_on"


def test_a_changed_option_is_marked_and_can_go_back(tmp_path: Path) -> None:
    changes = {("bench.yaml", "cabinet.site"): "Other House"}
    facts = Facts("", config_folder() / "bench.yaml", lambda: changes)()
    page = made(asked(Machine(), "settings", facts))
    site = next(row for row in rows_of(page).rows if row.cells[0] == Text("cabinet.site"))
    assert (site.cells[1], site.tone) == (Text("Other House"), "strong")
    assert site.go is not None
    back = action(follow(Machine(), site.go, facts), "factory")
    assert back.does == c.ChangeOption("bench.yaml", "cabinet.site", "Bench House")


def test_without_files_the_page_says_so() -> None:
    assert not made(asked(Machine(), "settings")).actions


def test_an_attendant_reads_no_options(facts: dict[str, str]) -> None:
    page = made(replace(asked(Machine(), "settings", facts), role=Role.ATTENDANT))
    assert page.blocks == ()
    assert [note.message.code for note in page.notes] == ["refused.role"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["drop", "calls", "settings", "service"])
def test_every_word_on_it_is_in_every_language(
    machine: Machine, name: str, language: str, facts: dict[str, str]
) -> None:
    assert name in PAGES
    machine.press(c.CallAttendant("pay"))
    sentences, one = Sentences(language), params_of(drop="1", file="bench.yaml", key="language")
    pages = [made(asked(machine, name, facts)), follow(machine, PageWanted(name, one), facts)]
    unknown = [said.code for page in pages for said in messages(page) if not sentences.knows(said.code)]
    assert unknown == []
