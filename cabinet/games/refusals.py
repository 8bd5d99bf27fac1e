"""The sentence of every refusal of the rules: a message id that the language catalogue translates.

The rules refuse by code (base.Refused); this table says it in English, its braces filled from the parameters.
"""

from __future__ import annotations

from collections.abc import Mapping

from cabinet.games.base import Refused

SENTENCES: Mapping[str, str] = {
    "bet_needs_main": "Side bets need the {main} bet on the same seat.",
    "bet_not_positive": "A bet must be more than nothing: {amount_cents} cents on {bet}.",
    "bet_not_whole": "A bet must be a whole number of cents: {amount} on {bet}.",
    "bet_too_large": "A bet must be below {limit_cents} cents: {amount_cents} on {bet}.",
    "bet_unknown": "There is no bet {bet} in this game.",
    "bets_opposite": "{bet} and {other} may not be bet together.",
    "card_twice": "The card {text} is there twice.",
    "card_unknown": "{text} is no card; write a rank and a suit, such as 10H.",
    "cards_not_two": "A hand is two cards, not {count}.",
    "commission_not_whole": "The commission on {amount_cents} cents is not a whole number of cents.",
    "commission_out_of_range": "A commission of {commission_bp} hundredths of a percent is out of range.",
    "cut_not_in_this_game": "Tiles are not cut.",
    "cut_out_of_range": "The deck cannot be cut at {cut}; 1 to {most}.",
    "decks_not_one": "The game is played with one deck, not {decks}.",
    "dice_closed": "{bet} is closed: there is no dice shaker.",
    "dice_wrong": "{dice} is no roll of three dice.",
    "exposed_tiles_wrong": "2 or 3 tiles are exposed, not {count}.",
    "high_below_low": "The high hand ({high}) ranks below the low hand ({low}).",
    "option_word_unknown": "{option} cannot be {text}; one of {allowed}.",
    "seats_out_of_order": "Seats must be listed once each, from left to right: {seats}.",
    "seats_out_of_range": "1 to {most} seats can play, not {seats}.",
    "setting_not_three": "A setting lays three tiles, not {count}.",
    "setting_uneven": "Three numbers belong in each hand: {low} in the low and {high} in the high hand.",
    "setting_word_unknown": "{text} is no way to lay a piece.",
    "tile_twice": "The tile {text} is there twice.",
    "tile_unknown": "{text} is no tile; write its two numbers 1 to 7, such as 3-5.",
    "tiles_not_three": "A hand is three tiles, not {count}.",
}


def sentence(refused: Refused) -> str:
    """The refusal as one English sentence."""
    return SENTENCES[refused.code].format_map(refused.params)
