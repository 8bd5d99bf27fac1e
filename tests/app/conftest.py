"""Places of their own for running parts, gone afterwards; and one evening for all tests that look at pictures of it."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.app.evening import Moment, evening
from cabinet.app.places import Places
from cabinet.cli.common import load

LOOKED_AT = ("en", "de", "zh_Hans")
"""Languages in which the attendant's logs are judged: a short one, a long one, and one without spaces."""


@pytest.fixture
def places(tmp_path: Path) -> Iterator[Places]:
    """A data folder and a runtime folder short enough for sockets."""
    runtime = Path(tempfile.mkdtemp(prefix="cab"))
    (tmp_path / "data").mkdir()
    yield Places(tmp_path / "data", runtime)
    shutil.rmtree(runtime, ignore_errors=True)


@pytest.fixture(scope="session")
def an_evening() -> tuple[Moment, ...]:
    """Played once: nothing changes a moment."""
    return evening(load("bench"), LOOKED_AT)
