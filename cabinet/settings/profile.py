"""What the loader hands out: the core's options, and what only the rims need (devices, screen, journal).

Decides which part of a profile goes to whom. Everything here is frozen and checked already.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cabinet.bank.options import HandpayBasis, MoneyOptions, Validation
from cabinet.machine.options import MachineOptions, Mode, Options
from cabinet.play.options import BetLimit, GameSetup, ScheduledLimits
from cabinet.settings.checks import devices, game_options
from cabinet.settings.schema import EMULATED, DoubleHandFile, GameFile, LimitKeys, MoneyFile, ProfileFile, TwoCardFile


@dataclass(frozen=True, slots=True)
class DeviceSetup:
    """One serial device. *station* 0 is the table; *kind* acceptor, printer, deck, shaker; *parity* none, even, odd."""

    station: int
    kind: str
    protocol: str
    port: str
    baud: int
    parity: str

    @property
    def emulated(self) -> bool:
        return self.port == EMULATED


@dataclass(frozen=True, slots=True)
class ScreenSetup:
    """The player's screen; *width* and *height* are the window's, in pixels. *volume*: the most that a player can
    choose, in percent; *rotation*: how far the panel is turned, degrees clockwise."""

    fullscreen: bool
    width: int
    height: int
    volume: int = 100
    rotation: int = 0
    high_contrast: bool = False
    large_text: bool = False
    no_more_bets: bool = False


@dataclass(frozen=True, slots=True)
class JournalSetup:
    """Folders of the journal's two copies, relative to the data folder unless absolute; *tpm*: NV index of a counter
    in the TPM, empty = none."""

    first: str = "journal/a"
    second: str = "journal/b"
    tpm: str = ""


@dataclass(frozen=True, slots=True)
class Profile:
    """One whole cabinet. *name*: the file's name without its ending; *file*: where it was read from. *usb_folder*:
    where a stick is mounted, empty = nowhere."""

    name: str
    options: Options
    devices: tuple[DeviceSetup, ...]
    screen: ScreenSetup
    journal: JournalSetup
    file: Path = Path()
    usb_folder: str = ""

    def device(self, kind: str, station: int) -> DeviceSetup | None:
        """The device of that kind at *station*, None if there is none."""
        return next((one for one in self.devices if (one.kind, one.station) == (kind, station)), None)


def build(name: str, file: ProfileFile, money: MoneyFile, games: Sequence[GameFile]) -> Profile:
    """The profile of files that passed every check."""
    dice = file.table is not None and file.table.shaker is not None
    options = Options(_machine(file, money), _money(money), tuple(_game(game, dice) for game in games))
    setups = tuple(
        DeviceSetup(station, kind, keys.protocol, keys.port, keys.baud, keys.parity)
        for _, station, kind, keys in devices(file)
    )
    loudest = 100 if file.screen.volume is None else file.screen.volume
    keys = file.screen
    turned, high, large = keys.rotation or 0, bool(keys.high_contrast), bool(keys.large_text)
    called = bool(keys.no_more_bets)
    screen = ScreenSetup(keys.fullscreen, keys.width, keys.height, loudest, turned, high, large, called)
    given = file.journal
    journal = JournalSetup(given.first, given.second, given.tpm or "") if given else JournalSetup()
    return Profile(name, options, setups, screen, journal, usb_folder=file.usb_folder or "")


def _machine(file: ProfileFile, money: MoneyFile) -> MachineOptions:
    return MachineOptions(
        mode=Mode(file.mode),
        site=file.cabinet.site,
        address=file.cabinet.address,
        asset_number=file.cabinet.asset_number,
        currency=file.currency,
        decimals=file.decimals,
        stations=tuple(station.station for station in file.stations),
        chips_cents=file.chips,
        language=file.language,
        gaming_day_minute=money.gaming_day,
        reserve_minutes=file.reserve_minutes or 0,
    )


def _money(file: MoneyFile) -> MoneyOptions:
    return MoneyOptions(
        credit_limit_cents=file.credit_limit,
        ticket_max_cents=file.ticket_max,
        handpay_limit_cents=file.handpay_limit,
        notes_cents=file.notes,
        handpay_basis=HandpayBasis(file.handpay_basis),
        handpay_second_person_cents=file.handpay_second_person or 0,
        validation=Validation(file.validation),
        system_id=file.system_id,
        ticket_expiry_days=file.ticket_expiry_days,
        tickets_in=file.tickets_in,
        cashier_above_cents=file.cashier_above or 0,
    )


def _game(file: GameFile, dice: bool) -> GameSetup:
    within = file.set_within_s if isinstance(file, DoubleHandFile) else 0
    quick = isinstance(file, TwoCardFile) and bool(file.quick)
    schedule = tuple(ScheduledLimits(row.begins, row.ends, _limits(row.limits)) for row in file.schedule)
    return GameSetup(file.game, game_options(file, dice=dice), _limits(file.limits), within, quick, schedule)


def _limits(rows: Mapping[str, LimitKeys]) -> tuple[BetLimit, ...]:
    return tuple(BetLimit(bet, row.min, row.max, row.step) for bet, row in rows.items())
