"""Where the office stands on each canvas: the menu at the left of the wide one, in rows on top of the high one."""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.screens.geometry import Rect

GAP = 12


@dataclass(frozen=True, slots=True)
class Boxes:
    """*menu*: the room of the menu, *columns* entries beside each other. *side*: blocks that fit beside each other."""

    top: Rect
    title: Rect
    cabinet: Rect
    lamp: Rect
    who: Rect
    sign_in: Rect
    close: Rect
    menu: Rect
    columns: int
    content: Rect
    card_columns: int
    side: int
    pad: Rect

    def entry(self, number: int, count: int) -> Rect:
        """The box of menu entry *number* of *count*."""
        rows = -(-count // self.columns)
        wide, high = self.menu.w // self.columns, min(74, self.menu.h // rows)
        row, column = divmod(number, self.columns)
        return Rect(self.menu.x + column * wide, self.menu.y + row * high, wide, high)


WIDE = Boxes(
    top=Rect(0, 0, 1920, 84),
    title=Rect(32, 8, 322, 68),
    cabinet=Rect(364, 8, 322, 68),
    lamp=Rect(688, 8, 304, 68),
    who=Rect(996, 6, 510, 72),
    sign_in=Rect(1514, 12, 190, 60),
    close=Rect(1714, 12, 190, 60),
    menu=Rect(0, 96, 336, 976),
    columns=1,
    content=Rect(364, 100, 1532, 966),
    card_columns=4,
    side=2,
    pad=Rect(560, 130, 1000, 820),
)

HIGH = Boxes(
    top=Rect(0, 0, 1080, 132),
    title=Rect(24, 6, 324, 60),
    cabinet=Rect(24, 66, 330, 60),
    lamp=Rect(360, 66, 300, 60),
    who=Rect(354, 4, 304, 64),
    sign_in=Rect(668, 36, 190, 64),
    close=Rect(868, 36, 190, 64),
    menu=Rect(0, 140, 1080, 320),
    columns=3,
    content=Rect(24, 472, 1032, 1430),
    card_columns=2,
    side=1,
    pad=Rect(40, 480, 1000, 820),
)


def of(size: tuple[int, int]) -> Boxes:
    """The boxes of a canvas."""
    return WIDE if size[0] >= size[1] else HIGH


def columns(area: Rect, count: int, gap: int = GAP) -> tuple[Rect, ...]:
    """*area* parted into *count* boxes beside each other."""
    wide = (area.w - gap * (count - 1)) // max(1, count)
    return tuple(Rect(area.x + number * (wide + gap), area.y, wide, area.h) for number in range(count))
