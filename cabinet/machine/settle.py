"""Settling: the last fact of a round and every award of it as one entry; and the self-audit before it."""

from __future__ import annotations

from cabinet.bank import wagers
from cabinet.bank.books import problems
from cabinet.machine import conditions
from cabinet.machine.decided import Decided
from cabinet.machine.records import Record
from cabinet.machine.state import State
from cabinet.play import decide as rounds
from cabinet.play.records import RoundSettled
from cabinet.play.state import Round
from cabinet.ports.effects import Effect, StopTimer


def audit(state: State) -> tuple[Record, ...]:
    """Line (a) of every station before every play and every payout (M-28); a break locks the machine."""
    for bank in state.bank.stations:
        found = problems(bank.books)
        if found:
            return conditions.raised(state, "books", "machine", f"station {bank.station}: {'; '.join(found)}")
    return ()


def settled(state: State, now: Round, before: tuple[Record, ...], effects: tuple[Effect, ...] = ()) -> Decided:
    """Settle *now*, a round whose order (and dice, if wanted) are known; *before*: the facts that led to it."""
    broken = audit(state)
    if broken:
        return Decided(broken)
    result = rounds.settle(now, state.setup)
    money: tuple[Record, ...] = ()
    for seat in result.seats:
        bank = state.bank.station(seat.seat)
        void = sum(award.stake_cents for award in seat.awards if award.outcome == "void")
        stakes = tuple((one.stake_cents, one.returned_cents) for one in seat.awards if one.outcome != "void")
        money += wagers.settle(bank, now.number, stakes, state.set_up.money)
        if void:
            money += (wagers.void(bank, now.number, bank.wagered, void),)
    return Decided((*before, RoundSettled(now.number, result), *money), (StopTimer("round.idle"), *effects))
