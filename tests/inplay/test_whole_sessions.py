"""Whole visits from note to ticket: with nothing but the deck's buttons, and with nothing but fingers."""

from __future__ import annotations

import pytest

from cabinet.ports import commands as c
from tests.inplay.floor import DECK, PRINTER, Floor
from tests.inplay.player import Player


@pytest.fixture
def player() -> Player:
    return Player(Floor(seed=3))


def ticket(player: Player) -> int:
    """The ticket comes, is taken, and nothing is left on the machine: its amount in cents."""
    floor = player.floor
    floor.wait(lambda: any(moving.state == "take_ticket" for moving in player.view.moving), "the ticket")
    amount = player.view.moving[0].amount_cents
    floor.hand(PRINTER, {"take_ticket": True})
    floor.wait(lambda: not player.view.moving, "the ticket to be gone")
    assert player.view.credit_cents == 0
    floor.check()
    return amount


def lay_by_deck(player: Player) -> None:
    """Tiles taken one after the other and laid; if the low hand is the higher one, mended as the screen says."""
    for tile, place in ((1, "place.across"), (2, "place.front"), (3, "place.behind")):
        player.select(f"tile.{tile}")
        player.select(place)
    if "confirm" not in player.view.allowed:
        player.go("tile.1")
        player.button("turn")
    if "confirm" not in player.view.allowed:
        player.select("tile.2")
        player.select("tile.3")  # the two change places
    if "confirm" not in player.view.allowed:
        player.go("tile.1")
        player.button("turn")
    assert "confirm" in player.view.allowed, player.reads()


def test_double_hand_from_note_to_ticket_with_the_deck_alone(player: Player) -> None:
    """Bet and a side bet, tiles laid by hand, played, shown, cashed out: no finger ever touches the glass."""
    player.floor.note(10_000)
    player.look()
    player.button("right")
    assert player.ring == "bet.main", "the ring comes up at the main bet"
    player.button("turn")
    assert player.screen.ui.chip_cents == 2_500, "turn takes the next chip in hand after the one of the least bet"
    for _ in range(2):
        player.button("turn")
    assert player.screen.ui.chip_cents == 500, "and goes round those that can be paid"
    player.button("select")
    player.select("bet.super_bonus")
    assert {spot.bet: spot.amount_cents for spot in player.view.table.spots if spot.amount_cents} == {
        "main": 500,
        "super_bonus": 500,
    }
    player.button("deal")
    player.wait("setting")
    player.floor.run(1_000)
    lay_by_deck(player)
    player.button("deal")
    player.wait("settled")
    player.rest()
    assert player.view.table.result is not None
    before = player.view.credit_cents
    player.button("cash_out")
    assert ticket(player) == before
    assert not any(isinstance(command, c.Assist) for command in player.sent)


def test_two_card_from_note_to_ticket_with_the_deck_alone(player: Player) -> None:
    """The other game is chosen, the deck cut where the player wants, the hidden card looked at, the hand laid."""
    player.floor.note(10_000)
    player.look()
    player.button("right")
    player.select("help")
    player.select("page.games")
    player.select("game.two_card")
    assert player.view.table.game == "two_card"
    player.select("chip.500")
    assert player.ring == "bet.entry", "a chip in hand wants a spot"
    player.button("select")
    player.select("bet.dealers_high")
    player.button("deal")
    player.wait("cutting")
    assert player.ring == "deck"
    player.button("turn")
    assert "31" in player.reads()
    player.button("select")
    player.wait("setting")
    assert player.view.table.cut == 31
    player.floor.run(1_000)
    player.select("peek")
    assert player.screen.ui.peeking
    player.select("place.on")
    player.button("deal")
    player.wait("settled")
    player.rest()
    before = player.view.credit_cents
    player.button("cash_out")
    if before:
        assert ticket(player) == before


@pytest.mark.parametrize("game", ["double_hand", "two_card"])
def test_a_visit_with_fingers_alone(player: Player, game: str) -> None:
    floor = player.floor
    floor.note(10_000)
    player.look()
    if game == "two_card":
        player.touch("help")
        player.touch("page.games")
        player.touch("game.two_card")
    main, side = ("main", "lo_card") if game == "double_hand" else ("entry", "set_bonus")
    player.touch("chip.500")
    player.touch(f"bet.{main}")
    player.drag("chip.500", f"bet.{side}")
    player.touch("deal")
    if game == "two_card":
        player.wait("cutting")
        player.touch("deck")
    player.wait("setting")
    floor.run(1_000)
    if game == "double_hand":
        player.touch("tile.1")
        player.touch("place.across")
        player.touch("house_way")
    else:
        player.touch("place.on")
    player.look()
    player.touch("confirm")
    player.wait("settled")
    player.rest()
    before = player.view.credit_cents
    player.touch("cash_out")
    assert ticket(player) == before


# -- the buttons by themselves ----------------------------------------------------------------------------


def test_the_first_press_on_a_sleeping_screen_only_wakes_it(player: Player) -> None:
    player.floor.run(30_000)
    player.look()
    assert player.screen.scene.name == "attract"
    player.button("select")
    assert (player.screen.scene.name, player.ring, player.sent) == ("table", "", [])


def test_a_finger_takes_the_ring_away(player: Player) -> None:
    player.floor.note(2_000)
    player.look()
    player.button("right")
    assert player.ring
    player.touch("bet.main")
    assert player.ring == ""


def test_the_ring_never_stands_on_what_cannot_be_pressed(player: Player) -> None:
    """Every step of a round, all the way round: whatever is in the ring is enabled, and the ring is always there."""
    player.floor.note(10_000)
    player.look()

    def all_the_way_round() -> None:
        player.button("right")
        begin, seen = player.ring, set()
        while player.ring not in seen:
            seen.add(player.ring)
            control = player.screen.scene.control(player.ring)
            assert control is not None
            assert control.enabled
            player.button("right")
        can = {control.name for control in player.screen.scene.controls if control.enabled} - {"hand"}
        assert (seen, player.ring) == (can, begin)

    all_the_way_round()
    player.select("bet.main")
    for _ in range(4):
        player.button("select")
    all_the_way_round()
    player.button("deal")
    player.wait("setting")
    player.floor.run(1_000)
    all_the_way_round()
    player.floor.hand(DECK, {"key": "audit", "on": True})
    player.look()
    all_the_way_round()


def test_left_undoes_right(player: Player) -> None:
    player.floor.note(10_000)
    player.look()
    player.button("right")
    for _ in range(5):
        before = player.ring
        player.button("right")
        player.button("left")
        assert player.ring == before
        player.button("right")


def test_a_press_while_the_dealer_shows_only_hurries(player: Player) -> None:
    """Select during the reveal must not press what will stand there afterwards."""
    player.floor.note(10_000)
    player.look()
    player.select("bet.main")
    for _ in range(4):
        player.button("select")
    player.button("deal")
    player.wait("setting")
    player.floor.run(1_000)
    player.select("house_way")
    player.button("deal")
    player.wait("settled")
    assert player.screen.ui.reveal is not None
    skipped, sent = player.screen.ui.reveal.skipped_ms, len(player.sent)
    player.floor.run(700)
    player.button("select")
    assert len(player.sent) == sent
    assert player.screen.ui.reveal is None or player.screen.ui.reveal.skipped_ms > skipped


def test_navigation_is_in_no_row_of_the_journal(player: Player) -> None:
    rows = len(player.floor.memory.rows)
    for button in ("left", "right", "turn", "left"):
        player.button(button)
    assert len(player.floor.memory.rows) == rows


def test_chips_that_were_dealt_on_do_not_come_back_after_a_refusal() -> None:
    """The last thing said before the deal was a refusal: once the round is settled its result stays on view (P-02)."""
    floor = Floor(seed=3)
    floor.note(10_000)
    floor.press(c.AddChip("main", 1_000), c.AddChip("main", 900_000))
    assert floor.refusals() == ["refused.over_max"]
    floor.press(c.Deal())
    floor.set_hands()
    floor.settle()
    assert floor.view().table.phase == "settled"
    assert (floor.view().bet_cents, floor.view().last_bet_cents) == (0, 1_000)
