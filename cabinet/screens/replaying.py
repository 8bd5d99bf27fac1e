"""A table as it stood at another moment: the very scene of that game, at rest, under a mark that cannot be missed.

    what was seen then (cloth, pieces, chips, dice, names, result, meters, notices)     as it was
    what could be pressed then, the game's title                                        gone: the mark and the steps

Decides what of the old picture belongs to the table and what was only for pressing. Nothing of it can be pressed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cabinet.ports.view import View
from cabinet.screens.geometry import Rect
from cabinet.screens.office.state import HOLD_MS
from cabinet.screens.plan import Layout, cell
from cabinet.screens.scene import Drawable, Fill, Icon, Scene
from cabinet.screens.sketch import Sketch
from cabinet.screens.tables import TABLES
from cabinet.screens.ui import Ui

_FRAME_PX = 8
_BUTTON_PX = 68


@dataclass(frozen=True, slots=True)
class Step:
    """A button under the table: what it is called, what stands on it, and whether it can be pressed.
    *hold*: it acts when it was held long enough."""

    name: str
    text: str
    look: str = "blue"
    enabled: bool = True
    hold: bool = False


def scene(sketch: Sketch, shown: View, mark: str, told: str, steps: tuple[Step, ...]) -> Scene:
    """*shown* as it stood, marked with *mark*; *told* says what happened then, *steps* lead on. *sketch* is of now."""
    sketch.add(*table(sketch, shown))
    _mark(sketch, mark)
    _told(sketch, told, steps)
    return sketch.scene("replay")


def table(sketch: Sketch, shown: View) -> tuple[Drawable, ...]:
    """What a person at the table saw of *shown* once everything lay still, without what was only for pressing."""
    then = replace(sketch, view=shown, ui=Ui(), drawables=[], controls=[], moving=False)
    return seen(TABLES[shown.table.game](then).drawables, sketch.lay)


def seen(drawables: tuple[Drawable, ...], plan: Layout) -> tuple[Drawable, ...]:
    """Of a table's drawables those that are no play control: not the title, the help, the chips and buttons below."""
    hidden = (plan.title, plan.help, plan.clock, _below(plan))
    return tuple(item for item in drawables if not any(_inside(item.rect, box) for box in hidden))


def _below(plan: Layout) -> Rect:
    """Where chips and buttons are in play."""
    below = plan.chips_row
    for box in (plan.grid_box, plan.primary, plan.call, plan.cash_out):
        below = below.union(box)
    return below


def _inside(rect: Rect, box: Rect) -> bool:
    return rect.clipped(box) == rect


def _mark(sketch: Sketch, mark: str) -> None:
    """A frame round the felt and a plate where the game's title was; a sign beside the words, never colour alone."""
    felt = sketch.lay.felt
    for side in (
        Rect(felt.x, felt.y - _FRAME_PX, felt.w, _FRAME_PX),
        Rect(felt.x, felt.bottom, felt.w, _FRAME_PX),
        Rect(felt.x, felt.y, _FRAME_PX, felt.h),
        Rect(felt.right - _FRAME_PX, felt.y, _FRAME_PX, felt.h),
    ):
        sketch.plate(side, "recall", 0)
    box = sketch.lay.title
    sketch.plate(box, "recall", 10)
    sketch.add(Icon(Rect(box.x + 14, box.cy - 20, 40, 40), "turn", "ink"))
    text = Rect(box.x + 62, box.y + 2, box.w - 74, box.h - 4)
    sketch.label(text, mark.upper(), 38, "ink", on="pill", weight=700, wrap=True)


def _told(sketch: Sketch, told: str, steps: tuple[Step, ...]) -> None:
    below = _below(sketch.lay)
    below = Rect(below.x - 4, below.y - 2, below.w + 8, below.h + 4)
    sketch.plate(below, "office")
    columns = len(steps) if not sketch.lay.portrait else (len(steps) + 1) // 2
    rows = -(-len(steps) // max(1, columns))
    height = rows * (_BUTTON_PX + 8) - 8
    words = Rect(below.x + 14, below.y + 2, below.w - 28, below.h - height - 12)
    sketch.label(words, told, 30, "white", on="office", align="left", wrap=True)
    buttons = Rect(below.x + 6, below.bottom - height - 6, below.w - 12, height)
    for number, step in enumerate(steps):
        rect = cell(buttons, number, columns, rows)
        sketch.button(step.name, rect, step.text, step.look, step.enabled, size=30)
        if step.hold and step.enabled and sketch.ui.pressed == step.name:
            sketch.moving = True
            done = min(HOLD_MS, max(0, sketch.now_ms - sketch.ui.office.pressed_ms))
            sketch.add(Fill(Rect(rect.x + 6, rect.bottom - 12, (rect.w - 12) * done // HOLD_MS, 8), "gold"))
