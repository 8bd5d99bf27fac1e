"""`par` as a person and as another program call it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet.cli import par


def run(*words: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    par.register(app)
    return CliRunner().invoke(app, ["par", *words])


def refused(told: Result) -> str:
    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.count("\n") == 1
    return told.stderr.strip()


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(
        "kind: game\ngame: double_hand\ncurrency: USD\ndecimals: 2\n"
        "limits:\n  main: {min: 5.00, max: 50.00, step: 1.00}\n  lo_card: {min: 1.00, max: 10.00, step: 1.00}\n"
        "opposite_bets: true\nexposed_tiles: 2\ncommission: 4 %\ncommission_rounding: none\n"
        "faces: numbers\nassist: both\nset_within_s: 0\n",
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(("game", "edge"), [("double_hand", 2.2715), ("two_card", 3.4223)])
def test_json_is_what_a_program_can_read(game: str, edge: float) -> None:
    told = run(game, "--format", "json")
    assert told.exit_code == 0
    plain = json.loads(told.stdout)
    main = next(iter(plain["bets"].values()))
    assert main["house_edge"]["percent"] == edge
    assert plain["joint_award"]["award_cents"] > 0


def test_exposed_overrides_the_file_and_changes_the_edge() -> None:
    edges = {
        exposed: json.loads(run("double_hand", "--exposed", exposed, "--format", "json").stdout)["bets"]["lo_card"]
        for exposed in ("2", "3")
    }
    assert edges["2"]["house_edge"]["fraction"] == "1/14"
    assert edges["3"]["house_edge"]["fraction"] == "1/28"


def test_the_games_file_decides_commission_exposure_and_limits(game_file: Path) -> None:
    plain = json.loads(run("double_hand", "--setup", str(game_file), "--format", "json").stdout)
    assert plain["bets"]["main"]["outcomes"][0]["pays"] == "24/25"
    assert plain["bets"]["lo_card"]["house_edge"]["fraction"] == "1/14"
    assert plain["joint_award"]["award_cents"] == 4800 + 7000
    assert [row["bet"] for row in plain["joint_award"]["bets"]] == ["main", "lo_card"]


def test_text_is_the_default_and_out_writes_a_file(tmp_path: Path) -> None:
    shown = run("two_card")
    assert shown.stdout.startswith("PAR sheet: Two-Card Poker\n")
    out = tmp_path / "sheet.txt"
    written = run("two_card", "--out", str(out))
    assert (written.exit_code, written.stdout) == (0, "")
    assert out.read_text(encoding="utf-8") == shown.stdout


def test_html_is_one_page(tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    assert run("double_hand", "--format", "html", "--out", str(out)).exit_code == 0
    page = out.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "155/3276" in page


def test_wrong_calls_are_exit_2_with_one_sentence(tmp_path: Path, game_file: Path) -> None:
    assert refused(run("double_hand", "--exposed", "4")) == "2 or 3 tiles are exposed, not 4."
    assert "does not set up two_card" in refused(run("two_card", "--setup", str(game_file)))
    assert "nowhere.yaml" in refused(run("two_card", "--setup", str(tmp_path / "nowhere.yaml")))
    assert "cannot be written" in refused(run("two_card", "--out", str(tmp_path / "no" / "sheet.txt")))
    game_file.write_text(game_file.read_text(encoding="utf-8").replace("exposed_tiles", "exposed_tile"), "utf-8")
    assert "exposed_tile" in refused(run("double_hand", "--setup", str(game_file)))
    assert run("bingo").exit_code == 2
    assert run("two_card", "--format", "pdf").exit_code == 2


def test_two_decks_in_the_games_file_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(
        "kind: game\ngame: two_card\ncurrency: USD\ndecimals: 2\n"
        "limits:\n  entry: {min: 5.00, max: 50.00, step: 1.00}\nopposite_bets: true\ndecks: 2\n",
        encoding="utf-8",
    )
    assert "deck" in refused(run("two_card", "--setup", str(path)))
