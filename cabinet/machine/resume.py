"""After a power cut: what is still owed, read off the state. Devices report by themselves when they are opened;
chance and timers have to be asked again. Nothing here repeats a physical act."""

from __future__ import annotations

from cabinet.machine import contested, reserve
from cabinet.machine.dice import AGAIN_MS, ROLL_MS
from cabinet.machine.state import State
from cabinet.play import decide as rounds
from cabinet.play.state import Phase
from cabinet.ports.effects import Effect, Reveal, StampPeriod, StampSlip, StartTimer

ASKED_MS = 20_000
"""A device that says nothing for this long after the start counts as lost (an acceptor may be silent for 15 s)."""


ALARM_MS = 2_000
"""Buzzer and sound of an alarm last at least this long (E-09 asks for a second and a half)."""


def resume(state: State) -> tuple[Effect, ...]:
    """Effects to carry out after a boot, before play."""
    asked = tuple(StartTimer(f"asked.{device.name}", ASKED_MS) for device in state.devices)
    undated = tuple(StampPeriod(cut.period) for cut in state.cuts.values() if not cut.wall)
    ringing = (StartTimer("alarm", ALARM_MS),) if state.alarm else ()
    undated_slips = tuple(
        StampSlip(bank.station, slip.slip) for bank in state.bank.stations for slip in bank.slips if not slip.dated
    )
    return (*asked, *undated, *undated_slips, *ringing, *contested.keeping(state), *reserve.owed(state), *_round(state))


def _round(state: State) -> tuple[Effect, ...]:
    now = state.play.round
    if now is None:
        return ()
    match now.phase:
        case Phase.DRAWING:
            # no draw is on disk, so nobody has seen one
            return (rounds.draw(now.number, state.setup, len(now.seats)),)
        case Phase.OPENING:
            return (rounds.open_cut(now, now.cut, state.setup),)
        case Phase.CUTTING:
            return (StartTimer("round.idle", rounds.IDLE_ROUND_MS),)
        case Phase.SETTING:
            limit = state.setup.set_within_s
            clock = (StartTimer("round.set", limit * 1000),) if limit else ()
            return (StartTimer("round.idle", rounds.IDLE_ROUND_MS), *clock)
        case Phase.REVEALING:
            return (Reveal(now.number, now.sealed),)
        case Phase.SHAKING:
            if now.roll.frozen:
                return ()
            again = (StartTimer("round.again", AGAIN_MS),) if now.roll.dropped else ()
            return (StartTimer("round.roll", ROLL_MS), *again)
        case Phase.BETTING | Phase.SETTLING | Phase.SETTLED:
            return ()
