"""How tiles and hands of Double-Hand Poker are written: the two ends of a tile, a hand with its name and fate.

Shared by both sides of the cloth and by the help page; knows only where names stand.
"""

from __future__ import annotations

from cabinet.games.tiles import TILES, symbol
from cabinet.ports.view import HandView
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Icon
from cabinet.screens.sketch import Sketch


def ends(piece: int | None, word: str, faces: str) -> tuple[str, str] | tuple[()]:
    """The two texts of a tile, top or left first: the number in the low hand lies in front, which is up."""
    if piece is None:
        return ()
    low, high = (symbol(number, faces) for number in TILES[piece])
    return (high, low) if word == "across2" else (low, high)


_FARED = {
    "won": ("note_won", "check", "good"),
    "lost": ("note_lost", "cross", "bad"),
    "copy": ("note_lost", "equal", "bad"),
    "pushed": ("note_even", "equal", "white"),
}


def named(sketch: Sketch, who: str, hand: HandView, fared: str = "") -> None:
    """A hand with its name, or its numbers while it is unfinished; *fared*: how it did against the dealer's."""
    if not hand.numbers:
        return
    rect = sketch.lay.tiles.name_box(who, hand.hand)
    look, sign, color = _FARED.get(fared, ("note", "", "cream"))
    sketch.plate(rect, look)
    head = Rect(rect.x + 14, rect.y + 6, rect.w - 28, 36)
    sketch.label(head, sketch.say(f"hand.{hand.hand}").upper(), 28, "gold", on="note", align="left")
    so_far = " · ".join(symbol(number, sketch.view.table.faces) for number in hand.numbers)
    text = sketch.told(hand.name) if hand.name is not None else so_far
    room = 46 if fared or who == "dealer" else rect.h - 48
    body = Rect(rect.x + 12, rect.y + 40, rect.w - 20, room)
    sketch.label(body, text, 34, "white", on="note", weight=700, align="left", wrap=room > 50)
    if fared:
        sketch.add(Icon(Rect(rect.x + 14, rect.y + 90, 40, 40), sign, color))
        verdict = Rect(rect.x + 62, rect.y + 88, rect.w - 76, 44)
        sketch.label(verdict, sketch.say(f"compared.{fared}"), 30, color, on="note", weight=700, align="left")
