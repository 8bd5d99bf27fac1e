"""The picture while the machine does not answer: no figures are shown, because none are known to be true."""

from __future__ import annotations

from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Backdrop, Drawable, Icon, Label, Plate, Scene
from cabinet.screens.words import Words


def scene(words: Words, now_ms: int, size: tuple[int, int], high: bool = False) -> Scene:
    """The picture without a view; it moves a little, so that a standing picture is seen to be alive."""
    w, h = size
    wide = min(1120, w - 48)
    box = Rect((w - wide) // 2, h // 2 - 180, wide, 360)
    title = Rect(box.x + 40, box.y + 40, box.w - 80, 100)
    text = Rect(box.x + 40, box.y + 140, box.w - 80, 110)
    drawables: list[Drawable] = [
        Backdrop("night", Rect(0, 0, w, h)),
        Plate(box, "result", 28),
        Label(title, words.say("waiting.title"), 64, "gold", "note", 700, serif=True),
        Label(text, words.say("waiting.text"), 38, "cream", "note", wrap=True),
    ]
    for dot in range(5):
        lit = now_ms // 400 % 5 == dot
        rect = Rect(w // 2 - 124 + dot * 52, box.bottom - 76, 40, 40)
        drawables.append(Icon(rect, "dot", "gold" if lit else "quiet"))
    return Scene("waiting", size, tuple(drawables), (), high=high)
