"""Tiles, cards, dice and signs, drawn by code. A tile fills its box exactly: twice as long as wide."""

from __future__ import annotations

import pygame

from cabinet.screens.art import OVER, rounded, shaded
from cabinet.screens.scene import SHADOW
from cabinet.screens.theme import COLORS, Fonts, Rgb

IVORY_TOP, IVORY_LOW = (255, 252, 238, 255), (232, 218, 178, 255)
BACK_TOP, BACK_LOW = (138, 20, 34, 255), (88, 8, 20, 255)


def tile(size: tuple[int, int], ends: tuple[str, ...], lit: bool, dim: bool, fonts: Fonts) -> pygame.Surface:
    """A tile with SHADOW margin; *ends* empty = its back."""
    w, h = size
    short = min(w, h)
    radius = short // 9
    surface = pygame.Surface((w + 2 * SHADOW, h + 2 * SHADOW), pygame.SRCALPHA)
    _shadow(surface, size, radius, lit)
    if lit:
        surface.blit(rounded((w, h), radius, (255, 214, 110, 255)), (SHADOW, SHADOW))
    else:
        surface.blit(rounded((w, h), radius, (150, 132, 86, 255)), (SHADOW, SHADOW))
    rim = 5 if lit else 2
    inner = (w - 2 * rim, h - 2 * rim)
    top, low = (IVORY_TOP, IVORY_LOW) if ends else (BACK_TOP, BACK_LOW)
    surface.blit(shaded(inner, radius - 1, top, low), (SHADOW + rim, SHADOW + rim))
    if ends:
        _bevel(surface, size, radius, rim)
        _ends(surface, size, ends, fonts)
    else:
        _back(surface, size, fonts)
    if dim:
        surface.fill((150, 146, 140, 255), special_flags=pygame.BLEND_RGBA_MULT)
    return surface


_STACKS, _LEVELS = 7, 4  # a set of 28 tiles


def wall(size: tuple[int, int], tiles: int, fonts: Fonts) -> pygame.Surface:
    """*tiles* of a set face down in stacks of four, the left stacks whole; SHADOW margin."""
    w = size[0] // _STACKS - 2
    step, edge = 10, 6  # from one tile to the one on it, and how much ivory shows under a back
    piece = tile((w, 2 * w), (), False, False, fonts)
    ivory = shaded((w - 2, 2 * w - 2), w // 9, IVORY_TOP, (206, 186, 140, 255))
    piece.blit(ivory, (SHADOW + 1, SHADOW + 2 * w - 1 - edge), pygame.Rect(0, 2 * w - 2 - edge, w, edge))
    surface = pygame.Surface((size[0] + 2 * SHADOW, size[1] + 2 * SHADOW), pygame.SRCALPHA)
    for number in range(_STACKS):
        for level in range(min(_LEVELS, tiles - number * _LEVELS)):
            surface.blit(piece, (number * (w + 2), size[1] - 2 * w - level * step))
    return surface


def _shadow(surface: pygame.Surface, size: tuple[int, int], radius: int, lit: bool) -> None:
    shade = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
    drop = 11 if lit else 5
    box = pygame.Rect(SHADOW + 2, SHADOW + drop, size[0], size[1])
    pygame.draw.rect(shade, (0, 0, 0, 150), box, border_radius=radius)
    surface.blit(pygame.transform.gaussian_blur(shade, 7 if lit else 5), (0, 0))


def _bevel(surface: pygame.Surface, size: tuple[int, int], radius: int, rim: int) -> None:
    """Light along the upper edge, ivory darker along the lower one: the body has thickness."""
    w, h = size
    depth = max(3, min(w, h) // 22)
    mask = rounded((w - 2 * rim, h - 2 * rim), radius - 1, (255, 255, 255, 255))
    edge = rounded((w - 2 * rim, h - 2 * rim), radius - 1, (176, 150, 96, 150))
    hole = rounded((w - 2 * rim, h - 2 * rim - depth), radius - 1, (0, 0, 0, 255))
    edge.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
    edge.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    surface.blit(edge, (SHADOW + rim, SHADOW + rim))
    shine = shaded((w - 6 * rim, max(4, h // 5)), radius, (255, 255, 255, 130), (255, 255, 255, 0))
    surface.blit(shine, (SHADOW + 3 * rim, SHADOW + 2 * rim))


def _ends(surface: pygame.Surface, size: tuple[int, int], ends: tuple[str, ...], fonts: Fonts) -> None:
    w, h = size
    short = min(w, h)
    upright = h > w
    groove: Rgb = (196, 162, 92)
    if upright:
        pygame.draw.line(surface, groove, (SHADOW + w // 8, SHADOW + h // 2), (SHADOW + w - w // 8, SHADOW + h // 2), 2)
    else:
        pygame.draw.line(surface, groove, (SHADOW + w // 2, SHADOW + h // 8), (SHADOW + w // 2, SHADOW + h - h // 8), 2)
    for number, end in enumerate(ends):
        glyph = fonts.text(end, short * (58 if len(end) > 1 else 64) // 100, "navy", 700, True)
        cx = SHADOW + (w // 2 if upright else w // 4 + number * w // 2)
        cy = SHADOW + (h // 4 + number * h // 2 if upright else h // 2)
        # digits and capitals have no descender: centre on the ink, not on the line
        ink = glyph.get_bounding_rect()
        surface.blit(glyph, (cx - ink.w // 2 - ink.x, cy - ink.h // 2 - ink.y))


def _back(surface: pygame.Surface, size: tuple[int, int], fonts: Fonts) -> None:
    w, h = size
    gap = max(5, min(w, h) // 10)
    box = pygame.Rect(SHADOW + gap, SHADOW + gap, w - 2 * gap, h - 2 * gap)
    pygame.draw.rect(surface, COLORS["brass"], box, 2, border_radius=gap)
    half = min(w, h) // 4
    cx, cy = SHADOW + w // 2, SHADOW + h // 2
    for reach, width in ((half, 2), (half * 6 // 10, 2)):
        points = [(cx, cy - 2 * reach), (cx + reach, cy), (cx, cy + 2 * reach), (cx - reach, cy)]
        if w > h:
            points = [(cx - 2 * reach, cy), (cx, cy + reach), (cx + 2 * reach, cy), (cx, cy - reach)]
        pygame.draw.aalines(surface, COLORS["brass"], True, points)
        pygame.draw.lines(surface, COLORS["brass"], True, points, width)


# -- cards --------------------------------------------------------------------------------------------

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(size: tuple[int, int], number: int, lit: bool, fonts: Fonts) -> pygame.Surface:
    """A French-suited card with SHADOW margin; *number* rank*4+suit, −1 = its back."""
    w, h = size
    radius = w // 12
    surface = pygame.Surface((w + 2 * SHADOW, h + 2 * SHADOW), pygame.SRCALPHA)
    _shadow(surface, size, radius, lit)
    edge = (255, 214, 110, 255) if lit else (150, 140, 120, 255)
    surface.blit(rounded(size, radius, edge), (SHADOW, SHADOW))
    rim = 4 if lit else 2
    inner = (w - 2 * rim, h - 2 * rim)
    if number < 0:
        surface.blit(shaded(inner, radius - 1, BACK_TOP, BACK_LOW), (SHADOW + rim, SHADOW + rim))
        _card_back(surface, size)
        return surface
    surface.blit(shaded(inner, radius - 1, (255, 255, 252, 255), (244, 242, 234, 255)), (SHADOW + rim, SHADOW + rim))
    _card_face(surface, size, number, fonts)
    return surface


def _card_face(surface: pygame.Surface, size: tuple[int, int], number: int, fonts: Fonts) -> None:
    w, h = size
    rank, suit = number // 4, number % 4
    color = "red" if suit in (1, 2) else "black"
    index = fonts.text(RANKS[rank], w * 36 // 100, color, 700, True)
    ink = index.get_bounding_rect()
    left = SHADOW + w // 12
    surface.blit(index, (left - ink.x, SHADOW + w // 11 - ink.y))
    small = suit_shape(w // 5, suit, COLORS[color])
    surface.blit(small, (left + max(0, (ink.w - small.get_width()) // 2), SHADOW + w // 11 + ink.h + 8))
    big = suit_shape(w * 50 // 100, suit, COLORS[color])
    x, y = SHADOW + w - big.get_width() - w // 10, SHADOW + h - big.get_height() - w // 9
    surface.blit(big, (x, y))
    if rank in _POINTS:
        crown = _crown(big.get_width(), _POINTS[rank], COLORS["brass"], COLORS[color])
        surface.blit(crown, (x, y - crown.get_height() * 92 // 100))


_POINTS = {RANKS.index("J"): 2, RANKS.index("Q"): 3, RANKS.index("K"): 5}  # of a court card's crown


def _crown(width: int, points: int, gold: Rgb, rim: Rgb) -> pygame.Surface:
    """A crown *width* px wide with so many points, half as high."""
    w, h = width * OVER, width * OVER // 2
    big = pygame.Surface((w, h), pygame.SRCALPHA)
    big.fill((*gold, 0))
    left, right, top, base = w // 8, w - w // 8, h // 4, h * 7 // 10
    step = (right - left) / (points - 1)
    tips = [(left + number * step, top) for number in range(points)]
    outline: list[tuple[float, float]] = [(left + w / 16, h * 0.92), tips[0]]
    for tip in tips[1:]:
        outline += [(tip[0] - step / 2, base), tip]
    outline.append((right - w / 16, h * 0.92))
    pygame.draw.polygon(big, gold, outline)
    pygame.draw.lines(big, rim, True, outline, max(1, w // 60))
    for x, y in tips:
        pygame.draw.circle(big, rim, (int(x), int(y)), w // 22)
    return pygame.transform.smoothscale(big, (width, width // 2))


def _card_back(surface: pygame.Surface, size: tuple[int, int]) -> None:
    """A frame, a lattice in it and a diamond in the middle."""
    w, h = size
    gap = w // 12
    box = pygame.Rect(SHADOW + gap, SHADOW + gap, w - 2 * gap, h - 2 * gap)
    lattice = pygame.Surface(box.size, pygame.SRCALPHA)
    pitch = max(8, w // 9)
    for start in range(-box.h, box.w + box.h, pitch):
        for slope in (box.h, -box.h):
            pygame.draw.aaline(lattice, (*COLORS["brass"], 110), (start, 0), (start + slope, box.h))
    surface.blit(lattice, box)
    pygame.draw.rect(surface, COLORS["brass"], box, 3, border_radius=gap)
    middle = pygame.Rect(0, 0, w // 2, w // 2)
    middle.center = box.center
    pygame.draw.polygon(surface, BACK_LOW, [middle.midtop, middle.midright, middle.midbottom, middle.midleft])
    surface.blit(suit_shape(w // 3, 1, COLORS["brass"]), (SHADOW + w // 3, SHADOW + h // 2 - w // 6))


def suit_shape(size: int, suit: int, color: Rgb) -> pygame.Surface:
    """A suit's sign *size* px wide: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    n = size * OVER
    big = pygame.Surface((n, n), pygame.SRCALPHA)
    big.fill((*color, 0))
    match suit:
        case 0:
            for x, y in ((0.5, 0.27), (0.26, 0.58), (0.74, 0.58)):
                pygame.draw.circle(big, color, (int(n * x), int(n * y)), int(n * 0.235))
            pygame.draw.polygon(big, color, [(n * 0.5, n * 0.4), (n * 0.66, n * 0.97), (n * 0.34, n * 0.97)])
        case 1:
            pygame.draw.polygon(big, color, [(n * 0.5, 0), (n * 0.88, n * 0.5), (n * 0.5, n), (n * 0.12, n * 0.5)])
        case 2:
            _heart(big, n, color)
        case _:
            _heart(big, n, color)
            big = pygame.transform.flip(big, False, True)
            pygame.draw.polygon(big, color, [(n * 0.5, n * 0.5), (n * 0.66, n * 0.99), (n * 0.34, n * 0.99)])
    return pygame.transform.smoothscale(big, (size, size))


def _heart(big: pygame.Surface, n: int, color: Rgb) -> None:
    for x in (0.285, 0.715):
        pygame.draw.circle(big, color, (int(n * x), int(n * 0.31)), int(n * 0.255))
    pygame.draw.polygon(big, color, [(n * 0.055, n * 0.42), (n * 0.945, n * 0.42), (n * 0.5, n * 0.98)])
    pygame.draw.rect(big, color, (int(n * 0.285), int(n * 0.3), int(n * 0.43), int(n * 0.2)))


# -- dice and signs -----------------------------------------------------------------------------------

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}


def die(size: int, face: int) -> pygame.Surface:
    """A die's upper face; 0 = one that nobody has read."""
    surface = shaded((size, size), size // 6, (255, 255, 255, 255), (224, 222, 214, 255))
    step = size // 4
    for column, row in _PIPS[face]:
        at = (step + column * step, step + row * step)
        pygame.draw.aacircle(surface, COLORS["red"] if face in (1, 4) else COLORS["black"], at, max(3, size // 10))
    return surface


def icon(size: tuple[int, int], name: str, color: Rgb) -> pygame.Surface:
    """A sign in one colour: shapes carry the meaning, so that it is never told by colour alone."""
    side = min(size)
    n = side * OVER
    big = pygame.Surface((n, n), pygame.SRCALPHA)
    big.fill((*color, 0))
    thick = n // 8
    match name:
        case "check":
            pygame.draw.lines(
                big, color, False, [(n * 0.14, n * 0.54), (n * 0.4, n * 0.8), (n * 0.86, n * 0.22)], thick
            )
        case "cross":
            for one, two in (((0.2, 0.2), (0.8, 0.8)), ((0.8, 0.2), (0.2, 0.8))):
                pygame.draw.line(big, color, (n * one[0], n * one[1]), (n * two[0], n * two[1]), thick)
        case "equal":
            for y in (0.36, 0.64):
                pygame.draw.line(big, color, (n * 0.18, n * y), (n * 0.82, n * y), thick)
        case "erase":
            pygame.draw.polygon(
                big,
                color,
                [
                    (n * 0.02, n * 0.5),
                    (n * 0.32, n * 0.18),
                    (n * 0.98, n * 0.18),
                    (n * 0.98, n * 0.82),
                    (n * 0.32, n * 0.82),
                ],
            )
            for one, two in (((0.48, 0.34), (0.8, 0.66)), ((0.8, 0.34), (0.48, 0.66))):
                pygame.draw.line(big, (*color, 0), (n * one[0], n * one[1]), (n * two[0], n * two[1]), thick)
        case "up":
            pygame.draw.polygon(big, color, [(n * 0.5, n * 0.15), (n * 0.9, n * 0.8), (n * 0.1, n * 0.8)])
        case "down":
            pygame.draw.polygon(big, color, [(n * 0.5, n * 0.85), (n * 0.9, n * 0.2), (n * 0.1, n * 0.2)])
        case "turn":
            _turn(big, n, color, thick)
        case "bell":
            _bell(big, n, color)
        case "lock":
            pygame.draw.rect(big, color, (n * 0.16, n * 0.46, n * 0.68, n * 0.48), border_radius=n // 12)
            pygame.draw.arc(big, color, (n * 0.26, n * 0.06, n * 0.48, n * 0.76), 0, 3.15, thick * 3 // 4)
        case "glass":
            _glass(big, n, color, thick)
        case "point":
            _point(big, n, color)
        case "note" | "ticket":
            _paper(big, n, color, thick, name)
        case _:
            pygame.draw.circle(big, color, (n // 2, n // 2), n * 3 // 8)
    small = pygame.transform.smoothscale(big, (side, side))
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.blit(small, ((size[0] - side) // 2, (size[1] - side) // 2))
    return surface


def _turn(big: pygame.Surface, n: int, color: Rgb, thick: int) -> None:
    box = pygame.Rect(n * 15 // 100, n * 15 // 100, n * 70 // 100, n * 70 // 100)
    pygame.draw.arc(big, color, box, 0.35, 2.7, thick)
    pygame.draw.arc(big, color, box, 3.49, 5.84, thick)
    pygame.draw.polygon(big, color, [(n * 0.98, n * 0.2), (n * 0.94, n * 0.56), (n * 0.64, n * 0.4)])
    pygame.draw.polygon(big, color, [(n * 0.02, n * 0.8), (n * 0.06, n * 0.44), (n * 0.36, n * 0.6)])


def _bell(big: pygame.Surface, n: int, color: Rgb) -> None:
    pygame.draw.circle(big, color, (n // 2, int(n * 0.42)), int(n * 0.28))
    pygame.draw.polygon(
        big, color, [(n * 0.22, n * 0.42), (n * 0.78, n * 0.42), (n * 0.9, n * 0.76), (n * 0.1, n * 0.76)]
    )
    pygame.draw.circle(big, color, (n // 2, int(n * 0.84)), int(n * 0.1))


def _glass(big: pygame.Surface, n: int, color: Rgb, thick: int) -> None:
    """A glass on a stem."""
    pygame.draw.polygon(big, color, [(n * 0.12, n * 0.1), (n * 0.88, n * 0.1), (n * 0.5, n * 0.56)])
    pygame.draw.line(big, color, (n * 0.5, n * 0.5), (n * 0.5, n * 0.88), thick * 2 // 3)
    pygame.draw.line(big, color, (n * 0.26, n * 0.9), (n * 0.74, n * 0.9), thick * 2 // 3)


def _point(big: pygame.Surface, n: int, color: Rgb) -> None:
    """An arrow as of a mouse, dark-edged so that it is seen on any ground."""
    shape = [(0.08, 0.04), (0.08, 0.8), (0.29, 0.62), (0.44, 0.95), (0.6, 0.88), (0.45, 0.56), (0.74, 0.54)]
    points = [(n * x, n * y) for x, y in shape]
    pygame.draw.polygon(big, color, points)
    pygame.draw.polygon(big, (0, 0, 0), points, n // 16)


def _paper(big: pygame.Surface, n: int, color: Rgb, thick: int, name: str) -> None:
    pygame.draw.rect(big, color, (n * 5 // 100, n * 24 // 100, n * 90 // 100, n * 52 // 100), thick // 2, n // 16)
    if name == "note":
        pygame.draw.circle(big, color, (n // 2, n // 2), n // 7, thick // 2)
        return
    for x in range(20, 82, 10):
        pygame.draw.line(big, color, (n * x // 100, n * 36 // 100), (n * x // 100, n * 64 // 100), thick // 3)
