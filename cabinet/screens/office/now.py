"""What is at this machine now, read off the view alone: what waits for a ruling, faults, doors, the round, a call.

The first thing that an attendant sees; every ruling is one touch away, and none of it waits for a page.
"""

from __future__ import annotations

from cabinet.screens import lockup
from cabinet.screens.geometry import Rect
from cabinet.screens.office import boxes
from cabinet.screens.scene import Icon
from cabinet.screens.sketch import Sketch

_FAULTS, _ROW = 5, 96
_LOCK = 460  # px that a lock takes at most
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
    rows = Rect(area.x, area.y + used, area.w, area.h - used - foot)
    y = _standing(sketch, rows)
    y = _waiting(sketch, Rect(area.x, y, area.w, rows.bottom - y))
    _faults(sketch, Rect(area.x, y, area.w, rows.bottom - y), quiet=y > rows.y)
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


def _standing(sketch: Sketch, area: Rect) -> int:
    """What is going on here and wants somebody: a call, a seat that is kept, a round that is open; where they end."""
    found = _told(sketch)
    for number, (icon, text) in enumerate(found):
        rect = Rect(area.x, area.y + number * _ROW, area.w, _ROW - 10)
        sketch.plate(rect, "office")
        sketch.add(Icon(Rect(rect.x + 24, rect.y + 19, 48, 48), icon, "warn"))
        box = Rect(rect.x + 96, rect.y + 4, rect.w - 120, rect.h - 8)
        sketch.label(box, text, 36, "white", on="office", weight=700, align="left", wrap=True)
    return area.y + len(found) * _ROW


def _told(sketch: Sketch) -> list[tuple[str, str]]:
    view, found = sketch.view, []
    if view.called:
        code = "attendant.waits.coming" if view.call_taken else "attendant.waits.call"
        found.append(("bell", sketch.say(code, what=sketch.say(f"call.{view.called}"))))
    if view.reserved is not None:
        until = view.reserved.until
        found.append(("lock", sketch.say("attendant.waits.seat", until=until) if until else sketch.say("reserve.over")))
    if view.table.phase not in ("betting", "settled"):
        about = {"game": sketch.say(f"game.{view.table.game}"), "round": view.table.round_number}
        found.append(("turn", sketch.say("attendant.waits.round", bet_cents=view.bet_cents, **about)))
    if view.out_of_service:
        found.append(("cross", sketch.say("service.title")))
    return found


def _waiting(sketch: Sketch, area: Rect) -> int:
    """Locks with their rulings, the oldest first; the next follows when one is ruled on. Where they end."""
    locks = tuple(lock for lock in sketch.view.locks if lock.kind != "fault")[:2]
    high = min(area.h // max(1, len(locks)) - 12, _LOCK)
    for number, one in enumerate(locks):
        rect = Rect(area.x, area.y + number * (high + 12), area.w, high)
        lockup.lock(sketch, one, rect, lockup.suffix(sketch.view.locks, number))
    return area.y + len(locks) * (high + 12)


def _faults(sketch: Sketch, area: Rect, *, quiet: bool) -> None:
    """As many as there is room for, the worst first. *quiet*: that there are none need not be said."""
    faults = sketch.view.faults[: max(0, min(_FAULTS, area.h // _ROW))]
    if not sketch.view.faults and not quiet:
        rect = Rect(area.x, area.y, area.w, 96)
        sketch.plate(rect, "office")
        sketch.add(Icon(Rect(rect.x + 24, rect.y + 24, 48, 48), "check", "good"))
        box = Rect(rect.x + 96, rect.y, rect.w - 120, rect.h)
        sketch.label(box, sketch.say("attendant.no_faults"), 36, "good", on="office", weight=700, align="left")
    for number, fault in enumerate(faults):
        rect = Rect(area.x, area.y + number * _ROW, area.w, _ROW - 10)
        sketch.plate(rect, "office_alarm")
        sketch.add(Icon(Rect(rect.x + 20, rect.y + 19, 48, 48), "cross", "bad"))
        clearable = fault.level == "clearable" and sketch.allowed("clear_fault")
        box = Rect(rect.x + 88, rect.y + 4, rect.w - 108 - (380 if clearable else 0), 78)
        sketch.label(box, sketch.told(fault), 34, "white", on="alarm", weight=700, align="left", wrap=True)
        if clearable:
            name = "attendant.clear_fault" + (f".{number + 1}" if number else "")
            button = Rect(rect.right - 376, rect.y + 9, 364, 68)
            sketch.button(name, button, sketch.say("button.attendant.clear_fault"), "blue", True, size=30)
