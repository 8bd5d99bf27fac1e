"""What the help page says a bet costs is what the PAR sheet says, to the hundredth of a percent."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from cabinet.app.edges import Edges, edges_of
from cabinet.odds.par import par
from cabinet.play.options import GameSetup
from tests.machine.floor import Floor
from tests.machine.setups import double_hand, two_card

PUBLISHED = {"main": 227, "house_way": 362, "super_bonus": 473, "lo_card": 357, "hi_card": 357, "dice_lo": 278}


def test_the_published_figures_come_out() -> None:
    found = dict(edges_of(double_hand(dice=True)))
    assert PUBLISHED.items() <= found.items()


@pytest.mark.parametrize("setup", [double_hand(dice=True), two_card()], ids=["tiles", "cards"])
def test_every_figure_is_the_par_sheet_s(setup: GameSetup) -> None:
    sheet, found = par(setup), dict(edges_of(setup))
    for bet in sheet.bets:
        assert abs(found[bet.name] / 10_000 - float(bet.house_edge)) <= 0.000_050_001


def test_another_commission_is_another_figure() -> None:
    plain = double_hand()
    dearer = replace(plain, options=replace(plain.options, commission_bp=1_000))
    assert dict(edges_of(dearer))["main"] > dict(edges_of(plain))["main"]


def test_the_engine_never_waits_for_them() -> None:
    edges, setup = Edges(), two_card()
    assert edges(setup) == ()
    for thread in threading.enumerate():
        if thread.name == "edges":
            thread.join(30)
    assert edges(setup) == edges_of(setup)


def test_a_view_tells_those_of_the_game_on_the_table() -> None:
    floor = Floor()
    assert floor.view().table.edges == ()
    floor.engine.show_edges_of(lambda setup: ((setup.game, 227),))
    assert floor.view().table.edges == (("double_hand", 227),)
