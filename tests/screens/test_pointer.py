"""One physical act is one touch (A1), and a coordinate is only what lies on the picture (A2)."""

from __future__ import annotations

import logging
import math

import pytest

from cabinet.screens.pointer import (
    ECHO_MS,
    STALE_MS,
    FingerRaw,
    Fit,
    MouseRaw,
    Move,
    Pointer,
    Press,
    Release,
    Touch,
)

PANEL = Fit((1024, 600), (1920, 1080))
SAME = Fit((1024, 600), (1024, 600))


def presses(touches: list[Touch]) -> list[tuple[int, int]]:
    return [(touch.x, touch.y) for touch in touches if isinstance(touch, Press)]


def fed(pointer: Pointer, *events: tuple[int, MouseRaw | FingerRaw]) -> list[Touch]:
    return [touch for at, raw in events for touch in pointer.feed(raw, at)]


ONE_FINGER = (
    (1000, MouseRaw("down", 512, 300, touch=True)),
    (1000, FingerRaw("down", 0.5, 0.5, 73)),
    (1060, MouseRaw("up", 512, 300, touch=True)),
    (1060, FingerRaw("up", 0.5, 0.5, 73)),
    (1070, MouseRaw("down", 512, 300)),
    (1078, MouseRaw("up", 512, 300)),
)


def test_a_finger_and_the_mouse_events_made_up_from_it_are_one_touch() -> None:
    """A1: the bet goes up once, whatever order the system reports the one finger in."""
    assert fed(Pointer(SAME), *ONE_FINGER) == [Press(512, 300), Release(512, 300)]


def test_a_lone_click_half_a_second_after_the_finger_is_a_second_touch() -> None:
    """A1: the echo is forgotten; a real mouse is a pointer like any other."""
    pointer = Pointer(SAME)
    fed(pointer, *ONE_FINGER)
    clicked = fed(pointer, (1570, MouseRaw("down", 512, 300)), (1600, MouseRaw("up", 512, 300)))
    assert clicked == [Press(512, 300), Release(512, 300)]


def test_the_finger_before_its_mouse_is_one_touch_too() -> None:
    events = (
        (0, FingerRaw("down", 0.5, 0.5, 1)),
        (0, MouseRaw("down", 512, 300, touch=True)),
        (5, MouseRaw("down", 513, 301)),
        (9, MouseRaw("move", 520, 301)),
        (12, MouseRaw("up", 520, 301)),
        (15, FingerRaw("up", 0.5, 0.5, 1)),
    )
    assert presses(fed(Pointer(SAME), *events)) == [(512, 300)]


def test_a_real_mouse_elsewhere_right_after_a_finger_counts() -> None:
    pointer = Pointer(SAME)
    fed(pointer, *ONE_FINGER[:4])
    assert presses(fed(pointer, (1070, MouseRaw("down", 100, 100)))) == [(100, 100)]


def test_an_echo_is_only_an_echo_for_a_moment() -> None:
    pointer = Pointer(SAME)
    fed(pointer, (0, FingerRaw("down", 0.5, 0.5)), (0, FingerRaw("up", 0.5, 0.5)))
    assert presses(fed(pointer, (ECHO_MS, MouseRaw("down", 512, 300)))) == []
    assert presses(fed(Pointer(SAME), (ECHO_MS + 1, MouseRaw("down", 512, 300)))) == [(512, 300)]


def test_a_second_finger_is_ignored_while_one_is_down() -> None:
    """Two fingers never make two money actions."""
    events = (
        (0, FingerRaw("down", 0.25, 0.5, 1)),
        (10, FingerRaw("down", 0.75, 0.5, 2)),
        (20, FingerRaw("move", 0.80, 0.5, 2)),
        (30, FingerRaw("up", 0.80, 0.5, 2)),
        (40, FingerRaw("up", 0.25, 0.5, 1)),
        (50, FingerRaw("down", 0.75, 0.5, 2)),
    )
    assert presses(fed(Pointer(SAME), *events)) == [(256, 300), (768, 300)]


def test_a_mouse_does_not_press_while_a_finger_is_down() -> None:
    pointer = Pointer(SAME)
    assert presses(fed(pointer, (0, FingerRaw("down", 0.25, 0.5)), (900, MouseRaw("down", 900, 100)))) == [(256, 300)]
    assert fed(pointer, (910, MouseRaw("up", 900, 100))) == []


def test_a_finger_whose_lifting_was_lost_does_not_lock_the_panel() -> None:
    pointer = Pointer(SAME)
    fed(pointer, (0, FingerRaw("down", 0.25, 0.5, 1)))
    late = fed(pointer, (STALE_MS, FingerRaw("down", 0.5, 0.5, 2)))
    assert late == [Release(-1, -1), Press(512, 300)]


# -- where a touch is (A2) ------------------------------------------------------------------------------


def test_the_centre_of_the_panel_is_the_centre_of_the_picture() -> None:
    """A2: scale 1.8 and side bars of 38.4 px are taken off before anything is pressed."""
    assert (PANEL.scale, PANEL.bars) == (pytest.approx(1.8), (pytest.approx(38.4), pytest.approx(0)))
    assert presses(fed(Pointer(PANEL), (0, FingerRaw("down", 0.5, 0.5)))) == [(512, 300)]


@pytest.mark.logs
@pytest.mark.parametrize("at", [(0.01, 0.5), (-0.02, 0.5), (15.98, 5.48), (math.nan, 0.5), (0.5, math.inf)])
def test_bars_and_coordinates_out_of_range_press_nothing(at: tuple[float, float]) -> None:
    """A2: a bar, a negative value and a raw value of the sensor press nothing and break nothing."""
    assert fed(Pointer(PANEL), (0, FingerRaw("down", *at)), (9, FingerRaw("up", *at))) == []


@pytest.mark.logs
def test_what_is_ignored_is_logged_once_a_kind(caplog: pytest.LogCaptureFixture) -> None:
    """A2: a broken sensor fills no disk."""
    pointer = Pointer(PANEL)
    with caplog.at_level(logging.WARNING):
        for n in range(50):
            fed(pointer, (n * 2, FingerRaw("down", 0.01, 0.5)), (n * 2, FingerRaw("down", -0.02, 0.5)))
            fed(pointer, (n * 2 + 1, FingerRaw("down", 15.98, 5.48)))
    assert len(caplog.records) == 2


def test_the_far_corner_stays_inside_the_picture() -> None:
    """A2: (1.0, 1.0) is the last pixel, not one beyond it."""
    assert presses(fed(Pointer(PANEL), (0, FingerRaw("down", 1.0, 1.0)))) == [(1023, 599)]


CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))  # of the panel, clockwise from the upper left
PICTURE = ((0, 0), (1023, 0), (1023, 599), (0, 599))  # of the canvas, likewise


@pytest.mark.parametrize("panel", [(1920, 1080), (1080, 1920), (1024, 768)])
@pytest.mark.parametrize(("rotation", "steps"), [(0, 0), (90, 1), (180, 2), (270, 3)])
def test_corners_are_the_right_corners_when_the_display_is_turned(
    panel: tuple[int, int], rotation: int, steps: int
) -> None:
    """A2: turned clockwise by 90 degrees the picture's upper left corner is at the panel's upper right."""
    for number, corner in enumerate(CORNERS):
        pointer = Pointer(Fit((1024, 600), panel, rotation))
        expected = PICTURE[(number - steps) % 4]
        assert presses(fed(pointer, (0, FingerRaw("down", *corner)))) == [expected]


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("panel", [(1920, 1080), (1280, 720), (1080, 1920), (1280, 1024)])
def test_a_canvas_pixel_goes_to_the_panel_and_comes_back(panel: tuple[int, int], rotation: int) -> None:
    fit = Fit((1920, 1080), panel, rotation)
    for x in range(0, 1920, 37):
        for y in range(0, 1080, 41):
            assert fit.clamp(fit.to_canvas(*fit.to_panel(x + 0.5, y + 0.5))) == (x, y)


def test_a_drag_that_leaves_the_picture_stays_at_its_edge() -> None:
    pointer = Pointer(PANEL)
    touches = fed(
        pointer,
        (0, FingerRaw("down", 0.5, 0.5)),
        (9, FingerRaw("move", 0.999, 0.5)),
        (12, FingerRaw("up", 0.999, 0.5)),
    )
    assert touches == [Press(512, 300), Move(1023, 300), Release(1023, 300)]


@pytest.mark.logs
def test_a_mouse_in_the_bar_presses_nothing() -> None:
    assert fed(Pointer(PANEL), (0, MouseRaw("down", 20, 500)), (5, MouseRaw("up", 20, 500))) == []


def test_a_mouse_event_made_up_from_a_finger_never_presses_however_late() -> None:
    """The finger's own events speak for it; a slow driver's copies must not speak again."""
    pointer = Pointer(SAME)
    fed(pointer, (0, FingerRaw("down", 0.5, 0.5)), (40, FingerRaw("up", 0.5, 0.5)))
    late = fed(pointer, (900, MouseRaw("down", 512, 300, touch=True)), (950, MouseRaw("up", 512, 300, touch=True)))
    assert late == []
