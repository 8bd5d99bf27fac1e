"""A picture of a table as a file: the scene a screen would show, painted where nobody looks.

Decides nothing: the scene is `replaying`'s, the picture the stage's own.
"""

from __future__ import annotations

import io

import pygame

from cabinet.ports.view import View
from cabinet.screens import layout, replaying
from cabinet.screens.sketch import Sketch
from cabinet.screens.stage import Stage
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Ui
from cabinet.screens.words import Words
from cabinet.texts.fonts import cjk_font_path, font_path

_NOW_MS = 100_000_000  # long after everything that moves has come to rest


def photograph(view: View, mark: str, told: str, words: Words) -> bytes:
    """PNG of *view* on the landscape canvas, marked and told as a recall is. For a process of its own, whose video
    driver is the one that shows nothing."""
    pygame.font.init()
    pygame.display.init()
    pygame.display.set_mode((1, 1))  # surfaces take their form from a display, be it one that shows nothing
    plan = layout.LANDSCAPE
    stage = Stage(plan.canvas, Fonts(font_path, cjk_font_path()))
    sketch = Sketch(view=view, ui=Ui(), now_ms=_NOW_MS, words=words, size=plan.canvas)
    stage.paint(replaying.scene(sketch, view, mark, told, ()))
    out = io.BytesIO()
    pygame.image.save(stage.canvas, out, "table.png")
    return out.getvalue()
