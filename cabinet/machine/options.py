"""The effective options of the whole machine: one value, kept in the state, written down in records.

Decides how they are joined and what their digest is. Knows no file and no device.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from enum import StrEnum

from cabinet.bank.options import MoneyOptions
from cabinet.play.options import GameSetup
from cabinet.ports.plain import Codec, encode


class Mode(StrEnum):
    """What a data folder is for ever: a bench with emulators and void tickets, or a floor with real money."""

    BENCH = "bench"
    FLOOR = "floor"


@dataclass(frozen=True, slots=True)
class MachineOptions:
    """Where and what this cabinet is. *asset_number* is text: 0427 is not 427.

    *currency*: ISO letters. *decimals*: digits of its minor unit. *stations*: their numbers, ascending, 1..7.
    *chips_cents*: chips of the tray, ascending. *language*: the catalogue that screens start with.
    *gaming_day_minute*: minute of the day at which a gaming day starts. *reserve_minutes*: how long a player may keep
    a seat with credit; 0 = not at all.
    """

    mode: Mode
    site: str
    address: str
    asset_number: str
    currency: str
    decimals: int
    stations: tuple[int, ...]
    chips_cents: tuple[int, ...]
    language: str = "en"
    gaming_day_minute: int = 0
    reserve_minutes: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """Everything the core decides by."""

    machine: MachineOptions
    money: MoneyOptions
    games: tuple[GameSetup, ...]

    def game(self, name: str) -> GameSetup | None:
        """The set-up of game *name*, None if it is not enabled."""
        return next((setup for setup in self.games if setup.game == name), None)


def options_digest(options: Options) -> str:
    """SHA-256 in hex over the canonical JSON of *options*."""
    text = json.dumps(encode(options), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def options_codec() -> Codec:
    """The codec that reads encoded options back."""
    return Codec([Options])
