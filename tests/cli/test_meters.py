"""`meters`: the same figures in both forms, also from a journal that is broken, where it says what is believed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cabinet.bank.books import BOOK_NAMES
from cabinet.machine.meters import METERS
from cabinet.reports.fold import load
from cabinet.storage.journal import read_only
from tests.audit.floor import Floor, begin, change, command, figures, flip_bit


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    place = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(place / "anchors"))
        return begin(place)


def test_every_meter_of_the_tables_is_there_with_its_unit(lived: Floor) -> None:
    """M-23: on demand, also while nothing runs."""
    told = figures(lived)
    assert {f"{name}_cents" for name in BOOK_NAMES} <= told.keys()
    assert {name: row["unit"] for name, row in told["meters"].items()} == {row.name: row.unit for row in METERS}
    station = load(read_only(lived.data)).bank.station(1).books
    assert {name: told[f"{name}_cents"] for name in BOOK_NAMES} == {
        name: getattr(station, name).total for name in BOOK_NAMES
    }
    assert told["books_balanced"] is True
    assert (told["rounds"], told["journal_rows"]) == (6, read_only(lived.data).count())


def test_the_sum_of_the_stations_is_the_machine_and_the_kinds_are_the_station(lived: Floor) -> None:
    told = figures(lived)
    for name in BOOK_NAMES:
        stations = told["stations"].values()
        assert told[f"{name}_cents"] == sum(station[f"{name}_cents"] for station in stations)
        assert all(sum(station["kinds"][name].values()) == station[f"{name}_cents"] for station in stations)


def test_notes_by_denomination_are_bill_in(lived: Floor) -> None:
    """M-07: a count for each denomination."""
    notes = figures(lived)["meters"]["notes_in"]["scopes"]
    worth = sum(int(scope.removeprefix("note.")) * n for scope, n in notes.items() if scope.startswith("note."))
    assert worth == figures(lived)["bill_in_cents"] > 0


def test_a_person_reads_amounts_with_two_decimals(lived: Floor) -> None:
    told = command(lived, "meters")
    assert told.exit_code == 0
    bill_in = figures(lived)["bill_in_cents"]
    line = next(line for line in told.stdout.splitlines() if "bill_in" in line)
    assert f"{bill_in / 100:,.2f}" in line


def test_one_bad_copy_is_no_matter_and_two_are_said(lived: Floor, tmp_path: Path) -> None:
    floor = lived.copy_to(tmp_path)
    flip_bit(floor.copies[0], 33)
    assert figures(floor) == figures(lived)
    flip_bit(floor.copies[1], 21)
    told = command(floor, "meters", "--format", "json")
    assert told.exit_code == 1
    assert told.stderr.splitlines()[-1] == "Below is what is believed good."
    assert json.loads(told.stdout)["rounds"] < 6


def test_a_journal_of_which_nothing_is_good_shows_nothing(lived: Floor, tmp_path: Path) -> None:
    floor = lived.copy_to(tmp_path)
    for copy in floor.copies:
        change(copy, "UPDATE entries SET hash = '0'")
    told = command(floor, "meters")
    assert (told.exit_code, told.stdout) == (1, "")


def test_a_folder_without_a_journal_is_one_sentence(tmp_path: Path) -> None:
    told = command(Floor(tmp_path, tmp_path), "meters")
    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr.startswith("no journal in ")
