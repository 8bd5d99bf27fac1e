"""How quickly a screen answers, as it counts itself: the glass first, then the machine's word, then the credit."""

from __future__ import annotations

from cabinet.screens.answers import Answers
from cabinet.screens.pilot import answered
from tests.screens import views
from tests.screens.rig import Floor


def test_a_touch_is_timed_to_the_first_change_and_to_the_machine_s_answer() -> None:
    answers = Answers()
    answers.painted(True, 0, 1_000)
    answers.touched(1_010)
    answers.painted(False, 0, 1_012)
    answers.painted(True, 0, 1_026)
    answers.told(asked=True)
    answers.painted(True, 0, 1_040)
    [touch] = answers.taken()["touches"]
    assert touch == {
        "frame": 1, "ms": 1_010, "first_frame": 2, "first_ms": 1_026, "told_frame": 3, "told_ms": 1_040,
    }  # fmt: skip
    assert answers.taken() == {"touches": [], "credits": []}


def test_a_view_that_answers_nothing_is_no_answer() -> None:
    """The clock's minute turned while the finger was down."""
    answers = Answers()
    answers.touched(0)
    answers.told(asked=False)
    answers.painted(True, 0, 5)
    assert answers.taken()["touches"][0]["told_frame"] == -1


def test_the_credit_is_timed_when_it_is_on_the_glass_and_only_when_it_changed() -> None:
    answers = Answers()
    for cents, ms in ((0, 10), (0, 20), (2_000, 30), (2_000, 40)):
        answers.painted(True, cents, ms)
    assert answers.taken()["credits"] == [(0, 10), (2_000, 30)]


def test_the_pilot_takes_what_a_screen_counted() -> None:
    floor = Floor(views.betting())
    answered({"press": "bet.main"}, floor.screen, floor.now_ms)
    floor.show(views.with_bet())
    told = answered({"answers": True}, floor.screen, floor.now_ms)
    assert len(told["touches"]) == 1
    assert told["touches"][0]["ms"] == floor.now_ms
