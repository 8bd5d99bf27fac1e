"""Which of the two designed canvases is used: the one that fills more of the panel. Never a third, never distorted."""

from __future__ import annotations

from cabinet.screens.geometry import Rect
from cabinet.screens.landscape import LANDSCAPE
from cabinet.screens.plan import Layout
from cabinet.screens.portrait import PORTRAIT

CANVASES: tuple[Layout, ...] = (LANDSCAPE, PORTRAIT)
CANVAS = LANDSCAPE.canvas
BOTTOM, NOTICE = LANDSCAPE.bottom, LANDSCAPE.notice


def of(size: tuple[int, int]) -> Layout:
    """The layout of a canvas of *size*."""
    return PORTRAIT if size == PORTRAIT.canvas else LANDSCAPE


def nearest(panel: tuple[int, int], rotation: int = 0) -> Layout:
    """The canvas that fills more of a *panel* mounted at *rotation* degrees; landscape where both fill the same."""
    w, h = panel if rotation in (0, 180) else (panel[1], panel[0])
    return max(CANVASES, key=lambda one: min(w / one.canvas[0], h / one.canvas[1]))


__all__ = ["BOTTOM", "CANVAS", "CANVASES", "LANDSCAPE", "NOTICE", "PORTRAIT", "Rect", "nearest", "of"]
