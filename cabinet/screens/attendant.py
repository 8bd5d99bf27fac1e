"""The attendant's page, while the audit key is turned and nothing is locked: state, faults, doors, the round.

Big clear buttons, each named by what it does. Money is ruled on in `lockup`.
"""

from __future__ import annotations

from cabinet.screens import frame
from cabinet.screens.geometry import Rect
from cabinet.screens.plan import cell
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch

_FAULTS = 5  # rows that fit; the worst come first


def scene(sketch: Sketch) -> Scene:
    """The attendant's picture."""
    view = sketch.view
    sketch.backdrop("office")
    title = sketch.say("attendant.title", asset=view.asset_number, station=view.station)
    frame.top_bar(sketch, title, sketch.say("state.attendant"))
    _figures(sketch)
    _faults(sketch)
    _round(sketch)
    sketch.label(sketch.lay.notice, sketch.say("attendant.turn_back"), 30, "cream", on="office")
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("attendant")


def _figures(sketch: Sketch) -> None:
    view = sketch.view
    doors = ", ".join(sketch.say(f"door.{door}") for door in view.doors_open) or sketch.say("attendant.all_closed")
    intake = "attendant.open" if view.notes_open else "attendant.closed"
    cards = (
        ("attendant.round", str(view.table.round_number)),
        ("attendant.intake", sketch.say(intake)),
        ("attendant.doors", doors),
        ("attendant.row", str(view.row)),
    )
    for number, (code, text) in enumerate(cards):
        rect = Rect(40 + number * 465, 108, 445, 132)
        sketch.plate(rect, "office")
        sketch.label(
            Rect(rect.x + 20, rect.y + 12, rect.w - 40, 40), sketch.say(code), 28, "sky", on="office", align="left"
        )
        box = Rect(rect.x + 20, rect.y + 52, rect.w - 40, 68)
        sketch.label(box, text, 40, "white", on="office", weight=700, align="left", wrap=True)


def _faults(sketch: Sketch) -> None:
    faults = sketch.view.faults[:_FAULTS]
    if not faults:
        rect = Rect(40, 264, 1840, 96)
        sketch.plate(rect, "office")
        sketch.add(Icon(Rect(rect.x + 24, rect.y + 24, 48, 48), "check", "good"))
        box = Rect(rect.x + 96, rect.y, rect.w - 120, rect.h)
        sketch.label(box, sketch.say("attendant.no_faults"), 36, "good", on="office", weight=700, align="left")
    for number, fault in enumerate(faults):
        rect = Rect(40, 264 + number * 88, 1840, 80)
        sketch.plate(rect, "office_alarm")
        sketch.add(Icon(Rect(rect.x + 20, rect.y + 16, 48, 48), "cross", "bad"))
        box = Rect(rect.x + 88, rect.y + 4, 1340, 72)
        sketch.label(box, sketch.told(fault), 34, "white", on="alarm", weight=700, align="left", wrap=True)
        if fault.level == "clearable" and sketch.allowed("clear_fault"):
            name = "attendant.clear_fault" + (f".{number + 1}" if number else "")
            button = Rect(rect.right - 376, rect.y + 6, 364, 68)
            sketch.button(name, button, sketch.say("button.attendant.clear_fault"), "blue", True, size=30)


def _round(sketch: Sketch) -> None:
    """Finishing or voiding a round that nobody finishes; between rounds other dice; and answering a call."""
    buttons = (
        ("attendant.complete_round", "complete_round", "blue"),
        ("attendant.void_round", "void_round", "brown"),
        ("attendant.change_dice", "change_dice", "brown"),
        ("attendant.release_seat", "release_seat", "green"),
        ("attendant.answer_call", "answer_call", "green"),
    )
    offered = [(name, look) for name, command, look in buttons if sketch.allowed(command)]
    for number, (name, look) in enumerate(offered):
        rect = cell(Rect(40, 716, 1840, 104), number, max(3, len(offered)), 1, 20)
        sketch.button(name, rect, sketch.say(f"button.{name}"), look, True, size=34)
