"""Rolls of real dice: the driver against its twin, and everything that can go wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.shaker import (
    ClearShaker,
    DiceRead,
    FirstRest,
    ReadAgain,
    ResultStored,
    RollDisturbed,
    RollRejected,
    Shake,
    ShakerConditions,
    ShakerReady,
    ShakerTold,
)
from drivers.device import Event
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin, ShakerTwinOptions
from drivers.emulators.world import World
from drivers.shakers import SHAKERS
from drivers.shakers.shaker import Shaker, ShakerOptions
from drivers.shakers.shaker_wire import body_of
from tests.drivers.printers.rig import Bench

ROLL = (FirstRest, DiceRead, RollRejected, RollDisturbed)


def bench(world: World | None = None, seed: int = 0, options: ShakerOptions | None = None, **wire: Any) -> Bench:
    driver = Shaker(options or ShakerOptions(key=BENCH_KEY))
    joined = Bench(driver, ShakerTwin((world or World()).shelf("shaker.0"), seed=seed), **wire)
    joined.run(1000)
    return joined


def rolls(joined: Bench) -> list[Event]:
    return [event for _, event in joined.events if isinstance(event, ROLL)]


def kinds(joined: Bench) -> list[str]:
    return [type(event).__name__ for event in rolls(joined)]


def test_the_registry_knows_the_protocol() -> None:
    assert SHAKERS["shaker"] is Shaker


def test_a_shaker_says_who_it_is_before_anything_is_ordered() -> None:
    joined = bench()
    assert [event for _, event in joined.events] == [
        LinkUp("EMUSHAKER", "SH000001"),
        ShakerReady("EMUSHAKER", "SH000001", "1.2"),
        ShakerConditions(()),
        ShakerTold("idle", 0, 0, 0x100),
    ]
    assert joined.sent.startswith(b"$H,001,1*")


def test_a_roll_is_two_equal_readings_under_a_closed_cover() -> None:
    joined = bench()
    joined.order(Shake(0xA1B2, 1))
    joined.run(10_000)
    first, result = rolls(joined)
    assert isinstance(first, FirstRest)
    assert isinstance(result, DiceRead)
    dice = joined.twin.status()["dice"]
    assert first == FirstRest(0xA1B2, 1, (dice[0], dice[1], dice[2]), first.raw)
    assert result.faces == first.faces
    assert result.raw[0] == first.raw
    for raw in result.raw:
        assert body_of(raw.encode() + b"\r\n") is not None  # the raw lines are the evidence
    assert not joined.twin.status()["cover_open"]  # nobody sees the dice before they are stored
    joined.order(ResultStored(0xA1B2, 1))
    joined.run(500)
    assert joined.twin.status()["cover_open"]
    assert joined.twin.status()["position"] == "idle"


def test_the_first_rest_is_told_within_a_tenth_of_a_second() -> None:
    joined = bench()
    joined.order(Shake(1, 1))
    while joined.twin.status()["position"] != "reading":
        joined.run(1)
    rest = joined.now
    joined.run(3000)
    assert joined.at(FirstRest) - rest <= 100


def test_forty_rolls_one_after_the_other_are_all_different_orders_of_the_same_machine() -> None:
    joined = bench(seed=5)
    for number in range(1, 41):
        joined.order(Shake(number, 1))
        joined.run(6000)
        joined.order(ResultStored(number, 1))
        joined.run(500)
    results = joined.of(DiceRead)
    assert [result.round_number for result in results] == list(range(1, 41))
    assert len({result.faces for result in results}) > 20
    assert joined.sent.count(b"$B,") == 40


REJECTED = [
    ({"fault": "cocked"}, "cocked"),
    ({"fault": "two_dice"}, "dice_count"),
    ({"fault": "four_dice"}, "dice_count"),  # three of four dice look right: the count is the shaker's own
    ({"fault": "stuck_motor"}, "motor"),
    ({"fault": "no_tumble"}, "no_tumble"),
    ({"fault": "cover_stuck"}, "cover"),
]


@pytest.mark.parametrize(("fault", "reason"), REJECTED, ids=[row[0]["fault"] for row in REJECTED])
def test_without_a_valid_first_rest_the_attempt_is_rejected(fault: dict[str, Any], reason: str) -> None:
    joined = bench()
    joined.hand(**fault)
    joined.order(Shake(1, 1))
    joined.run(20_000)
    assert kinds(joined) == ["RollRejected"]
    assert joined.of(RollRejected)[0].reason == reason
    assert joined.of(DiceRead) == []


@pytest.mark.parametrize("fault", ["cocked", "two_dice", "no_tumble"])
def test_the_next_attempt_after_a_rejected_one_rolls_again(fault: str) -> None:
    joined = bench()
    joined.hand(fault=fault)
    joined.order(Shake(1, 1))
    joined.run(10_000)
    joined.hand(fault=fault, on=False)
    joined.order(Shake(1, 2))
    joined.run(10_000)
    assert kinds(joined) == ["RollRejected", "FirstRest", "DiceRead"]
    assert joined.of(DiceRead)[0].attempt == 2


DISTURBED = [({"fault": "kick"}, "readings_disagree"), ({"fault": "disagree"}, "readings_disagree")]


@pytest.mark.parametrize(("fault", "reason"), DISTURBED, ids=[row[0]["fault"] for row in DISTURBED])
def test_after_a_valid_first_rest_nothing_rolls_again_by_itself(fault: dict[str, Any], reason: str) -> None:
    joined = bench()
    joined.hand(**fault)
    joined.order(Shake(1, 1))
    joined.run(20_000)
    assert kinds(joined) == ["FirstRest", "RollDisturbed"]
    assert joined.of(RollDisturbed) == [RollDisturbed(1, 1, reason, True)]
    assert joined.sent.count(b"$B,") == 1


@pytest.mark.parametrize(
    ("state", "kind", "proven"),
    [
        ("shaking", "RollRejected", None),
        ("settling", "RollDisturbed", False),  # the dice may have come to rest and been seen
        ("reading", "RollDisturbed", False),
        ("result", "RollDisturbed", False),
    ],
)
def test_a_lid_opened_at_every_state(state: str, kind: str, proven: bool | None) -> None:  # D-12
    joined = bench()
    joined.order(Shake(1, 1))
    while joined.twin.status()["position"] != state:
        joined.run(1)
    joined.hand(lid="open")
    joined.run(3000)
    last = rolls(joined)[-1]
    if state == "result" and isinstance(last, DiceRead):
        return  # it was told before the lid opened
    assert type(last).__name__ == kind
    assert getattr(last, "cover_proven", None) is proven
    assert ShakerConditions(("lid_open",), "") in joined.of(ShakerConditions)
    assert joined.of(DiceRead) == []


def test_a_late_result_still_counts_and_one_that_never_comes_is_given_up() -> None:
    joined = bench()
    joined.hand(fault="late_result", ms=2000)
    joined.order(Shake(1, 1))
    joined.run(10_000)
    assert kinds(joined) == ["FirstRest", "DiceRead"]
    joined = bench()
    joined.hand(fault="late_result", ms=60_000)
    joined.order(Shake(1, 1))
    joined.run(20_000)
    assert joined.of(RollRejected)[0].reason == "reading_too_long"
    joined.run(60_000)
    assert joined.of(DiceRead) == []  # a result after the end is never used


def test_a_repeated_result_is_one_result() -> None:
    joined = bench()
    joined.hand(fault="duplicate_result")
    joined.order(Shake(1, 1))
    joined.run(20_000)
    assert kinds(joined) == ["FirstRest", "DiceRead"]


def test_a_result_of_another_round_is_never_used() -> None:
    joined = bench()
    joined.hand(fault="wrong_round")
    joined.order(Shake(1, 1))
    joined.run(20_000)
    assert joined.of(FirstRest) + joined.of(DiceRead) == []
    assert kinds(joined) == ["RollDisturbed"]  # it holds a result that cannot be had
    assert joined.driver.ignored >= 2  # type: ignore[attr-defined]


def test_a_forged_result_is_never_used_and_closes_the_dice_bets() -> None:  # D-06
    joined = bench()
    joined.order(Shake(1, 1))
    joined.run(1000)
    joined.hand(fault="wrong_tag")
    joined.run(20_000)
    assert joined.of(FirstRest) + joined.of(DiceRead) == []
    assert ShakerConditions(("tag",), "wrong_tag") in joined.of(ShakerConditions)


@pytest.mark.parametrize(
    ("options", "detail"),
    [
        (ShakerOptions(), "unpaired"),
        (ShakerOptions(key=b"another"), "wrong_tag"),
        (ShakerOptions(key=BENCH_KEY, serial="SH000002"), "serial_SH000001"),
    ],
)
def test_an_unpaired_or_foreign_shaker_is_not_rolled(options: ShakerOptions, detail: str) -> None:  # D-06
    joined = bench(options=options)
    assert joined.of(ShakerReady) == []
    assert joined.of(ShakerConditions) == [ShakerConditions(("tag",), detail)]
    assert joined.order(Shake(1, 1)) == [OrderRefused("Shake", "tag")]
    joined.run(5000)
    assert b"$B," not in joined.sent


@pytest.mark.parametrize("wire", [{"split": True}, {"noise": 0.01, "seed": 3}, {"loss": 0.002, "seed": 4}])
def test_over_a_bad_wire_a_roll_is_one_shake(wire: dict[str, Any]) -> None:  # A6
    joined = bench(**wire)
    joined.run(5000)
    joined.order(Shake(9, 1))
    joined.run(15_000)
    assert kinds(joined)[-1] == "DiceRead"
    assert joined.twin.status()["rolls"] == 1


def test_split_frames_are_whole_again() -> None:  # A6
    joined = bench()
    joined.hand(fault="split_frames")
    joined.order(Shake(1, 1))
    joined.run(10_000)
    assert kinds(joined) == ["FirstRest", "DiceRead"]


def test_lines_with_a_wrong_crc_are_a_lost_shaker() -> None:  # A6
    joined = bench()
    joined.hand(fault="corrupt_crc")
    assert joined.run(3000)[:2] == [LinkDown("silent"), ShakerConditions(("silent",), "silent")]
    assert len(joined.of(WrongDevice)) == 1  # and what comes instead is shown to the technician


def test_an_order_said_again_shakes_once() -> None:
    joined = bench()
    joined.hand(fault="mute")
    joined.order(Shake(1, 1))
    joined.run(1000)  # B is repeated while nothing answers
    assert joined.sent.count(b"$B,") >= 2
    joined.hand(fault="mute", on=False)
    joined.run(10_000)
    assert kinds(joined) == ["FirstRest", "DiceRead"]
    assert joined.twin.status()["rolls"] == 1
    assert joined.order(Shake(1, 1)) == []
    joined.run(5000)
    assert joined.twin.status()["rolls"] == 1


def test_no_status_for_a_second_and_a_half_is_lost() -> None:  # A4
    joined = bench()
    joined.hand(fault="mute")
    cut = joined.now
    joined.run(600_000)
    assert joined.of(LinkDown) == [LinkDown("silent")]
    assert joined.at(LinkDown) - cut <= 2100
    joined.hand(fault="mute", on=False)
    joined.run(2000)
    assert joined.of(LinkUp)[1:] == [LinkUp("EMUSHAKER", "SH000001")]


@pytest.mark.parametrize("state", ["shaking", "settling", "reading", "result"])
def test_a_cable_pulled_and_put_back_in_every_state(state: str) -> None:
    """The dice stay covered, so whatever the shaker still holds is read again and nothing is shaken anew."""
    joined = bench()
    joined.order(Shake(7, 1))
    while joined.twin.status()["position"] != state:
        joined.run(1)
    joined.unplug()
    joined.run(1200)
    joined.plug()
    joined.run(1000)
    told = joined.of(ShakerTold)[-1]
    assert (told.round_number, told.attempt) == (7, 1)
    if told.state in ("result", "safe"):
        joined.order(ReadAgain(7, 1))
    joined.run(10_000)
    assert isinstance(rolls(joined)[-1], DiceRead)
    assert joined.twin.status()["rolls"] == 1
    assert len({event.faces for event in joined.of(FirstRest)} | {event.faces for event in joined.of(DiceRead)}) == 1


@pytest.mark.parametrize("state", ["shaking", "settling", "reading", "result"])
def test_the_cabinet_restarts_in_every_state_of_a_roll(state: str) -> None:
    """A driver that knows nothing meets a shaker in the middle of a roll."""
    joined = bench()
    joined.order(Shake(7, 1))
    while joined.twin.status()["position"] != state:
        joined.run(1)
    joined.driver = Shaker(ShakerOptions(key=BENCH_KEY))
    joined.driver.opened(joined.now)
    before = len(joined.events)
    joined.run(300)
    told = joined.of(ShakerTold)[-1]
    if told.state == "result":
        joined.order(ReadAgain(7, 1))
    joined.run(10_000)
    after = [event for _, event in joined.events[before:] if isinstance(event, ROLL)]
    assert [type(event) for event in after] == [FirstRest, DiceRead]
    assert joined.twin.status()["rolls"] == 1


def test_a_cabinet_away_for_long_finds_the_result_held_by_a_safe_shaker() -> None:
    joined = bench()
    joined.order(Shake(7, 1))
    joined.run(2500)
    joined.unplug()
    while joined.twin.status()["position"] != "safe":
        joined.run(100)
    joined.plug()
    joined.run(1000)
    told = joined.of(ShakerTold)[-1]
    assert (told.state, told.round_number) == ("safe", 7)
    joined.order(ReadAgain(7, 1))
    joined.run(5000)
    assert kinds(joined)[-1] in ("DiceRead", "RollRejected")
    if told.flags & 0x80:
        assert kinds(joined)[-1] == "DiceRead"


@pytest.mark.parametrize("state", ["SHAKING", "SETTLING", "READING", "RESULT"])
def test_a_reboot_at_every_state_forgets_the_roll_and_says_so(state: str) -> None:  # A8
    joined = bench()
    joined.hand(fault="reboot_at", state=state)
    joined.order(Shake(7, 1))
    joined.run(12_000)
    told = joined.of(ShakerTold)[-1]
    assert (told.state, told.round_number, told.attempt) == ("idle", 0, 0)
    assert len(joined.of(ShakerReady)) == 2
    assert joined.sent.rindex(b"$H,") > joined.sent.rindex(b"$B,")  # nothing is shaken again by itself
    assert joined.of(RollRejected) == []  # a reboot is no free second roll: the machine decides
    joined.order(Shake(8, 1))
    joined.run(8000)
    assert joined.of(DiceRead)[-1].round_number == 8


def test_the_greeting_of_a_shaker_reset_by_opening_its_port_is_no_result() -> None:  # A8
    joined = Bench(Shaker(ShakerOptions(key=BENCH_KEY)), ShakerTwin(World().shelf("shaker.0")))
    joined.twin.power_up(0)
    assert joined.order(Shake(1, 1)) == [OrderRefused("Shake", "not_connected")]
    joined.run(1900)
    joined.run(3000)
    assert b"READY" in joined.heard
    assert len(joined.of(ShakerReady)) == 1
    assert b"$B," not in joined.sent


def test_a_shaker_left_with_an_old_result_rolls_for_the_next_round() -> None:
    joined = bench()
    joined.order(Shake(1, 1))
    joined.run(8000)  # its result was never acknowledged
    joined.order(Shake(2, 1))
    joined.run(8000)
    assert [event.round_number for event in joined.of(DiceRead)] == [1, 2]


def test_a_fault_is_cleared_only_when_its_cause_is_gone() -> None:
    joined = bench()
    joined.hand(fault="stuck_motor")
    joined.order(Shake(1, 1))
    joined.run(5000)
    assert ShakerConditions(("motor",), "") in joined.of(ShakerConditions)
    joined.order(ClearShaker())
    assert joined.run(500) == [OrderRefused("ClearShaker", "cause_remains"), ShakerConditions(("motor",), "")]
    joined.hand(fault="stuck_motor", on=False)
    joined.order(ClearShaker())
    assert joined.run(500) == [ShakerConditions((), "")]
    joined.order(Shake(1, 2))
    joined.run(8000)
    assert joined.of(DiceRead)[-1].attempt == 2


def test_a_shake_with_the_lid_open_is_refused_and_no_dice_move() -> None:
    joined = bench()
    joined.hand(lid="open")
    joined.order(Shake(1, 1))
    joined.run(2000)
    assert joined.of(RollRejected)[0].reason == "refused_bad_state"
    assert joined.twin.status()["rolls"] == 0


def test_something_else_on_the_port_is_no_shaker() -> None:  # A5
    for answer, told in ((None, "echo"), (b"FC 05 40 hello", None)):
        driver = Shaker(ShakerOptions(key=BENCH_KEY))
        driver.opened(0)
        events: list[Event] = []
        for now in range(0, 6000, 100):
            out, told_now = driver.pull(now)
            events += told_now + driver.receive(answer or out, now)
        wrong = [event for event in events if isinstance(event, WrongDevice)]
        assert len(wrong) == 1
        assert told is None or wrong[0].told == told
        assert not [event for event in events if isinstance(event, LinkUp)]


def test_a_shaker_of_another_protocol_is_wrong() -> None:
    joined = bench(options=ShakerOptions(key=BENCH_KEY, protocol=2))
    assert joined.of(WrongDevice) == [WrongDevice("refuses protocol 2: bad_field")]


def test_loaded_dice_fall_as_they_are_loaded() -> None:
    joined = bench()
    joined.hand(fault="loaded", face=6, percent=100)
    joined.order(Shake(1, 1))
    joined.run(8000)
    assert joined.of(DiceRead)[0].faces == (6, 6, 6)


def test_the_same_seed_round_and_attempt_roll_the_same_whatever_was_cut() -> None:
    straight, cut = bench(seed=11), bench(seed=11)
    straight.order(Shake(3, 1))
    straight.run(8000)
    cut.order(Shake(2, 1))
    cut.run(1000)
    cut.hand(reboot=True)
    cut.run(5000)
    cut.order(Shake(3, 1))
    cut.run(8000)
    assert straight.of(DiceRead)[-1].faces == cut.of(DiceRead)[-1].faces


def test_the_faces_are_on_the_shelf_before_a_byte_tells_them() -> None:
    world = World()
    joined = bench(world)
    joined.order(Shake(1, 1))
    while not joined.of(FirstRest):
        joined.run(1)
        if b"$D," in joined.heard:
            assert world.shelf("shaker.0").data["rolls"] != []
    assert len(world.shelf("shaker.0").data["rolls"]) == 1


def test_every_face_of_every_die_comes_up_evenly() -> None:
    twin = ShakerTwin(World().shelf("shaker.0"), ShakerTwinOptions(), seed=3)
    joined = Bench(Shaker(ShakerOptions(key=BENCH_KEY)), twin)
    joined.run(1000)
    for number in range(1, 301):
        joined.order(Shake(number, 1))
        joined.run(5500)
        joined.order(ResultStored(number, 1))
        joined.run(200)
    faces = [face for result in joined.of(DiceRead) for face in result.faces]
    assert len(faces) == 900
    assert all(105 <= faces.count(face) <= 195 for face in range(1, 7))  # 150 expected, four sigma is 45
