"""Painting only what changed gives the very picture that painting everything gives."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from cabinet.screens import director, layout
from cabinet.screens.geometry import Rect
from cabinet.screens.pointer import Fit
from cabinet.screens.scene import Backdrop, Label, Scene, Tile, extent
from cabinet.screens.stage import Stage, changed, merged, present
from cabinet.screens.stage import layout as lines_of
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Held, Ui, seen
from tests.screens import views
from tests.screens.rig import ENGLISH, plain_fonts

NOW = 5_000_000


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return plain_fonts()


def frames() -> list[Scene]:
    """An evening in pictures: dealing, carrying, a reveal, every screen."""
    found = []
    dealt = seen(Ui(), views.with_bet(), views.setting(), NOW)
    found += [director.scene(views.setting(), dealt, NOW + ms, ENGLISH) for ms in range(0, 1200, 97)]
    for x in range(300, 1200, 90):
        carrying = replace(dealt, held=Held("tile.1", x, 560, 950, 700), pressed="tile.1")
        found.append(director.scene(views.setting(), carrying, NOW + 5000, ENGLISH))
    won = seen(Ui(), views.setting(views.LAID), views.settled(), NOW)
    found += [director.scene(views.settled(), won, NOW + ms, ENGLISH) for ms in range(0, 7600, 211)]
    found += [director.scene(view, seen(Ui(), None, view, NOW), NOW, ENGLISH) for view in views.every().values()]
    return found


def test_painting_what_changed_is_painting_everything(fonts: Fonts) -> None:
    scenes = frames()
    random.Random(7).shuffle(scenes)
    stage, whole = Stage(layout.CANVAS, fonts), Stage(layout.CANVAS, fonts)
    whole._art = stage._art  # made once: artwork is not what is compared
    for scene in [*scenes[:24], *frames()[12:28]]:
        stage.paint(scene)
        whole.forget()
        whole.paint(scene)
        assert stage.canvas.get_buffer().raw == whole.canvas.get_buffer().raw, scene.name


def test_a_still_picture_is_not_painted_again(fonts: Fonts) -> None:
    stage = Stage(layout.CANVAS, fonts)
    scene = director.scene(views.betting(), Ui(), NOW, ENGLISH)
    assert stage.paint(scene) == (Rect(0, 0, 1920, 1080),)
    assert stage.paint(scene) == ()


def test_one_more_chip_repaints_the_spot_and_the_meters_only() -> None:
    before = director.scene(views.with_bet(1000), Ui(), NOW, ENGLISH)
    after = director.scene(views.with_bet(1100), Ui(), NOW, ENGLISH)
    area = sum(box.w * box.h for box in changed(before, after))
    assert 0 < area < 1920 * 1080 // 10


def test_overlapping_boxes_become_one() -> None:
    boxes = merged([Rect(0, 0, 10, 10), Rect(50, 50, 5, 5), Rect(9, 9, 45, 45)])
    assert boxes == [Rect(0, 0, 55, 55)]


def test_a_tile_paints_nothing_outside_its_extent(fonts: Fonts) -> None:
    """Shadow and glow stay within the margin, or an old one would be left behind."""
    stage = Stage((400, 400), fonts)
    ground = Backdrop("office", Rect(0, 0, 400, 400))
    for tile in (Tile(Rect(100, 50, 144, 288), ("10", "K"), lit=True), Tile(Rect(50, 100, 288, 144), ())):
        stage.forget()
        stage.paint(Scene("t", (400, 400), (ground,), ()))
        empty = stage.canvas.copy()
        stage.forget()
        stage.paint(Scene("t", (400, 400), (ground, tile), ()))
        box = extent(tile)
        for picture in (empty, stage.canvas):
            picture.fill((0, 0, 0), (box.x, box.y, box.w, box.h))
        assert empty.get_buffer().raw == stage.canvas.get_buffer().raw


def test_a_tile_fills_its_box_exactly(fonts: Fonts) -> None:
    """Its ivory body is twice as long as wide to the pixel: no shadow is counted as tile."""
    stage = Stage((400, 400), fonts)
    tile = Tile(Rect(100, 50, 144, 288), ("1", "1"))
    stage.paint(Scene("t", (400, 400), (Backdrop("office", Rect(0, 0, 400, 400)), tile), ()))
    bright = [x for x in range(400) if sum(stage.canvas.get_at((x, 194))[:3]) > 300]
    tall = [y for y in range(400) if sum(stage.canvas.get_at((130, y))[:3]) > 300]
    assert (bright[0], bright[-1] + 1) == (100, 244)
    assert (tall[0], tall[-1] + 1) == (50, 338)


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (1366, 768), (1024, 768)])
def test_parts_brought_to_another_panel_are_the_whole_brought_to_it(fonts: Fonts, size: tuple[int, int]) -> None:
    """Scaled in parts or at once: no seam, no offset."""
    fit = Fit(layout.CANVAS, size)
    stage, panel = Stage(layout.CANVAS, fonts), pygame.Surface(size)
    for view in (views.betting(), views.with_bet(), views.with_bet(1200)):
        boxes = stage.paint(director.scene(view, Ui(), NOW, ENGLISH))
        present(stage.canvas, panel, fit, boxes)
    whole = pygame.Surface(size)
    present(stage.canvas, whole, fit, (Rect(0, 0, 1920, 1080),))
    worst = max(abs(a - b) for a, b in zip(panel.get_buffer().raw, whole.get_buffer().raw, strict=True))
    assert worst <= 12


@pytest.mark.parametrize(("rotation", "corner"), [(0, (0, 0)), (90, (1079, 0)), (180, (1919, 1079)), (270, (0, 1919))])
def test_a_turned_panel_shows_the_picture_turned(rotation: int, corner: tuple[int, int]) -> None:
    """The canvas's upper left pixel is at the panel's corner where the pointer looks for it."""
    size = (1080, 1920) if rotation in (90, 270) else (1920, 1080)
    canvas, panel = pygame.Surface((1920, 1080)), pygame.Surface(size)
    canvas.fill((255, 0, 0), (0, 0, 40, 40))
    present(canvas, panel, Fit((1920, 1080), size, rotation), (Rect(0, 0, 1920, 1080),))
    assert panel.get_at(corner)[:3] == (255, 0, 0)
    x, y = Fit((1920, 1080), size, rotation).to_panel(5, 5)
    assert panel.get_at((int(x), int(y)))[:3] == (255, 0, 0)


def test_a_long_text_shrinks_and_a_wrapped_one_breaks(fonts: Fonts) -> None:
    narrow = Label(Rect(0, 0, 200, 40), "The order is sealed", 60)
    ((_, size, _, _),) = lines_of(narrow, fonts)
    assert size < 60
    wrapped = replace(narrow, wrap=True, rect=Rect(0, 0, 200, 200))
    assert len(lines_of(wrapped, fonts)) > 1
