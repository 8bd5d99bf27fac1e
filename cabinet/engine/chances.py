"""Chance, seals and validation numbers: the answers to the effects that want something unpredictable.

Decides nothing: it draws the whole order once, seals it with its nonce, and opens what the core asks for. The
core never holds what is not revealed, so neither do views, logs, exports or crash reports.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Protocol

from cabinet.bank.state import Ticket, TicketState
from cabinet.chance import commitment
from cabinet.clock import Clock
from cabinet.machine.signals import Signal
from cabinet.machine.state import State
from cabinet.ports.effects import (
    DrawNumber,
    DrawOrder,
    Effect,
    KeepDispute,
    OpenPlaces,
    PrintDrop,
    PrintMeters,
    PrintSlip,
    PrintTestPage,
    PrintTicket,
    Reveal,
    StampPeriod,
    StampSlip,
    ValidateTicket,
)
from cabinet.ports.signals import (
    NumberDrawn,
    OrderDrawn,
    OrderRevealed,
    PeriodStamped,
    PlacesOpened,
    SlipStamped,
    TicketVerdict,
)


class Source(Protocol):
    """Unbiased draws; the production one is the operating system's generator."""

    def shuffle(self, count: int) -> tuple[int, ...]: ...

    def below(self, limit: int) -> int: ...


class Seal(Protocol):
    """Keeps an order readable for this cabinet only."""

    def seal(self, round_number: int, order: tuple[int, ...], nonce: bytes) -> str: ...

    def open(self, round_number: int, sealed: str) -> tuple[tuple[int, ...], bytes]: ...


SourceOf = Callable[[int], Source]
"""The source for a round's draw: always the same generator on a floor, one per (seed, round) in a demo."""


class Chances:
    """The performer of chance, ticket and printing effects."""

    def __init__(
        self,
        source_of: SourceOf,
        numbers: Source,
        seal: Seal,
        clock: Clock,
        printed: PrintOut,
        slips: SlipOut | None = None,
        aside: Callable[[PrintTestPage | KeepDispute], None] = lambda _: None,
    ) -> None:
        """*slips*: prints what moves no money; None = nowhere. *aside*: what is no part of play and may take its time;
        it answers later, by signals of its own."""
        self._source_of, self._numbers, self._seal = source_of, numbers, seal
        self._clock, self._printed, self._slips, self._aside = clock, printed, slips, aside

    def perform(self, effect: Effect, state: State) -> list[Signal]:
        """The signals that answer *effect*."""
        match effect:
            case DrawOrder(number, pieces, places):
                return [self._draw(number, pieces, places)]
            case OpenPlaces(number, sealed, places):
                order, _ = self._seal.open(number, sealed)
                return [PlacesOpened(number, _at(order, places))]
            case Reveal(number, sealed):
                order, nonce = self._seal.open(number, sealed)
                return [OrderRevealed(number, order, nonce.hex(), commitment(number, order, nonce))]
            case DrawNumber(station):
                return [NumberDrawn(station, self._number(state), self._clock.wall())]
            case ValidateTicket(station, number):
                return [verdict(state, station, number, self._clock.wall())]
            case StampPeriod(period):
                return [PeriodStamped(period, self._clock.wall())]
            case PrintTicket():
                self._printed(effect, state)
            case StampSlip(station, slip):
                return [SlipStamped(station, slip, self._clock.wall())]
            case PrintDrop() | PrintSlip() | PrintMeters() if self._slips is not None:
                self._slips(effect, state)
            case PrintTestPage() | KeepDispute():
                self._aside(effect)
        return []

    def _draw(self, number: int, pieces: int, places: tuple[int, ...]) -> OrderDrawn:
        source = self._source_of(number)
        order = source.shuffle(pieces)
        nonce = bytes(source.below(256) for _ in range(16))
        sealed = self._seal.seal(number, order, nonce)
        return OrderDrawn(number, _at(order, places), sealed, commitment(number, order, nonce))

    def _number(self, state: State) -> str:
        digits = "".join(str(self._numbers.below(10)) for _ in range(15))
        # the configuration gives a bench a system id of its own, which floor stores refuse
        system = state.set_up.money.system_id
        return system + digits + check_digit(system + digits)


PrintOut = Callable[[PrintTicket, State], None]
"""Lays the ticket out and orders its print."""

SlipOut = Callable[[PrintDrop | PrintSlip | PrintMeters, State], None]
"""Lays a slip out and orders its print."""


def _at(order: Sequence[int], places: Sequence[int]) -> tuple[tuple[int, int], ...]:
    return tuple((place, order[place]) for place in places)


def check_digit(digits: str) -> str:
    """Luhn's check digit: catches every single wrong digit and every swap of neighbours but 09/90."""
    total = 0
    for index, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if index % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def verdict(state: State, station: int, number: str, wall: str) -> TicketVerdict:
    """The own store's word on a ticket: redeemable, or why not."""
    if number[:2] != state.set_up.money.system_id:
        return TicketVerdict(station, number, "foreign")
    ticket = state.bank.tickets.get(number)
    if ticket is None:
        return TicketVerdict(station, number, "unknown")
    words = {
        TicketState.REDEEMED: "redeemed",
        TicketState.VOID: "void",
        TicketState.CASHIER_ONLY: "cashier_only",
        TicketState.PRINTING: "unconfirmed",
        TicketState.UNCONFIRMED: "unconfirmed",
    }
    word = words.get(ticket.state, "redeemable")
    above = state.set_up.money.cashier_above_cents
    if word == "redeemable" and above and ticket.amounts.total > above:
        word = "cashier_only"
    if word == "redeemable" and _expired(ticket, state.set_up.money.ticket_expiry_days, wall):
        word = "expired"
    return TicketVerdict(station, number, word, ticket.amounts.total)


def _expired(ticket: Ticket, days: int, wall: str) -> bool:
    if days == 0:
        return False
    return (date.fromisoformat(wall[:10]) - date.fromisoformat(ticket.dated[:10])).days > days
