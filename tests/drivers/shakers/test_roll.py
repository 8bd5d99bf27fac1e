"""Whatever a shaker says in whatever order: what may never come of a roll."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.ports.shaker import DiceRead, FirstRest, RollDisturbed, RollRejected
from drivers.shakers.roll import Roll, RollEvent, RollLimits
from drivers.shakers.shaker_wire import STATES, Flag, Reading, State

ROUND = 7


def state(name: str = "SHAKING", flags: int = 0, round_number: int = ROUND, attempt: int = 1) -> State:
    return State(0, name, round_number, attempt, flags, 0, "")


def reading(
    read: int = 1,
    faces: tuple[int, int, int] = (1, 2, 3),
    tilt: int = 0,
    tumbles: int = 4,
    round_number: int = ROUND,
    attempt: int = 1,
) -> Reading:
    return Reading(0, round_number, attempt, read, faces, (tilt, 0, 0), tumbles, 97, "", f"raw {read} {faces}")


FLAGS = (0, 0, 0, 0x80, 0x80, 0x80, *(int(flag) for flag in Flag), 0x180, 0xC0)
FACES = ((1, 2, 3), (1, 2, 3), (3, 2, 1), (6, 6, 6), (0, 2, 3))
told = st.one_of(
    st.builds(state, st.sampled_from(STATES), st.sampled_from(FLAGS), st.sampled_from((7, 7, 7, 8)), st.just(1)),
    st.builds(
        reading,
        st.integers(1, 4),
        st.sampled_from(FACES),
        st.sampled_from((0, 0, 40)),
        st.sampled_from((2, 4, 4)),
        st.sampled_from((7, 7, 7, 8)),
    ),
)
"""States and readings as they may come, the likely ones more often."""


def play(lines: list[State | Reading]) -> tuple[list[RollEvent], list[tuple[State | Reading, list[RollEvent]]]]:
    roll, events, steps = Roll(ROUND, 1, 3, RollLimits()), [], []
    for now, line in enumerate(lines):
        roll.wants_reading = False
        found = roll.told(line, now * 100) if isinstance(line, State) else roll.read(line)
        events += found
        steps.append((line, found))
    return events, steps


@settings(max_examples=200, deadline=None)
@given(st.lists(told, max_size=12))
def test_a_result_only_ever_comes_of_two_equal_readings_that_nobody_could_see(lines: list[State | Reading]) -> None:
    events, steps = play(lines)
    ends = [event for event in events if not isinstance(event, FirstRest)]
    assert len(ends) <= 1
    if ends:
        assert events[-1] == ends[0]
    firsts = [event for event in events if isinstance(event, FirstRest)]
    assert len(firsts) <= 1
    if firsts:
        assert not any(isinstance(event, RollRejected) for event in events)  # no free second roll
    for event in ends:
        if isinstance(event, DiceRead):
            _check_result(event, firsts[0], steps)


def _check_result(result: DiceRead, first: FirstRest, steps: list[tuple[State | Reading, list[RollEvent]]]) -> None:
    end = next(place for place, (_, found) in enumerate(steps) if result in found)
    begin = next(place for place, (_, found) in enumerate(steps) if first in found)
    ours = [line for line, _ in steps[: end + 1] if line.round_number == ROUND]
    last = ours[-1]
    assert isinstance(last, State)
    assert last.flags in (0, 0x80)
    assert last.state in ("RESULT", "SAFE")
    assert result.faces == first.faces
    reads = [line for line, _ in steps[begin:end] if isinstance(line, Reading) and line.round_number == ROUND]
    good = [line for line in reads if sorted(line.faces) == sorted(first.faces) and line.tumbles >= 3]
    assert len({line.read for line in good}) >= 2
    for line in ours:
        assert not (isinstance(line, State) and (line.flags & Flag.LID_OPEN or line.state == "OPEN"))


def test_a_cover_that_opens_once_the_dice_may_lie_is_never_proven() -> None:
    events, _ = play([state(), state("SETTLING", Flag.COVER_OPEN)])
    assert events == [RollDisturbed(ROUND, 1, "cover", False)]


def test_a_lid_opened_while_the_cabinet_could_not_see_is_never_a_free_roll() -> None:
    """The cable is pulled while the dice tumble, the lid opened when they lie, the cable put back."""
    roll = Roll(ROUND, 1, 3, RollLimits())
    roll.told(state(), 0)
    assert roll.told(state("OPEN", Flag.LID_OPEN), 5000) == [RollDisturbed(ROUND, 1, "lid_open", False)]
    roll = Roll(ROUND, 1, 3, RollLimits())
    roll.told(state(), 0)
    assert roll.told(state("OPEN", Flag.LID_OPEN), 500) == [RollRejected(ROUND, 1, "lid_open", ())]


def test_a_cover_still_closing_is_given_a_second() -> None:
    roll = Roll(ROUND, 1, 3, RollLimits())
    assert roll.told(state(flags=Flag.COVER_OPEN), 0) == []
    assert roll.told(state(flags=Flag.COVER_OPEN), 1000) == []
    assert roll.told(state(flags=Flag.COVER_OPEN), 1001) == [RollRejected(ROUND, 1, "cover", ())]


def test_moved_after_settling_is_a_disturbance_under_a_proven_cover() -> None:
    events, _ = play([state(), reading(1), reading(2), state("RESULT", 0xC0)])
    assert events[1:] == [RollDisturbed(ROUND, 1, "moved", True)]


def test_a_lost_second_reading_is_asked_for_three_times() -> None:
    roll = Roll(ROUND, 1, 3, RollLimits())
    roll.told(state(), 0)
    roll.read(reading(1))
    for asked in range(3):
        assert roll.told(state("RESULT", 0x80), asked) == []
        assert roll.wants_reading
        roll.wants_reading = False
    assert roll.told(state("RESULT", 0x80), 9) == [RollDisturbed(ROUND, 1, "no_second_reading", True)]


def test_a_stage_that_takes_too_long_is_given_up_and_the_motor_stopped() -> None:
    for stage, limit in (("SHAKING", 15_000), ("SETTLING", 5000), ("READING", 3000)):
        roll = Roll(ROUND, 1, 3, RollLimits())
        roll.told(state(stage), 0)
        assert roll.late(limit) == []
        assert roll.late(limit + 1) == [RollRejected(ROUND, 1, f"{stage.lower()}_too_long", ())]
        assert roll.wants_stop


def test_two_readings_that_differ_are_no_result_even_if_the_shaker_says_so() -> None:
    events, _ = play([state(), reading(1, (1, 2, 3)), reading(2, (1, 2, 4)), state("RESULT", 0x80)])
    assert events[1:] == [RollDisturbed(ROUND, 1, "readings_disagree", True)]


def test_a_count_found_wrong_after_the_first_rest_is_for_the_attendant() -> None:
    """Three faces out of four dice: the first rest was none, and under a closed cover it does not stand either."""
    events, _ = play([state(), reading(1), reading(2), state("COCKED", Flag.DICE_COUNT)])
    assert events[1:] == [RollDisturbed(ROUND, 1, "dice_count", False)]


def test_a_count_told_before_the_first_reading_makes_it_no_rest() -> None:
    events, _ = play([state(), state("READING", Flag.DICE_COUNT), reading(1), state("COCKED", Flag.DICE_COUNT)])
    assert [type(event) for event in events] == [RollRejected]
