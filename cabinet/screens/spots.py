"""The betting spots of a table: printed name, pay and condition, chips lying on them, chips coming and going.

Decides how a spot looks in each state. What a bet pays comes from the view, never from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from cabinet.games.tiles import TILE_INDEX, TILES, symbol
from cabinet.ports.view import AwardView, SpotView, View
from cabinet.screens.geometry import Rect, between, centred, eased
from cabinet.screens.plan import Place
from cabinet.screens.reveal import steps
from cabinet.screens.scene import Icon, Ring
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import selected_chip

_TILES = {"lo_card": TILE_INDEX[1, 1], "hi_card": TILE_INDEX[7, 7]}
_PILE = 9  # chips drawn in one pile: the exact amount stands beside it


def draw(sketch: Sketch, places: Mapping[str, Place]) -> None:
    """Every spot that the view offers and the cloth has a place for, and then all chips above them."""
    for spot in sketch.view.table.spots:
        if spot.bet in places:
            _printed(sketch, spot, places[spot.bet])
    for spot in sketch.view.table.spots:
        if spot.bet in places:
            _lying(sketch, spot, places[spot.bet])


def _printed(sketch: Sketch, spot: SpotView, place: Place) -> None:
    payable = sketch.allowed("chip") and selected_chip(sketch.view, sketch.ui) > 0
    full = spot.amount_cents >= spot.max_cents and sketch.view.bet_cents > 0
    wanted = payable and sketch.ui.reveal is None and not spot.closed and not full
    carried = sketch.ui.held is not None and sketch.ui.held.moved and sketch.ui.held.name.startswith("chip.")
    lit = wanted and (carried or sketch.ui.pressed == f"bet.{spot.bet}")
    if place.round:
        sketch.add(Ring(place.rect, lit))
    else:
        sketch.plate(place.rect, "zone_lit" if lit else "zone_dim" if spot.closed else "zone", 22)
    _texts(sketch, spot, place)
    sketch.control(f"bet.{spot.bet}", place.rect, wanted, drop=True)


def _texts(sketch: Sketch, spot: SpotView, place: Place) -> None:
    name, pays = sketch.say(f"bet.{spot.bet}"), pay_line(sketch, spot)
    if spot.closed:
        pays = sketch.say(f"closed.{spot.closed}")
    rect = place.rect
    if place.round:
        small = rect.w < 360
        chord, top = rect.w * (82 if small else 74) // 100, rect.y + (62 if small else 46)
        sketch.label(Rect(rect.cx - chord // 2, top, chord, 50), name, 42, "cream", on="zone", weight=700)
        y = top + (44 if small else 50)
        room = place.chips[1] - place.chip_px // 2 - y if small else 94
        sketch.label(Rect(rect.cx - chord // 2, y, chord, room), pays, 28, "cream", on="zone", wrap=True)
        return
    if len(spot.pays) >= 3 and rect.h > 200 and not spot.closed:
        _rows(sketch, spot, rect, name, place.chips[1] - place.chip_px // 2)
        return
    inner = rect.inset(4, 8 if rect.h >= 164 else 4)
    sketch.label(Rect(inner.x, inner.y, inner.w, 40), name, 32, "cream", on="zone", weight=700)
    box = Rect(inner.x, inner.y + 38, inner.w, inner.h - 38)
    if not spot.closed:
        box = Rect(box.x, box.y, box.w, place.chips[1] - place.chip_px // 2 - box.y)  # the chips lie under the lines
    sketch.label(box, pays, 28, "cream", on="zone", wrap=True)


def _rows(sketch: Sketch, spot: SpotView, rect: Rect, name: str, chips_y: int) -> None:
    """A spot with many pays has a line for each: what for, and how much to one."""
    sketch.label(Rect(rect.x + 8, rect.y + 6, rect.w - 16, 38), name, 32, "cream", on="zone", weight=700)
    pitch = min(46, (chips_y - rect.y - 46) // len(spot.pays))
    for number, (outcome, pay) in enumerate(spot.pays):
        y = rect.y + 46 + number * pitch
        what = Rect(rect.x + 16, y, rect.w - 140, pitch)
        sketch.label(what, sketch.say(f"paid_for.{outcome}"), 28, "cream", on="zone", align="left")
        much = Rect(rect.right - 122, y, 106, pitch)
        sketch.label(much, sketch.say("spot.row", pays=pay), 28, "gold", on="zone", weight=700, align="right")


def commission(view: View) -> Fraction:
    """What the house keeps of a won main bet, as its pay says: 19/20 to 1 is a twentieth; 0 = nothing."""
    main = next((spot for spot in view.table.spots if spot.main), None)
    pay = Fraction(main.pays[0][1]) if main is not None and main.pays else Fraction(1)
    return 1 - pay if pay < 1 else Fraction(0)


def pay_line(sketch: Sketch, spot: SpotView) -> str:
    """The spot's pays and condition as one sentence, from the pays in the view."""
    pays = [Fraction(pay) for _, pay in spot.pays]
    if spot.main and (kept := commission(sketch.view)):
        return sketch.say(f"spot.{spot.bet}.commission", percent=f"{float(kept * 100):g}")
    if "won_double" in dict(spot.pays):
        won = dict(spot.pays)
        return sketch.say(f"spot.{spot.bet}", pays=won["won"], double=won["won_double"])
    tile = _TILES.get(spot.bet)
    face = "-".join(symbol(n, sketch.view.table.faces) for n in TILES[tile]) if tile is not None else ""
    return sketch.say(f"spot.{spot.bet}", pays=" · ".join(str(pay) for pay in pays), tile=face)


def _award(sketch: Sketch, bet: str) -> AwardView | None:
    result = sketch.view.table.result
    if result is None or sketch.view.table.phase != "settled":
        return None
    return next((award for award in result.awards if award.bet == bet), None)


def _lying(sketch: Sketch, spot: SpotView, place: Place) -> None:
    """The chips on a spot: its bet, or while a round is shown its stake, going away or being paid."""
    award = _award(sketch, spot.bet)
    if award is None or sketch.ui.reveal is None:
        if spot.amount_cents and (award is None or sketch.view.bet_cents):
            pile(sketch, spot.amount_cents, place.chips, place.chip_px)
        elif award is not None and not sketch.view.bet_cents:
            _fared(sketch, award, place)
        return
    at = sketch.ui.reveal.at(sketch.now_ms)
    begin = steps(sketch.view.table)
    if award.returned_cents == 0:
        gone = eased(at - begin["collect"], 520)
        if gone < 1000:
            pile(sketch, award.stake_cents, _toward(place.chips, sketch.lay.dealer_at, gone), place.chip_px)
        return
    won = award.returned_cents - award.stake_cents
    home = eased(at - begin["result"] + 260, 400)
    pile(sketch, award.stake_cents, _toward(place.chips, sketch.lay.credit.centre, home), place.chip_px)
    if won > 0 and at >= begin["pay"]:
        beside = (place.chips[0], place.chips[1] + (92 if place.round else 0))
        coming = _toward(sketch.lay.dealer_at, beside, eased(at - begin["pay"], 520))
        pile(sketch, won, _toward(coming, sketch.lay.credit.centre, home), place.chip_px)


def _fared(sketch: Sketch, award: AwardView, place: Place) -> None:
    """What became of a bet, until the next one is laid: a sign, and what it brought or cost."""
    net = award.returned_cents - award.stake_cents
    look, sign, color = _FARED[(net > 0) - (net < 0)]
    money = sketch.words.figure if place.rect.w < _NARROW_PX else sketch.money
    text = f"+{money(net)}" if net > 0 else money(net or award.returned_cents)
    size, height = (36, 60) if place.round else (28, 42)
    width = min(place.rect.w - 8, (19 if place.round else 16) * len(text) + height + 24)
    tag = centred(place.rect.cx, place.chips[1], width, height)
    sketch.plate(tag, look, 10)
    sketch.add(Icon(Rect(tag.x + 8, tag.y + 4, height - 8, height - 8), sign, color))
    body = Rect(tag.x + height + 4, tag.y, tag.w - height - 10, tag.h)
    sketch.label(body, text, size, color, on="note", weight=700)


_NARROW_PX = 180  # a spot where an amount and its sign leave no room for the currency

_FARED = {1: ("note_won", "check", "good"), 0: ("note_even", "equal", "white"), -1: ("note_lost", "cross", "bad")}


def _toward(start: tuple[int, int], end: tuple[int, int], done: int) -> tuple[int, int]:
    box = between(Rect(*start, 0, 0), Rect(*end, 0, 0), done)
    return (box.x, box.y)


def pile(sketch: Sketch, cents: int, at: tuple[int, int], size: int) -> None:
    """A pile of chips worth *cents* with its amount on a small plate at its right."""
    chips = broken(cents, sketch.view.table.chips_cents)[-_PILE:]
    for level, value in enumerate(chips):
        sketch.chip(centred(at[0], at[1] - level * 6, size, size), value)
    text = sketch.money(cents)
    height = 52 if size > 80 else 40
    width = (19 if size > 80 else 16) * len(text) + 20
    tag = Rect(at[0] + size // 2 + 2, at[1] - height // 2, width, height)
    sketch.plate(tag, "meter", 10)
    sketch.label(tag.inset(8, 2), text, 36 if size > 80 else 28, "white", on="meter", weight=700)


def broken(cents: int, chips: tuple[int, ...]) -> tuple[int, ...]:
    """*cents* as chips of the tray, largest first; a rest below the smallest chip is one chip of its own."""
    given: list[int] = []
    for value in sorted(chips, reverse=True):
        count, cents = divmod(cents, value)
        given += [value] * min(count, 60)
    if cents:
        given.append(cents)
    return tuple(given)


def carried_chip(sketch: Sketch) -> None:
    """The chip under the finger."""
    held = sketch.ui.held
    if held is None or not held.moved or not held.name.startswith("chip."):
        return
    value = int(held.name.split(".")[1])
    sketch.chip(centred(held.x, held.y, 96, 96), value, lit=True)


def limits_line(sketch: Sketch) -> str:
    """Smallest and largest main and side bet, as printed on the cloth."""
    spots = sketch.view.table.spots
    parts: list[str] = []
    main = next((spot for spot in spots if spot.main), None)
    side = next((spot for spot in spots if not spot.main and not spot.closed), None)
    for code, spot in (("notice.limits_main", main), ("notice.limits_side", side)):
        if spot is not None:
            low, high = sketch.money(spot.min_cents), sketch.money(spot.max_cents)
            parts.append(sketch.say(code, low=low, high=high, bet=sketch.say(f"bet.{spot.bet}")))
    return " · ".join(parts)


def hint(sketch: Sketch, rect: Rect) -> None:
    """How to bet, with the chip in hand; nothing while nothing can be bet."""
    chip = selected_chip(sketch.view, sketch.ui)
    if sketch.allowed("chip") and chip:
        code = "hint.select_spot" if sketch.ui.focus else "hint.tap_spot"
        text = sketch.say(code, amount=sketch.money(chip))
        sketch.label(rect, text, 36, "cream", wrap=True)
