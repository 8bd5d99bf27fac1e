"""Recall: the rows of a round folded again to the Views of each of its steps.

    rows before the round -> money since the last one      BetsClosed … RoundSettled or RoundVoided -> steps

Decides which rows belong to a round and what each record says in a recall. Refuses to know where rows come from and
whether the commitment holds: who reads them checks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from cabinet.bank import records as bank
from cabinet.bank.books import Books
from cabinet.machine import records as machine
from cabinet.machine.decided import Decided
from cabinet.machine.evolve import evolve
from cabinet.machine.records import Record
from cabinet.machine.sayings import with_sayings
from cabinet.machine.state import State
from cabinet.machine.view import view_of
from cabinet.play import records as play
from cabinet.play.state import Phase
from cabinet.ports.recall import Fact, RecalledRound, RecallStep


@dataclass(frozen=True, slots=True)
class RecallRow:
    """A journal entry for recall. *by_person*: a command caused it, which ends what was said before."""

    row: int
    wall: str
    records: tuple[Record, ...]
    by_person: bool = False


class NotInRows(ValueError):
    """The rows given do not hold the beginning of that round at that station."""


def recall(before: State, rows: Iterable[RecallRow], round_number: int, station: int = 0) -> RecalledRound:
    """The round as it happened; *before*: the state before the first of *rows*, which may begin earlier than the
    round. *station* 0 = its first seat. Raises NotInRows."""
    at = iter(rows)
    state = before
    earlier: list[RecallRow] = []
    for row in at:
        begun = _begun(row.records, round_number)
        if begun is not None:
            seat = station or begun.seats[0].seat
            if all(own.seat != seat for own in begun.seats):
                break
            then = state.bank.station(seat).books
            moved = _moved(before, then, seat)
            state, steps = _steps(state, (row, *at), seat)
            found = _round(state, begun, seat, then.credit.total, tuple(_money(earlier, seat)), steps)
            return replace(found, money_in_cents=moved[0], money_out_cents=moved[1])
        state = _after(state, row)
        earlier.append(row)
    raise NotInRows(f"round {round_number} does not begin at station {station} in these rows")


def _moved(before: State, then: Books, station: int) -> tuple[int, int]:
    """Cents that came to a station's credit meter since *before*, and that left it. A credit that came back from a
    print or a handpay did not leave."""
    known = next((bank.books for bank in before.bank.stations if bank.station == station), Books())
    gone = then.ticket_out + then.handpay_cancelled + then.in_flight
    before_gone = known.ticket_out + known.handpay_cancelled + known.in_flight
    return (then.money_in - known.money_in).total, (gone - before_gone).total


def _begun(records: tuple[Record, ...], round_number: int) -> play.BetsClosed | None:
    for record in records:
        if isinstance(record, play.BetsClosed) and record.round_number == round_number:
            return record
    return None


def _steps(state: State, rows: Iterable[RecallRow], station: int) -> tuple[State, tuple[RecallStep, ...]]:
    """The state after the round's last row, and every row of it as a step."""
    steps = []
    for row in rows:
        state = _after(state, row)
        facts = tuple(fact for record in row.records if (fact := _fact(record)) is not None)
        steps.append(RecallStep(row.row, row.wall, facts, view_of(state, station, row.row)))
        if _ended(row.records):
            break
    return state, tuple(steps)


def _after(state: State, row: RecallRow) -> State:
    """With what the machine told people about it; what they were told before ends with their next act."""
    if row.by_person:
        unsaid = {station: replace(draft, messages=()) for station, draft in state.drafts.items()}
        state = replace(state, drafts=unsaid)
    return evolve(state, *with_sayings(state, Decided(row.records)).records)


def _ended(records: tuple[Record, ...]) -> bool:
    return any(isinstance(record, play.RoundSettled | play.RoundVoided) for record in records)


def _round(
    state: State,
    begun: play.BetsClosed,
    station: int,
    credit: int,
    before: tuple[Fact, ...],
    steps: tuple[RecallStep, ...],
) -> RecalledRound:
    now, own = state.play.round, state.bank.station(station)
    assert now is not None
    awards = next((seat.awards for seat in now.result.seats if seat.seat == station), ()) if now.result else ()
    jackpots = (one.amounts.total for one in own.handpays if one.jackpot and one.round_number == now.number)
    return RecalledRound(
        round_number=now.number,
        game=now.game,
        par_id=now.par_id,
        station=station,
        before=before,
        steps=steps,
        ended={Phase.SETTLED: "settled", Phase.BETTING: "voided"}.get(now.phase, ""),
        credit_before_cents=credit,
        credit_after_cents=own.books.credit.total,
        wagered_cents=next(sum(amount for _, amount in s.bets) for s in begun.seats if s.seat == station),
        returned_cents=sum(award.returned_cents for award in awards),
        jackpot_cents=sum(jackpots),
        commitment=now.commitment,
        order=now.order,
        nonce=_nonce(steps),
    )


def _nonce(steps: tuple[RecallStep, ...]) -> str:
    shown = (dict(fact.params) for step in steps for fact in step.facts if fact.code == "order_shown")
    return next((params["nonce"] for params in shown), "")


def _money(rows: Iterable[RecallRow], station: int) -> Iterator[Fact]:
    """Money of the station after the end of the last round before (H-04, H-05)."""
    since: list[Fact] = []
    for row in rows:
        if _ended(row.records):
            since.clear()
        of_station = (record for record in row.records if getattr(record, "station", station) == station)
        since += [fact for record in of_station if type(record) in _MOVES and (fact := _fact(record)) is not None]
    yield from since


# -- what a record says -----------------------------------------------------------------------------------


def _fact(record: Record) -> Fact | None:
    told = _TOLD.get(type(record))
    if told is None:
        return None
    code, params = told
    return Fact(code, tuple((name, _text(value)) for name, value in params(record).items()))


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return " ".join(_text(part) if not isinstance(part, tuple) else ":".join(map(str, part)) for part in value)
    return str(value)


_Params = Callable[..., dict[str, object]]


def _bets(record: play.BetsClosed) -> dict[str, object]:
    return {f"{bet}_cents": amount for seat in record.seats for bet, amount in seat.bets}


def _awards(record: play.RoundSettled) -> dict[str, object]:
    found: dict[str, object] = {}
    for seat in record.result.seats:
        for award in seat.awards:
            found[award.bet] = award.outcome
            found[f"{award.bet}_returned_cents"] = award.returned_cents
    return {**found, "dealer": record.result.dealer, "exposed": record.result.exposed, "dice": record.result.dice}


def _worth(record: play.HandSet) -> dict[str, object]:
    laid: dict[str, object] = {"seat": record.seat, "setting": record.setting, "assist": record.assist or "by_hand"}
    if record.worth is None:
        return laid
    unit = record.worth.denominator
    return {**laid, "worth": f"{record.worth.chosen}/{unit}", "best": f"{record.worth.best}/{unit}"}


_TOLD: dict[type, tuple[str, _Params]] = {
    play.BetsClosed: ("bets_closed", _bets),
    play.OrderSealed: ("order_sealed", lambda r: {"commitment": r.commitment, "pieces": r.pieces}),
    play.DeckCut: ("deck_cut", lambda r: {"seat": r.seat, "position": r.position}),
    play.PiecesShown: ("pieces_shown", lambda r: {"pieces": r.pieces}),
    play.HandSet: ("hand_set", _worth),
    play.OrderShown: ("order_shown", lambda r: {"order": r.order, "nonce": r.nonce}),
    play.RollStarted: ("roll_started", lambda r: {"attempt": r.attempt}),
    play.ShakeUnsent: ("shake_unsent", lambda r: {"attempt": r.attempt, "why": r.reason}),
    play.ShakeOrderedAgain: ("shake_ordered_again", lambda r: {"attempt": r.attempt}),
    play.FirstRestKept: ("first_rest", lambda r: {"attempt": r.attempt, "faces": r.faces, "raw": r.raw}),
    play.RollDropped: ("roll_dropped", lambda r: {"attempt": r.attempt, "why": r.reason, "raw": r.raw}),
    play.RollFrozen: ("roll_frozen", lambda r: {"attempt": r.attempt, "why": r.reason}),
    play.DiceAccepted: ("dice", lambda r: {"attempt": r.attempt, "faces": r.faces, "how": r.how, "raw": r.raw}),
    play.DiceVoided: ("dice_voided", lambda r: {"why": r.reason}),
    play.RoundSettled: ("round_settled", _awards),
    play.RoundVoided: ("round_voided", lambda r: {"why": r.reason}),
    bank.WagerTaken: ("wager_taken", lambda r: {"amount_cents": r.amounts.total}),
    bank.WagerVoided: ("wager_voided", lambda r: {"amount_cents": r.amounts.total}),
    bank.AwardPaid: ("award_paid", lambda r: {"amount_cents": r.amounts.total}),
    bank.JackpotLocked: ("jackpot_locked", lambda r: {"amount_cents": r.amount_cents, "handpay": r.handpay}),
    bank.JackpotPaid: ("jackpot_paid", lambda r: {"handpay": r.handpay}),
    bank.NoteCredited: ("note_credited", lambda r: {"amount_cents": r.value_cents}),
    bank.TicketRedeemed: ("ticket_redeemed", lambda r: {"amount_cents": r.amount_cents, "number": r.number}),
    bank.DocumentRuled: ("document_ruled", lambda r: {"amount_cents": r.credited_cents}),
    bank.TicketOrdered: ("ticket_ordered", lambda r: {"amount_cents": r.amounts.total, "sequence": r.sequence}),
    bank.TicketIssued: ("ticket_issued", lambda r: {"sequence": r.sequence}),
    bank.TicketFailed: ("ticket_failed", lambda r: {"sequence": r.sequence, "why": r.reason}),
    bank.CancelOrdered: ("cancel_ordered", lambda r: {"amount_cents": r.amounts.total, "handpay": r.handpay}),
    bank.CancelPaid: ("cancel_paid", lambda r: {"handpay": r.handpay}),
    bank.HandpayShort: ("handpay_short", lambda r: {"amount_cents": r.paid_cents, "handpay": r.handpay}),
    bank.CreditAbandoned: ("credit_abandoned", lambda r: {"amount_cents": r.amounts.total, "handpay": r.handpay}),
    bank.CancelBackedOut: ("cancel_backed_out", lambda r: {"handpay": r.handpay}),
    machine.Booted: ("booted", lambda r: {"program": r.program}),
    machine.FaultRaised: ("fault_raised", lambda r: {"fault": r.code, "place": r.place}),
    machine.FaultGone: ("fault_gone", lambda r: {"fault": r.code, "place": r.place}),
    machine.FaultCleared: ("fault_cleared", lambda r: {"fault": r.code, "place": r.place}),
    machine.DoorOpened: ("door_opened", lambda r: {"door": r.door}),
    machine.DoorClosed: ("door_closed", lambda r: {"door": r.door}),
    machine.KeySeen: ("key_seen", lambda r: {"key": r.key, "on": r.on}),
    machine.CallMade: ("call_made", lambda r: {"reason": r.reason}),
    machine.CallExplained: ("call_made", lambda r: {"reason": r.reason}),
    machine.CallAnswered: ("call_answered", lambda _: {}),
    machine.CallWithdrawn: ("call_withdrawn", lambda _: {}),
}

_MOVES = frozenset(
    (
        bank.NoteCredited,
        bank.TicketRedeemed,
        bank.DocumentRuled,
        bank.TicketOrdered,
        bank.TicketIssued,
        bank.TicketFailed,
        bank.CancelOrdered,
        bank.CancelPaid,
        bank.CancelBackedOut,
        bank.HandpayShort,
        bank.CreditAbandoned,
        bank.JackpotPaid,
    )
)
