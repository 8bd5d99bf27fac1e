"""The table of Two-Card Poker: two cards a side, the high-lighter line with its three zones, a deck to cut.

Decides the picture of each phase from the view. Placing the hand never changes the result, and the cloth says so.
"""

from __future__ import annotations

from cabinet.games.two_card import corrected
from cabinet.ports.view import HandView, SeatView
from cabinet.screens import frame, result, spots
from cabinet.screens.geometry import Rect, between, centred, eased
from cabinet.screens.plan import CardsPlan
from cabinet.screens.reveal import TURN_MS, steps
from cabinet.screens.scene import Card, Icon, Line, Scene
from cabinet.screens.sketch import Sketch
from cabinet.screens.theme import FINGER_PX
from cabinet.screens.ui import DEAL_MS, PEEK_MS, seat_of

_EXAMPLE = {"above": " · 8-8", "on": " · 8-9", "below": ""}
_MEND_MS = 420  # a hand on its way to where it belongs


def scene(sketch: Sketch) -> Scene:
    """The whole picture of the table as *sketch*'s view has it at its moment."""
    sketch.backdrop("felt")
    frame.top_bar(sketch, sketch.say("game.two_card"), frame.state_line(sketch))
    frame.help_button(sketch)
    _cloth(sketch)
    _dealer(sketch)
    _player(sketch)
    spots.draw(sketch, sketch.lay.cards.spots)
    _deck(sketch)
    frame.notices(sketch, _details(sketch))
    frame.bottom_bar(sketch)
    spots.carried_chip(sketch)
    result.sparks(sketch)
    frame.closed(sketch)
    frame.toasts(sketch)
    return sketch.scene("table")


def _cloth(sketch: Sketch) -> None:
    plan = sketch.lay.cards
    dealer = sketch.say("cloth.dealer").upper()
    sketch.label(plan.dealer_label, dealer, 34, "gold", weight=700, align="left", serif=True)
    if sketch.view.table.phase != "cutting" and not _compared(sketch):  # there the deck lies, or the hand moved up
        _line(sketch)
    _rules(sketch)


def _compared(sketch: Sketch) -> bool:
    """Whether the hand has left its row to be compared: on the line it would seem to be a connector."""
    table, reveal = sketch.view.table, sketch.ui.reveal
    if table.result is None or reveal is None:
        return table.result is not None
    begin = steps(table)
    return reveal.at(sketch.now_ms) >= begin.get("compare.entry", begin["collect"]) - _MEND_MS


def _line(sketch: Sketch) -> None:
    """The high-lighter line with the names of its zones."""
    plan = sketch.lay.cards
    sketch.add(Line(plan.line, "brass", knobs=True))
    if sketch.view.table.result is None or sketch.ui.reveal is not None:
        for zone, box in plan.zone_names.items():
            name = sketch.say(f"cloth.line_{zone}").upper() + _EXAMPLE[zone]
            sketch.label(box, name, 30, "gold", align="right", weight=700)


def _rules(sketch: Sketch) -> None:
    """What wins, what a dealer's pair means for the side bets, and that the placing means nothing."""
    plan, table = sketch.lay.cards, sketch.view.table
    if table.result is None or not plan.win_rule.touches(plan.dealer_name):
        sketch.plate(plan.win_rule, "note")
        box, text = plan.win_rule.inset(14, 3), sketch.say("cloth.win_rule.two_card")
        sketch.label(box, text, 28, "cream", on="note", align="left", wrap=True)
    text, pair = sketch.say("cloth.placing"), sketch.say("cloth.dealer_pair")
    if plan.pair_note is not None:
        sketch.label(plan.pair_note, pair, 28, "cream", wrap=True)
    else:
        text = f"{pair}\n{text}"
    if table.result is None:
        seat = seat_of(sketch.view)
        if sketch.allowed("lay") and seat is not None and not any(seat.places):
            text = sketch.say("hint.lay_hand")  # nothing else is asked of the player now
        sketch.label(plan.placing, text, 30, "cream", wrap=True)


def _dealer(sketch: Sketch) -> None:
    """The dealer's two cards, FIRST and SECOND marked because a bet depends on which is which."""
    table = sketch.view.table
    at = sketch.ui.reveal.at(sketch.now_ms) if sketch.ui.reveal is not None else 10**9
    sketch.moving = sketch.moving or sketch.ui.reveal is not None
    begin = steps(table)
    dealt = sketch.now_ms - sketch.ui.dealt_ms
    for index, card in enumerate(table.dealer):
        home = sketch.lay.cards.dealer_cards[index]
        caption = Rect(home.x - 30, home.y - 38, home.w + 60, 38)
        sketch.label(caption, sketch.say(("cloth.first", "cloth.second")[index]).upper(), 28, "gold", weight=700)
        rect = home
        if dealt < DEAL_MS * 2:
            sketch.moving = True
            rect = between(sketch.lay.cards.deck_top, home, eased(dealt - DEAL_MS - index * 120, DEAL_MS))
        turn = min(100, max(0, (at - begin[f"dealer.{index}"]) * 100 // TURN_MS)) if card is not None else 100
        sketch.add(Card(rect, card if card is not None else -1, turn=turn))
    for hand in table.dealer_hands:
        if at >= begin["set"]:
            _name(sketch, sketch.lay.cards.dealer_name, hand, "cloth.dealer", "")


def _player(sketch: Sketch) -> None:
    """The zones of the line, the hand lying at it, its name; the second card shows while it is peeked at."""
    seat = seat_of(sketch.view)
    live = sketch.allowed("lay") and sketch.ui.reveal is None
    held = sketch.ui.held
    carrying = live and held is not None and held.moved and held.name == "hand"
    laid = seat.places[0] if seat is not None and seat.places else ""
    plan = sketch.lay.cards
    hand = plan.hand(laid if sketch.view.table.phase != "settled" else "settled")
    for zone, rect in plan.zones.items():
        if live:
            sketch.plate(rect, "ghost_lit" if carrying else "ghost", 16)
        if sketch.view.table.phase != "cutting":
            _row_controls(sketch, zone, rect, hand, live)
    if seat is None or not seat.pieces:
        spots.hint(sketch, plan.hint)
        return
    if live:
        sketch.control("hand", hand, True, drag=True)
        if not laid:  # laid, both cards are open to the player anyway
            sketch.button("peek", plan.peek, sketch.say("button.peek"), "wood", True, size=32)
    where = _shown_at(sketch, seat, laid) if not (carrying and held is not None) else (held.x, held.y)
    _two_cards(sketch, seat, where, carrying)
    _hand_name(sketch, seat, laid)
    if sketch.view.table.result is not None and sketch.view.table.phase == "settled":
        result.panel(sketch)
        _correction(sketch, seat, laid)


def _shown_at(sketch: Sketch, seat: SeatView, laid: str) -> tuple[int, int]:
    """The middle of the hand: where it was laid; while the round is shown the dealer first lays a misplaced one
    right, and then it moves up to be compared."""
    plan, reveal = sketch.lay.cards, sketch.ui.reveal
    if sketch.view.table.phase != "settled":
        return plan.hand(laid).centre
    if reveal is None or not laid:
        return plan.hand("settled").centre
    begin, at = steps(sketch.view.table), reveal.at(sketch.now_ms)
    right = corrected([piece for piece in seat.pieces if piece is not None], (laid,)) or laid
    mended = between(plan.hand(laid), plan.hand(right), eased(at - begin["set"], _MEND_MS))
    up = at - begin.get("compare.entry", begin["collect"]) + _MEND_MS
    return between(mended, plan.hand("settled"), eased(up, _MEND_MS)).centre


def _correction(sketch: Sketch, seat: SeatView, laid: str) -> None:
    """The dealer's word when he lays a misplaced hand right, for as long as he does."""
    reveal = sketch.ui.reveal
    if reveal is None or not laid or None in seat.pieces:
        return
    begin, at = steps(sketch.view.table), reveal.at(sketch.now_ms)
    wrong = corrected([piece for piece in seat.pieces if piece is not None], (laid,)) is not None
    if wrong and begin["set"] <= at < begin.get("pay", 0):
        room = sketch.lay.result
        box = Rect(room.x + 20, room.bottom - 76, room.w - 40, 70)
        sketch.plate(box, "toast")
        text = sketch.say("cloth.corrected")
        sketch.label(box.inset(16, 4), text, 30, "white", on="toast", weight=700, wrap=True)


def _row_controls(sketch: Sketch, zone: str, rect: Rect, hand: Rect, live: bool) -> None:
    """A row takes a touch everywhere: what lies on it takes its own, and passes it on."""
    peek, seat = sketch.lay.cards.peek, seat_of(sketch.view)
    offered = seat is not None and not any(seat.places)
    left = peek.right + 8 if offered and peek.y < rect.bottom and rect.y < peek.bottom else rect.x
    if hand.bottom <= rect.y or rect.bottom <= hand.y:
        sketch.control(f"place.{zone}", Rect(left, rect.y, rect.right - left, rect.h), live, drop=True)
        return
    sketch.control(f"place.{zone}", Rect(hand.right + 4, rect.y, rect.right - hand.right - 4, rect.h), live, drop=True)
    sketch.control(f"place.{zone}.left", Rect(left, rect.y, hand.x - 4 - left, rect.h), live, drop=True)
    over, under = max(0, hand.y - 4 - rect.y), max(0, rect.bottom - hand.bottom - 4)
    free = Rect(hand.x, rect.y if over > under else hand.bottom + 4, hand.w, max(over, under))
    if free.h >= FINGER_PX:
        sketch.control(f"place.{zone}.mid", free, live, drop=True)


def _two_cards(sketch: Sketch, seat: SeatView, at: tuple[int, int], carrying: bool) -> None:
    size = sketch.lay.cards.card
    settled = sketch.view.table.phase == "settled"
    peeked = _peeked(sketch)
    open_second = settled or peeked or seat.confirmed or any(seat.places)
    dealt = sketch.now_ms - sketch.ui.dealt_ms
    for index, card in enumerate(seat.pieces[:2]):
        shown = card if card is not None and (index == 0 or open_second) else -1
        step = sketch.lay.cards.step
        home = centred(at[0] - step // 2 + index * step, at[1], *size)
        rect = home
        if dealt - index * 160 < DEAL_MS:
            sketch.moving = True
            rect = between(sketch.lay.cards.deck_top, home, eased(dealt - index * 160, DEAL_MS))
            rect = centred(rect.cx, rect.cy, *size)
        sketch.add(Card(rect, shown, lit=carrying))


def _peeked(sketch: Sketch) -> bool:
    """While the finger is on the button, and for a moment after a mere tap."""
    after = 0 <= sketch.now_ms - sketch.ui.peeked_ms < PEEK_MS
    sketch.moving = sketch.moving or after
    return sketch.ui.peeking or after


def _hand_name(sketch: Sketch, seat: SeatView, laid: str) -> None:
    table = sketch.view.table
    settled = table.phase == "settled"
    at = sketch.ui.reveal.at(sketch.now_ms) if sketch.ui.reveal is not None else 10**9
    compared = {c.hand: c.result for c in table.result.comparisons} if table.result else {}
    for hand in seat.hands:
        if not (settled or _peeked(sketch) or laid):
            continue
        fared = compared.get(hand.hand, "") if at >= steps(table).get(f"compare.{hand.hand}", 10**10) else ""
        plan, row = sketch.lay.cards, sketch.lay.cards.zones.get(laid)
        box = plan.name if row is None or settled else Rect(plan.name.x, row.y + 2, plan.name.w, row.h - 4)
        _name(sketch, box, hand, "hand.entry", fared)


def _name(sketch: Sketch, rect: Rect, hand: HandView, code: str, fared: str) -> None:
    looks = {"won": "note_won", "lost": "note_lost", "copy": "note_lost", "pushed": "note_even"}
    colors = {"won": "good", "lost": "bad", "copy": "bad", "pushed": "white"}
    sketch.plate(rect, looks.get(fared, "note"))
    head = Rect(rect.x + 16, rect.y + 6, rect.w - 32, 36)
    sketch.label(head, sketch.say(code).upper(), 28, "gold", on="note", align="left")
    text = sketch.told(hand.name) if hand.name is not None else ""
    sketch.label(
        Rect(rect.x + 16, rect.y + 38, rect.w - 32, 62),
        text,
        34,
        "white",
        on="note",
        weight=700,
        align="left",
        wrap=True,
    )
    if fared:
        signs = {"won": "check", "lost": "cross"}
        sketch.add(Icon(Rect(rect.x + 10, rect.y + 98, 36, 36), signs.get(fared, "equal"), colors[fared]))
        box = Rect(rect.x + 52, rect.y + 96, rect.w - 58, 42)
        verdict = sketch.say(f"compared.{fared}")
        sketch.label(box, verdict, 30, colors[fared], on="note", weight=700, align="left")


def _deck(sketch: Sketch) -> None:
    """The deck, and in it the mark where it was cut; while it may be cut it lies spread over the line."""
    table, plan = sketch.view.table, sketch.lay.cards
    cutting = table.phase == "cutting" and sketch.allowed("cut")
    if cutting:
        _ribbon(sketch, plan)
        return
    for layer in range(5):
        sketch.add(Card(plan.deck_top.moved(layer * 3, -layer * 3), -1))
    code = "cloth.cut_at" if table.cut else "cloth.deck"
    sketch.label(plan.deck_note, sketch.say(code, position=table.cut), 28, "cream", wrap=True)


def _ribbon(sketch: Sketch, plan: CardsPlan) -> None:
    """All cards of the deck side by side: where a finger lets go it is cut; the card under it is lifted."""
    by_deck = bool(sketch.ui.focus)
    held = sketch.ui.held if sketch.ui.pressed == "deck" else None
    at = plan.cut_position(held.x) if held is not None else sketch.ui.cut_at if by_deck else 0
    for number in range(52):
        sketch.add(Card(plan.spread(number).moved(0, -26 if at and number == at - 1 else 0), -1))
    sketch.control("deck", plan.ribbon, True, drag=True)
    box = Rect(plan.ribbon.x, plan.ribbon.bottom + 4, plan.ribbon.w, 60)
    text = sketch.say("hint.cut_by_deck", position=at) if by_deck else sketch.say("hint.cut")
    sketch.label(box, text, 36, "cream", weight=700, wrap=True)


def _details(sketch: Sketch) -> str:
    parts = [spots.limits_line(sketch), sketch.say("notice.deck")]
    if sketch.view.table.phase != "betting":
        parts.append(sketch.say("round.number", round=sketch.view.table.round_number))
    return "   ·   ".join(part for part in parts if part)
