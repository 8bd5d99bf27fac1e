"""The panel itself tried by a technician: where touches land, pure colours, every sound (F-12).

Lives in the screen alone and only while an attendant is at work: the machine hears nothing of it, no meter and no
credit can move. Nine marks are touched one after the other; what they were missed by on the average is the correction.
Decides what a good enough panel is. Where the correction is kept is `main`'s business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cabinet.screens import frame
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.plan import cell
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch
from cabinet.screens.sound import EFFECTS
from cabinet.screens.ui import Ui

COLOURS = ("red", "green", "blue", "white", "grey", "black")
GOOD_PX = 16
"""A mark missed by no more is hit: a third of the smallest control."""
MOST_PX = 80
"""A panel that is further off, or whose misses differ by more, is not corrected: it is mounted wrongly."""
_MARK_PX = 72


def marks(size: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """The middles of the nine marks on a canvas of *size*: near the corners, the edges and the middle."""
    w, h = size
    return tuple((w * x // 100, h * y // 100) for y in (8, 46, 84) for x in (6, 50, 94))


def misses(probes: tuple[tuple[int, int], ...], size: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """By how much each touch missed its mark."""
    return tuple((x - mx, y - my) for (x, y), (mx, my) in zip(probes, marks(size), strict=False))


def correction(probes: tuple[tuple[int, int], ...], size: tuple[int, int]) -> tuple[int, int] | None:
    """What to take off every touch, None while marks are left or where no shift would help."""
    missed = misses(probes, size)
    if len(missed) < len(marks(size)):
        return None
    dx, dy = (round(sum(one[axis] for one in missed) / len(missed)) for axis in (0, 1))
    spread = max(max(abs(x - dx), abs(y - dy)) for x, y in missed)
    return None if max(abs(dx), abs(dy)) > MOST_PX or spread > MOST_PX // 2 else (dx, dy)


def pressed(ui: Ui, at: tuple[int, int], size: tuple[int, int]) -> Ui:
    """A touch anywhere while the marks are shown is aimed at the next of them."""
    if ui.page != "panel.touch" or len(ui.probes) >= len(marks(size)):
        return ui
    return replace(ui, probes=(*ui.probes, at))


def tapped(which: str, ui: Ui, size: tuple[int, int]) -> Ui:
    """A button of these pages: *which* is what follows "panel." in its name."""
    match which:
        case "again":
            return replace(ui, probes=())
        case "correct":
            found = correction(ui.probes, size) or (0, 0)
            shift = (ui.shift[0] + found[0], ui.shift[1] + found[1])
            return replace(ui, shift=shift, probes=())
        case "uncorrected":
            return replace(ui, shift=(0, 0), probes=())
        case "colour":
            last = ui.colour + 1 >= len(COLOURS)
            return replace(ui, colour=0, page="panel.menu") if last else replace(ui, colour=ui.colour + 1)
        case "close":
            return replace(ui, page="", probes=(), colour=0)
        case "menu" | "touch" | "colours" | "sounds":
            return replace(ui, page=f"panel.{which}", probes=(), colour=0)
    return ui


def scene(sketch: Sketch) -> Scene:
    """The page that is open."""
    return _PAGES.get(sketch.ui.page, _menu)(sketch)


def _begin(sketch: Sketch, code: str) -> Rect:
    """Backdrop, title and the way back; the box that is left."""
    lay = sketch.lay
    sketch.backdrop("office")
    frame.top_bar(sketch, sketch.say("panel.title"), sketch.say(code), calm=True)
    back = "panel.close" if sketch.ui.page == "panel.menu" else "panel.menu"
    sketch.button(back, lay.help, sketch.say("button.close"), "blue", True)
    return Rect(lay.felt.x + 40, lay.felt.y + 30, lay.felt.w - 80, lay.canvas[1] - lay.felt.y - 70)


def _menu(sketch: Sketch) -> Scene:
    rect = _begin(sketch, "panel.about")
    for number, name in enumerate(("touch", "colours", "sounds")):
        box = Rect(rect.x, rect.y + number * 150, rect.w, 130)
        sketch.button(f"panel.{name}", box, sketch.say(f"panel.{name}"), "blue", True, size=44)
    return sketch.scene("panel")


def _sounds(sketch: Sketch) -> Scene:
    rect = _begin(sketch, "panel.sounds")
    columns = 2 if sketch.lay.portrait else 4
    rows = -(-len(EFFECTS) // columns)
    for number, effect in enumerate(EFFECTS):
        sketch.button(f"panel.play.{effect}", cell(rect, number, columns, rows, 16), effect, "blue", True, size=40)
    return sketch.scene("panel")


def _colours(sketch: Sketch) -> Scene:
    """A whole panel of one colour; a touch leads to the next. The words stand on a plate, or they could not be read."""
    whole = Rect(0, 0, *sketch.size)
    sketch.plate(whole, f"pure_{COLOURS[sketch.ui.colour]}", 0)
    sketch.control("panel.colour", whole, True)
    box = centred(whole.cx, whole.bottom - 90, 760, 76)
    sketch.plate(box, "office")
    text = sketch.say("panel.next_colour", number=sketch.ui.colour + 1, colours=len(COLOURS))
    sketch.label(box, text, 34, "white", on="office", weight=700)
    return sketch.scene("panel")


def _touch(sketch: Sketch) -> Scene:
    """Nine marks; the next one to touch is bright, those that were touched show by how much they were missed."""
    sketch.backdrop("office")
    missed = misses(sketch.ui.probes, sketch.size)
    for number, (x, y) in enumerate(marks(sketch.size)):
        if number > len(missed):
            continue
        done = number < len(missed)
        good = done and max(map(abs, missed[number])) <= GOOD_PX
        sketch.plate(centred(x, y, _MARK_PX, _MARK_PX), "office" if done else "recall", _MARK_PX // 2)
        sketch.plate(centred(x, y, 8, 8), "paper" if done else "toast", 4)
        if done:
            word = f"{missed[number][0]:+d}, {missed[number][1]:+d}"
            beside = centred(x - 84 if x > sketch.size[0] // 2 else x + 84, y, 40, 40)
            sketch.add(Icon(beside, "check" if good else "cross", "good" if good else "warn"))
            sketch.label(centred(min(max(x, 90), sketch.size[0] - 90), y + 58, 180, 44), word, 30, "white", on="office")
    _judged(sketch, missed)
    return sketch.scene("panel")


def _judged(sketch: Sketch, missed: tuple[tuple[int, int], ...]) -> None:
    """What to do, or what was found; buttons only once no mark is left, or they would be touched for marks."""
    w, h = sketch.size
    box = centred(w // 2, h * 27 // 100, min(1200, w - 80), 110)
    sketch.plate(box, "office")
    if len(missed) < len(marks(sketch.size)):
        text = sketch.say("panel.touch_mark", number=len(missed) + 1, marks=len(marks(sketch.size)))
        sketch.label(box.inset(16, 6), text, 40, "white", on="office", weight=700, wrap=True)
        return
    worst = max(max(abs(x), abs(y)) for x, y in missed)
    found = correction(sketch.ui.probes, sketch.size)
    code = "panel.accurate" if worst <= GOOD_PX else "panel.off" if found is not None else "panel.crooked"
    sketch.label(box.inset(16, 6), sketch.say(code, worst=worst), 36, "white", on="office", weight=700, wrap=True)
    shifted = sketch.ui.shift != (0, 0)
    names = (
        ("correct", found is not None and worst > GOOD_PX),
        ("uncorrected", shifted),
        ("again", True),
        ("menu", True),
    )
    row = centred(w // 2, h * 65 // 100, min(1400, w - 80), 100)
    for number, (name, enabled) in enumerate(names):
        sketch.button(
            f"panel.{name}", cell(row, number, 4, 1), sketch.say(f"panel.do.{name}"), "blue", enabled, size=34
        )


_PAGES: dict[str, Callable[[Sketch], Scene]] = {
    "panel.menu": _menu,
    "panel.touch": _touch,
    "panel.colours": _colours,
    "panel.sounds": _sounds,
}
