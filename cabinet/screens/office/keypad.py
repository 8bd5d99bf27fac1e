"""The keypad over a page: digits for amounts and numbers, letters for texts, two lines for a sign-in.

A PIN is shown as dots and leaves the screen in one line to the machine; it is kept nowhere once it is sent.
"""

from __future__ import annotations

from dataclasses import replace

from cabinet.ports.page import Needs
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.office import boxes
from cabinet.screens.office.cells import told
from cabinet.screens.office.state import Pad
from cabinet.screens.scene import Scene
from cabinet.screens.sketch import Sketch

LONGEST, LONGEST_TEXT = 24, 60
_DIGITS = ("123", "456", "789", "0")
_LETTERS = ("1234567890", "qwertyuiop", "asdfghjkl-", "zxcvbnm.")
_SIGNS = ",:%/&' "
"""Under the letters where a text is typed; an id has none of them."""


def draw(sketch: Sketch, pad: Pad, area: Rect) -> None:
    """The keypad in the middle of the picture; everything under it cannot be pressed."""
    sketch.controls.clear()
    sketch.plate(Rect(0, 0, *sketch.size), "veil", 0)
    sketch.plate(area, "office", 22)
    inner = area.inset(36, 24)
    title = sketch.say("office.sign_in.title") if pad.action is None else _prompt(sketch, pad)
    sketch.label(Rect(inner.x, inner.y, inner.w, 64), title, 40, "gold", on="office", weight=700)
    y = inner.y + 76
    for field in fields(pad):
        _line(sketch, pad, field, Rect(inner.x, y, inner.w, 84))
        y += 96
    _keys(sketch, pad, Rect(inner.x, y, inner.w, inner.bottom - 96 - y))
    _ends(sketch, pad, Rect(inner.x, inner.bottom - 84, inner.w, 84))


def sign_in(sketch: Sketch, pad: Pad) -> Scene:
    """The keypad alone, on the picture of a player's station: nothing else of the office is to be seen."""
    sketch.backdrop("office")
    area = boxes.of(sketch.size).pad
    draw(sketch, pad, centred(sketch.size[0] // 2, area.cy, area.w, area.h))
    return sketch.scene("sign_in")


def fields(pad: Pad) -> tuple[str, ...]:
    """What is typed, line by line."""
    return ("who", "pin") if pad.action is None else ("value",)


def _prompt(sketch: Sketch, pad: Pad) -> str:
    assert pad.action is not None
    return told(sketch, pad.action.prompt or pad.action.label)


def _line(sketch: Sketch, pad: Pad, field: str, rect: Rect) -> None:
    on = field == pad.field
    sketch.plate(rect, "meter_lit" if on else "meter")
    sketch.control(f"office.field.{field}", rect, True)
    typed = pad.text(field)
    shown = "•" * len(typed) if field == "pin" else typed
    if pad.action is not None and pad.action.needs is Needs.AMOUNT:
        shown = sketch.money(int(typed or "0"))
    label = Rect(rect.x + 18, rect.y, 250, rect.h)
    if pad.action is None:
        sketch.label(label, sketch.say(f"office.sign_in.{field}"), 32, "gold", on="meter", align="left")
    left = 270 if pad.action is None else 18
    room = Rect(rect.x + left, rect.y, rect.w - left - 18, rect.h)
    align = "left" if pad.action is None else "centre"
    sketch.label(room, shown + ("|" if on else ""), 48, "white", on="meter", weight=700, align=align)


def lettered(pad: Pad) -> bool:
    """Whether letters may be typed into the field that is typed now."""
    if pad.action is None:
        return pad.field == "who"
    return pad.action.needs is Needs.TEXT


def _keys(sketch: Sketch, pad: Pad, area: Rect) -> None:
    rows = _DIGITS
    if pad.letters and lettered(pad):
        rows = (*_LETTERS[:-1], *(() if pad.action is None else (_SIGNS,)), _LETTERS[-1])
    high = min(118, (area.h - 8 * (len(rows) - 1)) // len(rows))
    for number, row in enumerate(rows):
        extra = _extra(pad, number, len(rows))
        line = Rect(area.x, area.y + number * (high + 8), area.w, high)
        keys = [*row, *extra]
        for rect, key in zip(boxes.columns(line, len(keys), 8), keys, strict=True):
            text = sketch.say(f"office.key.{key}") if len(key) > 1 else key.upper() if pad.capital else key
            text = sketch.say("office.key.blank") if key == " " else text
            icon = "erase" if key == "erase" else ""
            sketch.button(f"office.key.{key}", rect, "" if icon else text, "slate", True, size=40, icon=icon)


def _extra(pad: Pad, row: int, rows: int) -> tuple[str, ...]:
    """Keys at the end of the last rows: rub out, and letters where letters may be typed."""
    if row != rows - 1:
        return ()
    found: tuple[str, ...] = ("erase",)
    if lettered(pad):
        found = ("capital", "digits", *found) if pad.letters else ("letters", *found)
    return found


def _ends(sketch: Sketch, pad: Pad, area: Rect) -> None:
    left, right = boxes.columns(area, 2, 16)
    sketch.button("office.key.cancel", left, sketch.say("office.key.cancel"), "slate", True, size=36)
    ready = bool(pad.text(pad.field))
    sketch.button("office.key.ok", right, sketch.say("office.key.ok"), "blue", ready, size=36)


def pressed(pad: Pad, key: str) -> Pad:
    """The keypad after a key that is neither ok nor cancel."""
    match key:
        case "letters" | "digits":
            return replace(pad, letters=key == "letters")
        case "capital":
            return replace(pad, capital=not pad.capital)
        case "erase":
            return _typed(pad, pad.text(pad.field)[:-1])
    longest = LONGEST_TEXT if pad.action is not None and lettered(pad) else LONGEST
    if len(pad.text(pad.field)) >= longest or (len(key) != 1):
        return pad
    typed = pad.text(pad.field) + (key.upper() if pad.capital else key)
    if pad.action is not None and pad.action.needs is Needs.AMOUNT:
        typed = typed.lstrip("0")[:11]
    return _typed(pad, typed)


def _typed(pad: Pad, text: str) -> Pad:
    others = tuple((field, known) for field, known in pad.texts if field != pad.field)
    return replace(pad, texts=(*others, (pad.field, text)))
