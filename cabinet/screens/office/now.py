"""What is at this machine now, read off the view alone: what waits for a ruling, faults, doors, the round, a call.

The first thing that an attendant sees; every ruling is one touch away, and none of it waits for a page.
"""

from __future__ import annotations

from cabinet.screens import lockup
from cabinet.screens.geometry import Rect
from cabinet.screens.office import boxes
from cabinet.screens.scene import Icon
from cabinet.screens.sketch import Sketch

_FAULTS = 5  # rows that fit; the worst come first
_ROUND = (
    ("attendant.complete_round", "complete_round", "blue"),
    ("attendant.void_round", "void_round", "brown"),
    ("attendant.change_dice", "change_dice", "brown"),
    ("attendant.release_seat", "release_seat", "green"),
    ("attendant.answer_call", "answer_call", "green"),
)


def draw(sketch: Sketch, area: Rect, columns: int) -> None:
    """The machine's own state in *area*."""
    used = _figures(sketch, Rect(area.x, area.y, area.w, area.h), columns)
    buttons = [(name, look) for name, command, look in _ROUND if sketch.allowed(command)]
    foot = 104 if buttons else 0
    middle = Rect(area.x, area.y + used, area.w, area.h - used - foot)
    waiting = tuple(lock for lock in sketch.view.locks if lock.kind != "fault")
    if waiting:
        _waiting(sketch, middle)
    else:
        _faults(sketch, middle)
    for rect, (name, look) in zip(
        boxes.columns(Rect(area.x, area.bottom - 92, area.w, 92), max(2, len(buttons))), buttons, strict=False
    ):
        sketch.button(name, rect, sketch.say(f"button.{name}"), look, True, size=34)


def _figures(sketch: Sketch, area: Rect, columns: int) -> int:
    view = sketch.view
    doors = ", ".join(sketch.say(f"door.{door}") for door in view.doors_open) or sketch.say("attendant.all_closed")
    intake = "attendant.open" if view.notes_open else "attendant.closed"
    figures = (
        ("meter.credit", sketch.money(view.credit_cents)),
        ("attendant.round", str(view.table.round_number)),
        ("attendant.intake", sketch.say(intake)),
        ("attendant.doors", doors),
    )
    for number, (code, text) in enumerate(figures):
        row, column = divmod(number, columns)
        box = boxes.columns(Rect(area.x, area.y + row * 132, area.w, 120), columns)[column]
        sketch.plate(box, "office_alarm" if code == "attendant.doors" and view.doors_open else "office")
        head = Rect(box.x + 18, box.y + 8, box.w - 36, 38)
        sketch.label(head, sketch.say(code), 28, "sky", on="office", align="left")
        sketch.label(
            Rect(box.x + 18, box.y + 46, box.w - 36, 66),
            text,
            40,
            "white",
            on="office",
            weight=700,
            align="left",
            wrap=True,
        )
    return -(-len(figures) // columns) * 132 + 8


def _waiting(sketch: Sketch, area: Rect) -> None:
    """Locks with their rulings, the oldest first; the next follows when one is ruled on."""
    locks = sketch.view.locks[:2]
    high = area.h // max(1, len(locks)) - 12
    for number, one in enumerate(locks):
        rect = Rect(area.x, area.y + number * (high + 12), area.w, min(high, 460))
        lockup.lock(sketch, one, rect, lockup.suffix(sketch.view.locks, number))


def _faults(sketch: Sketch, area: Rect) -> None:
    faults = sketch.view.faults[:_FAULTS]
    if not faults:
        rect = Rect(area.x, area.y, area.w, 96)
        sketch.plate(rect, "office")
        sketch.add(Icon(Rect(rect.x + 24, rect.y + 24, 48, 48), "check", "good"))
        box = Rect(rect.x + 96, rect.y, rect.w - 120, rect.h)
        sketch.label(box, sketch.say("attendant.no_faults"), 36, "good", on="office", weight=700, align="left")
    for number, fault in enumerate(faults):
        rect = Rect(area.x, area.y + number * 96, area.w, 86)
        sketch.plate(rect, "office_alarm")
        sketch.add(Icon(Rect(rect.x + 20, rect.y + 19, 48, 48), "cross", "bad"))
        clearable = fault.level == "clearable" and sketch.allowed("clear_fault")
        box = Rect(rect.x + 88, rect.y + 4, rect.w - 108 - (380 if clearable else 0), 78)
        sketch.label(box, sketch.told(fault), 34, "white", on="alarm", weight=700, align="left", wrap=True)
        if clearable:
            name = "attendant.clear_fault" + (f".{number + 1}" if number else "")
            button = Rect(rect.right - 376, rect.y + 9, 364, 68)
            sketch.button(name, button, sketch.say("button.attendant.clear_fault"), "blue", True, size=30)
