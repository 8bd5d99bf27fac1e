"""Places of their own for running parts, gone afterwards."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.app.places import Places


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    """A data folder and a runtime folder short enough for sockets."""
    runtime = Path(tempfile.mkdtemp(prefix="cab"))
    (tmp_path / "data").mkdir()
    yield Places(tmp_path / "data", runtime)
    shutil.rmtree(runtime, ignore_errors=True)
