"""A newer program reads what older ones wrote, marks what it writes itself, and leaves alone what is newer still."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from cabinet.clock import ManualClock
from cabinet.machine.migrations import MIGRATIONS, Table, newest_version, stamped, upgraded
from cabinet.machine.records import record_codec
from cabinet.ports.plain import NotPlain, Plain
from cabinet.storage import chain
from cabinet.storage.journal import TwinJournal, verify
from tests.storage.rigs import OPENING, WALL

NOTE: Plain = {"is": "NoteCredited", "station": 1, "document": 3, "value_cents": 500}


def named_in_dollars(record: Plain) -> Plain:
    """Version 1 counted dollars."""
    kept = {name: value for name, value in record.items() if name != "dollars"}
    return {**kept, "value": record["dollars"] * 100}


def named_in_cents(record: Plain) -> Plain:
    """Version 2 had no unit in its name."""
    kept = {name: value for name, value in record.items() if name != "value"}
    return {**kept, "value_cents": record["value"]}


TWICE_CHANGED: Table = {("NoteCredited", 1): named_in_dollars, ("NoteCredited", 2): named_in_cents}
FIRST: Plain = {"is": "NoteCredited", "station": 1, "document": 3, "dollars": 5}
SECOND: Plain = {"is": "NoteCredited", "station": 1, "document": 3, "value": 500, "v": 2}
THIRD: Plain = {**NOTE, "v": 3}


@pytest.mark.parametrize("stored", [FIRST, SECOND, THIRD])
def test_every_older_version_becomes_the_newest(stored: Plain) -> None:
    assert upgraded(stored, TWICE_CHANGED) == NOTE
    assert record_codec().decode(upgraded(stored, TWICE_CHANGED)).value_cents == 500


def test_what_stands_inside_a_signal_is_upgraded_too() -> None:
    signal = {"is": "DeviceSaid", "device": "acceptor.1", "event": FIRST, "more": [[SECOND], 1]}
    assert upgraded(signal, TWICE_CHANGED) == {**signal, "event": NOTE, "more": [[NOTE], 1]}


def test_what_this_program_writes_bears_its_version_and_what_never_changed_bears_none() -> None:
    door = {"is": "DoorClosed", "door": "main"}
    assert stamped([NOTE, door], TWICE_CHANGED) == [THIRD, door]
    assert (newest_version("NoteCredited", TWICE_CHANGED), newest_version("DoorClosed", TWICE_CHANGED)) == (3, 1)


def test_what_a_newer_program_wrote_is_refused_and_never_half_understood() -> None:
    newer = {**NOTE, "v": 4, "country": "US"}
    assert upgraded(newer, TWICE_CHANGED) == newer
    for table in (MIGRATIONS, TWICE_CHANGED):
        with pytest.raises(NotPlain):
            record_codec().decode(upgraded({**NOTE, "v": 4}, table))


def test_a_record_that_changed_its_name_goes_on_under_the_new_one() -> None:
    table: Table = {("NoteTaken", 1): lambda record: {**record, "is": "NoteCredited"}}
    assert upgraded({**NOTE, "is": "NoteTaken"}, table) == NOTE
    assert stamped(NOTE, table) == NOTE


def test_no_migration_leads_to_a_record_that_does_not_exist() -> None:
    """Every name in the table is still known, or its migration names another."""
    names = {name for name, _ in MIGRATIONS}
    for name in names:
        versions = sorted(old for changed, old in MIGRATIONS if changed == name)
        assert versions == list(range(1, len(versions) + 1)), f"{name}: a version without a way on"


def test_an_old_journal_read_by_a_newer_program_keeps_its_rows_and_hashes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = TwinJournal.create(tmp_path, OPENING, ManualClock(WALL))
    journal.append(None, (FIRST,), WALL)
    head = journal.head()
    journal.close()

    monkeypatch.setattr(chain, "upgraded", partial(upgraded, table=TWICE_CHANGED))
    monkeypatch.setattr(chain, "stamped", partial(stamped, table=TWICE_CHANGED))
    newer = TwinJournal.open(tmp_path)
    assert newer.head() == head
    newer.append(None, (NOTE,), WALL)
    assert [entry.records for entry in newer.entries(2)] == [(NOTE,), (NOTE,)]
    newer.close()
    assert verify(tmp_path) == ()

    monkeypatch.undo()
    older = TwinJournal.open(tmp_path)
    assert [entry.records for entry in older.entries(2)] == [(FIRST,), (THIRD,)], "on disk each is what it was"
    older.close()
