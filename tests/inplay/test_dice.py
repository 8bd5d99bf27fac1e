"""The real dice in a real round: everything that a shaker and the hands around it can do, and how the round ends.

Whatever happens: the books are exact, every decision is reproduced from its signal, no attempt is shaken twice, and
a face that is paid on lay on the dice in the emulated world at the first rest of the attempt that counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest

from cabinet.machine.dice import AGAIN_MS, ALARM, ATTEMPTS, counts, evidence
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports import shaker as s
from cabinet.ports.access import Role
from cabinet.ports.signals import DeviceSaid
from drivers.shakers.shaker_wire import Command, line
from tests.inplay.floor import ACCEPTOR, DECK, DICE_CENTS, PRINTER, SHAKER, Floor

Act = Callable[[Floor], None]


def switched(name: str, **more: Any) -> Act:
    return lambda floor: floor.fault(SHAKER, name, **more)


def by_hand(**what: object) -> Act:
    def act(floor: Floor) -> None:
        floor.hand(SHAKER, what)

    return act


def end(floor: Floor) -> None:
    """Until the round is settled or waits for the attendant; then what is still under way comes in."""
    floor.wait(lambda: floor.phase is Phase.SETTLED or frozen(floor), "the end of the roll")
    floor.run(4_000)
    believed(floor)


def frozen(floor: Floor) -> bool:
    assert floor.state.play.round is not None
    return bool(floor.state.play.round.roll.frozen)


def believed(floor: Floor) -> None:
    """What must hold after every story."""
    floor.check()
    started = [(row["round_number"], row["attempt"]) for row in floor.rows("RollStarted")]
    assert len(set(started)) == len(started), "an attempt was shaken twice"
    assert all(attempt <= ATTEMPTS for _, attempt in started)
    fallen = floor.world.shelf(SHAKER).data["rolls"]
    for row in floor.rows("DiceAccepted"):
        assert row["faces"] in fallen, "faces that never lay in the shaker"
        assert row["raw"], "no raw line proves it"
    for row in floor.rows("FirstRestKept"):
        assert row["faces"] in fallen


def how(floor: Floor) -> str:
    """How the one round ended: read, stands, ruled, void or frozen."""
    accepted, voided = floor.rows("DiceAccepted"), floor.rows("DiceVoided")
    assert len(accepted) + len(voided) + frozen(floor) == 1
    return str(accepted[0]["how"]) if accepted else "void" if voided else "frozen"


# -- every entry of the emulator's list ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Story:
    """*before*: done before the round, *dealt* between its deal and its shake; *at*: (state, ms later, act), and 3 s
    after it *then*."""

    name: str
    ends: str
    attempts: int = 1
    before: tuple[Act, ...] = ()
    at: tuple[str, int, Act] | None = None
    then: tuple[Act, ...] = field(default=())
    dealt: tuple[Act, ...] = field(default=())


READ_MS = 100  # after the first rest: read 1 is told by then, read 2 is not
OPEN, CLOSED, OFF, ON = by_hand(lid="open"), by_hand(lid="closed"), by_hand(power="off"), by_hand(power="on")


HEARS = switched("deaf", on=False)


def _wait(floor: Floor) -> None:
    floor.run(4_000)


def _out(floor: Floor) -> None:
    floor.unplug(SHAKER)


def _in(floor: Floor) -> None:
    floor.plug(SHAKER)


STORIES = (
    Story("nothing", "read"),
    Story("cocked", "void", 3, (switched("cocked"),)),
    Story("two dice", "void", 3, (switched("two_dice"),)),
    Story("four dice", "void", 3, (switched("four_dice"),)),
    Story("stuck motor", "void", 3, (switched("stuck_motor"),)),
    Story("no tumble", "void", 3, (switched("no_tumble"),)),
    Story("cover stuck", "void", 3, (switched("cover_stuck"),)),
    Story("readings disagree", "stands", 1, (switched("disagree"),)),
    Story("kicked after the first rest", "stands", 1, (switched("kick"),)),
    Story("late result", "read", 1, (switched("late_result", ms=1500),)),
    Story("later than a reading may take", "void", 3, (switched("late_result", ms=4000),)),
    Story("duplicate result", "read", 1, (switched("duplicate_result"),)),
    # it holds a result for this round that cannot be had: shaking again would be a second roll for nothing
    Story("wrong round", "void", 1, (switched("wrong_round"),)),
    Story("wrong tag", "void", 1, (switched("wrong_tag"),)),
    Story("split frames", "read", 1, (switched("split_frames"),)),
    Story("corrupt CRC for ever", "void", 1, (), ("shaking", 0, switched("corrupt_crc"))),
    Story(
        "corrupt CRC for 3 s",
        "read",
        1,
        (),
        ("settling", 0, switched("corrupt_crc")),
        (switched("corrupt_crc", on=False),),
    ),
    # reboots: what it knew of the attempt is gone, and whether anybody saw the dice nobody can say
    Story("reboot while shaking", "frozen", 1, (switched("reboot_at", state="SHAKING"),)),
    Story("reboot while settling", "frozen", 1, (switched("reboot_at", state="SETTLING"),)),
    Story("reboot while reading", "frozen", 1, (switched("reboot_at", state="READING"),)),
    Story("reboot with the result", "frozen", 1, (switched("reboot_at", state="RESULT"),)),
    Story("reboot while cocked", "frozen", 1, (switched("cocked"), switched("reboot_at", state="COCKED"))),
    Story("reboot in a fault", "frozen", 1, (switched("stuck_motor"), switched("reboot_at", state="FAULT"))),
    Story("reboot after the result is stored", "read", 1, (switched("reboot_at", state="IDLE"),)),
    # the cable: the shaker goes SAFE after 2 s; a result it holds is taken, a roll that never rested is made again
    Story("cable out while shaking", "read", 2, (), ("shaking", 0, _out), (_in,)),
    # it has not restarted: what it does not know never reached it, whether or not it ever rolled before
    Story("cable out at the order", "read", dealt=(_out,), at=("idle", 500, _in)),
    Story("without power at the order", "read", dealt=(OFF, _wait), at=("off", 500, ON)),
    Story("restarted while the player set", "read", dealt=(OFF, _wait, ON, _wait)),
    Story("starting at the order", "read", dealt=(OFF, _wait, ON)),
    Story("order lost on the way", "read", 1, (), ("idle", 0, _out), (HEARS, _in), dealt=(switched("deaf"),)),
    Story("mute while settling", "read", 1, (), ("settling", 0, switched("mute")), (switched("mute", on=False),)),
    Story("mute for ever from the first rest on", "frozen", 1, (), ("reading", READ_MS, switched("mute"))),
    Story("cable out while settling", "read", 1, (), ("settling", 0, _out), (_in,)),
    Story("cable out at rest", "read", 1, (), ("reading", 0, _out), (_in,)),
    Story("cable out after the first rest", "read", 1, (), ("reading", READ_MS, _out), (_in,)),
    Story("cable out for ever while shaking", "void", 1, (), ("shaking", 0, _out)),
    Story("cable out for ever after the first rest", "frozen", 1, (), ("reading", READ_MS, _out)),
    # the lid: harmless only while the dice still tumbled
    Story("lid opened while shaking", "read", 2, (), ("shaking", 900, OPEN), (CLOSED,)),
    Story("lid opened while settling", "frozen", 1, (), ("settling", 0, OPEN), (CLOSED,)),
    Story("lid opened at rest", "frozen", 1, (), ("reading", 0, OPEN), (CLOSED,)),
    Story("lid opened after the first rest", "frozen", 1, (), ("reading", READ_MS, OPEN), (CLOSED,)),
    Story("power cut while shaking", "frozen", 1, (), ("shaking", 900, OFF), (ON,)),
    Story("power cut while settling", "frozen", 1, (), ("settling", 0, OFF), (ON,)),
    Story("power cut at rest", "frozen", 1, (), ("reading", 0, OFF), (ON,)),
    Story("power cut after the first rest", "frozen", 1, (), ("reading", READ_MS, OFF), (ON,)),
)


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_every_entry_of_the_list_in_a_round(story: Story) -> None:
    """D-11, D-12, D-14, D-17, A4, A8."""
    floor = told(story)
    assert how(floor) == story.ends
    assert len(floor.rows("RollStarted")) == story.attempts
    assert floor.state.bank.station(1).books.coin_in.total == 1_500, "the stake is taken once"
    if story.ends == "void":
        _refunded(floor)
    elif story.ends != "frozen":
        assert floor.rows("WagerVoided") == []
        accepted = tuple(floor.rows("DiceAccepted")[0]["faces"])
        assert floor.view().table.dice == accepted
        assert (floor.outcome("dice_lo") != "lost") is low(accepted)


def told(story: Story) -> Floor:
    """The floor after the story."""
    floor = Floor(seed=3)
    for act in story.before:
        act(floor)
    floor.note(10_000)
    floor.deal(dice_lo=DICE_CENTS)
    for act in story.dealt:
        act(floor)
    floor.set_hands()
    assert floor.phase is Phase.SHAKING
    if story.at is not None:
        state, later, act = story.at
        floor.wait_shaker(state)
        floor.run(later)
        act(floor)
        if story.then:
            floor.run(3_000)
        for then in story.then:
            then(floor)
    end(floor)
    return floor


def low(faces: tuple[int, ...]) -> bool:
    return 4 <= sum(faces) <= 10 and len(set(faces)) > 1


def _refunded(floor: Floor) -> None:
    """Rule 3: the dice bets come back as voided wagers, everything else is settled in the same entry."""
    assert {"DiceVoided", "RoundSettled", "WagerVoided", "FaultRaised"} <= set(floor.names_of_last("RoundSettled"))
    assert floor.books.wager_voided.total == DICE_CENTS
    assert floor.outcome("dice_lo") == "void"
    assert floor.outcome("main") != "void"
    assert floor.view().table.dice == ()
    assert "dice_void" in floor.faults()
    assert floor.closed()["dice_lo"] == "shaker_down"
    assert floor.closed()["main"] == ""


FROZEN = tuple(story for story in STORIES if story.ends == "frozen")


@pytest.mark.parametrize("stands", [True, False], ids=["stands", "void"])
@pytest.mark.parametrize("story", FROZEN, ids=[story.name for story in FROZEN])
def test_a_frozen_roll_waits_for_the_attendant_and_ends_as_he_rules(story: Story, stands: bool) -> None:
    """Rule 4: he sees the raw line of the first rest; without one there is nothing that could stand."""
    floor = told(story)
    assert [lock.kind for lock in floor.view().locks] == ["dice"]
    assert "cash_out" not in floor.view().allowed
    floor.key(True)
    assert "rule_dice" in floor.view().allowed
    floor.press(c.RuleDice(stands))
    first = floor.rows("FirstRestKept")
    if stands and not first:
        assert floor.refusals() == ["refused.nothing_to_rule"]
        floor.press(c.RuleDice(False))
    floor.key(False)
    assert floor.phase is Phase.SETTLED
    assert "dice" not in [lock.kind for lock in floor.view().locks]
    if stands and first:
        assert floor.rows("DiceAccepted")[0]["how"] == "ruled"
        assert floor.view().table.dice == tuple(first[0]["faces"])
    else:
        _refunded(floor)
    floor.run(2_000)
    believed(floor)


@pytest.mark.parametrize("fault", ["cocked", "two_dice", "four_dice", "no_tumble"])
def test_what_is_over_before_the_second_attempt_costs_nobody_the_bet(fault: str) -> None:
    """Rule 3: the same bets, the next attempt."""
    floor = Floor(seed=3)
    floor.fault(SHAKER, fault)
    floor.shake()
    floor.wait(lambda: bool(floor.rows("RollDropped")), "the first attempt to be dropped")
    floor.fault(SHAKER, fault, on=False)
    end(floor)
    assert how(floor) == "read"
    assert len(floor.rows("RollStarted")) == 2


def test_a_motor_that_frees_itself_rolls_at_the_next_attempt() -> None:
    """Rule 3: its fault is cleared before the next order, which it would refuse otherwise."""
    floor = Floor(seed=3)
    floor.fault(SHAKER, "stuck_motor")
    floor.shake()
    floor.run(600)
    floor.fault(SHAKER, "stuck_motor", on=False)
    end(floor)
    assert [row["reason"] for row in floor.rows("RollDropped")] == ["motor"]
    assert how(floor) == "read"


@pytest.mark.parametrize("fault", ["stuck_motor", "cover_stuck"])
def test_a_shaker_that_fails_is_given_time_between_its_attempts(fault: str) -> None:
    """Three attempts in as many seconds would find the same motor stuck thrice."""
    floor, began = Floor(seed=3), []
    floor.fault(SHAKER, fault)
    floor.shake()
    for attempt in range(1, ATTEMPTS + 1):
        floor.wait(lambda tries=attempt: len(floor.rows("RollStarted")) == tries, f"attempt {attempt}")  # type: ignore[misc]
        began.append(floor.now)
    assert all(later - before >= AGAIN_MS for before, later in pairwise(began))
    end(floor)
    assert how(floor) == "void"


@pytest.mark.parametrize("old_one_back", [True, False])
def test_no_dice_are_rolled_by_a_shaker_that_nobody_fitted(old_one_back: bool) -> None:
    """Rule 9: it stood there when the hands were set; the bets wait for the old one, and are void without it."""
    floor = Floor(seed=3)
    floor.note(10_000)
    floor.deal(dice_lo=DICE_CENTS)
    floor.replace(SHAKER, "OTHER-9")
    floor.run(6_000)
    floor.set_hands()
    floor.run(20_000)
    assert floor.world.shelf(SHAKER).data["rolls"] == []
    if old_one_back:
        floor.replace(SHAKER, "")
    end(floor)
    assert how(floor) == ("read" if old_one_back else "void")


def test_a_program_that_restarts_between_two_attempts_makes_the_second_one() -> None:
    floor = Floor(seed=3)
    floor.fault(SHAKER, "stuck_motor")
    floor.shake()
    floor.wait(lambda: bool(floor.rows("RollDropped")), "the first attempt to be dropped")
    floor.fault(SHAKER, "stuck_motor", on=False)
    floor.boot()
    end(floor)
    assert how(floor) == "read"
    assert [row["attempt"] for row in floor.rows("RollStarted")] == [1, 2]


def test_the_attendant_clears_a_stuck_motor_only_when_it_turns_again() -> None:
    floor = Floor(seed=3)
    floor.fault(SHAKER, "stuck_motor")
    floor.shake()
    end(floor)
    floor.attend(c.ClearFault("dice_void"), c.ClearFault("shaker_motor"))
    floor.run(1_000)
    assert floor.faults() == {"shaker_motor"}, "its cause holds, so it is raised again"
    floor.fault(SHAKER, "stuck_motor", on=False)
    floor.attend(c.ClearFault("shaker_motor"))
    floor.run(1_000)
    assert floor.faults() == set()
    floor.shake()
    end(floor)
    assert floor.rows("DiceAccepted")[0]["round_number"] == 2


def test_after_a_void_the_cover_opens_and_the_fault_stays_until_the_attendant_clears_it() -> None:
    """Rule 3: nothing that the shaker says afterwards ends it."""
    floor = Floor(seed=3)
    floor.fault(SHAKER, "cocked")
    floor.shake()
    end(floor)
    assert floor.world.shelf(SHAKER).data["cover_open"]
    floor.fault(SHAKER, "cocked", on=False)
    floor.hand(SHAKER, {"lid": "open"})
    floor.run(2_000)
    floor.hand(SHAKER, {"lid": "closed"})
    floor.run(2_000)
    assert floor.faults() == {"dice_void"}
    assert floor.rows("FaultGone") == [{"is": "FaultGone", "code": "shaker_lid_open", "place": SHAKER}]
    floor.attend(c.ClearFault("dice_void"))
    floor.shake()
    end(floor)
    assert floor.outcome("dice_lo") in ("won", "lost")


# -- late, foreign, forged ----------------------------------------------------------------------------


def test_a_result_that_comes_after_the_dice_were_voided_is_never_used() -> None:
    """D-14, rule 8: it lay under the cover all the time, and nobody is paid on it."""
    floor = Floor(seed=3)
    floor.shake()
    floor.wait_shaker("shaking")
    floor.unplug(SHAKER)
    floor.run(95_000)
    assert how(floor) == "void"
    books = floor.books
    floor.plug(SHAKER)
    floor.run(10_000)
    assert floor.books == books
    believed(floor)


@pytest.mark.parametrize(
    "event",
    [
        s.DiceRead(1, 2, (6, 6, 5), ("raw",)),
        s.DiceRead(2, 1, (6, 6, 5), ("raw",)),
        s.FirstRest(2, 1, (6, 6, 5), "raw"),
        s.RollRejected(1, 3, "cocked", ()),
        s.RollDisturbed(7, 1, "moved", True),
    ],
    ids=["another attempt", "another round", "a foreign rest", "a foreign rejection", "a foreign disturbance"],
)
def test_what_belongs_to_no_attempt_under_way_is_noted_and_ignored(event: s.ShakerEvent) -> None:
    floor = Floor(seed=3)
    floor.shake()
    floor.wait_shaker("settling")
    floor.rig.engine.handle(DeviceSaid(SHAKER, event))
    assert floor.rows("EventNoted")[-1]["code"] == "dice_ignored"
    end(floor)
    assert how(floor) == "read"


def forged(round_number: int, attempt: int, faces: str, tag: str = "0123456789ABCDEF") -> bytes:
    return line(f"D,000,{round_number:016X},{attempt},1,{faces},1,1,1,3,99,{tag}")


def test_a_forged_line_on_the_wire_is_worth_nothing() -> None:
    """D-17, rule 9: somebody else on the wire knows the round and the CRC but not the key."""
    floor = Floor(seed=3)
    floor.shake()
    floor.wait_shaker("settling")
    wire = floor.rig.wires[SHAKER]
    wire._up.put(forged(1, 1, "6,6,5"), floor.now)
    wire._up.put(line(f"S,000,RESULT,{1:016X},1,080,99999999"), floor.now)
    end(floor)
    assert how(floor) == "frozen", "a state that says more than the shaker holds is for the attendant"
    assert floor.rows("FirstRestKept") == []
    assert "shaker_tag" in floor.faults(), "and somebody is told of it"
    assert floor.closed()["dice_lo"] == "shaker_down"


def test_a_true_line_of_an_older_round_said_again_is_worth_nothing() -> None:
    """Rule 8: its tag was right once, for another nonce."""
    floor = Floor(seed=3)
    floor.shake()
    end(floor)
    old = str(floor.rows("FirstRestKept")[0]["raw"])
    floor.shake()
    floor.wait_shaker("settling")
    before = floor.memory.count()
    floor.rig.wires[SHAKER]._up.put(old.encode("ascii") + b"\r\n", floor.now)
    floor.run(1)
    assert floor.memory.count() == before
    end(floor)
    assert [row["round_number"] for row in floor.rows("DiceAccepted")] == [1, 2]


def test_a_command_of_ours_sent_by_somebody_else_does_not_make_a_second_roll() -> None:
    """The same round and attempt again: no second shake; another attempt is refused while the dice tumble."""
    floor = Floor(seed=3)
    floor.shake()
    floor.wait_shaker("settling")
    for attempt in (1, 2):
        body = Command("B", 700 + attempt, (f"{1:016X}", str(attempt), "3", "0" * 16)).body()
        floor.twins[SHAKER].receive(line(body), floor.now)
    end(floor)
    assert len(floor.world.shelf(SHAKER).data["rolls"]) == 1
    assert how(floor) == "read"


# -- a set of dice -------------------------------------------------------------------------------------


def test_the_second_frozen_roll_of_a_day_closes_the_dice_bets() -> None:
    """Rule 4."""
    floor = Floor(seed=3)
    for number in (1, 2):
        assert floor.closed()["dice_lo"] == ""
        floor.shake()
        floor.wait_shaker("reading")
        floor.run(READ_MS)
        OPEN(floor)
        floor.run(2_000)
        CLOSED(floor)
        assert frozen(floor), number
        floor.attend(c.RuleDice(True))
        floor.run(4_000)
    assert floor.faults() == {"dice_disturbed"}
    assert floor.closed()["dice_lo"] == "shaker_down"
    floor.press(c.AddChip("dice_lo", DICE_CENTS))
    assert floor.refusals() == ["refused.bet_closed"]
    floor.attend(c.ClearFault("dice_disturbed"))
    assert floor.closed()["dice_lo"] == ""
    believed(floor)


def test_other_dice_begin_their_counts_anew() -> None:
    """D-15."""
    floor = Floor(seed=3)
    for _ in range(3):
        floor.shake()
        end(floor)
    assert sum(counts(floor.state)) == 9
    lain = [face for roll in floor.world.shelf(SHAKER).data["rolls"] for face in roll]
    assert counts(floor.state) == tuple(lain.count(face) for face in range(1, 7))
    floor.attend(c.ChangeDice("T1"), role=Role.TECHNICIAN)
    assert counts(floor.state) == (0,) * 6
    floor.shake()
    end(floor)
    assert sum(counts(floor.state)) == 3
    assert floor.state.meters["machine|dice_rolls"] == 4, "a lifetime meter never goes back"


def rolled(floor: Floor, rounds: int) -> int:
    """Play up to *rounds*; how many were played when the machine raised its alarm, else 0."""
    for number in range(1, rounds + 1):
        floor.shake()
        floor.settle()
        floor.run(1_000)
        if "dice_biased" in floor.faults():
            return number
    return 0


QUICK = (ACCEPTOR, DECK, SHAKER)


def test_loaded_dice_raise_the_alarm_and_the_bets_are_closed() -> None:
    """D-15: a six in half of the throws."""
    floor = Floor(seed=4, devices=QUICK)
    floor.fault(SHAKER, "loaded", face=6, percent=50)
    found = rolled(floor, 60)
    assert 3 < found < 40
    assert evidence(counts(floor.state)) >= ALARM
    assert floor.closed()["dice_lo"] == "shaker_down"
    assert floor.closed()["main"] == ""


def test_fair_dice_raise_none() -> None:
    floor = Floor(seed=4, devices=QUICK)
    assert rolled(floor, 60) == 0
    assert evidence(counts(floor.state)) < ALARM / 10


def test_a_player_may_cash_out_after_every_kind_of_end() -> None:
    """T-02: what a roll ended with never holds the rest of the credit."""
    for fault in ("cocked", "wrong_tag"):
        floor = Floor(seed=3)
        floor.fault(SHAKER, fault)
        floor.shake()
        end(floor)
        floor.press(c.CashOut())
        floor.wait(lambda floor=floor: any(m.state == "take_ticket" for m in floor.view().moving), "the ticket")  # type: ignore[misc]
        floor.hand(PRINTER, {"take_ticket": True})
        floor.run(2_000)
        assert floor.view().credit_cents == 0
        believed(floor)
