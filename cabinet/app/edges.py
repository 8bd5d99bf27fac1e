"""What each bet costs on average, counted aside: the engine's thread never waits for numpy.

Decides when they are counted: at the first question about a set-up, in a thread of its own. The figures are those
of the PAR sheet.
"""

from __future__ import annotations

import threading
from fractions import Fraction

from cabinet.play.options import GameSetup


class Edges:
    """Answers at once: empty until the figures of that set-up are there."""

    def __init__(self) -> None:
        self._known: dict[GameSetup, tuple[tuple[str, int], ...]] = {}

    def __call__(self, setup: GameSetup) -> tuple[tuple[str, int], ...]:
        found = self._known.get(setup)
        if found is None:
            self._known[setup] = found = ()
            threading.Thread(target=self._count, args=(setup,), name="edges", daemon=True).start()
        return found

    def _count(self, setup: GameSetup) -> None:
        self._known[setup] = edges_of(setup)


def edges_of(setup: GameSetup) -> tuple[tuple[str, int], ...]:
    """Bet → house edge in hundredths of a percent, half up; "house_way": the main bet laid by it."""
    from cabinet.odds import double_hand, two_card
    from cabinet.odds.par import kept_at_worst

    if setup.game == "two_card":
        return tuple((bet.name, _hundredths(bet.house_edge)) for bet in two_card.all_figures())
    best, house_way, sides = double_hand.all_figures(kept_at_worst(setup), setup.options)
    shown = ((bet.name, _hundredths(bet.house_edge)) for bet in (best, *sides))
    return (*shown, ("house_way", _hundredths(house_way.house_edge)))


def _hundredths(share: Fraction) -> int:
    return int((share * 20_000 + 1) // 2)
