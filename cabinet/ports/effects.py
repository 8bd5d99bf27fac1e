"""What the machine wants done once its records are on disk. An effect is carried out after the commit, never
before; losing one with the power is safe, because `resume` lists it again from the state."""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.acceptor import AcceptorOrder
from cabinet.ports.deck import DeckOrder
from cabinet.ports.printer import PrinterOrder
from cabinet.ports.shaker import ShakerOrder

DeviceOrder = AcceptorOrder | PrinterOrder | DeckOrder | ShakerOrder


@dataclass(frozen=True, slots=True)
class ToDevice:
    """An order for the device named *device* ("acceptor.1")."""

    device: str
    order: DeviceOrder


@dataclass(frozen=True, slots=True)
class StartTimer:
    """Comes back as the signal `TimerElapsed(key)`; starting it again restarts it."""

    key: str
    ms: int


@dataclass(frozen=True, slots=True)
class StopTimer:
    key: str


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """Draw the whole order of a round once; answered by `OrderDrawn` with the pieces of *open_places*."""

    round_number: int
    pieces: int
    open_places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenPlaces:
    """Open some places of a sealed order (after a cut); answered by `PlacesOpened`."""

    round_number: int
    sealed: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """Open a sealed order whole; answered by `OrderRevealed` with order and nonce."""

    round_number: int
    sealed: str


@dataclass(frozen=True, slots=True)
class DrawNumber:
    """16 random digits, the last a check digit, after the store's system id; answered by `NumberDrawn`."""

    station: int


@dataclass(frozen=True, slots=True)
class ValidateTicket:
    """Ask the ticket store for a verdict; answered by `TicketVerdict`."""

    station: int
    number: str


@dataclass(frozen=True, slots=True)
class PrintTicket:
    """Print the cash-out ticket whose order is on disk. *duplicate*: once more, and marked so; what the printer says
    of it moves no money."""

    station: int
    sequence: int
    number: str
    amount_cents: int
    dated: str
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class PrintDrop:
    """Print the slip of a box that was taken out: (value in cents, count) of its notes, its tickets, the number of
    the box that is in now. It moves no money."""

    station: int
    drop: int
    box: str
    box_in: str
    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int


@dataclass(frozen=True, slots=True)
class PrintMeters:
    """Print the meters of the machine at *station*. It moves no money."""

    station: int


@dataclass(frozen=True, slots=True)
class JudgeOption:
    """Have a would-be option judged with all others by those who judge files; answered by `OptionJudged`."""

    station: int
    file: str
    key: str
    text: str
    who: str


@dataclass(frozen=True, slots=True)
class StampSlip:
    """Tell the wall time of the act that a slip tells of; answered by `SlipStamped`."""

    station: int
    slip: int


@dataclass(frozen=True, slots=True)
class PrintSlip:
    """Print a slip whose order is on disk. It moves no money."""

    station: int
    slip: int
    duplicate: bool


@dataclass(frozen=True, slots=True)
class CheckProgram:
    """Hash every file of the program now; what is not as adopted comes as `StorageSaid`."""


@dataclass(frozen=True, slots=True)
class StampPeriod:
    """Tell the wall time of a period that was just cut; answered by `PeriodStamped`."""

    period: str


@dataclass(frozen=True, slots=True)
class Navigate:
    """Tell the screen of *station* that a deck button (`deck.NAVIGATION`) was pressed; with no screen it is lost."""

    station: int
    step: str


@dataclass(frozen=True, slots=True)
class PrintTestPage:
    """Print a page that is no ticket, as job 0."""

    station: int


@dataclass(frozen=True, slots=True)
class KeepDispute:
    """Put a disputed round's record and picture away; answered by `DisputePutAway`, when it is done."""

    round_number: int
    station: int
    reason: str


Effect = (
    ToDevice
    | StartTimer
    | StopTimer
    | DrawOrder
    | OpenPlaces
    | Reveal
    | DrawNumber
    | ValidateTicket
    | PrintTicket
    | PrintDrop
    | PrintMeters
    | JudgeOption
    | StampSlip
    | PrintSlip
    | CheckProgram
    | StampPeriod
    | PrintTestPage
    | KeepDispute
    | Navigate
)
