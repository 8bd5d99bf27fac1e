"""Keeping a seat: the page on which a player chooses four digits, and the picture of a seat that is kept.

The digits go no further than this screen: the machine gets a digest of them, salted with where and when they were
given. Decides only how they are typed; how long and how often is the machine's word.
"""

from __future__ import annotations

import hashlib

from cabinet.ports import commands as c
from cabinet.ports.view import View
from cabinet.screens import frame
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.plan import cell
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch

DIGITS = 4
_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "erase", "0", "done")


def digest_of(salt: str, digits: str) -> str:
    """What the machine is told of the digits: SHA-256 in hex over salt, slash, digits."""
    return hashlib.sha256(f"{salt}/{digits}".encode()).hexdigest()


def asked(view: View, digits: str) -> tuple[c.Command, ...]:
    """The command of the key that ends the typing: reserve a free seat, open a reserved one."""
    if len(digits) != DIGITS:
        return ()
    if view.reserved is not None:
        return (c.OpenSeat(digest_of(view.reserved.salt, digits)),)
    salt = f"{view.asset_number}/{view.station}/{view.row}"
    return (c.ReserveSeat(salt, digest_of(salt, digits)),)


def page(sketch: Sketch, rect: Rect) -> None:
    """The page on which the digits are chosen; they are shown, because their holder has to remember them."""
    left, right = _halves(sketch, rect)
    sketch.plate(left, "note", 22)
    inner = left.inset(30, 24)
    title = Rect(inner.x, inner.y, inner.w, 84)
    minutes = sketch.view.reserve_minutes
    sketch.label(title, sketch.say("reserve.offer", minutes=minutes), 48, "gold", on="note", weight=700, wrap=True)
    box = Rect(inner.x, inner.y + 96, inner.w, inner.h - 96)
    sketch.label(box, sketch.say("reserve.how", minutes=minutes), 38, "cream", on="note", align="left", wrap=True)
    _keypad(sketch, right, "reserve.do", sketch.allowed("reserve_seat"), hidden=False)


def scene(sketch: Sketch) -> Scene:
    """The picture of a seat that is kept: until when, and the keys for its holder."""
    view = sketch.view
    held = view.reserved
    assert held is not None, "the picture of a reserved seat that is free"
    sketch.backdrop("night")
    frame.top_bar(sketch, view.site, sketch.say("reserve.title"), calm=True)
    felt, notice = sketch.lay.felt, sketch.lay.notice
    body = Rect(felt.x + 36, felt.y + 18, felt.w - 72, notice.y - felt.y - 30)
    left, right = _halves(sketch, body)
    sketch.plate(left, "result", 28)
    inner = left.inset(30, 24)
    sketch.add(Icon(centred(inner.cx, inner.y + 54, 88, 88), "lock", "gold"))
    title = Rect(inner.x, inner.y + 108, inner.w, 100)
    sketch.label(title, sketch.say("reserve.title"), 84, "gold", on="note", weight=700, serif=True)
    until = sketch.say("reserve.until", until=held.until) if held.until else sketch.say("reserve.over")
    sketch.label(Rect(inner.x, inner.y + 212, inner.w, 84), until, 52, "white", on="note", weight=700, wrap=True)
    if held.tries:
        text = f"{sketch.say('reserve.enter')} {sketch.say('reserve.left', tries=held.tries)}"
    else:
        text = sketch.say("reserve.blocked")
    rest = Rect(inner.x, inner.y + 304, inner.w, inner.h - 304)
    sketch.label(rest, text, 38, "cream", on="note", wrap=True)
    _keypad(sketch, right, "reserve.open", sketch.allowed("open_seat"), hidden=True)
    frame.malfunction(sketch, "night")
    asset = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(sketch.lay.details, asset, 28, "cream", on="night")
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.staff_below(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("reserved")


def _halves(sketch: Sketch, rect: Rect) -> tuple[Rect, Rect]:
    if sketch.lay.portrait:
        height = rect.h * 46 // 100
        return Rect(rect.x, rect.y, rect.w, height), Rect(rect.x, rect.y + height + 16, rect.w, rect.h - height - 16)
    width = rect.w * 54 // 100
    return Rect(rect.x, rect.y, width, rect.h), Rect(rect.x + width + 24, rect.y, rect.w - width - 24, rect.h)


def _keypad(sketch: Sketch, rect: Rect, code: str, can: bool, *, hidden: bool) -> None:
    typed = sketch.ui.digits
    shown = Rect(rect.x, rect.y, rect.w, 110)
    sketch.plate(shown, "meter")
    marks = [("•" if hidden else typed[at]) if at < len(typed) else "–" for at in range(DIGITS)]
    sketch.label(shown, "   ".join(marks), 72, "white", on="meter", weight=700)
    keys = Rect(rect.x, rect.y + 126, rect.w, rect.h - 126)
    for number, key in enumerate(_KEYS):
        box = cell(keys, number, 3, 4, 14)
        match key:
            case "erase":
                sketch.button("digits.erase", box, sketch.say("reserve.erase"), "wood", can and bool(typed), size=34)
            case "done":
                ready = can and len(typed) == DIGITS
                sketch.button("digits.done", box, sketch.say(code), "gold", ready, size=40)
            case _:
                more = can and len(typed) < DIGITS
                sketch.button(f"digits.{key}", box, key, "wood", more, size=60)
