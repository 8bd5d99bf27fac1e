"""A checkpoint before the round spares folding the history; one that cannot be used is passed over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.compose import STATE_FORM
from cabinet.app.recalling import known_before, machine_key
from cabinet.ports.plain import encode
from cabinet.reports.fold import fold
from cabinet.reports.rounds import places, recalled
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.journal import read_only
from tests.cli.played import play


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play(tmp_path)
    return tmp_path


def save(folder: Path, row: int, form: str = STATE_FORM) -> None:
    journal = read_only(folder)
    state = fold(entry for entry in journal.entries() if entry.sequence <= row)
    head = journal.hash_at(row)
    assert head is not None
    Checkpoints(folder / "checkpoints", machine_key(folder), form).save(row, head, encode(replace(state, drafts={})))


def test_the_newest_state_before_the_round_is_found_and_shows_the_same(folder: Path) -> None:
    journal = read_only(folder)
    first, second, third = places(journal.rows())
    assert known_before(folder, journal, third.first) is None
    for row in (first.begins, second.ends, third.ends):
        save(folder, row)
    known = known_before(folder, journal, third.first)

    assert known is not None
    assert known[1] == second.ends
    assert recalled(journal, third, known) == recalled(journal, third)


def test_a_state_of_another_form_or_without_the_key_is_passed_over(folder: Path) -> None:
    journal = read_only(folder)
    *_, third = places(journal.rows())
    save(folder, third.first - 1, form="another/1")
    assert known_before(folder, journal, third.first) is None

    save(folder, third.first - 1)
    assert known_before(folder, journal, third.first) is not None
    (folder / "keys" / "machine.key").unlink()
    assert known_before(folder, journal, third.first) is None
