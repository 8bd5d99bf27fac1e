"""Double-Hand Poker, the round.

You bet, and get three of the 28 tiles; so does every other seat, and the dealer. Your tiles show six numbers:
lay three of them as your high hand and three as your low hand, the high hand not below the low one. Then the
dealer turns his tiles and lays them by the house way. High plays against high, low against low; an equal hand
is the dealer's. Win both and the main bet pays 1 to 1 less commission, lose both and it is lost, one each and
it comes back. Tiles are turned for Lo-Card and Hi-Card if no player holds them, the dice are shaken if a dice
bet stands; then all losing bets are collected, right to left, and only then the winners paid.

Decides the whole result from order, settings and dice. What each bet pays stands in double_hand_bets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from cabinet.games import bets as stakes
from cabinet.games.base import (
    Award,
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
from cabinet.games.double_hand_bets import (
    BET_TILE,
    DICE_TOTALS,
    MAIN,
    OPPOSITES,
    PAYS,
    SUPER_BONUS,
    dice_outcome,
    main_outcome,
    super_bonus_outcome,
    tile_outcome,
    turns_tiles,
)
from cabinet.games.draws import Chance, Draw, Roll
from cabinet.games.house_way import Setting, house_setting, legal_settings
from cabinet.games.three_numbers import Rank, hand_name, hand_rank
from cabinet.games.tiles import TILES, WORDS, check_pieces, check_words, split

EXPOSED_TILES = (2, 3)


class DoubleHand:
    """Double-Hand Poker for 1 to 7 seats."""

    name = "double_hand"
    pieces = len(TILES)
    pieces_per_seat = 3
    cuts = False
    max_seats = MAX_SEATS
    words: tuple[str, ...] = WORDS

    def bets(self, options: GameOptions) -> tuple[BetSpec, ...]:
        """Every bet with its pays, main bet first; the main bet's pay is what is left after commission."""
        return tuple(
            BetSpec(
                name,
                main=name == MAIN,
                dice=name in DICE_TOTALS,
                pays=tuple(PayLine(o, str(_net(name, p, options))) for o, p in pays.lines.items()),
            )
            for name, pays in PAYS.items()
        )

    def chance(self, options: GameOptions) -> tuple[Chance, ...]:
        """What chance does in a round of one seat, in order."""
        return (Draw("seat", 3), Draw("dealer", 3), Draw("exposed", options.exposed_tiles), Roll())

    def check_bets(self, bets: Mapping[str, int], options: GameOptions) -> None:
        """Refuse bets the rules do not allow, and a main bet whose commission is no whole cent (see options)."""
        stakes.check_stakes(bets, self.bets(options), options)
        stakes.check_opposites(bets, OPPOSITES, options)
        stakes.commission_cents(bets[MAIN], options)

    def check_options(self, options: GameOptions) -> None:
        """Refuse options that the rules do not allow."""
        stakes.check_common_options(options)
        if options.exposed_tiles not in EXPOSED_TILES:
            raise Refused("exposed_tiles_wrong", count=options.exposed_tiles)

    def places(self, seats: int, options: GameOptions, cut: int = 0) -> Places:
        """Three tiles to each seat left to right, three to the dealer, then those that may be turned."""
        stakes.check_seats(seats)
        if cut:
            raise Refused("cut_not_in_this_game")
        return _places(seats, options.exposed_tiles)

    def open_places(self, seats: int, options: GameOptions, cut: int = 0) -> tuple[int, ...]:
        """The places of all the players' tiles."""
        return stakes.open_places(self.places(seats, options, cut))

    def settings(self, pieces: Sequence[int]) -> tuple[Setting, ...]:
        """Every legal setting, one for each distinct pair of hands, in a fixed order."""
        check_pieces(pieces)
        return legal_settings(tuple(pieces))

    def check_setting(self, pieces: Sequence[int], setting: Sequence[str]) -> None:
        """Refuse wrong words, an uneven split, and a high hand that ranks below the low hand."""
        check_pieces(pieces)
        _laid(tuple(pieces), tuple(setting))

    def house_way(self, pieces: Sequence[int]) -> Setting:
        """The words, in dealt order, that the house way lays."""
        return house_setting(tuple(pieces))

    def needs_dice(self, seats: Sequence[SeatPlay]) -> bool:
        """Whether a dice bet stands."""
        return any(bet in DICE_TOTALS for seat in seats for bet, _ in seat.bets)

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
        if dice is not None and not all(1 <= face <= 6 for face in dice):
            raise Refused("dice_wrong", dice=dice)
        places = self.places(len(seats), options, cut)
        hands = tuple(take(order, own) for own in places.seats)
        dealer = take(order, places.dealer)
        held = tuple(tile for hand in hands for tile in hand)
        standing = [bet for seat in seats for bet, _ in seat.bets]
        exposed = take(order, places.unused) if turns_tiles(standing, held) else ()
        table = _Table(dealer, exposed, dice, options)
        results = tuple(table.seat(seat, own) for seat, own in zip(seats, hands, strict=True))
        collect, pay = stakes.collecting_and_paying(results)
        rolled = dice if dice is not None and self.needs_dice(seats) else ()
        return RoundResult(dealer, house_setting(dealer), exposed, rolled, results, collect, pay)


class _Table:
    """What one round lays open to every seat."""

    __slots__ = ("dealer", "dice", "exposed", "options")

    def __init__(
        self,
        dealer: tuple[int, ...],
        exposed: tuple[int, ...],
        dice: tuple[int, int, int] | None,
        options: GameOptions,
    ) -> None:
        self.dealer = _laid(dealer, house_setting(dealer))
        self.exposed = exposed
        self.dice = dice
        self.options = options

    def seat(self, seat: SeatPlay, own: tuple[int, ...]) -> SeatResult:
        """One seat's comparisons and awards."""
        mine = _laid(own, seat.setting)
        high = Comparison("high", mine[1], self.dealer[1], _compare(mine[3], self.dealer[3]))
        low = Comparison("low", mine[0], self.dealer[0], _compare(mine[2], self.dealer[2]))
        hands_won = (high.result == stakes.WON) + (low.result == stakes.WON)
        awards = tuple(self._award(bet, stake, own, hands_won) for bet, stake in seat.bets)
        return SeatResult(seat.seat, awards, (high, low))

    def _award(self, bet: str, stake_cents: int, own: tuple[int, ...], hands_won: int) -> Award:
        award = PAYS[bet].settle(stake_cents, self._outcome(bet, own, hands_won))
        return stakes.less_commission(award, self.options) if bet == MAIN else award

    def _outcome(self, bet: str, own: tuple[int, ...], hands_won: int) -> str:
        if bet == MAIN:
            return main_outcome(hands_won)
        if bet == SUPER_BONUS:
            return super_bonus_outcome(own)
        if bet in BET_TILE:
            return tile_outcome(BET_TILE[bet], own, self.exposed)
        return dice_outcome(bet, self.dice)


_Laid = tuple[tuple[int, ...], tuple[int, ...], Rank, Rank]


@lru_cache(maxsize=65_536)  # every order of every hand by the house way fits three times over
def _laid(pieces: tuple[int, ...], setting: Setting) -> _Laid:
    """Low and high hand and their ranks; refuses an illegal setting."""
    check_words(setting)
    low, high = split(pieces, setting)
    low_rank, high_rank = hand_rank(low), hand_rank(high)
    if high_rank < low_rank:
        (high_is, _), (low_is, _) = hand_name(high), hand_name(low)
        raise Refused("high_below_low", high=high_is, low=low_is)
    return low, high, low_rank, high_rank


def _compare(player: Rank, dealer: Rank) -> str:
    """Won, lost or copy: an equal hand is the dealer's."""
    if player == dealer:
        return "copy"
    return stakes.WON if player > dealer else stakes.LOST


def _net(bet: str, pays: int, options: GameOptions) -> Fraction:
    """What a bet pays to one after commission."""
    kept = stakes.BASIS_POINTS - (options.commission_bp if bet == MAIN else 0)
    return Fraction(pays * kept, stakes.BASIS_POINTS)


@lru_cache(maxsize=MAX_SEATS * len(EXPOSED_TILES))
def _places(seats: int, exposed_tiles: int) -> Places:
    own = tuple(tuple(range(3 * seat, 3 * seat + 3)) for seat in range(seats))
    dealer = 3 * seats
    unused = range(dealer + 3, dealer + 3 + exposed_tiles)
    return Places(own, tuple(range(dealer, dealer + 3)), tuple(unused))
