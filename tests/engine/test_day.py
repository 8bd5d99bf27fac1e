"""The gaming day is cut by itself, at the hour the floor chose, once."""

from __future__ import annotations

import pytest

from cabinet.engine.day import day_over, gaming_day

SIX = 6 * 60


@pytest.mark.parametrize(
    ("wall", "day"),
    [
        ("2026-03-02T05:59:59+00:00", "2026-03-01"),
        ("2026-03-02T06:00:00+00:00", "2026-03-02"),
        ("2026-03-03T00:30:00+01:00", "2026-03-02"),
    ],
)
def test_a_day_begins_at_its_hour_of_the_local_clock(wall: str, day: str) -> None:
    assert gaming_day(wall, SIX) == day


def test_it_is_cut_once_a_day_and_at_the_first_start() -> None:
    assert day_over("2026-03-02T05:00:00+00:00", "", SIX)
    assert not day_over("2026-03-02T05:59:00+00:00", "2026-03-01T06:00:01+00:00", SIX)
    assert day_over("2026-03-02T06:00:00+00:00", "2026-03-01T06:00:01+00:00", SIX)
    assert not day_over("2026-03-02T06:00:05+00:00", "2026-03-02T06:00:00+00:00", SIX)


def test_a_clock_that_went_back_ends_no_day() -> None:
    assert not day_over("1970-01-01T00:00:00+00:00", "2026-03-02T06:00:00+00:00", SIX)
