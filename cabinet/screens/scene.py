"""What a picture is made of: drawables in painting order, and the controls a finger finds on it.

A scene is plain data: two equal scenes look the same, and a test can read one as text. Decides no layout.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.screens.geometry import Rect

# how far shadow and glow reach outside a piece's own box, in canvas pixels
SHADOW = 22
# how far an accent or a descender may reach out of its label's box
ACCENT = 3


@dataclass(frozen=True, slots=True)
class Backdrop:
    """The whole canvas: *name* felt, night (attract) or office (attendant)."""

    name: str
    rect: Rect


@dataclass(frozen=True, slots=True)
class Plate:
    """A box with a prepared look: gold, wood, meter, zone, note, toast, alarm, blue … see art.PLATES."""

    rect: Rect
    look: str
    radius: int = 14


@dataclass(frozen=True, slots=True)
class Label:
    """Text in a box. *size* is the largest size in px; it shrinks to fit, never under theme.SMALLEST.

    *on* names what it stands on (for the contrast check). *align* left, centre or right; *wrap* breaks lines.
    """

    rect: Rect
    text: str
    size: int
    color: str = "cream"
    on: str = "felt"
    weight: int = 500
    align: str = "centre"
    serif: bool = False
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal line with round ends; *dotted* for the dealer's side."""

    rect: Rect
    color: str
    dotted: bool = False
    knobs: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """The betting circle: two gold rings round dark felt; *lit* while a chip may be dropped on it."""

    rect: Rect
    lit: bool = False


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile in exactly its box: twice as long as wide. *ends* are its two texts, top or left first.

    Empty *ends* = face down. *turn* 0..100 is how far it is open while it turns over. *lit*: being carried.
    """

    rect: Rect
    ends: tuple[str, str] | tuple[()]
    lit: bool = False
    dim: bool = False
    turn: int = 100

    @property
    def upright(self) -> bool:
        return self.rect.h > self.rect.w


@dataclass(frozen=True, slots=True)
class Wall:
    """*tiles* face down in stacks of four: the box holds the whole set of 28, the right stacks are taken first."""

    rect: Rect
    tiles: int


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card: *card* 0..51 = rank*4+suit (deuce first, clubs diamonds hearts spades), −1 face down."""

    rect: Rect
    card: int
    lit: bool = False
    turn: int = 100


@dataclass(frozen=True, slots=True)
class Chip:
    """A chip seen from above; *units* is its value in whole currency units, else its text is in *text*."""

    rect: Rect
    text: str
    hue: str
    lit: bool = False
    dim: bool = False


@dataclass(frozen=True, slots=True)
class Die:
    rect: Rect
    face: int


@dataclass(frozen=True, slots=True)
class Icon:
    """A sign drawn by code: check, cross, up, down, turn, bell, note, ticket, hand, point, dot, spin0..spin7."""

    rect: Rect
    name: str
    color: str


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture rendered elsewhere (a printed ticket), by its key in the stage's gallery."""

    rect: Rect
    key: str


@dataclass(frozen=True, slots=True)
class Fill:
    """A flat box of one colour: a bar of a chart, a line between rows."""

    rect: Rect
    color: str


@dataclass(frozen=True, slots=True)
class Path:
    """A line through *points*, in canvas pixels, all of them inside *rect*."""

    rect: Rect
    points: tuple[tuple[int, int], ...]
    color: str


@dataclass(frozen=True, slots=True)
class Dots:
    """Square modules for a phone's camera: *rows* of 0 and 1 (1 dark) on white with its quiet zone, in whole pixels."""

    rect: Rect
    rows: tuple[str, ...]


Drawable = Backdrop | Plate | Label | Line | Ring | Tile | Wall | Card | Chip | Die | Icon | Photo | Fill | Path | Dots


@dataclass(frozen=True, slots=True)
class Control:
    """Something to press or carry. *drag*: it can be carried; *drop*: carried things may be laid on it."""

    name: str
    rect: Rect
    enabled: bool
    drag: bool = False
    drop: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: *name* says which screen it is. *moving*: it changes by itself with time. *high*: painted in the
    colours of high contrast."""

    name: str
    size: tuple[int, int]
    drawables: tuple[Drawable, ...]
    controls: tuple[Control, ...]
    moving: bool = False
    high: bool = False

    def control(self, name: str) -> Control | None:
        """The control of that name, None if it is not on this picture."""
        return next((control for control in self.controls if control.name == name), None)

    def at(self, x: int, y: int) -> Control | None:
        """The enabled control under the pixel; None where nothing can be pressed."""
        return next((c for c in reversed(self.controls) if c.enabled and c.rect.contains(x, y)), None)


def extent(drawable: Drawable) -> Rect:
    """Every pixel that painting *drawable* may touch: its box, its shadow and glow."""
    match drawable:
        case Label():
            return drawable.rect.inset(0, -ACCENT)
        case Backdrop() | Icon() | Photo() | Die() | Fill() | Dots():
            return drawable.rect
        case Path():
            return drawable.rect.inset(-4)
        case Line():
            return drawable.rect.inset(-14)
        case Plate() | Ring() | Tile() | Wall() | Card() | Chip():
            return drawable.rect.inset(-SHADOW)


def as_text(scene: Scene) -> str:
    """The scene as lines a person can compare: golden files and failing tests show these."""
    marks = (" moving" if scene.moving else "") + (" high contrast" if scene.high else "")
    lines = [f"{scene.name} {scene.size[0]}x{scene.size[1]}{marks}"]
    for item in scene.drawables:
        r = item.rect
        lines.append(f"{type(item).__name__:8} {r.x},{r.y} {r.w}x{r.h}  {_details(item)}".rstrip())
    for control in scene.controls:
        r = control.rect
        lines.append(f"control  {r.x},{r.y} {r.w}x{r.h}  {control.name}{'' if control.enabled else ' (dim)'}")
    return "\n".join(lines) + "\n"


def _details(item: Drawable) -> str:
    shown = {name: getattr(item, name) for name in type(item).__slots__ if name != "rect"}
    defaults = {f.name: f.default for f in type(item).__dataclass_fields__.values()}
    return " ".join(f"{name}={value!r}" for name, value in shown.items() if value != defaults.get(name))
