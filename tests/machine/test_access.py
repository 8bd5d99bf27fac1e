"""Who is at work on the machine: a key without a name, people with a PIN, and what each may do."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from cabinet.app.office import pin_check
from cabinet.clock import ManualClock
from cabinet.machine.access import IDLE_MS, LEAST
from cabinet.machine.handpays import two_people
from cabinet.machine.may import own_call
from cabinet.machine.state import Call
from cabinet.ports import commands as c
from cabinet.ports.access import KEY, Role, SignIn
from cabinet.ports.deck import KeyTurned
from cabinet.ports.plain import encode
from cabinet.ports.signals import OfficeTouched, PinTold
from cabinet.settings.pins import FREE_TRIES, Cost, Pins
from tests.machine.examples import example
from tests.machine.floor import Floor
from tests.machine.setups import options

ROLES = tuple(Role)
LESSER = [(command, role) for command, least in LEAST.items() for role in ROLES if not role.covers(least)]


def seen(floor: Floor) -> dict[str, Any]:
    """The player's picture but for the row, and what was said to somebody else meanwhile."""
    view: dict[str, Any] = encode(floor.view())
    return {name: value for name, value in view.items() if name not in ("row", "messages")}


# -- roles ---------------------------------------------------------------------------------------------


def test_every_attendants_command_has_its_least_role() -> None:
    assert set(LEAST) == set(get_args(c.AttendantCommand))


@pytest.mark.parametrize("command", LEAST, ids=lambda command: command.__name__)
def test_without_anybody_at_work_each_command_is_refused_and_writes_nothing(command: type) -> None:
    floor = Floor()
    rows = floor.engine.row
    floor.press(example(command))
    assert floor.refusals() == ["refused.attendant_only"]
    assert floor.engine.row == rows


@pytest.mark.parametrize(("command", "role"), LESSER, ids=lambda one: getattr(one, "__name__", str(one)))
def test_each_command_is_refused_to_each_lesser_role(command: type, role: Role) -> None:
    floor = Floor()
    floor.sign_in("A1", role)
    rows = floor.engine.row
    floor.press(example(command))
    assert floor.refusals() == ["refused.role"]
    assert floor.engine.row == rows


def test_a_key_alone_is_an_attendant_without_a_name() -> None:
    floor = Floor()
    floor.key()
    office = floor.view().office
    assert office is not None
    assert (office.who, office.role, office.balanced) == (KEY, Role.ATTENDANT, True)


def test_who_did_it_stands_in_the_same_entry() -> None:
    """M-21."""
    floor = Floor()
    floor.press(c.CallAttendant())
    floor.sign_in("B7")
    floor.press(c.AnswerCall())
    names = [record["is"] for record in floor.memory.rows[-1].records]
    assert names == ["CallAnswered", "Did"]
    assert floor.last("Did") == {"is": "Did", "station": 1, "who": "B7", "what": "AnswerCall"}


def test_a_player_takes_his_call_back_and_never_one_of_the_machine() -> None:
    floor = Floor()
    assert "cancel_call" not in floor.view().allowed
    floor.press(c.CallAttendant(), c.CallAttendant("drink"))
    assert "cancel_call" in floor.view().allowed
    floor.press(c.CancelCall())
    assert floor.last("CallWithdrawn") == {"is": "CallWithdrawn", "station": 1}
    assert (floor.view().called, floor.state.calls) == ("", ())
    floor.press(c.CancelCall())
    assert floor.refusals() == ["refused.not_now"]
    floor.press(c.CallAttendant("pay"))
    assert floor.view().called == "pay", "and may call again"
    for reason in ("idle_round", "seat"):
        machines = replace(floor.state, calls=(Call(1, reason),))
        assert own_call(machines, 1) is None, "what the machine called for still needs somebody"


# -- coming and going ----------------------------------------------------------------------------------


def _betting(floor: Floor) -> None:
    floor.note(10_000)
    floor.press(c.AddChip("main", 500), c.AddChip("super_bonus", 100))


def _laying(floor: Floor) -> None:
    _betting(floor)
    floor.press(c.Deal(), c.LayPiece(0, "front"), c.LayPiece(1, "across1"), c.TurnPiece(1))


def _settled(floor: Floor) -> None:
    floor.note(10_000)
    floor.round(main=500)


def _speaking_german(floor: Floor) -> None:
    floor.press(c.ChooseLanguage("de"), c.CallAttendant())


BEFORE = {"idle": lambda floor: None, "bets": _betting, "laying": _laying, "over": _settled, "call": _speaking_german}


@pytest.mark.parametrize("state", BEFORE)
@pytest.mark.parametrize("way", ["close", "key back", "idle", "signed in and closed"])
def test_afterwards_the_player_finds_everything_as_it_was(state: str, way: str) -> None:
    """M-24: chips on the cloth and tiles half laid stay; only what was said is over."""
    floor = Floor()
    BEFORE[state](floor)
    before = seen(floor)
    if way == "idle":
        floor.sign_in()
        floor.signal(OfficeTouched(1))
        floor.elapse("office.1")
    elif way == "key back":
        floor.key()
        floor.sign_in("A1", Role.OPERATOR)
        floor.key(False)
    else:
        floor.key() if way == "close" else floor.sign_in()
        floor.press(c.SignOut())
    assert seen(floor) == before


def test_while_somebody_is_at_work_nothing_plays_and_nothing_is_paid() -> None:
    """M-24, H-08."""
    floor = Floor()
    _betting(floor)
    floor.sign_in()
    for command in (c.Deal(), c.CashOut()):
        floor.press(command)
        assert floor.refusals() == ["refused.attendant_open"]
    assert not floor.view().notes_open
    assert floor.view().credit_cents == 10_000


def test_the_key_back_ends_everybodys_work() -> None:
    floor = Floor()
    floor.key()
    floor.sign_in("T1", Role.TECHNICIAN)
    floor.key(False)
    assert floor.last("SignedOut") == {"is": "SignedOut", "station": 1, "who": "T1", "why": "key"}
    assert floor.view().office is None


def test_a_person_who_walks_away_leaves_the_key_with_no_more_than_a_key_may() -> None:
    floor = Floor()
    floor.key()
    floor.sign_in("T1", Role.TECHNICIAN)
    floor.elapse("office.1")
    office = floor.view().office
    assert office is not None
    assert (office.who, office.role) == (KEY, Role.ATTENDANT)
    floor.elapse("office.1")
    assert floor.view().office is not None, "a turned key is nobody who forgot to close"


def test_one_takes_the_others_place_and_both_are_in_the_log() -> None:
    floor = Floor()
    floor.sign_in("A1")
    floor.sign_in("A2", Role.OPERATOR)
    assert [record["is"] for record in floor.memory.rows[-1].records] == ["SignedOut", "SignedIn"]
    assert floor.last("SignedOut")["who"] == "A1"


def test_reading_pages_keeps_the_office_open_and_writes_nothing() -> None:
    floor = Floor()
    floor.sign_in()
    rows = floor.engine.row
    for _ in range(3):
        floor.clock.advance(IDLE_MS - 1_000)
        floor.signal(OfficeTouched(1))
        floor.engine.tick()
        assert floor.view().office is not None
    assert floor.engine.row == rows
    floor.clock.advance(IDLE_MS)
    floor.engine.tick()
    assert floor.last("SignedOut")["why"] == "idle"


def test_a_power_cut_ends_all_work() -> None:
    floor = Floor()
    floor.key()
    floor.sign_in("T1", Role.TECHNICIAN)
    floor.boot()
    assert floor.state.office == ()
    floor.ready()
    floor.said("deck.1", KeyTurned("audit", True))
    assert [one.who for one in floor.state.office] == [KEY]


# -- PINs ----------------------------------------------------------------------------------------------

PIN, WRONG = "836194", "190375"


class Desk:
    """The check of PINs beside the machine."""

    def __init__(self, folder: Path) -> None:
        self.floor, self.clock = Floor(), ManualClock("2026-03-01T09:00:00+00:00")
        pins = Pins(folder / "keys" / "pins.json", self.clock, cost=Cost(n=2))
        pins.set("A1", Role.OPERATOR, PIN)
        self.check = pin_check(pins)

    def types(self, who: str, pin: str) -> PinTold:
        told = self.check(1, SignIn(who, pin))
        self.floor.signal(told)
        return told


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_right_pin_lets_a_person_in_with_his_role(desk: Desk) -> None:
    desk.types("A1", PIN)
    assert desk.floor.last("SignedIn") == {"is": "SignedIn", "station": 1, "who": "A1", "role": "operator"}


def test_guessing_is_slowed_recorded_and_said_how_long(desk: Desk) -> None:
    """Each judged try is a row with its number; while one has to wait nothing is judged and nothing is written."""
    for number in range(1, FREE_TRIES + 1):
        desk.types("A1", WRONG)
        assert desk.floor.last("PinRefused")["wrong"] == number
    assert desk.floor.refusals() == ["refused.pin_wait"]
    rows = desk.floor.engine.row
    assert not desk.types("A1", PIN).judged, "not even the right one"
    assert desk.floor.engine.row == rows
    assert desk.floor.view().office is None
    tried, waited = FREE_TRIES, 0
    while waited < 3_600 and tried < 100:
        told = desk.types("A1", WRONG)
        desk.clock.advance(1_000 * max(1, told.wait_s))
        waited += max(1, told.wait_s)
        tried += told.judged
    assert tried < 16, "an hour of guessing is a dozen tries"


def test_an_id_that_nobody_has_is_not_written_down(desk: Desk) -> None:
    """It may be a PIN typed into the wrong line."""
    desk.types(PIN, "1")
    assert desk.floor.last("PinRefused") == {"is": "PinRefused", "station": 1, "who": "", "wrong": 1}


def test_a_pin_is_nowhere_but_in_the_check(desk: Desk) -> None:
    desk.types("A1", WRONG)
    desk.types("A1", PIN)
    written = json.dumps([encode(row) for row in desk.floor.memory.rows])
    assert PIN not in written
    assert WRONG not in written
    assert PIN not in repr(SignIn("A1", PIN))


# -- two people ----------------------------------------------------------------------------------------


def test_a_large_handpay_is_confirmed_by_two_people_with_names() -> None:
    money = replace(options().money, handpay_second_person_cents=5_000, ticket_max_cents=1_000)
    floor = Floor(replace(options(), money=money))
    floor.note(5_000)
    floor.press(c.CashOut())
    floor.key()
    floor.press(c.PayHandpay(1))
    assert floor.refusals() == ["refused.needs_name"]
    floor.sign_in("A1")
    floor.press(c.PayHandpay(1))
    assert floor.last("HandpayConfirmed") == {"is": "HandpayConfirmed", "station": 1, "handpay": 1, "who": "A1"}
    assert floor.state.bank.station(1).books.in_flight.total == 5_000, "nothing is paid yet"
    floor.press(c.PayHandpay(1))
    assert floor.refusals() == ["refused.second_person"]
    floor.sign_in("A2")
    floor.press(c.PayHandpay(1))
    assert floor.state.bank.station(1).books.handpay_cancelled.total == 5_000
    assert floor.last("Did")["who"] == "A2"
    assert [two_people(floor.state, slip) for slip in floor.state.bank.station(1).slips] == [True], "both sign"


def test_below_the_amount_one_is_enough() -> None:
    money = replace(options().money, handpay_second_person_cents=5_001, ticket_max_cents=1_000)
    floor = Floor(replace(options(), money=money))
    floor.note(5_000)
    floor.press(c.CashOut())
    floor.attend(c.PayHandpay(1))
    assert floor.state.bank.station(1).books.handpay_cancelled.total == 5_000
    assert [two_people(floor.state, slip) for slip in floor.state.bank.station(1).slips] == [False]
