"""`drop` and `call`: what the count room and the service desk ask of a machine they do not stand at."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cabinet.app.rigged import Rigged
from cabinet.ports import commands as c
from cabinet.reports.fold import load
from cabinet.storage.journal import read_only
from tests.audit.floor import Floor, begin, command


def _change_the_box(rigged: Rigged) -> None:
    rig = rigged.rig
    for where in ("out", "in"):
        rig.bench("acceptor.1", {"cash_box": where})
        rig.run(5_000)
    rig.bench("deck.1", {"key": "audit", "on": True})
    rig.run(2_000)
    rig.press(c.NameBox("B02", "ann"))
    rig.bench("deck.1", {"key": "audit", "on": False})
    rig.run(8_000)


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    """Some rounds, the box changed and named, some more rounds."""
    place = tmp_path_factory.mktemp("lived")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABINET_ANCHORS", str(place / "anchors"))
        floor = begin(place)
        floor.play(1, _change_the_box)
        floor.play(2)
        return floor


@pytest.fixture
def floor(lived: Floor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Floor:
    there = lived.copy_to(tmp_path)
    monkeypatch.setenv("CABINET_ANCHORS", str(there.anchors))
    return there


def line(floor: Floor) -> dict[str, Any]:
    (found,) = json.loads(command(floor, "drop", "list", "--format", "json").stdout)
    return dict(found)


def counts(floor: Floor, short: bool = False) -> list[str]:
    """What the count room would type; *short*: one note of the largest is missing."""
    notes = [list(pair) for pair in line(floor)["notes"]]
    notes[-1][1] -= short
    words = [word for value, many in notes for word in ("--note", f"{value // 100}.{value % 100:02}x{many}")]
    worth = line(floor)["tickets_cents"]
    return [*words, "--tickets", str(line(floor)["tickets"]), "--tickets-value", f"{worth // 100}.{worth % 100:02}"]


def test_a_box_is_listed_with_what_lay_in_it_and_what_came_in_its_place(floor: Floor) -> None:
    found, state = line(floor), load(read_only(floor.data))
    (bank,) = state.bank.stations
    assert (found["drop"], found["box_in"], found["how"], found["variance_cents"]) == (1, "B02", "out", None)
    booked = bank.books.bill_in.total + bank.books.ticket_in.total
    assert found["total_cents"] + bank.box.notes_cents + bank.box.tickets_cents == booked
    assert found["total_cents"] > 0
    told = command(floor, "drop", "list")
    assert "not counted" in told.stdout


def test_the_slip_hangs_in_the_chute_and_is_no_money(floor: Floor) -> None:
    papers = json.loads((floor.data / "world.json").read_text(encoding="utf-8"))["printer.1"]["papers"]
    slips = [paper for paper in papers if any("CASH BOX" in text for text in paper["lines"])]
    assert len(slips) == 1
    assert slips[0]["kind"] != "ticket"
    assert slips[0]["amount_cents"] == 0 or not slips[0]["number"]


def test_a_count_as_booked_is_said_to_be_so(floor: Floor) -> None:
    told = command(floor, "drop", "count", "1", "--who", "vic", *counts(floor))
    assert (told.exit_code, told.stdout.strip().endswith("by vic: as booked")) == (0, True), told.output
    assert line(floor)["variance_cents"] == 0
    assert [one["who"] for one in line(floor)["counts"]] == ["vic"]


def test_a_note_that_is_missing_is_a_variance_and_a_second_count_stands(floor: Floor) -> None:
    largest = line(floor)["notes"][-1][0]
    told = command(floor, "drop", "count", "1", "--who", "vic", *counts(floor, short=True))
    assert told.exit_code == 1
    assert f"{largest / 100:.2f} short" in told.stdout
    assert line(floor)["variance_cents"] == -largest
    assert command(floor, "drop", "count", "1", "--who", "wes", *counts(floor)).exit_code == 0
    assert [one["who"] for one in line(floor)["counts"]] == ["vic", "wes"]
    assert line(floor)["variance_cents"] == 0


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("drop", "count", "7", "--who", "vic"), 2, "had no drop 7"),
        (("drop", "count", "1", "--who", "vic", "--note", "20x3"), 2, "decimals"),
        (("drop", "count", "1", "--who", "vic", "--note", "20.00"), 2, "is no note and count"),
        (("call", "take", "--who", "ann"), 1, "Nobody waits"),
    ],
)
def test_a_wrong_call_says_why(floor: Floor, words: tuple[str, ...], code: int, said: str) -> None:
    told = command(floor, *words)
    assert (told.exit_code, said in told.stderr) == (code, True), told.output


def test_a_call_is_taken_from_afar(floor: Floor) -> None:
    floor.play(1, lambda rigged: rigged.rig.press(c.CallAttendant("drink")))
    assert "drink" in command(floor, "call", "list").stdout
    assert command(floor, "call", "take", "--who", "ann").exit_code == 0
    assert json.loads(command(floor, "call", "list", "--format", "json").stdout) == [
        {"station": 1, "reason": "drink", "taken": True}
    ]
