"""What both games do with stakes: refuse wrong ones, turn an outcome into cents, collect and pay in order.

A pay is "so many to one" and comes from the game's own pay table. Commission is taken from winnings only. The
losing bets of all seats are collected first, and only then winners are paid, both from right to left; a pushed
bet and a void one lie where they lie and go back to their owner.
Knows no ranking and no limit of the house (limits are options of the floor, checked where credit is known).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cabinet.games.base import Award, BetSpec, GameOptions, Places, Refused, SeatPlay, SeatResult

#: One stake must stay below this: sums over bets and seats then stay far inside 64 bits.
STAKE_LIMIT_CENTS = 2**31
BASIS_POINTS = 10_000
MAX_SEATS = 7

WON, PUSHED, LOST, VOID = "won", "pushed", "lost", "void"


@dataclass(frozen=True, slots=True)
class Pays:
    """A bet's pay table: outcome → whole pay to one. Outcomes not listed lose, except a push and a void."""

    bet: str
    lines: Mapping[str, int]

    def to_one(self, outcome: str) -> int:
        """What a stake of one gains by *outcome*: its pay, 0 for a push and a void, −1 for the rest."""
        return self.lines.get(outcome, 0 if outcome in (PUSHED, VOID) else -1)

    def settle(self, stake_cents: int, outcome: str) -> Award:
        """The award of *stake_cents* on this bet, no commission taken."""
        return Award(self.bet, stake_cents, outcome, stake_cents * (1 + self.to_one(outcome)))


def commission_cents(winnings_cents: int, options: GameOptions) -> int:
    """The commission on *winnings_cents*, rounded as the options say; refuses parts of a cent if they say none."""
    whole, rest = divmod(winnings_cents * options.commission_bp, BASIS_POINTS)
    if not rest:
        return whole
    match options.commission_rounding:
        case "player":
            return whole
        case "house":
            return whole + 1
        case _:
            raise Refused("commission_not_whole", amount_cents=winnings_cents)


def less_commission(award: Award, options: GameOptions) -> Award:
    """The same award with the commission taken from its winnings."""
    if not award.won_cents or not options.commission_bp:
        return award
    taken = commission_cents(award.won_cents, options)
    return Award(award.bet, award.stake_cents, award.outcome, award.returned_cents - taken, taken)


def check_stakes(bets: Mapping[str, int], specs: Sequence[BetSpec], options: GameOptions) -> None:
    """Refuse unknown bets, amounts that are no positive int below 2**31, side bets alone, dice with no shaker."""
    known = {spec.name: spec for spec in specs}
    main = next(spec.name for spec in specs if spec.main)
    for name, amount in bets.items():
        if name not in known:
            raise Refused("bet_unknown", bet=name)
        _check_amount(name, amount)
        if known[name].dice and not options.dice:
            raise Refused("dice_closed", bet=name)
    if main not in bets:
        raise Refused("bet_needs_main", main=main)


def check_opposites(bets: Mapping[str, int], pairs: Iterable[tuple[str, str]], options: GameOptions) -> None:
    """Refuse both bets of a pair on one seat where the option forbids them."""
    if options.opposite_bets:
        return
    for one, other in pairs:
        if one in bets and other in bets:
            raise Refused("bets_opposite", bet=one, other=other)


def check_common_options(options: GameOptions) -> None:
    """Refuse what neither game allows: decks other than one, a wrong commission, an unknown word."""
    if options.decks != 1:
        raise Refused("decks_not_one", decks=options.decks)
    if not 0 <= options.commission_bp <= BASIS_POINTS:
        raise Refused("commission_out_of_range", commission_bp=options.commission_bp)
    for option, word, allowed in (
        ("commission_rounding", options.commission_rounding, ("none", "player", "house")),
        ("faces", options.faces, ("numbers", "symbols")),
        ("assist", options.assist, ("off", "house_way", "best", "both")),
    ):
        if word not in allowed:
            raise Refused("option_word_unknown", option=option, text=word, allowed=", ".join(allowed))


def check_seats(seats: int) -> None:
    """Refuse a table of fewer than one or more than seven seats in play."""
    if not 1 <= seats <= MAX_SEATS:
        raise Refused("seats_out_of_range", seats=seats, most=MAX_SEATS)


def check_round(order: Sequence[int], pieces: int, seats: Sequence[SeatPlay]) -> None:
    """Refuse seats that are not listed once each from left to right; the order must be a full one."""
    assert len(order) == pieces, "an order that is not the whole set"
    numbers = [seat.seat for seat in seats]
    if numbers != sorted(set(numbers)):
        raise Refused("seats_out_of_order", seats=", ".join(map(str, numbers)))


def take(order: Sequence[int], places: Iterable[int]) -> tuple[int, ...]:
    """The pieces that lie at *places* of the order."""
    return tuple(map(order.__getitem__, places))


def open_places(places: Places) -> tuple[int, ...]:
    """The players' own places, in the order of the table."""
    return tuple(place for own in places.seats for place in own)


def collecting_and_paying(
    seats: Sequence[SeatResult],
) -> tuple[tuple[tuple[int, str], ...], tuple[tuple[int, str], ...]]:
    """The lost bets to collect and then the won bets to pay, as (seat, bet), right to left."""
    collect: list[tuple[int, str]] = []
    pay: list[tuple[int, str]] = []
    for result in reversed(seats):
        for award in reversed(result.awards):
            if award.outcome == LOST:
                collect.append((result.seat, award.bet))
            elif award.outcome not in (PUSHED, VOID):
                pay.append((result.seat, award.bet))
    return tuple(collect), tuple(pay)


def _check_amount(bet: str, amount: object) -> None:
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise Refused("bet_not_whole", bet=bet, amount=amount)
    if amount <= 0:
        raise Refused("bet_not_positive", bet=bet, amount_cents=amount)
    if amount >= STAKE_LIMIT_CENTS:
        raise Refused("bet_too_large", bet=bet, amount_cents=amount, limit_cents=STAKE_LIMIT_CENTS)
