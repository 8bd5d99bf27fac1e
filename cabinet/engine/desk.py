"""Asks those who judge files about an option that somebody wants to change on screen.

Decides nothing: the verdict comes back as the signal `OptionJudged`. Everything else goes on to who performs it.
"""

from __future__ import annotations

from collections.abc import Callable

from cabinet.engine.engine import Performer
from cabinet.machine.signals import OptionJudged, Signal
from cabinet.machine.state import State
from cabinet.ports.effects import Effect, JudgeOption

Judge = Callable[[JudgeOption, State], OptionJudged]
"""The verdict on one would-be option, with all others as they are in the state."""


class Desk:
    """A performer that has options judged, before *behind*."""

    def __init__(self, judge: Judge, behind: Performer) -> None:
        self._judge, self._behind = judge, behind

    def perform(self, effect: Effect, state: State) -> list[Signal]:
        """The signals that answer *effect*."""
        if isinstance(effect, JudgeOption):
            return [self._judge(effect, state)]
        return self._behind.perform(effect, state)
