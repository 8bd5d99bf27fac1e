"""Counting tables of Double-Hand Poker: how a setting fares against every hand the dealer can hold.

A setting is a pair of ranks (low, high), and so is what the house way makes of each of the dealer's 3,276
hands. Instead of looping over pairs of hands, dealer hands are counted once in two-dimensional cumulative
tables, "low below this and high below that": one table of all hands, one for each tile (the hands that hold
it), one for each pair of tiles. The dealer hands that share no tile with the player's a, b, c are then

    all − (a) − (b) − (c) + (ab) + (ac) + (bc) − (abc)

and the last one is the single hand a, b, c itself. Everything is an integer: the counts are exact. Won and
lost hands are counted in one number, won·2¹⁶ + lost, which adds and subtracts alike: lost = all − low below
− high below + both below, and both below = won.

Decides counts alone; what they are worth is for others. Ranks and levels come from the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import numpy as np
import numpy.typing as npt

from cabinet.games.three_numbers import Level, all_hands, hand_level
from cabinet.games.tiles import TILES

Ints = npt.NDArray[np.signedinteger[Any]]

TILE_COUNT = len(TILES)
RANK_COUNT = 84
DEALER_HANDS = 2300  # of the 25 tiles that the player does not hold
_WON = 1 << 16
#: The ten ways to take three of six numbers with the first one among them; the rest are the other hand.
_HALVES = np.array([half for half in combinations(range(6), 3) if half[0] == 0])
_OTHERS = np.array([[n for n in range(6) if n not in half] for half in _HALVES])
_COLUMNS = 1 + TILE_COUNT + TILE_COUNT * (TILE_COUNT - 1) // 2


@dataclass(frozen=True, slots=True)
class Ranks:
    """The 84 hands as numbers 0..83, lowest first: *of* is indexed by 49a + 7b + c of the numbers less one,
    *level* by the rank."""

    of: Ints
    level: Ints


@dataclass(frozen=True, slots=True)
class Hands:
    """All 3,276 hands in the order of itertools.combinations: *tiles* (3, n); *low*, *high* (10, n) the ranks
    of each split with high ≥ low; *house* (n) the one that the house way lays."""

    tiles: Ints
    low: Ints
    high: Ints
    house: Ints


@dataclass(frozen=True, slots=True)
class Dealer:
    """What the house way makes of all hands: *low*, *high* ranks (n)."""

    low: Ints
    high: Ints


@dataclass(frozen=True, slots=True)
class Tables:
    """Cumulative counts of dealer hands, won·2¹⁶ + lost for a player's low rank and high row.

    *counts* (84 + 1, high rows, columns); columns: all hands, those with tile t, those with tiles t and u.
    *high_row*: rank → how many of the dealer's distinct high ranks lie below it. *pair*: (t, u) → column.
    """

    counts: Ints
    high_row: Ints
    pair: Ints
    dealer: Dealer


def rank_numbers() -> Ranks:
    """The 84 hands in the order the rules give them."""
    hands = all_hands()
    numbers = np.array(hands) - 1
    of = np.zeros((7, 7, 7), np.intp)
    for order in permutations(range(3)):
        of[tuple(numbers[:, order].T)] = np.arange(RANK_COUNT)
    return Ranks(of.ravel(), np.array([hand_level(hand) for hand in hands], np.intp))


def all_three_tiles(ranks: Ranks) -> Hands:
    """Every hand of three tiles, split in all ten ways, and what the house way makes of it."""
    tile = np.arange(TILE_COUNT)
    tiles = np.array(np.nonzero((tile[:, None, None] < tile[:, None]) & (tile[:, None] < tile)))
    numbers = (np.array(TILES) - 1).T.take(tiles, axis=1).transpose(1, 0, 2).reshape(6, -1)
    one, other = _split_ranks(_HALVES, numbers, ranks), _split_ranks(_OTHERS, numbers, ranks)
    low, high = np.minimum(one, other), np.maximum(one, other)
    level = ranks.level * RANK_COUNT
    both_paired = (ranks.level >= Level.PAIR) * (8 * RANK_COUNT) + np.arange(RANK_COUNT)
    house = np.argmax(both_paired.take(low) + level.take(high), axis=0)
    return Hands(tiles, low, high, house)


def dealer_tables(hands: Hands) -> Tables:
    """The cumulative tables over the dealer's 3,276 hands, laid by the house way."""
    hand = np.arange(hands.house.size)
    dealer = Dealer(hands.low[hands.house, hand], hands.high[hands.house, hand])
    seen = np.zeros(RANK_COUNT + 1, np.intp)
    seen[dealer.high + 1] = 1
    high_row = np.cumsum(seen)
    pair = _pair_columns()
    counts = _histogram(dealer.low + 1, high_row[dealer.high] + 1, int(high_row[-1]) + 1, _columns(hands.tiles, pair))
    for row in range(1, len(counts)):
        counts[row] += counts[row - 1]
    for column in range(1, counts.shape[1]):
        counts[:, column] += counts[:, column - 1]
    return Tables(counts, high_row, pair, dealer)


def count_all(hands: Hands, tables: Tables) -> tuple[Ints, Ints]:
    """Won and lost (10, n) dealer hands of the 2,300 that share no tile, for every split of every hand."""
    counts = tables.counts.reshape(-1)
    cell = (hands.low * tables.counts.shape[1] + tables.high_row.take(hands.high)) * _COLUMNS
    packed = counts.take(cell)
    columns = _columns(hands.tiles, tables.pair)
    for one in columns[1:4]:
        packed -= counts.take(cell + one)
    for two in columns[4:]:
        packed += counts.take(cell + two)
    packed -= _itself(tables.dealer.low, tables.dealer.high, hands.low, hands.high)
    return packed >> 16, packed & (_WON - 1)


def count_one(tables: Tables, tiles: tuple[int, int, int], itself: int, low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """Won and lost dealer hands for the settings *low*, *high* (ranks) of one hand.

    *tiles* ascending, *itself* the hand's number in the order of itertools.combinations.
    """
    a, b, c = tiles
    pair = tables.pair
    columns = np.array([0, a + 1, b + 1, c + 1, pair[a, b], pair[a, c], pair[b, c]])
    cells = tables.counts[low, tables.high_row[high]][:, columns]
    packed = cells @ np.array([1, -1, -1, -1, 1, 1, 1])
    packed = packed - _itself(tables.dealer.low[itself], tables.dealer.high[itself], low, high)
    return packed >> 16, packed & (_WON - 1)


def _split_ranks(chosen: Ints, numbers: Ints, ranks: Ranks) -> Ints:
    """The rank of each of the chosen halves (10, 3) of six numbers (6, n)."""
    first, second = numbers * 49, numbers * 7
    found = np.empty((len(chosen), numbers.shape[1]), np.intp)
    for row, (a, b, c) in zip(found, chosen, strict=True):
        ranks.of.take(first[a] + second[b] + numbers[c], out=row, mode="clip")
    return found


def _pair_columns() -> Ints:
    """(28, 28): the column of the hands that hold both tiles t < u."""
    tile = np.arange(TILE_COUNT)
    before = tile * (2 * TILE_COUNT - 1 - tile) // 2  # pairs whose smaller tile comes earlier
    columns: Ints = 1 + TILE_COUNT + before[:, None] + tile - tile[:, None] - 1
    return columns


def _columns(tiles: Ints, pair: Ints) -> Ints:
    """(7, n): the columns each hand belongs to: all, its three tiles, its three pairs."""
    a, b, c = tiles
    return np.array([np.zeros_like(a), a + 1, b + 1, c + 1, pair[a, b], pair[a, c], pair[b, c]])


def _histogram(low: Ints, high: Ints, highs: int, columns: Ints) -> Ints:
    """What the cumulative sums start from: won and lost where a dealer hand stands, and at the edges what makes
    lost = all − low below − high below + both below come out of the same sums."""
    counts = np.zeros((RANK_COUNT + 1, highs, _COLUMNS), np.int32)
    np.add.at(counts.reshape(-1), ((low * highs + high) * _COLUMNS + columns).ravel(), np.int32(_WON + 1))
    counts[:, 0] = -_edge(low, RANK_COUNT + 1, columns)
    counts[0] = -_edge(high, highs, columns)
    counts[0, 0] = np.bincount(columns.ravel(), minlength=_COLUMNS)
    return counts


def _edge(at: Ints, size: int, columns: Ints) -> Ints:
    """(size, columns): how many dealer hands stand at each index of one axis."""
    return np.bincount((at * _COLUMNS + columns).ravel(), minlength=size * _COLUMNS).reshape(size, _COLUMNS)


def _itself(own_low: Any, own_high: Any, low: Ints, high: Ints) -> Ints:
    """What the player's own three tiles add as a dealer's hand, to be taken out."""
    won = (own_low < low) & (own_high < high)
    lost = (own_low >= low) & (own_high >= high)
    both: Ints = won * np.int32(_WON) + lost
    return both
