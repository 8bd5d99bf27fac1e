"""The panel tried by a technician: touches are measured and corrected; the machine hears nothing (F-10, F-12)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.screens import layout, panel
from cabinet.screens.calibration import read_shift, write_shift
from cabinet.screens.pointer import FingerRaw
from cabinet.screens.scene import Label
from cabinet.screens.sound import EFFECTS
from tests.screens import views
from tests.screens.rig import Floor

SIZE = layout.LANDSCAPE.canvas


@pytest.fixture
def floor() -> Floor:
    """An attendant is at work and has opened the pages of the panel."""
    floor = Floor(views.every()["attendant"])
    floor.screen.ui = replace(floor.screen.ui, page="panel.menu", touched_ms=floor.now_ms)
    floor.wait(200)
    assert floor.screen.scene.name == "panel"
    return floor


def touch(floor: Floor, x: int, y: int, off: tuple[int, int] = (0, 0)) -> None:
    """A finger aims at (x, y) on a panel that is *off*."""
    at = ((x + off[0]) / SIZE[0], (y + off[1]) / SIZE[1])
    floor.now_ms += 400
    floor.screen.feed(FingerRaw("down", *at), floor.now_ms)
    floor.now_ms += 60
    floor.screen.feed(FingerRaw("up", *at), floor.now_ms)
    floor.wait(200)


def tap(floor: Floor, name: str, off: tuple[int, int] = (0, 0)) -> None:
    control = floor.screen.scene.control(name)
    assert control is not None, name
    assert control.enabled, name
    touch(floor, *control.rect.centre, off)


def all_marks(floor: Floor, off: tuple[int, int] = (0, 0)) -> None:
    for x, y in panel.marks(SIZE):
        touch(floor, x, y, off)


def test_a_panel_that_is_off_is_measured_and_corrected_and_hits_from_then_on(floor: Floor) -> None:
    kept: list[tuple[int, int]] = []
    floor.screen.corrected((0, 0), kept.append)
    off = (34, -21)
    tap(floor, "panel.touch")
    all_marks(floor, off)
    assert panel.correction(floor.screen.ui.probes, SIZE) == off
    tap(floor, "panel.correct", off)
    assert kept == [off]

    all_marks(floor, off)
    assert max(max(map(abs, one)) for one in panel.misses(floor.screen.ui.probes, SIZE)) <= 1
    assert "at most 1 px" in floor.texts() or "at most 0 px" in floor.texts()
    assert floor.screen.scene.control("panel.correct").enabled is False  # type: ignore[union-attr]
    tap(floor, "panel.uncorrected", off)
    assert kept == [off, (0, 0)]


def test_a_panel_mounted_askew_is_not_corrected(floor: Floor) -> None:
    """Misses in different ways are no shift: whoever took the mean would make it worse."""
    tap(floor, "panel.touch")
    for number, (x, y) in enumerate(panel.marks(SIZE)):
        touch(floor, x, y, (60 if number % 2 else -60, 0))
    assert panel.correction(floor.screen.ui.probes, SIZE) is None
    assert "in different ways" in floor.texts()
    assert floor.screen.scene.control("panel.correct").enabled is False  # type: ignore[union-attr]


def test_while_marks_are_left_there_is_no_button_to_be_hit_by_mistake(floor: Floor) -> None:
    tap(floor, "panel.touch")
    for x, y in panel.marks(SIZE)[:-1]:
        assert floor.screen.scene.controls == ()
        touch(floor, x, y)
    assert floor.screen.scene.controls == ()


def test_colours_and_sounds_are_gone_through_and_the_machine_hears_nothing(floor: Floor) -> None:
    tap(floor, "panel.colours")
    shown = []
    while floor.screen.ui.page == "panel.colours":
        shown.append(floor.screen.scene.drawables[0].look)  # type: ignore[union-attr]
        tap(floor, "panel.colour")
    assert shown == [f"pure_{colour}" for colour in panel.COLOURS]
    tap(floor, "panel.sounds")
    floor.screen.heard()
    for effect in EFFECTS:
        tap(floor, f"panel.play.{effect}")
        assert floor.screen.heard() == (effect,)
    tap(floor, "panel.menu")
    tap(floor, "panel.close")
    assert floor.screen.scene.name != "panel"
    assert floor.commands == []


def test_a_player_never_reaches_these_pages() -> None:
    floor = Floor(views.betting())
    floor.screen.ui = replace(floor.screen.ui, page="panel.touch", touched_ms=floor.now_ms)
    floor.wait(200)
    assert floor.screen.scene.name != "panel"
    assert not any(isinstance(item, Label) and "mark" in item.text for item in floor.screen.scene.drawables)


@pytest.mark.logs
def test_a_correction_survives_the_night_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    path = tmp_path / "touch-1.json"
    assert read_shift(path) == (0, 0)
    write_shift(path, (34, -21))
    assert read_shift(path) == (34, -21)
    for damaged in ("", "{", '{"x": 1}', '{"x": "1", "y": 2}', '{"x": 4000, "y": 0}', "[]", '{"x": 1.5, "y": 2}'):
        path.write_text(damaged, encoding="ascii")
        assert read_shift(path) == (0, 0), damaged
    write_shift(tmp_path / "nowhere" / "touch-1.json", (1, 1))
