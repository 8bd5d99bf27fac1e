"""Scenes as text and as small pictures, compared with what was looked at and found good.

After a wanted change: UPDATE_GOLDEN=1 python -m pytest tests/screens/test_golden.py, and look at what changed.
Text goldens show codes instead of sentences, so a better sentence is no difference.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from cabinet.ports.view import View
from cabinet.screens import director, layout, pages
from cabinet.screens.focus import ringed
from cabinet.screens.scene import as_text
from cabinet.screens.stage import Stage
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Ui, seen
from tests.screens import views
from tests.screens.rig import ENGLISH, started_fonts

FOLDER = Path(__file__).parent / "golden"
UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
NOW = 5_000_000
SMALL = (480, 270)
# another build of the font library shifts an edge by a fraction of a pixel; a moved label is far more
ALLOWED_MEAN, ALLOWED_WORST = 2.5, 80

SHOWN = ("attract", "with_sides", "dealt", "laid", "misset", "won", "lost", "printing", "lock_ruling", "attendant")
PAGES = tuple(pages.PAGES)
PICTURES = (*SHOWN, "reserved", "cards_cut", "cards_laid", "cards_won", "handpay", "out_of_service", "coming")


class Codes:
    """A language in which every sentence is its code and its parameters."""

    def say(self, code: str, /, **params: object) -> str:
        return " ".join([code, *(f"{name}={value}" for name, value in sorted(params.items()))])

    def money(self, cents: int) -> str:
        return f"{cents}c"

    def figure(self, cents: int) -> str:
        return f"{cents}"

    def number(self, value: int) -> str:
        return f"{value}"

    def share(self, value: int) -> str:
        return f"{value}/100000"

    def stamp(self, wall: str, *, year: bool = False, seconds: bool = False) -> str:
        return wall


def rested(view: View) -> Ui:
    return seen(Ui(), None, view, NOW)


@pytest.mark.parametrize("name", [*SHOWN, "cards_cut", "cards_won"])
def test_the_scene_is_the_one_that_was_looked_at(name: str) -> None:
    view = views.every()[name]
    text = as_text(director.scene(view, rested(view), NOW, Codes()))
    path = FOLDER / f"{name}.txt"
    if UPDATE:
        path.write_text(text, encoding="utf-8")
    known = path.read_text(encoding="utf-8")
    difference = "\n".join(
        difflib.unified_diff(known.splitlines(), text.splitlines(), "golden", "now", lineterm="", n=1)
    )
    assert text == known, difference


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return started_fonts()


@pytest.mark.pictures
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("canvas", ["", "_portrait", "_contrast"])
def test_the_picture_is_the_one_that_was_looked_at(name: str, canvas: str, fonts: Fonts, tmp_path: Path) -> None:
    """On both canvases, and in high contrast."""
    view, size = views.every()[name], (layout.PORTRAIT if canvas == "_portrait" else layout.LANDSCAPE).canvas
    stage = Stage(size, fonts)
    ui = replace(rested(view), contrast=canvas == "_contrast")
    stage.paint(director.scene(view, ui, NOW, ENGLISH, size))
    small = pygame.transform.smoothscale(stage.canvas, (size[0] // 4, size[1] // 4))
    path = FOLDER / f"{name}{canvas}.png"
    if UPDATE:
        pygame.image.save(small, path)
    mean, worst = difference(small, pygame.image.load(path))
    pygame.image.save(small, tmp_path / path.name)
    assert mean <= ALLOWED_MEAN, f"{path.name} differs by {mean:.2f} on average; see {tmp_path}"
    assert worst <= ALLOWED_WORST, f"a block of {path.name} differs by {worst}; see {tmp_path}"


def difference(one: pygame.Surface, other: pygame.Surface) -> tuple[float, int]:
    """The mean difference of all colour values, and the largest of a block of 16×9 pixels' mean colours."""
    a, b = (pygame.image.tobytes(picture, "RGB") for picture in (one, other))
    mean = sum(abs(x - y) for x, y in zip(a, b, strict=True)) / len(a)
    blocks = [pygame.image.tobytes(pygame.transform.smoothscale(p.convert(24), (30, 30)), "RGB") for p in (one, other)]
    return mean, max(abs(x - y) for x, y in zip(*blocks, strict=True))


@pytest.mark.pictures
@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size", [layout.LANDSCAPE.canvas, layout.PORTRAIT.canvas], ids=["landscape", "portrait"])
def test_a_page_is_the_one_that_was_looked_at(name: str, size: tuple[int, int], fonts: Fonts, tmp_path: Path) -> None:
    view = views.looked_back()
    stage = Stage(size, fonts)
    stage.paint(director.scene(view, replace(rested(view), page=name), NOW, ENGLISH, size))
    small = pygame.transform.smoothscale(stage.canvas, (size[0] // 4, size[1] // 4))
    file = f"page_{name}{'_portrait' if size[1] > size[0] else ''}.png"
    if UPDATE:
        pygame.image.save(small, FOLDER / file)
    mean, worst = difference(small, pygame.image.load(FOLDER / file))
    pygame.image.save(small, tmp_path / file)
    assert mean <= ALLOWED_MEAN, f"{file} differs by {mean:.2f} on average; see {tmp_path}"
    assert worst <= ALLOWED_WORST, f"a block of {file} differs by {worst}; see {tmp_path}"


@pytest.mark.pictures
def test_the_ring_of_the_deck_is_the_one_that_was_looked_at(fonts: Fonts, tmp_path: Path) -> None:
    view, ui = views.cards("cutting"), Ui(focus="deck", cut_at=31)
    stage = Stage(layout.CANVAS, fonts)
    stage.paint(ringed(director.scene(view, ui, NOW, ENGLISH), ui))
    small = pygame.transform.smoothscale(stage.canvas, SMALL)
    if UPDATE:
        pygame.image.save(small, FOLDER / "ring.png")
    mean, worst = difference(small, pygame.image.load(FOLDER / "ring.png"))
    assert mean <= ALLOWED_MEAN
    assert worst <= ALLOWED_WORST


def test_a_moved_button_is_noticed(fonts: Fonts) -> None:
    """The comparison can fail: one button away from its place is more than it allows."""
    view = views.with_bet()
    stage = Stage(layout.CANVAS, fonts)
    stage.paint(director.scene(view, rested(view), NOW, ENGLISH))
    first = pygame.transform.smoothscale(stage.canvas, SMALL)
    deal = stage.canvas.subsurface((1402, 922, 252, 144)).copy()
    stage.canvas.fill((38, 22, 16), (1402, 922, 252, 144))
    stage.canvas.blit(deal, (1130, 922))
    second = pygame.transform.smoothscale(stage.canvas, SMALL)
    mean, worst = difference(first, second)
    assert mean > ALLOWED_MEAN or worst > ALLOWED_WORST
