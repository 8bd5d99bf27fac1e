"""What each play record does to the table's state. Pure; a record that the transition table does not allow
in the present phase is a programmer's error."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cabinet.games import GAMES
from cabinet.games.base import GameOptions, SeatPlay
from cabinet.play import records as r
from cabinet.play.state import MOST_PAST, TRANSITIONS, Phase, PlayState, Roll, Round, Seat


def evolve(state: PlayState, record: r.PlayRecord) -> PlayState:
    """*state* after *record*."""
    if isinstance(record, r.GameChosen):
        return replace(state, game=record.game)
    allowed = TRANSITIONS.get((state.phase, type(record)))
    assert allowed is not None, f"{type(record).__name__} while {state.phase}"
    if isinstance(record, r.BetsClosed):
        return _opened(state, record)
    assert state.round is not None
    assert state.round.number == record.round_number, "a record of another round"
    after = _round(state.round, record)
    assert after.phase in allowed, f"{type(record).__name__} led to {after.phase}"
    past = (*state.past, _kept(after))[-MOST_PAST:] if isinstance(record, r.RoundSettled) else state.past
    return replace(state, round=after, past=past)


def _kept(settled: Round) -> Round:
    return replace(settled, sealed="", order=(), nonce="")


def _opened(state: PlayState, record: r.BetsClosed) -> PlayState:
    seats = tuple(Seat(bets.seat, bets.bets) for bets in record.seats)
    opened = Round(record.round_number, record.game, record.par_id, Phase.DRAWING, seats)
    kept = tuple(bets for bets in state.last_bets if all(bets.seat != now.seat for now in record.seats))
    last_bets = (*kept, *record.seats)
    return replace(state, game=record.game, next_round=record.round_number + 1, round=opened, last_bets=last_bets)


_InRound = (
    r.OrderSealed
    | r.DeckCut
    | r.PiecesShown
    | r.HandSet
    | r.OrderShown
    | r.RollStarted
    | r.ShakeUnsent
    | r.ShakeOrderedAgain
    | r.FirstRestKept
    | r.RollDropped
    | r.RollFrozen
    | r.DiceAccepted
    | r.DiceVoided
    | r.RoundSettled
    | r.RoundVoided
)


def _round(now: Round, record: _InRound) -> Round:
    match record:
        case r.OrderSealed(_, pieces, sealed, commitment):
            sealed_round = replace(now, sealed=sealed, commitment=commitment)
            if GAMES[now.game].cuts:
                return replace(sealed_round, phase=Phase.CUTTING)
            return _dealt(sealed_round, pieces)
        case r.DeckCut(_, _, position):
            return replace(now, cut=position, phase=Phase.OPENING)
        case r.PiecesShown(_, pieces):
            return _dealt(now, pieces)
        case r.HandSet(_, seat, setting, assist):
            return _set(now, seat, setting, assist)
        case r.OrderShown(_, order, nonce):
            return _shown(now, order, nonce)
        case r.RoundSettled(_, result):
            return replace(now, result=result, phase=Phase.SETTLED)
        case r.RoundVoided():
            return replace(now, phase=Phase.BETTING)
        case _:
            return _rolled(now, record)


def _dealt(now: Round, pieces: tuple[tuple[int, int], ...]) -> Round:
    """Every seat gets the pieces of its places, in the order they were dealt to it."""
    at = dict(pieces)
    # which places are a seat's depends on the number of seats and the cut alone, on no option
    places = GAMES[now.game].places(len(now.seats), GameOptions(), now.cut)
    seats = tuple(
        replace(seat, pieces=tuple(at[place] for place in own))
        for seat, own in zip(now.seats, places.seats, strict=True)
    )
    return replace(now, seats=seats, phase=Phase.SETTING)


def _set(now: Round, number: int, setting: tuple[str, ...], assist: str) -> Round:
    seats = tuple(replace(seat, setting=setting, assist=assist) if seat.seat == number else seat for seat in now.seats)
    everybody = all(seat.setting for seat in seats)
    return replace(now, seats=seats, phase=Phase.REVEALING if everybody else Phase.SETTING)


def _shown(now: Round, order: tuple[int, ...], nonce: str) -> Round:
    shown = replace(now, order=order, nonce=nonce)
    return replace(shown, phase=Phase.SHAKING if wants_dice(shown) else Phase.SETTLING)


def wants_dice(now: Round) -> bool:
    """Whether a dice bet stands on some seat."""
    game = GAMES[now.game]
    return game.needs_dice(seat_plays(now))


def seat_plays(now: Round) -> tuple[SeatPlay, ...]:
    """The seats as the rules want them."""
    return tuple(SeatPlay(seat.seat, seat.bets, seat.setting) for seat in now.seats)


_Rolling = (
    r.RollStarted
    | r.ShakeUnsent
    | r.ShakeOrderedAgain
    | r.FirstRestKept
    | r.RollDropped
    | r.RollFrozen
    | r.DiceAccepted
    | r.DiceVoided
)


def _rolled(now: Round, record: _Rolling) -> Round:
    match record:
        case r.RollStarted(_, attempt):
            return replace(now, roll=Roll(attempt=attempt))
        case r.ShakeUnsent() | r.ShakeOrderedAgain():
            return replace(now, roll=replace(now.roll, unsent=isinstance(record, r.ShakeUnsent)))
        case r.FirstRestKept(_, _, faces, raw):
            return replace(now, roll=replace(now.roll, first=faces, first_raw=raw))
        case r.RollDropped():
            return replace(now, roll=replace(now.roll, first=None, first_raw="", dropped=True))
        case r.RollFrozen(_, _, reason):
            return replace(now, roll=replace(now.roll, frozen=reason))
        case r.DiceAccepted(_, _, faces):
            return replace(now, roll=replace(now.roll, faces=faces, frozen=""), phase=Phase.SETTLING)
        case r.DiceVoided():
            return replace(now, roll=replace(now.roll, void=True, frozen=""), phase=Phase.SETTLING)
        case _:
            assert_never(record)
