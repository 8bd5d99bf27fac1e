"""Builds one scene: the view, the presentation state and the moment in, drawables and controls out.

Decides how a button looks in each of its states; knows no particular screen.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cabinet.ports.view import Message, View
from cabinet.screens import layout, measure
from cabinet.screens.geometry import Rect
from cabinet.screens.plan import Layout
from cabinet.screens.scene import Backdrop, Chip, Control, Drawable, Icon, Label, Plate, Scene
from cabinet.screens.ui import Ui
from cabinet.screens.words import Words, said

# a button's look, the colour of its text and what the text stands on
_BUTTONS: dict[str, tuple[str, str]] = {
    "gold": ("ink", "gold"),
    "wood": ("cream", "wood"),
    "blue": ("white", "blue"),
    "slate": ("white", "slate"),
    "green": ("white", "green"),
    "brown": ("white", "brown"),
}
_DIM: dict[str, str] = {
    "gold": "gold_dim",
    "wood": "wood_dim",
    "blue": "blue_dim",
    "slate": "blue_dim",
    "green": "blue_dim",
    "brown": "blue_dim",
}


@dataclass(slots=True)
class Board:
    """One picture in the making: plates, labels, buttons and their controls. `scene` closes it."""

    ui: Ui
    now_ms: int
    words: Words
    size: tuple[int, int]
    moving: bool = False
    drawables: list[Drawable] = field(default_factory=list)
    controls: list[Control] = field(default_factory=list)

    def scene(self, name: str) -> Scene:
        drawn = tuple(map(_larger, self.drawables)) if self.ui.large else tuple(self.drawables)
        return Scene(name, self.size, drawn, tuple(self.controls), self.moving, self.ui.contrast)

    def say(self, code: str, /, **params: object) -> str:
        return self.words.say(code, **params)

    def money(self, cents: int) -> str:
        return self.words.money(cents)

    def add(self, *drawables: Drawable) -> None:
        self.drawables.extend(drawables)

    def backdrop(self, name: str) -> None:
        self.add(Backdrop(name, Rect(0, 0, *self.size)))

    def lines_of(self, text: str, size: int, width: int) -> int:
        """In about how many lines *text* stands at *size* px in *width* px, larger text for weak eyes included."""
        return measure.lines_of(text, self.text_px(size), width)

    def text_px(self, size: int) -> int:
        """The size of a label of *size* px, for weak eyes where that is wanted."""
        return size * 5 // 4 if self.ui.large else size

    def plate(self, rect: Rect, look: str, radius: int = 14) -> None:
        self.add(Plate(rect, look, radius))

    def label(
        self,
        rect: Rect,
        text: str,
        size: int,
        color: str = "cream",
        *,
        on: str = "felt",
        weight: int = 500,
        align: str = "centre",
        serif: bool = False,
        wrap: bool = False,
    ) -> None:
        self.add(Label(rect, text, size, color, on, weight, align, serif, wrap))

    def control(self, name: str, rect: Rect, enabled: bool, *, drag: bool = False, drop: bool = False) -> None:
        self.controls.append(Control(name, rect, enabled, drag, drop))

    def button(
        self,
        name: str,
        rect: Rect,
        text: str,
        look: str,
        enabled: bool,
        *,
        size: int = 30,
        icon: str = "",
        low: bool = False,
    ) -> None:
        """A button with its control: dimmed if it cannot be pressed, sunk while the finger is on it. *low*: its text
        stands in the lower part, under a large picture."""
        down = enabled and self.ui.pressed == name
        color, on = _BUTTONS[look] if enabled else ("dim", "dimmed")
        self.plate(rect, f"{look}_down" if down else look if enabled else _DIM[look])
        box = rect.inset(4, 3).moved(0, 2 if down else 0)
        if icon:
            side = min(44, rect.h - 20)
            aside = 24 if rect.w >= 400 else 2
            left = box.x + aside if text else box.cx - side // 2
            self.add(Icon(Rect(left, box.cy - side // 2, side, side), icon, color))
            box = Rect(left + side + 6, box.y, box.right - left - side - 6, box.h)
        box = Rect(box.x, box.y + box.h // 2, box.w, box.h * 3 // 10) if low else box
        self.label(box, text, size, color, on=on, weight=700, wrap=True)
        self.control(name, rect, enabled)


@dataclass(slots=True, kw_only=True)
class Sketch(Board):
    """A picture of a view. Functions of a screen add to it."""

    view: View

    @property
    def lay(self) -> Layout:
        """Where things stand on this canvas."""
        return layout.of(self.size)

    def told(self, message: Message) -> str:
        return said(self.words, message, self.view.table)

    def allowed(self, *names: str) -> bool:
        """Whether the machine takes one of these commands now."""
        return any(name in self.view.allowed for name in names)

    def chip(self, rect: Rect, cents: int, *, lit: bool = False, dim: bool = False) -> None:
        text, hue = chip_face(cents, self.view.decimals)
        self.add(Chip(rect, text, hue, lit, dim))


def _larger(item: Drawable) -> Drawable:
    """Text a quarter larger, as far as its box has room: it shrinks to its width as any label, and is no higher."""
    if not isinstance(item, Label):
        return item
    return replace(item, size=max(item.size, min(item.size * 5 // 4, item.rect.h * 5 // 6)))


_HUES: tuple[tuple[int, str], ...] = (
    (1000, "orange"),
    (500, "purple"),
    (100, "black"),
    (25, "green"),
    (20, "blue"),
    (10, "brown"),
    (5, "red"),
)


def chip_face(cents: int, decimals: int) -> tuple[str, str]:
    """What stands on a chip and its colour: colours by value in currency units, as on a live table."""
    unit = 10**decimals
    whole, rest = divmod(cents, unit)
    text = f"{whole}" if not rest else f"{whole or ''}.{rest:0{decimals}d}"
    if not rest and whole >= 1000 and whole % 1000 == 0:
        text = f"{whole // 1000}K"
    return text, next((hue for value, hue in _HUES if whole >= value), "white")
