"""A station that waits for the attendant: what is locked, for how much, who comes, and the attendant's rulings.

Locked money is named with its amount until the attendant rules. Each ruling says what it means in words.
"""

from __future__ import annotations

from cabinet.ports.view import LockView, View
from cabinet.screens import frame, told
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Icon, Scene
from cabinet.screens.sketch import Sketch

# kind of lock -> (control, command that must be allowed, look)
RULINGS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "ticket": (("attendant.ticket_valid", "rule_ticket", "green"), ("attendant.ticket_void", "rule_ticket", "brown")),
    "document": (
        ("attendant.document_credit", "rule_document", "green"),
        ("attendant.document_close", "rule_document", "brown"),
    ),
    "dice": (("attendant.dice_stand", "rule_dice", "green"), ("attendant.dice_void", "rule_dice", "brown")),
    "fault": (("attendant.clear_fault", "clear_fault", "blue"),),
    "claim": (("attendant.claim_paid", "rule_claim", "green"), ("attendant.claim_closed", "rule_claim", "brown")),
    "setup": (("attendant.confirm_setup", "confirm_setup", "green"),),
    "jackpot": (("attendant.pay", "pay_handpay", "green"), ("attendant.short_pay", "pay_handpay", "brown")),
    "cancelled_credit": (("attendant.pay", "pay_handpay", "green"), ("attendant.short_pay", "pay_handpay", "brown")),
}
_ROWS = 2  # locks shown at once; the oldest come first and the next one follows when one is ruled on


def scene(sketch: Sketch) -> Scene:
    """The lock-up picture for the player; whoever is at work rules on the same locks in the office."""
    view = sketch.view
    sketch.backdrop("night")
    frame.top_bar(sketch, sketch.say(f"game.{view.table.game}"), sketch.say(f"state.{_call(view)}"))
    locks = view.locks[:_ROWS]
    if len(locks) == 1:
        told.card(sketch, locks[0], sketch.lay.locks, _NEXT[_call(view)])
    else:
        told.cards(sketch, locks, sketch.lay.locks, _NEXT[_call(view)])
    frame.malfunction(sketch, "night")
    asset = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(sketch.lay.details, asset, 28, "cream", on="night")
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.staff_below(sketch)
    if "back_out" in view.allowed:
        sketch.button("back_out", sketch.lay.back_out, sketch.say("button.back_out"), "gold", True, size=40)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("lockup")


_NEXT = {"coming": "lock.next.coming", "called": "lock.next.called", "call_attendant": "lock.next.call"}


def _call(view: View) -> str:
    """How far the attendant is."""
    return "coming" if view.call_taken else "called" if view.called else "call_attendant"


def suffix(locks: tuple[LockView, ...], number: int) -> str:
    """Distinguishes controls of several locks of one kind: empty for the first, ".2" for the second …"""
    same = sum(1 for lock in locks[:number] if lock.kind == locks[number].kind)
    return f".{same + 1}" if same else ""


def lock(sketch: Sketch, lock: LockView, rect: Rect, suffix: str) -> None:
    """One lock in *rect* of the office, with the rulings that are possible now; *suffix* tells its controls from
    others'."""
    sketch.plate(rect, "office", 22)
    rulings = [ruling for ruling in RULINGS.get(lock.kind, ()) if sketch.allowed(ruling[1])]
    if lock.kind == "fault" and not lock.handle:
        rulings = []  # it ends with its cause, or never on the machine
    inner = rect.inset(32, 20)
    room = inner.h - (92 if rulings else 0)
    sketch.add(Icon(Rect(inner.x, inner.y + 8, 72, 72), told.ICONS.get(lock.kind, "bell"), "warn"))
    narrow = inner.w < 1200
    title = Rect(inner.x + 96, inner.y, inner.w - (96 if narrow else 740), 84)
    sketch.label(title, sketch.say(f"lock.{lock.kind}"), 54, "gold", on="office", weight=700, align="left", serif=True)
    amount_h = 0
    head = 128 if narrow else 84  # a narrow card has its reference under the title
    if lock.amount_cents:
        amount_h = min(sketch.text_px(120), max(56, (room - head - 6) // 2))
        box = Rect(inner.x, inner.y + head, inner.w, amount_h)
        sketch.label(
            box,
            sketch.money(lock.amount_cents),
            min(100, amount_h * 2 // 3 if sketch.ui.large else amount_h - 8),
            "white",
            on="office",
            weight=700,
        )
    if lock.reference and lock.kind != "fault":
        box = Rect(inner.right - 620, inner.y + (84 if narrow else 0), 620, 44 if narrow else 84)
        reference = sketch.say("lock.reference", reference=lock.reference)
        sketch.label(box, reference, 30, "cream", on="office", align="right")
    box = Rect(inner.x, inner.y + head + amount_h, inner.w, max(40, room - head - 6 - amount_h))
    sketch.label(box, told.meaning(sketch, lock), 42 if lock.amount_cents else 48, "cream", on="office", wrap=True)
    if lock.kind == "document" and not lock.amount_cents:
        _values(sketch, inner, bool(rulings))
        return
    _rulings(sketch, rulings, inner, suffix)


def _values(sketch: Sketch, inner: Rect, offered: bool) -> None:
    """A document of unknown value: the attendant names the note he found, or closes it without credit."""
    if not offered:
        return
    choices = [(f"attendant.document_value.{cents}", sketch.money(cents), "green") for cents in sketch.view.notes_cents]
    choices.append(("attendant.document_close", sketch.say("button.attendant.document_close"), "brown"))
    width = (inner.w - 12 * (len(choices) + 1)) // (len(choices) + 1)
    x = inner.x
    for name, text, look in choices:
        wide = width if look == "green" else inner.right - x
        sketch.button(name, Rect(x, inner.bottom - 84, wide, 84), text, look, True, size=32)
        x += wide + 12


def _rulings(sketch: Sketch, rulings: list[tuple[str, str, str]], inner: Rect, suffix: str) -> None:
    for place, (name, _, look) in enumerate(rulings):
        width = (inner.w - 24 * (len(rulings) - 1)) // len(rulings)
        rect = Rect(inner.x + place * (width + 24), inner.bottom - 84, width, 84)
        sketch.button(name + suffix, rect, sketch.say(f"button.{name}"), look, True, size=34)
