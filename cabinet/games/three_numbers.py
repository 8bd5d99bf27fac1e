"""The ranking of a hand of three numbers 1..7.

Three of a kind beats a straight, a straight beats a pair, a pair beats three singletons. Straights are three
numbers in a row, 1-2-3 the lowest and 5-6-7 the highest; nothing wraps round. Three of a kind and straights
compare by their number, pairs by the pair and then by the odd number, singletons by their highest, middle and
lowest. There are 84 hands and no suits.
Decides which of two hands is higher and what a hand is called; knows no tile and no bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import combinations_with_replacement

from cabinet.games.tiles import NUMBERS

Rank = tuple[int, ...]


class Level(IntEnum):
    """The kinds of hands, lowest first."""

    SINGLETONS = 0
    PAIR = 1
    STRAIGHT = 2
    THREE_OF_A_KIND = 3

    @property
    def code(self) -> str:
        """The stable name: "three_of_a_kind", "straight", "pair", "singletons"."""
        return self.name.lower()


def hand_rank(numbers: Sequence[int]) -> Rank:
    """A value that orders hands: equal for equal hands, greater for the higher hand; [0] is the level."""
    return _rank(tuple(numbers))


def hand_level(numbers: Sequence[int]) -> Level:
    """The kind of hand that three numbers make."""
    return Level(hand_rank(numbers)[0])


def hand_name(numbers: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """What the hand is called: the level's code and the numbers to name it by.

    three_of_a_kind (number,) · straight (highest,) · pair (pair, odd) · singletons (highest, middle, lowest).
    """
    level, *named = hand_rank(numbers)
    return Level(level).code, tuple(named)


def all_hands() -> tuple[tuple[int, ...], ...]:
    """The 84 hands, numbers descending, lowest hand first."""
    hands = (tuple(sorted(numbers, reverse=True)) for numbers in combinations_with_replacement(NUMBERS, 3))
    return tuple(sorted(hands, key=hand_rank))


@lru_cache(maxsize=343)  # every order of three numbers
def _rank(numbers: tuple[int, ...]) -> Rank:
    highest, middle, lowest = sorted(numbers, reverse=True)
    if highest == lowest:
        return (Level.THREE_OF_A_KIND, highest)
    if highest == middle + 1 == lowest + 2:
        return (Level.STRAIGHT, highest)
    if middle in (highest, lowest):
        return (Level.PAIR, middle, lowest if middle == highest else highest)
    return (Level.SINGLETONS, highest, middle, lowest)
