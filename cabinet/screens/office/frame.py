"""The office's frame: who is at work and whether the books balance on top, the menu, the page, its buttons, the keypad.

Draws any page from its blocks; knows none by name. The machine's own state is drawn from the view.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports.access import KEY
from cabinet.ports.page import Action, Page
from cabinet.screens.geometry import Rect
from cabinet.screens.measure import LINE, SMALLEST, lines_of
from cabinet.screens.office import blocks, boxes, keypad, now, replay
from cabinet.screens.office.boxes import Boxes
from cabinet.screens.office.cells import told
from cabinet.screens.office.menu import MENU, NOW
from cabinet.screens.office.state import HOLD_MS, TOLD_MS
from cabinet.screens.scene import Fill, Icon, Scene
from cabinet.screens.sketch import Sketch

_LOOKS = {"plain": "slate", "primary": "blue", "danger": "brown"}
_ACTION_H = 84


def scene(sketch: Sketch) -> Scene:
    """The office's picture."""
    own, plan = sketch.ui.office, boxes.of(sketch.size)
    old_table = replay.scenery(own.page) if own.wanted is not None and own.pad is None else None
    if own.page is not None and old_table is not None:
        return replay.scene(sketch, own.page, old_table)
    sketch.backdrop("office")
    _top(sketch, plan)
    _menu(sketch, plan)
    if own.wanted is None:
        now.draw(sketch, plan.content, plan.card_columns)
    elif own.page is None or own.page.counting or own.page.name != own.wanted.page:
        _counting(sketch, plan)
    else:
        _page(sketch, own.page, plan)
    _told(sketch, plan)
    if own.pad is not None:
        keypad.draw(sketch, own.pad, plan.pad)
    return sketch.scene("attendant")


# -- the frame -----------------------------------------------------------------------------------------


def _top(sketch: Sketch, plan: Boxes) -> None:
    view, own = sketch.view, sketch.ui.office
    sketch.add(Fill(plan.top, "night"), Fill(Rect(0, plan.top.bottom, sketch.size[0], 3), "sky"))
    name = own.wanted.page if own.wanted is not None else NOW
    title = told(sketch, own.page.title) if own.page is not None and own.wanted is not None else ""
    title = title or sketch.say(f"office.menu.{name}")
    sketch.label(plan.title, title, 38, "white", on="office", weight=700, align="left", wrap=True)
    where = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(plan.cabinet, where, 28, "white", on="office", align="left", wrap=True)
    if view.office is None:
        return
    balanced = view.office.balanced
    code, tone = ("attendant.balanced", "good") if balanced else ("attendant.not_balanced", "bad")
    lamp = plan.lamp
    sketch.add(Icon(Rect(lamp.x, lamp.cy - 14, 28, 28), "dot" if balanced else "cross", tone))
    sketch.label(
        Rect(lamp.x + 36, lamp.y, lamp.w - 36, lamp.h), sketch.say(code), 28, tone, on="office", align="left", wrap=True
    )
    _who(sketch, plan, view.office.who, view.office.role.value)


def _who(sketch: Sketch, plan: Boxes, who: str, role: str) -> None:
    name = sketch.say("office.key_only") if who == KEY else f"{who} · {sketch.say(f'role.{role}')}"
    clock = _clock(sketch)
    sketch.label(plan.who, f"{name} · {clock}" if clock else name, 30, "quiet", on="office", align="right", wrap=True)
    sketch.button("office.sign_in", plan.sign_in, sketch.say("office.sign_in"), "slate", True, size=30)
    sketch.button("office.close", plan.close, sketch.say("button.close"), "blue", True, size=32)


def _clock(sketch: Sketch) -> str:
    """Day and 24-hour time: of the page, whose stamp has the day; else the time that the machine shows."""
    page = sketch.ui.office.page
    if page is not None and page.wall:
        day = sketch.words.stamp(page.wall, year=True)
        return f"{day[:-5]}{sketch.view.clock}" if sketch.view.clock else day
    return sketch.view.clock


def _menu(sketch: Sketch, plan: Boxes) -> None:
    own, menu = sketch.ui.office, plan.menu
    sketch.add(Fill(menu, "night"))
    chosen = own.wanted.page if own.wanted is not None else NOW
    for number, name in enumerate(MENU):
        rect, on = plan.entry(number, len(MENU)), name == chosen
        if on:
            sketch.add(Fill(rect, "menu"), Fill(Rect(rect.x, rect.y, 8, rect.h), "sky"))
        waits = name == NOW and (sketch.view.locks or sketch.view.faults)
        color = "warn" if waits else "white" if on else "quiet"
        weight = 700 if on else 500
        box = Rect(rect.x + 32, rect.y, rect.w - 44, rect.h)
        sketch.label(
            box, sketch.say(f"office.menu.{name}"), 32, color, on="office", weight=weight, align="left", wrap=True
        )
        sketch.control(f"office.menu.{name}", rect, True)


def _counting(sketch: Sketch, plan: Boxes) -> None:
    box = Rect(plan.content.x, plan.content.cy - 60, plan.content.w, 80)
    sketch.label(box, sketch.say("office.counting"), 44, "quiet", on="office", weight=700)
    spin = Rect(plan.content.cx - 32, plan.content.cy + 40, 64, 64)
    sketch.add(Icon(spin, f"spin{sketch.now_ms // 125 % 8}", "sky"))
    sketch.moving = True


def _told(sketch: Sketch, plan: Boxes) -> None:
    """What came of an errand, or a refusal of the machine, for a moment over the page's foot."""
    own = sketch.ui.office
    found = [toast.message for toast in sketch.ui.toasts if sketch.now_ms - toast.since_ms < TOLD_MS]
    if own.told is not None and sketch.now_ms - own.told_ms < TOLD_MS:
        found.append(own.told)
    for number, message in enumerate(found[-2:]):
        rect = Rect(plan.content.cx - 480, plan.content.bottom - 220 - number * 116, 960, 104)
        sketch.plate(rect, "toast")
        sign = "cross" if message.level != "info" else "check"
        sketch.add(Icon(Rect(rect.x + 24, rect.y + 28, 48, 48), sign, "warn"))
        box = Rect(rect.x + 92, rect.y + 6, rect.w - 116, rect.h - 12)
        sketch.label(box, told(sketch, message), 34, "white", on="toast", weight=700, align="left", wrap=True)
        sketch.moving = True


# -- a page --------------------------------------------------------------------------------------------


def _page(sketch: Sketch, page: Page, plan: Boxes) -> None:
    area = plan.content
    if not page.blocks and not page.cards:
        page = replace(page, blocks=page.notes, notes=())  # nothing but what the notes say
    used = blocks.cards(sketch, page.cards, area, plan.card_columns)
    used += blocks.tabs(sketch, page.tabs, Rect(area.x, area.y + used, area.w, area.h - used))
    actions = _actions(sketch, page, area)
    foot = actions + blocks.notes_height(sketch, page.notes, area)
    room = Rect(area.x, area.y + used, area.w, area.h - used - foot)
    blocks.blocks(sketch, page, room, plan.side)
    blocks.notes(sketch, page.notes, Rect(area.x, area.bottom - foot + 4, area.w, foot))


def _actions(sketch: Sketch, page: Page, area: Rect) -> int:
    """The page's buttons along its foot, several rows of four where there are many; how much height they took."""
    count = len(page.actions) + (1 if page.back is not None else 0)
    if not count:
        return 0
    across = min(count, 4 if area.w > 1100 else 3)
    rows = -(-count // across)
    wide = (area.w - boxes.GAP * (max(across, 3) - 1)) // max(across, 3) - 12
    most = max((lines_of(_says(sketch, action), SMALLEST, wide, bold=True) for action in page.actions), default=1)
    high = max(_ACTION_H, most * LINE + 12)
    top = area.bottom - rows * (high + 10) + 10
    lines = [Rect(area.x, top + row * (high + 10), area.w, high) for row in range(rows)]
    places = [rect for line in lines for rect in boxes.columns(line, max(across, 3))]
    if page.back is not None:
        sketch.button("office.up", places.pop(0), sketch.say("office.back"), "slate", True, size=32)
    for rect, action in zip(places, page.actions, strict=False):
        _action(sketch, action, rect)
    return rows * (high + 10) + 6


def _may(sketch: Sketch, action: Action) -> bool:
    role = sketch.view.office.role if sketch.view.office is not None else None
    return role is not None and role.covers(action.role)


def _says(sketch: Sketch, action: Action) -> str:
    """What stands on the button: what it does, and who may, or that it is held, or why it is closed."""
    text = told(sketch, action.label)
    if not _may(sketch, action):
        text = f"{text}\n({sketch.say(f'role.{action.role.value}')})"
    elif action.hold:
        text = sketch.say("office.hold", text=text)
    return text if action.closed is None else f"{text}\n{told(sketch, action.closed)}"


def _action(sketch: Sketch, action: Action, rect: Rect) -> None:
    name, look = f"office.do.{action.name}", _LOOKS[action.look]
    enabled = _may(sketch, action) and action.closed is None
    sketch.button(name, rect, _says(sketch, action), look, enabled, size=34)
    if enabled and action.hold and sketch.ui.pressed == name:
        sketch.moving = True
        done = min(HOLD_MS, sketch.now_ms - sketch.ui.office.pressed_ms)
        sketch.add(Fill(Rect(rect.x + 6, rect.bottom - 12, (rect.w - 12) * max(0, done) // HOLD_MS, 8), "gold"))
