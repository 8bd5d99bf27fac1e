"""The simulation is only worth what it finds: each planted mistake must be caught within so many lives."""

from __future__ import annotations

import pytest

from tests.simulation.planted import PLANTED
from tests.simulation.story import Focus, Story


def _lives_until_caught(most: int, focus: Focus) -> int | None:
    lives = 0
    for seed in range(most):
        story = Story(seed, focus=focus)
        try:
            story.run()
        except Exception:
            return lives + story.lives
        lives += story.lives
        if lives >= most:
            break
    return None


@pytest.mark.simulation
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_mistake_is_caught(name: str) -> None:
    planted = PLANTED[name]
    with planted.planted():
        caught = _lives_until_caught(planted.lives, planted.focus)
    assert caught is not None, f"{name}: {planted.lives} lives and nobody noticed"
    print(f"{name}: caught in life {caught}")
