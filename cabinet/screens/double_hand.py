"""The table of Casino Double-Hand Poker: three tiles a side, the hand divider, two hands named live.

Decides the picture of each phase from the view: what lies where, what can be carried, how a settled round is
shown step by step. The rules it prints come from the game; nothing here decides who wins.
"""

from __future__ import annotations

from cabinet.games.tiles import TILES, symbol
from cabinet.screens import double_hand_seat, frame, result, spots
from cabinet.screens.geometry import Rect, between, centred, eased
from cabinet.screens.hands import ends, named
from cabinet.screens.reveal import TURN_MS, steps
from cabinet.screens.scene import Die, Line, Scene, Tile, Wall
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import DEAL_MS


def scene(sketch: Sketch) -> Scene:
    """The whole picture of the table as *sketch*'s view has it at its moment."""
    sketch.backdrop("felt")
    state = frame.state_line(sketch)
    frame.top_bar(sketch, sketch.say("game.double_hand"), state, calm=sketch.view.table.phase == "drawing")
    frame.help_button(sketch)
    _cloth(sketch)
    _dealer(sketch)
    double_hand_seat.side(sketch)
    spots.draw(sketch, sketch.lay.tiles.spots)
    frame.notices(sketch, _details(sketch))
    frame.bottom_bar(sketch)
    double_hand_seat.carried(sketch)
    spots.carried_chip(sketch)
    result.sparks(sketch)
    frame.closed(sketch)
    frame.toasts(sketch)
    return sketch.scene("table")


# -- the cloth ----------------------------------------------------------------------------------------


def _cloth(sketch: Sketch) -> None:
    """What is printed: the divider, the dealer's line, the win rule, the ranking, the shaker."""
    plan = sketch.lay.tiles
    dealer = sketch.say("cloth.dealer").upper()
    sketch.label(plan.dealer_label, dealer, 34, "gold", weight=700, align="left", serif=True)
    sketch.add(Line(plan.dealer_line, "brass", dotted=True))
    sketch.add(Line(plan.divider, "brass", knobs=True))
    names = [spot.bet for spot in sketch.view.table.spots]
    rule = plan.rule
    laying = sketch.view.table.result is None and sketch.ui.reveal is None
    laying = laying and not (sketch.lay.portrait and double_hand_seat.refused(sketch))  # its box needs the room there
    if "dice_lo" in names or "dice_hi" in names:
        if any(spot.closed == "no_shaker" for spot in sketch.view.table.spots):
            _ranking_rows(sketch, plan.ranking_rows)
        else:
            _shaker(sketch)
            if laying:
                _ranking_short(sketch, plan.ranking_short)
    else:
        (_ranking_rows if sketch.lay.portrait else _ranking)(sketch, plan.ranking)
        rule = plan.rule_alone
    sketch.plate(rule, "note")
    text = sketch.say("cloth.win_rule", percent=f"{float(spots.commission(sketch.view) * 100):g}")
    sketch.label(rule.inset(18, 10 if rule.h > 80 else 0), text, 30, "cream", on="note", align="left", wrap=True)
    if "super_bonus" not in names:
        _how_to(sketch, plan.how_to)


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
    rect = sketch.lay.tiles.shaker
    sketch.plate(rect, "meter", 22)
    title = Rect(rect.x, rect.y + 8, rect.w, 42)
    sketch.label(title, sketch.say("cloth.shaker").upper(), 30, "gold", on="meter", weight=700)
    dice = sketch.view.table.dice
    reveal = sketch.ui.reveal
    covered = reveal is not None and reveal.at(sketch.now_ms) < steps(sketch.view.table).get("dice", 0)
    window = Rect(rect.x + 26, rect.y + 50, rect.w - 52, 104)
    sketch.plate(window, "pill_quiet")
    if sketch.view.table.phase == "shaking":
        _tumbling(sketch, window)
        sketch.label(Rect(rect.x, rect.y + 154, rect.w, 46), sketch.say("cloth.shaking"), 32, "cream", on="meter")
        return
    if not dice or covered:
        sketch.label(window.inset(10), sketch.say("cloth.covered"), 30, "cream", on="wood", wrap=True)
        return
    for number, face in enumerate(dice):
        sketch.add(Die(centred(window.cx + (number - 1) * 104, window.cy, 84, 84), face))
    total = Rect(rect.x, rect.y + 154, rect.w, 48)
    sketch.label(total, sketch.say("cloth.dice_total", total=sum(dice)), 40, "white", on="meter", weight=700)


def _tumbling(sketch: Sketch, window: Rect) -> None:
    """Three blank dice on the move: no face is shown before one was read."""
    sketch.moving = True
    for number in range(3):
        beat = (sketch.now_ms // 45 + number * 5) % 12
        x, y = (beat * 7 + number * 3) % 13 - 6, 14 - abs(beat - 6) * 5
        sketch.add(Die(centred(window.cx + (number - 1) * 104 + x, window.cy + y, 72, 72), 0))


def _ranking_short(sketch: Sketch, rect: Rect) -> None:
    """The kinds of hands, highest first, under the names of the hands, where no other ranking is printed."""
    sketch.plate(rect, "note")
    head, pitch = (36, 33) if rect.h > 160 else (34, 29)
    title = Rect(rect.x + 12, rect.y + 4, rect.w - 24, head - 2)
    sketch.label(title, sketch.say("cloth.ranking").upper(), 28, "gold", on="note", weight=700, align="left")
    for number, (level, _) in enumerate(_EXAMPLES):
        row = Rect(rect.x + 12, rect.y + head + number * pitch, rect.w - 20, pitch)
        text = f"{number + 1}  {sketch.say(f'level.{level}')}"
        sketch.label(row, text, 28, "cream", on="note", align="left")


def _details(sketch: Sketch) -> str:
    parts = [spots.limits_line(sketch), sketch.say("notice.tiles")]
    if sketch.view.table.phase != "betting":
        parts.append(sketch.say("round.number", round=sketch.view.table.round_number))
    return "   ·   ".join(part for part in parts if part)


# -- the dealer ---------------------------------------------------------------------------------------


def _dealer(sketch: Sketch) -> None:
    """The dealer's tiles: face down, turning, then set; his hands named when they lie."""
    table = sketch.view.table
    reveal = sketch.ui.reveal
    at = reveal.at(sketch.now_ms) if reveal is not None else 10**9
    begin = steps(table)
    dealt = sketch.now_ms - sketch.ui.dealt_ms
    plan = sketch.lay.tiles
    places = table.dealer_places or ("",) * len(table.dealer)
    homes, boxes = plan.dealer_lying(("",) * len(table.dealer)), plan.dealer_lying(places)
    for index, (piece, word, home, laid) in enumerate(zip(table.dealer, places, homes, boxes, strict=True)):
        turn = min(100, max(0, (at - begin[f"dealer.{index}"]) * 100 // TURN_MS)) if piece is not None else 0
        moved = eased(at - begin["set"], 380) if word else 0
        rect = _underway(home, laid, moved)
        if dealt < DEAL_MS * 2:
            start = centred(*plan.wall.centre, rect.w, rect.h)
            rect = between(start, rect, eased(dealt - DEAL_MS - index * 120, DEAL_MS))
            sketch.moving = True
        shown = ends(piece, word, table.faces)
        if word == "across1" or word == "across2":
            shown = (shown[1], shown[0]) if shown else shown  # his low hand lies toward the table, down
        sketch.add(Tile(rect, shown, turn=turn if piece is not None else 100))
    sketch.moving = sketch.moving or reveal is not None
    _exposed(sketch, at, begin)
    _wall(sketch, at, begin)
    if at >= begin["set"] + 380:
        for hand in table.dealer_hands:
            named(sketch, "dealer", hand)


def _underway(home: Rect, laid: Rect, done: int) -> Rect:
    """A tile on its way keeps its form: upright for the first half, lying for the second if it is to lie."""
    form = laid if done >= 500 else home
    middle = between(centred(home.cx, home.cy, 0, 0), centred(laid.cx, laid.cy, 0, 0), done)
    return centred(middle.x, middle.y, form.w, form.h)


def _exposed(sketch: Sketch, at: int, begin: dict[str, int]) -> None:
    """Where unused tiles are turned for the Lo-Card and Hi-Card bets, and those that were."""
    table, plan = sketch.view.table, sketch.lay.tiles
    if not table.exposed and not any(spot.bet in ("lo_card", "hi_card") for spot in table.spots):
        return
    turned = [piece for index, piece in enumerate(table.exposed) if at >= begin.get(f"exposed.{index}", 0)]
    color = "gold" if turned else "quiet"
    sketch.label(plan.exposed_label, sketch.say("cloth.exposed"), 28, color)
    for box in plan.exposed[len(turned) :]:
        sketch.plate(box, "ghost", 6)
    for box, piece in zip(plan.exposed, turned, strict=False):
        sketch.add(Tile(box, ends(piece, "", table.faces)))


def _wall(sketch: Sketch, at: int, begin: dict[str, int]) -> None:
    """The tiles that nobody holds, face down in stacks of four; taken from the right."""
    table, plan = sketch.view.table, sketch.lay.tiles
    gone = len(table.dealer) + sum(len(seat.pieces) for seat in table.seats)
    gone += sum(1 for index in range(len(table.exposed)) if at >= begin.get(f"exposed.{index}", 0))
    sketch.add(Wall(plan.wall, len(TILES) - gone))
