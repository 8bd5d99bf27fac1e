"""A screen on a canvas without a window, and a pretend machine that takes commands down."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame

from cabinet.ports.commands import Command
from cabinet.ports.view import View
from cabinet.screens import layout
from cabinet.screens.scene import ACCENT, Label
from cabinet.screens.screen import Screen, full_fit
from cabinet.screens.stage import Stage
from cabinet.screens.stage import layout as layout_of
from cabinet.screens.theme import Fonts
from cabinet.screens.words import Words
from cabinet.texts.fonts import cjk_font_path, font_path
from cabinet.texts.speech import Texts

ENGLISH = Texts("en")


def overflow(label: Label, fonts: Fonts) -> str:
    """How *label* runs out of its box when it is painted; empty if it does not."""
    lines = layout_of(label, fonts)
    wide = max(fonts.width(text, size, label.weight, label.serif) for text, size, _, _ in lines)
    ink = [fonts.text(text, size, "white", label.weight, label.serif).get_bounding_rect() for text, size, _, _ in lines]
    top = min(y + box.y for (_, _, _, y), box in zip(lines, ink, strict=True))
    low = max(y + box.bottom for (_, _, _, y), box in zip(lines, ink, strict=True))
    if wide <= label.rect.w and top >= label.rect.y - ACCENT and low <= label.rect.bottom + ACCENT:
        return ""
    return f"{label.text!r} {wide}x{low - top} in {label.rect.w}x{label.rect.h}"


def started_fonts() -> Fonts:
    """The fonts of the product."""
    _display()
    return Fonts(font_path, cjk_font_path())


def plain_fonts() -> Fonts:
    """pygame's own font for everything: quick to have, good enough where no picture is judged."""
    _display()
    return Fonts(lambda style, weight: Path(pygame.font.__file__).parent / pygame.font.get_default_font())


def _display() -> None:
    pygame.font.init()
    if not pygame.display.get_init():
        pygame.display.init()
        pygame.display.set_mode((64, 36))


class Floor:
    """A station's screen whose machine is the test: views are shown to it, commands are kept."""

    def __init__(
        self, view: View | None = None, panel: tuple[int, int] = layout.CANVAS, fonts: Fonts | None = None
    ) -> None:
        self.commands: list[Command] = []
        self.now_ms = 1_000_000
        stage = Stage(layout.CANVAS, fonts or plain_fonts())
        self.screen = Screen(stage, full_fit(panel), self._words, self._take)
        if view is not None:
            self.show(view)

    def _take(self, command: Command) -> bool:
        self.commands.append(command)
        return True

    def _words(self, view: View | None) -> Words:
        return ENGLISH

    def show(self, view: View) -> None:
        self.screen.connected(True)
        self.screen.show(view, self.now_ms)

    def wait(self, ms: int) -> None:
        self.now_ms += ms
        self.screen.look(self.now_ms)

    def texts(self) -> str:
        """Everything written on the picture, for asking what a player reads."""
        from cabinet.screens.scene import Label

        return "\n".join(item.text for item in self.screen.scene.drawables if isinstance(item, Label))

    def told(self, ask: Callable[[Floor], None]) -> list[Command]:
        """The commands that *ask* led to."""
        self.commands.clear()
        ask(self)
        return list(self.commands)
