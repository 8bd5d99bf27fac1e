"""Turns touches into commands: a tap, a drag, a drop. Decides nothing about money; the machine may refuse.

Hit-tested against the very scene that is shown. A command is sent when the finger lifts on the control it came
down on, or when a carried chip or tile is let go over a place that takes it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cabinet.ports import commands as c
from cabinet.ports.page import SCREEN, Errand
from cabinet.ports.view import LockView, View
from cabinet.screens import layout, panel, reserve, short_pay
from cabinet.screens.double_hand_seat import drop_zone
from cabinet.screens.office import touches as office
from cabinet.screens.office.state import Pad
from cabinet.screens.office.touches import Asked
from cabinet.screens.pointer import Move, Press, Release, Touch
from cabinet.screens.scene import Control, Scene
from cabinet.screens.ui import MOST_VOLUME, Held, Ui, carried_piece, seat_of, selected_chip

Sent = tuple[Asked, ...]

_PLAYERS = ("table", "attract", "help", "games", "rounds", "board", "settings", "call")
"""Screens on which a call may be followed by the page that asks for its reason."""

_CUT_REACH_PX = 60  # a finger that slid along the deck may end beside it; further off it has thought better of it
_PLAIN: dict[str, c.Command] = {
    "deal": c.Deal(),
    "no_cut": c.CutDeck(0),
    "clear": c.ClearBet(),
    "undo": c.UndoChip(),
    "repeat": c.RepeatBets(),
    "double": c.DoubleBets(),
    "all_in": c.BetRest(),
    "house_way": c.Assist("house_way"),
    "best": c.Assist("best"),
    "confirm": c.Confirm(),
    "cash_out": c.CashOut(),
    "back_out": c.BackOut(),
    "cancel_call": c.CancelCall(),
    "attendant.complete_round": c.CompleteRound(),
    "attendant.void_round": c.VoidRound("attendant"),
    "attendant.release_seat": c.ReleaseSeat(),
    "attendant.answer_call": c.AnswerCall(),
    "attendant.change_dice": c.ChangeDice("attendant"),
    "attendant.dice_stand": c.RuleDice(True),
    "attendant.dice_void": c.RuleDice(False),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The new presentation state and what is asked of the machine."""

    ui: Ui
    commands: Sent = ()
    sounds: tuple[str, ...] = ()


def touch(event: Touch, scene: Scene, view: View | None, ui: Ui, now_ms: int) -> Answer:
    """What one touch event means on *scene*."""
    carried = carried_piece(ui)
    match event:
        case Press():
            answer = Answer(_press(event, scene, view, ui, now_ms))
        case Move():
            held = replace(ui.held, x=event.x, y=event.y) if ui.held is not None else None
            answer = Answer(replace(ui, held=held, touched_ms=now_ms))
        case Release():
            answer = _release(event, scene, view, ui, now_ms)
    if carried_piece(answer.ui) != carried:
        answer = replace(answer, ui=replace(answer.ui, together_ms=now_ms))  # the others make room, or close ranks
    return answer


def _press(event: Press, scene: Scene, view: View | None, ui: Ui, now_ms: int) -> Ui:
    control = scene.at(event.x, event.y)
    ui = replace(ui, touch_at=(event.x, event.y), pressed="", held=None, quick="")
    if scene.name != "attract":  # it wakes when the finger lifts, or the button under it would be gone by then
        ui = replace(ui, touched_ms=now_ms)
    if view is not None and ui.reveal is not None and scene.name == "table":
        ui = replace(ui, reveal=ui.reveal.hurried(now_ms, view.table))
    if scene.name == "panel":
        ui = panel.pressed(ui, (event.x, event.y), scene.size)
    if control is None:
        return replace(ui, toasts=())
    held = Held(control.name, event.x, event.y, event.x, event.y) if control.drag else None
    ui = replace(ui, office=replace(ui.office, pressed_ms=now_ms, done=""))
    return replace(ui, pressed=control.name, held=held, peeking=control.name == "peek")


def _release(event: Release, scene: Scene, view: View | None, ui: Ui, now_ms: int) -> Answer:
    pressed, held = ui.pressed, ui.held
    peeked_ms = now_ms if ui.peeking else ui.peeked_ms
    ui = replace(ui, pressed="", held=None, touched_ms=now_ms, peeking=False, peeked_ms=peeked_ms)
    if view is None or not pressed:
        return Answer(ui)
    if held is not None and replace(held, x=event.x, y=event.y).moved:
        return dropped(pressed, event.x, event.y, scene, view, ui)
    control = scene.at(event.x, event.y)
    if control is None or control.name != pressed:
        return Answer(ui)
    held_long = office.held(pressed, ui.office, now_ms)
    if held_long is not None:
        return Answer(replace(ui, office=held_long[0]), held_long[1])
    if scene.name == "panel":
        which = control.name.removeprefix("panel.")
        sounds = (which.removeprefix("play."),) if which.startswith("play.") else ()
        return Answer(panel.tapped(which, ui, scene.size), (), sounds)
    return tapped(control, (event.x, event.y), view, ui, scene, now_ms)


# -- drags --------------------------------------------------------------------------------------------


def dropped(name: str, x: int, y: int, scene: Scene, view: View, ui: Ui) -> Answer:
    """A carried thing was let go at (x, y)."""
    kind, _, which = name.partition(".")
    match kind:
        case "chip":
            spot = _spot_near(scene, x, y)
            chosen = replace(ui, chip_cents=int(which))
            return Answer(chosen, (c.AddChip(spot, int(which)),) if spot else ())
        case "tile":
            zone = drop_zone(layout.of(scene.size).tiles, x, y)
            return Answer(replace(ui, picked=-1), lay(view, int(which) - 1, zone)) if zone else Answer(ui)
        case "deck":
            cards = layout.of(scene.size).cards
            near = cards.ribbon.distance(x, y) <= _CUT_REACH_PX
            return Answer(ui, (c.CutDeck(cards.cut_position(x)),) if near else ())
        case "hand":
            target = scene.at(x, y)
            if target is not None and target.name.startswith("place."):
                return Answer(ui, (c.LayPiece(0, target.name.split(".")[1]),))
            return Answer(ui)
        case _:
            return Answer(ui)


def _spot_near(scene: Scene, x: int, y: int) -> str:
    """The bet whose spot is under the finger or within a finger's breadth of it; empty if none."""
    spots = [control for control in scene.controls if control.drop and control.name.startswith("bet.")]
    near = [(spot.rect.distance(x, y), spot.name) for spot in spots if spot.enabled]
    distance, name = min(near, default=(999, ""))
    return name.removeprefix("bet.") if distance <= 24 else ""


def lay(view: View, piece: int, zone: str) -> Sent:
    """Lay *piece* in a zone; a tile already alongside there goes back to the tray first."""
    seat = seat_of(view)
    if seat is None or piece >= len(seat.pieces):
        return ()
    now = seat.places[piece] if piece < len(seat.places) else ""
    if zone == "tray":
        return (c.LayPiece(piece, ""),) if now else ()
    if zone == "place.across":
        return () if now.startswith("across") else (c.LayPiece(piece, "across1"),)
    word = zone.removeprefix("place.")
    if now == word:
        return ()
    moved_away = tuple(c.LayPiece(i, "") for i, place in enumerate(seat.places) if place == word)
    return (*moved_away, c.LayPiece(piece, word))


# -- taps ---------------------------------------------------------------------------------------------


def tapped(control: Control, at: tuple[int, int], view: View, ui: Ui, scene: Scene, now_ms: int = 0) -> Answer:
    """A finger came down and lifted on *control* of *scene*."""
    plain = _PLAIN.get(control.name)
    if plain is not None:
        return Answer(ui, (plain,))
    kind, _, which = control.name.partition(".")
    match kind:
        case "chip":
            return Answer(replace(ui, chip_cents=int(which)))
        case "bet":
            ui = replace(ui, spot=control.name)
            return Answer(ui, (c.AddChip(which, selected_chip(view, ui)),))
        case "tile":
            return _tile_tapped(int(which) - 1, view, ui)
        case "turn":
            return Answer(ui, (c.TurnPiece(int(which) - 1),))
        case "place":
            return _place_tapped(control.name, view, ui)
        case "hand":
            seat = seat_of(view)
            if seat is not None and not any(seat.places):
                return Answer(replace(ui, peeked_ms=now_ms))  # a card that lies face down is touched to be seen
            rows = layout.of(scene.size).cards.zones
            under = next((word for word, row in rows.items() if row.contains(*at)), "")
            return Answer(ui, (c.LayPiece(0, under),) if under else ())
        case "deck":
            return Answer(ui, (c.CutDeck(layout.of(scene.size).cards.cut_position(at[0])),))
        case "short":
            return _short(which, view, ui)
        case "attendant" if which.partition(".")[0] == "short_pay":
            return _part(which, view, ui)
        case "quick":
            return Answer(replace(ui, quick="deal"), (c.RepeatBets(), c.Deal()))
        case "language":
            return Answer(ui, (c.ChooseLanguage(which),))
        case "game":
            return Answer(replace(ui, page="" if ui.page == "games" else ui.page), (c.ChooseGame(which),))
        case "help":
            return Answer(replace(ui, page="" if ui.page else "help"))
        case "page":
            return Answer(replace(ui, page=which, digits=""))
        case "digits":
            return _typed(which, view, ui)
        case "call_attendant":
            # somebody is called at once; the page asks what for
            return Answer(replace(ui, page="call") if scene.name in _PLAYERS else ui, (c.CallAttendant(),))
        case "reason":
            return Answer(ui, (c.CallAttendant(which),))
        case "mode":
            return Answer(
                replace(ui, contrast=not ui.contrast) if which == "contrast" else replace(ui, large=not ui.large)
            )
        case "volume":
            return Answer(replace(ui, volume=min(MOST_VOLUME, max(0, ui.volume + (1 if which == "up" else -1)))))
        case "attendant":
            return Answer(ui, ruling(which, view))
        case "staff":
            return Answer(replace(ui, office=replace(ui.office, pad=Pad(field="who"))))
        case "office":
            own, asked = office.tapped(which, ui.office, now_ms)
            match asked:
                case (Errand(name, params),) if name == SCREEN:
                    return Answer(replace(ui, office=own, page=dict(params).get("page", "")))
            return Answer(replace(ui, office=own), asked)
        case _:
            return Answer(ui)


def _typed(key: str, view: View, ui: Ui) -> Answer:
    """A key of the pad for a seat's code."""
    match key:
        case "erase":
            return Answer(replace(ui, digits=""))
        case "done":
            return Answer(replace(ui, digits=""), reserve.asked(view, ui.digits))
        case _:
            return Answer(replace(ui, digits=(ui.digits + key)[: reserve.DIGITS]))


def _part(which: str, view: View, ui: Ui) -> Answer:
    """The page on which a part of a handpay is typed."""
    number = which.partition(".")[2]
    locks = [lock for lock in view.locks if lock.kind in ("jackpot", "cancelled_credit")]
    chosen = locks[int(number) - 1 if number else 0 :][:1]
    return Answer(replace(ui, page=short_pay.Typed(int(chosen[0].handle)).page) if chosen else ui)


def _short(which: str, view: View, ui: Ui) -> Answer:
    """A key of the pad, back, or what was paid."""
    if short_pay.offered(view, ui.page) is None or which == "back":
        return Answer(replace(ui, page=""))
    if which == "take":
        now = short_pay.typed(ui.page)
        return Answer(replace(ui, page=""), (c.ShortPay(now.handpay, now.cents, "short_of_cash"),))
    return Answer(replace(ui, page=short_pay.pressed(ui.page, which.removeprefix("key."))))


def _tile_tapped(piece: int, view: View, ui: Ui) -> Answer:
    """A tap picks a tile up for the next tap on a zone or on a tile alongside, whose place it takes; one lying
    across is turned."""
    seat = seat_of(view)
    place = seat.places[piece] if seat is not None and piece < len(seat.places) else ""
    if seat is not None and place in ("front", "behind") and ui.picked not in (-1, piece):
        swapped = (c.LayPiece(piece, seat.places[ui.picked]), c.LayPiece(ui.picked, place))
        return Answer(replace(ui, picked=-1), swapped)
    if place.startswith("across"):
        return Answer(replace(ui, picked=-1), (c.TurnPiece(piece),))
    return Answer(replace(ui, picked=-1 if ui.picked == piece else piece))


def _place_tapped(name: str, view: View, ui: Ui) -> Answer:
    word = name.split(".")[1]
    if word in ("above", "on", "below"):
        return Answer(ui, (c.LayPiece(0, word),))
    if ui.picked < 0:
        return Answer(ui)
    return Answer(replace(ui, picked=-1), lay(view, ui.picked, name))


def ruling(which: str, view: View) -> Sent:
    """The attendant's command of a button such as "ticket_valid" or "clear_fault.2"; none if its cause is gone."""
    name, _, number = which.partition(".")
    index = int(number) - 1 if number and name != "document_value" else 0
    match name:
        case "ticket_valid" | "ticket_void":
            return tuple(c.RuleTicket(lock.handle, name == "ticket_valid") for lock in _locks(view, "ticket", index))
        case "document_credit" | "document_close":
            credit = name == "document_credit"
            locks = _locks(view, "document", index)
            return tuple(c.RuleDocument(int(k.handle), credit, k.amount_cents if credit else 0) for k in locks)
        case "document_value":
            return tuple(c.RuleDocument(int(k.handle), True, int(number)) for k in _locks(view, "document", 0))
        case "pay":
            locks = _locks(view, "jackpot", index) or _locks(view, "cancelled_credit", index)
            return tuple(c.PayHandpay(int(lock.handle)) for lock in locks)
        case "claim_paid" | "claim_closed":
            return tuple(c.RuleClaim(int(k.handle), name == "claim_paid") for k in _locks(view, "claim", index))
        case "confirm_setup":
            return (c.ConfirmSetup(),)
        case "clear_fault":
            faults = view.faults[index : index + 1]
            return tuple(c.ClearFault(fault.code.removeprefix("fault.")) for fault in faults)
        case _:
            return ()


def _locks(view: View, kind: str, index: int) -> tuple[LockView, ...]:
    return tuple(lock for lock in view.locks if lock.kind == kind)[index : index + 1]
