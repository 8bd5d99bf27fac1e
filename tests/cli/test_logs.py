"""`events`, `handpays` and `report` over a folder on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cabinet.cli import events, handpays, report
from cabinet.reports.events import Kind
from tests.cli.played import run


def test_each_log_holds_its_own(played: Path) -> None:
    codes = {}
    for kind in Kind:
        told = run(events, "events", "--data", str(played), "--kind", kind, "--format", "json")
        assert told.exit_code == 0
        codes[kind] = [event["code"] for event in json.loads(told.stdout)]

    assert codes[Kind.DOORS] == ["DoorClosed", "DoorOpened"]
    assert codes[Kind.BILLS] == ["NoteCredited", "DocumentRejectSeen", "NoteCredited"]
    assert codes[Kind.HANDPAYS] == ["CancelOrdered", "SlipKept", "CancelPaid", "CancelOrdered"]
    assert codes[Kind.OPTIONS] == ["OptionsAdopted"]
    assert codes[Kind.FAULTS][-2:] == ["FaultGone", "FaultRaised"]
    assert len(codes[Kind.ALL]) > len(codes[Kind.DOORS]) + len(codes[Kind.BILLS])


def test_the_newest_events_on_lines(played: Path) -> None:
    told = run(events, "events", "--data", str(played), "--last", "1")

    assert told.stdout.count("\n") == 1
    assert "cancelled credit 2 waits, USD 20.00" in told.stdout


def test_the_open_handpay_comes_first(played: Path) -> None:
    told = run(handpays, "handpays", "--data", str(played))
    open_one, paid = told.stdout.splitlines()

    assert open_one.endswith("OPEN")
    assert " paid 2026-" in paid
    (first, second) = json.loads(run(handpays, "handpays", "--data", str(played), "--format", "json").stdout)
    assert (first["amount_cents"], first["cleared"], second["cleared"]) == (2_000, "", "paid")


@pytest.mark.parametrize("command", ["events", "handpays", "report"])
def test_a_folder_that_is_not_there_is_wrong_use(command: str) -> None:
    module = {"events": events, "handpays": handpays, "report": report}[command]
    told = run(module, command, "--data", "no/such/folder")

    assert (told.exit_code, told.stdout) == (2, "")


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (events, ("events", "--last", "0")),
        (events, ("events", "--language", "xx")),
        (handpays, ("handpays", "--last", "0")),
        (report, ("report", "--since", "yesterday")),
        (report, ("report", "--since", "2026-03-02", "--until", "2026-03-01")),
        (report, ("report", "--out", "/no/such/folder/report.html")),
    ],
)
def test_wrong_use_says_why(played: Path, module: object, words: tuple[str, ...]) -> None:
    told = run(module, *words, "--data", str(played))

    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1


def test_the_casino_report_in_every_form(played: Path, tmp_path: Path) -> None:
    found = json.loads(run(report, "report", "--data", str(played), "--format", "json").stdout)
    text = run(report, "report", "--data", str(played)).stdout
    page = tmp_path / "report.html"
    assert run(report, "report", "--data", str(played), "--format", "html", "--out", str(page)).exit_code == 0

    assert found["books"]["games_played"] == 3
    assert found["books"]["coin_in_cents"] == 2000 + 300 + 500 + 500
    assert found["books"]["handpays_cancelled"] == 1
    assert "33.00" in text
    assert "33.00" in page.read_text(encoding="utf-8")


def test_nothing_was_played_before_the_machine_was_made(played: Path) -> None:
    told = run(report, "report", "--data", str(played), "--until", "2000-01-01", "--format", "json")

    assert json.loads(told.stdout)["books"]["games_played"] == 0


def test_the_dice_report(played: Path) -> None:
    found = json.loads(run(report, "report", "dice", "--data", str(played), "--format", "json").stdout)

    assert [one["faces"] for one in found["dice"]] == [[1, 0, 0, 1, 1, 0]]
    assert "die 1" in run(report, "report", "dice", "--data", str(played)).stdout
