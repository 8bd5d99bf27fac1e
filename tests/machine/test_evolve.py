"""Totality: every record of the closed union has its case, every meter its records, every reason its row."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from cabinet.bank.records import BankRecord
from cabinet.machine import meters
from cabinet.machine.evolve import evolve
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.play.records import PlayRecord
from cabinet.ports import commands as c
from cabinet.ports.deck import DoorChanged
from tests.machine.examples import RECORDS, example
from tests.machine.floor import Floor


@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_every_record_has_an_evolve_case(cls: type) -> None:
    """Out of place it may be a programmer's error, said by an assertion; it never falls through a match unseen."""
    floor = Floor()
    record = example(cls)
    try:
        after = evolve(floor.state, record)
    except (AssertionError, StopIteration, KeyError) as out_of_place:
        if "unreachable" in str(out_of_place):
            pytest.fail(f"{cls.__name__} has no case")
        return
    assert isinstance(after, State)


def test_an_unknown_record_is_never_passed_over() -> None:
    class Stranger:
        pass

    stranger: Any = Stranger()
    with pytest.raises(AssertionError):
        evolve(Floor().state, stranger)


def test_a_record_is_of_one_part_only() -> None:
    bank, play = set(get_args(BankRecord)), set(get_args(PlayRecord))
    assert not bank & play
    assert len(RECORDS) == len(set(RECORDS))
    assert len({cls.__name__ for cls in RECORDS}) == len(RECORDS), "rows are told apart by their names"


def test_a_draft_moves_no_money_and_is_gone_after_a_boot() -> None:
    floor = Floor()
    floor.note(5_000)
    draft = floor.state.draft(1)
    assert evolve(floor.state, Drafted(1, draft)).bank == floor.state.bank
    rows = floor.memory.count()
    floor.press(c.AddChip("main", 500))
    assert floor.view().bet_cents == 500
    assert floor.memory.count() == rows, "chips are not written down"
    floor.boot()
    assert floor.view().bet_cents == 0


# -- meters -------------------------------------------------------------------------------------------

NAMES = {cls.__name__ for cls in RECORDS}


@pytest.mark.parametrize("row", meters.METERS, ids=lambda row: row.name)
def test_a_meter_is_moved_by_records_that_there_are(row: meters.MeterRow) -> None:
    assert set(row.moved_by) <= NAMES
    assert row.unit in ("cents", "count")
    assert row.text.endswith(".")


def test_what_moves_a_meter_stands_in_its_row() -> None:
    """M-17: the table is not prose: each record that posts to a meter is named in that meter's row."""
    named = {row.name: set(row.moved_by) for row in meters.METERS}
    floor = Floor()
    for cls, build in meters._SIMPLE.items():
        for salt in (1, 2):
            for _, name, _ in build(example(cls, salt)):
                assert cls.__name__ in named[name], f"{cls.__name__} moves {name}"
    assert floor.state.meters["machine|power_ups"] == 1


def test_games_are_counted_since_power_up_and_since_the_door_closed() -> None:
    """M-12, M-13: lifetime goes on, the two others begin again."""
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500)
    floor.round(main=500)
    floor.boot()
    floor.ready()
    floor.round(main=500)
    counted = floor.state.meters
    assert counted["machine|games_played"] == 3
    assert counted["machine|games_since_power_up"] == 1
    assert counted["machine|games_since_door_closed"] == 3
    floor.said("deck.1", DoorChanged("main", True), DoorChanged("main", False))
    assert floor.state.meters["machine|games_since_door_closed"] == 0
    assert floor.state.meters["machine|games_played"] == 3
    assert floor.state.meters["machine|power_ups"] == 2


def test_notes_are_counted_by_denomination() -> None:
    """M-07."""
    floor = Floor()
    for value in (500, 500, 2_000):
        floor.note(value)
    counted = floor.state.meters
    assert (counted["note.500|notes_in"], counted["note.2000|notes_in"], counted["machine|notes_in"]) == (2, 1, 3)


def test_a_bet_and_a_par_configuration_have_meters_of_their_own() -> None:
    """M-25, M-26."""
    floor = Floor()
    floor.note(10_000)
    floor.round(main=500, super_bonus=100)
    counted = floor.state.meters
    assert counted["bet.double_hand.main|bet_staked"] == 500
    assert counted["bet.double_hand.super_bonus|bet_staked"] == 100
    assert counted["par.DH-3-500|games_played"] == 1
    books = floor.state.bank.station(1).books
    returned = sum(value for key, value in counted.items() if key.endswith("|bet_returned"))
    assert returned == books.coin_out.total


def test_meters_never_fall() -> None:
    """M-19: lifetime values only rise, whatever happens; the rows that may begin again say so."""
    floor = Floor()
    before: dict[str, int] = {}
    for _ in range(3):
        floor.note(10_000)
        floor.round(main=500)
        floor.boot()
        floor.ready()
        for key, value in before.items():
            if key.partition("|")[2] not in meters.RESET_BY:
                assert floor.state.meters[key] >= value, key
        before = dict(floor.state.meters)
