"""Recall shows the very table of each moment, with all that was wagered, chosen, drawn and rolled (H-01 … H-07)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.bank.books import Books
from cabinet.bank.state import BankState
from cabinet.games import GAMES
from cabinet.machine.recall import NotInRows, recall
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.acceptor import NoteEscrowed
from cabinet.ports.deck import DoorChanged
from cabinet.ports.link import LinkDown
from cabinet.ports.plain import Codec, encode
from cabinet.ports.recall import Fact, RecalledRound
from cabinet.ports.shaker import DiceRead, FirstRest, RollRejected
from cabinet.ports.view import View
from cabinet.reports.fold import fold, load
from cabinet.reports.rounds import commitment_holds, places, recalled
from tests.machine.table import ACCEPTOR, SHAKER, Table


def found(table: Table, round_number: int) -> RecalledRound:
    place = next(place for place in places(table.journal.rows()) if place.round_number == round_number)
    return recalled(table.journal, place)


def plain(view: View) -> View:
    """Without the words said to a person, which were never written down, and without the clock."""
    return replace(view, messages=(), clock="")


def facts(shown: RecalledRound, code: str) -> list[dict[str, str]]:
    return [dict(fact.params) for step in shown.steps for fact in step.facts if fact.code == code]


def tiles_and_dice() -> Table:
    table = Table(dice=True)
    table.note(10_000)
    table.deal(("main", 2000), ("lo_card", 500), ("dice_lo", 300))
    table.confirm()
    return table


def test_every_step_shows_the_view_of_that_moment() -> None:
    """Two rounds of tiles and one of cards, whole: recall folds to exactly what the player's screen showed."""
    table = Table()
    table.note(10_000)
    table.deal(("main", 2000), ("super_bonus", 500))
    table.confirm()
    table.deal(("main", 500))
    table.confirm()
    table.press(c.ChooseGame("two_card"))
    table.deal(("entry", 500), ("dealers_high", 300))
    table.press(c.CutDeck(17))
    table.confirm()

    seen = 0
    for number in (1, 2, 3):
        shown = found(table, number)
        assert shown.ended == "settled"
        for step in shown.steps:
            assert plain(step.view) == plain(table.views[step.row])
            seen += 1
    assert seen >= 12


def test_a_roll_that_did_not_count_stands_beside_the_one_that_did() -> None:
    """H-06, D-15: every face, and the rejected roll with its raw line."""
    table = tiles_and_dice()
    table.says(SHAKER, RollRejected(1, 1, "cocked", ("$D,cocked",)))
    table.says(SHAKER, FirstRest(1, 2, (4, 1, 5), "$D,first"))
    table.says(SHAKER, DiceRead(1, 2, (4, 1, 5), ("$D,first", "$D,second")))
    shown = found(table, 1)

    assert facts(shown, "roll_dropped") == [{"attempt": "1", "why": "cocked", "raw": "$D,cocked"}]
    assert facts(shown, "first_rest") == [{"attempt": "2", "faces": "4 1 5", "raw": "$D,first"}]
    (accepted,) = facts(shown, "dice")
    assert (accepted["faces"], accepted["how"], accepted["raw"]) == ("4 1 5", "read", "$D,first $D,second")
    assert shown.steps[-1].view.table.dice == (4, 1, 5)
    assert all(plain(step.view) == plain(table.views[step.row]) for step in shown.steps)


def test_wagers_choices_pieces_and_credit_are_all_there() -> None:
    """H-03, H-04: wager per bet, the setting and who laid it, credit before and after."""
    table = Table()
    table.note(5_000)
    table.deal(("main", 2000), ("hi_card", 500))
    table.confirm()
    shown = found(table, 1)

    (wagers,) = facts(shown, "bets_closed")
    assert wagers == {"main_cents": "2000", "hi_card_cents": "500"}
    (laid,) = facts(shown, "hand_set")
    own = table.state.play.round
    assert own is not None
    assert laid["setting"] == " ".join(own.seats[0].setting)
    assert laid["assist"] == "house_way"
    (order,) = facts(shown, "order_shown")
    assert tuple(map(int, order["order"].split())) == own.order == shown.order
    assert len(shown.order) == GAMES["double_hand"].pieces
    assert (shown.credit_before_cents, shown.wagered_cents) == (5_000, 2_500)
    assert shown.credit_after_cents == table.view().credit_cents == 2_500 + shown.returned_cents


def test_money_since_the_round_before_is_shown_by_kind() -> None:
    """H-05: added by notes between two plays; the note of the round before does not count again."""
    table = Table()
    table.note(2_000)
    table.deal(("main", 500))
    table.confirm()
    table.note(5_000)
    table.note(100)
    table.deal(("main", 500))
    table.confirm()
    place = next(place for place in places(table.journal.rows()) if place.round_number == 2)

    added = tuple(Fact("note_credited", (("amount_cents", amount),)) for amount in ("5000", "100"))
    assert found(table, 2).before == added
    assert recalled(table.journal, replace(place, first=1)).before == added  # rows from earlier on change nothing
    assert found(table, 1).before == (Fact("note_credited", (("amount_cents", "2000"),)),)


def test_what_happens_in_the_middle_of_a_round_is_a_step_of_it() -> None:
    table = Table()
    table.note(5_000)
    table.deal(("main", 500))
    table.says(ACCEPTOR, NoteEscrowed(100))
    table.says("deck.1", DoorChanged("main", True))
    shown = found(table, 1)

    assert shown.ended == ""
    assert facts(shown, "door_opened") == [{"door": "main"}]
    assert shown.steps[-1].view.doors_open == ("main",)
    assert commitment_holds(shown) is None


def test_recall_works_under_a_fault_and_shows_it_where_it_was() -> None:
    """H-07: the printer is gone now; the round before shows none of it, the round after does."""
    table = Table()
    table.note(5_000)
    table.deal(("main", 500))
    table.confirm()
    table.says("printer.1", LinkDown("unplugged"))
    table.deal(("main", 500))
    table.confirm()
    before, after = ({fault.code for step in found(table, n).steps for fault in step.view.faults} for n in (1, 2))

    assert table.state.faults
    assert (before, after) == (set(), {"fault.printer_lost"})


def test_the_commitment_is_checked_and_another_order_is_noticed() -> None:
    table = Table()
    table.note(5_000)
    table.deal(("main", 500))
    table.confirm()
    shown = found(table, 1)
    first, second, *rest = shown.order

    assert commitment_holds(shown) is True
    assert commitment_holds(replace(shown, order=(second, first, *rest))) is False


def test_a_round_given_back_ends_voided_with_its_credit() -> None:
    table = tiles_and_dice()
    for attempt in (1, 2, 3):
        table.says(SHAKER, RollRejected(1, attempt, "cocked", ()))
    shown = found(table, 1)

    assert facts(shown, "dice_voided")
    assert [one["dice_lo"] for one in facts(shown, "round_settled")] == ["void"]
    assert facts(shown, "wager_voided") == [{"amount_cents": "300"}]
    assert shown.credit_after_cents == shown.credit_before_cents - shown.wagered_cents + shown.returned_cents


def test_a_known_state_spares_the_fold_and_changes_nothing() -> None:
    table = Table()
    table.note(10_000)
    for _ in range(3):
        table.deal(("main", 500))
        table.confirm()
    *_, last = places(table.journal.rows())
    middle = next(place for place in places(table.journal.rows()) if place.round_number == 2)
    known = (_state_at(table, middle.begins), middle.begins)

    assert recalled(table.journal, last, known) == recalled(table.journal, last)
    poorer = replace(known[0], bank=BankState(tuple(replace(one, books=Books()) for one in known[0].bank.stations)))
    assert recalled(table.journal, last, (poorer, known[1])).credit_before_cents == 0
    later = (load(table.journal), table.journal.count())
    assert recalled(table.journal, last, later) == recalled(table.journal, last)


def _state_at(table: Table, row: int) -> State:
    return fold(entry for entry in table.journal.entries() if entry.sequence <= row)


def test_a_recalled_round_is_plain_data() -> None:
    table = Table()
    table.note(5_000)
    table.deal(("main", 500))
    table.confirm()
    shown = found(table, 1)

    assert Codec([RecalledRound]).decode(encode(shown)) == shown


def test_rows_without_the_round_are_refused() -> None:
    table = Table()
    with pytest.raises(NotInRows):
        recall(table.state, (), 7)
