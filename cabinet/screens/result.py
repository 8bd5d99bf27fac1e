"""What a settled round came to: bet, returned, won, commission, net. A win is celebrated only if it is one.

*Won* means that more came back than was staked; a returned bet is called returned and nothing else.
"""

from __future__ import annotations

from cabinet.ports.view import ResultView
from cabinet.screens.geometry import Rect
from cabinet.screens.reveal import steps
from cabinet.screens.scene import Plate
from cabinet.screens.sketch import Sketch

_SPARK_MS = 2600


def panel(sketch: Sketch) -> None:
    """The result's panel, once the reveal has come to it."""
    view, reveal = sketch.view, sketch.ui.reveal
    result = view.table.result
    if result is None:
        return
    if reveal is not None and reveal.at(sketch.now_ms) < steps(view.table)["result"]:
        hint = Rect(sketch.lay.result.x, sketch.lay.result.y + 50, sketch.lay.result.w, 60)
        sketch.label(hint, sketch.say("hint.hurry"), 32, "cream")
        return
    rect = sketch.lay.result
    sketch.plate(rect, "result_won" if result.won_cents > 0 else "result", 20)
    head = Rect(rect.x + 24, rect.y + 8, rect.w - 48, 62)
    sketch.label(head, headline(sketch, result), 46, "gold" if result.won_cents else "cream", on="note", weight=700)
    figures = (
        ("result.bet", result.bet_cents),
        ("result.returned", result.returned_cents),
        ("result.won", result.won_cents),
        ("result.commission", result.commission_cents),
        ("result.net", result.net_cents),
    )
    width = (rect.w - 48) // len(figures)
    for number, (code, cents) in enumerate(figures):
        box = Rect(rect.x + 24 + number * width, rect.y + 72, width - 8, 96)
        sketch.label(Rect(box.x, box.y, box.w, 38), sketch.say(code).upper(), 28, "cream", on="note")
        text = sketch.money(cents) if code != "result.net" or cents <= 0 else f"+{sketch.money(cents)}"
        color = "good" if code in ("result.won", "result.net") and cents > 0 else "white"
        sketch.label(Rect(box.x, box.y + 38, box.w, 54), text, 42, color, on="note", weight=700)


def headline(sketch: Sketch, result: ResultView) -> str:
    """One sentence on the whole round; never calls a loss or a returned bet a win."""
    if result.won_cents > 0:
        return sketch.say("result.you_win", amount=sketch.money(result.won_cents))
    if result.returned_cents == 0:
        return sketch.say("result.dealer_wins")
    if result.returned_cents == result.bet_cents:
        return sketch.say("result.bet_back")
    return sketch.say("result.part_back", amount=sketch.money(result.returned_cents))


def sparks(sketch: Sketch) -> None:
    """Gold dust over a win, for a moment; where each grain is, is a function of time."""
    at = sketch.now_ms - sketch.ui.won_ms
    if not 0 <= at < _SPARK_MS:
        return
    sketch.moving = True
    for grain in range(26):
        x = 470 + (grain * 397 + at * (grain % 5 - 2) // 40) % 1000
        y = 640 - (at * (60 + grain * 13 % 70) // 400) + grain * 7 % 60
        if 110 < y < 640:
            sketch.add(Plate(Rect(x, y, 10, 10), "spark", 5))
