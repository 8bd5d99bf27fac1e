from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.floor import Floor, begin


@pytest.fixture(scope="session")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    """Made once; nobody writes in it."""
    place = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(place / "anchors"))
        return begin(place)


@pytest.fixture
def floor(lived: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    """A copy of its own for each test."""
    there = lived.copy_to(tmp_path)
    monkeypatch.setenv("CABINET_ANCHORS", str(there.anchors))
    return there
