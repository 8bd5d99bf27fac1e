"""Disputes about a round: frozen, put away, closed. The machine is out of play until the evidence is safe (H-13).

Decides when a round may be disputed and what ends the freeze. Refuses to rule: who is right is a person's word.
"""

from __future__ import annotations

from cabinet.machine import conditions
from cabinet.machine import records as r
from cabinet.machine.decided import Decided
from cabinet.machine.state import Contested, State
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import Effect, KeepDispute
from cabinet.ports.signals import DisputePutAway

FROZEN = "dispute"
"""The row of the fault table under which nothing is played."""


def opened(state: State, station: int, round_number: int, reason: str, who: str) -> Decided | Refusal:
    """Freeze a round that is over; one that is frozen and not put away yet is only tried again."""
    known = of(state, round_number)
    if known is not None:
        return Decided((), keeping(state, round_number)) if not known.folder else refusal("refused.disputed_already")
    now = state.play.round
    over = 0 < round_number < state.play.next_round
    running = state.play.in_round and now is not None and now.number == round_number
    if not over or running:
        return refusal("refused.no_such_round")
    records = (r.DisputeOpened(round_number, station, who, reason), *conditions.raised(state, FROZEN, "machine", ""))
    return Decided(records, (KeepDispute(round_number, station, reason),))


def put_away(state: State, told: DisputePutAway) -> Decided:
    """The record lies there, or could not be made: then the machine stays frozen and an attendant tries again."""
    known = of(state, told.round_number)
    if known is None or known.folder:
        return Decided()
    if told.why:
        return Decided((r.EventNoted("dispute_not_kept", "machine", f"{told.round_number}: {told.why}"[:200]),))
    kept = r.DisputeKept(told.round_number, told.folder, told.digest)
    return Decided((kept, *_thawed(state, told.round_number)))


def closed(state: State, round_number: int, outcome: str, who: str) -> Decided | None:
    """The operator ends it; None when there is no such dispute."""
    if of(state, round_number) is None:
        return None
    return Decided((r.DisputeClosed(round_number, who, outcome), *_thawed(state, round_number)))


def keeping(state: State, round_number: int = 0) -> tuple[Effect, ...]:
    """What is still to be put away, of all rounds or of one; also after a power cut."""
    waiting = (one for one in state.contested if not one.folder and round_number in (0, one.round_number))
    return tuple(KeepDispute(one.round_number, one.station, one.reason) for one in waiting)


def of(state: State, round_number: int) -> Contested | None:
    return next((one for one in state.contested if one.round_number == round_number), None)


def _thawed(state: State, round_number: int) -> tuple[r.MachineRecord, ...]:
    """The freeze ends with the last round that was not put away."""
    others = any(not one.folder for one in state.contested if one.round_number != round_number)
    return () if others else tuple(conditions.gone(state, FROZEN, "machine"))
