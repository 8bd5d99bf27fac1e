"""Two-Card Poker, the round.

You place the entry bet. The deck of 52 is shuffled and each player may cut it once. Two cards come to every
seat and to the dealer, one at a time from the left: your first card face up, the second tucked face down under
it (you may look), the dealer's both face down. Lay your hand at the high-lighter line: a pair above it,
connectors on it, no hand below it; the dealer puts right what lies wrong, and the placing never changes the
result. The dealer turns his cards; losing bets are collected first and then winners paid, right to left.

Decides the whole result from the order, the cut and the bets. What each bet pays stands in two_card_bets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from cabinet.games import bets as stakes
from cabinet.games.base import (
    BetSpec,
    Comparison,
    GameOptions,
    PayLine,
    Places,
    Refused,
    RoundResult,
    SeatPlay,
    SeatResult,
)
from cabinet.games.bets import MAX_SEATS, take
from cabinet.games.cards import DECK, Level, card_rank, check_pieces, hand_of, ranks_of
from cabinet.games.draws import Chance, Draw
from cabinet.games.two_card_bets import (
    ENTRY,
    OPPOSITES,
    PAYS,
    SET_BONUS,
    Ranks,
    compare,
    dealers_outcome,
    entry_outcome,
    set_bonus_outcome,
)

ABOVE, ON, BELOW = "above", "on", "below"
#: Where at the high-lighter line each kind of hand belongs.
PLACE: Mapping[Level, str] = {Level.PAIR: ABOVE, Level.CONNECTOR: ON, Level.NO_HAND: BELOW}


def right_place(pieces: Sequence[int]) -> str:
    """Where two cards belong at the high-lighter line: "above", "on" or "below"."""
    return PLACE[hand_of(*ranks_of(pieces))[0]]


def corrected(pieces: Sequence[int], setting: Sequence[str]) -> str | None:
    """Where the dealer moves a hand that lies wrong; None if it lies right."""
    right = right_place(pieces)
    return None if tuple(setting) == (right,) else right


class TwoCard:
    """Two-Card Poker for 1 to 7 seats, one deck."""

    name = "two_card"
    pieces = DECK
    pieces_per_seat = 2
    cuts = True
    max_seats = MAX_SEATS
    words: tuple[str, ...] = (ABOVE, ON, BELOW)

    def bets(self, options: GameOptions) -> tuple[BetSpec, ...]:
        """Every bet with its pays, the entry bet first; no commission is taken in this game."""
        return tuple(
            BetSpec(name, main=name == ENTRY, dice=False, pays=tuple(PayLine(o, str(p)) for o, p in pays.lines.items()))
            for name, pays in PAYS.items()
        )

    def chance(self, options: GameOptions) -> tuple[Chance, ...]:
        """What chance does in a round of one seat, in order; which of the dealer's cards is first matters."""
        return (Draw("seat", 2), Draw("dealer", 2, ordered=True))

    def check_bets(self, bets: Mapping[str, int], options: GameOptions) -> None:
        """Refuse bets the rules do not allow."""
        stakes.check_stakes(bets, self.bets(options), options)
        stakes.check_opposites(bets, OPPOSITES, options)

    def check_options(self, options: GameOptions) -> None:
        """Refuse options that the rules do not allow; with two decks the Set Bonus would favour the player."""
        stakes.check_common_options(options)

    def places(self, seats: int, options: GameOptions, cut: int = 0) -> Places:
        """One card at a time to each seat left to right and to the dealer, from the *cut* (0..51) on."""
        stakes.check_seats(seats)
        if not 0 <= cut < self.pieces:
            raise Refused("cut_out_of_range", cut=cut, most=self.pieces - 1)
        return _places(seats, cut)

    def open_places(self, seats: int, options: GameOptions, cut: int = 0) -> tuple[int, ...]:
        """The places of all the players' cards."""
        return stakes.open_places(self.places(seats, options, cut))

    def settings(self, pieces: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        """The one placing that is right: no other changes the result."""
        return (self.house_way(pieces),)

    def check_setting(self, pieces: Sequence[int], setting: Sequence[str]) -> None:
        """Refuse what is not one of the three places; a wrong one is corrected, not refused."""
        check_pieces(pieces)
        if len(setting) != 1 or setting[0] not in PLACE.values():
            raise Refused("setting_word_unknown", text=" ".join(map(str, setting)))

    def house_way(self, pieces: Sequence[int]) -> tuple[str, ...]:
        """The right place, as a setting."""
        check_pieces(pieces)
        return (right_place(pieces),)

    def needs_dice(self, seats: Sequence[SeatPlay]) -> bool:
        """Never: this game has no dice."""
        return False

    def settle(
        self,
        order: Sequence[int],
        seats: Sequence[SeatPlay],
        options: GameOptions,
        dice: tuple[int, int, int] | None,
        cut: int = 0,
    ) -> RoundResult:
        """The whole result; the first of *seats* holds the first places, and so on, left to right."""
        stakes.check_round(order, self.pieces, seats)
        places = self.places(len(seats), options, cut)
        dealer = take(order, places.dealer)
        results = tuple(_seat(seat, take(order, own), dealer) for seat, own in zip(seats, places.seats, strict=True))
        collect, pay = stakes.collecting_and_paying(results)
        return RoundResult(dealer, (right_place(dealer),), (), (), results, collect, pay)


def _seat(seat: SeatPlay, own: tuple[int, ...], dealer: tuple[int, ...]) -> SeatResult:
    mine, his = ranks_of(own), ranks_of(dealer)
    awards = tuple(
        PAYS[bet].settle(stake, _outcome(bet, mine, his, (card_rank(dealer[0]), card_rank(dealer[1]))))
        for bet, stake in seat.bets
    )
    return SeatResult(seat.seat, awards, (Comparison(ENTRY, mine, his, compare(mine, his)),))


def _outcome(bet: str, mine: Ranks, his: Ranks, dealt: Ranks) -> str:
    """*dealt*: the dealer's ranks in the order he got them."""
    if bet == ENTRY:
        return entry_outcome(mine, his)
    if bet == SET_BONUS:
        return set_bonus_outcome(mine)
    return dealers_outcome(bet, *dealt)


@lru_cache(maxsize=MAX_SEATS * DECK)
def _places(seats: int, cut: int) -> Places:
    def place(dealt: int) -> int:
        return (dealt + cut) % DECK

    hands = seats + 1  # the dealer is the last in each turn
    own = tuple((place(seat), place(hands + seat)) for seat in range(seats))
    return Places(own, (place(seats), place(hands + seats)), ())
