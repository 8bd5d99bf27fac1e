"""A reserved seat: a player with credit leaves for some minutes and nobody else can play or take his money.

    reserve with a code of his own -> closed to everybody      the code, or the attendant -> open again
    wrong five times -> only the attendant opens               the time is over -> the attendant is called

The machine never sees the code: the screen sends a digest of it, salted with where and when it was given. Reserved
credit stays on the meter and in the books as any other; when the time is over it still waits, for its holder's code or
for the attendant. Decides who may open; how long is an option.
"""

from __future__ import annotations

import re

from cabinet.machine import may
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, refuse
from cabinet.machine.state import Reserved, State
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import Effect, StartTimer, StopTimer

MOST_TRIES = 5
"""Wrong codes after which only the attendant opens: one in two thousand is guessed so."""

_DIGEST = re.compile("[0-9a-f]{64}")
_SALT = re.compile(r"[0-9A-Za-z./-]{1,64}")


def reserve_closed(state: State, station: int) -> Refusal | None:
    """Why the seat cannot be reserved now; None = it can."""
    bank = state.bank.station(station)
    if not state.set_up.machine.reserve_minutes or state.play.in_round or state.reserve(station) is not None:
        return refusal("refused.not_now")
    if not bank.books.credit.total:
        return refusal("refused.no_credit")
    return may.play_closed(state, station)


def reserve(state: State, station: int, salt: str, digest: str) -> Decided:
    """The seat is reserved under a digest of the holder's code."""
    against = reserve_closed(state, station)
    if against is None and not (_SALT.fullmatch(salt) and _DIGEST.fullmatch(digest)):
        against = refusal("refused.not_now")
    if against is not None:
        return refuse(state, station, against)
    return Decided((r.SeatReserved(station, salt, digest),), (_timer(state, station),))


def open_seat(state: State, station: int, digest: str) -> Decided:
    """The holder is back, or somebody guesses."""
    held = state.reserve(station)
    if held is None:
        return refuse(state, station, refusal("refused.not_now"))
    if held.tries >= MOST_TRIES:
        return refuse(state, station, refusal("refused.seat_attendant"))
    if digest == held.digest:
        return Decided((r.SeatOpened(station, "holder"),), (StopTimer(_key(station)),))
    said = refuse(state, station, refusal("refused.seat_code"))
    called = _called(state, station) if held.tries + 1 >= MOST_TRIES else ()
    return Decided((r.SeatTried(station), *called, *said.records))


def release(state: State, station: int, who: str) -> Decided | None:
    """The attendant opens it; None = it is not reserved."""
    if state.reserve(station) is None:
        return None
    return Decided((r.SeatOpened(station, who),), (StopTimer(_key(station)),))


def over(state: State, station: int) -> Decided:
    """The time is over: the attendant is called, the credit waits."""
    held = state.reserve(station)
    if held is None or held.overdue:
        return Decided()
    return Decided((r.SeatOverdue(station), *_called(state, station)))


def owed(state: State) -> tuple[Effect, ...]:
    """After a boot the holder has the whole time once more: how much of it was gone nobody wrote down."""
    return tuple(_timer(state, held.station) for held in state.reserved if not held.overdue)


def evolved(state: State, record: r.SeatReserved | r.SeatTried | r.SeatOverdue | r.SeatOpened) -> tuple[Reserved, ...]:
    """The reserved seats after *record*."""
    others = tuple(held for held in state.reserved if held.station != record.station)
    held = state.reserve(record.station)
    match record:
        case r.SeatReserved(station, salt, digest):
            return (*others, Reserved(station, salt, digest))
        case r.SeatTried(station) if held is not None:
            return (*others, Reserved(station, held.salt, held.digest, held.tries + 1, held.overdue))
        case r.SeatOverdue(station) if held is not None:
            return (*others, Reserved(station, held.salt, held.digest, held.tries, True))
        case _:
            return others


def _called(state: State, station: int) -> tuple[r.CallMade, ...]:
    if any(call.station == station for call in state.calls):
        return ()
    return (r.CallMade(station, "seat"),)


def _timer(state: State, station: int) -> StartTimer:
    return StartTimer(_key(station), state.set_up.machine.reserve_minutes * 60_000)


def _key(station: int) -> str:
    return f"reserve.{station}"
