"""Colours, contrast and measured text. Decides how words look; knows no screen.

Sizes are pixels of the canvas of 1080 rows; on a 24-inch panel three feet away 28 px is 20 arc minutes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import pygame

from cabinet.screens.measure import SMALLEST as SMALLEST

FINGER_PX = 64  # 14 mm are 51 px on a 24-inch panel; a finger in a hurry gets more
_TEXTS_KEPT = 600  # about two full screens in six languages; each is a small surface

Rgb = tuple[int, int, int]
FontFinder = Callable[[str, int], Path]

COLORS: dict[str, Rgb] = {
    "cream": (250, 240, 214),
    "white": (255, 255, 255),
    "gold": (240, 206, 126),
    "brass": (212, 175, 95),
    "ink": (26, 16, 8),
    "navy": (24, 34, 66),
    "good": (134, 239, 160),
    "bad": (255, 172, 158),
    "warn": (255, 214, 120),
    "quiet": (206, 197, 172),
    "sky": (170, 214, 245),
    "dim": (176, 164, 142),
    "night": (9, 12, 16),
    "menu": (24, 50, 74),
    "slate": (58, 72, 88),
    "band": (40, 62, 76),
    "red": (176, 22, 32),
    "black": (20, 18, 18),
}

# what a label may stand on: the colour of that ground nearest to the text's, for the contrast check
GROUNDS: dict[str, Rgb] = {
    "felt": (23, 86, 64),
    "lit": (64, 112, 86),
    "zone": (13, 58, 43),
    "wood": (64, 46, 34),
    "bar": (38, 22, 16),
    "meter": (10, 8, 8),
    "note": (8, 34, 26),
    "gold": (206, 158, 66),
    "pill": (228, 186, 92),
    "night": (30, 24, 42),
    "office": (22, 28, 36),
    "blue": (30, 78, 112),
    "slate": (44, 56, 70),
    "green": (20, 92, 58),
    "brown": (110, 62, 18),
    "alarm": (104, 18, 22),
    "toast": (44, 26, 10),
    "tile": (226, 212, 168),
    "dimmed": (44, 34, 28),
}


# high contrast: lighter words on darker grounds, so that every label has 7 to 1
_HIGH_COLORS: dict[str, Rgb] = {
    "cream": (255, 255, 255),
    "gold": (255, 230, 130),
    "brass": (255, 224, 120),
    "ink": (0, 0, 0),
    "navy": (4, 8, 30),
    "good": (170, 255, 190),
    "bad": (255, 204, 196),
    "warn": (255, 230, 130),
    "quiet": (240, 238, 230),
    "sky": (200, 230, 255),
    "dim": (214, 208, 196),
    "red": (150, 0, 10),
    "black": (0, 0, 0),
}
HIGH_DARK, HIGH_LIGHT = 40, 116
"""Percent: how a dark and a light ground is changed for high contrast."""


def color(name: str, high: bool = False) -> Rgb:
    """The colour called *name*; *high*: its form of high contrast."""
    return _HIGH_COLORS.get(name, COLORS[name]) if high else COLORS[name]


def ground(name: str, high: bool = False) -> Rgb:
    """What a label on *name* stands on."""
    return pushed(GROUNDS[name]) if high else GROUNDS[name]


def pushed(rgb: Rgb) -> Rgb:
    """A ground of high contrast: a dark one darker, a light one lighter."""
    percent = HIGH_DARK if _luminance(rgb) < 0.2 else HIGH_LIGHT
    r, g, b = (min(255, part * percent // 100) for part in rgb)
    return (r, g, b)


def contrast(one: Rgb, other: Rgb) -> float:
    """The contrast ratio 1..21 of two colours, as web accessibility rules define it."""
    first, second = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (first + 0.05) / (second + 0.05)


def _luminance(color: Rgb) -> float:
    parts = [c / 255 for c in color]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


class Fonts:
    """Fonts by style, weight and size, and text rendered once. *finder* gives the font file of a style."""

    def __init__(self, finder: FontFinder, fallback: Path | None = None) -> None:
        self._finder = finder
        self._fallback = fallback
        self._fonts: dict[tuple[str, int, int], pygame.font.Font] = {}
        self._texts: OrderedDict[tuple[str, int, Rgb, int, bool], pygame.Surface] = OrderedDict()
        self._sizes: dict[tuple[str, int, int, bool, int], int] = {}

    def font(self, size: int, weight: int = 500, serif: bool = False, *, wide: bool = False) -> pygame.font.Font:
        """The font at *size* px; *wide*: the one with Han shapes."""
        style = "wide" if wide and self._fallback else ("serif" if serif else "sans")
        key = (style, weight if style != "wide" else 0, size)
        found = self._fonts.get(key)
        if found is None:
            path = self._fallback if style == "wide" else self._finder(style, 700 if weight >= 600 else 500)
            found = self._fonts[key] = pygame.font.Font(path, size)
        return found

    def width(self, text: str, size: int, weight: int = 500, serif: bool = False) -> int:
        """How many pixels wide *text* is at *size*."""
        return self._font_for(text, size, weight, serif).size(text)[0]

    def line_height(self, text: str, size: int, weight: int = 500, serif: bool = False) -> int:
        """The height of a line of *text*, room for accents included."""
        return self._font_for(text, size, weight, serif).get_linesize()

    def fitting(self, text: str, size: int, width: int, weight: int = 500, serif: bool = False) -> int:
        """The largest size up to *size* at which one line fits *width*; SMALLEST if none does."""
        key = (text, size, weight, serif, width)
        found = self._sizes.get(key)
        if found is None:
            found = size
            while found > SMALLEST and (wide := self.width(text, found, weight, serif)) > width:
                found = max(SMALLEST, min(found - 1, found * width // wide))
            if len(self._sizes) > _TEXTS_KEPT:
                self._sizes.clear()
            self._sizes[key] = found
        return found

    def text(
        self, text: str, size: int, name: str, weight: int = 500, serif: bool = False, *, high: bool = False
    ) -> pygame.Surface:
        """One line of text in the colour called *name* as a surface, from the cache if it was drawn before."""
        paint = color(name, high)
        key = (text, size, paint, weight, serif)
        found = self._texts.get(key)
        if found is not None:
            self._texts.move_to_end(key)
            return found
        found = self._font_for(text, size, weight, serif).render(text, True, paint)
        self._texts[key] = found
        if len(self._texts) > _TEXTS_KEPT:
            self._texts.popitem(last=False)
        return found

    def lines(self, text: str, size: int, width: int, weight: int = 500, serif: bool = False) -> list[str]:
        """*text* broken into lines of at most *width* px; Han text breaks anywhere, a long word stays whole."""
        broken: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in _words(paragraph):
                if line and self.width((line + word).rstrip(), size, weight, serif) > width:
                    broken.append(line.rstrip())
                    line = word.lstrip()
                else:
                    line += word
            broken.append(line.rstrip())
        return broken

    def _font_for(self, text: str, size: int, weight: int, serif: bool) -> pygame.font.Font:
        return self.font(size, weight, serif, wide=any(ord(c) >= 0x2E80 for c in text))


def _words(text: str) -> list[str]:
    """Pieces a line may be broken after: words with their space, single Han characters."""
    pieces: list[str] = []
    for c in text:
        if (pieces and not pieces[-1].endswith(" ") and ord(c) < 0x2E80 and ord(pieces[-1][-1]) < 0x2E80) or (
            pieces and c == " "
        ):
            pieces[-1] += c
        else:
            pieces.append(c)
    return pieces
