"""A reserved seat: nobody plays or takes the money but its holder, and the money is never locked in for ever."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.machine.options import Options
from cabinet.machine.reserve import MOST_TRIES
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.reports.fold import fold
from cabinet.screens.reserve import digest_of
from tests.machine.floor import Floor
from tests.machine.setups import options

SALT = "0427/1/12"
RIGHT, WRONG = digest_of(SALT, "4711"), digest_of(SALT, "4712")
DEVICES = ("acceptor.1", "printer.1", "deck.1")


def minutes(count: int) -> Options:
    plain = options()
    return replace(plain, machine=replace(plain.machine, reserve_minutes=count))


@pytest.fixture
def floor() -> Floor:
    """A player with money and chips on the cloth has reserved the seat."""
    floor = Floor(minutes(15), devices=DEVICES)
    floor.note(5_000)
    floor.press(c.AddChip("main", 500), c.ReserveSeat(SALT, RIGHT))
    return floor


def test_everything_that_moves_money_is_closed(floor: Floor) -> None:
    rows = len(floor.memory.rows)
    floor.press(c.Deal(), c.CashOut(), c.RepeatBets(), c.BetRest(), c.ChooseGame("two_card"), c.AddChip("main", 500))
    assert len(floor.memory.rows) == rows
    assert floor.refusals()
    assert floor.view().allowed == ("call_attendant", "open_seat")
    assert not floor.view().notes_open
    floor.said("acceptor.1", a.NoteEscrowed(1_000))
    assert floor.last("DocumentDeclined")["reason"] == "reserved"
    assert floor.credit_cents == 5_000


def test_the_holder_comes_back_to_the_table_as_he_left_it(floor: Floor) -> None:
    assert floor.view().reserved is not None
    floor.press(c.OpenSeat(RIGHT))
    view = floor.view()
    assert (view.reserved, view.credit_cents, view.bet_cents) == (None, 5_000, 500)
    assert "deal" in view.allowed
    assert floor.last("SeatOpened")["how"] == "holder"


def test_a_wrong_code_opens_nothing_and_the_attendant_is_called_after_five(floor: Floor) -> None:
    for tries in range(1, MOST_TRIES + 1):
        floor.press(c.OpenSeat(WRONG))
        assert floor.refusals() == ["refused.seat_code"]
        held = floor.view().reserved
        assert held is not None
        assert held.tries == MOST_TRIES - tries
    assert floor.view().called == "seat"
    floor.press(c.OpenSeat(RIGHT))
    assert floor.refusals() == ["refused.seat_attendant"], "now not even the right one"
    floor.attend(c.ReleaseSeat())
    assert floor.view().reserved is None
    assert floor.credit_cents == 5_000


def test_when_the_time_is_over_the_attendant_is_called_and_the_money_waits(floor: Floor) -> None:
    floor.elapse("reserve.1")
    assert floor.names().count("SeatOverdue") == 1
    assert (floor.view().called, floor.credit_cents) == ("seat", 5_000)
    floor.elapse("reserve.1")
    assert floor.names().count("SeatOverdue") == 1
    floor.press(c.OpenSeat(RIGHT))
    assert floor.view().reserved is None, "the holder may still come"


def test_the_view_says_until_when_and_the_timer_is_what_the_option_says(floor: Floor) -> None:
    held = floor.view().reserved
    assert held is not None
    assert held.until == "09:15"
    floor.clock.advance(10 * 60_000)
    assert floor.view().reserved == held
    floor.clock.advance(5 * 60_000)
    floor.engine.tick()
    held = floor.view().reserved
    assert held is not None
    assert held.until == ""


def test_a_power_cut_changes_nothing_and_gives_the_whole_time_again(floor: Floor) -> None:
    folded = fold(floor.memory.entries())
    assert folded.reserved == floor.state.reserved
    floor.clock.advance(10 * 60_000)
    floor.boot()
    floor.ready()
    held = floor.view().reserved
    assert held is not None
    assert held.until == "09:25"
    assert "cash_out" not in floor.view().allowed
    floor.press(c.OpenSeat(RIGHT), c.CashOut())
    assert floor.credit_cents == 0


def test_the_code_is_in_no_row(floor: Floor) -> None:
    floor.press(c.OpenSeat(WRONG), c.OpenSeat(RIGHT))
    assert "4711" not in str(floor.memory.rows)
    assert "4712" not in str(floor.memory.rows)


def test_only_the_attendant_releases(floor: Floor) -> None:
    floor.press(c.ReleaseSeat())
    assert floor.refusals() == ["refused.attendant_only"]
    floor.key()
    assert "release_seat" in floor.view().allowed
    floor.press(c.ReleaseSeat())
    assert floor.last("SeatOpened")["how"] == "key"


@pytest.mark.parametrize("what", ["no option", "no credit", "in a round", "attendant", "twice", "nonsense"])
def test_where_it_cannot_be_reserved_it_is_neither_offered_nor_taken(what: str) -> None:
    floor = Floor(minutes(0 if what == "no option" else 15), devices=DEVICES)
    if what != "no credit":
        floor.note(5_000)
    if what == "in a round":
        floor.deal(main=500)
    if what == "attendant":
        floor.key()
    if what == "twice":
        floor.press(c.ReserveSeat(SALT, RIGHT))
    if what != "nonsense":
        assert "reserve_seat" not in floor.view().allowed
    made = floor.names().count("SeatReserved")
    floor.press(c.ReserveSeat(SALT, "4711" if what == "nonsense" else RIGHT))
    assert floor.names().count("SeatReserved") == made
    assert floor.refusals()
