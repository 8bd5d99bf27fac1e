"""The bets of Two-Card Poker: which outcome each has and what it pays.

    entry         against the dealer's two cards. The higher kind of hand wins; of the same kind the higher rank,
                  an equal one is the dealer's. Both no hand: higher card against higher, lower against lower; both
                  higher wins, only one higher is a super push (bet returned), anything else loses. A win pays
                  1 to 1, with a pair of tens or better 2 to 1
    set_bonus     on the player's own hand: pair of tens to aces 10 to 1, eights or nines 8 to 1, twos to sevens
                  5 to 1, connector 2 to 1
    dealers_high  the dealer's second card is higher (low: lower) than his first: 1 to 1. The ace is high, except
    dealers_low   beside a two. A dealer's pair of twos, threes, kings or aces: both win; any other pair: both lose

Every outcome is a word, every pay stands in PAYS and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from cabinet.games.bets import LOST, PUSHED, WON, Pays
from cabinet.games.cards import ACE, TEN, TWO, Level, hand_of

ENTRY, SET_BONUS, DEALERS_HIGH, DEALERS_LOW = "entry", "set_bonus", "dealers_high", "dealers_low"
WON_DOUBLE = "won_double"
PAIR_TENS_TO_ACES, PAIR_EIGHTS_NINES, PAIR_TWOS_TO_SEVENS, CONNECTOR = (
    "pair_tens_to_aces",
    "pair_eights_nines",
    "pair_twos_to_sevens",
    "connector",
)

PAYS: Mapping[str, Pays] = {
    ENTRY: Pays(ENTRY, {WON_DOUBLE: 2, WON: 1}),
    SET_BONUS: Pays(SET_BONUS, {PAIR_TENS_TO_ACES: 10, PAIR_EIGHTS_NINES: 8, PAIR_TWOS_TO_SEVENS: 5, CONNECTOR: 2}),
    DEALERS_HIGH: Pays(DEALERS_HIGH, {WON: 1}),
    DEALERS_LOW: Pays(DEALERS_LOW, {WON: 1}),
}
OPPOSITES = ((DEALERS_HIGH, DEALERS_LOW),)

#: A dealer's pair of these ranks wins for both Dealer's High and Low: twos, threes, kings, aces.
PAIRS_FOR_BOTH = (2, 3, 13, 14)

Ranks = tuple[int, int]


@lru_cache(maxsize=91 * 91)  # every two ranks against every two ranks
def compare(player: Ranks, dealer: Ranks) -> str:
    """Won, pushed, lost or copy (an equal hand, the dealer's); ranks with the higher first."""
    mine, his = hand_of(*player), hand_of(*dealer)
    if mine[0] is not his[0] or mine[0] is not Level.NO_HAND:
        if mine == his:
            return "copy"
        return WON if mine > his else LOST
    match (player[0] > dealer[0]) + (player[1] > dealer[1]):
        case 2:
            return WON
        case 1:
            return PUSHED
        case _:
            return "copy" if player == dealer else LOST


def entry_outcome(player: Ranks, dealer: Ranks) -> str:
    """What becomes of the entry bet; ranks with the higher first."""
    result = compare(player, dealer)
    if result == WON and player[0] == player[1] >= TEN:
        return WON_DOUBLE
    return LOST if result == "copy" else result


@lru_cache(maxsize=91)
def set_bonus_outcome(player: Ranks) -> str:
    """What the player's own hand makes for the Set Bonus; ranks with the higher first."""
    match hand_of(*player):
        case (Level.PAIR, rank) if rank >= TEN:
            return PAIR_TENS_TO_ACES
        case (Level.PAIR, rank) if rank >= 8:
            return PAIR_EIGHTS_NINES
        case (Level.PAIR, _):
            return PAIR_TWOS_TO_SEVENS
        case (Level.CONNECTOR, _):
            return CONNECTOR
        case _:
            return LOST


def dealers_outcome(bet: str, first: int, second: int) -> str:
    """What becomes of Dealer's High or Low, given the ranks of the dealer's cards as he was dealt them."""
    if first == second:
        return WON if first in PAIRS_FOR_BOTH else LOST
    if TWO in (first, second) and ACE in (first, second):
        first, second = second, first  # the ace is below the two: what looks higher is lower
    higher = second > first
    return WON if higher == (bet == DEALERS_HIGH) else LOST
