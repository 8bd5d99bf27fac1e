"""Calls, out of service, the tower and the alarm: what the house sees of a machine from afar."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cabinet.machine.faults import FAULTS, FaultRow, Light
from cabinet.machine.outputs import HIGH, LOW, lamps, tower
from cabinet.machine.resume import ALARM_MS, resume
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorConditions, DocumentReturned, DocumentStacked, NoteEscrowed
from cabinet.ports.deck import DoorChanged
from cabinet.ports.effects import StartTimer
from cabinet.ports.signals import StorageSaid
from cabinet.texts.catalogue import Sentences
from cabinet.texts.languages import LANGUAGES
from tests.machine.floor import Floor
from tests.machine.setups import options

ROWS = [pytest.param(row, id=code) for code, row in FAULTS.items()]
DEVICES = ("acceptor.1", "printer.1", "deck.1")


# -- calls ---------------------------------------------------------------------------------------------


def test_a_call_is_made_taken_and_answered() -> None:
    """E-21: the player calls, a lamp shows it, and he reads that somebody comes."""
    floor = Floor()
    floor.press(c.CallAttendant("drink"))
    assert (floor.view().called, floor.view().call_taken) == ("drink", False)
    assert tower(floor.state, 1) == ("slow", "off")
    floor.press(c.TakeCall("ann"))
    floor.press(c.TakeCall("bob"))
    assert floor.view().call_taken
    assert tower(floor.state, 1) == ("on", "off")
    assert [row for row in floor.records if row["is"] == "CallTaken"] == [
        {"is": "CallTaken", "station": 1, "who": "ann"}
    ]
    floor.boot()
    assert floor.view().call_taken, "a call is a fact, and so is its taking"
    floor.attend(c.AnswerCall())
    assert (floor.view().called, floor.view().call_taken, tower(floor.state, 1)) == ("", False, ("off", "off"))


@pytest.mark.parametrize("reason", [*c.CALL_REASONS, "", "a\n" * 500])
def test_a_reason_nobody_knows_is_a_call_for_help(reason: str) -> None:
    floor = Floor()
    floor.press(c.CallAttendant(reason))
    assert floor.last("CallMade")["reason"] == (reason if reason in c.CALL_REASONS else "help")


def test_nobody_is_on_the_way_where_nobody_called() -> None:
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.press(c.CallAttendant(), station=2)
    floor.press(c.TakeCall("ann"))
    assert "CallTaken" not in floor.names()
    assert not floor.view(2).call_taken


# -- out of service ------------------------------------------------------------------------------------


def test_out_of_service_closes_play_and_notes_leaves_the_way_out_and_stays() -> None:
    floor = Floor()
    floor.note(2_000)
    floor.attend(c.PutOutOfService("carpet", "ann"))
    floor.boot()
    floor.ready()
    assert floor.view().out_of_service
    assert not floor.view().notes_open
    assert "deal" not in floor.view().allowed
    floor.press(c.AddChip("main", 500))
    assert floor.refusals() == ["refused.out_of_service"]
    floor.said("acceptor.1", NoteEscrowed(500), DocumentReturned("returned"))
    assert floor.last("DocumentDeclined")["reason"] == "out_of_service"
    assert "cash_out" in floor.view().allowed
    floor.press(c.CashOut())
    assert floor.last("TicketOrdered")["amounts"]["cashable"] == 2_000
    assert floor.last("ServiceChanged") == {"is": "ServiceChanged", "out": True, "reason": "carpet", "who": "ann"}
    floor.attend(c.PutInService("ann"))
    assert floor.state.faults == ()
    assert not floor.view().out_of_service


def test_a_round_that_runs_is_played_to_its_end() -> None:
    floor = Floor()
    floor.note(2_000)
    floor.deal(main=500)
    floor.attend(c.PutOutOfService())
    floor.set_hands()
    assert floor.view().table.result is not None
    floor.press(c.RepeatBets())
    assert floor.refusals() == ["refused.out_of_service"]


@pytest.mark.parametrize("command", [c.PutOutOfService(), c.PutInService(), c.NameBox("A1"), c.PrintDropSlip(1)])
def test_a_player_cannot(command: c.Command) -> None:
    floor = Floor()
    floor.press(command)
    assert floor.refusals() == ["refused.attendant_only"]
    assert not floor.state.out_of_service


def test_it_is_said_once() -> None:
    floor = Floor()
    floor.attend(c.PutOutOfService(), c.PutOutOfService())
    assert floor.names().count("ServiceChanged") == 1
    floor.attend(c.PutInService(), c.PutInService())
    assert floor.names().count("ServiceChanged") == 2


# -- the tower -----------------------------------------------------------------------------------------


def _handpay(floor: Floor) -> None:
    floor.note(50_00)
    floor.signal(StorageSaid("paper_out", True))
    floor.press(c.CashOut())
    floor.signal(StorageSaid("paper_out", False))


def _dispute(floor: Floor) -> None:
    floor.said("acceptor.1", DocumentStacked())


STATES: dict[str, Callable[[Floor], object]] = {
    "called": lambda floor: floor.press(c.CallAttendant()),
    "somebody_comes": lambda floor: floor.press(c.CallAttendant(), c.TakeCall("ann")),
    "door_or_tilt": lambda floor: floor.said("deck.1", DoorChanged("main", True)),
    "payment_waits": _handpay,
    "locked": _dispute,
    "fault": lambda floor: floor.signal(StorageSaid("paper_low", True)),
}


def test_every_row_of_the_tower_s_table_is_shown_by_a_state_of_its_own() -> None:
    assert set(STATES) == {row.name for row in (*LOW, *HIGH)}
    assert tower(Floor().state, 1) == ("off", "off")


@pytest.mark.parametrize("name", STATES)
def test_a_state_shows_its_lamp(name: str) -> None:
    """E-20: slow = service, fast = door or tilt, solid = a payment waits."""
    floor = Floor(devices=DEVICES)
    STATES[name](floor)
    rows = LOW if name in {row.name for row in LOW} else HIGH
    found = next(row for row in rows if row.holds(floor.state, 1))
    assert found.name == name
    assert tower(floor.state, 1)[rows is HIGH] == found.lamp


@pytest.mark.parametrize("upper", [row.name for row in HIGH])
@pytest.mark.parametrize("lower", [row.name for row in HIGH])
def test_of_two_states_the_upper_row_shows(upper: str, lower: str) -> None:
    floor = Floor(devices=DEVICES)
    for name in ("payment_waits", "locked", "fault", "door_or_tilt"):  # an open door lets nobody ask for a payment
        if name in (upper, lower):
            STATES[name](floor)
    wanted = next(row.lamp for row in HIGH if row.name in (upper, lower))
    assert tower(floor.state, 1)[1] == wanted


@pytest.mark.parametrize("row", ROWS)
def test_a_fault_lights_the_tower_as_its_row_says(row: FaultRow) -> None:
    floor = Floor()
    floor.signal(StorageSaid(row.code, True))
    assert tower(floor.state, 1)[1] == row.light.value
    assert row.light is not Light.OFF or not row.play


def test_another_station_s_device_is_nothing_to_this_one_s_tower() -> None:
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.said("acceptor.2", AcceptorConditions(("cheated",)))
    assert tower(floor.state, 2)[1] == "fast"
    assert tower(floor.state, 1)[1] == "off"


# -- the alarm -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ROWS)
def test_an_alarm_sounds_its_time_also_when_its_cause_is_gone_at_once(row: FaultRow) -> None:
    """E-09: at least a second and a half."""
    assert ALARM_MS >= 1_500
    floor = Floor()
    floor.signal(StorageSaid(row.code, True))
    floor.signal(StorageSaid(row.code, False))
    assert lamps(floor.state, 1).buzzer is row.alarm
    assert floor.view().alarm is row.alarm
    floor.clock.advance(1_499)
    floor.engine.tick()
    assert lamps(floor.state, 1).buzzer is row.alarm
    floor.clock.advance(ALARM_MS)
    floor.engine.tick()
    assert not lamps(floor.state, 1).buzzer


def test_a_door_that_stands_open_goes_on_until_somebody_comes() -> None:
    floor = Floor(devices=DEVICES)
    floor.said("deck.1", DoorChanged("main", True))
    floor.clock.advance(60_000)
    floor.engine.tick()
    assert lamps(floor.state, 1).buzzer
    floor.key()
    assert not lamps(floor.state, 1).buzzer


def test_who_opens_a_door_with_the_key_turned_is_no_thief() -> None:
    floor = Floor(devices=DEVICES)
    floor.key()
    floor.said("deck.1", DoorChanged("main", True))
    assert not lamps(floor.state, 1).buzzer


def test_a_power_cut_does_not_shorten_an_alarm() -> None:
    floor = Floor(devices=DEVICES)
    floor.said("deck.1", DoorChanged("main", True), DoorChanged("main", False))
    floor.boot()
    assert lamps(floor.state, 1).buzzer
    assert StartTimer("alarm", ALARM_MS) in resume(floor.state)
    floor.elapse("alarm")
    assert not lamps(floor.state, 1).buzzer
    floor.elapse("alarm")
    assert floor.names().count("AlarmEnded") == 1


# -- words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_sentence_in_every_language_and_a_neutral_one_names_no_box(language: str) -> None:
    """S-13: a full box is nobody's business but the staff's."""
    sentences = Sentences(language)
    assert [code for code in FAULTS if not sentences.knows(f"fault.{code}")] == []
    box = {"en": "box", "es": "caja", "fr": "caisse", "de": "assette", "zh_Hans": "箱", "zh_Hant": "箱"}[language]
    full = {"en": "full", "es": "llen", "fr": "plein", "de": "voll", "zh_Hans": "满", "zh_Hant": "滿"}[language]
    neutral = [row.code for row in FAULTS.values() if row.neutral]
    assert "stacker_full" in neutral
    for code in neutral:
        said = sentences.template(f"fault.{code}").lower()
        assert box not in said
        assert full not in said


def test_every_host_code_is_one_byte_and_says_something() -> None:
    assert all(0 < row.host < 0x100 for row in FAULTS.values())
