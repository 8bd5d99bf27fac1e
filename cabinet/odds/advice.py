"""What every setting of one hand is worth: what the "Best set" button and the record of each round ask.

A lazy table: the counting tables are built at the first question (some milliseconds), after that a hand is
answered in well under a millisecond. A hand's odds hang on the player's own pieces alone. The keys are pieces
in dealt order, the settings come back as words for that order; of equally good ones the first is the best, in
the order of the low hand's numbers and then the high hand's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import comb, perm

import numpy as np

from cabinet.games import GAMES
from cabinet.games.base import GameOptions, HandOdds, Refused
from cabinet.games.bets import BASIS_POINTS
from cabinet.games.cards import DECK, ranks_of
from cabinet.games.tiles import TILES, split
from cabinet.games.two_card_bets import ENTRY, PAYS
from cabinet.odds.entry_bet import entry_counts
from cabinet.odds.tables import (
    DEALER_HANDS,
    Ints,
    Ranks,
    Tables,
    all_three_tiles,
    count_one,
    dealer_tables,
    rank_numbers,
)

Pieces = tuple[int, ...]


def kept(options: GameOptions) -> Fraction:
    """What is left of winnings after commission, before any rounding."""
    return 1 - Fraction(options.commission_bp, BASIS_POINTS)


@dataclass(frozen=True, slots=True)
class _Built:
    ranks: Ranks
    tables: Tables


class Advice(Mapping[Pieces, HandOdds]):
    """Three different tiles in dealt order → the exact worth of their settings; commission as in *options*."""

    def __init__(self, options: GameOptions) -> None:
        self._kept = kept(options)
        self._game = GAMES["double_hand"]

    def __getitem__(self, hand: Pieces) -> HandOdds:
        try:
            laid = sorted((*split(hand, setting), setting) for setting in self._game.settings(hand))
        except (Refused, TypeError):
            raise KeyError(hand) from None
        won, lost = self._counts(hand, [low for low, _, _ in laid], [high for _, high, _ in laid])
        worth = [
            (self._kept * int(winning) - int(losing)) / DEALER_HANDS for winning, losing in zip(won, lost, strict=True)
        ]
        expectations = tuple((setting, worth[i]) for i, (_, _, setting) in enumerate(laid))
        best = expectations[worth.index(max(worth))][0]
        return HandOdds(expectations, best, self._game.house_way(hand))

    def __iter__(self) -> Iterator[Pieces]:
        return permutations(range(len(TILES)), 3)

    def __len__(self) -> int:
        return perm(len(TILES), 3)

    def build(self) -> None:
        """Build the counting tables now, so that the first player need not wait."""
        _ = self._built

    @cached_property
    def _built(self) -> _Built:
        ranks = rank_numbers()
        return _Built(ranks, dealer_tables(all_three_tiles(ranks)))

    def _counts(self, hand: Pieces, lows: list[tuple[int, ...]], highs: list[tuple[int, ...]]) -> tuple[Ints, Ints]:
        ranks, tables = self._built.ranks, self._built.tables
        first, second, third = sorted(hand)
        tiles = (first, second, third)
        return count_one(tables, tiles, hand_number(tiles), _rank(ranks, lows), _rank(ranks, highs))


class EntryAdvice(Mapping[Pieces, HandOdds]):
    """Two different cards in dealt order → what the entry bet is worth; the placing changes nothing."""

    def __getitem__(self, hand: Pieces) -> HandOdds:
        try:
            setting = GAMES["two_card"].house_way(hand)
        except (Refused, TypeError):
            raise KeyError(hand) from None
        counts = entry_counts(ranks_of(hand))
        pays = PAYS[ENTRY]
        worth = Fraction(sum(pays.to_one(outcome) * n for outcome, n in counts.items()), counts.total())
        return HandOdds(((setting, worth),), setting, setting)

    def __iter__(self) -> Iterator[Pieces]:
        return permutations(range(DECK), 2)

    def __len__(self) -> int:
        return perm(DECK, 2)


def advice(game: str, options: GameOptions) -> Mapping[Pieces, HandOdds]:
    """The worth of every hand of *game*, by its pieces in the order its settings are to be in."""
    match game:
        case "double_hand":
            return Advice(options)
        case "two_card":
            return EntryAdvice()
        case _:
            raise KeyError(game)


def hand_number(tiles: tuple[int, int, int]) -> int:
    """The place of ascending tiles a < b < c in itertools.combinations(range(28), 3)."""
    a, b, c = tiles
    n = len(TILES)
    return comb(n, 3) - comb(n - a, 3) + comb(n - 1 - a, 2) - comb(n - b, 2) + c - b - 1


def _rank(ranks: Ranks, hands: list[tuple[int, ...]]) -> Ints:
    numbers = np.array(hands) - 1
    found: Ints = ranks.of[numbers @ np.array([49, 7, 1])]
    return found
