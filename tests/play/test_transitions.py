"""The round as a table: every record in every phase, exhaustively, is either a row of it or a programmer's error."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import pytest

from cabinet.games.base import Award, RoundResult, SeatResult
from cabinet.play import records as r
from cabinet.play.evolve import evolve
from cabinet.play.state import IDLE, TRANSITIONS, VOIDABLE, Phase, PlayState, Round, Seat

RECORDS = [cls for cls in get_args(r.PlayRecord) if cls is not r.GameChosen]
RESULT = RoundResult(
    (3, 4, 5), ("across1",) * 3, (), (), (SeatResult(1, (Award("main", 500, "pushed", 500),), ()),), (), ()
)
EXAMPLES: dict[type, Any] = {
    r.BetsClosed: r.BetsClosed(1, "double_hand", "DH-3-500", (r.SeatBets(1, (("main", 500),)),)),
    r.OrderSealed: r.OrderSealed(1, ((0, 0), (1, 1), (2, 2)), "sealed", "committed"),
    r.DeckCut: r.DeckCut(1, 1, 7),
    r.PiecesShown: r.PiecesShown(1, ((0, 0), (1, 1), (2, 2))),
    r.HandSet: r.HandSet(1, 1, ("across1", "across1", "across1"), ""),
    r.OrderShown: r.OrderShown(1, tuple(range(28)), "00"),
    r.RollStarted: r.RollStarted(1, 1),
    r.FirstRestKept: r.FirstRestKept(1, 1, (1, 2, 3), "raw"),
    r.ShakeUnsent: r.ShakeUnsent(1, 1, "not_connected"),
    r.ShakeOrderedAgain: r.ShakeOrderedAgain(1, 1),
    r.RollDropped: r.RollDropped(1, 1, "cocked", ()),
    r.RollFrozen: r.RollFrozen(1, 1, "moved"),
    r.DiceAccepted: r.DiceAccepted(1, 1, (1, 2, 3), ("raw",), "read"),
    r.DiceVoided: r.DiceVoided(1, "no roll"),
    r.RoundSettled: r.RoundSettled(1, RESULT),
    r.RoundVoided: r.RoundVoided(1, "operator"),
}


def _state(phase: Phase) -> PlayState:
    """A table of one seat in *phase*; without a round where no round was ever played."""
    seat = Seat(1, (("main", 500),), (0, 1, 2), ("across1",) * 3 if phase is not Phase.SETTING else ())
    return PlayState("double_hand", 2, Round(1, "double_hand", "DH-3-500", phase, (seat,)))


def test_there_is_an_example_of_every_record() -> None:
    assert set(EXAMPLES) == set(RECORDS)


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("cls", RECORDS, ids=lambda cls: cls.__name__)
def test_every_phase_with_every_record(phase: Phase, cls: type) -> None:
    state, record = _state(phase), EXAMPLES[cls]
    if cls is r.BetsClosed:
        record = replace(record, round_number=2)
    allowed = TRANSITIONS.get((phase, cls))
    if allowed is None:
        with pytest.raises(AssertionError, match=f"{cls.__name__} while {phase}"):
            evolve(state, record)
    else:
        assert evolve(state, record).phase in allowed


@pytest.mark.parametrize("cls", [cls for cls in RECORDS if cls is not r.BetsClosed], ids=lambda cls: cls.__name__)
def test_a_record_of_another_round_is_an_error(cls: type) -> None:
    for phase in Phase:
        if (phase, cls) in TRANSITIONS:
            with pytest.raises(AssertionError):
                evolve(_state(phase), replace(EXAMPLES[cls], round_number=9))


def test_every_phase_can_be_reached_and_left() -> None:
    reached = {after for rows in TRANSITIONS.values() for after in rows} | {Phase.BETTING}
    left = {phase for phase, _ in TRANSITIONS}
    assert reached == left == set(Phase)


def test_only_an_idle_table_begins_a_round() -> None:
    assert {phase for phase, cls in TRANSITIONS if cls is r.BetsClosed} == set(IDLE)


def test_a_round_can_be_voided_until_its_result_is_known() -> None:
    assert set(VOIDABLE) == set(Phase) - IDLE - {Phase.SETTLING}


def test_one_draw_and_one_result_follow_from_the_table() -> None:
    """No path leads from a draw to a second draw, or from a result to a second result, without new bets."""
    for once in (r.OrderSealed, r.RoundSettled):
        starts = {after for (_, cls), rows in TRANSITIONS.items() if cls is once for after in rows}
        assert not any(cls is once for (phase, cls) in TRANSITIONS if phase in _reachable(starts))


def _reachable(phases: set[Phase]) -> set[Phase]:
    """Phases reachable within the same round."""
    found = set(phases)
    while True:
        more = {
            after
            for (phase, cls), rows in TRANSITIONS.items()
            if phase in found and cls is not r.BetsClosed
            for after in rows
        }
        if more <= found:
            return found
        found |= more


def test_choosing_a_game_changes_no_round() -> None:
    for phase in Phase:
        state = _state(phase)
        assert evolve(state, r.GameChosen("two_card")).round == state.round
