"""What the attendant rules while somebody is at work there. Every ruling is a record; none is a guess."""

from __future__ import annotations

from typing import assert_never

from cabinet.bank import box, cashout, documents, wagers
from cabinet.bank.records import BoxNamed
from cabinet.machine import (
    access,
    choices,
    clearing,
    conditions,
    contested,
    dice,
    handpays,
    may,
    reporting,
    reserve,
    testing,
)
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, Tables, played, refuse
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.play import decide as rounds
from cabinet.play import records as play
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.access import KEY
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import CheckProgram, JudgeOption, PrintDrop, Reveal, StopTimer
from cabinet.ports.functions import FUNCTIONS, kind_of


def attendant(state: State, station: int, command: c.AttendantCommand, tables: Tables) -> Decided:
    """Decide an attendant's command; by nobody, by too low a role, or with nothing to rule, it is refused. Who gave
    it stands in the same entry."""
    against = access.check(state, station, command)
    worker = state.worker(station)
    if against is not None or worker is None:
        return refuse(state, station, against or refusal("refused.attendant_only"))
    # a key has no name: then whoever a desk names in its command is taken at its word
    who = worker.who if worker.who != KEY else getattr(command, "who", "") or KEY
    found = _ruled(state, station, command, who, tables)
    if found is None:
        return refuse(state, station, refusal("refused.nothing_to_rule"))
    idle = (Drafted, r.FaultRaised, r.SignedOut)  # refused, broken books, or gone: nothing was done
    if all(isinstance(record, idle) for record in found.records):
        return found
    did = r.Did(station, who, type(command).__name__)
    return Decided((*found.records, did), (*found.effects, access.timer(station)))


def _ruled(state: State, station: int, command: c.AttendantCommand, who: str, tables: Tables) -> Decided | None:
    bank = state.bank.station(station)
    match command:
        case c.RuleTicket(number, valid):
            return _one(cashout.rule(bank, number, valid))
        case c.ReprintTicket(number, who):
            return handpays.reprint(state, station, number, who or KEY)
        case c.RuleDocument(document, credit, value):
            return _one(documents.rule(bank, document, value if credit else 0))
        case c.RuleDice(stands):
            return dice.rule(state, stands)
        case c.ChangeDice():
            return None if state.play.in_round else Decided((r.DiceChanged(who),))
        case c.PayHandpay(handpay):
            return handpays.pay(state, station, handpay, who)
        case c.ShortPay(handpay, paid, reason):
            return handpays.short_pay(state, station, handpay, paid, reason, who)
        case c.AbandonCredit(amount, reason):
            return handpays.abandon(state, station, amount, reason, who)
        case c.ReprintSlip(slip):
            return handpays.print_slip(state, station, slip)
        case c.ClearFault(code):
            return _clear(state, code)
        case c.OpenDispute(number, reason):
            return _or_refused(state, station, contested.opened(state, station, number, reason, who))
        case c.CloseDispute(number, outcome):
            return contested.closed(state, number, outcome, who)
        case c.BeginTest(device, function):
            return _or_refused(state, station, testing.begin(state, station, device, function, who))
        case c.EndTest():
            ended = testing.end(state, "done")
            return Decided(ended) if ended else None
        case c.ReplaceDevice(device):
            return _replaced(state, station, device, who)
        case c.ReleaseSeat():
            return reserve.release(state, station, who)
        case c.AnswerCall():
            return Decided((r.CallAnswered(station),))
        case c.RuleClaim(claim, paid):
            return clearing.rule(state, claim, paid, who)
        case c.ConfirmSetup():
            return clearing.confirmed(state, who)
        case c.NameBox(number):
            return _named(state, station, box.named(bank, number, who))
        case c.PrintDropSlip(drop):
            return _slip(state, station, drop)
        case c.ChangeOption(file, key, text):
            return choices.wanted(state, station, JudgeOption(station, file, key, text, who))
        case c.VerifyProgram():
            return Decided((r.EventNoted("program_check", "machine", who),), (CheckProgram(),))
        case c.PutOutOfService(reason):
            return None if state.out_of_service else Decided((r.ServiceChanged(True, reason, who),))
        case c.PutInService():
            return Decided((r.ServiceChanged(False, "", who),)) if state.out_of_service else None
        case c.PrintMeters():
            return _or_refused(state, station, reporting.ordered(state, station))
        case c.SignOut():
            return access.sign_out(state, station)
        case c.CompleteRound(reason):
            return _handled(state, "completed", reason, who, complete_round(state, tables))
        case c.VoidRound(reason):
            return _handled(state, "voided", reason, who, _void(state, reason))
        case _:
            assert_never(command)


def _or_refused(state: State, station: int, decided: Decided | Refusal) -> Decided:
    return refuse(state, station, decided) if isinstance(decided, Refusal) else decided


def _replaced(state: State, station: int, device: str, who: str) -> Decided | None:
    """A new device is tried at once: replacing it ends with a test that somebody looks at."""
    records = conditions.replaced(state, device, who)
    if not records:
        return None
    tried = testing.begin(state, station, device, FUNCTIONS[kind_of(device)][0], who)
    if isinstance(tried, Refusal):
        return Decided(records)
    return Decided((*records, *tried.records), tried.effects)


def _handled(state: State, how: str, reason: str, who: str, ended: Decided | None) -> Decided | None:
    """A round that people ended, with who and why in the same entry; None = it cannot be ended so."""
    now = state.play.round
    if ended is None or now is None:
        return ended
    if not any(isinstance(record, play.HandSet | play.RoundVoided) for record in ended.records):
        return ended  # a deck was only cut for him
    return handpays.round_ended(state, now, how, reason, who or KEY, ended)


def _one(record: r.Record | None) -> Decided | None:
    return None if record is None else Decided((record,))


def _named(state: State, station: int, named: BoxNamed | Refusal) -> Decided:
    """The box is named, and the slip of the one before it comes out."""
    if isinstance(named, Refusal):
        return refuse(state, station, named)
    drops = state.bank.station(station).box.drops
    slip = _slip(state, station, drops[-1].drop, named.box) if drops else None
    return Decided((named,), slip.effects if slip is not None else ())


def _slip(state: State, station: int, drop: int, box_in: str = "") -> Decided | None:
    """The slip of *drop*, where the printer is free for it; None = it cannot come."""
    bank = state.bank.station(station)
    found = box.find(bank, drop)
    if found is None or bank.job is not None or not may.printer_usable(state, station):
        return None
    now = box_in or bank.box.number
    order = PrintDrop(station, drop, found.box, now, found.notes, found.tickets, found.tickets_cents)
    return Decided((), (order,))


def _clear(state: State, code: str) -> Decided | None:
    cleared = tuple(
        r.FaultCleared(fault.code, fault.place)
        for fault in state.faults
        if fault.code == code and fault.cleared_by_hand
    )
    return Decided(cleared, dice.clearing(code)) if cleared else None


def complete_round(state: State, tables: Tables) -> Decided | None:
    """The machine lays the house way for every seat whose hands do not stand; None when none waits."""
    now = state.play.round
    if now is None:
        return None
    if now.phase is Phase.CUTTING:
        seat = now.seats[0].seat
        return played(state, seat, rounds.cut(state.play, seat, 0, state.setup))
    if now.phase is not Phase.SETTING:
        return None
    records: tuple[play.PlayRecord, ...] = ()
    for own in now.seats:
        if not own.setting:
            laid = rounds.house_way(now, own)
            value = rounds.worth(own.pieces, laid, tables.now(state))
            records += (play.HandSet(now.number, own.seat, laid, "machine", value),)
    return Decided(records, (StopTimer("round.idle"), Reveal(now.number, now.sealed)))


def _void(state: State, reason: str) -> Decided | None:
    now = state.play.round
    if now is None or not state.play.in_round or now.phase is Phase.SETTLING:
        return None
    banks = tuple(state.bank.station(seat.seat) for seat in now.seats)
    back = tuple(wagers.void(bank, now.number, bank.wagered, bank.wagered.total) for bank in banks)
    return Decided((play.RoundVoided(now.number, reason), *back), (StopTimer("round.idle"), StopTimer("round.roll")))
