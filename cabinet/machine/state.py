"""The whole state of the machine: a function of its records, plus the volatile draft that holds no money."""

from __future__ import annotations

from dataclasses import dataclass, field

from cabinet.bank.books import Books
from cabinet.bank.state import BankState
from cabinet.machine.claims import Claim
from cabinet.machine.faults import Fault
from cabinet.machine.options import Options
from cabinet.play.options import ALWAYS, GameSetup
from cabinet.play.state import PlayState
from cabinet.ports.access import Role
from cabinet.ports.view import Message


@dataclass(frozen=True, slots=True)
class Draft:
    """What a person is still changing: chips in the order they were laid, where pieces lie, the assist used,
    the language, the last thing said to them, what a device under test did. Gone after a power cut."""

    chips: tuple[tuple[str, int], ...] = ()
    places: tuple[str, ...] = ()
    assist: str = ""
    language: str = ""
    messages: tuple[Message, ...] = ()
    tried: tuple[Message, ...] = ()

    @property
    def bets(self) -> tuple[tuple[str, int], ...]:
        """Chips summed by spot, in the order the spots were first used."""
        total: dict[str, int] = {}
        for bet, amount in self.chips:
            total[bet] = total.get(bet, 0) + amount
        return tuple(total.items())


@dataclass(frozen=True, slots=True)
class Device:
    """A configured device: whether it answers, and as whom."""

    name: str
    up: bool = False
    asked: bool = False  # since this boot it was heard of, up or lost
    model: str = ""
    serial: str = ""


@dataclass(frozen=True, slots=True)
class DeviceTest:
    """A device's function under test, begun from *station*; the *number* of all tests."""

    station: int
    device: str
    function: str
    number: int


@dataclass(frozen=True, slots=True)
class Contested:
    """A disputed round; *folder* and *digest* are empty until its record is put away."""

    round_number: int
    station: int
    who: str
    reason: str = ""
    folder: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Call:
    """*taken*: somebody said that they are on their way."""

    station: int
    reason: str
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Worker:
    """Somebody at work at *station*: a person's id, or "key"."""

    station: int
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class Reserved:
    """A seat kept for whoever knows the code behind *digest*; *tries*: wrong ones. *overdue*: its time is over."""

    station: int
    salt: str
    digest: str
    tries: int = 0
    overdue: bool = False


@dataclass(frozen=True, slots=True)
class Cut:
    """Where the present period began: lifetime values then. A period's meter is lifetime minus this."""

    period: str
    wall: str
    books: tuple[tuple[int, Books], ...]
    meters: dict[str, int]


@dataclass(frozen=True, slots=True)
class State:
    """*compared*: (station, coin_in, bill_in) in cents at the end of the last play, for the increment test.
    *cuts* by period. *clears*: RAM clears in the machine's life, *claims*: what the last one left to a person.
    *meters*: counters by "scope|name"; see `cabinet.machine.meters`.
    *contested*: open disputes. *fitted*: (model, serial) of the device that belongs there, by its name. *tests*: how
    many were begun.
    *sessions*: (station, first round) since that station's credit was last zero.
    *changes*: (file, key, text) of every option changed on screen. *scheduled*: row of its schedule by game.
    *alarm*: buzzer and sound have their shortest time. *office*: who is at work, one a station.
    *confirmed*: (station, handpay, who) of open handpays that one person has
    confirmed already. *reporting*: stations whose printer has a report under way. *drafts* by station are volatile."""

    options: Options | None = None
    digest: str = ""
    changes: tuple[tuple[str, str, str], ...] = ()
    scheduled: dict[str, int] = field(default_factory=dict)
    bank: BankState = field(default_factory=BankState)
    play: PlayState = field(default_factory=PlayState)
    devices: tuple[Device, ...] = ()
    faults: tuple[Fault, ...] = ()
    doors_open: tuple[str, ...] = ()
    keys_on: tuple[str, ...] = ()
    alarm: bool = False
    out_of_service: bool = False
    office: tuple[Worker, ...] = ()
    reporting: tuple[int, ...] = ()
    confirmed: tuple[tuple[int, int, str], ...] = ()
    calls: tuple[Call, ...] = ()
    contested: tuple[Contested, ...] = ()
    fitted: dict[str, tuple[str, str]] = field(default_factory=dict)
    testing: DeviceTest | None = None
    tests: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    compared: tuple[tuple[int, int, int], ...] = ()
    cuts: dict[str, Cut] = field(default_factory=dict)
    sessions: tuple[tuple[int, int], ...] = ()
    reserved: tuple[Reserved, ...] = ()
    clears: int = 0
    claims: tuple[Claim, ...] = ()
    drafts: dict[int, Draft] = field(default_factory=dict)

    @property
    def set_up(self) -> Options:
        assert self.options is not None, "no options were adopted yet"
        return self.options

    @property
    def setup(self) -> GameSetup:
        """The set-up of the game on the table, with the limits of this time of the day."""
        found = self.set_up.game(self.play.game) or self.set_up.games[0]
        return found.scheduled(self.scheduled.get(found.game, ALWAYS))

    @property
    def attendant(self) -> bool:
        """Whether anybody is at work on the machine."""
        return bool(self.office)

    def worker(self, station: int) -> Worker | None:
        """Who is at work at *station*, None = nobody: it belongs to its player."""
        return next((worker for worker in self.office if worker.station == station), None)

    def draft(self, station: int) -> Draft:
        return self.drafts.get(station) or Draft()

    def reserve(self, station: int) -> Reserved | None:
        """The reservation of *station*'s seat, None while it is free."""
        return next((held for held in self.reserved if held.station == station), None)

    def session(self, station: int) -> int:
        """The first round of the station's present session."""
        return next((first for known, first in self.sessions if known == station), 1)

    def device(self, name: str) -> Device | None:
        return next((device for device in self.devices if device.name == name), None)
