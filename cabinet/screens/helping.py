"""Help, readable before any money is in: how to play, hands, pays, the house way, the sealed order.

Pays come from the view, hands and examples from the rules themselves; only sentences come from the catalogue.
"""

from __future__ import annotations

from cabinet.games import GAMES
from cabinet.games.cards import rank_text
from cabinet.games.tiles import TILES, symbol, tiles_text
from cabinet.ports.view import SpotView
from cabinet.screens import frame, hands, spots
from cabinet.screens.geometry import Rect
from cabinet.screens.scene import Card, Line, Scene, Tile
from cabinet.screens.sketch import Sketch

_EXAMPLE = ("3-3", "5-6", "6-7")  # ten-ten, queen-king, king-ace: a pair in front, three in a row behind


def scene(sketch: Sketch) -> Scene:
    """The help page of the game on the table."""
    sketch.backdrop("felt")
    game = sketch.view.table.game
    title = sketch.say(f"game.{game}")
    frame.top_bar(sketch, title, sketch.say("help.title"), calm=True)
    sketch.button("help", sketch.lay.help, sketch.say("button.close"), "gold", True)
    plan = sketch.lay.helping
    _how_to(sketch, plan.how_to)
    if game == "double_hand":
        _example(sketch, plan.example)
    else:
        _cards(sketch, plan.example)
    _pays(sketch, plan.pays)
    _fairness(sketch, plan.fairness)
    frame.notices(sketch, "" if sketch.lay.portrait else spots.limits_line(sketch))  # portrait: on the cloth alone
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.tabs(sketch)
    frame.edge(sketch, sketch.ui.reveal is None)
    return sketch.scene("help")


def _box(sketch: Sketch, rect: Rect, title: str) -> Rect:
    sketch.plate(rect, "note", 18)
    sketch.label(Rect(rect.x + 24, rect.y + 8, rect.w - 48, 48), title, 34, "gold", on="note", weight=700, align="left")
    head = 48 if sketch.lay.portrait else 58
    return Rect(rect.x + 24, rect.y + head, rect.w - 48, rect.h - head - (6 if sketch.lay.portrait else 12))


def _how_to(sketch: Sketch, rect: Rect) -> None:
    inner = _box(sketch, rect, sketch.say("help.how_to"))
    text = sketch.say(f"help.how_to.{sketch.view.table.game}")
    if not sketch.lay.portrait and any(spot.bet == "super_bonus" for spot in sketch.view.table.spots):
        text = f"{text} {sketch.say('help.super_bonus')}"
    sketch.label(inner, text, 32, "cream", on="note", align="left", wrap=True)


def _example(sketch: Sketch, rect: Rect) -> None:
    """Three tiles set by the house way, drawn as tiles, with what they make."""
    inner = _box(sketch, rect, sketch.say("help.example"))
    pieces = tiles_text(_EXAMPLE)
    setting = GAMES["double_hand"].house_way(pieces)
    faces = sketch.view.table.faces
    middle = inner.y + 132
    sketch.add(Line(Rect(inner.x, middle - 3, 420, 6), "brass", knobs=True))
    along = 0
    for index, word in enumerate(setting):
        shown = hands.ends(pieces[index], word, faces)
        if word.startswith("across"):
            sketch.add(Tile(Rect(inner.x + 20, middle - 120, 120, 240), shown))
        else:
            top = middle - 126 if word == "front" else middle + 6
            sketch.add(Tile(Rect(inner.x + 160, top, 240, 120), shown))
            along += 1
    assert along == 2, "the example lies with one tile across"
    text = Rect(inner.x + 450, inner.y, inner.w - 450, 270)
    tiles = ", ".join("-".join(symbol(n, faces) for n in TILES[p]) for p in pieces)
    sketch.label(
        text, sketch.say("help.example.double_hand", tiles=tiles), 30, "cream", on="note", align="left", wrap=True
    )


def _cards(sketch: Sketch, rect: Rect) -> None:
    """The three kinds of two-card hands, highest first, drawn as cards."""
    inner = _box(sketch, rect, sketch.say("cloth.ranking"))
    examples = (("pair", (12, 12)), ("connector", (8, 7)), ("no_hand", (11, 3)))
    for number, (level, ranks) in enumerate(examples):
        x = inner.x + number * 285
        for card, rank in enumerate(ranks):
            sketch.add(Card(Rect(x + card * 90, inner.y + 6, 112, 160), rank * 4 + (3, 2)[card]))
        name = Rect(x, inner.y + 178, 268, 44)
        sketch.label(name, sketch.say(f"level.{level}"), 32, "cream", on="note", weight=700)
        text = "-".join(rank_text(rank + 2) for rank in ranks)
        sketch.label(Rect(x, inner.y + 222, 268, 44), text, 32, "gold", on="note", weight=700, serif=True)


def _pays(sketch: Sketch, rect: Rect) -> None:
    """Every bet of the table with its pays, from the very numbers the machine pays by."""
    inner = _box(sketch, rect, sketch.say("help.pays"))
    edges = dict(sketch.view.table.edges)
    if edges:
        head = Rect(rect.right - 24 - 420, rect.y + 8, 420, 48)
        sketch.label(head, sketch.say("help.edge"), 28, "gold", on="note", align="right")
    rows = list(sketch.view.table.spots)
    tall = [2 if sketch.lay.portrait and spot.bet == "super_bonus" else 1 for spot in rows]  # what for, in two lines
    pitch = min(64, (inner.h - (130 if sketch.lay.portrait else 162)) // max(1, sum(tall)))
    for number, spot in enumerate(rows):
        y, height = inner.y + sum(tall[:number]) * pitch, tall[number] * pitch
        name = Rect(inner.x, y, 300, height)
        sketch.label(name, sketch.say(f"bet.{spot.bet}"), 30, "white", on="note", weight=700, align="left")
        pays = _each(sketch, spot) if tall[number] > 1 else spots.pay_line(sketch, spot).replace("\n", " · ")
        room = inner.w - 310 - (140 if edges else 0)
        sketch.label(Rect(inner.x + 310, y, room, height), pays, 30, "cream", on="note", align="left", wrap=True)
        if spot.bet in edges:
            text = sketch.say("help.edge.bet", edge_bp=edges[spot.bet])
            box = Rect(inner.right - 130, y, 130, height)
            sketch.label(box, text, 30, "gold", on="note", weight=700, align="right")
    below = sum(tall) * pitch + 8
    rule = Rect(inner.x, inner.y + below, inner.w, inner.h - below)
    text = sketch.say(f"help.rule.{sketch.view.table.game}")
    sketch.label(rule, text, 30, "cream", on="note", align="left", wrap=True)


def _each(sketch: Sketch, spot: SpotView) -> str:
    """What a bet is paid for, and how much, one after the other."""
    said = (f"{sketch.say(f'paid_for.{name}')} {sketch.say('spot.row', pays=pay)}" for name, pay in spot.pays)
    return " · ".join(said)


def _fairness(sketch: Sketch, rect: Rect) -> None:
    """The sealed order, and what the house way costs, once that is counted."""
    inner = _box(sketch, rect, sketch.say("help.fair"))
    table = sketch.view.table
    edges = dict(table.edges)
    text = sketch.say(f"help.fair.{table.game}")
    if "house_way" in edges and "main" in edges:
        text += " " + sketch.say("help.cost", house_bp=edges["house_way"], best_bp=edges["main"])
    sketch.label(inner, text, 30, "cream", on="note", align="left", wrap=True)
