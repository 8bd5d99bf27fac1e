"""Who is at work on the machine and what that person may do: one table from command to the least role.

Decides nothing about PINs: it is told a verdict. The audit key alone is an attendant without a name; a person who
signs in takes its place until the key is back, the page is closed, or nobody touched it for a while.
"""

from __future__ import annotations

from cabinet.machine import records as r
from cabinet.machine.decided import Decided, refuse
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.access import KEY, Role
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import StartTimer, StopTimer
from cabinet.ports.signals import PinTold

IDLE_MS = 120_000
"""An office that nobody touches for this long is closed: a page must not stay open for a player."""

LEAST: dict[type, Role] = {
    c.RuleTicket: Role.ATTENDANT,
    c.ReprintTicket: Role.ATTENDANT,
    c.RuleDocument: Role.ATTENDANT,
    c.RuleDice: Role.ATTENDANT,
    c.PayHandpay: Role.ATTENDANT,
    c.ShortPay: Role.ATTENDANT,
    c.ClearFault: Role.ATTENDANT,
    c.CompleteRound: Role.ATTENDANT,
    c.ReleaseSeat: Role.ATTENDANT,
    c.AnswerCall: Role.ATTENDANT,
    c.SignOut: Role.ATTENDANT,
    c.PrintMeters: Role.ATTENDANT,
    c.NameBox: Role.ATTENDANT,
    c.PrintDropSlip: Role.ATTENDANT,
    c.PutOutOfService: Role.ATTENDANT,
    c.PutInService: Role.ATTENDANT,
    c.OpenDispute: Role.ATTENDANT,
    c.EndTest: Role.ATTENDANT,
    c.VerifyProgram: Role.ATTENDANT,
    c.ReprintSlip: Role.ATTENDANT,
    c.VoidRound: Role.OPERATOR,
    c.AbandonCredit: Role.OPERATOR,
    c.CloseDispute: Role.OPERATOR,
    c.RuleClaim: Role.OPERATOR,
    c.ChangeDice: Role.TECHNICIAN,
    c.ChangeOption: Role.TECHNICIAN,
    c.ConfirmSetup: Role.TECHNICIAN,
    c.BeginTest: Role.TECHNICIAN,
    c.ReplaceDevice: Role.TECHNICIAN,
}
"""Every attendant's command, and the least role that may give it."""


def check(state: State, station: int, command: c.AttendantCommand) -> Refusal | None:
    """Why whoever is at work at *station* may not give *command*; None = he may."""
    worker = state.worker(station)
    if worker is None:
        return refusal("refused.attendant_only")
    least = LEAST[type(command)]
    return None if worker.role.covers(least) else refusal("refused.role", role=least.value)


def may(state: State, station: int, command: type) -> bool:
    """Whether the role at work at *station* covers a command of that type."""
    worker = state.worker(station)
    return worker is not None and worker.role.covers(LEAST[command])


def timer(station: int) -> StartTimer:
    """Starts the idle time of the office at *station* anew."""
    return StartTimer(f"office.{station}", IDLE_MS)


def pin_told(state: State, told: PinTold) -> Decided:
    """A person came in, or was refused; a try that was not judged (one has to wait) leaves no record."""
    station = told.station
    if told.role is not None:
        before = state.worker(station)
        left = () if before is None or before.who in (KEY, told.who) else (_left(station, before.who, "other"),)
        return Decided((*left, r.SignedIn(station, told.who, told.role)), (timer(station),))
    code = "refused.pin_wait" if told.wait_s else "refused.pin"
    said = refuse(state, station, refusal(code, wait=told.wait_s) if told.wait_s else refusal(code))
    wrong = (r.PinRefused(station, told.who, told.wrong),) if told.judged else ()
    return Decided((*wrong, *said.records))


def sign_out(state: State, station: int) -> Decided:
    """The page was closed by hand: play goes on where it was, also while the key is still turned."""
    worker = state.worker(station)
    if worker is None:
        return Decided()
    return Decided((_left(station, worker.who, "closed"),), (StopTimer(f"office.{station}"),))


def idle(state: State, station: int) -> Decided:
    """Nobody touched the page for a while; a turned key keeps its own, nameless worker."""
    worker = state.worker(station)
    if worker is None or worker.who == KEY:
        return Decided()
    return Decided((_left(station, worker.who, "idle"),))


def key_back(state: State) -> tuple[r.MachineRecord, ...]:
    """The audit key was turned back: everybody who was named is out; the key's own worker needs no record."""
    return tuple(_left(one.station, one.who, "key") for one in state.office if one.who != KEY)


def _left(station: int, who: str, why: str) -> r.SignedOut:
    return r.SignedOut(station, who, why)
