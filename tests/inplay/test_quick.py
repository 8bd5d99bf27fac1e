"""The quick mode of the game with cards: one touch, one round, and every act of it a row of the journal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.ports import commands as c
from cabinet.screens.reveal import MINIMUM_MS
from cabinet.screens.ui import QUICK_MS
from tests.inplay.floor import Floor
from tests.inplay.player import Player
from tests.machine.setups import double_hand, options, two_card


@pytest.fixture
def player() -> Player:
    """A player who has played one round of the game by hand."""
    player = Player(Floor(seed=5, setup=options(games=(replace(two_card(), quick=True), double_hand()))))
    player.floor.note(10_000)
    player.floor.press(c.AddChip("entry", 500), c.AddChip("set_bonus", 100), c.Deal(), c.CutDeck(0))
    player.floor.press(c.LayPiece(0, "on"), c.Confirm())
    player.look()
    player.floor.run(9_000)
    player.look()
    player.floor.run(QUICK_MS)  # nobody's finger is still on what stood there during the round
    player.look()
    return player


def play_on(player: Player) -> None:
    for _ in range(6):
        player.look()


def test_one_touch_plays_the_last_bets_again(player: Player) -> None:
    player.touch("quick")
    play_on(player)
    view = player.view
    assert (view.table.round_number, view.table.phase, view.last_bet_cents) == (2, "settled", 600)
    assert [row["position"] for row in player.floor.rows("DeckCut")] == [0, 0]
    assert player.floor.rows("HandSet")[-1]["assist"] == "house_way"
    player.floor.check()


def test_its_reveal_is_as_short_as_an_outcome_may_be_shown_and_no_shorter(player: Player) -> None:
    player.touch("quick")
    begun = player.floor.now
    play_on(player)
    assert player.screen.ui.reveal is not None
    while player.screen.ui.reveal is not None:
        player.floor.run(50)
        player.look()
    took = player.floor.now - begun
    assert MINIMUM_MS <= took <= MINIMUM_MS + 800


def test_one_touch_is_one_round(player: Player) -> None:
    """F-15: nothing plays by itself; every round wants a press of its own."""
    player.touch("quick")
    play_on(player)
    player.floor.run(30_000)
    play_on(player)
    assert player.view.table.round_number == 2


def test_what_is_refused_ends_it(player: Player) -> None:
    """The credit went down since: nothing is dealt, and nothing happens later by itself."""
    player.floor.press(*(c.AddChip("entry", 2_500) for _ in range(2)))
    player.look()
    assert player.screen.scene.control("quick") is None, "chips lie on the cloth: the button is Deal again"
    player.floor.press(c.ClearBet())
    player.look()
    player.floor.key(True)  # the attendant opens while the finger comes down
    player.screen.ui = replace(player.screen.ui, quick="deal")
    player.floor.press(c.RepeatBets(), c.Deal())
    player.look()
    assert player.screen.ui.quick == ""
    player.floor.key(False)
    play_on(player)
    assert player.view.table.round_number == 1


def test_it_is_offered_only_where_the_option_says_so(player: Player) -> None:
    assert player.screen.scene.control("quick") is not None
    player.floor.press(c.ChooseGame("double_hand"))
    player.look()
    assert player.screen.scene.control("quick") is None
