"""The real dice in the round: a valid first rest decides, nothing is rolled again after it, nothing is made up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.bank.books import problems
from cabinet.machine.dice import ALARM, ATTEMPTS, evidence
from cabinet.play.state import Phase
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports import shaker as s
from cabinet.ports.link import LinkDown
from tests.machine.floor import Floor
from tests.machine.setups import options

SHAKER = "shaker.0"
LOW, HIGH = (1, 2, 1), (6, 6, 5)
RAW = "D,000,0000000000000001,1,1,1,2,1*0000"


def _shaking(main: int = 1_000, dice_lo: int = 500) -> Floor:
    """Hands are set, the order is shown, the shaker was told to shake."""
    floor = Floor(options(dice=True), ("acceptor.1", "printer.1", SHAKER))
    floor.note(10_000)
    floor.round(main=main, dice_lo=dice_lo)
    assert floor.state.play.phase is Phase.SHAKING
    return floor


def _first(faces: tuple[int, int, int] = LOW, attempt: int = 1, number: int = 1) -> s.FirstRest:
    return s.FirstRest(number, attempt, faces, RAW)


def _read(faces: tuple[int, int, int] = LOW, attempt: int = 1, number: int = 1) -> s.DiceRead:
    return s.DiceRead(number, attempt, faces, (RAW, RAW))


def _rejected(attempt: int) -> s.RollRejected:
    return s.RollRejected(1, attempt, "cocked", (RAW,))


def _shakes(floor: Floor) -> list[tuple[int, int]]:
    return [(order.round_number, order.attempt) for order in floor.orders_to(SHAKER) if isinstance(order, s.Shake)]


def _stored(floor: Floor) -> int:
    return sum(isinstance(order, s.ResultStored) for order in floor.orders_to(SHAKER))


def _award(floor: Floor, bet: str) -> str:
    result = floor.view().table.result
    assert result is not None
    return next(award.outcome for award in result.awards if award.bet == bet)


def test_without_a_dice_bet_nothing_is_shaken() -> None:
    floor = Floor(options(dice=True), ("acceptor.1", "printer.1", SHAKER))
    floor.note(10_000)
    floor.round(main=1_000)
    assert _shakes(floor) == []
    assert floor.state.play.phase is Phase.SETTLED


def test_the_shake_is_on_disk_before_it_is_ordered_and_the_result_before_the_cover_opens() -> None:
    floor = _shaking()
    assert floor.names()[-2:] == ["OrderShown", "RollStarted"]
    floor.said(SHAKER, _first())
    assert floor.names()[-1] == "FirstRestKept"
    assert _stored(floor) == 0
    floor.said(SHAKER, _read())
    assert floor.last("DiceAccepted")["how"] == "read"
    assert floor.names(since=len(floor.memory.rows) - 1)[0] == "DiceAccepted"
    assert _stored(floor) == 1
    assert _award(floor, "dice_lo") != "lost"
    assert floor.view().table.dice == LOW


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(_read(number=2), id="another round"),
        pytest.param(_read(attempt=2), id="another attempt"),
        pytest.param(_first(number=9), id="a first rest of another round"),
        pytest.param(s.RollDisturbed(1, 3, "lid", False), id="a disturbance of another attempt"),
    ],
)
def test_what_does_not_belong_to_the_attempt_is_noted_and_never_used(event: s.ShakerEvent) -> None:
    """D-14, D-17: late, foreign and forged results."""
    floor = _shaking()
    floor.said(SHAKER, event)
    assert floor.last("EventNoted")["code"] == "dice_ignored"
    assert floor.state.play.phase is Phase.SHAKING
    assert floor.state.play.round is not None
    assert floor.state.play.round.roll.first is None


def test_a_result_after_the_round_is_settled_changes_nothing_but_opens_the_cover() -> None:
    floor = _shaking()
    floor.said(SHAKER, _first(), _read())
    before = floor.state.bank
    floor.said(SHAKER, _read(HIGH))
    assert floor.state.bank == before
    assert _stored(floor) == 2
    assert floor.view().table.dice == LOW


def test_unasked_dice_between_rounds_are_nobody_s_result() -> None:
    floor = Floor(options(dice=True), ("acceptor.1", "printer.1", SHAKER))
    floor.said(SHAKER, _read())
    assert floor.last("EventNoted")["code"] == "dice_ignored"


def test_without_a_valid_first_rest_the_same_bets_are_shaken_again_three_times_and_then_void() -> None:
    """D-11, rule 3: dice bets back as voided wagers, the rest settled in the same entry."""
    floor = _shaking()
    credit = floor.credit_cents
    for attempt in range(1, ATTEMPTS + 1):
        assert _shakes(floor)[-1] == (1, attempt)
        floor.said(SHAKER, _rejected(attempt))
    assert len(_shakes(floor)) == ATTEMPTS
    last = floor.names(since=len(floor.memory.rows) - 1)
    assert {"RollDropped", "DiceVoided", "RoundSettled", "WagerVoided", "FaultRaised"} <= set(last)
    books = floor.state.bank.station(1).books
    assert books.wager_voided.total == 500
    assert floor.credit_cents - credit - 500 == books.coin_out.total
    assert _award(floor, "dice_lo") == "void"
    assert problems(books) == ()
    assert [fault.code for fault in floor.state.faults] == ["dice_void"]


def test_after_a_void_the_dice_bets_are_closed_until_the_attendant_clears_it() -> None:
    floor = _shaking()
    for attempt in (1, 2, 3):
        floor.said(SHAKER, _rejected(attempt))
    closed = {spot.bet: spot.closed for spot in floor.view().table.spots}
    assert (closed["dice_lo"], closed["main"]) == ("shaker_down", "")
    floor.press(c.AddChip("dice_lo", 500))
    assert floor.refusals() == ["refused.bet_closed"]
    floor.attend(c.ClearFault("dice_void"))
    assert {spot.bet: spot.closed for spot in floor.view().table.spots}["dice_lo"] == ""


def test_a_kick_after_the_first_rest_does_not_roll_again() -> None:
    """Rule 4: with the cover proven closed the first rest stands, whatever was done to the shaker."""
    floor = _shaking()
    floor.said(SHAKER, _first(LOW), s.RollDisturbed(1, 1, "moved", True))
    assert floor.last("DiceAccepted")["how"] == "stands"
    assert floor.view().table.dice == LOW
    assert len(_shakes(floor)) == 1


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(s.RollDisturbed(1, 1, "lid_open", False), id="lid opened"),
        pytest.param(_rejected(1), id="rejected after the first rest"),
        pytest.param(_read(HIGH), id="second reading differs"),
    ],
)
@pytest.mark.parametrize("stands", [True, False])
def test_what_cannot_be_decided_is_frozen_for_the_attendant(event: s.ShakerEvent, stands: bool) -> None:
    floor = _shaking()
    floor.said(SHAKER, _first(LOW), event)
    assert floor.names()[-1] == "RollFrozen"
    assert [lock.kind for lock in floor.view().locks] == ["dice"]
    floor.said(SHAKER, _read(LOW))
    assert "RoundSettled" not in floor.names(), "no later word unfreezes it"
    assert "rule_dice" not in floor.view().allowed
    floor.key()
    assert "rule_dice" in floor.view().allowed
    floor.press(c.RuleDice(stands))
    floor.key(False)
    assert floor.state.play.phase is Phase.SETTLED
    assert (floor.view().table.dice == LOW) is stands
    assert (_award(floor, "dice_lo") == "void") is not stands
    assert len(_shakes(floor)) == 1


def test_a_first_rest_is_kept_once_whatever_is_said_after_it() -> None:
    floor = _shaking()
    floor.said(SHAKER, _first(LOW), _first(HIGH))
    assert floor.names().count("FirstRestKept") == 1
    assert floor.last("FirstRestKept")["faces"] == list(LOW)


@pytest.mark.parametrize(("first", "name"), [(False, "DiceVoided"), (True, "RollFrozen")])
def test_ninety_seconds_are_the_end(first: bool, name: str) -> None:
    floor = _shaking()
    if first:
        floor.said(SHAKER, _first())
    floor.elapse("round.roll")
    assert name in floor.names(since=len(floor.memory.rows) - 1)
    floor.elapse("round.roll")
    assert floor.names().count(name) == 1


# -- the power goes while the dice tumble -------------------------------------------------------------


def _told(state: str, number: int = 1, attempt: int = 1) -> s.ShakerTold:
    return s.ShakerTold(state, number, attempt, 0)


@pytest.mark.parametrize(
    ("event", "order", "frozen"),
    [
        pytest.param(_told("shaking"), None, False, id="still shaking: wait"),
        pytest.param(_told("reading"), None, False, id="still reading: wait"),
        pytest.param(_told("result"), s.ReadAgain(1, 1), False, id="holds the result: read, never shake"),
        pytest.param(_told("cocked"), s.ReadAgain(1, 1), False, id="cocked: it says so itself"),
        pytest.param(_told("idle", 7, 1), s.Shake(1, 1), False, id="the order never arrived: sent again"),
        pytest.param(_told("idle", 0, 0), None, True, id="lost its memory: for the attendant"),
        pytest.param(_told("boot", 0, 0), None, True, id="booted: for the attendant"),
    ],
)
def test_after_a_power_cut_the_shaker_is_asked_and_never_shaken_on_a_guess(
    event: s.ShakerTold, order: object, frozen: bool
) -> None:
    """A8: the outstanding roll, the stake taken once."""
    floor = _shaking()
    coin_in = floor.state.bank.station(1).books.coin_in
    floor.boot()
    floor.said(SHAKER, event)
    assert floor.orders_to(SHAKER) == ([] if order is None else [order])
    assert (floor.names()[-1] == "RollFrozen") is frozen
    assert floor.state.bank.station(1).books.coin_in == coin_in


def test_with_a_first_rest_on_disk_nothing_is_shaken_again_after_a_power_cut() -> None:
    floor = _shaking()
    floor.said(SHAKER, _first())
    floor.boot()
    floor.said(SHAKER, _told("idle", 7, 1))
    assert _shakes(floor) == []
    assert floor.names()[-1] == "RollFrozen"


def test_a_result_on_disk_always_wins() -> None:
    """Rule 5: settled before the cut is settled after it."""
    floor = _shaking()
    floor.said(SHAKER, _first(), _read())
    settled = floor.state.play.round
    floor.boot()
    floor.said(SHAKER, _told("result"), _read(HIGH))
    assert floor.state.play.round == settled


# -- whose word it is ---------------------------------------------------------------------------------


def test_credit_never_moves_because_of_what_a_shaker_says() -> None:
    """A5: every event of the shaker, and the acceptor's own words in the shaker's name."""
    floor = Floor(options(dice=True), ("acceptor.1", "printer.1", SHAKER))
    floor.note(5_000)
    books = floor.state.bank.station(1).books
    for event in (_first(), _read(), _rejected(1), s.RollDisturbed(1, 1, "x", True), _told("result")):
        floor.said(SHAKER, event)
    assert floor.state.bank.station(1).books == books


def test_a_shaker_that_is_lost_closes_the_dice_bets_only() -> None:
    """D-14: no fall-back to anything else."""
    floor = Floor(options(dice=True), ("acceptor.1", "printer.1", SHAKER))
    floor.note(5_000)
    floor.said(SHAKER, LinkDown("unplugged"))
    closed = {spot.bet: spot.closed for spot in floor.view().table.spots}
    assert closed["dice_hi"] == "shaker_down"
    floor.round(main=1_000)
    assert floor.state.play.phase is Phase.SETTLED


def test_fair_dice_seldom_alarm_and_loaded_dice_soon() -> None:
    """D-15: an always-valid test; the counts of a fair set stay far below the alarm, a six too often passes it."""
    assert evidence((100,) * 6) < 1
    assert evidence((0,) * 6) == pytest.approx(1)
    assert evidence((150, 150, 150, 150, 150, 300)) > ALARM
    assert evidence((1000, 1010, 990, 1005, 995, 1000)) < 1


def test_money_taken_during_the_roll_is_not_lost() -> None:
    """T-02: a note goes in while the dice tumble."""
    floor = _shaking()
    credit = floor.credit_cents
    floor.said("acceptor.1", a.NoteEscrowed(2_000), a.DocumentStacked(), a.DocumentFinished())
    assert floor.credit_cents == credit + 2_000
    floor.said(SHAKER, _first(), _read())
    assert problems(floor.state.bank.station(1).books) == ()


def test_two_disturbed_rolls_in_a_day_close_the_dice_bets() -> None:
    """Rule 4: the second time somebody looks first."""
    floor = _shaking()
    for number in (1, 2):
        floor.said(SHAKER, replace(_first(), round_number=number), s.RollDisturbed(number, 1, "lid_open", False))
        floor.attend(c.RuleDice(True))
        if number == 1:
            floor.round(main=1_000, dice_lo=500)
    assert "dice_disturbed" in [fault.code for fault in floor.state.faults]
    assert {spot.bet: spot.closed for spot in floor.view().table.spots}["dice_lo"] == "shaker_down"
