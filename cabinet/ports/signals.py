"""What comes into the machine: people, devices, timers, and the answers to effects. Chance is a signal."""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.acceptor import AcceptorEvent
from cabinet.ports.access import Role
from cabinet.ports.commands import Command
from cabinet.ports.deck import DeckEvent
from cabinet.ports.link import LinkEvent
from cabinet.ports.printer import PrinterEvent
from cabinet.ports.shaker import ShakerEvent

DeviceEvent = LinkEvent | AcceptorEvent | PrinterEvent | DeckEvent | ShakerEvent


@dataclass(frozen=True, slots=True)
class Pressed:
    """A command from a person at *station*."""

    station: int
    command: Command


@dataclass(frozen=True, slots=True)
class DeviceSaid:
    """An event of the device named *device* ("acceptor.1", "shaker.0"): class, dot, station."""

    device: str
    event: DeviceEvent


@dataclass(frozen=True, slots=True)
class TimerElapsed:
    key: str


@dataclass(frozen=True, slots=True)
class OrderDrawn:
    """The one draw of a round: open pieces as (place, piece), the sealed whole, the commitment (hex)."""

    round_number: int
    pieces: tuple[tuple[int, int], ...]
    sealed: str
    commitment: str


@dataclass(frozen=True, slots=True)
class PlacesOpened:
    round_number: int
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OrderRevealed:
    """Order and nonce (hex) of a round; *kept*: whether they match the commitment they were sealed under."""

    round_number: int
    order: tuple[int, ...]
    nonce: str
    commitment: str


@dataclass(frozen=True, slots=True)
class NumberDrawn:
    """A fresh validation number: 18 digits. *dated*: the wall stamp that the ticket will carry."""

    station: int
    number: str
    dated: str


@dataclass(frozen=True, slots=True)
class TicketVerdict:
    """*verdict*: redeemable, or why not: unknown, redeemed, expired, foreign, unconfirmed, void, in_use."""

    station: int
    number: str
    verdict: str
    amount_cents: int = 0


@dataclass(frozen=True, slots=True)
class ClockStepped:
    """The wall clock was seen to jump; *before* and *after* are wall stamps."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Restored:
    """A technician's act: the journal that lies here was put back on purpose."""

    who: str
    reason: str


@dataclass(frozen=True, slots=True)
class RowsArchived:
    """A technician takes the oldest rows, up to *last* with the hash *head*, out of the cabinet."""

    who: str
    last: int
    head: str


@dataclass(frozen=True, slots=True)
class DayTurned:
    """The hour at which the gaming day is cut has passed; *wall* is the stamp of now."""

    wall: str


@dataclass(frozen=True, slots=True)
class ScheduleTurned:
    """By the wall clock, row *row* of *game*'s schedule holds now (-1 = none)."""

    game: str
    row: int
    wall: str


@dataclass(frozen=True, slots=True)
class PeriodStamped:
    """The wall stamp of a period's cut."""

    period: str
    wall: str


@dataclass(frozen=True, slots=True)
class DisputePutAway:
    """What became of keeping a disputed round: the folder and its record's digest, or *why* it could not be."""

    round_number: int
    folder: str
    digest: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class SlipStamped:
    """The wall stamp of the act that a slip tells of."""

    station: int
    slip: int
    wall: str


@dataclass(frozen=True, slots=True)
class PinTold:
    """The verdict on a sign-in; never the PIN. *role* None = refused, after *wrong* wrong tries in a row, with
    *wait_s* seconds until the next one counts. *judged* False: it came too early and was not looked at."""

    station: int
    who: str
    role: Role | None
    wait_s: int = 0
    wrong: int = 0
    judged: bool = True


@dataclass(frozen=True, slots=True)
class OfficeTouched:
    """Somebody reads the attendant's pages at *station*: no fact, it only keeps the office open."""

    station: int


@dataclass(frozen=True, slots=True)
class StorageSaid:
    """The journal's own news: a copy healed, the disk nearly full, and so on; *fault* a row of the table."""

    fault: str
    holds: bool
    detail: str = ""
