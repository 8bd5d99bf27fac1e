"""The demo's player and attendant: they wait for slow devices, and stop with a reason where nothing helps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.app.demo import Demo, Habit, Stopped
from cabinet.app.rig import Rig
from cabinet.app.rigged import open_rigged
from cabinet.settings.load import load_profile

PROFILE = Path(__file__).parents[2] / "config" / "bench.yaml"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    with open_rigged(tmp_path / "data", load_profile(PROFILE), 7) as rigged:
        rigged.rig.run(10_000)
        yield rigged.rig


def test_a_note_comes_before_the_acceptor_heard_that_it_may_take_one(rig: Rig) -> None:
    """The attendant turns the key off and the player is quick: the slot opens at the next poll."""
    rig.bench("deck.1", {"key": "audit", "on": True})
    rig.run(2_000)
    rig.bench("deck.1", {"key": "audit", "on": False})
    rig.wait(lambda: not rig.view().attendant, 5_000)
    assert rig.view().notes_open
    assert rig.wires["acceptor.1"].twin.status()["enabled"] is False
    Demo(rig, 7)._feed_up_to(1_000, Habit(7, 1))
    assert rig.view().credit_cents >= 1_000


def test_a_player_whose_notes_all_come_back_stops_and_says_so(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cabinet.app.demo.MOST_NOTES", 3)
    rig.bench("acceptor.1", {"fault": "stacker_full"})
    rig.run(5_000)
    monkeypatch.setattr(Demo, "_wait", lambda *given: None)
    with pytest.raises(Stopped, match="no note is taken"):
        Demo(rig, 7)._feed_up_to(10_000, Habit(7, 1))
