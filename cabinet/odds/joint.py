"""The largest award one seat can get of one round with every bet at its maximum, and the round that makes it.

The search only proposes a round; what it awards is read off the settlement itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from cabinet.games import GAMES
from cabinet.games.base import Award, SeatPlay
from cabinet.games.bets import WON, commission_cents
from cabinet.games.cards import DECK, RANKS, card, card_name
from cabinet.games.double_hand_bets import BET_TILE, DICE_TOTALS, MAIN, PAYS, SUPER_BONUS, super_bonus_outcome
from cabinet.games.house_way import house_setting, legal_settings
from cabinet.games.three_numbers import Rank, hand_rank
from cabinet.games.tiles import TILES, split, tile_name
from cabinet.games.two_card_bets import (
    DEALERS_HIGH,
    DEALERS_LOW,
    ENTRY,
    SET_BONUS,
    Ranks,
    dealers_outcome,
    entry_outcome,
    set_bonus_outcome,
)
from cabinet.games.two_card_bets import PAYS as TWO_CARD_PAYS
from cabinet.odds.entry_bet import RANK_PAIRS
from cabinet.play.options import GameSetup

Dice = tuple[int, int, int]
_ROLLS: tuple[Dice, ...] = ((1, 2, 3), (6, 5, 4))  # one that Dice-Lo wins with, one for Dice-Hi
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = range(4)


@dataclass(frozen=True, slots=True)
class JointAward:
    """*award_cents* won above the stakes of the winning bets; *own* and *dealer* pieces as text, as dealt."""

    award_cents: int
    own: tuple[str, ...]
    dealer: tuple[str, ...]
    dice: tuple[int, ...]
    awards: tuple[Award, ...]


def joint_award(setup: GameSetup) -> JointAward:
    """The round of one seat that awards most with all open bets at their maximum."""
    rounds = _double_hand(setup) if setup.game == "double_hand" else _two_card(setup)
    return max(rounds, key=lambda joint: joint.award_cents)


def _settled(setup: GameSetup, top: tuple[int, ...], dice: Dice | None, name: Mapping[int, str]) -> JointAward:
    """The round whose order begins with *top*, each bet at its maximum, the best of the legal settings."""
    game = GAMES[setup.game]
    order = (*top, *(piece for piece in range(game.pieces) if piece not in top))
    own = tuple(order[place] for place in game.places(1, setup.options).seats[0])
    bets = tuple((limit.bet, limit.max_cents) for limit in setup.limits)
    results = (game.settle(order, (SeatPlay(1, bets, laid),), setup.options, dice) for laid in game.settings(own))
    best = max(results, key=lambda result: sum(award.won_cents for award in result.seats[0].awards))
    won = tuple(award for award in best.seats[0].awards if award.won_cents)
    return JointAward(
        sum(award.won_cents for award in won),
        tuple(name[piece] for piece in own),
        tuple(name[piece] for piece in best.dealer),
        best.dice,
        won,
    )


def _double_hand(setup: GameSetup) -> Iterator[JointAward]:
    """Hands by what their own tiles award, until the other bets could not make up what is missing."""
    limits = {limit.bet: limit.max_cents for limit in setup.limits}
    names = {tile: tile_name(tile) for tile in range(len(TILES))}
    main_cents = limits.get(MAIN, 0)
    main_cents -= commission_cents(main_cents, setup.options)
    rest_cents = main_cents + max(limits.get(bet, 0) for bet in DICE_TOTALS)  # one roll wins one of them
    hands = {hand: _own_tiles_cents(hand, limits) for hand in combinations(range(len(TILES)), 3)}
    found = 0
    for hand, own_cents in sorted(hands.items(), key=lambda row: row[1], reverse=True):
        if found >= own_cents + rest_cents:
            return
        dealer = _dealer_to_beat(hand)
        for dice in _ROLLS:
            joint = _settled(setup, (*hand, *dealer), dice, names)
            found = max(found, joint.award_cents)
            yield joint


def _own_tiles_cents(hand: tuple[int, ...], limits: Mapping[str, int]) -> int:
    """What Super Bonus, Lo-Card and Hi-Card award this hand at their maximum."""
    bonus = PAYS[SUPER_BONUS]
    gained = max(bonus.to_one(super_bonus_outcome(hand)), 0) * limits.get(SUPER_BONUS, 0)
    return gained + sum(PAYS[bet].to_one(WON) * limits.get(bet, 0) for bet, tile in BET_TILE.items() if tile in hand)


def _dealer_to_beat(hand: tuple[int, ...]) -> tuple[int, ...]:
    """A dealer's hand that loses both hands to some setting of *hand*; any other one if there is none."""
    settings = [_ranks(*split(hand, setting)) for setting in legal_settings(hand)]
    others = [tile for tile in range(len(TILES)) if tile not in hand]
    for dealer in combinations(others, 3):
        low, high = _ranks(*split(dealer, house_setting(dealer)))
        if any(low < mine[0] and high < mine[1] for mine in settings):
            return dealer
    return tuple(others[:3])


def _ranks(low: tuple[int, ...], high: tuple[int, ...]) -> tuple[Rank, Rank]:
    return hand_rank(low), hand_rank(high)


def _two_card(setup: GameSetup) -> Iterator[JointAward]:
    """The best of all ranks of both hands, the dealer's in either order; suits never count, so four fixed do."""
    limits = {limit.bet: limit.max_cents for limit in setup.limits}
    deals = product(RANK_PAIRS, product(RANKS, RANKS))
    (higher, lower), (first, second) = max(deals, key=lambda deal: _two_card_cents(deal[0], deal[1], limits))
    top = (card(higher, _CLUBS), card(first, _HEARTS), card(lower, _DIAMONDS), card(second, _SPADES))
    yield _settled(setup, top, None, {index: card_name(index) for index in range(DECK)})


def _two_card_cents(own: Ranks, dealt: Ranks, limits: Mapping[str, int]) -> int:
    """What all bets together gain, losing ones left out; *dealt*: the dealer's ranks in their order."""
    outcomes = {
        ENTRY: entry_outcome(own, (max(dealt), min(dealt))),
        SET_BONUS: set_bonus_outcome(own),
        **{bet: dealers_outcome(bet, *dealt) for bet in (DEALERS_HIGH, DEALERS_LOW)},
    }
    return sum(limits.get(bet, 0) * max(TWO_CARD_PAYS[bet].to_one(end), 0) for bet, end in outcomes.items())
