"""What is past, to look at: a player's own last rounds of this session, and the board of the table's last rounds.

Small pictures of how the pieces lay, who won, what was bet and came back. The board is of the dealer and the dice
only, and says that nothing follows from it. Decides how many fit; which there are is the view's word.
"""

from __future__ import annotations

from cabinet.games import cards
from cabinet.games.three_numbers import hand_level
from cabinet.games.tiles import split, symbol
from cabinet.games.two_card_bets import DEALERS_HIGH, dealers_outcome
from cabinet.ports.view import PastRound
from cabinet.screens.geometry import Rect
from cabinet.screens.hands import ends
from cabinet.screens.plan import cell
from cabinet.screens.scene import Card, Die, Icon, Line, Tile
from cabinet.screens.sketch import Sketch

_OWN = {False: (2, 4), True: (1, 6)}  # columns and rows of the landscape and of the portrait canvas
_BOARD = {False: (2, 7), True: (1, 11)}
_TILE = 48
_CARD = (76, 108)
_LOOKS = {1: ("won", "check", "good"), 0: ("even", "equal", "white"), -1: ("lost", "cross", "bad")}


# -- own rounds -----------------------------------------------------------------------------------------


def own_rounds(sketch: Sketch, rect: Rect) -> None:
    """The player's last rounds since his credit was last zero, the newest first."""
    rounds = sketch.view.rounds
    if not rounds:
        sketch.plate(rect.inset(rect.w // 6, rect.h // 3), "note", 22)
        box = rect.inset(rect.w // 6 + 30, rect.h // 3 + 10)
        sketch.label(box, sketch.say("page.rounds.none"), 42, "cream", on="note", wrap=True)
        return
    columns, rows = _OWN[sketch.lay.portrait]
    for number, one in enumerate(rounds[: columns * rows]):
        # the newest rounds stand in one column, read from top to bottom
        at = number % rows * columns + number // rows
        _own(sketch, one, cell(rect, at, columns, rows, 12))


def _own(sketch: Sketch, one: PastRound, rect: Rect) -> None:
    sketch.plate(rect, "note", 18)
    net = one.returned_cents - one.bet_cents  # what the player sees beside it, side bets and all
    told, sign, color = _LOOKS[(net > 0) - (net < 0)]
    head = Rect(rect.x + 18, rect.y + 10, 190, 40)
    number = sketch.say("round.number", round=one.round_number)
    sketch.label(head, number, 28, "gold", on="note", weight=700, align="left")
    sketch.add(Icon(Rect(head.x, head.y + 46, 40, 40), sign, color))
    verdict = Rect(head.x + 48, head.y + 44, 156, 44)
    sketch.label(verdict, sketch.say(f"page.rounds.{told}"), 28, color, on="note", weight=700, align="left")
    for at, face in enumerate(one.dice):
        sketch.add(Die(Rect(head.x + at * 56, head.y + 94, 48, 48), face))
    middle = rect.y + rect.h // 2
    for who, x in (("player", rect.x + 226), ("dealer", rect.x + 478)):
        caption = Rect(x, rect.y + 6, 232, 34)
        sketch.label(caption, sketch.say(f"hand.{who}"), 28, "cream", on="note", align="left")
        _lay(sketch, one, who, x, middle + 16)
    _amounts(sketch, one, Rect(rect.right - 212, rect.y + 10, 196, rect.h - 20))


def _lay(sketch: Sketch, one: PastRound, who: str, x: int, y: int) -> None:
    """The pieces of one side as they lay, small; *y* is the divider's."""
    pieces = one.pieces if who == "player" else one.dealer
    places = one.places if who == "player" else one.dealer_places
    if one.game == "two_card":
        for at, card in enumerate(pieces):
            sketch.add(Card(Rect(x + at * (_CARD[0] + 12), y - _CARD[1] // 2, *_CARD), card))
        return
    upright, across = 0, sum(word not in ("front", "behind") for word in places)
    sketch.add(Line(Rect(x, y - 2, 3 * (_TILE + 8) + 16, 4), "brass"))
    for piece, word in zip(pieces, places, strict=False):
        shown = ends(piece, word, sketch.view.table.faces)
        if word in ("front", "behind"):  # on this page the low hand of both sides is above the line, to compare
            box = Rect(x + across * (_TILE + 8), y - _TILE - 3 if word == "front" else y + 3, 2 * _TILE, _TILE)
        else:
            box = Rect(x + upright * (_TILE + 8), y - _TILE, _TILE, 2 * _TILE)
            upright += 1
        sketch.add(Tile(box, shown))


def _amounts(sketch: Sketch, one: PastRound, rect: Rect) -> None:
    """What was bet and what came back, each under its name."""
    color = "good" if one.returned_cents > one.bet_cents else "white"
    rows = (("result.bet", one.bet_cents, "white"), ("result.returned", one.returned_cents, color))
    for number, (code, cents, shade) in enumerate(rows):
        row = cell(rect, number, 1, 2, 4)
        name = Rect(row.x, row.y, row.w, 34)
        sketch.label(name, sketch.say(code), 28, "gold", on="note", align="right")
        amount = Rect(row.x, row.y + 34, row.w, row.h - 34)
        sketch.label(amount, sketch.money(cents), 36, shade, on="note", weight=700, align="right")


# -- the board ------------------------------------------------------------------------------------------


def board(sketch: Sketch, rect: Rect) -> None:
    """The dealer's hands and the dice of the last rounds of the game on the table, and a word against reading more."""
    shown = [one for one in sketch.view.board if one.game == sketch.view.table.game]
    columns, rows = _BOARD[sketch.lay.portrait]
    warning = Rect(rect.x, rect.bottom - 62, rect.w, 62)
    sketch.label(warning, sketch.say("page.board.warning"), 30, "cream", wrap=True)
    box = Rect(rect.x, rect.y, rect.w, rect.h - 70)
    if not shown:
        sketch.label(box.inset(60), sketch.say("page.board.none"), 42, "cream", wrap=True)
    for number, one in enumerate(shown[: columns * rows]):
        at = number % rows * columns + number // rows
        _row(sketch, one, cell(box, at, columns, rows, 10))


def _row(sketch: Sketch, one: PastRound, rect: Rect) -> None:
    sketch.plate(rect, "note", 14)
    number = Rect(rect.x + 14, rect.y, 84, rect.h)
    sketch.label(number, str(one.round_number), 32, "gold", on="note", weight=700, align="left")
    inner = Rect(rect.x + 102, rect.y + 4, rect.w - 114, rect.h - 8)
    if one.game == "two_card":
        _cards_row(sketch, one, inner)
        return
    _tiles_row(sketch, one, inner)


def _tiles_row(sketch: Sketch, one: PastRound, rect: Rect) -> None:
    dice = 222 if one.dice else 0
    low, high = split(one.dealer, one.dealer_places)
    width = (rect.w - dice - 12) // 2
    for at, (code, numbers) in enumerate((("hand.high", high), ("hand.low", low))):
        x = rect.x + at * width
        signs = "-".join(symbol(n, sketch.view.table.faces) for n in numbers)
        head = Rect(x, rect.y, width - 8, rect.h // 2)
        sketch.label(head, f"{sketch.say(code)}: {signs}", 28, "white", on="note", weight=700, align="left")
        name = Rect(x, rect.y + rect.h // 2, width - 8, rect.h // 2)
        level = sketch.say(f"level.{hand_level(numbers).code}")
        sketch.label(name, level, 28, "cream", on="note", align="left")
    if not one.dice:
        return
    x = rect.right - dice
    for at, face in enumerate(one.dice):
        sketch.add(Die(Rect(x + at * 52, rect.cy - 23, 46, 46), face))
    total = Rect(x + 158, rect.y, dice - 158, rect.h)
    sketch.label(total, str(sum(one.dice)), 40, "white", on="note", weight=700, align="right")


def _cards_row(sketch: Sketch, one: PastRound, rect: Rect) -> None:
    height = rect.h - 4
    for at, card in enumerate(one.dealer):
        sketch.add(Card(Rect(rect.x + at * (height * 7 // 10 + 10), rect.y + 2, height * 7 // 10, height), card))
    level, _ = cards.hand_name(one.dealer)
    left = rect.x + 2 * (height * 7 // 10 + 10) + 16
    name = Rect(left, rect.y, (rect.right - left) // 2, rect.h)
    sketch.label(name, sketch.say(f"level.{level}"), 34, "white", on="note", weight=700, align="left", wrap=True)
    second_card = Rect(name.right + 8, rect.y, rect.right - name.right - 8, rect.h)
    sketch.label(second_card, sketch.say(f"page.board.{_second(one.dealer)}"), 30, "cream", on="note", wrap=True)


def _second(dealer: tuple[int, ...]) -> str:
    """How the dealer's second card stood to his first, by the rule that pays the bets on it."""
    first, second = (cards.card_rank(card) for card in dealer)
    if first == second:
        return "equal"
    return "higher" if dealers_outcome(DEALERS_HIGH, first, second) == "won" else "lower"
