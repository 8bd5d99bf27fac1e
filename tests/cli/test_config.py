"""`config check`: the verdict and its exit code, as a person and as another program read them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet.cli import config
from tests.settings.files import GAME, MONEY, PROFILE, changed, lay_out


def run(*words: str) -> Result:
    app = typer.Typer()
    config.register(app)
    return CliRunner().invoke(app, ["config", "check", *words])


def test_right_files_are_exit_0(tmp_path: Path) -> None:
    told = run(str(lay_out(tmp_path)))
    assert (told.exit_code, told.stdout) == (0, "1 file, nothing wrong.\n")


def test_without_a_file_all_of_config_is_judged() -> None:
    told = run()
    assert told.exit_code == 0
    assert "files, nothing wrong." in told.stdout


def test_a13_a_misspelt_key_is_exit_1_with_place_and_suggestion(tmp_path: Path) -> None:
    path = lay_out(tmp_path, game=changed(GAME, "exposed_tiles: 3", "exposed_tile: 3"))
    told = run(str(path))
    assert told.exit_code == 1
    assert f"{tmp_path}/game.yaml:9:1: exposed_tile: unknown key; did you mean exposed_tiles?" in told.stdout
    assert "Traceback" not in told.output


def test_a_folder_is_judged_with_all_its_files(tmp_path: Path) -> None:
    lay_out(tmp_path, money=changed(MONEY, "3000.00", "3000"))
    assert run(str(tmp_path)).exit_code == 1


def test_a_file_with_any_name_is_judged_by_its_kind(tmp_path: Path) -> None:
    odd = tmp_path / "draft.txt"
    odd.write_text(changed(PROFILE, "kind: profile", "kind: profil"))
    told = run(str(odd))
    assert told.exit_code == 1
    assert "did you mean profile?" in told.stdout


def test_a_file_that_is_not_there_is_exit_2(tmp_path: Path) -> None:
    told = run(str(tmp_path / "none.yaml"))
    assert told.exit_code == 2
    assert told.stderr.startswith("There is no file ")


def test_a_folder_without_files_is_exit_2(tmp_path: Path) -> None:
    assert run(str(tmp_path)).exit_code == 2


def test_an_unknown_option_is_exit_2() -> None:
    assert run("--quick").exit_code == 2


def test_another_program_reads_the_verdict_as_json(tmp_path: Path) -> None:
    path = lay_out(tmp_path, money=changed(MONEY, "ticket_max: 3000.00", "ticket_max: 1e3"))
    told = run("--format", "json", str(path))
    assert told.exit_code == 1
    assert json.loads(told.stdout)["problems"] == [
        {
            "file": str(tmp_path / "money.yaml"),
            "line": 5,
            "column": 13,
            "key": "ticket_max",
            "wrong": "'1e3' is no amount",
            "right": "write an amount like 5.00",
        }
    ]


@pytest.mark.parametrize("output", ["table", "json"])
def test_a11_a_verdict_in_any_script_survives_the_poorest_locale(tmp_path: Path, output: str) -> None:
    """LC_ALL=C without Python's own help: the verdict is UTF-8 all the same, and no traceback."""
    path = lay_out(tmp_path, profile=changed(PROFILE, "site: Bench House", "site: 中文 €"))
    program = "import typer; from cabinet.cli import config; app = typer.Typer(); config.register(app); app()"
    told = subprocess.run(
        [sys.executable, "-c", program, "config", "check", "--format", output, str(path)],
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert told.returncode == 1, told.stderr
    assert "a tcl printer has no '中'" in told.stdout.decode("utf-8")
