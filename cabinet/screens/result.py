"""What a settled round came to: bet, returned, won, commission, net. A win is celebrated only if it is one.

*Won* means that more came back than was staked; a returned bet is called returned and nothing else.
"""

from __future__ import annotations

from cabinet.ports.view import ResultView
from cabinet.screens import spots
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.reveal import steps
from cabinet.screens.scene import Chip
from cabinet.screens.sketch import Sketch

_SPARK_MS, _COINS = 3200, 32


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
        *((("result.commission", result.commission_cents),) if spots.commission(view) else ()),
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
        alike = all(award.returned_cents == award.stake_cents for award in result.awards)
        amount = sketch.money(result.returned_cents)
        return sketch.say("result.bet_back") if alike else sketch.say("result.even", amount=amount)
    lost, amount = sketch.money(-result.net_cents), sketch.money(result.returned_cents)
    return sketch.say("result.part_back", lost=lost, amount=amount)


def sparks(sketch: Sketch) -> None:
    """A fountain of gold coins over a win, for a moment; where each is, is a function of time."""
    at = sketch.now_ms - sketch.ui.won_ms
    if not 0 <= at < _SPARK_MS:
        return
    sketch.moving = True
    box, felt = sketch.lay.result, sketch.lay.felt
    for coin in range(_COINS):
        since = at - coin * 45
        if since < 0:
            continue
        x = box.cx + (coin * 397 % 100 - 50) * since // 260 + (coin * 53 % 7 - 3) * 40
        y = box.y - since * (70 + coin * 31 % 40) // 100 + since * since // 1900
        size = 26 + coin * 17 % 3 * 6
        place = centred(x, y, size, size)
        if felt.y < y < box.y and place.clipped(felt) == place:
            sketch.add(Chip(place, "", "gold"))
