"""What stays in sight on every screen of the player: title, state line, money on its way, meters, notices.

Decides the bars above and below. What lies on the felt between them is each screen's own.
"""

from __future__ import annotations

from cabinet.ports.commands import CALL_REASONS
from cabinet.ports.view import MoneyMoving, View
from cabinet.screens.geometry import Rect, centred
from cabinet.screens.plan import cell
from cabinet.screens.quick import quick_offered
from cabinet.screens.scene import Chip, Icon
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import CLOSED_MS, GLOW_MS, QUICK_MS, TOAST_MS, Toast, seat_of, selected_chip, to_spend

_GRID_BUTTONS = ("undo", "clear", "repeat", "double")
_SETTING = ("setting", "opening")


def top_bar(sketch: Sketch, title: str, state: str, *, calm: bool = False) -> None:
    """The game's name, the state line that always says what is expected, money moving, the help button."""
    sketch.plate(sketch.lay.top, "bar_top", 0)
    sketch.label(sketch.lay.title, title, 36, "gold", on="bar", weight=700, align="left", serif=True, wrap=True)
    busy = bool(sketch.view.moving or sketch.view.faults)
    pill = sketch.lay.state if busy else sketch.lay.state_alone
    sketch.plate(pill, "pill_quiet" if calm else "pill")
    color, on = ("cream", "wood") if calm else ("ink", "pill")
    sketch.label(pill.inset(14, 1), state.upper(), 32 if pill.h < 80 else 40, color, on=on, weight=700, wrap=True)
    money_moving(sketch)
    clock(sketch)


def clock(sketch: Sketch) -> None:
    """The time of day, by 24 hours."""
    sketch.label(sketch.lay.clock, sketch.view.clock, 38, "cream", on="bar", weight=700)


def money_moving(sketch: Sketch) -> None:
    """Money on the way in or out, with what happens to it; several share the place one after the other."""
    moving = sketch.view.moving
    if not moving:
        if sketch.view.paid_cents:
            _paid(sketch)
        else:
            _out_of_order(sketch)
        return
    shown = moving[sketch.now_ms // 1500 % len(moving)]
    sketch.moving = sketch.moving or len(moving) > 1
    sketch.plate(sketch.lay.money, "money")
    rect = sketch.lay.money
    sketch.add(Icon(Rect(rect.x + 14, rect.y + 10, 56, 44), _paper(shown), "good"))
    text = sketch.say(f"moving.{shown.kind}.{shown.state}", amount=sketch.money(shown.amount_cents))
    sketch.label(
        Rect(rect.x + 78, rect.y + 1, rect.w - 92, rect.h - 2), text, 30, "white", on="green", weight=700, wrap=True
    )


def _paid(sketch: Sketch) -> None:
    """What was paid by hand stays in sight until the next play; of several the last one, and their sum (T-20)."""
    paid, rect = sketch.view.paid_cents, sketch.lay.money
    sketch.plate(rect, "money")
    sketch.add(Icon(Rect(rect.x + 14, rect.y + 10, 56, 44), "note", "good"))
    amounts = sketch.money(paid[-1])
    code = "notice.paid" if len(paid) == 1 else "notice.paid_in_all"
    text = sketch.say(code, amounts=amounts, amount_cents=sum(paid))
    sketch.label(
        Rect(rect.x + 78, rect.y + 1, rect.w - 92, rect.h - 2), text, 30, "white", on="green", weight=700, wrap=True
    )


def _out_of_order(sketch: Sketch) -> None:
    """The worst fault in one line, where the player looks for his money, or that he will be paid by hand."""
    if not sketch.view.faults:
        _by_hand(sketch)
        return
    rect = sketch.lay.money
    sketch.plate(rect, "alarm")
    sketch.add(Icon(Rect(rect.x + 16, rect.y + 14, 36, 36), "cross", "bad"))
    text = Rect(rect.x + 64, rect.y + 1, rect.w - 74, rect.h - 2)
    sketch.label(text, fault_line(sketch), 30, "white", on="alarm", weight=700, wrap=True)


def _by_hand(sketch: Sketch) -> None:
    """What a player should read before money goes in stays in sight as long as it is true."""
    if all(message.code != "notice.paid_by_hand" for message in sketch.view.messages):
        return
    rect = sketch.lay.money
    sketch.plate(rect, "toast")
    sketch.add(Icon(Rect(rect.x + 16, rect.y + (rect.h - 44) // 2, 44, 44), "note", "warn"))
    text = Rect(rect.x + 70, rect.y + 1, rect.w - 80, rect.h - 2)
    sketch.label(text, sketch.say("notice.by_hand_now"), 28, "white", on="toast", weight=700, wrap=True)


def _paper(moving: MoneyMoving) -> str:
    return "note" if moving.kind == "note" else "ticket"


def help_button(sketch: Sketch) -> None:
    sketch.button("help", sketch.lay.help, sketch.say("button.help"), "wood", True)


def meters(sketch: Sketch) -> None:
    """Credit, bet and last win. While a round is being shown the award is held back till its chips arrive."""
    view, ui = sketch.view, sketch.ui
    credit, bet, win = view.credit_cents, view.bet_cents, view.last_win_cents
    last = view.table.phase == "settled" and not bet and ui.reveal is None
    if view.table.phase == "settled" and not bet:
        bet = view.last_bet_cents
    if ui.reveal is not None:
        credit, win = credit - ui.reveal.held_cents, ui.reveal.last_win_cents
    glow = 0 <= sketch.now_ms - ui.credit_ms < GLOW_MS and ui.reveal is None
    sketch.moving = sketch.moving or glow
    _meter(sketch, sketch.lay.credit, "meter.credit", credit, lit=glow)
    _meter(sketch, sketch.lay.bet, "meter.last_bet" if last else "meter.bet", bet)
    _meter(sketch, sketch.lay.last_win, "meter.last_win", win)


def _meter(sketch: Sketch, rect: Rect, code: str, cents: int, *, lit: bool = False) -> None:
    sketch.plate(rect, "meter_lit" if lit else "meter")
    inner = rect.inset(10, 6)
    head = 66 if inner.h > 120 else 42
    name = Rect(inner.x, inner.y, inner.w, head)
    sketch.label(name, sketch.say(code).upper(), 28, "gold", on="meter", align="left", wrap=True)
    money = Rect(inner.x, inner.y + head, inner.w, inner.h - head)
    # a long amount may break before its sign rather than be small
    text, tall = sketch.money(cents), inner.h > 120
    text = text.replace("\N{NO-BREAK SPACE}", " ") if tall else text
    sketch.label(money, text, 46, "white", on="meter", weight=700, align="left", wrap=tall)


def bottom_bar(sketch: Sketch) -> None:
    """Meters left, the hand of chips, the small buttons, the one obvious next action, attendant, cash-out."""
    sketch.plate(sketch.lay.bottom, "bar_bottom", 0)
    meters(sketch)
    live = sketch.ui.reveal is None
    _chips(sketch, live)
    if sketch.view.table.phase in _SETTING:
        _assists(sketch)
    else:
        for number, name in enumerate(_GRID_BUTTONS):
            enabled = live and sketch.allowed(name)
            sketch.button(name, sketch.lay.grid(number), sketch.say(f"button.{name}"), "wood", enabled)
    _primary(sketch, live)
    edge(sketch, live)


def edge(sketch: Sketch, live: bool = True) -> None:
    """The two buttons that are always there: the attendant and the way out with the money."""
    view, can = sketch.view, sketch.allowed("call_attendant")
    own = own_call(view)
    code = "button.coming" if own and view.call_taken else "button.called" if own else "button.attendant"
    # once somebody is called, the button leads to the page on which the reason is told or the call taken back
    told_why = view.called and not can and sketch.allowed("call_reason", "cancel_call") and not sketch.ui.page
    name = "page.call" if told_why else "call_attendant"
    sketch.button(name, sketch.lay.call, sketch.say(code), "wood", can or bool(told_why), size=28, icon="bell")
    enabled = live and sketch.allowed("cash_out")
    sketch.button("cash_out", sketch.lay.cash_out, sketch.say("button.cash_out"), "wood", enabled, icon="ticket")


def own_call(view: View) -> str:
    """What the player called for; empty if he did not, also where the machine called somebody for itself."""
    return view.called if view.called in CALL_REASONS else ""


def _chips(sketch: Sketch, live: bool) -> None:
    enabled = live and sketch.allowed("chip")
    cents = sketch.view.table.chips_cents
    chosen = selected_chip(sketch.view, sketch.ui)
    *boxes, last = sketch.lay.chips(len(cents) + 1)
    for value, rect in zip(cents, boxes, strict=True):
        affordable = enabled and value <= to_spend(sketch.view)
        sketch.chip(rect, value, lit=affordable and value == chosen, dim=not affordable)
        sketch.control(f"chip.{value}", rect, affordable, drag=True)
    all_in = live and sketch.allowed("all_in")
    sketch.add(Chip(last, sketch.say("chip.all_in"), "gold", dim=not all_in))
    sketch.control("all_in", last, all_in)


def _assists(sketch: Sketch) -> None:
    """Buttons that lay the tiles for the player: each says whose way it is, and neither confirms."""
    offered = sketch.view.table.assists
    grid = sketch.lay.grid_box
    for number, name in enumerate(offered):
        width = (grid.w - 8 * (len(offered) - 1)) // len(offered)
        rect = Rect(grid.x + number * (width + 8), grid.y, width, grid.h)
        sketch.button(name, rect, sketch.say(f"button.{name}"), "wood", sketch.allowed(name), size=34)


def _primary(sketch: Sketch, live: bool) -> None:
    phase = sketch.view.table.phase
    name, command, code, look = "deal", "deal", "button.deal", "gold"
    if quick_offered(sketch.view):
        name, command, code = "quick", "repeat", "button.quick"
    elif phase in _SETTING:
        name, command, code = "confirm", "confirm", f"button.confirm.{sketch.view.table.game}"
    elif phase == "cutting":
        name, command, code, look = "no_cut", "cut", "button.no_cut", "wood"  # the deck is what asks to be touched
    enabled = live and sketch.allowed(command)
    if name == "quick" and sketch.now_ms - sketch.ui.rested_ms < QUICK_MS:
        # whoever still presses what stood here a moment ago has not asked for another round
        enabled, sketch.moving = False, True
    size = 46 if name != "quick" else 34
    sketch.button(name, sketch.lay.primary, sketch.say(code).upper(), look, enabled, size=size)


def notices(sketch: Sketch, details: str) -> None:
    """The malfunction notice, and under it limits, game and the commitment of the present order."""
    malfunction(sketch, low=not details)
    sketch.label(sketch.lay.details, details, 28, "cream", wrap=sketch.lay.portrait)


def malfunction(sketch: Sketch, on: str = "felt", *, low: bool = False) -> None:
    """The malfunction notice; on a bench also that nothing here is real money. *low*: in the place of the details."""
    parts = [sketch.say("notice.malfunction"), sketch.say("notice.game", game=sketch.view.table.par_id)]
    table = sketch.view.table
    if table.commitment and table.phase != "betting":
        seal = table.commitment.upper()
        parts.append(sketch.say("notice.commitment", seal=f"{seal[:4]}·{seal[4:8]}·{seal[8:12]}"))
    if sketch.view.bench:
        parts.append(sketch.say("notice.bench"))
    text = "   ·   ".join(parts)
    box = sketch.lay.details if low else sketch.lay.notice
    sketch.label(box, text, 28, "cream", on=on, wrap=sketch.lay.portrait)


def choices(sketch: Sketch) -> None:
    """Languages, which may be chosen at any time, and the other games while no round is open."""
    view = sketch.view
    for number, language in enumerate(view.languages if len(view.languages) > 1 else ()):
        rows = sketch.lay.language_rows
        rect = cell(sketch.lay.languages, number, -(-len(view.languages) // rows), rows)
        look = "gold" if language == view.language else "wood"
        sketch.button(f"language.{language}", rect, sketch.say(f"language.{language}"), look, True, size=28)
    if not sketch.allowed("choose_game"):
        return
    others = [game for game in view.games if game != view.table.game]
    for number, game in enumerate(others):
        rect = cell(sketch.lay.other_games, number, len(others), 1)
        text = sketch.say("button.play_game", game=game)
        sketch.button(f"game.{game}", rect, text, "wood", True, size=32)


TABS = ("help", "games", "rounds", "board", "settings", "call")


def tabs(sketch: Sketch) -> None:
    """From one of the player's pages to another."""
    for number, name in enumerate(TABS):
        rect, text = cell(sketch.lay.tabs, number, 4, 2), sketch.say(f"page.{name}")
        if name == sketch.ui.page:
            sketch.plate(rect, "gold_down")
            sketch.label(rect.inset(4, 3), text, 32, "ink", on="gold", weight=700, wrap=True)
        else:
            sketch.button(f"page.{name}", rect, text, "wood", True, size=32)
    staff(sketch, cell(sketch.lay.tabs, len(TABS) + 1, 4, 2))


def staff_below(sketch: Sketch) -> None:
    """The same where nobody plays and there is no help page: in the room of the chips."""
    room = sketch.lay.chips_row
    staff(sketch, Rect(room.x, room.y, 200, 68))


def staff(sketch: Sketch, rect: Rect) -> None:
    """The way in for people of the house without a key: it opens the keypad and nothing else (P-05)."""
    sketch.button("staff", rect, sketch.say("button.staff"), "wood", True, size=28)


def fault_line(sketch: Sketch) -> str:
    """What is out of order, as one sentence for the player; empty if nothing is."""
    return sketch.told(sketch.view.faults[0]) if sketch.view.faults else ""


def closed(sketch: Sketch) -> None:
    """NO MORE BETS across the cloth for a moment, where the operator wants it called. Nothing under it waits."""
    if not 0 <= sketch.now_ms - sketch.ui.closed_ms < CLOSED_MS:
        return
    sketch.moving = True
    felt = sketch.lay.felt
    box = centred(felt.cx, felt.y + felt.h * 7 // 10, min(940, felt.w - 80), 132)
    sketch.plate(box, "pill", 28)
    sketch.label(box.inset(24, 8), sketch.say("cloth.no_more_bets").upper(), 80, "ink", on="gold", weight=700)


def toasts(sketch: Sketch) -> None:
    """Refusals and news where the finger is: above it, inside the felt, for as long as they are true."""
    for number, toast in enumerate(sketch.ui.toasts):
        if sketch.now_ms - toast.since_ms >= TOAST_MS:
            continue
        sketch.moving = True
        _toast(sketch, toast, number)


def _toast(sketch: Sketch, toast: Toast, number: int) -> None:
    width, height = 680, 104
    x = min(max(toast.x - width // 2, 24), sketch.size[0] - width - 24)
    y = min(max(toast.y - height - 70, sketch.lay.felt.y + 16), sketch.lay.felt.bottom - height - 84) + number * (
        height + 8
    )
    rect = Rect(x, y, width, height)
    sketch.plate(rect, "alarm" if toast.message.level == "alarm" else "toast")
    sign = "cross" if toast.message.level != "info" else "dot"
    sketch.add(Icon(Rect(x + 20, y + 28, 48, 48), sign, "warn"))
    on = "alarm" if toast.message.level == "alarm" else "toast"
    box = Rect(x + 84, y + 8, width - 104, height - 16)
    sketch.label(box, sketch.told(toast.message), 34, "white", on=on, weight=700, align="left", wrap=True)


def state_line(sketch: Sketch) -> str:
    """What is expected of the player now, as a sentence; while too little lies on the main spot, how much it takes."""
    view = sketch.view
    main = next((spot for spot in view.table.spots if spot.main), None)
    short = main is not None and view.bet_cents > 0 and main.amount_cents < main.min_cents
    if main is not None and short and view.table.phase in ("betting", "settled") and not sketch.allowed("deal"):
        bet = sketch.say(f"bet.{main.bet}")
        return sketch.say("state.min_bet", bet=bet, amount=sketch.money(main.min_cents))
    return sketch.say(state_code(sketch))


def state_code(sketch: Sketch) -> str:
    """The message code of what is expected of the player now."""
    view, table = sketch.view, sketch.view.table
    if sketch.ui.reveal is not None:
        return "state.showing"
    match table.phase:
        case "betting" | "settled":
            if sketch.allowed("deal"):
                return "state.deal_or_bet"
            if sketch.allowed("chip"):
                return "state.new_bets" if table.phase == "settled" and table.result else "state.place_bets"
            return "state.insert_money" if not view.credit_cents and _takes_money(view) else "state.wait"
        case "setting" | "opening":
            return f"state.set.{table.game}"
        case "cutting":
            return "state.cut"
        case "shaking":
            return "state.shaking"
        case "revealing" | "settling":
            return "state.showing"
        case _:
            return "state.dealing"


def _takes_money(view: View) -> bool:
    return view.notes_open or view.tickets_open


def settled_hands(sketch: Sketch) -> bool:
    """Whether the player's hands are complete and can be played."""
    seat = seat_of(sketch.view)
    return seat is not None and bool(seat.places) and all(seat.places) and seat.refusal is None
