"""Grounds, plates, rings, lines and chips, drawn by code once and kept. Decides looks, knows no screen.

Everything round is drawn larger and scaled down, because pygame's own circles have rough edges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pygame

from cabinet.screens.scene import SHADOW
from cabinet.screens.theme import COLORS, Rgb, pushed

OVER = 3  # oversampling of round shapes

Rgba = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Look:
    """A plate: colours from top to bottom with their opacity, edge, shadow and glow."""

    top: Rgba
    bottom: Rgba
    edge: Rgba
    edge_px: int = 2
    shadow: int = 0
    glow: Rgba | None = None


PLATES: dict[str, Look] = {
    "gold": Look((246, 208, 112, 255), (206, 158, 66, 255), (255, 238, 186, 255), 3, 110, (240, 196, 96, 90)),
    "gold_down": Look((206, 158, 66, 255), (232, 190, 96, 255), (255, 238, 186, 255), 3, 40),
    "gold_dim": Look((52, 40, 30, 255), (38, 28, 22, 255), (92, 76, 54, 255), 2),
    "wood": Look((78, 58, 44, 255), (46, 32, 24, 255), (160, 128, 78, 255), 2, 90),
    "wood_down": Look((46, 32, 24, 255), (92, 70, 52, 255), (232, 196, 112, 255), 3, 30),
    "wood_dim": Look((40, 30, 24, 255), (32, 23, 18, 255), (74, 60, 44, 255), 2),
    "meter": Look((4, 3, 3, 255), (16, 12, 12, 255), (160, 128, 78, 255), 2),
    "meter_lit": Look((40, 30, 6, 255), (24, 18, 4, 255), (255, 226, 140, 255), 4, 0, (255, 214, 120, 110)),
    "zone": Look((10, 48, 36, 190), (14, 60, 45, 190), (212, 175, 95, 255), 3),
    "zone_lit": Look((20, 84, 60, 220), (26, 100, 74, 220), (255, 236, 170, 255), 5, 0, (255, 226, 140, 120)),
    "zone_dim": Look((10, 48, 36, 120), (14, 60, 45, 120), (130, 116, 76, 255), 2),
    "ghost": Look((255, 255, 255, 10), (255, 255, 255, 10), (214, 190, 126, 150), 2),
    "ghost_lit": Look((255, 240, 190, 46), (255, 240, 190, 46), (255, 236, 170, 255), 4, 0, (255, 226, 140, 90)),
    "note": Look((4, 26, 20, 225), (8, 34, 26, 225), (150, 128, 78, 200), 2),
    "note_won": Look((6, 52, 28, 240), (8, 64, 36, 240), (134, 239, 160, 255), 4),
    "note_lost": Look((58, 14, 14, 240), (66, 18, 18, 240), (255, 172, 158, 255), 4),
    "note_even": Look((24, 36, 44, 240), (30, 44, 54, 240), (200, 206, 214, 255), 4),
    "pill": Look((246, 212, 124, 255), (228, 186, 92, 255), (255, 240, 200, 255), 2),
    "pill_quiet": Look((58, 42, 30, 255), (44, 31, 22, 255), (160, 128, 78, 255), 2),
    "money": Look((12, 64, 40, 255), (20, 92, 58, 255), (134, 239, 160, 255), 3),
    "toast": Look((44, 26, 10, 245), (34, 20, 8, 245), (255, 200, 96, 255), 4, 120),
    "alarm": Look((104, 18, 22, 250), (84, 12, 16, 250), (255, 172, 158, 255), 4, 120),
    "result": Look((6, 26, 20, 244), (10, 36, 28, 244), (232, 196, 112, 255), 3, 120),
    "result_won": Look((10, 44, 26, 246), (16, 60, 36, 246), (255, 226, 140, 255), 5, 120, (255, 214, 120, 120)),
    "office": Look((22, 28, 36, 255), (20, 26, 33, 255), (56, 72, 88, 255), 2),
    "office_alarm": Look((62, 20, 24, 255), (54, 17, 21, 255), (220, 120, 116, 255), 3),
    "blue": Look((30, 78, 112, 255), (25, 66, 96, 255), (96, 160, 204, 255), 2),
    "blue_down": Look((20, 54, 80, 255), (40, 96, 136, 255), (170, 214, 245, 255), 3),
    "blue_dim": Look((30, 36, 44, 255), (27, 33, 40, 255), (58, 68, 78, 255), 2),
    "slate": Look((44, 56, 70, 255), (36, 46, 58, 255), (92, 112, 132, 255), 2),
    "slate_down": Look((30, 40, 50, 255), (52, 66, 82, 255), (170, 214, 245, 255), 3),
    "green": Look((20, 92, 58, 255), (16, 78, 48, 255), (134, 239, 160, 255), 2),
    "green_down": Look((12, 64, 40, 255), (24, 108, 68, 255), (200, 255, 214, 255), 3),
    **{
        f"pure_{name}": Look((*rgb, 255), (*rgb, 255), (*rgb, 255), 0)
        for name, rgb in (
            ("red", (255, 0, 0)),
            ("green", (0, 255, 0)),
            ("blue", (0, 0, 255)),
            ("white", (255, 255, 255)),
            ("grey", (128, 128, 128)),
            ("black", (0, 0, 0)),
        )
    },
    "recall": Look((255, 176, 46, 255), (236, 148, 20, 255), (40, 24, 0, 255), 2),
    "brown": Look((110, 62, 18, 255), (92, 50, 14, 255), (240, 176, 96, 255), 2),
    "brown_down": Look((84, 46, 12, 255), (124, 72, 22, 255), (255, 214, 150, 255), 3),
    "bar_top": Look((44, 26, 18, 255), (24, 13, 9, 255), (0, 0, 0, 0), 0),
    "bar_bottom": Look((38, 22, 16, 255), (16, 7, 4, 255), (0, 0, 0, 0), 0),
    "focus": Look((0, 0, 0, 0), (0, 0, 0, 0), (255, 255, 255, 255), 7),
    "focus_dark": Look((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 255), 4),
    "veil": Look((0, 0, 0, 150), (0, 0, 0, 150), (0, 0, 0, 0), 0),
    "paper": Look((250, 249, 244, 255), (240, 238, 230, 255), (210, 206, 196, 255), 2, 120),
}

HUES: dict[str, tuple[Rgb, Rgb]] = {  # body, edge spots
    "white": ((222, 220, 208), (58, 84, 150)),
    "red": ((168, 26, 38), (250, 244, 232)),
    "green": ((20, 112, 66), (250, 244, 232)),
    "black": ((34, 34, 38), (250, 244, 232)),
    "purple": ((98, 44, 132), (250, 226, 150)),
    "orange": ((206, 104, 26), (250, 244, 232)),
    "blue": ((30, 84, 150), (250, 244, 232)),
    "gold": ((214, 172, 84), (60, 40, 14)),
    "brown": ((96, 62, 38), (250, 226, 150)),
}


def high_look(look: Look) -> Look:
    """A plate of high contrast: solid, a dark face darker, a light one lighter, its edge brighter and thicker."""
    if look.top[3] < 60 or not look.edge[3]:
        return look if look.top[3] < 160 else replace(look, top=(*pushed(look.top[:3]), look.top[3]))
    top, bottom = pushed(look.top[:3]), pushed(look.bottom[:3])
    r, g, b, _ = look.edge
    edge = (min(255, r + 60), min(255, g + 60), min(255, b + 60), 255)
    return replace(look, top=(*top, 255), bottom=(*bottom, 255), edge=edge, edge_px=look.edge_px + 1)


def plate(size: tuple[int, int], look_name: str, radius: int, high: bool = False) -> pygame.Surface:
    """A plate of *size* with SHADOW pixels of margin on every side."""
    look = high_look(PLATES[look_name]) if high else PLATES[look_name]
    w, h = size
    surface = pygame.Surface((w + 2 * SHADOW, h + 2 * SHADOW), pygame.SRCALPHA)
    if look.glow:
        surface.blit(_soft(size, radius, look.glow, 9, 0, 5), (0, 0))
    if look.shadow:
        surface.blit(_soft(size, radius, (0, 0, 0, look.shadow), 7, 6, 0), (0, 0))
    body = rounded(size, radius, look.edge)
    inner = (max(0, w - 2 * look.edge_px), max(0, h - 2 * look.edge_px))
    face = shaded(inner, max(0, radius - look.edge_px), look.top, look.bottom)
    if look.edge_px:
        hole = rounded(inner, max(0, radius - look.edge_px), (0, 0, 0, 255))
        body.blit(hole, (look.edge_px, look.edge_px), special_flags=pygame.BLEND_RGBA_SUB)
    else:
        body.fill((0, 0, 0, 0))
    surface.blit(body, (SHADOW, SHADOW))
    surface.blit(face, (SHADOW + look.edge_px, SHADOW + look.edge_px))
    return surface


def rounded(size: tuple[int, int], radius: int, color: Rgba) -> pygame.Surface:
    """A smooth-edged rounded box of one colour."""
    w, h = max(1, size[0]), max(1, size[1])
    big = pygame.Surface((w * OVER, h * OVER), pygame.SRCALPHA)
    big.fill((*color[:3], 0))
    pygame.draw.rect(big, color, big.get_rect(), border_radius=radius * OVER)
    return pygame.transform.smoothscale(big, (w, h))


def shaded(size: tuple[int, int], radius: int, top: Rgba, bottom: Rgba) -> pygame.Surface:
    """A rounded box whose colour runs from *top* to *bottom*."""
    w, h = max(1, size[0]), max(1, size[1])
    ramp = pygame.Surface((1, 2), pygame.SRCALPHA)
    ramp.set_at((0, 0), top)
    ramp.set_at((0, 1), bottom)
    face = pygame.transform.smoothscale(ramp, (1, h))
    face = pygame.transform.scale(face, (w, h))
    face.blit(rounded((w, h), radius, (255, 255, 255, 255)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return face


def _soft(size: tuple[int, int], radius: int, color: Rgba, blur: int, drop: int, grow: int) -> pygame.Surface:
    """A blurred copy of the plate's outline: a shadow (dropped) or a glow (grown)."""
    w, h = size
    surface = pygame.Surface((w + 2 * SHADOW, h + 2 * SHADOW), pygame.SRCALPHA)
    surface.fill((*color[:3], 0))
    box = pygame.Rect(SHADOW - grow, SHADOW - grow + drop, w + 2 * grow, h + 2 * grow)
    pygame.draw.rect(surface, color, box, border_radius=radius + grow)
    return pygame.transform.gaussian_blur(surface, blur)


def ring(size: int, lit: bool) -> pygame.Surface:
    """The betting circle, *size* px wide, with SHADOW margin."""
    big = pygame.Surface(((size + 2 * SHADOW) * 2,) * 2, pygame.SRCALPHA)
    centre, outer = (big.get_width() // 2,) * 2, size - 6
    gold = (255, 236, 170) if lit else COLORS["brass"]
    if lit:
        pygame.draw.circle(big, (255, 226, 140, 70), centre, outer + 22)
        big = pygame.transform.gaussian_blur(big, 12)
    pygame.draw.circle(big, (11, 50, 38, 215), centre, outer)
    pygame.draw.circle(big, (18, 72, 54, 120), centre, outer - 40)
    pygame.draw.circle(big, gold, centre, outer, 10)
    pygame.draw.circle(big, (*gold, 200), centre, outer - 26, 4)
    return pygame.transform.smoothscale(big, (size + 2 * SHADOW,) * 2)


def line(size: tuple[int, int], color: str, dotted: bool, knobs: bool) -> pygame.Surface:
    """A horizontal line with a soft dark lower edge; margin 14 on every side."""
    w, h = size
    surface = pygame.Surface((w + 28, h + 28), pygame.SRCALPHA)
    paint = COLORS[color]
    if dotted:
        for x in range(14, 14 + w, 3 * h + 8):
            pygame.draw.rect(surface, (*paint, 190), (x, 14, 2 * h, h), border_radius=h // 2)
        return surface
    pygame.draw.rect(surface, (0, 0, 0, 90), (14, 17, w, h), border_radius=h // 2)
    pygame.draw.rect(surface, paint, (14, 14, w, h), border_radius=h // 2)
    pygame.draw.rect(surface, (255, 240, 200), (14, 14, w, max(1, h // 3)), border_radius=1)
    if knobs:
        for x in (14, 14 + w):
            pygame.draw.aacircle(surface, paint, (x, 14 + h // 2), 11)
            pygame.draw.aacircle(surface, (255, 240, 200), (x - 2, 12 + h // 2), 4)
    return surface


def chip(size: int, hue: str, lit: bool, dim: bool, label: pygame.Surface | None) -> pygame.Surface:
    """A chip *size* px across seen from above, its value in the middle, SHADOW margin."""
    body, spots = HUES[hue]
    full = (size + 2 * SHADOW) * OVER
    big = pygame.Surface((full, full), pygame.SRCALPHA)
    middle, radius = (full // 2, full // 2), size * OVER // 2
    pygame.draw.circle(big, (0, 0, 0, 120), (middle[0], middle[1] + 5 * OVER), radius)
    big = pygame.transform.gaussian_blur(big, 4 * OVER)
    if lit:
        pygame.draw.circle(big, (255, 236, 170, 255), middle, radius + 6 * OVER)
    pygame.draw.circle(big, _darker(body, 60), middle, radius)
    pygame.draw.circle(big, body, middle, radius - OVER)
    _edge_spots(big, middle, radius, spots)
    pygame.draw.circle(big, _darker(body, 78), middle, radius * 74 // 100)
    pygame.draw.circle(big, (*spots, 255), middle, radius * 70 // 100, OVER)
    pygame.draw.circle(big, _lighter(body, 12), middle, radius * 66 // 100)
    surface = pygame.transform.smoothscale(big, (size + 2 * SHADOW,) * 2)
    if label is not None:
        surface.blit(label, label.get_rect(center=(surface.get_width() // 2, surface.get_height() // 2)))
    if dim:
        surface.fill((118, 108, 98, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


def _edge_spots(big: pygame.Surface, middle: tuple[int, int], radius: int, color: Rgb) -> None:
    """Eight edge spots: wedges between the rim and the inlay."""
    centre = pygame.Vector2(middle)
    for spot in range(8):
        wedge = []
        for angle, reach in ((-9, 1.0), (0, 1.0), (9, 1.0), (8, 0.78), (-8, 0.78)):
            wedge.append(centre + pygame.Vector2(radius * reach - 1, 0).rotate(spot * 45 + angle))
        pygame.draw.polygon(big, color, wedge)


def _darker(color: Rgb, percent: int) -> Rgb:
    return (color[0] * percent // 100, color[1] * percent // 100, color[2] * percent // 100)


def _lighter(color: Rgb, percent: int) -> Rgb:
    r, g, b = (c + (255 - c) * percent // 100 for c in color)
    return (r, g, b)


# -- grounds ------------------------------------------------------------------------------------------

_GROUNDS: dict[str, tuple[Rgb, Rgb, int]] = {  # light in the middle, dark at the rim, strength of the weave
    "felt": ((25, 94, 69), (4, 32, 25), 8),
    "night": ((46, 34, 62), (8, 6, 14), 3),
    "office": ((18, 22, 28), (12, 15, 20), 0),
}


def ground(name: str, size: tuple[int, int], high: bool = False) -> pygame.Surface:
    """A full canvas of cloth: light falls on the middle, the weave is visible, the rim is dark."""
    light, dark, weave = _GROUNDS[name]
    if high:
        light, dark, weave = pushed(light), pushed(dark), weave // 3
    small = pygame.Surface((48, 27))
    for y in range(27):
        for x in range(48):
            far = min(1.0, (((x - 23.5) / 30) ** 2 + ((y - 12) / 19) ** 2) ** 0.5)
            far = far * far * (3 - 2 * far)
            r, g, b = (round(a + (c - a) * far) for a, c in zip(light, dark, strict=True))
            small.set_at((x, y), (r, g, b))
    cloth = pygame.transform.smoothscale(small, size)
    if weave:
        thread = _weave(weave)
        for y in range(0, size[1], 128):
            for x in range(0, size[0], 128):
                cloth.blit(thread, (x, y), special_flags=pygame.BLEND_RGB_ADD)
                cloth.blit(thread, (x, y + 1), special_flags=pygame.BLEND_RGB_SUB)
    return cloth


def _weave(strength: int) -> pygame.Surface:
    """128×128 of woven wool: diagonal threads and fibres. The pattern is fixed, so pictures can be compared."""
    thread = pygame.Surface((128, 128))
    seed = 12345
    for y in range(128):
        for x in range(128):
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF
            fibre = (seed >> 16) % (strength + 1)
            twill = strength if (x + y) % 4 == 0 else 0
            level = min(255, fibre + twill)
            thread.set_at((x, y), (level * 2 // 3, level, level * 4 // 5))
    return thread


def kept(cache: dict[object, pygame.Surface], key: object, make: Callable[[], pygame.Surface]) -> pygame.Surface:
    """The surface under *key*, made on first use. Keys are few: looks, sizes, values."""
    found = cache.get(key)
    if found is None:
        found = cache[key] = make()
    return found


def dots(side: int, rows: tuple[str, ...]) -> pygame.Surface:
    """A code on white, *side* pixels square: four modules of quiet zone, every module the same whole pixels."""
    surface = pygame.Surface((side, side))
    surface.fill((255, 255, 255))
    pixel = max(1, side // (len(rows) + 8))
    left = (side - pixel * len(rows)) // 2
    for y, row in enumerate(rows):
        for x, module in enumerate(row):
            if module == "1":
                surface.fill((0, 0, 0), pygame.Rect(left + x * pixel, left + y * pixel, pixel, pixel))
    return surface
