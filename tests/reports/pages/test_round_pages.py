"""The last games on the pages: the figures of recall and of the command, every sentence in every language."""

from __future__ import annotations

from functools import cache

import pytest

from cabinet.games import GAMES
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.deck import KeyTurned
from cabinet.ports.page import Cents, Page, PageWanted, Scenery, Text
from cabinet.ports.page import Table as Rows
from cabinet.ports.recall import Fact
from cabinet.ports.shaker import DiceRead, FirstRest, RollRejected
from cabinet.ports.signals import DisputePutAway
from cabinet.reports.pages import devices, dice, round, rounds
from cabinet.reports.pages.round import RAW_WIDTH, lines, raw
from cabinet.texts.languages import LANGUAGES
from cabinet.texts.speech import Texts
from tests.machine.table import ACCEPTOR, DECK, SHAKER, Table
from tests.reports.pages.rig import Rounds, asked, messages


@cache
def evening() -> Table:
    """Dice of which one roll does not count, cards that are cut, twenty-eight quick rounds; an attendant comes."""
    table = Table(dice=True)
    table.note(10_000)
    table.deal(("main", 2000), ("lo_card", 500), ("dice_lo", 300))
    table.confirm()
    table.says(SHAKER, RollRejected(1, 1, "cocked", ("$D,cocked",)))
    table.says(SHAKER, FirstRest(1, 2, (4, 1, 5), "$D,first"))
    table.says(SHAKER, DiceRead(1, 2, (4, 1, 5), ("$D,first", "$D,second")))
    table.press(c.ChooseGame("two_card"))
    table.deal(("entry", 500), ("dealers_high", 300))
    table.press(c.CutDeck(17))
    table.confirm()
    table.note(10_000)
    for _ in range(28):
        table.deal(("entry", 500))
        table.press(c.CutDeck(0))
        table.confirm()
    table.says(DECK, KeyTurned("audit", True))
    return table


def only_table(page: Page) -> Rows:
    (table,) = (block for block in page.blocks if isinstance(block, Rows))
    return table


def test_the_last_rounds_stand_there_newest_first_with_the_figures_of_recall() -> None:
    table = evening()
    shown = Rounds(table.journal).newest(100)
    listed = only_table(rounds.page(asked(table, "rounds")))
    assert len(shown) == 30
    for row, one in zip(listed.rows, shown, strict=False):
        assert row.cells[0] == Text(str(one.round_number), mono=True)
        assert [cell.value for cell in row.cells if isinstance(cell, Cents)] == [
            one.wagered_cents,
            one.returned_cents,
            one.credit_after_cents,
        ]
        assert row.go == PageWanted("round", (("round", str(one.round_number)),))
    assert len(listed.rows) == rounds.A_PAGE


def test_older_rounds_are_reached_down_to_the_first() -> None:
    table, seen, params = evening(), [], {}
    while True:
        listed = only_table(rounds.page(asked(table, "rounds", **params)))
        seen += [cell.value for row in listed.rows if isinstance(cell := row.cells[0], Text)]
        if listed.older is None:
            break
        params = dict(listed.older.params)
    assert seen == [str(number) for number in range(30, 0, -1)]


def test_a_round_is_gone_through_step_by_step_on_its_table() -> None:
    table = evening()
    shown = Rounds(table.journal).numbered(1)
    assert shown is not None
    last = len(shown.steps)
    page = round.page(asked(table, "round", round="1", step="1"))
    views = []
    while True:
        (scenery,) = (block for block in page.blocks if isinstance(block, Scenery))
        views.append(scenery.view)
        buttons = {action.name: action for action in page.actions}
        assert (buttons["recall.back"].closed is not None) == (len(views) == 1)
        if buttons["recall.next"].closed is not None:
            break
        wanted = buttons["recall.next"].does
        assert isinstance(wanted, PageWanted)
        page = round.page(asked(table, wanted.page, **dict(wanted.params)))
    assert views == [step.view for step in shown.steps]
    assert len(views) == last
    opened = round.page(asked(table, "round", round="1"))
    assert [block.view for block in opened.blocks if isinstance(block, Scenery)] == [views[-1]], "the end comes first"


def test_in_words_everything_is_there_that_a_dispute_may_hang_on() -> None:
    """H-03 … H-06: wagers, the setting and what it was worth, the rejected roll, raw lines, order and nonce."""
    table = evening()
    shown = Rounds(table.journal).numbered(1)
    assert shown is not None
    page = round.page(asked(table, "round", round="1", show="words"))
    english = Texts("en")
    told = "\n".join(
        [
            cell.value
            for block in page.blocks
            if isinstance(block, Rows)
            for row in block.rows
            for cell in row.cells
            if isinstance(cell, Text)
        ]
        + [english.say(one.code, **dict(one.params)) for one in messages(page)]
    )
    told = " ".join(told.split())
    for words in (
        "Main bet $20.00", "Lo-Card $5.00", "Dice-Lo $3.00", "Roll 1 did not count (cocked)", "$D,cocked",
        "Dice 4 1 5", "Hands set by", shown.nonce, " ".join(map(str, shown.order)),
        shown.commitment[:RAW_WIDTH], shown.commitment[RAW_WIDTH:], "as bound before the deal",
    ):  # fmt: skip
        assert words in told, words


def test_a_setting_is_told_with_what_it_was_worth_and_what_the_best_one_was() -> None:
    laid = Fact(
        "hand_set", (("seat", "1"), ("setting", "front"), ("assist", "best"), ("worth", "-1/40"), ("best", "1/80"))
    )
    assert [Texts("en").say(one.code, **dict(one.params)) for one in lines(laid)] == [
        "Hands set by: Best set",
        "worth -2.50 % of the bet, the best +1.25 %",
    ]


@pytest.mark.parametrize("number", ["1", "2", "3"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_said_whole_in_every_language(language: str, number: str) -> None:
    table, texts = evening(), Texts(language)
    pages = [
        round.page(asked(table, "round", round=number)),
        round.page(asked(table, "round", round=number, show="words")),
        rounds.page(asked(table, "rounds")),
        rounds.page(asked(table, "rounds", show="disputes")),
        devices.page(asked(table, "devices")),
        *(devices.device_page(asked(table, "device", device=name)) for name in (ACCEPTOR, DECK, SHAKER, "no.1")),
        dice.page(asked(table, "dice")),
    ]
    for one in messages(pages):
        if one.code != "page.text":
            assert texts.knows(one.code), one.code
            assert "…" not in texts.say(one.code, **dict(one.params)), one


def test_every_fact_of_a_recall_can_be_told() -> None:
    """Whatever stands in a round's rows, and between two rounds: money, doors, faults, power."""
    texts = Texts("en")
    for shown in Rounds(evening().journal).newest(100):
        for fact in (*shown.before, *(fact for step in shown.steps for fact in step.facts)):
            for line in (*lines(fact), *(one for one in raw(fact) if one.code != "recall.raw")):
                assert texts.knows(line.code), line
                assert "…" not in texts.say(line.code, **dict(line.params)), line


def test_a_round_is_frozen_by_an_attendant_and_closed_by_an_operator() -> None:
    table = Table()
    table.note(2_000)
    table.deal(("main", 500))
    table.confirm()
    table.says(DECK, KeyTurned("audit", True))
    (freeze,) = (one for one in round.page(asked(table, "round", round="1")).actions if one.name == "dispute.open")
    assert (freeze.role, freeze.hold, freeze.closed) == (Role.ATTENDANT, True, None)
    assert isinstance(freeze.does, c.OpenDispute)
    table.press(freeze.does)
    assert [row.tone for row in only_table(rounds.page(asked(table, "rounds", show="disputes"))).rows] == [""]
    table.handle(DisputePutAway(1, "disputes/round-000001", "ab" * 32))
    (close,) = (one for one in round.page(asked(table, "round", round="1")).actions if one.name == "dispute.close")
    assert close.role is Role.OPERATOR
    assert isinstance(close.does, c.CloseDispute)
    table.sign_in(Role.OPERATOR)
    table.press(close.does)
    assert only_table(rounds.page(asked(table, "rounds", show="disputes"))).rows == ()


def test_a_round_that_is_not_here_says_so() -> None:
    for number in ("0", "31", "x", ""):
        page = round.page(asked(evening(), "round", round=number))
        assert [note.message.code for note in page.notes] == ["recall.not_here"]


def test_looking_changes_no_row_and_no_meter() -> None:
    table = evening()
    row, meters = table.engine.row, table.state.meters
    for number in range(1, 31):
        round.page(asked(table, "round", round=str(number)))
    rounds.page(asked(table, "rounds"))
    assert (table.engine.row, table.state.meters) == (row, meters)
    assert set(GAMES) == {shown.game for shown in Rounds(table.journal).newest(100)}
