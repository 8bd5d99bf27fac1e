"""A month on the floor, made fast: rows as the cabinet would have written them, by its own rules and money, without
devices, screens and disks. What is staked and laid follows from the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from cabinet.bank import evolve as bank_evolve
from cabinet.bank import records as bank
from cabinet.bank import wagers
from cabinet.bank.state import StationBank
from cabinet.games import GAMES
from cabinet.games.base import GameOptions, SeatPlay
from cabinet.machine import records as machine
from cabinet.machine.options import Options, options_digest
from cabinet.machine.signals import Signal
from cabinet.odds.advice import advice
from cabinet.play import records as play
from cabinet.play.decide import Odds, worth
from cabinet.play.options import GameSetup
from cabinet.play.par import par_id
from cabinet.ports import commands as c
from cabinet.ports.plain import encode
from cabinet.ports.signals import OrderDrawn, OrderRevealed, PlacesOpened, Pressed
from cabinet.storage.chain import Row, next_row
from tests.machine.setups import money, options
from tests.storage.rigs import OPENING

Lays = Callable[[Random, str, tuple[int, ...]], tuple[str, ...]]

SECONDS_A_ROUND = 13
"""200,000 rounds are a month of thirty days and nights."""


def house_way(_: Random, game: str, pieces: tuple[int, ...]) -> tuple[str, ...]:
    return GAMES[game].house_way(pieces)


def any_legal(dice: Random, game: str, pieces: tuple[int, ...]) -> tuple[str, ...]:
    return dice.choice(GAMES[game].settings(pieces))


@dataclass
class Truth:
    """What was really staked and given back, added up beside the journal."""

    rounds: dict[str, int] = field(default_factory=dict)
    staked: dict[tuple[str, str], int] = field(default_factory=dict)
    returned: dict[tuple[str, str], int] = field(default_factory=dict)
    bill_in: int = 0
    ticket_out: int = 0
    jackpots: int = 0
    best: int = 0

    def count(self, into: dict[Any, int], key: Any, amount: int) -> None:
        into[key] = into.get(key, 0) + amount


class History:
    """Rows one after another, chained; *truth* is filled while they are made."""

    def __init__(self, seed: int, lays: Lays, start: str = "2026-03-01T06:00:00+00:00") -> None:
        """The handpay limit is low: a wager of twenty pays a jackpot now and then."""
        self.truth = Truth()
        self.options: Options = options(money_options=money(credit_limit_cents=500_000, handpay_limit_cents=6_000))
        self._dice, self._lays = Random(seed), lays
        self._now = datetime.fromisoformat(start)
        self._row: Row | None = None
        self._bank = StationBank(1)
        self._odds: dict[str, Odds] = {}
        self._document = self._sequence = 0
        self._game = ""

    def month(self, rounds: int) -> Iterator[Row]:
        """The whole history: a boot, *rounds* rounds with money before and after, a cut every gaming day."""
        yield self._commit(None, OPENING)
        adopted = machine.OptionsAdopted(options_digest(self.options), self.options)
        yield self._commit(machine.Booted("0.1.0", ("acceptor.1",)), adopted)
        day = self._now.date()
        for number in range(1, rounds + 1):
            if self._now.date() != day:
                day = self._now.date()
                yield self._commit(machine.PeriodCut("day", self._now.isoformat()))
            yield from self._round(number)
        yield from self._cash_out()

    def commit(self, *records: Any) -> Row:
        """A row of a test's own, which moves the money of this history."""
        return self._commit(*records)

    def write(self, *records: Any) -> Row:
        """A row of a test's own that need not follow from anything."""
        return self._chain([encode(one) for one in records])

    def wait(self, seconds: int) -> None:
        self._now += timedelta(seconds=seconds)

    # -- rows ------------------------------------------------------------------------------------------

    def _commit(self, *records: Any, signal: Signal | None = None) -> Row:
        plain = [one if isinstance(one, dict) else encode(one) for one in records if one is not None]
        for one in records:
            if type(one).__module__ == bank.__name__:
                self._bank = bank_evolve._station(self._bank, one)
        return self._chain(plain, None if signal is None else encode(signal))

    def _chain(self, plain: list[Any], signal: Any = None) -> Row:
        self._row = next_row(self._row, signal, plain, self._now.isoformat())
        return self._row

    def _round(self, number: int) -> Iterator[Row]:
        setup = self.options.games[number // 10 % len(self.options.games)]
        game, bets = GAMES[setup.game], self._bets(setup)
        if setup.game != self._game:
            self._game = setup.game
            yield self._commit(play.GameChosen(setup.game), signal=Pressed(1, c.ChooseGame(setup.game)))
        total = sum(stake for _, stake in bets)
        if self._dice.random() < 0.02:
            yield from self._cash_out()
        while self._bank.books.credit.total < total:
            yield self._note()
        closed = play.BetsClosed(number, setup.game, par_id(setup), (play.SeatBets(1, bets),))
        yield self._commit(closed, wagers.take(self._bank, number, total), signal=Pressed(1, c.Deal(bets)))
        order = list(range(game.pieces))
        self._dice.shuffle(order)
        own = game.places(1, GameOptions()).seats[0]
        yield from self._dealt(number, setup, tuple((place, order[place]) for place in own))
        pieces = tuple(order[place] for place in own)
        setting = self._lays(self._dice, setup.game, pieces)
        value = worth(pieces, setting, self._odds_of(setup))
        assert value is not None
        self.truth.best += value.best == value.chosen
        confirmed = Pressed(1, c.Confirm(setting, ""))
        yield self._commit(play.HandSet(number, 1, setting, "", value), signal=confirmed)
        yield self._settled(number, setup, order, SeatPlay(1, bets, setting))
        self.wait(SECONDS_A_ROUND)

    def _dealt(self, number: int, setup: GameSetup, pieces: tuple[tuple[int, int], ...]) -> Iterator[Row]:
        sealed, commitment = "s" * 120, "c" * 64
        if not GAMES[setup.game].cuts:
            drawn = OrderDrawn(number, pieces, sealed, commitment)
            yield self._commit(play.OrderSealed(number, pieces, sealed, commitment), signal=drawn)
            return
        drawn = OrderDrawn(number, (), sealed, commitment)
        yield self._commit(play.OrderSealed(number, (), sealed, commitment), signal=drawn)
        yield self._commit(play.DeckCut(number, 1, 0), signal=Pressed(1, c.CutDeck(0)))
        yield self._commit(play.PiecesShown(number, pieces), signal=PlacesOpened(number, pieces))

    def _settled(self, number: int, setup: GameSetup, order: list[int], seat: SeatPlay) -> Row:
        result = GAMES[setup.game].settle(order, (seat,), setup.options, None)
        awards = result.seats[0].awards
        stakes = tuple((award.stake_cents, award.returned_cents) for award in awards)
        paid = wagers.settle(self._bank, number, stakes, self.options.money)
        self.truth.count(self.truth.rounds, setup.game, 1)
        for award in awards:
            self.truth.count(self.truth.staked, (setup.game, award.bet), award.stake_cents)
            self.truth.count(self.truth.returned, (setup.game, award.bet), award.returned_cents)
        shown = play.OrderShown(number, tuple(order), "0" * 32)
        locked = [one for one in paid if isinstance(one, bank.JackpotLocked)]
        self.truth.jackpots += sum(one.amount_cents for one in locked)
        jackpots = [bank.JackpotPaid(1, one.handpay) for one in locked]
        revealed = OrderRevealed(number, tuple(order), "0" * 32, "c" * 64)
        return self._commit(shown, play.RoundSettled(number, result), *paid, *jackpots, signal=revealed)

    def _bets(self, setup: GameSetup) -> tuple[tuple[str, int], ...]:
        """The main bet, and each side bet in one round of three; no dice, they are another test's."""
        bets = []
        for spec in GAMES[setup.game].bets(setup.options):
            limit = setup.limit(spec.name)
            if limit is not None and not spec.dice and (spec.main or self._dice.random() < 1 / 3):
                bets.append((spec.name, limit.min_cents * self._dice.randint(1, 5)))
        return tuple(bets)

    def _odds_of(self, setup: GameSetup) -> Odds:
        if setup.game not in self._odds:
            self._odds[setup.game] = _Remembered(advice(setup.game, setup.options))
        return self._odds[setup.game]

    # -- money -----------------------------------------------------------------------------------------

    def _note(self) -> Row:
        self._document += 1
        self.truth.bill_in += 10_000
        seen = (bank.DocumentEscrowed(1, self._document, 10_000), bank.StackOrdered(1, self._document))
        return self._commit(*seen, bank.NoteCredited(1, self._document, 10_000), bank.DocumentClosed(1, self._document))

    def _cash_out(self) -> Iterator[Row]:
        credit = self._bank.books.credit
        if not credit.total:
            return
        self._sequence += 1
        self.truth.ticket_out += credit.total
        number = f"99{self._sequence:016d}"
        yield self._commit(bank.TicketOrdered(1, self._sequence, number, credit, self._now.isoformat()))
        yield self._commit(bank.PrintSeen(1, self._sequence))
        yield self._commit(bank.TicketIssued(1, self._sequence))
        yield self._commit(bank.TicketPrinted(1, self._sequence), bank.TicketRemoved(1, self._sequence))


class _Remembered(dict[tuple[int, ...], Any]):
    """The odds of a hand are asked again and again: a month has more rounds than there are hands."""

    def __init__(self, source: Odds) -> None:
        super().__init__()
        self._source = source

    def get(self, hand: tuple[int, ...], default: Any = None) -> Any:
        if hand not in self:
            self[hand] = self._source.get(hand, default)
        return self[hand]
