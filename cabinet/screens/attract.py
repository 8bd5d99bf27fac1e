"""The idle picture: what this is and what it takes; in turn its pieces, how it is played, and what it pays.

A touch wakes the table. Nothing on it depends on chance or promises anything; the tiles are a pattern.
"""

from __future__ import annotations

from cabinet.games.tiles import TILES, symbol
from cabinet.screens import frame, spots
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.plan import cell
from cabinet.screens.scene import Card, Icon, Line, Scene, Tile
from cabinet.screens.sketch import Sketch

ACT_MS = 8500
_STEP_MS = 2200
_TURN_MS = 500
_ROW = (27, 20, 12, 6, 23, 17, 25, 9)  # a pattern of tiles, pleasant to look at


def scene(sketch: Sketch) -> Scene:
    """The attract picture; its control "wake" is the whole felt."""
    view = sketch.view
    sketch.backdrop("night")
    sketch.plate(sketch.lay.top, "bar_top", 0)
    sketch.label(sketch.lay.title, view.site, 32, "gold", on="bar", align="left", serif=True)
    frame.money_moving(sketch)
    frame.clock(sketch)
    _title(sketch)
    (_tiles, _steps, _pays)[sketch.now_ms // ACT_MS % 3](sketch)
    _invitation(sketch)
    frame.malfunction(sketch, "night")
    asset = sketch.say("notice.cabinet", asset=view.asset_number, station=view.station)
    sketch.label(sketch.lay.details, asset, 28, "cream", on="night")
    sketch.control("wake", sketch.lay.felt, True)
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.help_button(sketch)
    frame.choices(sketch)
    frame.edge(sketch)
    frame.toasts(sketch)
    return sketch.scene("attract")


def _title(sketch: Sketch) -> None:
    name = sketch.say(f"game.{sketch.view.table.game}")
    plan = sketch.lay.attract
    sketch.label(plan.title, name, 92, "gold", on="night", weight=700, serif=True, wrap=sketch.lay.portrait)
    sketch.add(Line(plan.line, "brass", knobs=True))
    line = sketch.say(f"attract.line.{sketch.view.table.game}")
    sketch.label(plan.subtitle, line, 38, "cream", on="night")


def _tiles(sketch: Sketch) -> None:
    """A row of upright tiles; every few seconds one turns over and shows another."""
    if sketch.view.table.game == "two_card":
        _cards(sketch)
        return
    faces = sketch.view.table.faces
    step, into = divmod(sketch.now_ms, _STEP_MS)
    middles = sketch.lay.attract.tiles
    for column, middle in enumerate(middles):
        turns = (step + len(middles) - 1 - column) // len(middles) + column * 2
        fresh = step % len(middles) == column and into < _TURN_MS
        turn = 100
        sketch.moving = sketch.moving or fresh
        if fresh:
            done = into * 100 // _TURN_MS
            turn = abs(done * 2 - 100) // 2 + 50 if done < 50 else 50 + (done - 50)
            turns = turns - 1 if done < 50 else turns
        piece = _ROW[(column + turns) % len(_ROW)]
        low, high = (symbol(number, faces) for number in TILES[piece])
        sketch.add(Tile(centred(*middle, 140, 280), (low, high), turn=turn))


def _cards(sketch: Sketch) -> None:
    """A fan of cards; every few seconds another lies on top of the row."""
    step = sketch.now_ms // _STEP_MS
    for column, middle in enumerate(sketch.lay.attract.tiles):
        sketch.add(Card(centred(*middle, 168, 240), (column * 11 + step * 5) % 52))


def _steps(sketch: Sketch) -> None:
    """How a round goes, in three pictures."""
    game, room, columns = sketch.view.table.game, sketch.lay.attract.act, 1 if sketch.lay.portrait else 3
    for number in range(3):
        box = cell(room, number, columns, 3 // columns, 28)
        sketch.plate(box, "note", 22)
        sketch.label(
            Rect(box.x + 18, box.y + 12, 70, 80), str(number + 1), 64, "gold", on="note", weight=700, serif=True
        )
        if sketch.lay.portrait:  # a low box: the words stand beside the picture
            picture = Rect(box.x + 90, box.y + 12, 320, box.h - 24)
            text = Rect(picture.right + 10, box.y + 10, box.right - picture.right - 30, box.h - 20)
        else:
            picture = Rect(box.x + 90, box.y + 16, box.w - 180, box.h // 2)
            text = Rect(box.x + 20, picture.bottom + 8, box.w - 40, box.bottom - picture.bottom - 18)
        (_chips, _pieces, _beaten)[number](sketch, picture)
        sketch.label(
            text, sketch.say(f"attract.step.{game}.{number + 1}"), 36, "cream", on="note", weight=700, wrap=True
        )


def _chips(sketch: Sketch, room: Rect) -> None:
    for level, cents in enumerate(sketch.view.table.chips_cents[:3]):
        sketch.chip(centred(room.cx + (level - 1) * 66, room.cy + 10, 100, 100), cents)


def _pieces(sketch: Sketch, room: Rect) -> None:
    """Three tiles as they may lie, or two cards."""
    if sketch.view.table.game == "two_card":
        for at, card in enumerate((8 * 4 + 3, 8 * 4 + 2)):
            sketch.add(Card(centred(room.cx - 40 + at * 80, room.cy, 98, 140), card))
        return
    sketch.add(Line(Rect(room.cx - 170, room.cy - 2, 340, 4), "brass"))
    faces, y = sketch.view.table.faces, room.cy
    places = (
        Rect(room.cx - 110, y - 66, 66, 132),
        Rect(room.cx - 36, y - 69, 132, 66),
        Rect(room.cx - 36, y + 3, 132, 66),
    )
    for box, piece in zip(places, (_ROW[3], _ROW[4], _ROW[1]), strict=True):
        low, high = (symbol(number, faces) for number in TILES[piece])
        sketch.add(Tile(box, (low, high)))


def _beaten(sketch: Sketch, room: Rect) -> None:
    sketch.add(Icon(centred(room.cx, room.cy, 110, 110), "check", "good"))


def _pays(sketch: Sketch) -> None:
    """Every bet of the table and what it pays, in the words of the cloth."""
    found = [spot for spot in sketch.view.table.spots if not spot.closed]
    columns = 1 if sketch.lay.portrait else 2
    rows = max(1, -(-len(found) // columns))
    for number, spot in enumerate(found):
        box = cell(sketch.lay.attract.act, number, columns, rows, 14)
        sketch.plate(box, "note", 16)
        name = Rect(box.x + 20, box.y, box.w * 2 // 5 - 20, box.h)
        sketch.label(name, sketch.say(f"bet.{spot.bet}"), 36, "white", on="note", weight=700, align="left", wrap=True)
        pays = Rect(name.right + 10, box.y + 2, box.right - name.right - 26, box.h - 4)
        text = spots.pay_line(sketch, spot)
        sketch.label(pays, text, 32, "gold", on="note", weight=700, align="right", wrap=True)


def _invitation(sketch: Sketch) -> None:
    view = sketch.view
    rect = sketch.lay.attract.invitation
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
    text = sketch.say(code if open_now else "attract.closed")
    sketch.label(rect.inset(24, 8), text, 46, color, on=on, weight=700, wrap=sketch.lay.portrait)
    if view.notes_open and view.notes_cents:
        notes = " · ".join(sketch.money(cents) for cents in view.notes_cents)
        text = sketch.say("attract.accepts", notes=notes)
        box = sketch.lay.attract.accepts
        sketch.label(box, text, 32, "cream", on="night", wrap=sketch.lay.portrait)
