"""The wall clock, stepped under a running cabinet (A15)."""

from __future__ import annotations

import pytest

from cabinet.clock import ManualClock
from cabinet.engine.watch import Watch, newest_second, seconds
from cabinet.ports.signals import ClockStepped, StorageSaid
from tests.storage.model_disk import ModelDisk, create_model
from tests.storage.rigs import OPENING

NINE = "2026-03-01T09:00:00+00:00"
HOUR_MS = 3_600_000


def watched(newest: str = NINE) -> tuple[ManualClock, Watch]:
    clock = ManualClock(NINE)
    return clock, Watch(clock, seconds(newest))


def look(clock: ManualClock, watch: Watch, ms: int = 1000) -> list[object]:
    clock.advance(ms)
    return list(watch.look())


def test_an_ordinary_day_has_nothing_to_say_but_once_that_all_is_well() -> None:
    clock, watch = watched()
    assert look(clock, watch) == [StorageSaid("clock_behind", False)]
    assert [said for _ in range(100) for said in look(clock, watch, 997)] == []


def test_a_step_forward_is_told_once_with_both_stamps() -> None:
    clock, watch = watched()
    look(clock, watch)
    clock.step_wall(14 * 24 * HOUR_MS + 3 * HOUR_MS)
    (step,) = look(clock, watch)
    assert step == ClockStepped("2026-03-01T09:00:01+00:00", "2026-03-15T12:00:02+00:00")
    assert look(clock, watch) == []


def test_after_a_step_back_the_clock_is_behind_until_it_has_caught_up() -> None:
    clock, watch = watched()
    look(clock, watch, 10_000)
    clock.step_wall(-HOUR_MS)
    step, behind = look(clock, watch)
    assert isinstance(step, ClockStepped)
    assert behind == StorageSaid("clock_behind", True, "now 2026-03-01T08:00:11+00:00")
    assert look(clock, watch, HOUR_MS // 2) == []
    assert look(clock, watch, HOUR_MS // 2) == [StorageSaid("clock_behind", False)]


def test_a_start_in_1970_is_behind_the_rows() -> None:
    clock = ManualClock("1970-01-01T00:00:00+00:00")
    watch = Watch(clock, seconds(NINE))
    assert look(clock, watch) == [StorageSaid("clock_behind", True, "now 1970-01-01T00:00:01+00:00")]


@pytest.mark.parametrize("late_ms", [1000, 1500, 2999, 60_000, 3 * HOUR_MS])
def test_a_late_look_is_no_step(late_ms: int) -> None:
    """A machine that slept or was busy: both clocks went on."""
    clock, watch = watched()
    look(clock, watch)
    assert look(clock, watch, late_ms) == []


def test_a_change_to_summer_time_is_no_step() -> None:
    assert seconds("2026-03-29T03:00:00+02:00") - seconds("2026-03-29T01:59:59+01:00") == 1


def test_looks_are_a_second_apart() -> None:
    clock, watch = watched()
    look(clock, watch)
    clock.step_wall(HOUR_MS)
    assert look(clock, watch, 999) == []
    assert len(look(clock, watch, 1)) == 1


def test_the_newest_second_is_the_highest_when_the_clock_had_gone_back() -> None:
    journal = create_model(ModelDisk(), 1, OPENING, NINE)
    journal.append(None, [{"is": "Late"}], "2026-03-15T12:00:00+00:00")
    journal.append(None, [{"is": "Early"}], "2026-03-15T11:00:00+00:00")
    assert newest_second(journal, was_behind=False) == seconds("2026-03-15T11:00:00+00:00")
    assert newest_second(journal, was_behind=True) == seconds("2026-03-15T12:00:00+00:00")
