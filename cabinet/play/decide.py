"""What happens in a round: bets close, one order is drawn, hands are set, the order is shown, dice fall,
everything is settled.

Decides the facts of the round and which answer of chance it needs next. Moves no money: the machine joins
these records with the bank's. Knows no clock; a wait is a timer.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

from cabinet.games import GAMES
from cabinet.games.base import HandOdds, Refused, RoundResult
from cabinet.games.tiles import split
from cabinet.play import records as r
from cabinet.play.bets import Bets
from cabinet.play.evolve import seat_plays
from cabinet.play.options import GameSetup
from cabinet.play.par import par_id
from cabinet.play.state import Phase, PlayState, Round, Seat
from cabinet.ports.decision import Decision, Refusal, refusal
from cabinet.ports.effects import DrawOrder, Effect, OpenPlaces, Reveal, StartTimer, StopTimer

Odds = Mapping[tuple[int, ...], HandOdds]
"""The exact worth of every setting of a hand, by its pieces as dealt; handed in as data."""

Played = Decision[r.PlayRecord]

IDLE_ROUND_MS = 300_000
"""A round that nobody goes on with calls the attendant after five idle minutes."""


def close_bets(state: PlayState, seats: tuple[tuple[int, Bets], ...], setup: GameSetup) -> Played:
    """The round begins. The caller has checked the bets."""
    number = state.next_round
    order = {spec.name: index for index, spec in enumerate(GAMES[setup.game].bets(setup.options))}
    closed = r.BetsClosed(
        number,
        setup.game,
        par_id(setup),
        tuple(r.SeatBets(seat, tuple(sorted(bets, key=lambda bet: order[bet[0]]))) for seat, bets in seats),
    )
    return Played((closed,), (draw(number, setup, len(seats)),))


def draw(number: int, setup: GameSetup, seats: int) -> DrawOrder:
    """The order for chance; with a cut to come nothing is open yet."""
    game = GAMES[setup.game]
    places = () if game.cuts else game.open_places(seats, setup.options)
    return DrawOrder(number, game.pieces, places)


def order_drawn(
    state: PlayState, number: int, pieces: tuple[tuple[int, int], ...], sealed: str, commitment: str
) -> Played:
    """Chance answered. A second answer, or one for another round, is ignored: one draw a round."""
    if state.round is None or state.round.number != number or state.phase is not Phase.DRAWING:
        return Played()
    return Played((r.OrderSealed(number, pieces, sealed, commitment),), (_idle(),))


def cut(state: PlayState, seat: int, position: int, setup: GameSetup) -> Played | Refusal:
    """A seat cuts the committed order, or deals without a cut (0)."""
    now = state.round
    if now is None or now.phase is not Phase.CUTTING or now.seat(seat) is None:
        return refusal("refused.not_now")
    if not 0 <= position < GAMES[now.game].pieces:
        return refusal("refused.cut_range", last=GAMES[now.game].pieces - 1)
    return Played((r.DeckCut(now.number, seat, position),), (open_cut(now, position, setup),))


def open_cut(now: Round, position: int, setup: GameSetup) -> OpenPlaces:
    places = GAMES[now.game].open_places(len(now.seats), setup.options, position)
    return OpenPlaces(now.number, now.sealed, places)


def places_opened(state: PlayState, number: int, pieces: tuple[tuple[int, int], ...]) -> Played:
    if state.round is None or state.round.number != number or state.phase is not Phase.OPENING:
        return Played()
    return Played((r.PiecesShown(number, pieces),), (_idle(),))


def check_setting(now: Round | None, seat: int, setting: tuple[str, ...]) -> Refusal | None:
    """Why the seat's hands cannot stand like this; None = they can."""
    own = now.seat(seat) if now is not None else None
    if now is None or own is None or now.phase is not Phase.SETTING or own.setting:
        return refusal("refused.not_now")
    try:
        GAMES[now.game].check_setting(own.pieces, setting)
    except Refused as no:
        return Refusal(f"refused.{no.code}", tuple(no.params.items()))
    return None


def confirm(state: PlayState, seat: int, setting: tuple[str, ...], assist: str, odds: Odds) -> Played | Refusal:
    """The seat's hands stand; when all stand the order is asked to be revealed."""
    now = state.round
    against = check_setting(now, seat, setting)
    if against is not None:
        return against
    assert now is not None
    own = now.seat(seat)
    assert own is not None
    hand = r.HandSet(now.number, seat, setting, assist, worth(own.pieces, setting, odds))
    others_stand = all(other.setting for other in now.seats if other.seat != seat)
    effects: tuple[Effect, ...] = (StopTimer("round.idle"), Reveal(now.number, now.sealed)) if others_stand else ()
    return Played((hand,), effects)


def worth(pieces: tuple[int, ...], setting: tuple[str, ...], odds: Odds) -> r.Worth | None:
    """The exact expectation of *setting* and of the best one, over one denominator."""
    hand = odds.get(pieces)
    if hand is None:
        return None
    chosen, best = _expectation(hand, pieces, setting), max(value for _, value in hand.expectations)
    denominator = lcm(chosen.denominator, best.denominator)
    return r.Worth(int(chosen * denominator), int(best * denominator), denominator)


def _expectation(hand: HandOdds, pieces: tuple[int, ...], setting: tuple[str, ...]) -> Fraction:
    """One row a distinct split; where the placing changes nothing there is one row in all."""
    if len(hand.expectations) == 1:
        return hand.expectations[0][1]
    laid = split(pieces, setting)
    return next(value for row, value in hand.expectations if split(pieces, row) == laid)


def house_way(now: Round, own: Seat) -> tuple[str, ...]:
    """The setting that the house way lays with the seat's own pieces."""
    return GAMES[now.game].house_way(own.pieces)


def revealed(state: PlayState, number: int, order: tuple[int, ...], nonce: str, commitment: str) -> Played | str:
    """The seal was opened. Text = it does not belong to this round: nothing may be settled by it."""
    now = state.round
    if now is None or now.number != number or now.phase is not Phase.REVEALING:
        return Played()
    if commitment != now.commitment:
        return "the revealed order does not match its commitment"
    return Played((r.OrderShown(number, order, nonce),))


def settle(now: Round, setup: GameSetup) -> RoundResult:
    """The whole result by the rules, of a round whose order (and dice, if wanted) are known."""
    game = GAMES[now.game]
    dice = None if now.roll.void else now.roll.faces
    return game.settle(now.order, seat_plays(now), setup.options, dice, now.cut)


def _idle() -> StartTimer:
    return StartTimer("round.idle", IDLE_ROUND_MS)
