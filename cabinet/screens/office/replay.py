"""A page that shows a table as it stood: the whole glass is that table, the page's buttons stand under it.

Decides how the parts of such a page fit the picture; the picture itself is `replaying`'s.
"""

from __future__ import annotations

from cabinet.ports.page import Action, Page, Scenery
from cabinet.screens import replaying
from cabinet.screens.office.cells import told
from cabinet.screens.replaying import Step
from cabinet.screens.scene import Scene
from cabinet.screens.sketch import Sketch

_LOOKS = {"plain": "blue", "primary": "gold", "danger": "brown"}


def scenery(page: Page | None) -> Scenery | None:
    """The table that a page shows, None = it is a page of words."""
    found = () if page is None else (block for block in page.blocks if isinstance(block, Scenery))
    return next(iter(found), None)


def scene(sketch: Sketch, page: Page, shown: Scenery) -> Scene:
    """The old table with the page's notes in one line and its buttons in a row; the last one leads back."""
    line = "   ·   ".join(told(sketch, note.message) for note in page.notes)
    steps = [_step(sketch, action) for action in page.actions]
    if page.back is not None:
        steps.append(Step("office.up", sketch.say("button.close"), "slate"))
    return replaying.scene(sketch, shown.view, told(sketch, shown.mark), line, tuple(steps))


def _step(sketch: Sketch, action: Action) -> Step:
    role = sketch.view.office.role if sketch.view.office is not None else None
    may = role is not None and role.covers(action.role)
    text = told(sketch, action.label)
    if not may:
        text = f"{text} ({sketch.say(f'role.{action.role.value}')})"
    return Step(f"office.do.{action.name}", text, _LOOKS[action.look], may and action.closed is None, action.hold)
