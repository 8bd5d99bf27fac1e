"""Rectangles of the canvas. Decides nothing about what lies in them; whole pixels only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rect:
    """A box on the canvas in whole canvas pixels; *w* and *h* are never negative."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def cx(self) -> int:
        return self.x + self.w // 2

    @property
    def cy(self) -> int:
        return self.y + self.h // 2

    @property
    def centre(self) -> tuple[int, int]:
        return (self.cx, self.cy)

    def contains(self, x: int, y: int) -> bool:
        """Whether the pixel (x, y) belongs to the box."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def touches(self, other: Rect) -> bool:
        """Whether the two boxes share a pixel."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def inset(self, dx: int, dy: int | None = None) -> Rect:
        """The box made smaller on every side (larger when negative)."""
        vertical = dx if dy is None else dy
        return Rect(self.x + dx, self.y + vertical, max(0, self.w - 2 * dx), max(0, self.h - 2 * vertical))

    def moved(self, dx: int, dy: int) -> Rect:
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def union(self, other: Rect) -> Rect:
        """The smallest box that holds both."""
        x, y = min(self.x, other.x), min(self.y, other.y)
        return Rect(x, y, max(self.right, other.right) - x, max(self.bottom, other.bottom) - y)

    def clipped(self, other: Rect) -> Rect:
        """The part of this box inside *other*; empty (w or h 0) if there is none."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        return Rect(x, y, max(0, min(self.right, other.right) - x), max(0, min(self.bottom, other.bottom) - y))

    def distance(self, x: int, y: int) -> int:
        """How far (x, y) is outside the box, the larger of both axes; 0 inside."""
        return max(self.x - x, x - self.right, self.y - y, y - self.bottom, 0)


def centred(cx: int, cy: int, w: int, h: int) -> Rect:
    """A box of that size around a point."""
    return Rect(cx - w // 2, cy - h // 2, w, h)


def between(start: Rect, end: Rect, done: int) -> Rect:
    """The box *done* thousandths of the way from one to the other."""
    left = 1000 - done
    return Rect(
        (start.x * left + end.x * done) // 1000,
        (start.y * left + end.y * done) // 1000,
        (start.w * left + end.w * done) // 1000,
        (start.h * left + end.h * done) // 1000,
    )


def eased(elapsed_ms: int, length_ms: int) -> int:
    """Thousandths done of a movement that starts fast and lands softly."""
    if elapsed_ms >= length_ms:
        return 1000
    left = 1000 - max(0, elapsed_ms) * 1000 // length_ms
    return 1000 - left * left * left // 1_000_000
