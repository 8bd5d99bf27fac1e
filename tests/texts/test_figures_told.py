"""What the help tells about odds is what the PAR sheet says."""

from __future__ import annotations

import pytest

from cabinet.games.base import GameOptions
from cabinet.odds.par import par
from cabinet.play.options import GameSetup
from cabinet.texts import LANGUAGES, Texts


@pytest.fixture(scope="module")
def edges() -> tuple[str, str]:
    """House edge of the main bet by the house way and at its best, in percent with two decimals."""
    sheet = par(GameSetup("double_hand", GameOptions(), ()))
    assert sheet.house_way is not None
    house_way, best = sheet.house_way.house_edge, sheet.bet("main").house_edge
    return f"{float(house_way) * 100:.2f}", f"{float(best) * 100:.2f}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_what_the_house_way_costs(language: str, edges: tuple[str, str]) -> None:
    told = Texts(language).say("help.fair.double_hand").replace(",", ".")
    assert told.index(edges[0]) < told.index(edges[1]), "first the house way, then the best set"
