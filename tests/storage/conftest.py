from __future__ import annotations

from pathlib import Path

import pytest

from tests.storage.rigs import RIG_NAMES, Rig, rig


@pytest.fixture(params=RIG_NAMES)
def form(request: pytest.FixtureRequest, tmp_path: Path) -> Rig:
    """Each form of the journal in turn."""
    return rig(request.param, tmp_path)
