"""What every test has: anchors in a folder of its own, and no log record that nobody expected."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

OURS = ("cabinet", "drivers")


@pytest.fixture(autouse=True)
def _anchors_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter outside the data folders must not lie in the home of whoever runs the tests."""
    monkeypatch.setenv("CABINET_ANCHORS", str(tmp_path_factory.mktemp("anchors")))


@pytest.fixture(autouse=True)
def _no_unexpected_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A warning that the test did not ask for (by the marker `logs`) fails it."""
    yield
    if request.node.get_closest_marker("logs") is not None:
        return
    unexpected = [r for r in caplog.get_records("call") if r.levelno >= logging.WARNING and r.name.startswith(OURS)]
    assert not unexpected, f"unexpected log: {[record.getMessage() for record in unexpected]}"
