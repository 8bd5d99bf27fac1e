"""The player's pages beside the table: their common frame, the tabs that lead from one to another, the first ones.

Readable with zero credit and at any time; nothing on them moves money. Help has a file of its own, and so have the
pages of what is past (`past`). Decides where a page's body lies; how each looks is its own function's.
"""

from __future__ import annotations

from collections.abc import Callable

from cabinet.games.tiles import TILES, symbol, tiles_text
from cabinet.screens import frame, past, reserve, spots
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.plan import Layout, cell
from cabinet.screens.scene import Card, Icon, Scene, Tile
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import MOST_VOLUME

_REASONS = (("help", "bell"), ("drink", "glass"), ("pay", "note"))


def scene(sketch: Sketch) -> Scene:
    """The page that is open."""
    name = sketch.ui.page
    sketch.backdrop("felt")
    frame.top_bar(sketch, sketch.say(f"game.{sketch.view.table.game}"), sketch.say(f"page.{name}"), calm=True)
    sketch.button("help", sketch.lay.help, sketch.say("button.close"), "gold", True)
    PAGES[name](sketch, body(sketch.lay))
    frame.notices(sketch, spots.limits_line(sketch))
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    frame.meters(sketch)
    frame.tabs(sketch)
    frame.edge(sketch, sketch.ui.reveal is None)
    frame.toasts(sketch)
    return sketch.scene(name)


def body(lay: Layout) -> Rect:
    """The felt between the bars, above the notices."""
    felt = lay.felt
    return Rect(felt.x + 36, felt.y + 18, felt.w - 72, lay.notice.y - felt.y - 30)


# -- games ----------------------------------------------------------------------------------------------


def _games(sketch: Sketch, rect: Rect) -> None:
    """A card for each game: what it is, and the button that lays it out, between rounds only."""
    games = sketch.view.games
    lay_out = (1, len(games)) if sketch.lay.portrait else (len(games), 1)
    for number, game in enumerate(games):
        _game(sketch, game, cell(rect, number, *lay_out, gap=24))


def _game(sketch: Sketch, game: str, rect: Rect) -> None:
    here = game == sketch.view.table.game
    sketch.plate(rect, "result_won" if here else "result", 24)
    name = Rect(rect.x + 24, rect.y + 20, rect.w - 48, 80)
    sketch.label(name, sketch.say(f"game.{game}"), 54, "gold", on="note", weight=700, serif=True)
    line = Rect(rect.x + 24, rect.y + 104, rect.w - 48, 90)
    sketch.label(line, sketch.say(f"attract.line.{game}"), 36, "cream", on="note", wrap=True)
    _sample(sketch, game, Rect(rect.x, rect.y + 196, rect.w, rect.h - 330))
    button = centred(rect.cx, rect.bottom - 76, min(rect.w - 80, 560), 100)
    if here:
        sketch.label(button, sketch.say("page.games.here"), 38, "gold", on="note", weight=700, wrap=True)
        return
    can = sketch.allowed("choose_game")
    text = sketch.say("button.play_game", game=game) if can else sketch.say("page.games.later")
    sketch.button(f"game.{game}", button, text, "gold", can, size=38)


def _sample(sketch: Sketch, game: str, rect: Rect) -> None:
    if game == "double_hand":
        for number, piece in enumerate(tiles_text(("3-3", "5-6", "6-7"))):
            low, high = (symbol(n, sketch.view.table.faces) for n in TILES[piece])
            height = min(260, rect.h) // 2 * 2
            box = centred(rect.cx + (number - 1) * (height // 2 + 30), rect.cy, height // 2, height)
            sketch.add(Tile(box, (low, high)))
        return
    height = min(260, rect.h)
    for number, card in enumerate((12 * 4 + 3, 11 * 4 + 2)):
        side = height * 7 // 10
        sketch.add(Card(centred(rect.cx + (2 * number - 1) * (side * 6 // 10), rect.cy, side, height), card))


# -- language and sound ---------------------------------------------------------------------------------


def _settings(sketch: Sketch, rect: Rect) -> None:
    """The languages, each in its own words, how loud the machine is, and how strong and large its pictures."""
    eyes = Rect(rect.x, rect.bottom - 104, rect.w, 104)
    for number, (name, on) in enumerate((("contrast", sketch.ui.contrast), ("large", sketch.ui.large))):
        box, text = cell(eyes, number, 2, 1, 16), sketch.say(f"button.mode.{name}")
        sketch.button(f"mode.{name}", box, text, "gold" if on else "wood", True, size=38, icon="check" if on else "")
    rect = Rect(rect.x, rect.y, rect.w, rect.h - 124)
    half = rect.h // 2 - 12
    title = Rect(rect.x, rect.y, rect.w, 64)
    sketch.label(title, sketch.say("button.language"), 46, "gold", weight=700, serif=True)
    columns = 2 if sketch.lay.portrait else 3
    rows = -(-len(sketch.view.languages) // columns)
    box = Rect(rect.x, rect.y + 72, rect.w, half - 72)
    for number, language in enumerate(sketch.view.languages):
        look = "gold" if language == sketch.view.language else "wood"
        text = sketch.say(f"language.{language}")
        sketch.button(f"language.{language}", cell(box, number, columns, rows, 16), text, look, True, size=40)
    _volume(sketch, Rect(rect.x, rect.y + half + 24, rect.w, half))


def _volume(sketch: Sketch, rect: Rect) -> None:
    volume = sketch.ui.volume
    title = Rect(rect.x, rect.y, rect.w, 64)
    sketch.label(title, sketch.say("button.sound"), 46, "gold", weight=700, serif=True)
    row = centred(rect.cx, rect.y + 72 + (rect.h - 72) // 2, min(rect.w, 1100), 120)
    sketch.button("volume.down", Rect(row.x, row.y, 150, row.h), "–", "wood", volume > 0, size=72)
    sketch.button("volume.up", Rect(row.right - 150, row.y, 150, row.h), "+", "wood", volume < MOST_VOLUME, size=72)
    inner = Rect(row.x + 174, row.y, row.w - 348, row.h)
    if not volume:
        sketch.label(inner, sketch.say("page.settings.silent"), 42, "cream", weight=700)
    for step in range(MOST_VOLUME if volume else 0):
        bar = cell(inner, step, MOST_VOLUME, 1, 14)
        height = bar.h * (step + 2) // (MOST_VOLUME + 1)
        box = Rect(bar.x, bar.bottom - height, bar.w, height)
        sketch.plate(box, "pill" if step < volume else "pill_quiet", 8)


# -- the attendant --------------------------------------------------------------------------------------


def _call(sketch: Sketch, rect: Rect) -> None:
    """Why somebody is wanted, and whether he is on his way."""
    view = sketch.view
    head = Rect(rect.x, rect.y, rect.w, 130)
    called = frame.own_call(view)
    sketch.plate(head, "money" if called else "note", 22)
    on = "green" if called else "note"
    sketch.add(Icon(Rect(head.x + 30, head.y + 29, 72, 72), "bell", "warn"))
    text = Rect(head.x + 124, head.y + 8, head.w - 148, head.h - 16)
    sketch.label(text, sketch.say(called_code(sketch)), 44, "white", on=on, weight=700, align="left", wrap=True)
    box = Rect(rect.x, rect.y + 154, rect.w, 420 if sketch.lay.portrait else 300)
    lay_out = (1, 3) if sketch.lay.portrait else (3, 1)
    can = sketch.allowed("call_attendant", "call_reason")
    for number, (reason, icon) in enumerate(_REASONS):
        look = "gold" if reason == called else "wood"
        name = cell(box, number, *lay_out, gap=20)
        wide, said = name.h < 160, sketch.say(f"call.{reason}")
        sketch.button(f"reason.{reason}", name, said, look, can, size=44, icon=icon if wide else "", low=not wide)
        if not wide:
            color = "ink" if look == "gold" else "cream"
            sketch.add(Icon(centred(name.cx, name.y + 88, 84, 84), icon, color if can else "dim"))
    below = Rect(rect.x, box.bottom + 24, rect.w, 100)
    if view.reserve_minutes:
        offered = sketch.say("reserve.offer", minutes=view.reserve_minutes)
        sketch.button("page.reserve", below, offered, "wood", sketch.allowed("reserve_seat"), size=40)
        below = below.moved(0, 124)
    if sketch.allowed("cancel_call"):
        sketch.button("cancel_call", below, sketch.say("button.cancel_call"), "wood", True, size=40, icon="cross")


def called_code(sketch: Sketch) -> str:
    """The sentence about the call: none, made, or taken."""
    if not frame.own_call(sketch.view):
        return "page.call.nobody"
    return "page.call.comes" if sketch.view.call_taken else "page.call.called"


PAGES: dict[str, Callable[[Sketch, Rect], None]] = {
    "games": _games,
    "rounds": past.own_rounds,
    "board": past.board,
    "settings": _settings,
    "call": _call,
    "reserve": reserve.page,
}
