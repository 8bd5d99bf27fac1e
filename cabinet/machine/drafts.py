"""What people are still changing: chips before the deal, pieces before they stand, the language.

Decides the next draft or says why not. A draft holds no money: credit is only compared, never moved.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from cabinet.games import GAMES
from cabinet.machine import may
from cabinet.machine.state import Draft, State
from cabinet.play import decide as rounds
from cabinet.play.bets import check_amount, closed_bets
from cabinet.play.decide import Odds
from cabinet.play.state import Phase, Seat
from cabinet.ports import commands as c
from cabinet.ports.decision import Refusal, refusal

Drafting = (
    c.AddChip
    | c.ClearBet
    | c.UndoChip
    | c.RepeatBets
    | c.DoubleBets
    | c.BetRest
    | c.LayPiece
    | c.TurnPiece
    | c.Assist
    | c.ChooseLanguage
)

MOST_CHIPS = 200
"""More chips than a player can lay by hand in a betting time; keeps the draft small."""


def draft(state: State, station: int, command: Drafting, odds: Odds) -> Draft | Refusal:
    """The station's draft after *command*."""
    now = replace(state.draft(station), messages=())
    match command:
        case c.ChooseLanguage(language):
            return replace(now, language=language)
        case c.LayPiece() | c.TurnPiece() | c.Assist():
            return _laid(state, station, now, command, odds)
        case _:
            return _chips(state, station, now, command)


def _chips(
    state: State,
    station: int,
    now: Draft,
    command: c.AddChip | c.ClearBet | c.UndoChip | c.RepeatBets | c.DoubleBets | c.BetRest,
) -> Draft | Refusal:
    if state.play.in_round:
        return refusal("refused.bets_closed")
    match command:
        case c.AddChip(bet, amount):
            return _more(state, station, now, ((bet, amount),))
        case c.ClearBet(bet):
            return replace(now, chips=tuple(chip for chip in now.chips if bet and chip[0] != bet))
        case c.UndoChip():
            return replace(now, chips=now.chips[:-1])
        case c.RepeatBets():
            last = next((bets.bets for bets in state.play.last_bets if bets.seat == station), ())
            if not last:
                return refusal("refused.nothing_to_repeat")
            return _more(state, station, replace(now, chips=()), last)
        case c.DoubleBets():
            return _more(state, station, now, now.bets)
        case c.BetRest():
            bet, amount = rest(state, station)
            return _more(state, station, now, ((bet, amount),)) if amount else refusal("refused.over_credit")
        case _:
            assert_never(command)


def takes_chips(state: State, station: int, command: c.RepeatBets | c.DoubleBets) -> bool:
    """Whether the chips of *command* may all be laid now: what lights its button."""
    return not isinstance(_chips(state, station, state.draft(station), command), Refusal)


def rest(state: State, station: int) -> tuple[str, int]:
    """The main bet, and how many cents of what is left may still be laid on it; 0 = none."""
    main = GAMES[state.setup.game].bets(state.setup.options)[0].name
    laid = dict(state.draft(station).bets)
    limit, on_it = state.setup.limit(main), laid.get(main, 0)
    if limit is None:
        return main, 0
    free = state.bank.station(station).books.credit.total - sum(laid.values())
    most = min(limit.max_cents, on_it + free) // limit.step_cents * limit.step_cents
    return main, max(0, most - on_it) if most >= limit.min_cents else 0


def _more(state: State, station: int, now: Draft, chips: tuple[tuple[str, int], ...]) -> Draft | Refusal:
    """*chips* on top of what lies there, unless a limit, the credit or a closed spot is against it."""
    if len(now.chips) + len(chips) > MOST_CHIPS:
        return refusal("refused.too_many_chips")
    against = may.play_closed(state, station)
    if against is not None:
        return against
    more = replace(now, chips=(*now.chips, *chips))
    closed = closed_bets(state.setup, may.dice_usable(state))
    for bet, amount in more.bets:
        no = check_amount(bet, amount, state.setup, closed)
        # a spot is built chip by chip: only the deal insists on its minimum
        if no is not None and no.code != "refused.under_min" and bet in {chip[0] for chip in chips}:
            return no
    credit = state.bank.station(station).books.credit.total
    if sum(amount for _, amount in more.bets) > credit:
        return refusal("refused.over_credit")
    return more


def _laid(
    state: State, station: int, now: Draft, command: c.LayPiece | c.TurnPiece | c.Assist, odds: Odds
) -> Draft | Refusal:
    own = state.play.round.seat(station) if state.play.round is not None else None
    if own is None or state.play.phase is not Phase.SETTING or own.setting:
        return refusal("refused.not_now")
    match command:
        case c.LayPiece(piece, place):
            return _placed(state, now, piece, place)
        case c.TurnPiece(piece):
            turned = {"across1": "across2", "across2": "across1"}
            place = now.places[piece] if 0 <= piece < len(now.places) else ""
            return _placed(state, now, piece, turned.get(place, place))
        case c.Assist(kind):
            return _assisted(state, own, now, kind, odds)
        case _:
            assert_never(command)


def _placed(state: State, now: Draft, piece: int, place: str) -> Draft | Refusal:
    if not 0 <= piece < len(now.places):
        return refusal("refused.no_such_piece")
    if place and place not in GAMES[state.play.game].words:
        return refusal("refused.no_such_place", place=place)
    places = (*now.places[:piece], place, *now.places[piece + 1 :])
    return replace(now, places=places, assist="")


def _assisted(state: State, own: Seat, now: Draft, kind: str, odds: Odds) -> Draft | Refusal:
    assert state.play.round is not None
    if kind not in assists(state):
        return refusal("refused.assist_off")
    if kind == "house_way":
        return replace(now, places=rounds.house_way(state.play.round, own), assist=kind)
    hand = odds.get(own.pieces)
    if hand is None:
        return refusal("refused.assist_off")
    return replace(now, places=hand.best, assist=kind)


def assists(state: State) -> tuple[str, ...]:
    """The assists that the option allows in the game on the table."""
    allowed = {"house_way": ("house_way",), "best": ("best",), "both": ("house_way", "best")}
    return allowed.get(state.setup.options.assist, ())
