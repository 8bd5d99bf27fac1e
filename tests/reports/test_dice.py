"""The dice report: every face of every accepted roll, the rolls that did not count, and a die that is not fair."""

from __future__ import annotations

from random import Random

import pytest

from cabinet.machine import records as machine
from cabinet.play import records as play
from cabinet.reports.casino_text import as_text
from cabinet.reports.dice import dice, sections
from cabinet.storage.chain import Row
from tests.reports.history import History, house_way


def rolled(history: History, rolls: int, faces: tuple[int, ...], seed: int = 5) -> list[Row]:
    """Rolls of three dice whose faces are drawn from *faces*."""
    chance = Random(seed)
    rows = []
    for number in range(1, rolls + 1):
        a, b, c = (chance.choice(faces) for _ in range(3))
        started = play.RollStarted(number, 1)
        rows.append(history.commit(started, play.DiceAccepted(number, 1, (a, b, c), ("raw",), "read")))
    return rows


def test_every_accepted_face_is_counted_where_it_lay() -> None:
    """D-15: faces, attempts and what became of them."""
    history = History(1, house_way)
    rows = [
        history.commit(play.RollStarted(1, 1)),
        history.commit(play.RollDropped(1, 1, "leaning", ("raw",)), play.RollStarted(1, 2)),
        history.commit(play.DiceAccepted(1, 2, (6, 1, 1), ("raw",), "read")),
        history.commit(play.RollStarted(2, 1), play.RollFrozen(2, 1, "cover")),
        history.commit(play.DiceVoided(2, "attendant")),
    ]
    (found,) = dice(rows)["dice"]

    assert found["faces"] == [2, 0, 0, 0, 0, 1]
    assert found["by_die"] == [[0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    assert found["totals"]["8"] == 1
    assert (found["attempts"], found["rolls"], found["how"]) == (3, 1, {"read": 1})
    assert (found["dropped"], found["frozen"], found["voided"]) == ({"leaning": 1}, {"cover": 1}, {"attendant": 1})
    assert found["p_faces"] is None


def test_fair_dice_pass_and_loaded_dice_are_named() -> None:
    history = History(1, house_way)
    (fair,) = dice(rolled(history, 1200, (1, 2, 3, 4, 5, 6)))["dice"]
    (loaded,) = dice(rolled(history, 1200, (1, 2, 3, 4, 5, 6, 6)))["dice"]

    assert fair["p_faces"] > 0.01
    assert fair["p_totals"] > 0.01
    assert not fair["alarm"]
    assert loaded["p_faces"] < 1e-6
    assert max(loaded["p_dice"]) < 0.05
    assert loaded["alarm"]


def test_other_dice_begin_a_count_of_their_own() -> None:
    history = History(1, house_way)
    rows = rolled(history, 10, (6,))
    rows.append(history.commit(machine.DiceChanged("T7")))
    rows += rolled(history, 4, (1,))
    before, now = dice(rows)["dice"]

    assert (before["faces"][5], now["faces"][0], now["changed_by"]) == (30, 12, "T7")
    text = as_text("Dice report", sections(dice(rows)))
    assert "put in by T7, 4 rolls" in text


@pytest.mark.parametrize(("counts", "p"), [((30, 30, 30, 30, 30, 30), 1.0), ((40, 30, 30, 30, 30, 20), 0.2466)])
def test_the_chi_square_is_the_textbooks(counts: tuple[int, ...], p: float) -> None:
    """100/30 + 100/30 = 6.667 with five degrees of freedom."""
    history = History(1, house_way)
    faces = [face for face, count in enumerate(counts, 1) for _ in range(count)]
    triples = zip(faces[::3], faces[1::3], faces[2::3], strict=True)
    rows = [history.commit(play.DiceAccepted(n, 1, one, (), "read")) for n, one in enumerate(triples, 1)]

    assert dice(rows)["dice"][0]["p_faces"] == pytest.approx(p, abs=1e-4)
