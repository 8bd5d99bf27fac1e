"""Any order of signals: thousands of steps of people, devices and timers that know nothing of each other, and after
each of them everything that must hold. Not whole cabinets (that is `test_lives`): nonsense is welcome here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from cabinet.bank.books import Books, problems
from cabinet.bank.state import Document, DocumentStage
from cabinet.machine.records import record_codec
from cabinet.machine.signals import Signal
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.ports import shaker as s
from cabinet.ports.access import Role
from cabinet.ports.deck import DoorChanged, KeyTurned
from cabinet.ports.link import LinkDown, LinkUp
from cabinet.ports.plain import encode
from cabinet.ports.signals import (
    ClockStepped,
    DeviceEvent,
    DeviceSaid,
    NumberDrawn,
    OrderDrawn,
    OrderRevealed,
    PinTold,
    PlacesOpened,
    Pressed,
    StorageSaid,
    TicketVerdict,
    TimerElapsed,
)
from cabinet.reports.audit import Checked, replay
from cabinet.reports.fold import fold
from tests.machine.floor import TABLES, Floor
from tests.machine.setups import double_hand, money, options, two_card
from tests.simulation import checks

MOVERS = {
    "NoteCredited",
    "TicketRedeemed",
    "DocumentRuled",
    "TicketOrdered",
    "TicketFailed",
    "TicketRuled",
    "CancelOrdered",
    "CancelBackedOut",
    "WagerTaken",
    "AwardPaid",
    "WagerVoided",
    "TicketIssued",
    "CancelPaid",
    "HandpayShort",
    "CreditAbandoned",
    "JackpotPaid",
}
STATIONS = (1, 2)


def ruling(dice: Random, kind: str, handle: str, amount: int) -> c.Command:
    match kind:
        case "ticket":
            return c.RuleTicket(handle, dice.random() < 0.5)
        case "document":
            return c.RuleDocument(int(handle), dice.random() < 0.5, amount or 500)
        case "jackpot" | "cancelled_credit" if dice.random() < 0.3:
            return c.ShortPay(int(handle), dice.randint(0, amount), "any")
        case "jackpot" | "cancelled_credit":
            return c.PayHandpay(int(handle))
        case "dice":
            return c.RuleDice(dice.random() < 0.5)
        case _:
            return c.ClearFault(handle)


class Noise:
    """Signals from a seed: mostly such as could follow, sometimes such as never should."""

    def __init__(self, seed: int, floor: Floor) -> None:
        self.dice, self.floor = Random(f"noise {seed}"), floor

    def signal(self) -> Signal:
        station = self.dice.choice(STATIONS)
        match self.dice.randrange(20):
            case 0 | 1 | 2 | 3 | 4 | 5:
                return Pressed(station, self._command(station))
            case 6 | 7 | 8 | 9 | 10:
                return DeviceSaid(f"acceptor.{station}", self._acceptor(station))
            case 11 | 12 | 13:
                return DeviceSaid(f"printer.{station}", self._printer(station))
            case 14 | 15:
                return DeviceSaid("shaker.0", self._shaker())
            case 16 if self.dice.random() < 0.3:
                self.floor.signal(PinTold(station, "O1", Role.OPERATOR))
                for _ in range(4):
                    self.floor.press(self._ruling(station), station=station)
                return Pressed(station, c.SignOut())
            case 16 if self.floor.state.attendant:
                role = self.dice.choice((Role.ATTENDANT, Role.OPERATOR, Role.TECHNICIAN, None))
                back = DeviceSaid("deck.1", KeyTurned("audit", False))
                return self.dice.choice((PinTold(station, "A1", role, wrong=1), TimerElapsed("office.1"), back))
            case 16:
                return DeviceSaid("deck.1", self.dice.choice((KeyTurned("audit", True), KeyTurned("audit", False))))
            case 17:
                keys = ("round.idle", "round.set", "round.roll", f"validation.{station}", f"hold.{station}")
                return TimerElapsed(self.dice.choice((*keys, "asked.printer.1")))
            case 18:
                return self._stale(station)
            case _:
                return self._rare()

    def _ruling(self, station: int) -> c.Command:
        """What an operator might do with what he finds."""
        view = self.floor.view(station)
        return self.dice.choice(
            (
                c.VoidRound("test"),
                c.AbandonCredit(view.credit_cents, "any"),
                *(ruling(self.dice, lock.kind, lock.handle, lock.amount_cents) for lock in view.locks[:2]),
            )
        )

    def _command(self, station: int) -> c.Command:
        view = self.floor.view(station)
        spot = self.dice.choice(view.table.spots).bet if self.dice.random() < 0.4 else view.table.spots[0].bet
        likely: tuple[c.Command, ...] = (
            c.AddChip(
                spot if self.dice.random() < 0.4 else view.table.spots[0].bet, self.dice.choice((500, 100, 2_500))
            ),
            c.Deal(),
            c.CutDeck(self.dice.randint(0, 51)),
            c.Assist("house_way"),
            c.Confirm(),
            c.CashOut(),
        )
        rare: tuple[c.Command, ...] = (
            c.BackOut(),
            c.CancelCall(),
            c.CallAttendant(),
            c.RepeatBets(),
            c.DoubleBets(),
            c.BetRest(),
            c.UndoChip(),
            c.ClearBet(),
            c.ChooseGame(self.dice.choice(("double_hand", "two_card", "poker"))),
            c.LayPiece(self.dice.randint(-1, 3), self.dice.choice(("front", "behind", "across1", "nowhere", ""))),
            c.VoidRound("test"),
            c.CompleteRound(),
            c.AnswerCall(),
            *(c.AbandonCredit(self.dice.choice((view.credit_cents, 500)), "any"),) * 3,
            c.ReprintSlip(self.dice.randint(0, 9)),
            c.SignOut(),
            c.RuleDice(self.dice.random() < 0.5),
            *(ruling(self.dice, lock.kind, lock.handle, lock.amount_cents) for lock in view.locks[:2]),
        )
        return self.dice.choice(likely if self.dice.random() < 0.7 else rare)

    def _acceptor(self, station: int) -> DeviceEvent:
        document = self.floor.state.bank.station(station).document
        if self.dice.random() < 0.85:
            return self._next_of(document, station)
        numbers = list(self.floor.state.bank.tickets) or ["980000000000000001"]
        return self.dice.choice(
            (
                a.NoteEscrowed(self.dice.choice((500, 2_000, 10_000, 200))),
                a.NoteEscrowed(self.dice.choice((500, 2_000, 10_000))),
                a.TicketEscrowed(self.dice.choice(numbers)),
                a.DocumentStacked(),
                a.DocumentStacked(),
                a.DocumentFinished(),
                a.DocumentReturned("returned"),
                a.DocumentRejected("insertion"),
                a.AcceptorTold(self.dice.choice(list(a.Position))),
                a.AcceptorReady((500,)),
                a.AcceptorConditions(self.dice.choice(((), ("jam_acceptor",)))),
                LinkDown("noise"),
                LinkUp("twin", str(station)),
            )
        )

    def _next_of(self, document: Document | None, station: int) -> DeviceEvent:
        """What could follow where the document is."""
        stage = document.stage if document is not None else None
        good = [number for number, ticket in self.floor.state.bank.tickets.items() if ticket.state.value == "issued"]
        match stage:
            case None if good and self.dice.random() < 0.5:
                return a.TicketEscrowed(self.dice.choice(good))
            case None:
                return a.NoteEscrowed(self.dice.choice((500, 2_000, 10_000)))
            case DocumentStage.STACK_SENT:
                return a.DocumentStacked()
            case DocumentStage.CREDITED:
                return a.DocumentFinished()
            case _:
                return a.DocumentReturned("returned")

    def _printer(self, station: int) -> DeviceEvent:
        bank = self.floor.state.bank.station(station)
        if bank.job is not None and self.dice.random() < 0.6:
            job = bank.job.sequence
            told = (p.PrintBegun, p.ValidationPrinted, p.PrintCompleted, p.TicketTaken)
            facts = (*(fact(job) for fact in told), p.PrintFailed(job, "noise"))
            return self.dice.choice(facts)
        job = bank.job.sequence if bank.job is not None and self.dice.random() < 0.9 else self.dice.randint(0, 9)
        flags = [self.dice.random() < 0.5 for _ in range(3)]
        return self.dice.choice(
            (
                p.PrintBegun(job),
                p.ValidationPrinted(job),
                p.PrintCompleted(job),
                p.TicketTaken(job),
                p.PrintFailed(job, "noise"),
                p.PrintLost(job, "noise"),
                p.PrinterTold(*flags),
                p.PrinterConditions(self.dice.choice(((), ("paper_out",)))),
                LinkDown("noise"),
                LinkUp("twin", str(station)),
                LinkUp("twin", str(station)),
            )
        )

    def _shaker(self) -> DeviceEvent:
        now = self.floor.state.play.round
        number, attempt = (now.number, now.roll.attempt) if now is not None and self.dice.random() < 0.8 else (3, 1)
        faces = (self.dice.randint(1, 6), self.dice.randint(1, 6), self.dice.randint(1, 6))
        return self.dice.choice(
            (
                s.FirstRest(number, attempt, faces, "raw"),
                s.DiceRead(number, attempt, faces, ("raw",)),
                s.RollRejected(number, attempt, "cocked", ("raw",)),
                s.RollDisturbed(number, attempt, "moved", self.dice.random() < 0.5),
                s.ShakerTold(self.dice.choice(("idle", "result", "shaking")), number, attempt, 0),
                LinkUp("twin", "0"),
            )
        )

    def _stale(self, station: int) -> Signal:
        """Answers of chance and store that come late, twice, or for something else."""
        number = self.floor.state.play.next_round - self.dice.randint(0, 2)
        ticket = self.dice.choice([*self.floor.state.bank.tickets, "980000000000000001"])
        return self.dice.choice(
            (
                OrderDrawn(number, ((0, 27), (1, 26), (2, 25)), "another", "another"),
                PlacesOpened(number, ((0, 51), (2, 50))),
                OrderRevealed(number, tuple(reversed(range(28))), "00", "another"),
                NumberDrawn(station, f"98{self.dice.randrange(10**16):016}", "2026-03-01T09:00:00+00:00"),
                NumberDrawn(station, ticket, "2026-03-01T09:00:00+00:00"),
                TicketVerdict(station, ticket, "redeemable", 500),
            )
        )

    def _rare(self) -> Signal:
        return self.dice.choice(
            (
                DeviceSaid("deck.1", DoorChanged("main", True)),
                DeviceSaid("deck.1", DoorChanged("main", False)),
                StorageSaid("disk_low", True),
                StorageSaid("disk_low", False),
                ClockStepped("2026-03-01T09:00:00+00:00", "2026-03-15T09:00:00+00:00"),
                DeviceSaid("acceptor.1", a.AcceptorReady((500,))),
                DeviceSaid("acceptor.2", a.AcceptorReady((500,))),
            )
        )


def _attend(floor: Floor, dice: Random) -> Iterator[Signal]:
    """The attendant comes, rules on everything and goes."""
    yield DeviceSaid("deck.1", KeyTurned("audit", True))
    for station in STATIONS:
        for lock in floor.view(station).locks:
            yield Pressed(station, ruling(dice, lock.kind, lock.handle, lock.amount_cents))
    for fault in floor.state.faults:
        yield Pressed(1, c.ClearFault(fault.code))
    yield Pressed(1, c.RuleDice(dice.random() < 0.5))
    yield Pressed(1, c.RuleDice(False))
    yield DeviceSaid("deck.1", KeyTurned("audit", False))
    yield DeviceSaid("deck.1", DoorChanged("main", False))
    yield StorageSaid("disk_low", False)


def _player(floor: Floor, dice: Random) -> Iterator[Signal]:
    """Somebody who knows how to play begins a round, and mostly sets his hands."""
    station = dice.choice(STATIONS)
    spots = floor.view(station).table.spots
    yield Pressed(station, c.AddChip(spots[0].bet, 500))
    for spot in spots[1:]:
        if dice.random() < 0.4:
            yield Pressed(station, c.AddChip(spot.bet, 100))
    yield Pressed(station, c.Deal())
    if dice.random() < 0.8:
        yield Pressed(station, c.CutDeck(dice.randint(0, 51)))
        yield Pressed(station, c.Assist("house_way"))
        yield Pressed(station, c.Confirm())
    if dice.random() < 0.4:
        yield Pressed(station, c.CashOut())
        job = floor.state.bank.station(station).job
        if job is not None and dice.random() < 0.3:
            yield DeviceSaid(f"printer.{station}", p.PrintFailed(job.sequence, "paper_jam"))
            if dice.random() < 0.5:
                yield Pressed(station, c.BackOut())


def _signals(noise: Noise) -> Iterator[Signal]:
    luck = noise.dice.random()
    if luck < 0.12:
        return _attend(noise.floor, noise.dice)
    if luck < 0.3:
        return _player(noise.floor, noise.dice)
    return iter((noise.signal(),))


def _floor() -> Floor:
    limits = money(credit_limit_cents=60_000, ticket_max_cents=15_000, handpay_limit_cents=450)
    setup = options(stations=STATIONS, money_options=limits, games=(double_hand(dice=True), two_card()))
    return Floor(setup, ("acceptor.1", "acceptor.2", "printer.1", "printer.2", "shaker.0"))


def _step(floor: Floor, signal: Signal) -> None:
    """One signal; what must hold after it."""
    before, row = {n: floor.state.bank.station(n).books for n in STATIONS}, floor.memory.count()
    floor.signal(signal)
    names = {plain["is"] for entry in floor.memory.rows[row:] for plain in entry.records}
    for station in STATIONS:
        books = floor.state.bank.station(station).books
        assert problems(books) == (), f"station {station} after {signal}"
        if books != before[station]:
            assert names & MOVERS, f"money moved without a record: {signal}"
        assert _never_falls(before[station], books), f"a meter fell after {signal}"


def _never_falls(before: Books, after: Books) -> bool:
    lifetime = ("bill_in", "ticket_in", "coin_in", "coin_out", "wager_voided", "ticket_out", "handpay_cancelled")
    return all(getattr(after, name).total >= getattr(before, name).total for name in lifetime)


def _at_the_end(floor: Floor) -> Counter[str]:
    """The whole history: one draw and one result a round, no number twice, every decision reproduced."""
    entries = list(floor.memory.entries())
    assert fold(entries).bank == floor.state.bank
    checks.whole_life(entries, TABLES)
    codec = record_codec()
    assert all(encode(codec.decode(plain)) == plain for entry in entries[1:] for plain in entry.records)
    return Counter(plain["is"] for entry in entries for plain in entry.records)


def _noise(seed: int, steps: int) -> Counter[str]:
    floor = _floor()
    dealt = Random(f"orders {seed}")
    floor.script.shuffle = lambda count: tuple(dealt.sample(range(count), count))  # type: ignore[method-assign]
    noise = Noise(seed, floor)
    for step in range(steps):
        if noise.dice.random() < 0.004:
            floor.boot()
        if noise.dice.random() < 0.08:
            floor.ready()
        for signal in _signals(noise):
            try:
                _step(floor, signal)
            except Exception as wrong:
                raise AssertionError(f"seed {seed}, step {step}, {signal}: {wrong!r}") from wrong
    return _at_the_end(floor)


WALKED = {
    "NoteCredited",
    "TicketRedeemed",
    "TicketIssued",
    "TicketUnconfirmed",
    "TicketRuled",
    "TicketFailed",
    "CancelPaid",
    "CancelBackedOut",
    "HandpayShort",
    "CreditAbandoned",
    "SlipOrdered",
    "JackpotLocked",
    "JackpotPaid",
    "RoundSettled",
    "RoundVoided",
    "WagerVoided",
    "DiceAccepted",
    "DiceVoided",
    "RollFrozen",
    "DocumentDisputed",
    "DocumentRuled",
    "DeckCut",
}
"""What a run must have gone through to be worth anything."""


def test_thousands_of_steps_in_any_order() -> None:
    """M-17, M-19, M-28, M-32: books after each, jackpots, voids and cancelled credits among them."""
    seen: Counter[str] = Counter()
    for seed in range(2, 10):
        seen += _noise(seed, 1_000)
    assert set(seen) >= WALKED, f"never walked: {sorted(WALKED - set(seen))}"


@pytest.mark.full
@pytest.mark.timeout(7200)
def test_a_hundred_thousand_transactions_in_any_order() -> None:
    seen: Counter[str] = Counter()
    for seed in range(50):
        seen += _noise(1_000 + seed, 2_000)
    assert set(seen) >= WALKED


def test_a_changed_record_is_found_by_the_replay() -> None:
    """The replay is no formality: one cent in one row is the first difference, named by its row."""
    floor = _floor()
    noise = Noise(1, floor)
    for _ in range(400):
        floor.signal(noise.signal())
    entries = list(floor.memory.entries())
    at = next(n for n, entry in enumerate(entries) if any(plain["is"] == "NoteCredited" for plain in entry.records))
    changed = tuple(
        {**plain, "value_cents": plain["value_cents"] + 1} if plain["is"] == "NoteCredited" else plain
        for plain in entries[at].records
    )
    entries[at] = replace(entries[at], records=changed)
    findings = list(replay(entries, TABLES, Checked()))
    assert [finding.row for finding in findings] == [entries[at].sequence]
