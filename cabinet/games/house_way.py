"""The house way: how the dealer lays his three tiles, and what "set for me" lays for a player.

Of the splits whose high hand does not rank below the low hand:
 1. if some split has at least a pair in both hands, only such splits count;
 2. of these, those with the highest *kind* of high hand (pair, straight, three of a kind);
 3. of these, the one whose low hand ranks highest. The high hand is then given.

It is a fixed rule for the dealer and not a player's best play. Decides nothing about bets or odds.
"""

from __future__ import annotations

from functools import lru_cache

from cabinet.games.three_numbers import Level, Rank, hand_rank
from cabinet.games.tiles import ARRANGEMENTS, split

Setting = tuple[str, ...]


def legal_settings(pieces: tuple[int, ...]) -> tuple[Setting, ...]:
    """Every setting with high ≥ low, one for each distinct pair of hands, as words in dealt order.

    Listed in the order of ARRANGEMENTS for the ascending hand: the same hands however they were dealt.
    """
    return tuple(_in_dealt_order(pieces, words) for words in _legal(tuple(sorted(pieces))))


@lru_cache(maxsize=19_656)  # 28 · 27 · 26: every order three tiles can be dealt in
def house_setting(pieces: tuple[int, ...]) -> Setting:
    """The words, in dealt order, that the house way lays these three tiles with."""
    return _in_dealt_order(pieces, _house(tuple(sorted(pieces))))


@lru_cache(maxsize=3_276)
def _legal(ascending: tuple[int, ...]) -> tuple[Setting, ...]:
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Setting] = {}
    for setting in ARRANGEMENTS:
        low, high = split(ascending, setting)
        if hand_rank(high) >= hand_rank(low):
            found.setdefault((low, high), setting)
    return tuple(found.values())


@lru_cache(maxsize=3_276)
def _house(ascending: tuple[int, ...]) -> Setting:
    return max(_legal(ascending), key=lambda setting: _preference(*split(ascending, setting)))


def _in_dealt_order(pieces: tuple[int, ...], words: Setting) -> Setting:
    """The words of the ascending hand, each with its tile in dealt order."""
    ascending = sorted(pieces)
    return tuple([words[ascending.index(tile)] for tile in pieces])


def _preference(low: tuple[int, ...], high: tuple[int, ...]) -> tuple[bool, int, Rank]:
    """What the house way maximises, its three steps in order."""
    low_rank, high_rank = hand_rank(low), hand_rank(high)
    both_paired = low_rank[0] >= Level.PAIR and high_rank[0] >= Level.PAIR
    return both_paired, high_rank[0], low_rank
