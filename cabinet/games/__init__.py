"""Pure rules: the games this machine plays, one entry each."""

from __future__ import annotations

from cabinet.games.base import Game
from cabinet.games.double_hand import DoubleHand
from cabinet.games.two_card import TwoCard

GAMES: dict[str, Game] = {"double_hand": DoubleHand(), "two_card": TwoCard()}
