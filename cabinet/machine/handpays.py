"""Money paid by hand and rounds that people end: the act, its reason and its slip as one entry.

Decides what needs a slip and when the printer is free for one. Who may do it is decided before; how the paper looks
is `paper`'s.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cabinet.bank import cashout, slips
from cabinet.bank.records import BankRecord
from cabinet.bank.state import Handpay, Slip, SlipState
from cabinet.machine import may
from cabinet.machine import records as r
from cabinet.machine.decided import Decided, of, refuse
from cabinet.machine.devices import in_use
from cabinet.machine.settle import audit
from cabinet.machine.state import State
from cabinet.machine.volatile import Drafted
from cabinet.play.state import Round
from cabinet.ports.access import KEY
from cabinet.ports.decision import Decision, Refusal, refusal
from cabinet.ports.view import Message


def pay(state: State, station: int, handpay: int, who: str) -> Decided | None:
    """An open handpay is paid in full; None when it is not open. On broken books nothing is paid (M-28)."""
    bank = state.bank.station(station)
    record, found = cashout.pay(bank, handpay), cashout.open_handpay(bank, handpay)
    if record is None or found is None:
        return None
    return audit(state) or _first(state, station, found, who) or _with(record, slips.of_handpay(bank, found, who))


def two_people(state: State, slip: Slip) -> bool:
    """Whether the handpay of *slip* takes two people, who both sign for it."""
    limit = state.set_up.money.handpay_second_person_cents
    return slip.handpay > 0 and 0 < limit <= slip.amount_cents + slip.owed_cents


def _first(state: State, station: int, found: Handpay, who: str) -> Decided | None:
    """What a large handpay needs before it is paid: a person's name, then another's; None = it may be paid."""
    limit = state.set_up.money.handpay_second_person_cents
    if not limit or found.amounts.total < limit:
        return None
    if who == KEY:
        return refuse(state, station, refusal("refused.needs_name"))
    confirmed = next((one[2] for one in state.confirmed if one[:2] == (station, found.handpay)), "")
    if not confirmed:
        said = replace(state.draft(station), messages=(Message("office.second_person", (("who", who),)),))
        return Decided((r.HandpayConfirmed(station, found.handpay, who), Drafted(station, said)))
    return refuse(state, station, refusal("refused.second_person", who=who)) if confirmed == who else None


def short_pay(state: State, station: int, handpay: int, paid_cents: int, reason: str, who: str) -> Decided:
    """A part of an open handpay is paid; the rest stays owed, and the slip says both."""
    bank = state.bank.station(station)
    record, found = cashout.short_pay(bank, handpay, paid_cents, reason, who), cashout.open_handpay(bank, handpay)
    if isinstance(record, Refusal) or found is None:
        return refuse(state, station, record if isinstance(record, Refusal) else refusal("refused.nothing_to_rule"))
    owed = found.amounts.total - paid_cents
    paper = slips.kept(
        bank,
        "short_pay",
        paid_cents,
        owed_cents=owed,
        handpay=handpay,
        round_number=found.round_number,
        reason=reason,
        who=who,
    )
    return audit(state) or _first(state, station, found, who) or _with(record, paper)


def abandon(state: State, station: int, amount_cents: int, reason: str, who: str) -> Decided:
    """Credit left behind is taken off; not while its player's round runs."""
    bank = state.bank.station(station)
    if state.play.in_round and state.play.round is not None and state.play.round.seat(station) is not None:
        return refuse(state, station, refusal("refused.round_running"))
    record = cashout.abandon(bank, amount_cents, reason, who)
    if isinstance(record, Refusal):
        return refuse(state, station, record)
    paper = slips.kept(bank, "abandoned", amount_cents, handpay=record.handpay, reason=reason, who=who)
    return audit(state) or _with(record, paper)


def round_ended(state: State, now: Round, how: str, reason: str, who: str, ended: Decided) -> Decided:
    """*ended*, with who ended the round and why (*how*: voided, completed), and a slip for each seat."""
    records: tuple[Any, ...] = (r.RoundHandled(now.number, how, reason, who),)
    effects: tuple[Any, ...] = ()
    kind = "void_round" if how == "voided" else "complete_round"
    for seat in now.seats:
        bank = state.bank.station(seat.seat)
        paper = slips.kept(bank, kind, bank.wagered.total, round_number=now.number, reason=reason, who=who)
        records, effects = (*records, *paper.records), (*effects, *paper.effects)
    return Decided((*ended.records, *records), (*ended.effects, *effects))


def stamped(state: State, station: int, slip: int, wall: str) -> Decided:
    """The wall time of an act: its slip is dated, and printed where the printer is free."""
    return of(slips.stamped(state.bank.station(station), slip, wall, printer_free(state, station)))


def print_slip(state: State, station: int, slip: int) -> Decided:
    """A person asks for a slip, the first time or again (then it says DUPLICATE)."""
    bank = state.bank.station(station)
    found = slips.find(bank, slip)
    if found is None:
        return refuse(state, station, refusal("refused.no_such_slip"))
    if not printer_free(state, station):
        busy = bank.job is not None or slips.being_printed(bank) is not None
        return refuse(state, station, refusal("refused.printing" if busy else "refused.no_printer"))
    return of(slips.order(bank, found))


def reprint(state: State, station: int, number: str, who: str) -> Decided | None:
    """Another paper of the newest ticket, marked DUPLICATE (T-11); None when there is none to print again."""
    if not printer_free(state, station):
        return refuse(state, station, refusal("refused.no_printer"))
    moved = cashout.reprint(state.bank.station(station), number, state.bank.tickets, who)
    return None if moved is None or in_use(state, number) else of(moved)


def printer_free(state: State, station: int) -> bool:
    """Whether a slip can be printed now: no ticket and no other slip is under way."""
    bank = state.bank.station(station)
    free = bank.job is None and slips.being_printed(bank) is None and station not in state.reporting
    return free and may.printer_usable(state, station)


def waiting(state: State, station: int) -> tuple[Slip, ...]:
    """Slips that never came out of a printer, oldest first."""
    return tuple(slip for slip in state.bank.station(station).slips if slip.state is not SlipState.PRINTED)


def _with(record: BankRecord, paper: Decision[BankRecord]) -> Decided:
    return Decided((record, *paper.records), paper.effects)
