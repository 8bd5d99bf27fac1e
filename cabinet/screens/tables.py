"""The table scene of each game, by the game's name. A table, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from cabinet.screens import double_hand, two_card
from cabinet.screens.scene import Scene
from cabinet.screens.sketch import Sketch

TABLES: dict[str, Callable[[Sketch], Scene]] = {"double_hand": double_hand.scene, "two_card": two_card.scene}
