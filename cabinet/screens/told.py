"""A card that tells a player why the machine waits: a sign, a title, the amount, what it means, what happens next.

One group in the middle of its room, as high as its words; two cards beside each other are smaller ones. Decides how it
is composed; which lock is told and who is on the way is the lock-up's.
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
            style = {"on": "note", "weight": part.weight, "serif": part.serif, "wrap": True}
            sketch.label(rect, part.text, part.size, part.color, **style)  # type: ignore[arg-type]
        y = rect.bottom + _GAP
        if part.parted:
            sketch.add(Line(Rect(rect.cx - 220, y + _GAP // 2, 440, 4), "brass"))
            y += _LINE


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
    """Of a fault, when play goes on; and that the credit is safe meanwhile."""
    if lock.kind != "fault":
        return ""
    credit = sketch.view.credit_cents
    kept = f" {sketch.say('lock.kept', amount_cents=credit)}" if credit else ""
    return f"{sketch.say('lock.fault.text')}{kept}"
