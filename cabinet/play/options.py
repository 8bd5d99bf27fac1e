"""What the floor decides about a game: which one, its options, the limits of its bets.

Decides nothing itself: the loader of the configuration fills it, `play` reads it from the state. Knows no file.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cabinet.games.base import GameOptions


@dataclass(frozen=True, slots=True)
class BetLimit:
    """Smallest and largest stake of one bet in cents; every stake is a multiple of *step_cents*."""

    bet: str
    min_cents: int
    max_cents: int
    step_cents: int


@dataclass(frozen=True, slots=True)
class ScheduledLimits:
    """Limits of some bets from one minute of the day to another; past midnight when it ends before it begins."""

    begins_minute: int
    ends_minute: int
    limits: tuple[BetLimit, ...]

    def holds(self, minute: int) -> bool:
        """Whether *minute* (0..1439) lies in it; the last minute does not."""
        if self.begins_minute < self.ends_minute:
            return self.begins_minute <= minute < self.ends_minute
        return minute >= self.begins_minute or minute < self.ends_minute


ALWAYS = -1
"""The row of no schedule: the limits that hold at all other times."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """One enabled game. A bet without a row in *limits* is closed.

    *set_within_s*: seconds until the house way is laid for the player; 0 = no limit. *quick*: one touch may play a
    whole round. *schedule*: other limits at times of the day.
    """

    game: str
    options: GameOptions
    limits: tuple[BetLimit, ...]
    set_within_s: int = 0
    quick: bool = False
    schedule: tuple[ScheduledLimits, ...] = ()

    def limit(self, bet: str) -> BetLimit | None:
        """The limits of *bet*, None if it is closed."""
        return next((limit for limit in self.limits if limit.bet == bet), None)

    def row_at(self, minute: int) -> int:
        """The row of the schedule that holds at *minute* of the day, or ALWAYS."""
        return next((place for place, row in enumerate(self.schedule) if row.holds(minute)), ALWAYS)

    def scheduled(self, row: int) -> GameSetup:
        """This set-up with the limits of *row*; a bet that the row does not name keeps its own."""
        if not 0 <= row < len(self.schedule):
            return self
        other = {limit.bet: limit for limit in self.schedule[row].limits}
        return replace(self, limits=tuple(other.get(limit.bet, limit) for limit in self.limits))
