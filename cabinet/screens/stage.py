"""Paints a scene on a canvas, only where it changed. Decides no layout and knows no view.

A drawable is plain data, so what changed is the difference of two scenes: the boxes of drawables that are in
only one of them are painted again, everything else stays. The canvas is then scaled to the panel.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from cabinet.screens import art, art_pieces
from cabinet.screens.geometry import Rect
from cabinet.screens.pointer import Fit
from cabinet.screens.scene import (
    ACCENT,
    SHADOW,
    Backdrop,
    Card,
    Chip,
    Die,
    Dots,
    Drawable,
    Fill,
    Icon,
    Label,
    Line,
    Path,
    Photo,
    Plate,
    Ring,
    Scene,
    Tile,
    Wall,
    extent,
)
from cabinet.screens.theme import COLORS, SMALLEST, Fonts, color

_BOXES = 12  # more dirty boxes than this cost more than one large one
_LABELS_KEPT = 500  # a screen has about 80; amounts and names change
_LEADING = 84  # lines of a label stand a little closer than the font asks for, percent
_GRID = 24  # 1280x720 is 2/3 of the canvas, 1600x900 5/6: every 24th pixel falls on a whole one
_ART_KEPT = 900  # surfaces by look and size; screens use about 200, turning tiles the rest


class Stage:
    """Keeps the canvas, the last scene and the rendered artwork."""

    def __init__(self, size: tuple[int, int], fonts: Fonts) -> None:
        self.canvas = pygame.Surface(size)
        self.fonts = fonts
        self.gallery: dict[str, pygame.Surface] = {}
        self._art: dict[object, pygame.Surface] = {}
        self._laid: dict[Label, list[tuple[str, int, int, int]]] = {}
        self._last: Scene | None = None
        self._high = False
        self.beside: object = None  # what lies beside the picture on the panel now

    def forget(self) -> None:
        """Paint everything next time: the panel was taken away or the gallery changed."""
        self._last = self.beside = None

    def paint(self, scene: Scene) -> tuple[Rect, ...]:
        """Bring the canvas to *scene*; the boxes that changed, empty if nothing did."""
        last, self._last, self._high = self._last, scene, scene.high
        boxes = changed(last, scene)
        if self.canvas.get_size() != scene.size:
            self.canvas = pygame.Surface(scene.size)
        if len(self._art) > _ART_KEPT:
            self._art.clear()
        for box in boxes:
            self.canvas.set_clip(pygame.Rect(box.x, box.y, box.w, box.h))
            for drawable in scene.drawables:
                if extent(drawable).touches(box):
                    self._draw(drawable)
        self.canvas.set_clip(None)
        return boxes

    def _draw(self, item: Drawable) -> None:
        key: tuple[object, ...]
        match item:
            case Backdrop():
                size, high = (item.rect.w, item.rect.h), self._high
                self._blit(item, ("ground", size, item.name, high), lambda: art.ground(item.name, size, high), 0)
            case Plate():
                size, high = (item.rect.w, item.rect.h), self._high
                key = ("plate", size, item.look, item.radius, high)
                self._blit(item, key, lambda: art.plate(size, item.look, item.radius, high))
            case Label():
                self._label(item)
            case Line():
                size = (item.rect.w, item.rect.h)
                key = ("line", size, item.color, item.dotted, item.knobs)
                self._blit(item, key, lambda: art.line(size, item.color, item.dotted, item.knobs), 14)
            case Ring():
                self._blit(item, ("ring", item.rect.w, item.lit), lambda: art.ring(item.rect.w, item.lit))
            case Tile() | Card():
                self._piece(item)
            case Wall():
                size = (item.rect.w, item.rect.h)
                self._blit(item, ("wall", size, item.tiles), lambda: art_pieces.wall(size, item.tiles, self.fonts))
            case Chip():
                self._chip(item)
            case Die():
                self._blit(item, ("die", item.rect.w, item.face), lambda: art_pieces.die(item.rect.w, item.face), 0)
            case Icon():
                size = (item.rect.w, item.rect.h)
                paint = color(item.color, self._high)
                key = ("icon", size, item.name, paint)
                self._blit(item, key, lambda: art_pieces.icon(size, item.name, paint), 0)
            case Photo():
                self._photo(item)
            case Fill():
                self.canvas.fill(COLORS[item.color], pygame.Rect(item.rect.x, item.rect.y, item.rect.w, item.rect.h))
            case Path():
                pygame.draw.lines(self.canvas, COLORS[item.color], False, item.points, 4)
            case Dots():
                self._blit(item, ("dots", item.rect.w, item.rows), lambda: art.dots(item.rect.w, item.rows), 0)

    def _blit(self, item: Drawable, key: object, make: Callable[[], pygame.Surface], margin: int = SHADOW) -> None:
        surface = self._art.get(key)
        if surface is None:
            made = make()
            surface = self._art[key] = made.convert() if isinstance(item, Backdrop) else made
        self.canvas.blit(surface, (item.rect.x - margin, item.rect.y - margin))

    def _label(self, item: Label) -> None:
        if not item.text:
            return
        # a text too long for its box must not leave bits outside the box that is painted again
        r, clip = item.rect, self.canvas.get_clip()
        self.canvas.set_clip(clip.clip(pygame.Rect(r.x, r.y - ACCENT, r.w, r.h + 2 * ACCENT)))
        laid = self._laid.get(item)
        if laid is None:
            if len(self._laid) > _LABELS_KEPT:
                self._laid.clear()
            laid = self._laid[item] = layout(item, self.fonts)
        for text, size, x, y in laid:
            written = self.fonts.text(text, size, item.color, item.weight, item.serif, high=self._high)
            self.canvas.blit(written, (x, y))
        self.canvas.set_clip(clip)

    def _piece(self, item: Tile | Card) -> None:
        size = (item.rect.w, item.rect.h)
        if isinstance(item, Tile):
            ends = item.ends if item.turn >= 50 else ()
            key: object = ("tile", size, ends, item.lit, item.dim)
            surface = self._made(key, lambda: art_pieces.tile(size, ends, item.lit, item.dim, self.fonts))
        else:
            shown = item.card if item.turn >= 50 else -1
            key = ("card", size, shown, item.lit)
            surface = self._made(key, lambda: art_pieces.card(size, shown, item.lit, self.fonts))
        x, y = item.rect.x - SHADOW, item.rect.y - SHADOW
        if item.turn in (0, 100):
            self.canvas.blit(surface, (x, y))
            return
        # a piece turning over is seen narrower: widest at 0 and 100, an edge at 50
        width = max(2, surface.get_width() * abs(item.turn - 50) // 50)
        narrow = pygame.transform.scale(surface, (width, surface.get_height()))
        self.canvas.blit(narrow, (x + (surface.get_width() - width) // 2, y))

    def _made(self, key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        return art.kept(self._art, key, make)

    def _chip(self, item: Chip) -> None:
        def make() -> pygame.Surface:
            dark = item.hue in ("white", "gold")
            size = item.rect.w * (40 if len(item.text) < 3 else 32 if item.hue != "gold" else 26) // 100
            label = self.fonts.text(item.text, size, "ink" if dark else "white", 700) if item.text else None
            return art.chip(item.rect.w, item.hue, item.lit, item.dim, label)

        self._blit(item, ("chip", item.rect.w, item.text, item.hue, item.lit, item.dim), make)

    def _photo(self, item: Photo) -> None:
        picture = self.gallery.get(item.key)
        if picture is not None:
            scaled = self._made(
                ("photo", item.key, item.rect.w, item.rect.h),
                lambda: pygame.transform.smoothscale(picture, (item.rect.w, item.rect.h)),
            )
            self.canvas.blit(scaled, (item.rect.x, item.rect.y))


def layout(item: Label, fonts: Fonts) -> list[tuple[str, int, int, int]]:
    """Each line of a label as (text, size, x, y): the largest size, never under SMALLEST, that fits its box."""
    box = item.rect
    if not item.wrap:
        size = fonts.fitting(item.text, item.size, box.w, item.weight, item.serif)
        height = fonts.line_height(item.text, size, item.weight, item.serif)
        return [(item.text, size, _left(item, size, item.text, fonts), box.y + (box.h - height) // 2 - _raise(size))]
    size = item.size
    while True:
        lines = fonts.lines(item.text, size, box.w, item.weight, item.serif)
        height = fonts.line_height(item.text, size, item.weight, item.serif)
        pitch = height * _LEADING // 100
        wide = max(fonts.width(line, size, item.weight, item.serif) for line in lines)
        # the ink of one line is about as high as its size; the rest of its height is room for accents
        if size <= SMALLEST or (pitch * (len(lines) - 1) + size * 11 // 10 <= box.h and wide <= box.w):
            break
        size -= 2
    top = box.y + (box.h - pitch * (len(lines) - 1) - height) // 2 - _raise(size)
    return [(line, size, _left(item, size, line, fonts), top + i * pitch) for i, line in enumerate(lines)]


def _raise(size: int) -> int:
    """Fonts keep more room above capitals than below the line: so much higher the ink stands in the middle."""
    return size * 3 // 100


def _left(item: Label, size: int, text: str, fonts: Fonts) -> int:
    width = fonts.width(text, size, item.weight, item.serif)
    match item.align:
        case "left":
            return item.rect.x
        case "right":
            return item.rect.right - width
        case _:
            return item.rect.x + (item.rect.w - width) // 2


def changed(last: Scene | None, scene: Scene) -> tuple[Rect, ...]:
    """The boxes to paint again to come from *last* to *scene*; disjoint enough to be painted one by one."""
    whole = Rect(0, 0, *scene.size)
    if last is None or (last.size, last.high) != (scene.size, scene.high) or last.drawables[:1] != scene.drawables[:1]:
        return (whole,)
    old, new = _differing(last.drawables, scene.drawables)
    boxes: list[Rect] = []
    for drawable in set(old) ^ set(new):
        box = extent(drawable).clipped(whole)
        if box.w and box.h:
            boxes.append(box)
    return tuple(merged(boxes))


def _differing(
    old: tuple[Drawable, ...], new: tuple[Drawable, ...]
) -> tuple[tuple[Drawable, ...], tuple[Drawable, ...]]:
    """What is left of both after their common beginning and end: comparing is cheaper than hashing everything."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < shorter - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    return old[head : len(old) - tail], new[head : len(new) - tail]


def merged(boxes: list[Rect]) -> list[Rect]:
    """Boxes that overlap become one; too many become their union."""
    done: list[Rect] = []
    for box in boxes:
        grown = box
        while True:
            hit = next((other for other in done if other.touches(grown)), None)
            if hit is None:
                break
            done.remove(hit)
            grown = grown.union(hit)
        done.append(grown)
    if len(done) > _BOXES:
        whole = done[0]
        for box in done[1:]:
            whole = whole.union(box)
        return [whole]
    return done


def put(stage: Stage, panel: pygame.Surface, fit: Fit, scene: Scene) -> list[pygame.Rect]:
    """Bring *scene* to the panel: what changed of it, and all of what lies beside it when its backdrop changed."""
    boxes = stage.paint(scene)
    beside = surround(stage, panel, fit, scene)
    return beside or present(stage.canvas, panel, fit, boxes)


def surround(stage: Stage, panel: pygame.Surface, fit: Fit, scene: Scene) -> list[pygame.Rect]:
    """Where the canvas does not fill the panel, its backdrop goes on, in the dark; empty if nothing was painted."""
    ground = next((item.name for item in scene.drawables if isinstance(item, Backdrop)), "night")
    key = (ground, panel.get_size(), fit, scene.high)
    if max(fit.bars) < 1 or stage.beside == key:
        return []
    stage.beside = key
    cloth = art.ground(ground, panel.get_size(), scene.high)
    cloth.fill((96, 96, 96), special_flags=pygame.BLEND_RGB_MULT)
    panel.blit(cloth, (0, 0))
    w, h = fit.turned
    x, y = (round(bar) for bar in fit.bars)
    pygame.draw.rect(panel, COLORS["brass"], (x - 3, y - 3, round(w * fit.scale) + 6, round(h * fit.scale) + 6), 3)
    return [panel.get_rect(), *present(stage.canvas, panel, fit, (Rect(0, 0, *fit.canvas),))]


def present(canvas: pygame.Surface, panel: pygame.Surface, fit: Fit, boxes: tuple[Rect, ...]) -> list[pygame.Rect]:
    """Bring the changed boxes of the canvas to the panel, scaled and turned; the panel boxes that changed."""
    if not boxes:
        return []
    if fit.canvas == fit.panel and not fit.rotation:
        return [panel.blit(canvas, (b.x, b.y), pygame.Rect(b.x, b.y, b.w, b.h)) for b in boxes]
    w, h = fit.turned
    size = (round(w * fit.scale), round(h * fit.scale))
    if fit.rotation:
        picture = pygame.transform.rotate(canvas, -fit.rotation)
        whole = pygame.transform.smoothscale(picture, size)
        return [panel.blit(whole, (round(fit.bars[0]), round(fit.bars[1])))]
    if fit.scale > 1 or abs(fit.scale * _GRID - round(fit.scale * _GRID)) > 1e-9:
        boxes = (Rect(0, 0, *fit.canvas),)  # enlarged, or no grid of whole pixels on both sides: parts would show
    return [_scaled(canvas, panel, fit, box) for box in boxes]


def _scaled(canvas: pygame.Surface, panel: pygame.Surface, fit: Fit, box: Rect) -> pygame.Rect:
    """One box scaled; grown to the grid on which canvas and panel share whole pixels, so no seam shows."""
    left, top = (box.x - 2) // _GRID * _GRID, (box.y - 2) // _GRID * _GRID
    right, bottom = -(-(box.right + 2) // _GRID) * _GRID, -(-(box.bottom + 2) // _GRID) * _GRID
    part = pygame.Rect(left, top, right - left, bottom - top).clip(pygame.Rect(0, 0, *fit.canvas))
    size = (max(1, round(part.w * fit.scale)), max(1, round(part.h * fit.scale)))
    picture = pygame.transform.smoothscale(canvas.subsurface(part), size)
    at = (round(fit.bars[0] + part.x * fit.scale), round(fit.bars[1] + part.y * fit.scale))
    return panel.blit(picture, at)
