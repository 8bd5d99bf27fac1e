"""The type of the machine's decisions, and the tables it is handed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from cabinet.games.base import GameOptions
from cabinet.machine.records import Record
from cabinet.machine.state import Draft, State
from cabinet.machine.volatile import Drafted, Volatile
from cabinet.play.decide import Odds
from cabinet.ports.decision import Decision, Refusal
from cabinet.ports.view import Message

Decided = Decision[Record | Volatile]


@dataclass(frozen=True, slots=True)
class Tables:
    """Data that the machine is handed: the exact odds of a game's hands under its options."""

    odds: Callable[[str, GameOptions], Odds]

    def now(self, state: State) -> Odds:
        """The odds of the game on the table, under the rules of its day."""
        return self.odds(state.setup.game, state.setup.options)


def of(decision: Decision[Any]) -> Decided:
    """A part's decision as the machine's."""
    return Decided(decision.records, decision.effects)


def refuse(state: State, station: int, against: Refusal) -> Decided:
    """Say why not. Volatile: a refusal is no fact."""
    said = Message(against.code, against.params, "refusal")
    return drafted(station, replace(state.draft(station), messages=(said,)))


def drafted(station: int, draft: Draft) -> Decided:
    return Decided((Drafted(station, draft),))


def played(state: State, station: int, decision: Decision[Any] | Refusal) -> Decided:
    """A part's decision, or its refusal said to the person."""
    return refuse(state, station, decision) if isinstance(decision, Refusal) else of(decision)
