"""English names of bets, outcomes and levels for the printed PAR sheet (a document for the operator, in English)."""

from __future__ import annotations

from collections.abc import Mapping

GAMES: Mapping[str, str] = {"double_hand": "Double-Hand Poker", "two_card": "Two-Card Poker"}

BETS: Mapping[str, str] = {
    "main": "Main bet",
    "super_bonus": "Super Bonus",
    "lo_card": "Lo-Card",
    "hi_card": "Hi-Card",
    "dice_lo": "Dice-Lo",
    "dice_hi": "Dice-Hi",
    "entry": "Entry bet",
    "set_bonus": "Set Bonus",
    "dealers_high": "Dealer's High",
    "dealers_low": "Dealer's Low",
}

OUTCOMES: Mapping[str, str] = {
    "won": "won",
    "won_double": "won with a pair of tens or better",
    "pushed": "pushed",
    "lost": "lost",
    "two_threes_of_a_kind": "two threes of a kind",
    "six_in_a_row": "six numbers in a row",
    "three_pairs": "three pairs",
    "pair_tens_to_aces": "pair of tens to aces",
    "pair_eights_nines": "pair of eights or nines",
    "pair_twos_to_sevens": "pair of twos to sevens",
    "connector": "connector",
}

LEVELS: Mapping[str, str] = {
    "three_of_a_kind": "three of a kind",
    "straight": "straight",
    "pair": "pair",
    "singletons": "three singletons",
}
