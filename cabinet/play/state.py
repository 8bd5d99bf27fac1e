"""The round as a state machine. The transition table is data; every record of a round must be a row of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from cabinet.games.base import RoundResult
from cabinet.play import records as r


class Phase(StrEnum):
    """Where the table is. BETTING and SETTLED take new bets; everything between is a round."""

    BETTING = "betting"
    DRAWING = "drawing"
    CUTTING = "cutting"
    OPENING = "opening"
    SETTING = "setting"
    REVEALING = "revealing"
    SHAKING = "shaking"
    SETTLING = "settling"
    SETTLED = "settled"


IDLE = frozenset({Phase.BETTING, Phase.SETTLED})

# phase, record -> phases that may follow (the record's own content picks one)
TRANSITIONS: dict[tuple[Phase, type], tuple[Phase, ...]] = {
    (Phase.BETTING, r.BetsClosed): (Phase.DRAWING,),
    (Phase.SETTLED, r.BetsClosed): (Phase.DRAWING,),
    (Phase.DRAWING, r.OrderSealed): (Phase.SETTING, Phase.CUTTING),
    (Phase.CUTTING, r.DeckCut): (Phase.OPENING,),
    (Phase.OPENING, r.PiecesShown): (Phase.SETTING,),
    (Phase.SETTING, r.HandSet): (Phase.SETTING, Phase.REVEALING),
    (Phase.REVEALING, r.OrderShown): (Phase.SETTLING, Phase.SHAKING),
    (Phase.SHAKING, r.RollStarted): (Phase.SHAKING,),
    (Phase.SHAKING, r.ShakeUnsent): (Phase.SHAKING,),
    (Phase.SHAKING, r.ShakeOrderedAgain): (Phase.SHAKING,),
    (Phase.SHAKING, r.FirstRestKept): (Phase.SHAKING,),
    (Phase.SHAKING, r.RollDropped): (Phase.SHAKING,),
    (Phase.SHAKING, r.RollFrozen): (Phase.SHAKING,),
    (Phase.SHAKING, r.DiceAccepted): (Phase.SETTLING,),
    (Phase.SHAKING, r.DiceVoided): (Phase.SETTLING,),
    (Phase.SETTLING, r.RoundSettled): (Phase.SETTLED,),
}
VOIDABLE = (Phase.DRAWING, Phase.CUTTING, Phase.OPENING, Phase.SETTING, Phase.REVEALING, Phase.SHAKING)
TRANSITIONS |= {(phase, r.RoundVoided): (Phase.BETTING,) for phase in VOIDABLE}


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat in the round: its bets, pieces in dealt order (empty until dealt), its setting (empty until set)."""

    seat: int
    bets: tuple[tuple[str, int], ...]
    pieces: tuple[int, ...] = ()
    setting: tuple[str, ...] = ()
    assist: str = ""

    @property
    def staked_cents(self) -> int:
        return sum(amount for _, amount in self.bets)


@dataclass(frozen=True, slots=True)
class Roll:
    """The round's roll so far. *first*: the first rest of the present attempt. *frozen*: the attendant decides.
    *dropped*: the attempt is over, the next one not yet begun. *unsent*: its order never left the cabinet."""

    attempt: int = 0
    first: tuple[int, int, int] | None = None
    first_raw: str = ""
    frozen: str = ""
    faces: tuple[int, int, int] | None = None
    void: bool = False
    dropped: bool = False
    unsent: bool = False


@dataclass(frozen=True, slots=True)
class Round:
    """The present round, or the last one while nobody has dealt again."""

    number: int
    game: str
    par_id: str
    phase: Phase
    seats: tuple[Seat, ...]
    sealed: str = ""
    commitment: str = ""
    cut: int = 0
    order: tuple[int, ...] = ()
    nonce: str = ""
    roll: Roll = Roll()
    result: RoundResult | None = None

    def seat(self, number: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.seat == number), None)


MOST_PAST = 20
"""Settled rounds that are kept for players to look at: more than fit on a screen at once; recall has all."""


@dataclass(frozen=True, slots=True)
class PlayState:
    """The table's slice of the state. *last_bets*: what each seat staked in its last round, for "repeat".
    *past*: the last settled rounds, newest last, without what only a proof needs (seal, order, nonce)."""

    game: str = ""
    next_round: int = 1
    round: Round | None = None
    last_bets: tuple[r.SeatBets, ...] = ()
    past: tuple[Round, ...] = ()

    @property
    def phase(self) -> Phase:
        return Phase.BETTING if self.round is None else self.round.phase

    @property
    def in_round(self) -> bool:
        return self.phase not in IDLE
