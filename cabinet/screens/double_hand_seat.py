"""The player's side of Double-Hand Poker: the hand divider, its zones, tiles lying, carried and turned.

Decides where a tile lies and where one let go snaps to. Whether a setting is legal is the machine's word.
"""

from __future__ import annotations

from cabinet.ports.view import SeatView
from cabinet.screens import result, spots
from cabinet.screens.geometry import Rect, between, centred, eased
from cabinet.screens.hands import ends, named
from cabinet.screens.plan import TilesPlan
from cabinet.screens.reveal import steps
from cabinet.screens.scene import Icon, Tile
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import DEAL_MS, SLIDE_MS, carried_piece, seat_of, together


def side(sketch: Sketch) -> None:
    """The player's side: empty zones, tiles lying or on their way, hands named live, buttons to turn."""
    seat = seat_of(sketch.view)
    live = sketch.allowed("lay") and sketch.ui.reveal is None
    _zones(sketch, seat, live)
    if seat is None or not seat.pieces:
        spots.hint(sketch, sketch.lay.tiles.hint)
        return
    _tray(sketch, seat, live)
    homes = _boxes(sketch, seat)
    for index in _painting_order(seat, sketch):
        _tile(sketch, seat, index, homes[index], live)
    _turn_buttons(sketch, seat, homes)
    _names(sketch, seat)
    if sketch.view.table.result is not None and sketch.view.table.phase == "settled":
        result.panel(sketch)


def _zones(sketch: Sketch, seat: SeatView | None, live: bool) -> None:
    """Where tiles may be laid: ghosts with their names, bright while a tile is carried or picked."""
    places = seat.places if seat is not None else ()
    plan, carried = sketch.lay.tiles, carried_piece(sketch.ui)
    complete = bool(places) and all(places) and carried < 0 and sketch.ui.picked < 0
    lit = live and (carried >= 0 or sketch.ui.picked >= 0)
    target = _target(sketch, carried)
    color, ground = ("white", "lit") if lit else ("cream", "felt")
    standing = [box for i, box in enumerate(plan.lying(places, 0)) if i != carried]
    free = [column for column in range(3) if plan.across(column) not in standing]
    for column in free[-1:]:  # one at a time: a tile that comes before others pushes them aside
        rect = plan.across(column)
        if not complete:
            sketch.plate(rect, "ghost_lit" if lit and target in ("", "across") else "ghost", 16)
            for code, y in (("cloth.low", rect.y + 46), ("cloth.high", rect.bottom - 98)):
                name = Rect(rect.x + 4, y, rect.w - 8, 52)
                sketch.label(name, sketch.say(code).upper(), 28, color, on=ground, wrap=True)
        sketch.control("place.across", rect, live, drop=True)
    if seat is not None and together(sketch.ui, seat):
        return  # three tiles across stand in the room alongside
    for word, rect, code in (("front", plan.front(), "cloth.front"), ("behind", plan.behind(), "cloth.behind")):
        taken = any(p == word and i != carried for i, p in enumerate(places))
        if not taken:
            if not complete:
                sketch.plate(rect, "ghost_lit" if lit and target in ("", word) else "ghost", 16)
                sketch.label(rect.inset(16), sketch.say(code), 30, color, on=ground, wrap=True)
            sketch.control(f"place.{word}", rect, live, drop=True)


def refused(sketch: Sketch) -> bool:
    """Whether a setting lies that would not be taken, and its box says why."""
    seat = seat_of(sketch.view)
    return seat is not None and seat.refusal is not None and sketch.allowed("lay")


def _target(sketch: Sketch, carried: int) -> str:
    """What the zone under the carried tile would lay it as, so that only that is bright; empty = none yet."""
    held = sketch.ui.held
    if held is None or carried < 0:
        return ""
    zone = drop_zone(sketch.lay.tiles, held.x, held.y)
    return zone.split(".")[1] if zone.startswith("place.") else ""


def drop_zone(plan: TilesPlan, x: int, y: int) -> str:
    """The zone a tile let go at (x, y) snaps to: the nearest within reach, "tray" below, empty elsewhere."""
    distance, name = min((rect.distance(x, y), name) for name, rect in plan.zones())
    if y > plan.behind().bottom + 30:
        return "tray"
    return name if distance <= 90 else ""


def _tray(sketch: Sketch, seat: SeatView, live: bool) -> None:
    if not live or (all(seat.places) and carried_piece(sketch.ui) < 0):
        return
    for index in range(len(seat.pieces)):
        sketch.plate(sketch.lay.tiles.tray(index), "ghost", 10)
    if any(not place for place in seat.places):
        plan, across = sketch.lay.tiles, any(place.startswith("across") for place in seat.places)
        box = plan.lay_hint if across else plan.first_hint
        code = "hint.tap_zone" if sketch.ui.picked >= 0 else "hint.lay_more" if any(seat.places) else "hint.lay_tiles"
        sketch.label(box, sketch.say(code), 32, "cream", wrap=True, align="left")


def _painting_order(seat: SeatView, sketch: Sketch) -> list[int]:
    """Tiles on their way are painted above tiles that lie."""
    sliding = {slide.piece for slide in sketch.ui.slides}
    return sorted(range(len(seat.pieces)), key=lambda index: index in sliding)


def _tile(sketch: Sketch, seat: SeatView, index: int, home: Rect, live: bool) -> None:
    word = seat.places[index] if index < len(seat.places) else ""
    rect = _on_its_way(sketch, seat, index, home)
    if index != carried_piece(sketch.ui):
        shown = ends(seat.pieces[index], word, sketch.view.table.faces)
        lit = live and sketch.ui.picked == index
        sketch.add(Tile(rect, shown, lit=lit, turn=_turning(sketch, seat, index, word)))
    sketch.control(f"tile.{index + 1}", home, live, drag=True)


def _boxes(sketch: Sketch, seat: SeatView) -> tuple[Rect, ...]:
    """Where the tiles lie; three across are on their way together, or apart when one of them is taken up."""
    done = eased(sketch.now_ms - sketch.ui.together_ms, SLIDE_MS)
    sketch.moving = sketch.moving or done < 1000
    places = seat.places or ("",) * len(seat.pieces)
    return sketch.lay.tiles.lying(places, done if together(sketch.ui, seat) else 1000 - done)


def _turning(sketch: Sketch, seat: SeatView, index: int, word: str) -> int:
    """A tile that was just turned across the line shows its edge for a moment."""
    slide = next((s for s in sketch.ui.slides if s.piece == index), None)
    if slide is None or slide.place == word or not (slide.place.startswith("across") and word.startswith("across")):
        return 100
    done = min(100, max(0, (sketch.now_ms - slide.start_ms) * 100 // SLIDE_MS))
    return max(55, 50 + abs(done - 50))


def _on_its_way(sketch: Sketch, seat: SeatView, index: int, home: Rect) -> Rect:
    """Where a tile is drawn now: dealt from the dealer, sliding from its former place, or at home."""
    dealt = sketch.now_ms - sketch.ui.dealt_ms - index * 120
    if dealt < DEAL_MS:
        sketch.moving = True
        start = centred(*sketch.lay.tiles.wall.centre, home.w, home.h)
        return between(start, home, eased(dealt, DEAL_MS))
    slide = next((s for s in sketch.ui.slides if s.piece == index), None)
    if slide is None:
        return home
    sketch.moving = True
    former = sketch.lay.tiles.lying(slide.places)[index]
    done = eased(sketch.now_ms - slide.start_ms, SLIDE_MS)
    middle = between(centred(former.cx, former.cy, 0, 0), centred(home.cx, home.cy, 0, 0), done)
    return centred(middle.x, middle.y, home.w, home.h)


def _turn_buttons(sketch: Sketch, seat: SeatView, homes: tuple[Rect, ...]) -> None:
    """A button under each tile across: which of its numbers is in which hand."""
    if not sketch.allowed("turn") or sketch.ui.reveal is not None:
        return
    for index, (word, box) in enumerate(zip(seat.places, homes, strict=False)):
        if word in ("across1", "across2"):
            place = sketch.lay.tiles.turn_button(box)
            sketch.button(f"turn.{index + 1}", place, sketch.say("button.turn"), "wood", True, size=28)


def _names(sketch: Sketch, seat: SeatView) -> None:
    """Both hands named as they lie; once settled also how each fared against the dealer's."""
    table = sketch.view.table
    at = sketch.ui.reveal.at(sketch.now_ms) if sketch.ui.reveal is not None else 10**9
    begin = steps(table)
    compared = {c.hand: c.result for c in table.result.comparisons} if table.result else {}
    for hand in seat.hands:
        fared = compared.get(hand.hand, "") if at >= begin.get(f"compare.{hand.hand}", 10**10) else ""
        named(sketch, "player", hand, fared)
    if seat.refusal is not None and refused(sketch):
        box = sketch.lay.tiles.refusal
        sketch.plate(box, "toast")
        sketch.add(Icon(Rect(box.x + 14, box.y + 28, 44, 44), "cross", "warn"))
        text = Rect(box.x + 70, box.y + 6, box.w - 76, box.h - 6)
        sketch.label(text, sketch.told(seat.refusal), 28, "white", on="toast", weight=700, align="left", wrap=True)


# -- what the finger carries --------------------------------------------------------------------------


def carried(sketch: Sketch) -> None:
    """The tile under the finger: it lies down over a zone alongside and stands over the divider."""
    index, seat, held = carried_piece(sketch.ui), seat_of(sketch.view), sketch.ui.held
    if index < 0 or seat is None or held is None or index >= len(seat.pieces):
        return
    word = seat.places[index] if index < len(seat.places) else ""
    zone = drop_zone(sketch.lay.tiles, held.x, held.y)
    along = zone in ("place.front", "place.behind") or (not zone and word in ("front", "behind"))
    plan = sketch.lay.tiles
    size = (plan.tile_l, plan.tile_w) if along else (plan.tile_w, plan.tile_l)
    shown = ends(seat.pieces[index], "" if along else word, sketch.view.table.faces)
    sketch.add(Tile(centred(held.x, held.y, *size), shown, lit=True))
