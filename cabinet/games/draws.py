"""How a game says what chance does in a round, so that anything can enumerate or count it.

A Draw takes pieces that nobody holds yet from the one set, a Roll throws dice. They come in the order of the
round; each outcome of one step is equally likely. Odds count them, tests walk through them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import comb, perm, prod


@dataclass(frozen=True, slots=True)
class Draw:
    """*who* ("seat", "dealer", "exposed") gets *count* pieces; *ordered* if the order of them matters."""

    who: str
    count: int
    ordered: bool = False

    def ways(self, left: int) -> int:
        """How many equally likely outcomes there are when *left* pieces are left."""
        return perm(left, self.count) if self.ordered else comb(left, self.count)

    def outcomes(self, left: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every outcome, as pieces taken of those *left*."""
        return (permutations if self.ordered else combinations)(left, self.count)


@dataclass(frozen=True, slots=True)
class Roll:
    """*dice* fair dice of *faces* faces each."""

    dice: int = 3
    faces: int = 6

    def ways(self) -> int:
        """How many equally likely outcomes there are."""
        return prod([self.faces] * self.dice)

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Every roll."""
        return product(range(1, self.faces + 1), repeat=self.dice)


Chance = Draw | Roll
