"""The keys of each kind of configuration file, what each wants, and a line about it.

Decides which keys there are; the words in `description` are the configuration reference. There are no silent
defaults: a key is either required or its absence has a meaning that its line tells. How keys must fit together
is in `checks`; how a text becomes a value is in `wants`.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from cabinet.settings.wants import Amount, Bool, Percent, TimeOfDay, choice, count, quarter, text, wanted
from cabinet.texts.languages import LANGUAGES

EMULATED = "emulated"
PROTOCOLS = {
    "acceptor": ("id003", "ebds"),
    "printer": ("tcl", "escpos"),
    "deck": ("firmata",),
    "shaker": ("shaker",),
}
BAUDS = ("1200", "2400", "4800", "9600", "19200", "38400", "57600", "115200")

Currency = Annotated[str, wanted(lambda v: text(v, 3, "[A-Z]{3}", "write the three ISO letters, like USD"))]
Decimals = Annotated[int, wanted(lambda v: count(v, 0, 3))]
Port = Annotated[
    str, wanted(lambda v: text(v, 200, "emulated|/.+", "write emulated or a path like /dev/serial/by-id/…"))
]
Baud = Annotated[int, wanted(lambda v: int(choice(v, BAUDS)))]
Parity = Annotated[str, wanted(lambda v: choice(v, ("none", "even", "odd")))]
File = Annotated[
    str, wanted(lambda v: text(v, 200, r"[^/\\].*", "write a path that starts beside this file, like games/x.yaml"))
]
Folder = Annotated[str, wanted(lambda v: text(v, 200))]


def _protocol(kind: str) -> Any:
    return wanted(lambda v: choice(v, PROTOCOLS[kind]))


class Keys(BaseModel):
    """A mapping whose every key is known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Amounts(Keys):
    """What every file with amounts says about them."""

    kind: str = Field(description="what this file is: profile, game or money; always the first key")
    currency: Currency = Field(description="ISO letters of the currency")
    decimals: Decimals = Field(description="digits of its minor unit; every amount is written with exactly these")


class MoneyFile(Amounts):
    """kind: money — limits, notes and tickets."""

    credit_limit: Amount = Field(description="over it no note or ticket is taken")
    ticket_max: Amount = Field(description="a cash-out over it is paid by hand")
    handpay_limit: Amount = Field(description="a round's win at or over it is paid by an attendant")
    handpay_basis: Annotated[str, wanted(lambda v: choice(v, ("winnings", "award")))] = Field(
        description="what is held against handpay_limit: winnings (above the winning stakes) or award (all returned)"
    )
    handpay_second_person: Amount | None = Field(
        None, description="a handpay of it or more is confirmed by two people, each signed in; left out: by one"
    )
    notes: tuple[Amount, ...] = Field(description="notes accepted, ascending")
    validation: Annotated[str, wanted(lambda v: choice(v, ("none", "own", "floor", "sas")))] = Field(
        description="who gives ticket numbers: own (this cabinet) or none (no tickets, cash-outs are paid by hand); "
        "floor (a store the floor shares) and sas (a host) are refused by this version"
    )
    system_id: Annotated[str, wanted(lambda v: text(v, 2, "[0-9]{2}", "write two digits, like 01"))] = Field(
        description="first two digits of every ticket number; 99 on a bench and only there, never 00"
    )
    ticket_expiry_days: Annotated[int, wanted(lambda v: count(v, 0, 3650))] = Field(
        description="days a ticket can be cashed; 0 = it does not expire"
    )
    tickets_in: Bool = Field(description="whether the acceptor takes this cabinet's tickets")
    cashier_above: Amount | None = Field(
        None, description="a ticket over it is paid by the cashier only; left out: the machine takes every ticket"
    )
    gaming_day: TimeOfDay = Field(description="when a gaming day starts, like 06:00")


class LimitKeys(Keys):
    """The limits of one bet; a bet without limits is closed."""

    min: Amount = Field(description="smallest stake, a multiple of step")
    max: Amount = Field(description="largest stake, a multiple of step")
    step: Amount = Field(description="every stake is a multiple of it")


class ScheduleKeys(Keys):
    """Other limits at some time of the day."""

    begins: TimeOfDay = Field(description="when these limits begin, like 18:00")
    ends: TimeOfDay = Field(description="when they end; past midnight if earlier than begins")
    limits: dict[str, LimitKeys] = Field(description="a row for every bet whose limits are others then")


class GameFile(Amounts):
    """kind: game — what every game has."""

    game: str = Field(description="which game: double_hand or two_card")
    limits: dict[str, LimitKeys] = Field(description="a row for every open bet")
    opposite_bets: Bool = Field(description="whether one seat may bet on both of two opposite results")
    schedule: tuple[ScheduleKeys, ...] = Field(
        (), description="limits by the time of the day, followed between rounds; left out: the same limits always"
    )


class DoubleHandFile(GameFile):
    """kind: game, game: double_hand."""

    exposed_tiles: Annotated[int, wanted(lambda v: count(v, 2, 3))] = Field(
        description="unused tiles turned for Lo-Card and Hi-Card"
    )
    commission: Percent = Field(description="part of the main wager's winnings that the house keeps, like 5 %")
    commission_rounding: Annotated[str, wanted(lambda v: choice(v, ("none", "player", "house")))] = Field(
        description="in whose favour parts of a cent are rounded; none = the steps must make whole cents"
    )
    faces: Annotated[str, wanted(lambda v: choice(v, ("numbers", "symbols")))] = Field(
        description="what the tiles show: numbers 1-7 or symbols 8-A"
    )
    assist: Annotated[str, wanted(lambda v: choice(v, ("off", "house_way", "best", "both")))] = Field(
        description="which buttons lay the tiles for the player"
    )
    set_within_s: Annotated[int, wanted(lambda v: count(v, 0, 600))] = Field(
        description="seconds to set the tiles, then the house way is laid; 0 = no limit"
    )


class TwoCardFile(GameFile):
    """kind: game, game: two_card."""

    decks: Annotated[int, wanted(lambda v: count(v, 1, 1))] = Field(description="decks in play; the rules allow one")
    quick: Bool | None = Field(
        None, description="true: one touch may repeat the bets, deal, lay the hand and play it; left out: false"
    )


class AcceptorKeys(Keys):
    """A note and ticket acceptor."""

    protocol: Annotated[str, _protocol("acceptor")] = Field(description="its protocol: id003 or ebds")
    port: Port = Field(description="its serial port, or emulated on a bench")
    baud: Baud = Field(description="its speed")
    parity: Parity = Field(description="even on real serial lines; none on a bench, whose lines have no parity")


class PrinterKeys(AcceptorKeys):
    """A ticket printer."""

    protocol: Annotated[str, _protocol("printer")] = Field(description="its protocol: tcl or escpos")


class DeckKeys(AcceptorKeys):
    """The board with buttons, keys, doors and lamps."""

    protocol: Annotated[str, _protocol("deck")] = Field(description="its protocol: firmata")


class ShakerKeys(AcceptorKeys):
    """The dice shaker of the table."""

    protocol: Annotated[str, _protocol("shaker")] = Field(description="its protocol: shaker")


class StationKeys(Keys):
    """One player's station and its devices; a device that is left out is not there."""

    station: Annotated[int, wanted(lambda v: count(v, 1, 7))] = Field(description="its number, 1 to 7")
    acceptor: AcceptorKeys | None = Field(None, description="takes notes and tickets")
    printer: PrinterKeys | None = Field(None, description="prints tickets and slips; without it all is paid by hand")
    deck: DeckKeys | None = Field(None, description="buttons, keys, doors, lamps")


class TableKeys(Keys):
    """What all stations share."""

    shaker: ShakerKeys | None = Field(None, description="rolls the dice; without it the dice bets are closed")


class CabinetKeys(Keys):
    """Where and what the cabinet is; printed on every ticket."""

    site: Annotated[str, wanted(lambda v: text(v, 40))] = Field(description="name of the house")
    address: Annotated[str, wanted(lambda v: text(v, 40))] = Field(description="its address in one line")
    asset_number: Annotated[
        str, wanted(lambda v: text(v, 12, "[0-9A-Za-z-]+", "write at most 12 digits, letters or -"))
    ] = Field(description="the machine's number, exactly as written: 0427 is not 427")


class ScreenKeys(Keys):
    """The player's screen."""

    fullscreen: Bool = Field(description="true in a cabinet, false for a window")
    width: Annotated[int, wanted(lambda v: count(v, 320, 7680))] = Field(description="width of the window in pixels")
    height: Annotated[int, wanted(lambda v: count(v, 240, 4320))] = Field(description="height of the window in pixels")
    volume: Annotated[int, wanted(lambda v: count(v, 0, 100))] | None = Field(
        None, description="loudest that a player can choose, in percent of full; left out: 100"
    )
    rotation: Annotated[int, wanted(quarter)] | None = Field(
        None, description="how far the panel is turned clockwise: 0, 90, 180 or 270; left out: 0"
    )
    high_contrast: Bool | None = Field(
        None, description="true: every player finds the colours of high contrast; left out: false"
    )
    large_text: Bool | None = Field(None, description="true: every player finds large text; left out: false")
    no_more_bets: Bool | None = Field(
        None, description="true: NO MORE BETS is shown across the cloth, with a gong, when bets close; left out: false"
    )


class JournalKeys(Keys):
    """The two folders of the journal's copies: in the data folder, or absolute to lie on two disks."""

    first: Folder = Field(description="folder of the first copy")
    second: Folder = Field(description="folder of the second copy")
    tpm: Annotated[
        str | None, wanted(lambda v: text(v, 10, "0x01[0-9a-fA-F]{6}", "write an index of owners, like 0x01500417"))
    ] = Field(
        None,
        description="NV index of a counter in the machine's TPM 2.0 (needs tpm2-tools): a history put back together "
        "with its anchor is noticed; left out: the anchor file alone, which is weaker",
    )


class ProfileFile(Amounts):
    """kind: profile — one whole cabinet."""

    mode: Annotated[str, wanted(lambda v: choice(v, ("bench", "floor")))] = Field(
        description="bench (emulators, void tickets) or floor (real money); a data folder is one or the other for ever"
    )
    cabinet: CabinetKeys = Field(description="where and what the cabinet is")
    money: File = Field(description="the file with kind: money")
    games: tuple[File, ...] = Field(description="the files with kind: game, in the order of the game menu")
    chips: tuple[Amount, ...] = Field(description="chips of the tray, ascending")
    language: Annotated[str, wanted(lambda v: choice(v, tuple(LANGUAGES)))] = Field(
        description="language the screen starts with"
    )
    reserve_minutes: Annotated[int, wanted(lambda v: count(v, 0, 120))] | None = Field(
        None, description="how long a player may keep a seat with credit on it; 0 or left out: not at all"
    )
    usb_folder: Folder | None = Field(
        None, description="where a stick is mounted that meters are saved to; left out: they cannot be saved"
    )
    screen: ScreenKeys = Field(description="the player's screen")
    journal: JournalKeys | None = Field(None, description="left out: journal/a and journal/b in the data folder")
    stations: tuple[StationKeys, ...] = Field(description="the players' stations, ascending")
    table: TableKeys | None = Field(None, description="devices of the table; left out: none")


GAME_FILES: dict[str, type[GameFile]] = {"double_hand": DoubleHandFile, "two_card": TwoCardFile}
"""The keys of each game's file, by the game's name."""
