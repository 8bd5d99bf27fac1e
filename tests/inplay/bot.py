"""A cheat at the dice: it sees them through the cover at the first rest and spoils the roll whenever they lose.

It kicks the cabinet, opens the lid, pulls the shaker's cable or cuts its power, for a moment or until the ninety
seconds are over. An attendant rules on every frozen roll from its raw line alone and opens the dice bets again at
once, so nothing holds the cheat back but the rules of the dice themselves.

Light, for many rounds: the real engine, driver and twin of the shaker on virtual time; notes and the key are events;
the journal forgets its rows and only the meters are looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from cabinet.app.rig import Rig
from cabinet.bank.books import problems
from cabinet.chance import Draws
from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances
from cabinet.engine.engine import Engine
from cabinet.machine.signals import Started
from cabinet.machine.state import State
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorReady, DocumentFinished, DocumentStacked, NoteEscrowed
from cabinet.ports.deck import KeyTurned
from cabinet.ports.plain import Plain
from cabinet.ports.signals import DeviceEvent, DeviceSaid
from cabinet.storage.contract import Entry
from drivers.emulators.shaker import BENCH_KEY, ShakerTwin
from drivers.emulators.wire import Wire
from drivers.emulators.world import World
from drivers.shakers.shaker import Shaker, ShakerOptions
from drivers.shakers.shaker_wire import Reading, read_told
from tests.inplay.floor import ACCEPTOR, DECK, SHAKER
from tests.machine.floor import TABLES
from tests.machine.setups import NOTES_CENTS, options
from tests.simulation.cabinet import PlainSeal

STAKE_CENTS = 500
FAIR = -1 / 36
REACTION_MS = 100
"""From the first rest to the hand: the time in which a shaker must have told its first reading."""

HANDS = ("kick", "lid", "cable", "power")
AWAY_MS = (500, 3_000, 95_000)
"""How long a cable or the power is kept away; the last outlasts the roll."""


class Forgetful:
    """A journal that numbers its rows and keeps the newest."""

    def __init__(self) -> None:
        self._newest = Entry(1, "", None, ({"is": "Opened"},))

    def append(self, signal: Plain | None, records: Sequence[Plain], wall: str, *, from_reserve: bool = False) -> Entry:
        self._newest = Entry(self._newest.sequence + 1, wall, signal, tuple(records))
        return self._newest

    def entries(self, start: int = 1) -> Iterator[Entry]:
        return iter(())

    def newest(self) -> Entry | None:
        return self._newest

    def head(self) -> str:
        return ""

    def hash_at(self, sequence: int) -> str | None:
        return ""

    def count(self) -> int:
        return self._newest.sequence

    def nearly_full(self) -> bool:
        return False

    def close(self) -> None:
        pass


@dataclass(frozen=True, slots=True)
class Played:
    """*spoilt*: rolls that were touched, by hand. *ended*: rounds by how their dice ended."""

    rounds: int
    staked_cents: int
    returned_cents: int
    spoilt: dict[str, int]
    ended: dict[str, int]

    @property
    def mean(self) -> float:
        """What a staked unit brings on average, the stake taken off."""
        return (self.returned_cents - self.staked_cents) / self.staked_cents

    @property
    def sigma(self) -> float:
        """Standard deviation of that mean with fair dice: one unit is won or lost."""
        return sqrt((1 - FAIR**2) / self.rounds)

    @property
    def off(self) -> float:
        """How many sigma the mean is from that of fair dice."""
        return (self.mean - FAIR) / self.sigma


class Bot:
    """From *seed*. *spoils*: whether it does anything at all; *reaction_ms* after the first rest."""

    def __init__(self, seed: int, *, spoils: bool = True, reaction_ms: int = REACTION_MS) -> None:
        self._bets, self._hands = Random(f"bets {seed}"), Random(f"hands {seed}")
        self._spoils, self._reaction_ms = spoils, reaction_ms
        self._shelf = World().shelf(SHAKER)
        clock = ManualClock("2026-03-01T09:00:00+00:00")
        twin = ShakerTwin(self._shelf, seed=seed)
        self._twin = twin
        self._rig = Rig({SHAKER: Wire(SHAKER, Shaker(ShakerOptions(key=BENCH_KEY)), twin)}, clock)
        chance = Draws(Random(f"tiles {seed}").randbytes)
        chances = Chances(lambda _: chance, chance, PlainSeal(), clock, lambda ticket, state: None)
        engine = Engine(Forgetful(), State(), TABLES, clock, chances, self._rig.outbox)
        engine.handle(Started("bot", (SHAKER,), options(dice=True)))
        self._rig.attach(engine)
        self._wait(lambda: self._state.devices[0].up, "the shaker")
        self._said(ACCEPTOR, AcceptorReady(NOTES_CENTS))
        self._spoilt: Counter[str] = Counter()
        self._ended: Counter[str] = Counter()

    def play(self, rounds: int) -> Played:
        """So many rounds with one dice bet each."""
        for _ in range(rounds):
            self._round()
            assert problems(self._state.bank.station(1).books) == ()
        meters = self._state.meters
        staked, returned = (sum(meters.get(f"bet.double_hand.{bet}|{name}", 0) for bet in ("dice_lo", "dice_hi"))
                            for name in ("bet_staked", "bet_returned"))  # fmt: skip
        return Played(self._state.play.next_round - 1, staked, returned, dict(self._spoilt), dict(self._ended))

    # -- the player --------------------------------------------------------------------------------------

    def _round(self) -> None:
        bet = self._bets.choice(("dice_lo", "dice_hi"))
        if self._state.bank.station(1).books.credit.total < 2 * STAKE_CENTS:
            self._said(ACCEPTOR, NoteEscrowed(10_000), DocumentStacked(), DocumentFinished())
        self._wait(lambda: self._state.devices[0].up and not self._state.faults, "the shaker to be well")
        for command in (c.AddChip("main", STAKE_CENTS), c.AddChip(bet, STAKE_CENTS), c.Deal()):
            self._rig.press(command)
        self._rig.press(c.Assist("house_way"))
        self._rig.press(c.Confirm())
        assert self._state.play.phase is Phase.SHAKING
        self._watch(bet)
        self._attend()
        self._ended[self._how()] += 1

    def _watch(self, bet: str) -> None:
        """Look at the dice of every first rest of the round, and spoil those that lose."""
        while self._rolling():
            self._wait(lambda: self._position() == "reading" or not self._rolling(), "the dice to rest")
            if not self._rolling():
                return
            if self._spoils and not wins(bet, self._shelf.data["dice"]):
                self._spoil(self._hands.choice(HANDS))
            self._wait(lambda: self._position() != "reading", "the reading to be over")

    def _spoil(self, hand: str) -> None:
        self._spoilt[hand] += 1
        away = self._hands.choice(AWAY_MS)
        if hand == "kick":
            self._rig.bench(SHAKER, {"fault": "kick"})
            self._rig.run(1_000)
            self._rig.bench(SHAKER, {"fault": "kick", "on": False})
            return
        self._rig.run(self._reaction_ms)
        match hand:
            case "lid":
                self._rig.bench(SHAKER, {"lid": "open"})
                self._rig.run(2_000)
                self._rig.bench(SHAKER, {"lid": "closed"})
            case "cable":
                self._rig.cable(SHAKER, False)
                self._rig.run(away)
                self._rig.cable(SHAKER, True)
            case _:
                self._rig.bench(SHAKER, {"power": "off"})
                self._rig.run(away)
                self._rig.bench(SHAKER, {"power": "on"})

    # -- the attendant -----------------------------------------------------------------------------------

    def _attend(self) -> None:
        """A frozen roll stands if there is a raw line of a first rest, else it is void; then the bets open again."""
        if self._frozen():
            assert self._state.play.round is not None
            raw = self._state.play.round.roll.first_raw
            line = read_told(raw[1 : raw.index("*")]) if raw else None
            self._keyed(c.RuleDice(isinstance(line, Reading)))
        codes = {fault.code for fault in self._state.faults if fault.row.attendant}
        if codes:
            self._keyed(*(c.ClearFault(code) for code in sorted(codes)))

    def _keyed(self, *commands: c.Command) -> None:
        self._said(DECK, KeyTurned("audit", True))
        for command in commands:
            self._rig.press(command)
        self._said(DECK, KeyTurned("audit", False))

    # -- both --------------------------------------------------------------------------------------------

    @property
    def _state(self) -> State:
        return self._rig.engine.state

    def _position(self) -> str:
        return str(self._twin.status()["position"])

    def _rolling(self) -> bool:
        """Whether a roll is under way that nobody has to rule on."""
        return self._state.play.phase is Phase.SHAKING and not self._frozen()

    def _frozen(self) -> bool:
        now = self._state.play.round
        return now is not None and now.phase is Phase.SHAKING and bool(now.roll.frozen)

    def _how(self) -> str:
        assert self._state.play.round is not None
        return "void" if self._state.play.round.roll.void else "result"

    def _said(self, device: str, *events: DeviceEvent) -> None:
        for event in events:
            self._rig.engine.handle(DeviceSaid(device, event))
        self._rig.settle()

    def _wait(self, done: Callable[[], bool], what: str) -> None:
        self._rig.wait(done, 200_000, what)


def wins(bet: str, dice: Sequence[int]) -> bool:
    """The player's rule: 4-10 or 11-17, never three alike."""
    low = 4 <= sum(dice) <= 10
    return len(set(dice)) > 1 and low is (bet == "dice_lo")
