"""The bets of Double-Hand Poker: which outcome each has and what it pays.

    main         both hands won: 1 to 1 less commission · one each: bet returned · both lost: lost
    super_bonus  on the player's own three tiles, however set: two threes of a kind 50 to 1, six numbers in a
                 row 30 to 1, three pairs 15 to 1
    lo_card      the player holds tile 1-1: 7 to 1. If no player holds it, two or three unused tiles are turned:
    hi_card      the bet is returned if the tile is among them (hi_card: the same with tile 7-7)
    dice_lo      three dice total 4-10 and are not three of a kind: 1 to 1
    dice_hi      three dice total 11-17 and are not three of a kind: 1 to 1

An exact tie of one hand is the dealer's. Every outcome is a word, every pay stands in PAYS and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from cabinet.games.bets import LOST, PUSHED, VOID, WON, Pays
from cabinet.games.tiles import TILE_INDEX, TILES

MAIN, SUPER_BONUS, LO_CARD, HI_CARD, DICE_LO, DICE_HI = (
    "main",
    "super_bonus",
    "lo_card",
    "hi_card",
    "dice_lo",
    "dice_hi",
)
TWO_THREES, SIX_IN_A_ROW, THREE_PAIRS = "two_threes_of_a_kind", "six_in_a_row", "three_pairs"

PAYS: Mapping[str, Pays] = {
    MAIN: Pays(MAIN, {WON: 1}),
    SUPER_BONUS: Pays(SUPER_BONUS, {TWO_THREES: 50, SIX_IN_A_ROW: 30, THREE_PAIRS: 15}),
    LO_CARD: Pays(LO_CARD, {WON: 7}),
    HI_CARD: Pays(HI_CARD, {WON: 7}),
    DICE_LO: Pays(DICE_LO, {WON: 1}),
    DICE_HI: Pays(DICE_HI, {WON: 1}),
}

#: The tile each exposure bet is on.
BET_TILE: Mapping[str, int] = {LO_CARD: TILE_INDEX[1, 1], HI_CARD: TILE_INDEX[7, 7]}
#: The totals (three of a kind excepted) each dice bet wins with.
DICE_TOTALS: Mapping[str, range] = {DICE_LO: range(4, 11), DICE_HI: range(11, 18)}
OPPOSITES = ((DICE_LO, DICE_HI),)

_IN_A_ROW = ([1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 7])


def main_outcome(hands_won: int) -> str:
    """What becomes of the main bet when the player won 0, 1 or 2 of the two hands."""
    return (LOST, PUSHED, WON)[hands_won]


def super_bonus_outcome(pieces: Sequence[int]) -> str:
    """What three tiles make for the Super Bonus, all six numbers together."""
    return _six_numbers_outcome(tuple(pieces))


def tile_outcome(tile: int, own: Sequence[int], exposed: Sequence[int]) -> str:
    """What becomes of the bet on *tile*: lost with the dealer, unseen, and with another seat as well."""
    if tile in own:
        return WON
    return PUSHED if tile in exposed else LOST


def turns_tiles(bets: Sequence[str], held: Sequence[int]) -> bool:
    """Whether tiles are turned: some bet on a tile stands that no player holds."""
    return any(bet in bets and tile not in held for bet, tile in BET_TILE.items())


def dice_outcome(bet: str, dice: Sequence[int] | None) -> str:
    """What becomes of a dice bet; void if the roll was void (None)."""
    if dice is None:
        return VOID
    three_of_a_kind = len(set(dice)) == 1
    return WON if sum(dice) in DICE_TOTALS[bet] and not three_of_a_kind else LOST


@lru_cache(maxsize=19_656)  # every order three tiles can be dealt in
def _six_numbers_outcome(pieces: tuple[int, ...]) -> str:
    numbers = sorted(number for tile in pieces for number in TILES[tile])
    if numbers in _IN_A_ROW:
        return SIX_IN_A_ROW
    match sorted(Counter(numbers).values()):
        case [3, 3]:
            return TWO_THREES
        case [2, 2, 2]:
            return THREE_PAIRS
        case _:
            return LOST
