"""A panel that nobody sees: scenes painted on it come back as bytes, for pictures in documents and disputes."""

from __future__ import annotations

import pygame

from cabinet.screens.scene import Scene
from cabinet.screens.screen import full_fit
from cabinet.screens.stage import Stage, put
from cabinet.screens.theme import Fonts
from cabinet.texts.fonts import cjk_font_path, font_path


class Offscreen:
    """A panel of *size* px; its canvas is the one that fits it, as on a cabinet."""

    def __init__(self, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((64, 36))
        self._fit = full_fit(size)
        self._stage = Stage(self._fit.canvas, Fonts(font_path, cjk_font_path()))
        self._panel = pygame.Surface(size)

    @property
    def canvas(self) -> tuple[int, int]:
        """The size of the canvas that scenes are made for."""
        return self._fit.canvas

    def painted(self, scene: Scene) -> bytes:
        """The panel with *scene* on it: three bytes a pixel, rows from the top."""
        put(self._stage, self._panel, self._fit, scene)
        return pygame.image.tobytes(self._panel, "RGB")
