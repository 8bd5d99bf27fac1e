"""What players may look at again: their own rounds of this session, and the table's board of both games."""

from __future__ import annotations

from cabinet.machine.view import MOST_OWN
from cabinet.play.state import MOST_PAST
from cabinet.ports import commands as c
from cabinet.ports.printer import PrintBegun, PrintCompleted, TicketTaken, ValidationPrinted
from cabinet.ports.view import PastRound
from cabinet.reports.fold import fold
from tests.machine.floor import Floor
from tests.machine.setups import options


def own(floor: Floor, station: int = 1) -> list[int]:
    return [one.round_number for one in floor.view(station).rounds]


def board(floor: Floor, station: int = 1) -> list[int]:
    return [one.round_number for one in floor.view(station).board]


def test_a_round_is_there_to_look_at_with_all_that_was_shown_of_it() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500, super_bonus=100)
    shown, result = floor.view().rounds[0], floor.view().table.result
    assert result is not None
    seat = floor.view().table.seats[0]
    assert (shown.round_number, shown.game) == (1, "double_hand")
    assert (shown.pieces, shown.places) == (seat.pieces, seat.places)
    assert (shown.dealer, shown.dealer_places) == (floor.view().table.dealer, floor.view().table.dealer_places)
    assert (shown.bet_cents, shown.returned_cents) == (600, result.returned_cents)
    assert shown.outcome == result.awards[0].outcome


def test_own_rounds_end_with_the_credit_and_the_board_does_not() -> None:
    """Another player's bets are nobody's business; the dealer's hands were seen by everybody."""
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    floor.round(main=500)
    assert own(floor) == [2, 1]
    floor.press(c.CashOut())
    floor.said("printer.1", PrintBegun(1), ValidationPrinted(1), PrintCompleted(1), TicketTaken(1))
    assert floor.credit_cents == 0
    floor.note(2_000)
    assert (own(floor), board(floor)) == ([], [2, 1])
    floor.round(main=500)
    assert (own(floor), board(floor)) == ([3], [3, 2, 1])


def test_a_note_on_top_of_credit_or_during_a_round_begins_no_session() -> None:
    """All credit is on the table: the meter stands at zero, yet it is the same player."""
    floor = Floor()
    floor.note(500)
    floor.deal(main=500)
    assert floor.credit_cents == 0
    floor.note(1_000)
    floor.set_hands()
    floor.note(1_000)
    assert own(floor) == [1]


def test_the_board_says_nothing_of_a_seat() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    shown = floor.view().board[0]
    nothing = PastRound(0, "", (), (), (), ())
    assert (shown.pieces, shown.places, shown.outcome, shown.bet_cents, shown.returned_cents) == (
        nothing.pieces,
        nothing.places,
        nothing.outcome,
        nothing.bet_cents,
        nothing.returned_cents,
    )


def test_a_station_sees_its_own_rounds_and_no_other_station_s() -> None:
    floor = Floor(options(stations=(1, 2)), devices=("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.note(5_000, station=1)
    floor.note(5_000, station=2)
    floor.round(station=1, main=500)
    floor.round(station=2, main=500)
    assert (own(floor, 1), own(floor, 2)) == ([1], [2])
    assert board(floor, 1) == board(floor, 2) == [2, 1]


def test_the_lists_are_bounded_and_the_newest_comes_first() -> None:
    floor = Floor()
    floor.note(10_000)
    for _ in range(MOST_PAST + 3):
        floor.note(1_000)
        floor.round(main=500)
    last = MOST_PAST + 3
    assert own(floor) == list(range(last, last - MOST_OWN, -1))
    assert board(floor) == list(range(last, last - MOST_PAST, -1))


def test_both_games_are_on_the_board_and_all_of_it_survives_a_power_cut() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    floor.press(c.ChooseGame("two_card"))
    floor.deal(entry=500)
    floor.press(c.CutDeck(0), c.LayPiece(0, "on"), c.Confirm())
    assert [one.game for one in floor.view().board] == ["two_card", "double_hand"]
    before = (floor.view().rounds, floor.view().board)
    folded = fold(floor.memory.entries())
    assert (folded.play.past, folded.sessions) == (floor.state.play.past, floor.state.sessions)
    floor.boot()
    assert (floor.view().rounds, floor.view().board) == before


def test_nothing_hidden_is_kept() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    kept = floor.state.play.past[0]
    assert (kept.sealed, kept.order, kept.nonce) == ("", (), "")


def test_a_void_round_is_on_no_list() -> None:
    floor = Floor(devices=("acceptor.1", "printer.1", "deck.1"))
    floor.note(10_000)
    floor.deal(main=500)
    floor.attend(c.VoidRound("test"))
    assert (own(floor), board(floor)) == ([], [])


def test_the_clock_is_the_minute_on_the_wall_and_moves_without_a_row() -> None:
    floor = Floor()
    rows = len(floor.memory.rows)
    assert floor.view().clock == "09:00"
    floor.clock.advance(60_000)
    assert (floor.view().clock, len(floor.memory.rows)) == ("09:01", rows)
