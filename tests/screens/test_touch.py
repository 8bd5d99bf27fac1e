"""What fingers do at the table: chips are tapped and dragged, tiles laid, turned and taken back."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import pytest

from cabinet.ports import commands as c
from cabinet.screens import layout
from cabinet.screens.pilot import answered
from cabinet.screens.pointer import FingerRaw, MouseRaw
from cabinet.screens.scene import Card, Drawable
from cabinet.screens.ui import PEEK_MS, QUICK_MS
from tests.screens import views
from tests.screens.rig import Floor


def press(floor: Floor, name: str) -> dict[str, object]:
    return answered({"press": name}, floor.screen, floor.now_ms)


def drag(floor: Floor, name: str, to: str) -> dict[str, object]:
    return answered({"drag": name, "to": to}, floor.screen, floor.now_ms)


def test_a_chip_is_chosen_and_a_tap_on_the_spot_lays_it() -> None:
    floor = Floor(views.betting())
    assert press(floor, "chip.500") == {"ok": True}
    assert floor.commands == []
    press(floor, "bet.main")
    assert floor.commands == [c.AddChip("main", 500)]


def test_without_a_choice_the_smallest_chip_is_laid() -> None:
    floor = Floor(views.betting())
    press(floor, "bet.main")
    assert floor.commands == [c.AddChip("main", 100)]


def test_a_chip_is_dragged_onto_a_spot() -> None:
    floor = Floor(views.with_sides())
    drag(floor, "chip.2500", "bet.super_bonus")
    assert floor.commands == [c.AddChip("super_bonus", 2500)]


def test_a_chip_let_go_over_the_felt_is_no_bet() -> None:
    floor = Floor(views.betting())
    drag(floor, "chip.2500", "cash_out")
    assert floor.commands == []


def test_one_finger_reported_four_times_bets_once_and_a_later_click_once_more() -> None:
    """A1: credit 100, the chip is 5: the bet goes to 5 and then to 10, never to 15."""
    floor = Floor(views.betting())
    press(floor, "chip.500")
    control = floor.screen.scene.control("bet.main")
    assert control is not None
    x, y = control.rect.centre
    fx, fy = (x + 0.5) / 1920, (y + 0.5) / 1080
    for at, raw in (
        (0, MouseRaw("down", x, y, touch=True)),
        (0, FingerRaw("down", fx, fy, 73)),
        (40, MouseRaw("up", x, y, touch=True)),
        (40, FingerRaw("up", fx, fy, 73)),
        (50, MouseRaw("down", x, y)),
        (58, MouseRaw("up", x, y)),
    ):
        floor.screen.feed(raw, floor.now_ms + at)
    assert floor.commands == [c.AddChip("main", 500)]
    floor.screen.feed(MouseRaw("down", x, y), floor.now_ms + 550)
    floor.screen.feed(MouseRaw("up", x, y), floor.now_ms + 590)
    assert floor.commands == [c.AddChip("main", 500)] * 2


def test_a_finger_that_slides_off_a_button_presses_nothing() -> None:
    floor = Floor(views.with_bet())
    control = floor.screen.scene.control("deal")
    assert control is not None
    x, y = control.rect.centre
    floor.screen.feed(FingerRaw("down", x / 1920, y / 1080), floor.now_ms)
    floor.screen.feed(FingerRaw("up", 0.5, 0.5), floor.now_ms + 80)
    assert floor.commands == []


PLAIN = (
    ("deal", c.Deal()),
    ("clear", c.ClearBet()),
    ("undo", c.UndoChip()),
    ("double", c.DoubleBets()),
    ("all_in", c.BetRest()),
    ("call_attendant", c.CallAttendant()),
)


@pytest.mark.parametrize(("name", "command"), PLAIN)
def test_buttons_ask_for_what_they_say(name: str, command: c.Command) -> None:
    floor = Floor(views.with_bet())
    assert press(floor, name) == {"ok": True}
    assert floor.commands == [command]


# -- laying tiles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("to", "word"), [("place.front", "front"), ("place.behind", "behind"), ("place.across", "across1")]
)
def test_a_tile_is_dragged_to_the_line(to: str, word: str) -> None:
    floor = Floor(views.setting())
    floor.wait(2000)
    assert drag(floor, "tile.2", to) == {"ok": True}
    assert floor.commands == [c.LayPiece(1, word)]


def test_a_tile_is_picked_by_a_tap_and_laid_by_the_next() -> None:
    floor = Floor(views.setting())
    press(floor, "tile.3")
    assert floor.commands == []
    press(floor, "place.behind")
    assert floor.commands == [c.LayPiece(2, "behind")]


def test_a_tap_turns_a_tile_that_lies_across() -> None:
    floor = Floor(views.setting(("across1", "", "")))
    press(floor, "tile.1")
    press(floor, "turn.1")
    assert floor.commands == [c.TurnPiece(0)] * 2


def test_a_tile_laid_where_one_lies_alongside_sends_that_one_back_first() -> None:
    """Two tiles in front would be four numbers: the player sees at once which one gave way."""
    floor = Floor(views.setting(("", "front", "")))
    drag(floor, "tile.1", "place.front")
    assert floor.commands == [c.LayPiece(1, ""), c.LayPiece(0, "front")]


def test_a_tile_dragged_down_goes_back_to_the_tray() -> None:
    floor = Floor(views.setting(("front", "", "")))
    tile = floor.screen.scene.control("tile.1")
    assert tile is not None
    x, y = tile.rect.centre
    floor.screen.feed(FingerRaw("down", x / 1920, y / 1080), floor.now_ms)
    floor.screen.feed(FingerRaw("move", x / 1920, 760 / 1080), floor.now_ms + 20)
    floor.screen.feed(FingerRaw("up", x / 1920, 760 / 1080), floor.now_ms + 40)
    assert floor.commands == [c.LayPiece(0, "")]


def test_a_tile_put_back_where_it_lay_asks_for_nothing() -> None:
    floor = Floor(views.setting(("front", "", "")))
    drag(floor, "tile.1", "place.front")
    assert floor.commands == []


def test_unfinished_hands_cannot_be_played() -> None:
    floor = Floor(views.setting(("across1", "front", "")))
    assert "error" in press(floor, "confirm")
    floor.show(views.setting(views.LAID))
    press(floor, "confirm")
    assert floor.commands == [c.Confirm()]


def test_the_house_way_and_the_best_set_are_two_buttons() -> None:
    floor = Floor(views.setting())
    press(floor, "house_way")
    press(floor, "best")
    assert floor.commands == [c.Assist("house_way"), c.Assist("best")]


# -- the attendant --------------------------------------------------------------------------------------

RULINGS: tuple[tuple[str, str, c.Command], ...] = (
    ("ticket", "attendant.ticket_valid", c.RuleTicket("004271234567890123", True)),
    ("ticket", "attendant.ticket_void", c.RuleTicket("004271234567890123", False)),
    ("document", "attendant.document_credit", c.RuleDocument(7, True, 3750)),
    ("document", "attendant.document_close", c.RuleDocument(7, False)),
    ("jackpot", "attendant.pay", c.PayHandpay(7)),
)


@pytest.mark.parametrize(("kind", "name", "command"), RULINGS)
def test_the_attendant_rules_on_locked_money(kind: str, name: str, command: c.Command) -> None:
    floor = Floor(views.locked(kind, attendant=True))
    assert press(floor, name) == {"ok": True}
    assert floor.commands == [command]


def test_a_note_whose_value_nobody_knows_is_ruled_on_by_its_denomination() -> None:
    view = views.locked("document", attendant=True)
    floor = Floor(replace(view, locks=(replace(view.locks[0], amount_cents=0),)))
    assert "error" in press(floor, "attendant.document_credit")
    press(floor, "attendant.document_value.2000")
    assert floor.commands == [c.RuleDocument(7, True, 2000)]


def test_no_ruling_is_offered_to_the_player() -> None:
    floor = Floor(views.locked("ticket"))
    assert not [control.name for control in floor.screen.scene.controls if control.name.startswith("attendant.")]


def test_the_second_fault_is_cleared_by_its_own_button() -> None:
    floor = Floor(views.attending())
    press(floor, "attendant.clear_fault.2")
    assert floor.commands == [c.ClearFault("cheated")]


def test_a_touch_wakes_the_idle_screen_and_asks_for_nothing() -> None:
    floor = Floor(views.EMPTY)
    assert floor.screen.scene.name == "attract"
    press(floor, "wake")
    assert (floor.screen.scene.name, floor.commands) == ("table", [])
    floor.wait(60_000)
    assert floor.screen.scene.name == "attract"


def test_a_cancelled_credit_can_be_taken_back() -> None:
    floor = Floor(views.locked("cancelled_credit"))
    press(floor, "back_out")
    assert floor.commands == [c.BackOut()]


def test_chips_that_cannot_be_paid_are_dim_and_the_chosen_one_gives_way() -> None:
    """Until the deal chips on the cloth are still in the credit: what is left to spend is less than it."""
    floor = Floor(replace(views.with_bet(9800), credit_cents=10_000))
    chips = [c for c in floor.screen.scene.controls if c.name.startswith("chip.")]
    assert [chip.enabled for chip in chips] == [True, False, False, False]
    floor = Floor(views.betting(3000))
    press(floor, "chip.2500")
    floor.show(views.with_bet(9000))
    press(floor, "bet.main")
    assert floor.commands == [c.AddChip("main", 500)]
    floor.show(views.with_bet(10_000))
    assert "error" in press(floor, "bet.main")


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("game.two_card", c.ChooseGame("two_card")),
        ("language.de", c.ChooseLanguage("de")),
        ("call_attendant", c.CallAttendant()),
    ],
)
def test_buttons_of_the_idle_screen_work_at_the_first_touch(name: str, command: c.Command) -> None:
    floor = Floor(views.EMPTY)
    press(floor, name)
    assert floor.commands == [command]


def test_the_deck_is_cut_where_it_is_touched() -> None:
    floor = Floor(views.cards("cutting"))
    cards = layout.of(floor.screen.scene.size).cards
    for x in (cards.ribbon.x, *map(cards.cut_x, (1, 26, 51)), cards.ribbon.right - 1):
        answered({"touch": [x, cards.ribbon.cy]}, floor.screen, floor.now_ms)
    press(floor, "no_cut")
    cuts = [command.position for command in floor.commands if isinstance(command, c.CutDeck)]
    assert cuts == [1, 1, 26, 51, 51, 0]


def test_a_finger_slides_along_the_deck_and_cuts_where_it_lets_go() -> None:
    floor = Floor(views.cards("cutting"))
    cards = layout.of(floor.screen.scene.size).cards
    y = cards.ribbon.cy

    def lifted() -> list[int]:
        boxes = [item.rect for item in floor.screen.scene.drawables if isinstance(item, Card)]
        return [number for number in range(52) if cards.spread(number) not in boxes]

    def finger(kind: Literal["down", "move", "up"], x: int, y: int = y) -> None:
        floor.screen.feed(FingerRaw(kind, x / 1920, y / 1080), floor.now_ms)

    assert lifted() == []
    finger("down", cards.cut_x(8))
    assert lifted() == [7]
    finger("move", cards.cut_x(40))
    assert lifted() == [39]
    finger("move", cards.cut_x(40), 900)
    finger("up", cards.cut_x(40), 900)
    assert floor.commands == [], "let go far from the deck, nothing is cut"
    finger("down", cards.cut_x(8))
    finger("move", cards.cut_x(44))
    finger("up", cards.cut_x(44))
    assert floor.commands == [c.CutDeck(44)]


def test_the_hole_card_shows_only_while_it_is_peeked_at() -> None:
    floor = Floor(views.cards("setting"))
    floor.wait(2000)
    button = floor.screen.scene.control("peek")
    assert button is not None

    def cards() -> list[int]:
        return [item.card for item in floor.screen.scene.drawables if isinstance(item, Card) and item.rect.y > 400]

    assert views.CARDS[1] not in cards()
    floor.screen.feed(FingerRaw("down", button.rect.cx / 1920, button.rect.cy / 1080), floor.now_ms)
    assert views.CARDS[1] in cards()
    floor.wait(5000)
    assert views.CARDS[1] in cards(), "for as long as the finger stays"
    floor.screen.feed(FingerRaw("up", button.rect.cx / 1920, button.rect.cy / 1080), floor.now_ms)
    assert views.CARDS[1] in cards(), "and for a moment after, so that a mere tap shows it too"
    floor.wait(PEEK_MS)
    assert views.CARDS[1] not in cards()
    assert floor.commands == []


def drawn(floor: Floor) -> tuple[Drawable, ...]:
    return floor.screen.scene.drawables


def test_a_row_takes_the_hand_wherever_it_is_touched() -> None:
    """Left of the cards, right of them, and on the cards themselves: the row under the finger."""
    for place in ("", "above", "on", "below"):
        view = views.cards("setting", place)
        plan = layout.of(layout.CANVAS).cards
        for word, row in plan.zones.items():
            for x in (row.x + 300, plan.hand_x, row.right - 20):
                floor = Floor(view)
                floor.wait(2000)
                answered({"touch": [x, row.cy]}, floor.screen, floor.now_ms)
                on_hand = not place and plan.hand("").contains(x, row.cy)
                wanted = [] if on_hand else [c.LayPiece(0, word)]
                assert floor.commands == wanted, (place, word, x)
                floor.wait(50)
                open_now = any(isinstance(item, Card) and item.card == views.CARDS[1] for item in drawn(floor))
                assert open_now is (bool(place) or on_hand), "a card that lies face down is touched to be seen"


def test_the_first_chip_pays_the_least_main_bet_and_too_little_is_named() -> None:
    """Somebody who has never seen the game touches the spot once and can play."""
    view = views.betting()
    table = replace(view.table, spots=(replace(view.table.spots[0], min_cents=500), *view.table.spots[1:]))
    floor = Floor(replace(view, table=table))
    press(floor, "bet.main")
    assert floor.commands == [c.AddChip("main", 500)]
    spots = (replace(table.spots[0], amount_cents=100), *table.spots[1:])
    floor.show(replace(view, bet_cents=100, table=replace(table, spots=spots)))
    assert "MAIN BET: AT LEAST $5.00" in floor.texts().upper()


def test_no_touch_meant_for_the_last_round_begins_the_next() -> None:
    """The button of the same bets again lights only when the round has been on view for a while."""
    done = views.cards("settled", "on")
    quick = replace(done, table=replace(done.table, quick=True))
    floor = Floor(views.cards("setting", "on"))
    floor.show(quick)
    while floor.screen.ui.reveal is not None:
        floor.wait(100)
    button = floor.screen.scene.control("quick")
    assert button is not None
    assert not button.enabled
    floor.wait(QUICK_MS)
    button = floor.screen.scene.control("quick")
    assert button is not None
    assert button.enabled


def test_a_hand_of_cards_is_dragged_to_the_line() -> None:
    floor = Floor(views.cards("setting"))
    drag(floor, "hand", "place.on")
    press(floor, "place.above")
    assert floor.commands == [c.LayPiece(0, "on"), c.LayPiece(0, "above")]


def test_a_full_spot_takes_no_more_chips() -> None:
    floor = Floor(replace(views.with_bet(10_000), credit_cents=30_000))
    assert "error" in press(floor, "bet.main")
    assert press(floor, "undo") == {"ok": True}


def test_a_tile_touched_after_another_gives_up_its_place_to_it() -> None:
    floor = Floor(views.setting(views.LAID))
    press(floor, "tile.2")
    press(floor, "tile.3")
    assert floor.commands == [c.LayPiece(2, "front"), c.LayPiece(1, "behind")]
    assert floor.screen.ui.picked == -1
