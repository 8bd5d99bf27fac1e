"""The facts of a round, as they stand in the journal. Money moves by the bank's records, never by these."""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.games.base import RoundResult


@dataclass(frozen=True, slots=True)
class SeatBets:
    """What a seat staked: (bet, cents), main bet first."""

    seat: int
    bets: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class GameChosen:
    game: str


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """A round begins: no bet changes any more. *par_id* names the PAR configuration it is played under."""

    round_number: int
    game: str
    par_id: str
    seats: tuple[SeatBets, ...]


@dataclass(frozen=True, slots=True)
class OrderSealed:
    """The one draw of the round: the pieces players may see as (place, piece), the sealed rest, the commitment."""

    round_number: int
    pieces: tuple[tuple[int, int], ...]
    sealed: str
    commitment: str


@dataclass(frozen=True, slots=True)
class DeckCut:
    """0 = dealt without a cut."""

    round_number: int
    seat: int
    position: int


@dataclass(frozen=True, slots=True)
class PiecesShown:
    """Places opened after the cut."""

    round_number: int
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """Exact expectations per unit of the main bet, commission included: of the setting laid, and of the best
    one, as numerators over *denominator*. Luck and skill can be told apart by them."""

    chosen: int
    best: int
    denominator: int


@dataclass(frozen=True, slots=True)
class HandSet:
    """*assist*: "" (by hand), house_way, best, or machine when the machine laid it (time limit, attendant)."""

    round_number: int
    seat: int
    setting: tuple[str, ...]
    assist: str
    worth: Worth | None = None


@dataclass(frozen=True, slots=True)
class OrderShown:
    """The whole order and its nonce, checked against the commitment."""

    round_number: int
    order: tuple[int, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class RollStarted:
    round_number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class ShakeUnsent:
    """The order to shake never left the cabinet: the dice of this attempt lie still until it is ordered again."""

    round_number: int
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class ShakeOrderedAgain:
    """The same attempt: the shaker has never heard of it."""

    round_number: int
    attempt: int


@dataclass(frozen=True, slots=True)
class FirstRestKept:
    """The first rest of an attempt with its raw line: stored whatever follows."""

    round_number: int
    attempt: int
    faces: tuple[int, int, int]
    raw: str


@dataclass(frozen=True, slots=True)
class RollDropped:
    """An attempt without a valid first rest."""

    round_number: int
    attempt: int
    reason: str
    raw: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RollFrozen:
    """After a valid first rest the second reading cannot be had and the cover is not proven closed."""

    round_number: int
    attempt: int
    reason: str


@dataclass(frozen=True, slots=True)
class DiceAccepted:
    """The result of the round's roll. *how*: read, stands (read 1 under a closed cover), ruled."""

    round_number: int
    attempt: int
    faces: tuple[int, int, int]
    raw: tuple[str, ...]
    how: str


@dataclass(frozen=True, slots=True)
class DiceVoided:
    """No result: dice bets are given back."""

    round_number: int
    reason: str


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """The last fact of a round; stands in one entry with every award of it."""

    round_number: int
    result: RoundResult


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """All stakes back."""

    round_number: int
    reason: str


PlayRecord = (
    GameChosen
    | BetsClosed
    | OrderSealed
    | DeckCut
    | PiecesShown
    | HandSet
    | OrderShown
    | RollStarted
    | ShakeUnsent
    | ShakeOrderedAgain
    | FirstRestKept
    | RollDropped
    | RollFrozen
    | DiceAccepted
    | DiceVoided
    | RoundSettled
    | RoundVoided
)
