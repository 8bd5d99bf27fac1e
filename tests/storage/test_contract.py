"""What every form of the journal promises: one suite over files and over the disk that forgets."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.ports.plain import NotPlain
from cabinet.storage.chain import GENESIS, canonical, link
from cabinet.storage.journal import Entry, JournalFailed
from tests.storage.rigs import OPENING, WALL, Rig, fill, note


def test_a_new_journal_begins_with_what_the_folder_is(form: Rig) -> None:
    journal = form.create()
    assert journal.newest() == Entry(1, WALL, None, (OPENING,))
    assert journal.count() == 1


def test_what_was_appended_is_read_back_in_order_after_opening_anew(form: Rig) -> None:
    journal = form.create()
    told = [journal.append(*note(n), WALL) for n in range(20)]
    head = journal.head()
    journal.close()
    again = form.open()
    assert list(again.entries(2)) == told
    assert again.newest() == told[-1]
    assert (again.head(), again.count()) == (head, 21)
    again.close()


def test_the_numbers_rise_by_one_whatever_the_wall_clock_does(form: Rig) -> None:
    """A15: order is by sequence number; a clock set back changes nothing."""
    journal = form.create()
    for wall in ("2026-03-15T12:00:00+00:00", "2026-03-15T11:00:00+00:00", "1970-01-01T00:00:00+00:00"):
        journal.append(*note(1), wall)
    journal.close()
    journal = form.open()
    journal.append(*note(2), WALL)
    entries = list(journal.entries())
    assert [entry.sequence for entry in entries] == [1, 2, 3, 4, 5]
    assert entries[3].wall == "1970-01-01T00:00:00+00:00"
    journal.close()


def test_entries_start_where_asked_and_end_when_there_are_no_more(form: Rig) -> None:
    journal = form.create()
    fill(journal, 9)
    assert [entry.sequence for entry in journal.entries(8)] == [8, 9, 10]
    assert list(journal.entries(11)) == []


def test_reading_goes_on_while_entries_are_added(form: Rig) -> None:
    journal = form.create()
    fill(journal, 3)
    seen = []
    for entry in journal.entries():
        seen.append(entry.sequence)
        journal.append(*note(7), WALL)
    assert seen == [1, 2, 3, 4]
    assert journal.count() == 8


def test_the_head_is_the_hash_of_all_that_was_written(form: Rig) -> None:
    """S-16: each row's hash covers the row before it, its number, its time and its text."""
    journal = form.create()
    fill(journal, 5)
    expected = GENESIS
    for entry in journal.entries():
        body = canonical({"signal": entry.signal, "records": list(entry.records)})
        expected = link(expected, entry.sequence, entry.wall, body)
        assert journal.hash_at(entry.sequence) == expected
    assert journal.head() == expected
    assert journal.hash_at(7) is None
    assert journal.hash_at(0) is None


@pytest.mark.parametrize(
    "bad",
    [{"cents": 1.0}, {"cents": float("nan")}, {"cents": (1, 2)}, {1: "x"}, {"deep": [{"cents": 0.29}]}, {"x": b"1"}],
)
def test_what_json_would_bend_is_refused_and_leaves_no_trace(form: Rig, bad: Any) -> None:
    """A14: no float ever enters the journal; the refusal costs nothing."""
    journal = form.create()
    with pytest.raises(NotPlain):
        journal.append(None, [bad], WALL)
    assert journal.append(*note(1), WALL).sequence == 2


def test_a_closed_journal_takes_nothing(form: Rig) -> None:
    journal = form.create()
    journal.close()
    with pytest.raises(JournalFailed):
        journal.append(*note(1), WALL)


_PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("abc_é ", max_size=5), inner, max_size=4),
    max_leaves=12,
)
_RECORDS = st.lists(st.dictionaries(st.text("abcis", max_size=5), _PLAIN, max_size=4), max_size=4)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(bodies=st.lists(_RECORDS, max_size=4))
def test_any_plain_data_comes_back_as_it_went_in(form: Rig, bodies: list[list[dict[str, Any]]]) -> None:
    journal = _only_one(form)
    start = journal.count() + 1
    for records in bodies:
        journal.append(None, records, WALL)
    assert [list(entry.records) for entry in journal.entries(start)] == bodies
    journal.close()


def _only_one(form: Rig) -> Any:
    """Hypothesis runs many examples on one folder: the first begins the journal, the others open it."""
    try:
        return form.create()
    except Exception:
        return form.open()
