"""What every game is to the machine: bets, a deal from one fixed order, settings, a settlement.

Pure rules. A piece is a number (a tile 0..27, a card 0..51); a *setting* is plain data, one word a piece or
hand. Nothing here knows meters, credit, screens or chance: the order of the pieces comes in as a value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from cabinet.games.draws import Chance


class Refused(ValueError):
    """A bet, a setting or a hand that the rules refuse; *code* names the sentence, *params* fill it."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = {name: str(value) for name, value in params.items()}

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code


@dataclass(frozen=True, slots=True)
class PayLine:
    """One way a bet ends with a pay: *outcome* names it, *pays* to 1 as text ("50", "19/20")."""

    outcome: str
    pays: str


@dataclass(frozen=True, slots=True)
class BetSpec:
    """A bet of a game: its stable name, whether it needs the main bet on the seat, whether it needs dice."""

    name: str
    main: bool
    dice: bool
    pays: tuple[PayLine, ...]


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options that change rules or returns; part of a PAR configuration.

    *commission_bp*: commission on main winnings in hundredths of a percent (500 = 5 %).
    *commission_rounding*: none, player or house (none: config guarantees whole cents).
    *faces*: numbers or symbols. *decks*: only 1 is accepted.
    """

    exposed_tiles: int = 3
    commission_bp: int = 500
    commission_rounding: str = "none"
    faces: str = "symbols"
    assist: str = "both"
    opposite_bets: bool = True
    decks: int = 1
    dice: bool = False


@dataclass(frozen=True, slots=True)
class Places:
    """Where in the fixed order everybody's pieces lie (indices into the order), in dealing order.

    *seats*: one tuple a seat, left to right; *unused*: places of the pieces that may be exposed, in order
    (they are turned only if the rules say so).
    """

    seats: tuple[tuple[int, ...], ...]
    dealer: tuple[int, ...]
    unused: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Award:
    """How one bet ended, in cents. *returned* = all that goes back (stake included, commission taken off);
    *won* = returned − stake when positive, else 0; *commission* was taken from the winnings."""

    bet: str
    stake_cents: int
    outcome: str
    returned_cents: int
    commission_cents: int = 0

    @property
    def won_cents(self) -> int:
        return max(0, self.returned_cents - self.stake_cents)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One hand of the player against one of the dealer: *hand* "high", "low" or "entry";
    numbers as laid; *result* won, lost, copy (equal: the dealer's) or, of the entry bet, pushed."""

    hand: str
    player: tuple[int, ...]
    dealer: tuple[int, ...]
    result: str


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat's result. Totals over all bets are derived, never stored twice."""

    seat: int
    awards: tuple[Award, ...]
    comparisons: tuple[Comparison, ...]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """Everything the settlement decided. *collect* and *pay*: (seat, bet) in the order of the rules."""

    dealer: tuple[int, ...]
    dealer_setting: tuple[str, ...]
    exposed: tuple[int, ...]
    dice: tuple[int, ...]
    seats: tuple[SeatResult, ...]
    collect: tuple[tuple[int, str], ...]
    pay: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class SeatPlay:
    """What a seat brings to the settlement: its number, bets in cents, and its setting."""

    seat: int
    bets: tuple[tuple[str, int], ...]
    setting: tuple[str, ...]


class Game(Protocol):
    """One game. Every method is a pure function of its arguments."""

    name: str  # stable id: double_hand, two_card
    pieces: int  # how many pieces the order has
    pieces_per_seat: int
    cuts: bool  # whether seats may cut the order before the deal
    max_seats: int
    words: tuple[str, ...]  # every word a setting may use

    def bets(self, options: GameOptions) -> tuple[BetSpec, ...]:
        """Every bet with its pays, main bet first."""
        ...

    def chance(self, options: GameOptions) -> tuple[Chance, ...]:
        """What chance does in a round of one seat, in order, with its equally likely outcomes."""
        ...

    def check_bets(self, bets: Mapping[str, int], options: GameOptions) -> None:
        """Refuse (raise Refused) unknown bets, amounts that are no positive int below 2**31, side bets
        without the main bet, opposite bets where the option forbids them, dice bets without a shaker."""
        ...

    def check_options(self, options: GameOptions) -> None:
        """Refuse options that the rules do not allow (two decks, 4 exposed tiles …)."""
        ...

    def places(self, seats: int, options: GameOptions, cut: int = 0) -> Places:
        """Who gets which place of the order; *cut* turns the order first (1..pieces−1, 0 = not cut)."""
        ...

    def open_places(self, seats: int, options: GameOptions, cut: int = 0) -> tuple[int, ...]:
        """The places that players may see at the deal: all the players' own pieces."""
        ...

    def settings(self, pieces: Sequence[int]) -> tuple[tuple[str, ...], ...]:
        """Every legal setting of these pieces, each once per distinct result, in a fixed order."""
        ...

    def check_setting(self, pieces: Sequence[int], setting: Sequence[str]) -> None:
        """Refuse a setting that the rules do not allow, with the reason."""
        ...

    def house_way(self, pieces: Sequence[int]) -> tuple[str, ...]:
        """The setting that the house way lays."""
        ...

    def needs_dice(self, seats: Sequence[SeatPlay]) -> bool: ...

    def settle(
        self,
        order: Sequence[int],
        seats: Sequence[SeatPlay],
        options: GameOptions,
        dice: tuple[int, int, int] | None,
        cut: int = 0,
    ) -> RoundResult:
        """The whole result. *dice* None with a dice bet standing = the roll was void: those bets come back
        with outcome "void" and are booked as voided wagers, not as awards."""
        ...


@dataclass(frozen=True, slots=True)
class HandOdds:
    """The exact worth of the settings of one hand, per unit of main bet, commission included."""

    expectations: tuple[tuple[tuple[str, ...], Fraction], ...]  # each legal setting
    best: tuple[str, ...]
    house_way: tuple[str, ...]
