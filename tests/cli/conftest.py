"""One played folder for every test that only looks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.played import play


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    play(folder)
    return folder
