"""The one closed union of everything that stands in the journal, and its codec.

Records of money are `cabinet.bank.records`, of a round `cabinet.play.records`; here are the machine's own:
boots, options, devices, doors, keys, faults, calls, the clock.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from cabinet.bank.records import BankRecord
from cabinet.bank.state import Numbers, Ticket
from cabinet.machine.claims import Claim
from cabinet.machine.options import Options
from cabinet.play.records import PlayRecord
from cabinet.ports.access import Role
from cabinet.ports.plain import Codec


@dataclass(frozen=True, slots=True)
class Booted:
    """The program started: every device counts as not asked. *devices*: all it is configured with."""

    program: str
    devices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionsAdopted:
    """The effective options from here on; `decide` and recall read them from the state alone."""

    digest: str
    options: Options


@dataclass(frozen=True, slots=True)
class OptionChanged:
    """An option changed on screen, laid over its file from here on: *key* ("limits.main.max") of *file*, as texts."""

    file: str
    key: str
    old: str
    new: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class LimitsScheduled:
    """The limits of *game* follow row *row* of its schedule from here on, -1 = the limits of all other times."""

    game: str
    row: int
    wall: str


@dataclass(frozen=True, slots=True)
class DeviceBack:
    device: str
    model: str
    serial: str


@dataclass(frozen=True, slots=True)
class DeviceLost:
    device: str
    reason: str


@dataclass(frozen=True, slots=True)
class FaultRaised:
    """*code* is a row of the fault table, *place* the device or "machine"."""

    code: str
    place: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class FaultGone:
    """The cause is gone; a fault that only the attendant clears stays until `FaultCleared`."""

    code: str
    place: str


@dataclass(frozen=True, slots=True)
class FaultCleared:
    """The attendant acknowledged a fault whose cause is gone."""

    code: str
    place: str


@dataclass(frozen=True, slots=True)
class AlarmEnded:
    """Buzzer and sound had their shortest time; a door that still stands open goes on by itself."""


@dataclass(frozen=True, slots=True)
class DoorOpened:
    """*latched*: while the mains were off."""

    door: str
    latched: bool


@dataclass(frozen=True, slots=True)
class DoorClosed:
    door: str


@dataclass(frozen=True, slots=True)
class KeySeen:
    key: str
    on: bool


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person is at work at *station*: by PIN, so with a name."""

    station: int
    who: str
    role: Role


@dataclass(frozen=True, slots=True)
class SignedOut:
    """*why*: closed (by hand), key (turned back), idle, other (somebody else signed in)."""

    station: int
    who: str
    why: str


@dataclass(frozen=True, slots=True)
class PinRefused:
    """A wrong PIN or id; *who* is empty for an id that nobody has. *wrong*: tries in a row."""

    station: int
    who: str
    wrong: int


@dataclass(frozen=True, slots=True)
class ReportOrdered:
    """The meter report goes to the printer of *station*."""

    station: int


@dataclass(frozen=True, slots=True)
class ReportEnded:
    """*how*: printed, or why it was not."""

    station: int
    how: str


@dataclass(frozen=True, slots=True)
class HandpayConfirmed:
    """The first of the two people who have to confirm a large handpay; it is not paid yet."""

    station: int
    handpay: int
    who: str


@dataclass(frozen=True, slots=True)
class Did:
    """Who gave the attendant's command whose records stand beside this one: an id, or "key"."""

    station: int
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class CallMade:
    """*reason*: help, drink, pay; idle_round or seat, where the machine called."""

    station: int
    reason: str


@dataclass(frozen=True, slots=True)
class CallExplained:
    """The player told what for, before somebody was on the way: help, drink, pay."""

    station: int
    reason: str


@dataclass(frozen=True, slots=True)
class CallTaken:
    """Somebody is on the way to the station; *who*: their id, empty = whoever holds the key."""

    station: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class CallAnswered:
    station: int


@dataclass(frozen=True, slots=True)
class CallWithdrawn:
    """The player took back his call."""

    station: int


@dataclass(frozen=True, slots=True)
class ServiceChanged:
    """Out of service by an attendant's wish, or in service again (*out* False)."""

    out: bool
    reason: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class SeatReserved:
    """*digest* of the holder's code, salted with *salt*: the code itself is nowhere."""

    station: int
    salt: str
    digest: str


@dataclass(frozen=True, slots=True)
class SeatTried:
    """A wrong code."""

    station: int


@dataclass(frozen=True, slots=True)
class SeatOverdue:
    """The time of a reservation is over; it still waits for its holder or the attendant."""

    station: int


@dataclass(frozen=True, slots=True)
class SeatOpened:
    """*how*: holder (by the code), or who of the staff opened it."""

    station: int
    how: str


@dataclass(frozen=True, slots=True)
class ClockChanged:
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class DiceChanged:
    """Other dice are in the shaker: their faces are counted from zero."""

    who: str


@dataclass(frozen=True, slots=True)
class DeviceReplaced:
    """A technician fitted another device of its kind; from here on the new one is the right one."""

    device: str
    old_model: str
    old_serial: str
    new_model: str
    new_serial: str
    who: str


@dataclass(frozen=True, slots=True)
class TestBegun:
    """A function of a device is tried at *station*: until its end what the device does moves no meter and no credit.
    *number*: how many tests there were, this one included."""

    station: int
    device: str
    function: str
    who: str
    number: int


@dataclass(frozen=True, slots=True)
class TestEnded:
    """*why*: done (by hand), next (another test began), left (nobody is at work any more), lost (the device went)."""

    device: str
    function: str
    why: str


@dataclass(frozen=True, slots=True)
class DisputeOpened:
    """A player and the house disagree about a round: nothing is played until its record is put away."""

    round_number: int
    station: int
    who: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DisputeKept:
    """The record and the picture of a disputed round lie in *folder* (inside the data folder); *digest*: SHA-256 of
    the record."""

    round_number: int
    folder: str
    digest: str


@dataclass(frozen=True, slots=True)
class DisputeClosed:
    """*outcome*: upheld, rejected or settled otherwise, as the operator says. What was kept stays."""

    round_number: int
    who: str
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class HistoryRestored:
    """A technician put an older journal back: the lock of the rolled-back history ends, open tickets are paid
    by the cashier only."""

    who: str
    reason: str


@dataclass(frozen=True, slots=True)
class RoundHandled:
    """A round that its players did not end: *how* voided (by the operator) or completed (by the house way)."""

    round_number: int
    how: str
    reason: str
    who: str


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """The first record after the opening of a journal that a RAM clear began: what it takes over from the one before.

    *row*, *head*: the newest row that is believed of the journal before, which lies whole in *kept*. *damage*: why that
    one could not be trusted to its end, empty = it was good. *vouched*: no journal told that the logic door is open,
    *who* did. *faces*: counts of the dice that are still in the shaker, by face. *clears*: RAM clears so far.
    """

    who: str
    reason: str
    row: int
    head: str
    kept: str
    damage: str
    vouched: bool
    numbers: tuple[Numbers, ...]
    next_round: int
    faces: tuple[int, ...]
    clears: int
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class TicketsCarried:
    """Tickets of the journal before, as its store had them; a long store takes several rows."""

    tickets: tuple[tuple[str, Ticket], ...]


@dataclass(frozen=True, slots=True)
class SetupConfirmed:
    """A technician read the setup after a RAM clear and left it: *digest* of the options that were in force."""

    who: str
    digest: str


@dataclass(frozen=True, slots=True)
class ClaimRuled:
    """A person looked at a claim of the journal before: paid by hand or not; the books do not move."""

    claim: int
    paid: bool
    who: str = ""


@dataclass(frozen=True, slots=True)
class HistoryArchived:
    """The rows up to *last*, whose hash is *head*, are about to leave both copies for an archive."""

    who: str
    last: int
    head: str


@dataclass(frozen=True, slots=True)
class PeriodCut:
    """A period ends and the next begins: "drop" or "day". Lifetime meters go on; *wall* may follow in
    `PeriodDated`."""

    period: str
    wall: str


@dataclass(frozen=True, slots=True)
class PeriodDated:
    period: str
    wall: str


@dataclass(frozen=True, slots=True)
class EventNoted:
    """Something an attendant or auditor may want to know that changes no state. *code* is stable."""

    code: str
    place: str
    detail: str


MachineRecord = (
    Booted
    | OptionsAdopted
    | OptionChanged
    | LimitsScheduled
    | DeviceBack
    | DeviceLost
    | FaultRaised
    | FaultGone
    | FaultCleared
    | AlarmEnded
    | DoorOpened
    | DoorClosed
    | KeySeen
    | SignedIn
    | SignedOut
    | PinRefused
    | HandpayConfirmed
    | Did
    | ReportOrdered
    | ReportEnded
    | CallMade
    | CallExplained
    | CallTaken
    | CallAnswered
    | CallWithdrawn
    | ServiceChanged
    | SeatReserved
    | SeatTried
    | SeatOverdue
    | SeatOpened
    | ClockChanged
    | DiceChanged
    | DeviceReplaced
    | TestBegun
    | TestEnded
    | DisputeOpened
    | DisputeKept
    | DisputeClosed
    | HistoryRestored
    | RoundHandled
    | CarriedOver
    | TicketsCarried
    | SetupConfirmed
    | ClaimRuled
    | HistoryArchived
    | PeriodCut
    | PeriodDated
    | EventNoted
)
Record = BankRecord | PlayRecord | MachineRecord


def record_codec() -> Codec:
    """Reads every record of the journal back; raises NotPlain on anything else."""
    return Codec(get_args(Record))
