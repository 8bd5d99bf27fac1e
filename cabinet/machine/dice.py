"""The real dice in the round: when the shaker is asked, what of its word counts, and when nobody can say.

A first rest is kept whatever follows; after it nothing rolls again by itself. Without a valid first rest the
same bets are shaken again, three attempts and 90 seconds in all, then the dice bets are void; where the shaker and
not the dice was at fault, some seconds later, so that a motor or a lid has time to come right. An order that never
left the cabinet, or that a shaker which has not restarted never heard of, is given again. What cannot be
decided is frozen for the attendant. No roll is ever made up: every face here came from the shaker.
"""

from __future__ import annotations

from math import exp, lgamma, log

from cabinet.machine import conditions
from cabinet.machine import records as r
from cabinet.machine.decided import Decided
from cabinet.machine.settle import settled
from cabinet.machine.state import State
from cabinet.play import evolve as play_evolve
from cabinet.play import records as play
from cabinet.play.state import Phase, Round
from cabinet.ports import shaker as s
from cabinet.ports.effects import Effect, StartTimer, StopTimer, ToDevice

SHAKER = "shaker.0"
ATTEMPTS = 3
ROLL_MS = 90_000
AGAIN_MS = 5000
_OF_THE_DICE = frozenset({"cocked", "dice_count", "no_tumble", "readings_disagree", "unreadable", "moved"})
"""Why an attempt was dropped although the shaker did its work: it is shaken again at once."""


def first_shake(state: State, now: Round, before: tuple[r.Record, ...]) -> Decided:
    """The order was shown and a dice bet stands: the shake is a record before it is ordered."""
    started = _attempt(now, 1)
    if _foreign(state):
        kept_back = play.ShakeUnsent(now.number, 1, "another shaker")
        return Decided((*before, *started.records, kept_back), (StartTimer("round.roll", ROLL_MS),))
    return Decided((*before, *started.records), (*started.effects, StartTimer("round.roll", ROLL_MS)))


def _attempt(now: Round, attempt: int) -> Decided:
    shake = ToDevice(SHAKER, s.Shake(now.number, attempt))
    return Decided((play.RollStarted(now.number, attempt),), (shake,))


def _foreign(state: State) -> bool:
    """Whether a shaker answers that no technician fitted: it rolls no dice."""
    return any(fault.code == "shaker_other" for fault in state.faults)


def said(state: State, event: s.ShakerEvent) -> Decided:
    """The shaker's word. What does not belong to the attempt under way is noted and never used."""
    now = state.play.round
    match event:
        case s.ShakerReady(model, serial, firmware):
            return Decided((r.EventNoted("shaker_ready", SHAKER, f"{model} {serial} {firmware}"),))
        case s.ShakerConditions():
            return Decided(conditions.conditions(state, SHAKER, event))
        case s.ShakerTold():
            return _told(state, now, event) if now is not None and now.phase is Phase.SHAKING else Decided()
    if now is None or not _belongs(now, event):
        return _ignored(event, now)
    match event:
        case s.FirstRest(number, attempt, faces, raw):
            kept = play.FirstRestKept(number, attempt, faces, raw)
            return Decided(() if now.roll.first is not None else (kept,))
        case s.DiceRead(_, _, faces, raw):
            return _accept(state, now, faces, raw, "read")
        case s.RollRejected(number, attempt, reason, raw):
            if now.roll.first is not None:
                return _freeze(state, now, reason)
            return _again(state, now, play.RollDropped(number, attempt, reason, raw))
        case s.RollDisturbed(_, _, reason, proven):
            return _disturbed(state, now, reason, proven)


def _belongs(now: Round, event: s.FirstRest | s.DiceRead | s.RollRejected | s.RollDisturbed) -> bool:
    if now.phase is not Phase.SHAKING or now.roll.frozen or now.roll.dropped:
        return False
    return (event.round_number, event.attempt) == (now.number, now.roll.attempt)


def _ignored(event: s.FirstRest | s.DiceRead | s.RollRejected | s.RollDisturbed, now: Round | None) -> Decided:
    known = now is not None and now.number == event.round_number and now.roll.faces is not None
    if isinstance(event, s.DiceRead) and known:
        # its result is on disk already: it may open the cover
        return Decided((), (ToDevice(SHAKER, s.ResultStored(event.round_number, event.attempt)),))
    what = f"{type(event).__name__} of round {event.round_number} attempt {event.attempt}"
    return Decided((r.EventNoted("dice_ignored", SHAKER, what),))


def _accept(state: State, now: Round, faces: tuple[int, int, int], raw: tuple[str, ...], how: str) -> Decided:
    if now.roll.first is not None and sorted(now.roll.first) != sorted(faces):
        return _freeze(state, now, "second reading differs from the first rest")
    accepted = play.DiceAccepted(now.number, now.roll.attempt, faces, raw, how)
    stored = ToDevice(SHAKER, s.ResultStored(now.number, now.roll.attempt))
    biased: tuple[r.Record, ...] = ()
    if evidence(counts(state, faces)) >= ALARM:
        biased = conditions.raised(state, "dice_biased", SHAKER, f"faces {counts(state, faces)}")
    return _finish(state, accepted, biased, (stored,))


ALARM = 1000
"""Evidence at which an attendant should look: fair dice reach it in their whole life with at most 0.1 %."""


def counts(state: State, more: tuple[int, ...] = ()) -> tuple[int, ...]:
    """How often each face 1..6 lay up since the dice were changed, *more* included."""
    known = (state.meters.get(f"face.{face}|dice_faces", 0) for face in range(1, 7))
    return tuple(count + more.count(face) for face, count in enumerate(known, 1))


def evidence(faces: tuple[int, ...]) -> float:
    """How much better unknown dice (all chances equally likely beforehand) explain the counts than fair dice.

    A ratio of likelihoods with mean one under fair dice: by Ville's inequality the chance that it *ever* reaches
    1/p is at most p, however often one looks.
    """
    total = sum(faces)
    log_mixed = lgamma(6) - lgamma(6 + total) + sum(lgamma(1 + count) for count in faces)
    return exp(min(600, log_mixed + total * log(6)))


def _finish(
    state: State, last: play.DiceAccepted | play.DiceVoided, more: tuple[r.Record, ...], effects: tuple[Effect, ...]
) -> Decided:
    after = play_evolve.evolve(state.play, last).round
    assert after is not None
    return settled(state, after, (last, *more), (StopTimer("round.roll"), *effects))


def _again(state: State, now: Round, dropped: play.RollDropped) -> Decided:
    if now.roll.attempt >= ATTEMPTS:
        voided = void(state, now, f"no valid roll in {ATTEMPTS} attempts")
        return Decided((dropped, *voided.records), voided.effects)
    if dropped.reason not in _OF_THE_DICE:
        return Decided((dropped,), (StartTimer("round.again", AGAIN_MS),))
    started = _attempt(now, now.roll.attempt + 1)
    return Decided((dropped, *started.records), started.effects)


def again(state: State) -> Decided:
    """The pause after an attempt that the shaker spoilt is over."""
    now = state.play.round
    if now is None or now.phase is not Phase.SHAKING or now.roll.frozen or not now.roll.dropped:
        return Decided()
    if _foreign(state):
        return Decided((), (StartTimer("round.again", AGAIN_MS),))
    return _attempt(now, now.roll.attempt + 1)


def unsent(state: State, reason: str) -> Decided:
    """The order to shake was refused before it left the cabinet: no dice moved, and it is given again when the
    shaker is back."""
    now = state.play.round
    if now is None or now.phase is not Phase.SHAKING or now.roll.frozen or now.roll.dropped or now.roll.first:
        return Decided()
    return Decided((play.ShakeUnsent(now.number, now.roll.attempt, reason),))


def void(state: State, now: Round, reason: str) -> Decided:
    """No result: the dice bets come back, everything else of the round is settled in the same entry."""
    fault = conditions.raised(state, "dice_void", SHAKER, reason)
    forget = ToDevice(SHAKER, s.ResultStored(now.number, now.roll.attempt))
    return _finish(state, play.DiceVoided(now.number, reason), fault, (forget,))


def clearing(code: str) -> tuple[Effect, ...]:
    """What the shaker is told when an attendant clears fault *code*: its own conditions end only when it agrees."""
    return (ToDevice(SHAKER, s.ClearShaker()),) if code.startswith("shaker_") else ()


def _freeze(state: State, now: Round, reason: str) -> Decided:
    """The attendant decides. The second time in a gaming day closes the dice bets until somebody looked."""
    frozen = play.RollFrozen(now.number, now.roll.attempt, reason)
    day = state.cuts.get("day")
    before = day.meters.get("machine|dice_frozen", 0) if day is not None else 0
    again: tuple[r.Record, ...] = ()
    if state.meters.get("machine|dice_frozen", 0) - before >= 1:
        again = conditions.raised(state, "dice_disturbed", SHAKER, reason)
    return Decided((frozen, *again), (StopTimer("round.roll"),))


def _disturbed(state: State, now: Round, reason: str, cover_proven: bool) -> Decided:
    if not cover_proven:
        return _freeze(state, now, reason)
    if now.roll.first is not None:
        return _accept(state, now, now.roll.first, (now.roll.first_raw,), "stands")
    return void(state, now, reason)


def _told(state: State, now: Round, event: s.ShakerTold) -> Decided:
    """It is back, or the cabinet is: a result still held is read again; an order that never arrived is sent
    again; what was lost with the shaker's memory is for the attendant."""
    if now.roll.frozen or now.roll.dropped:
        return Decided()
    if (event.round_number, event.attempt) == (now.number, now.roll.attempt):
        if event.state in ("shaking", "settling", "reading"):
            return Decided()
        return Decided((), (ToDevice(SHAKER, s.ReadAgain(now.number, now.roll.attempt)),))
    if _foreign(state):
        still = now.roll.unsent and now.roll.first is None
        return Decided() if still else _freeze(state, now, "another shaker than the one fitted")
    if now.roll.first is None and (now.roll.unsent or event.remembers or event.round_number != 0):
        ordered = play.ShakeOrderedAgain(now.number, now.roll.attempt)
        return Decided((ordered,), (ToDevice(SHAKER, s.Shake(now.number, now.roll.attempt)),))
    return _freeze(state, now, f"shaker {event.state} knows nothing of the attempt")


def late(state: State) -> Decided:
    """Ninety seconds are over: without a first rest the dice bets are void, with one the attendant decides."""
    now = state.play.round
    if now is None or now.phase is not Phase.SHAKING or now.roll.frozen:
        return Decided()
    if now.roll.first is not None:
        return _freeze(state, now, "no second reading in time")
    return void(state, now, "no roll in time")


def rule(state: State, stands: bool) -> Decided | None:
    """The attendant decides a frozen roll from its raw lines; None when nothing is frozen."""
    now = state.play.round
    if now is None or now.phase is not Phase.SHAKING or not now.roll.frozen:
        return None
    if not stands:
        return void(state, now, "attendant")
    if now.roll.first is None:
        return None
    accepted = play.DiceAccepted(now.number, now.roll.attempt, now.roll.first, (now.roll.first_raw,), "ruled")
    return _finish(state, accepted, (), (ToDevice(SHAKER, s.ResultStored(now.number, now.roll.attempt)),))
