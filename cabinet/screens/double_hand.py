"""The table of Casino Double-Hand Poker: three tiles a side, the hand divider, two hands named live.

Decides the picture of each phase from the view: what lies where, what can be carried, how a settled round is
shown step by step. The rules it prints come from the game; nothing here decides who wins.
"""

from __future__ import annotations

from cabinet.games.tiles import TILES, symbol
from cabinet.ports.view import HandView, SeatView
from cabinet.screens import frame, layout, result, spots
from cabinet.screens.geometry import Rect, between, centred, eased
from cabinet.screens.reveal import TURN_MS, steps
from cabinet.screens.scene import Die, Icon, Line, Scene, Tile
from cabinet.screens.sketch import Sketch
from cabinet.screens.spots import Place
from cabinet.screens.ui import DEAL_MS, SLIDE_MS, seat_of

_LEFT = layout.LEFT
_RIGHT = layout.RIGHT
_SPOTS: dict[str, Place] = {
    "super_bonus": Place(Rect(_LEFT.x, _LEFT.y, _LEFT.w, 164), (_LEFT.cx - 50, _LEFT.y + 124)),
    "lo_card": Place(Rect(_LEFT.x, _LEFT.y + 176, 188, 148), (_LEFT.x + 44, _LEFT.y + 288)),
    "hi_card": Place(Rect(_LEFT.x + 200, _LEFT.y + 176, 188, 148), (_LEFT.x + 244, _LEFT.y + 288)),
    "main": Place(Rect(_LEFT.x, _LEFT.y + 334, 388, 388), (_LEFT.cx - 40, _LEFT.y + 560), round=True),
    "dice_lo": Place(Rect(_RIGHT.x, _RIGHT.y + 228, _RIGHT.w, 140), (_RIGHT.cx - 50, _RIGHT.y + 336)),
    "dice_hi": Place(Rect(_RIGHT.x, _RIGHT.y + 380, _RIGHT.w, 140), (_RIGHT.cx - 50, _RIGHT.y + 488)),
}


def scene(sketch: Sketch) -> Scene:
    """The whole picture of the table as *sketch*'s view has it at its moment."""
    sketch.backdrop("felt")
    state = sketch.say(frame.state_code(sketch))
    frame.top_bar(sketch, sketch.say("game.double_hand"), state, calm=sketch.view.table.phase == "drawing")
    frame.help_button(sketch)
    _cloth(sketch)
    _dealer(sketch)
    _player(sketch)
    spots.draw(sketch, _SPOTS)
    frame.notices(sketch, _details(sketch))
    frame.bottom_bar(sketch)
    _carried(sketch)
    spots.carried_chip(sketch)
    result.sparks(sketch)
    frame.toasts(sketch)
    return sketch.scene("table")


def ends(piece: int | None, word: str, faces: str) -> tuple[str, str] | tuple[()]:
    """The two texts of a tile, top or left first: the number in the low hand lies in front, which is up."""
    if piece is None:
        return ()
    low, high = (symbol(number, faces) for number in TILES[piece])
    return (high, low) if word == "across2" else (low, high)


# -- the cloth ----------------------------------------------------------------------------------------


def _cloth(sketch: Sketch) -> None:
    """What is printed: the divider, the dealer's line, the win rule, the ranking, the shaker."""
    sketch.label(
        Rect(446, 100, 180, 44), sketch.say("cloth.dealer").upper(), 34, "gold", weight=700, align="left", serif=True
    )
    sketch.add(Line(Rect(446, layout.DEALER_Y - 2, 770, 4), "brass", dotted=True))
    sketch.add(Line(layout.DIVIDER, "brass", knobs=True))
    names = [spot.bet for spot in sketch.view.table.spots]
    rule = Rect(_RIGHT.x, _RIGHT.y + 532, _RIGHT.w, 190)
    if "dice_lo" in names or "dice_hi" in names:
        if any(spot.closed == "no_shaker" for spot in sketch.view.table.spots):
            _ranking_rows(sketch, Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 216))
        else:
            _shaker(sketch)
    else:
        _ranking(sketch, Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 416))
        rule = Rect(_RIGHT.x, _RIGHT.y + 432, _RIGHT.w, 288)
    sketch.plate(rule, "note")
    text = sketch.say("cloth.win_rule", percent=_commission(sketch))
    sketch.label(rule.inset(18, 10), text, 30, "cream", on="note", align="left", wrap=True)
    if "super_bonus" not in names:
        _how_to(sketch, Rect(_LEFT.x, _LEFT.y, _LEFT.w, 322))


def _commission(sketch: Sketch) -> str:
    main = next((spot for spot in sketch.view.table.spots if spot.main), None)
    if main is None or not main.pays or "/" not in main.pays[0][1]:
        return "5"
    over, under = main.pays[0][1].split("/")
    return f"{100 - int(over) * 100 / int(under):g}"


def _how_to(sketch: Sketch, rect: Rect) -> None:
    """Three lines for somebody who has never seen the game."""
    sketch.plate(rect, "note")
    for number, (top, height) in enumerate(((6, 72), (78, 130), (208, 108))):
        row = Rect(rect.x + 12, rect.y + top, rect.w - 20, height)
        sketch.label(Rect(row.x, row.y, 44, row.h), str(number + 1), 46, "gold", on="note", weight=700, serif=True)
        text = sketch.say(f"cloth.how_to.{number + 1}")
        sketch.label(Rect(row.x + 54, row.y, row.w - 54, row.h), text, 28, "cream", on="note", align="left", wrap=True)


def _ranking(sketch: Sketch, rect: Rect) -> None:
    """The four kinds of hands, highest first, each with an example in the faces in use."""
    sketch.plate(rect, "note")
    title = Rect(rect.x + 18, rect.y + 12, rect.w - 36, 44)
    sketch.label(title, sketch.say("cloth.ranking").upper(), 30, "gold", on="note", weight=700)
    faces = sketch.view.table.faces
    for number, (level, hand) in enumerate(_EXAMPLES):
        y = rect.y + 60 + number * 86
        name = Rect(rect.x + 18, y, rect.w - 36, 40)
        sketch.label(name, sketch.say(f"level.{level}"), 30, "cream", on="note", weight=700, align="left")
        example = "  ".join(symbol(n, faces) for n in hand)
        sketch.label(
            Rect(name.x, y + 34, name.w, 50), example, 32, "gold", on="note", weight=700, align="left", serif=True
        )


_EXAMPLES: tuple[tuple[str, tuple[int, int, int]], ...] = (
    ("three_of_a_kind", (6, 6, 6)),
    ("straight", (7, 6, 5)),
    ("pair", (5, 5, 3)),
    ("singletons", (7, 4, 2)),
)


def _ranking_rows(sketch: Sketch, rect: Rect) -> None:
    """The same ranking in four lines, where a cabinet without a shaker has no dice to show."""
    sketch.plate(rect, "note")
    title = Rect(rect.x + 16, rect.y + 6, rect.w - 32, 42)
    sketch.label(title, sketch.say("cloth.ranking").upper(), 28, "gold", on="note", weight=700)
    for number, (level, hand) in enumerate(_EXAMPLES):
        y = rect.y + 48 + number * 40
        sketch.label(Rect(rect.x + 16, y, 228, 40), sketch.say(f"level.{level}"), 28, "cream", on="note", align="left")
        example = "-".join(symbol(n, sketch.view.table.faces) for n in hand)
        box = Rect(rect.right - 128, y, 112, 40)
        sketch.label(box, example, 28, "gold", on="note", weight=700, align="right", serif=True)


def _shaker(sketch: Sketch) -> None:
    """The shaker's window: covered until the reading is on disk, then the three dice and their sum."""
    rect = Rect(_RIGHT.x, _RIGHT.y, _RIGHT.w, 216)
    sketch.plate(rect, "meter", 22)
    title = Rect(rect.x, rect.y + 8, rect.w, 42)
    sketch.label(title, sketch.say("cloth.shaker").upper(), 30, "gold", on="meter", weight=700)
    dice = sketch.view.table.dice
    reveal = sketch.ui.reveal
    covered = reveal is not None and reveal.at(sketch.now_ms) < steps(sketch.view.table).get("dice", 0)
    window = Rect(rect.x + 26, rect.y + 52, rect.w - 52, 106)
    sketch.plate(window, "pill_quiet")
    if not dice or covered:
        code = "cloth.shaking" if sketch.view.table.phase == "shaking" else "cloth.covered"
        sketch.label(window.inset(10), sketch.say(code), 30, "cream", on="wood", wrap=True)
        return
    for number, face in enumerate(dice):
        sketch.add(Die(centred(window.cx + (number - 1) * 104, window.cy, 84, 84), face))
    total = Rect(rect.x, rect.y + 160, rect.w, 50)
    sketch.label(total, sketch.say("cloth.dice_total", total=sum(dice)), 40, "white", on="meter", weight=700)


def _details(sketch: Sketch) -> str:
    parts = [spots.limits_line(sketch), sketch.say("notice.tiles")]
    return "   ·   ".join(part for part in parts if part)


# -- the dealer ---------------------------------------------------------------------------------------


def _dealer(sketch: Sketch) -> None:
    """The dealer's tiles: face down, turning, then set; his hands named when they lie."""
    table = sketch.view.table
    reveal = sketch.ui.reveal
    at = reveal.at(sketch.now_ms) if reveal is not None else 10**9
    begin = steps(table)
    dealt = sketch.now_ms - sketch.ui.dealt_ms
    for index, piece in enumerate(table.dealer):
        home = layout.dealer_place("", index)
        word = table.dealer_places[index] if index < len(table.dealer_places) else ""
        laid = layout.dealer_place(word, index)
        turn = min(100, max(0, (at - begin[f"dealer.{index}"]) * 100 // TURN_MS)) if piece is not None else 0
        moved = eased(at - begin["set"], 380) if word else 0
        rect = _underway(home, laid, moved)
        if dealt < DEAL_MS * 2:
            rect = between(Rect(860, rect.y, rect.w, rect.h), rect, eased(dealt - DEAL_MS - index * 120, DEAL_MS))
            sketch.moving = True
        shown = ends(piece, word, table.faces)
        if word == "across1" or word == "across2":
            shown = (shown[1], shown[0]) if shown else shown  # his low hand lies toward the table, down
        sketch.add(Tile(rect, shown, turn=turn if piece is not None else 100))
    sketch.moving = sketch.moving or reveal is not None
    _exposed(sketch, at, begin)
    if at >= begin["set"] + 380:
        for hand in table.dealer_hands:
            _name(sketch, "dealer", hand, "", at >= 0)


def _underway(home: Rect, laid: Rect, done: int) -> Rect:
    """A tile on its way keeps its form: upright for the first half, lying for the second if it is to lie."""
    form = laid if done >= 500 else home
    middle = between(centred(home.cx, home.cy, 0, 0), centred(laid.cx, laid.cy, 0, 0), done)
    return centred(middle.x, middle.y, form.w, form.h)


def _exposed(sketch: Sketch, at: int, begin: dict[str, int]) -> None:
    """The unused tiles that were turned for the Lo-Card and Hi-Card bets."""
    table = sketch.view.table
    if not table.exposed or at < begin.get("exposed.0", 0):
        return
    sketch.label(Rect(446, 296, 190, 36), sketch.say("cloth.exposed"), 28, "gold", align="left")
    for index, piece in enumerate(table.exposed):
        if at >= begin[f"exposed.{index}"]:
            sketch.add(Tile(Rect(640 + index * 122, 292, 108, 54), ends(piece, "", table.faces)))


# -- the player ---------------------------------------------------------------------------------------


def _player(sketch: Sketch) -> None:
    """The player's side: empty zones, tiles lying or on their way, hands named live, buttons to turn."""
    seat = seat_of(sketch.view)
    live = sketch.allowed("lay") and sketch.ui.reveal is None
    _zones(sketch, seat, live)
    if seat is None or not seat.pieces:
        spots.hint(sketch, Rect(450, 668, 1048, 120))
        return
    _tray(sketch, seat, live)
    for index in _painting_order(seat, sketch):
        _tile(sketch, seat, index, live)
    _turn_buttons(sketch, seat)
    _names(sketch, seat)
    if sketch.view.table.result is not None and sketch.view.table.phase == "settled":
        result.panel(sketch)


def _zones(sketch: Sketch, seat: SeatView | None, live: bool) -> None:
    """Where tiles may be laid: ghosts with their names, bright while a tile is carried or picked."""
    places = seat.places if seat is not None else ()
    carried = _carried_piece(sketch)
    complete = bool(places) and all(places) and carried < 0 and sketch.ui.picked < 0
    lit = live and (carried >= 0 or sketch.ui.picked >= 0)
    target = _target(sketch, carried)
    color, ground = ("white", "lit") if lit else ("quiet", "felt")
    for column in range(3):
        taken = column < len(places) and places[column] in ("across1", "across2") and column != carried
        rect = layout.across(column)
        name = f"place.across.{column + 1}"
        if not taken:
            if not complete:
                sketch.plate(rect, "ghost_lit" if lit and target in ("", name) else "ghost", 16)
                sketch.label(
                    Rect(rect.x + 4, rect.y + 46, rect.w - 8, 52),
                    sketch.say("cloth.low").upper(),
                    28,
                    color,
                    on=ground,
                    wrap=True,
                )
                sketch.label(
                    Rect(rect.x + 4, rect.bottom - 98, rect.w - 8, 52),
                    sketch.say("cloth.high").upper(),
                    28,
                    color,
                    on=ground,
                    wrap=True,
                )
            sketch.control(name, rect, live, drop=True)
    for word, rect, code in (("front", layout.front(), "cloth.front"), ("behind", layout.behind(), "cloth.behind")):
        taken = any(p == word and i != carried for i, p in enumerate(places))
        if not taken:
            if not complete:
                sketch.plate(rect, "ghost_lit" if lit and target in ("", f"place.{word}") else "ghost", 16)
                sketch.label(rect.inset(16), sketch.say(code), 30, color, on=ground, wrap=True)
            sketch.control(f"place.{word}", rect, live, drop=True)


def _target(sketch: Sketch, carried: int) -> str:
    """The zone under the carried tile, so that only it is bright; empty = none yet."""
    held = sketch.ui.held
    if held is None or carried < 0:
        return ""
    zone = drop_zone(held.x, held.y)
    return f"place.across.{carried + 1}" if zone.startswith("place.across") else zone


ZONES: dict[str, Rect] = {
    **{f"place.across.{column + 1}": layout.across(column) for column in range(3)},
    "place.front": layout.front(),
    "place.behind": layout.behind(),
}


def drop_zone(x: int, y: int) -> str:
    """The zone a tile let go at (x, y) snaps to: the nearest within reach, "tray" below, empty elsewhere."""
    distance, name = min((rect.distance(x, y), name) for name, rect in ZONES.items())
    if y > layout.behind().bottom + 30:
        return "tray"
    return name if distance <= 90 else ""


def _tray(sketch: Sketch, seat: SeatView, live: bool) -> None:
    if not live or (all(seat.places) and _carried_piece(sketch) < 0):
        return
    for index in range(len(seat.pieces)):
        sketch.plate(layout.tray(index), "ghost", 10)
    if any(not place for place in seat.places):
        box = Rect(layout.COLUMNS[0], 730, 460, 90)
        text = sketch.say("hint.lay_tiles" if sketch.ui.picked < 0 else "hint.tap_zone")
        sketch.label(box, text, 30, "cream", wrap=True, align="left")


def _painting_order(seat: SeatView, sketch: Sketch) -> list[int]:
    """Tiles on their way are painted above tiles that lie."""
    sliding = {slide.piece for slide in sketch.ui.slides}
    return sorted(range(len(seat.pieces)), key=lambda index: index in sliding)


def _tile(sketch: Sketch, seat: SeatView, index: int, live: bool) -> None:
    word = seat.places[index] if index < len(seat.places) else ""
    crowd = sum(1 for other in seat.places[:index] if other == word and word in ("front", "behind"))
    home = layout.place(word, index, crowd)
    rect = _on_its_way(sketch, seat, index, home)
    if index != _carried_piece(sketch):
        shown = ends(seat.pieces[index], word, sketch.view.table.faces)
        lit = live and sketch.ui.picked == index
        sketch.add(Tile(rect, shown, lit=lit, turn=_turning(sketch, seat, index, word)))
    sketch.control(f"tile.{index + 1}", home, live, drag=True)


def _turning(sketch: Sketch, seat: SeatView, index: int, word: str) -> int:
    """A tile that was just turned across the line shows its edge for a moment."""
    slide = next((s for s in sketch.ui.slides if s.piece == index), None)
    if slide is None or not (slide.place.startswith("across") and word.startswith("across")):
        return 100
    done = min(100, max(0, (sketch.now_ms - slide.start_ms) * 100 // SLIDE_MS))
    return max(55, 50 + abs(done - 50))


def _on_its_way(sketch: Sketch, seat: SeatView, index: int, home: Rect) -> Rect:
    """Where a tile is drawn now: dealt from the dealer, sliding from its former place, or at home."""
    dealt = sketch.now_ms - sketch.ui.dealt_ms - index * 120
    if dealt < DEAL_MS:
        sketch.moving = True
        start = centred(900, layout.DEALER_Y, home.w, home.h)
        return between(start, home, eased(dealt, DEAL_MS))
    slide = next((s for s in sketch.ui.slides if s.piece == index), None)
    if slide is None:
        return home
    sketch.moving = True
    former = layout.place(slide.place, index)
    done = eased(sketch.now_ms - slide.start_ms, SLIDE_MS)
    middle = between(centred(former.cx, former.cy, 0, 0), centred(home.cx, home.cy, 0, 0), done)
    return centred(middle.x, middle.y, home.w, home.h)


def _turn_buttons(sketch: Sketch, seat: SeatView) -> None:
    """A button under each tile across: which of its numbers is in which hand."""
    if not sketch.allowed("turn") or sketch.ui.reveal is not None:
        return
    for index, word in enumerate(seat.places):
        if word in ("across1", "across2"):
            sketch.button(
                f"turn.{index + 1}",
                layout.turn_button(index),
                sketch.say("button.turn"),
                "wood",
                True,
                size=28,
            )


def _names(sketch: Sketch, seat: SeatView) -> None:
    """Both hands named as they lie; once settled also how each fared against the dealer's."""
    table = sketch.view.table
    at = sketch.ui.reveal.at(sketch.now_ms) if sketch.ui.reveal is not None else 10**9
    begin = steps(table)
    compared = {c.hand: c.result for c in table.result.comparisons} if table.result else {}
    for hand in seat.hands:
        fared = compared.get(hand.hand, "") if at >= begin.get(f"compare.{hand.hand}", 10**10) else ""
        _name(sketch, "player", hand, fared, True)
    if seat.refusal is not None and sketch.allowed("lay"):
        box = Rect(layout.COLUMNS[0], 726, 764, 100)
        sketch.plate(box, "toast")
        sketch.add(Icon(Rect(box.x + 14, box.y + 28, 44, 44), "cross", "warn"))
        text = Rect(box.x + 70, box.y + 6, box.w - 76, box.h - 6)
        sketch.label(text, sketch.told(seat.refusal), 28, "white", on="toast", weight=700, align="left", wrap=True)


_FARED = {
    "won": ("note_won", "check", "good"),
    "lost": ("note_lost", "cross", "bad"),
    "copy": ("note_lost", "equal", "bad"),
    "pushed": ("note_even", "equal", "white"),
}


def _name(sketch: Sketch, who: str, hand: HandView, fared: str, shown: bool) -> None:
    rect = layout.name_box(who, hand.hand)
    look, sign, color = _FARED.get(fared, ("note", "", "cream"))
    sketch.plate(rect, look)
    head = Rect(rect.x + 14, rect.y + 6, rect.w - 28, 36)
    sketch.label(head, sketch.say(f"hand.{hand.hand}").upper(), 28, "gold", on="note", align="left")
    text = sketch.told(hand.name) if hand.name is not None else ""
    room = 46 if fared or who == "dealer" else rect.h - 48
    body = Rect(rect.x + 12, rect.y + 40, rect.w - 20, room)
    sketch.label(body, text, 34, "white", on="note", weight=700, align="left", wrap=room > 50)
    if fared:
        sketch.add(Icon(Rect(rect.x + 14, rect.y + 90, 40, 40), sign, color))
        verdict = Rect(rect.x + 62, rect.y + 88, rect.w - 76, 44)
        sketch.label(verdict, sketch.say(f"compared.{fared}"), 30, color, on="note", weight=700, align="left")


# -- what the finger carries --------------------------------------------------------------------------


def _carried_piece(sketch: Sketch) -> int:
    held = sketch.ui.held
    if held is None or not held.moved or not held.name.startswith("tile."):
        return -1
    return int(held.name.split(".")[1]) - 1


def _carried(sketch: Sketch) -> None:
    """The tile under the finger: it lies down over a zone alongside and stands over the divider."""
    index, seat, held = _carried_piece(sketch), seat_of(sketch.view), sketch.ui.held
    if index < 0 or seat is None or held is None or index >= len(seat.pieces):
        return
    word = seat.places[index] if index < len(seat.places) else ""
    zone = drop_zone(held.x, held.y)
    along = zone in ("place.front", "place.behind") or (not zone and word in ("front", "behind"))
    size = (layout.TILE_L, layout.TILE_W) if along else (layout.TILE_W, layout.TILE_L)
    shown = ends(seat.pieces[index], "" if along else word, sketch.view.table.faces)
    sketch.add(Tile(centred(held.x, held.y, *size), shown, lit=True))
