"""Options changed on screen, and limits that follow the time of the day.

Decides when an option may be changed: between rounds, with no money anywhere (F-08), and a critical one only with the
logic door open. What a right value is decides whoever judges files; the verdict comes as a signal. Each change is a
record with old and new, and the options it makes follow in the same entry.
"""

from __future__ import annotations

from cabinet.machine import records as r
from cabinet.machine.decided import Decided, refuse
from cabinet.machine.options import options_digest
from cabinet.machine.setup import fixed_changed
from cabinet.machine.signals import OptionJudged
from cabinet.machine.state import State
from cabinet.play.options import ALWAYS
from cabinet.ports.decision import Refusal, refusal
from cabinet.ports.effects import JudgeOption
from cabinet.ports.signals import ScheduleTurned

LONGEST = 400
"""Signs of a text that is handed to the judges: a profile's longest line is far shorter."""


def money_on(state: State) -> bool:
    """Whether credit, money in flight, a document, a payment or a round is open anywhere."""
    return state.play.in_round or any(
        bank.books.credit.total or bank.books.in_flight.total or bank.document or bank.job or bank.locked
        for bank in state.bank.stations
    )


def closed(state: State, critical: bool) -> Refusal | None:
    """Why no option, or no critical one, may be changed now; None = it may."""
    if money_on(state):
        return refusal("refused.money_on")
    if critical and "logic" not in state.doors_open:
        return refusal("refused.logic_door")
    return None


def wanted(state: State, station: int, wish: JudgeOption) -> Decided:
    """Somebody wants an option changed: it is judged first."""
    against = closed(state, critical=False)
    if against is None and max(len(wish.file), len(wish.key), len(wish.text)) > LONGEST:
        against = refusal("refused.option", why="too long")
    return refuse(state, station, against) if against is not None else Decided((), (wish,))


def judged(state: State, verdict: OptionJudged) -> Decided:
    """The verdict came: the option is changed, or the person reads why not."""
    against = closed(state, verdict.critical)
    if verdict.why or verdict.options is None:
        against = refusal("refused.option", why=verdict.why)
    elif settled := fixed_changed(state, verdict.options):
        against = refusal("refused.option", why=", ".join(settled))
    elif against is None and verdict.new == verdict.old:
        against = refusal("refused.option_same")
    if against is not None or verdict.options is None:
        assert against is not None, "a verdict without options says why"
        return refuse(state, verdict.station, against)
    changed = r.OptionChanged(verdict.file, verdict.key, verdict.old, verdict.new, verdict.who)
    return Decided((changed, r.OptionsAdopted(options_digest(verdict.options), verdict.options)))


def schedule(state: State, turned: ScheduleTurned) -> Decided:
    """Another row of the schedule holds: between rounds it is followed, during one it is asked for again later."""
    setup = state.set_up.game(turned.game)
    known = setup is not None and ALWAYS <= turned.row < len(setup.schedule)
    if not known or state.play.in_round or state.scheduled.get(turned.game, ALWAYS) == turned.row:
        return Decided()
    return Decided((r.LimitsScheduled(turned.game, turned.row, turned.wall),))
