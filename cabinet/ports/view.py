"""What a screen may see: plain data, made for one station, with nothing in it that the seat may not know.

Texts are message codes with parameters; the screen says them in its language. Amounts are cents.
Hidden pieces are None. `allowed` lists what can be pressed now; a screen dims everything else.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.access import Role


@dataclass(frozen=True, slots=True)
class Message:
    """A text for people: a code of the catalogue and its parameters; *level* info, refusal, alarm, or
    clearable (a fault that the attendant clears)."""

    code: str
    params: tuple[tuple[str, str], ...] = ()
    level: str = "info"


@dataclass(frozen=True, slots=True)
class SpotView:
    """One betting spot. *closed* names why it takes no chips (empty = open). *pays*: (outcome, "50")."""

    bet: str
    main: bool
    amount_cents: int
    min_cents: int
    max_cents: int
    pays: tuple[tuple[str, str], ...]
    closed: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand laid: *hand* low/high/entry, its numbers descending, its name as a message."""

    hand: str
    numbers: tuple[int, ...]
    name: Message | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat's pieces in dealt order (None = face down), where each lies ("" = in the tray)."""

    seat: int
    pieces: tuple[int | None, ...]
    places: tuple[str, ...]
    hands: tuple[HandView, ...] = ()
    refusal: Message | None = None
    assist: str = ""
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class ComparisonView:
    hand: str
    player: HandView
    dealer: HandView
    result: str  # won, lost, copy, pushed


@dataclass(frozen=True, slots=True)
class AwardView:
    bet: str
    stake_cents: int
    outcome: str
    returned_cents: int
    won_cents: int
    commission_cents: int


@dataclass(frozen=True, slots=True)
class ResultView:
    """A settled round: what was bet, came back, was won (only if more came back), commission, net."""

    round_number: int
    awards: tuple[AwardView, ...]
    comparisons: tuple[ComparisonView, ...]
    bet_cents: int
    returned_cents: int
    won_cents: int
    commission_cents: int
    net_cents: int


@dataclass(frozen=True, slots=True)
class TableView:
    """The table of one game. *phase*: betting, drawing, cutting, setting, revealing, shaking, settled."""

    game: str
    par_id: str
    faces: str
    round_number: int
    phase: str
    commitment: str
    spots: tuple[SpotView, ...]
    chips_cents: tuple[int, ...]
    seats: tuple[SeatView, ...]
    dealer: tuple[int | None, ...]
    dealer_places: tuple[str, ...]
    dealer_hands: tuple[HandView, ...]
    exposed: tuple[int, ...]
    dice: tuple[int, ...]
    cut: int
    result: ResultView | None
    assists: tuple[str, ...]
    quick: bool = False
    """One touch may repeat the bets, deal, lay and play."""
    edges: tuple[tuple[str, int], ...] = ()
    """What each bet costs on average, in hundredths of a percent of it, exact figures rounded; "house_way": the main
    bet laid so. The engine's process fills them in once they are counted."""


@dataclass(frozen=True, slots=True)
class PastRound:
    """A settled round as it may be looked at again: everybody's dealer and dice; with *pieces* also the seat's own.

    *outcome* of the main bet and the amounts are the station's, empty and 0 in a round it did not play."""

    round_number: int
    game: str
    dealer: tuple[int, ...]
    dealer_places: tuple[str, ...]
    exposed: tuple[int, ...]
    dice: tuple[int, ...]
    pieces: tuple[int, ...] = ()
    places: tuple[str, ...] = ()
    outcome: str = ""
    bet_cents: int = 0
    returned_cents: int = 0


@dataclass(frozen=True, slots=True)
class ReservedView:
    """A reserved seat: the *salt* of its code's digest, until when ("21:45"; empty = the time is over), tries left."""

    salt: str
    until: str
    tries: int


@dataclass(frozen=True, slots=True)
class LockView:
    """A lock-up of this station: *kind* ticket, document, jackpot, cancelled_credit, dice, claim, setup, fault or
    broken."""

    kind: str
    message: Message
    amount_cents: int = 0
    reference: str = ""  # masked ticket number, document or handpay number: for the attendant
    handle: str = ""  # what an attendant's command names: full ticket number, document, handpay (bench/attendant only)


@dataclass(frozen=True, slots=True)
class MoneyMoving:
    """Money on the way in or out, always visible. *kind* note, ticket_in, ticket_out, handpay.
    *state* escrow, stacking, returning, printing, take_ticket, unconfirmed, waiting."""

    kind: str
    state: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class OfficeView:
    """Who is at work at the station: an id or "key", the role, and whether the books of all stations balance."""

    who: str
    role: Role
    balanced: bool


@dataclass(frozen=True, slots=True)
class View:
    """Everything station *station* may see now; *row* is the newest journal entry it knows."""

    station: int
    row: int
    bench: bool
    site: str
    asset_number: str
    currency: str
    decimals: int
    language: str
    languages: tuple[str, ...]
    credit_cents: int
    restricted_cents: int
    bet_cents: int
    last_bet_cents: int
    last_win_cents: int
    notes_open: bool
    tickets_open: bool
    notes_cents: tuple[int, ...]
    moving: tuple[MoneyMoving, ...]
    locks: tuple[LockView, ...]
    faults: tuple[Message, ...]
    messages: tuple[Message, ...]
    called: str
    attendant: bool
    doors_open: tuple[str, ...]
    table: TableView
    games: tuple[str, ...]
    allowed: tuple[str, ...]
    """Names of the commands possible now: chip, clear, undo, repeat, double, all_in, deal, cut, lay, turn,
    house_way, best, confirm, choose_game, cash_out, call_attendant, call_reason, cancel_call, reserve_seat, open_seat,
    back_out; while somebody is at work also rule_ticket, rule_document, pay_handpay, clear_fault,
    complete_round, void_round, rule_dice, change_dice, rule_claim, confirm_setup, abandon_credit, print_slip,
    release_seat, answer_call."""
    rounds: tuple[PastRound, ...] = ()
    """The station's own rounds since its credit was last zero, newest first."""
    board: tuple[PastRound, ...] = ()
    """The table's last rounds, newest first, without anybody's own pieces and amounts."""
    paid_cents: tuple[int, ...] = ()
    """What was paid by hand since the last play, one by one: in sight until somebody plays (T-20)."""
    reserved: ReservedView | None = None
    reserve_minutes: int = 0
    """How long a seat may be kept, 0 = not at all."""
    clock: str = ""
    """The wall clock, "21:45"; the engine's process fills it in, recall leaves it empty."""
    alarm: bool = False
    """Buzzer and sound of an alarm are on."""
    call_taken: bool = False
    """Somebody is on the way to who called."""
    out_of_service: bool = False
    """An attendant took the machine out of service; credit can still leave."""
    tried: tuple[Message, ...] = ()
    """The newest thing that a device under test did; its page has them all."""
    office: OfficeView | None = None
    """Who is at work at the station, None = nobody."""
