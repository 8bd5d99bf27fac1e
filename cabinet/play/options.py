"""What the floor decides about a game: which one, its options, the limits of its bets.

Decides nothing itself: the loader of the configuration fills it, `play` reads it from the state. Knows no file.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.games.base import GameOptions


@dataclass(frozen=True, slots=True)
class BetLimit:
    """Smallest and largest stake of one bet in cents; every stake is a multiple of *step_cents*."""

    bet: str
    min_cents: int
    max_cents: int
    step_cents: int


@dataclass(frozen=True, slots=True)
class GameSetup:
    """One enabled game. A bet without a row in *limits* is closed.

    *set_within_s*: seconds until the house way is laid for the player; 0 = no limit. *quick*: one touch may play a
    whole round.
    """

    game: str
    options: GameOptions
    limits: tuple[BetLimit, ...]
    set_within_s: int = 0
    quick: bool = False

    def limit(self, bet: str) -> BetLimit | None:
        """The limits of *bet*, None if it is closed."""
        return next((limit for limit in self.limits if limit.bet == bet), None)
