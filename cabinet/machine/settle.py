"""Settling: the last fact of a round and every award of it as one entry; and the self-audit before it."""

from __future__ import annotations

from cabinet.bank import wagers
from cabinet.bank.books import problems
from cabinet.machine import conditions
from cabinet.machine.decided import Decided
from cabinet.machine.evolve import totals
from cabinet.machine.records import Record
from cabinet.machine.state import State
from cabinet.play import decide as rounds
from cabinet.play.records import RoundSettled
from cabinet.play.state import Round
from cabinet.ports.effects import Effect, StopTimer


def audit(state: State) -> Decided | None:
    """Line (a) of every station before every play and every payout (M-28); None = the books are right.

    A break locks the machine, once; what asked is not done, however often it is asked.
    """
    for bank in state.bank.stations:
        found = problems(bank.books)
        if found:
            why = f"station {bank.station}: {'; '.join(found)}"
            return Decided(conditions.raised(state, "books", "machine", why))
    return None


MOST_COIN_IN_CENTS = 1_000_000
MOST_BILL_IN_CENTS = 1_000_000
"""What one play may add before somebody should look: the standard's figure for notes, and for wagers the
largest that a table's limits could allow."""


def excessive(state: State) -> tuple[Record, ...]:
    """The increment test at the end of a play (M-29): meters that jumped since the end of the last one."""
    before = {station: (coin_in, bill_in) for station, coin_in, bill_in in state.compared}
    for station, coin_in, bill_in in totals(state):
        last_in, last_bill = before.get(station, (0, 0))
        if coin_in - last_in >= MOST_COIN_IN_CENTS or bill_in - last_bill >= MOST_BILL_IN_CENTS:
            detail = f"station {station}: coin-in {coin_in - last_in}, bill-in {bill_in - last_bill} cents"
            return conditions.raised(state, "meter_increment", "machine", detail)
    return ()


def settled(state: State, now: Round, before: tuple[Record, ...], effects: tuple[Effect, ...] = ()) -> Decided:
    """Settle *now*, a round whose order (and dice, if wanted) are known; *before*: the facts that led to it."""
    broken = audit(state)
    if broken is not None:
        return broken
    result = rounds.settle(now, state.setup)
    money: tuple[Record, ...] = ()
    for seat in result.seats:
        bank = state.bank.station(seat.seat)
        void = sum(award.stake_cents for award in seat.awards if award.outcome == "void")
        stakes = tuple((one.stake_cents, one.returned_cents) for one in seat.awards if one.outcome != "void")
        money += wagers.settle(bank, now.number, stakes, state.set_up.money)
        if void:
            money += (wagers.void(bank, now.number, bank.wagered, void),)
    facts = (*before, RoundSettled(now.number, result), *money, *excessive(state))
    return Decided(facts, (StopTimer("round.idle"), *effects))
