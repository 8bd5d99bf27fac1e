"""Journals of released versions still load: chain, books and meters as they were on the day they were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cabinet.machine.signals import signal_codec
from cabinet.reports.audit import Checked, check_books
from cabinet.reports.fold import load
from cabinet.reports.meters import figures
from cabinet.storage.chain import GENESIS, Row, entry_of, fault_of
from cabinet.storage.copies import SqliteStore
from cabinet.storage.journal import read_only, verify

FOLDER = Path(__file__).parent
GOLDEN = sorted(FOLDER.glob("journal-*.json"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_journal_of_a_released_version_still_loads_and_verifies(path: Path, tmp_path: Path) -> None:
    golden = json.loads(path.read_text(encoding="utf-8"))
    rows = [Row(*row) for row in golden["rows"]]
    copy = SqliteStore(tmp_path)
    copy.create()
    copy.rebuild(rows)
    copy.close()
    assert verify(tmp_path) == ()
    journal = read_only(tmp_path)
    checked = Checked()
    assert list(check_books(journal.entries(), checked)) == []
    assert checked.rows == len(rows) > 50
    codec = signal_codec()
    signals = {type(codec.decode(entry.signal)).__name__ for entry in journal.entries() if entry.signal is not None}
    assert {"Started", "Pressed", "DeviceSaid", "OrderDrawn", "NumberDrawn"} <= signals
    told = figures(load(journal), journal.count())
    journal.close()
    assert _as_of_then(told, golden["figures"]) == golden["figures"], "meters of a later version may be more"


def test_the_hashes_of_the_released_rows_are_computed_as_ever() -> None:
    """A change of the canonical text or of the chain would orphan every journal in the field."""
    rows = [Row(*row) for row in json.loads(GOLDEN[0].read_text(encoding="utf-8"))["rows"]]
    previous = GENESIS
    for row in rows:
        assert fault_of(previous, row) is None
        assert entry_of(row).sequence == row.sequence
        previous = row.hash


def _as_of_then(now: Any, then: Any) -> Any:
    """*now* without what *then* did not have."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: _as_of_then(part, then[name]) for name, part in now.items() if name in then}
    return now
