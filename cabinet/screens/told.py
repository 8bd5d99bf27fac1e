"""A card that tells a player why the machine waits: a sign, a title, the amount, what it means, what happens next.

One group in the middle of its room, as high as its words; several locks are told in short under each other. Decides how
it is composed; which lock is told and who is on the way is the lock-up's.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.view import LockView, Message
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.scene import Icon, Line
from cabinet.screens.sketch import Sketch

ICONS = {
    "ticket": "ticket",
    "document": "note",
    "jackpot": "note",
    "cancelled_credit": "note",
    "claim": "lock",
    "setup": "lock",
    "broken": "lock",
}
"""The sign of a kind of lock; the bell for all others."""

_WIDE = 1320
_GAP = 10


@dataclass(frozen=True, slots=True)
class _Part:
    """One line of the card: *lines* of text at *size* px, or the sign (no text)."""

    text: str
    size: int
    color: str = "cream"
    weight: int = 500
    serif: bool = False
    lines: int = 1
    parted: bool = False  # a line lies under it

    def height(self, sketch: Sketch) -> int:
        return self.size if not self.text else sketch.text_px(self.size) * 130 // 100 * self.lines + 6


def card(sketch: Sketch, lock: LockView, room: Rect, coming: str) -> None:
    """*lock* in the middle of *room*; *coming*: the code of who is on the way."""
    width = min(_WIDE, room.w)
    inner_w = width - 96
    parts = next(
        (
            found
            for found in (_parts(sketch, lock, inner_w, coming, size) for size in _SIZES)
            if _high(sketch, found) <= room.h
        ),
        _parts(sketch, lock, inner_w, coming, _SIZES[-1]),
    )
    box = centred(room.cx, room.cy, width, min(room.h, _high(sketch, parts)))
    sketch.plate(box, "result", 28)
    y = box.y + _PADDING
    for part in parts:
        rect = Rect(box.x + 48, y, inner_w, part.height(sketch))
        if not part.text:
            sketch.add(Icon(centred(rect.cx, rect.cy, part.size, part.size), ICONS.get(lock.kind, "bell"), "warn"))
        else:
            look = part.size, part.color
            sketch.label(rect, part.text, *look, on="note", weight=part.weight, serif=part.serif, wrap=True)
        y = rect.bottom + _GAP
        if part.parted:
            sketch.add(Line(Rect(rect.cx - 220, y + _GAP // 2, 440, 4), "brass"))
            y += _LINE


def cards(sketch: Sketch, locks: tuple[LockView, ...], room: Rect, coming: str) -> None:
    """Several locks under each other in *room*, each told in short, and once who comes."""
    width = min(_WIDE, room.w)
    highs = [_short_high(sketch, lock, width) for lock in locks]
    next_step = _Part(sketch.say(coming), 40, "gold", 700, lines=sketch.lines_of(sketch.say(coming), 40, width))
    high = sum(highs) + len(locks) * 16 + next_step.height(sketch)
    y = room.y + max(0, room.h - high) // 2
    for lock, tall in zip(locks, highs, strict=True):
        _short(sketch, lock, Rect(room.cx - width // 2, y, width, tall))
        y += tall + 16
    below = Rect(room.cx - width // 2, y, width, next_step.height(sketch))
    sketch.label(below, next_step.text, next_step.size, next_step.color, on="night", weight=700, wrap=True)


_SHORT_HEAD, _SHORT_PX = 92, 34


def _short_high(sketch: Sketch, lock: LockView, width: int) -> int:
    lines = sketch.lines_of(meaning(sketch, lock), _SHORT_PX, width - 80)
    return 2 * 20 + _SHORT_HEAD + lines * sketch.text_px(_SHORT_PX) * 130 // 100 + 8


def _short(sketch: Sketch, lock: LockView, box: Rect) -> None:
    sketch.plate(box, "result", 22)
    inner = box.inset(40, 20)
    sketch.add(Icon(Rect(inner.x, inner.y + 14, 60, 60), ICONS.get(lock.kind, "bell"), "warn"))
    amount_w = 300 if lock.amount_cents else 0
    title = Rect(inner.x + 84, inner.y, inner.w - 84 - amount_w, _SHORT_HEAD)
    say = sketch.say(f"lock.{lock.kind}")
    sketch.label(title, say, 50, "gold", on="note", weight=700, align="left", serif=True, wrap=True)
    if lock.amount_cents:
        amount = Rect(inner.right - amount_w, inner.y, amount_w, _SHORT_HEAD)
        sketch.label(amount, sketch.money(lock.amount_cents), 60, "white", on="note", weight=700, align="right")
    text = Rect(inner.x, inner.y + _SHORT_HEAD, inner.w, inner.h - _SHORT_HEAD)
    sketch.label(text, meaning(sketch, lock), _SHORT_PX, "cream", on="note", align="left", wrap=True)


_PADDING, _LINE = 30, 16
_SIZES = (
    (108, 80, 124, 48, 42),
    (92, 70, 110, 44, 40),
    (84, 62, 96, 40, 36),
    (52, 50, 72, 34, 32),
    (0, 46, 60, 30, 28),
)
"""Of sign, title, amount, meaning and what happens next: as large as the room allows."""


def _parts(
    sketch: Sketch, lock: LockView, width: int, coming: str, sizes: tuple[int, int, int, int, int]
) -> list[_Part]:
    sign, title, amount, words, then = sizes
    parts = [_Part("", sign)] if sign else []
    parts.append(_Part(sketch.say(f"lock.{lock.kind}"), title, "gold", 700, True))
    if lock.amount_cents:
        parts.append(_Part(sketch.money(lock.amount_cents), amount, "white", 700))
    meant = meaning(sketch, lock)
    more = _kept(sketch, lock)
    parts.append(_Part(meant, words, lines=sketch.lines_of(meant, words, width), parted=not more))
    if more:
        parts.append(_Part(more, then, lines=sketch.lines_of(more, then, width), parted=True))
    next_step = sketch.say(coming)
    parts.append(_Part(next_step, then, "gold", 700, lines=sketch.lines_of(next_step, then, width)))
    if lock.reference and lock.kind != "fault":
        parts.append(_Part(sketch.say("lock.reference", reference=lock.reference), 28, "quiet"))
    return parts


def _high(sketch: Sketch, parts: list[_Part]) -> int:
    """The card's height: its parts, what parts them, the line before the last."""
    return sum(part.height(sketch) for part in parts) + _GAP * (len(parts) - 1) + _LINE + 2 * _PADDING


def meaning(sketch: Sketch, lock: LockView) -> str:
    """What the lock means: a fault by its own name, everything else by the sentence of its kind."""
    if lock.kind == "fault":
        return sketch.told(lock.message)
    return sketch.told(Message(f"lock.{lock.kind}.text", lock.message.params))


def _kept(sketch: Sketch, lock: LockView) -> str:
    """Of a fault, when play goes on; and that the credit is safe meanwhile. Nothing is promised of damaged records."""
    if lock.kind != "fault":
        return ""
    if lock.message.code in _FOR_GOOD:
        return sketch.say("lock.broken.text")
    credit = sketch.view.credit_cents
    kept = f" {sketch.say('lock.kept', amount_cents=credit)}" if credit else ""
    return f"{sketch.say('lock.fault.text')}{kept}"


_FOR_GOOD = ("fault.storage", "fault.books", "fault.rolled_back", "fault.commitment")
"""Faults that nothing on the machine ends."""
