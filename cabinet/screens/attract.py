"""The idle picture: what this is, what it takes, and a table of tiles turning slowly. A touch wakes the table.

Nothing on it depends on chance or promises anything; the tiles are a pattern.
"""

from __future__ import annotations

from cabinet.games.tiles import TILES, symbol
from cabinet.screens import frame, layout
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.scene import Card, Icon, Line, Scene, Tile
from cabinet.screens.sketch import Sketch

_STEP_MS = 2200
_TURN_MS = 500
_ROW = (27, 20, 12, 6, 23, 17, 25, 9)  # a pattern of tiles, pleasant to look at


def scene(sketch: Sketch) -> Scene:
    """The attract picture; its control "wake" is the whole felt."""
    view = sketch.view
    sketch.backdrop("night")
    sketch.plate(layout.TOP, "bar_top", 0)
    sketch.label(layout.TITLE, view.site, 32, "gold", on="bar", align="left", serif=True)
    frame.money_moving(sketch)
    _title(sketch)
    _tiles(sketch)
    _invitation(sketch)
    frame.malfunction(sketch, "night")
    asset = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(layout.DETAILS, asset, 28, "cream", on="night")
    sketch.control("wake", layout.FELT, True)
    sketch.plate(layout.BOTTOM, "bar_bottom", 0)
    frame.meters(sketch)
    frame.help_button(sketch)
    frame.choices(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("attract")


def _title(sketch: Sketch) -> None:
    name = sketch.say(f"game.{sketch.view.table.game}")
    sketch.label(Rect(160, 112, 1600, 120), name, 92, "gold", on="night", weight=700, serif=True)
    sketch.add(Line(Rect(560, 240, 800, 6), "brass", knobs=True))
    line = sketch.say(f"attract.line.{sketch.view.table.game}")
    sketch.label(Rect(160, 256, 1600, 56), line, 38, "cream", on="night")


def _tiles(sketch: Sketch) -> None:
    """A row of upright tiles; every few seconds one turns over and shows another."""
    if sketch.view.table.game == "two_card":
        _cards(sketch)
        return
    faces = sketch.view.table.faces
    step, into = divmod(sketch.now_ms, _STEP_MS)
    for column in range(7):
        turns = (step + 6 - column) // 7 + (column * 3)
        fresh = step % 7 == column and into < _TURN_MS
        turn = 100
        sketch.moving = sketch.moving or fresh
        if fresh:
            done = into * 100 // _TURN_MS
            turn = abs(done * 2 - 100) // 2 + 50 if done < 50 else 50 + (done - 50)
            turns = turns - 1 if done < 50 else turns
        piece = _ROW[(column + turns) % len(_ROW)]
        low, high = (symbol(number, faces) for number in TILES[piece])
        lift = 18 if column % 2 else 0
        sketch.add(Tile(centred(414 + column * 182, 490 - lift, 140, 280), (low, high), turn=turn))


def _cards(sketch: Sketch) -> None:
    """A fan of cards; every few seconds another lies on top of the row."""
    step = sketch.now_ms // _STEP_MS
    for column in range(7):
        card = (column * 11 + step * 5) % 52
        lift = 18 if column % 2 else 0
        sketch.add(Card(centred(414 + column * 182, 490 - lift, 168, 240), card))


def _invitation(sketch: Sketch) -> None:
    view = sketch.view
    rect = Rect(360, 672, 1200, 96)
    if view.faults:
        sketch.plate(rect, "alarm", 24)
        sketch.add(Icon(Rect(rect.x + 30, rect.y + 22, 52, 52), "cross", "bad"))
        text = frame.fault_line(sketch)
        sketch.label(rect.inset(100, 8), text, 42, "white", on="alarm", weight=700, wrap=True)
        return
    open_now = view.notes_open or view.tickets_open
    sketch.plate(rect, "pill" if open_now else "pill_quiet", 24)
    code = "attract.notes_and_tickets" if view.notes_open and view.tickets_open else "attract.notes"
    color, on = ("ink", "pill") if open_now else ("cream", "wood")
    sketch.label(rect.inset(24, 8), sketch.say(code if open_now else "attract.closed"), 46, color, on=on, weight=700)
    if view.notes_open and view.notes_cents:
        notes = " · ".join(sketch.money(cents) for cents in view.notes_cents)
        text = sketch.say("attract.accepts", notes=notes)
        sketch.label(Rect(160, 778, 1600, 46), text, 32, "cream", on="night")
