"""A part of a handpay: the attendant types what he could pay, sees what stays owed, and confirms it.

Decides what may be typed. What was paid is the machine's to judge; the page's name holds the handpay and the digits,
"short.7.3500", so that nothing of it outlives the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.view import LockView, View
from cabinet.screens import frame
from cabinet.screens.geometry import Rect
from cabinet.screens.plan import cell
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch

PAGE = "short."
_MOST_DIGITS = 10
_KEYS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "00", "0", "del")
_PAYABLE = ("jackpot", "cancelled_credit")


@dataclass(frozen=True, slots=True)
class Typed:
    """Which handpay, and what was typed of it in cents."""

    handpay: int
    digits: str = ""

    @property
    def cents(self) -> int:
        return int(self.digits or "0")

    @property
    def page(self) -> str:
        return f"{PAGE}{self.handpay}.{self.digits}"


def typed(page: str) -> Typed:
    """What the name of the page holds."""
    handpay, _, digits = page.removeprefix(PAGE).partition(".")
    return Typed(int(handpay), digits)


def pressed(page: str, key: str) -> str:
    """The page after a key of the pad."""
    now = typed(page)
    if key == "del":
        return Typed(now.handpay, now.digits[:-1]).page
    return Typed(now.handpay, (now.digits + key).lstrip("0")[:_MOST_DIGITS]).page


def offered(view: View, page: str) -> LockView | None:
    """The handpay that the page is about, while it is open and may be paid."""
    if not page.startswith(PAGE) or "pay_handpay" not in view.allowed:
        return None
    handle = str(typed(page).handpay)
    return next((lock for lock in view.locks if lock.kind in _PAYABLE and lock.handle == handle), None)


def scene(sketch: Sketch) -> Scene:
    """The pad beside what is owed."""
    lock = offered(sketch.view, sketch.ui.page)
    assert lock is not None, "the director shows this for an open handpay only"
    sketch.backdrop("office")
    frame.top_bar(sketch, sketch.say(f"lock.{lock.kind}"), sketch.say("state.attendant"))
    area = sketch.lay.locks
    sketch.plate(area, "office", 22)
    left, right = _halves(area.inset(32, 24), sketch.lay.portrait)
    _owed(sketch, lock, left)
    _pad(sketch, right)
    frame.malfunction(sketch, "felt")
    asset = sketch.say("notice.cabinet", asset=sketch.view.asset_number, station=sketch.view.station)
    sketch.label(sketch.lay.details, asset, 28, "cream", on="felt")
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("short_pay")


def _halves(area: Rect, portrait: bool) -> tuple[Rect, Rect]:
    if portrait:
        upper = area.h * 52 // 100
        return Rect(area.x, area.y, area.w, upper), Rect(area.x, area.y + upper + 20, area.w, area.h - upper - 20)
    half = (area.w - 48) // 2
    return Rect(area.x, area.y, half, area.h), Rect(area.x + half + 48, area.y, half, area.h)


def _owed(sketch: Sketch, lock: LockView, rect: Rect) -> None:
    """The whole, the part and the rest, one under the other, and the two ways out of the page."""
    cents = typed(sketch.ui.page).cents
    rest = lock.amount_cents - cents
    may = 0 < cents < lock.amount_cents
    sketch.add(Icon(Rect(rect.x, rect.y + 4, 72, 72), "bell", "warn"))
    title = Rect(rect.x + 96, rect.y, rect.w - 96, 80)
    sketch.label(title, sketch.say("short_pay.title"), 50, "gold", on="office", weight=700, align="left", serif=True)
    rows = (
        ("short_pay.owed", lock.amount_cents, "white"),
        ("short_pay.paid", cents, "good" if may else "white"),
        ("short_pay.rest", max(0, rest), "white" if may else "cream"),
    )
    height = (rect.h - 80 - 200) // len(rows)
    for number, (code, amount, color) in enumerate(rows):
        box = Rect(rect.x, rect.y + 88 + number * height, rect.w, height)
        name = Rect(box.x, box.y, box.w // 2, box.h)
        sketch.label(name, sketch.say(code), 36, "cream", on="office", align="left", wrap=True)
        figure = Rect(box.x + box.w // 2, box.y, box.w - box.w // 2, box.h)
        sketch.label(figure, sketch.money(amount), 60, color, on="office", weight=700, align="right")
    take = Rect(rect.x, rect.bottom - 192, rect.w, 92)
    text = sketch.say("button.attendant.short_take", amount_cents=cents)
    sketch.button("short.take", take, text, "green", may, size=40)
    back = Rect(rect.x, rect.bottom - 88, rect.w, 84)
    sketch.button("short.back", back, sketch.say("button.attendant.back"), "wood", True, size=36)


def _pad(sketch: Sketch, rect: Rect) -> None:
    for number, key in enumerate(_KEYS):
        text, size = (sketch.say("button.undo"), 34) if key == "del" else (key, 60)
        sketch.button(f"short.key.{key}", cell(rect, number, 3, 4, gap=16), text, "wood", True, size=size)
