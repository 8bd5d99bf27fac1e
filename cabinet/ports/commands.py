"""What a player and an attendant may ask of the machine, as plain data. A command is a wish: the machine
answers with a new View, a refusal among its messages, or nothing."""

from __future__ import annotations

from dataclasses import dataclass

# -- the player ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddChip:
    """Lay *amount_cents* more on a bet's spot."""

    bet: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class ClearBet:
    """Take all chips off one spot; an empty name takes them off every spot."""

    bet: str = ""


@dataclass(frozen=True, slots=True)
class UndoChip:
    pass


@dataclass(frozen=True, slots=True)
class RepeatBets:
    """The bets of the last round again."""


@dataclass(frozen=True, slots=True)
class DoubleBets:
    pass


@dataclass(frozen=True, slots=True)
class BetRest:
    """All credit that is left on the main bet, as far as its limit goes."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Bets are closed. *bets* is the draft this turns durable; the engine fills it in from the draft."""

    bets: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CutDeck:
    """Turn the committed order at *position* (1..pieces−1); 0 = deal without a cut."""

    position: int


@dataclass(frozen=True, slots=True)
class LayPiece:
    """Lay one piece (index in dealt order) at a place ("front", "behind", "across1", "across2", …); "" = pick up."""

    piece: int
    place: str


@dataclass(frozen=True, slots=True)
class TurnPiece:
    """Turn a tile: across1 <-> across2; alongside it changes only how it is drawn."""

    piece: int


@dataclass(frozen=True, slots=True)
class Assist:
    """Lay all pieces by "house_way" or "best"; confirms nothing."""

    kind: str


@dataclass(frozen=True, slots=True)
class Confirm:
    """The hands stand. *setting* and *assist* are the draft this turns durable, filled in by the engine."""

    setting: tuple[str, ...] = ()
    assist: str = ""


@dataclass(frozen=True, slots=True)
class ChooseGame:
    game: str


@dataclass(frozen=True, slots=True)
class ChooseLanguage:
    language: str


@dataclass(frozen=True, slots=True)
class CashOut:
    pass


CALL_REASONS = ("help", "drink", "pay")


@dataclass(frozen=True, slots=True)
class CallAttendant:
    """*reason*: one of CALL_REASONS."""

    reason: str = "help"


@dataclass(frozen=True, slots=True)
class CancelCall:
    """Nobody is wanted any more: takes back the player's own call, not one of the machine's."""


@dataclass(frozen=True, slots=True)
class ReserveSeat:
    """Keep the seat for whoever knows the code: *digest* is SHA-256 in hex over *salt*, a slash and the code."""

    salt: str
    digest: str


@dataclass(frozen=True, slots=True)
class OpenSeat:
    """The holder is back: *digest* as it was given, if the code is right."""

    digest: str


@dataclass(frozen=True, slots=True)
class BackOut:
    """The player takes back a cancelled credit that the attendant has not paid yet."""


PlayerCommand = (
    AddChip
    | ClearBet
    | UndoChip
    | RepeatBets
    | DoubleBets
    | BetRest
    | Deal
    | CutDeck
    | LayPiece
    | TurnPiece
    | Assist
    | Confirm
    | ChooseGame
    | ChooseLanguage
    | CashOut
    | CallAttendant
    | CancelCall
    | ReserveSeat
    | OpenSeat
    | BackOut
)


# -- the attendant (the machine takes these only from somebody signed in, or while the audit key is turned) --------


@dataclass(frozen=True, slots=True)
class RuleTicket:
    """What the attendant saw of an unconfirmed ticket: *valid* paper in a hand, or void."""

    number: str
    valid: bool


@dataclass(frozen=True, slots=True)
class ReprintTicket:
    """The paper of an issued ticket is torn or was never cut: print it again, marked DUPLICATE. *number*: the newest
    ticket of this station, while nobody has cashed it."""

    number: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class RuleDocument:
    """What the cash box told of a disputed document: *credit* it with *value_cents*, or close it without."""

    document: int
    credit: bool
    value_cents: int = 0


@dataclass(frozen=True, slots=True)
class RuleDice:
    """What the raw lines of a frozen roll told: the first rest *stands*, or the dice bets are void."""

    stands: bool


@dataclass(frozen=True, slots=True)
class ChangeDice:
    """Other dice were put into the shaker."""

    who: str


@dataclass(frozen=True, slots=True)
class PayHandpay:
    """The attendant paid a handpay (jackpot or cancelled credit) in full, or the rest of it."""

    handpay: int
    who: str = ""


@dataclass(frozen=True, slots=True)
class ShortPay:
    """The attendant could pay only *paid_cents* of a handpay; the rest stays owed."""

    handpay: int
    paid_cents: int
    reason: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class AbandonCredit:
    """Operator: credit that somebody left behind is taken off. *amount_cents*: what he saw and confirmed."""

    amount_cents: int
    reason: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class ReprintSlip:
    """Print a slip of this station, the first time or again."""

    slip: int


@dataclass(frozen=True, slots=True)
class ClearFault:
    """The attendant acknowledges a fault whose cause is gone."""

    code: str


@dataclass(frozen=True, slots=True)
class CompleteRound:
    """Finish a round nobody finishes by the house way."""

    reason: str = "attendant"
    who: str = ""


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Operator: give all stakes back."""

    reason: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class RuleClaim:
    """What a damaged journal is believed to have owed before a RAM clear: *paid* by hand, or not owed."""

    claim: int
    paid: bool
    who: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmSetup:
    """Technician: the setup shown after a RAM clear is right; the machine leaves it."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseSeat:
    """The attendant opens a reserved seat."""


@dataclass(frozen=True, slots=True)
class AnswerCall:
    pass


@dataclass(frozen=True, slots=True)
class NameBox:
    """The number of the cash box that is in now, typed or scanned."""

    box: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class PrintDropSlip:
    """The slip of a box that was taken out, again."""

    drop: int


@dataclass(frozen=True, slots=True)
class ChangeOption:
    """Option *key* of *file* is to be *text*, spelled as in the file."""

    file: str
    key: str
    text: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class VerifyProgram:
    """Hash every file of the program and compare with the adopted list."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class PutOutOfService:
    """Nobody plays here until `PutInService`; credit can still leave."""

    reason: str = ""
    who: str = ""


@dataclass(frozen=True, slots=True)
class PutInService:
    who: str = ""


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """Freeze a round that a player disputes: the machine is out of play until its record is put away."""

    round_number: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class CloseDispute:
    """Operator: the dispute is over; what was kept of it stays."""

    round_number: int
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class BeginTest:
    """Try *function* of *device* ("printer.1", "test_page"); a test that runs ends first."""

    device: str
    function: str


@dataclass(frozen=True, slots=True)
class EndTest:
    pass


@dataclass(frozen=True, slots=True)
class ReplaceDevice:
    """Technician: the device that answers as *device* now belongs there."""

    device: str


@dataclass(frozen=True, slots=True)
class PrintMeters:
    """The meter report on this station's printer."""


@dataclass(frozen=True, slots=True)
class SignOut:
    """The attendant's page is closed; the table is as it was before."""


# -- desks away from the machine (taken without a key; each names who) --------------------------------


@dataclass(frozen=True, slots=True)
class TakeCall:
    """Somebody is on the way to the station that called."""

    who: str = ""


@dataclass(frozen=True, slots=True)
class CountDrop:
    """What the count room found in box number *drop* of this station: (value in cents, count) and tickets."""

    drop: int
    notes: tuple[tuple[int, int], ...]
    tickets: int
    tickets_cents: int
    who: str


@dataclass(frozen=True, slots=True)
class CashTicket:
    """The cashier wants to pay an issued ticket of this cabinet's store. *who* is the operator's id, *receipt* a
    token of the request by which its answer is found in the journal."""

    number: str
    who: str
    receipt: str


AttendantCommand = (
    RuleTicket
    | ReprintTicket
    | RuleDocument
    | RuleDice
    | ChangeDice
    | PayHandpay
    | ShortPay
    | AbandonCredit
    | ReprintSlip
    | ClearFault
    | CompleteRound
    | VoidRound
    | RuleClaim
    | ConfirmSetup
    | ReleaseSeat
    | AnswerCall
    | NameBox
    | PrintDropSlip
    | ChangeOption
    | VerifyProgram
    | PutOutOfService
    | PutInService
    | OpenDispute
    | CloseDispute
    | BeginTest
    | EndTest
    | ReplaceDevice
    | PrintMeters
    | SignOut
)
CashierCommand = CashTicket | CountDrop | TakeCall
Command = PlayerCommand | AttendantCommand | CashierCommand
