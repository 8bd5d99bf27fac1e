"""What was changed on screen written into its files: one value at its place, every comment and other byte kept."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import pytest

from cabinet.settings import ConfigRefused, config_folder, load_profile
from cabinet.settings.changes import option_rows
from cabinet.settings.writing import NotWritten, keep


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    shutil.copytree(config_folder(), tmp_path / "config")
    return tmp_path / "config" / "bench.yaml"


def changed_lines(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[:2] in ("- ", "+ ")]


OTHER = {
    "limits.main.max": "900.00",
    "credit_limit": "9000.00",
    "notes": "5.00, 20.00",
    "gaming_day": "05:30",
    "commission": "4 %",
    "tickets_in": "false",
    "cabinet.site": "The Bell: Hall #2",
    "cabinet.asset_number": "0815",
    "language": "de",
    "chips": "1.00, 25.00",
}


@pytest.mark.parametrize("key", OTHER)
def test_one_value_is_another_and_every_other_byte_stays(bench: Path, key: str) -> None:
    row = next(row for row in option_rows(bench, {}) if row.key == key)
    file = bench.parent / row.file
    before, changes = file.read_text(encoding="utf-8"), {(row.file, key): OTHER[key]}
    wanted = load_profile(bench, changes).options
    assert keep(bench, changes) == (row.file,)
    assert load_profile(bench).options == wanted
    told = changed_lines(before, file.read_text(encoding="utf-8"))
    assert len(told) == 2
    for line in told:
        assert ("#" in line.replace("#2", "")) is ("#" in told[0]), "the comment behind it stays"


def test_several_values_of_one_line_and_of_several_files_at_once(bench: Path) -> None:
    game = "games/double_hand.yaml"
    changes = {
        (game, "limits.main.min"): "10.00",
        (game, "limits.main.max"): "20.00",
        (game, "limits.main.step"): "10.00",
        ("bench.yaml", "language"): "fr",
    }
    wanted = load_profile(bench, changes).options
    assert keep(bench, changes) == ("bench.yaml", game)
    assert load_profile(bench).options == wanted
    text = (bench.parent / game).read_text(encoding="utf-8")
    assert "main: {min: 10.00, max: 20.00, step: 10.00}" in text


def test_nothing_changed_writes_nothing(bench: Path) -> None:
    assert keep(bench, {}) == ()


def test_what_cannot_be_right_leaves_every_file_as_it_was(bench: Path) -> None:
    before = {path: path.read_bytes() for path in bench.parent.rglob("*.yaml")}
    with pytest.raises(ConfigRefused):
        keep(bench, {("bench.yaml", "language"): "xx"})
    profile = bench.read_text(encoding="utf-8").replace(
        "chips: [1.00, 5.00, 25.00, 100.00, 500.00]", "chips:\n  - 1.00\n  - 5.00"
    )
    bench.write_text(profile, encoding="utf-8")
    before[bench] = bench.read_bytes()
    with pytest.raises(NotWritten):
        keep(bench, {("games/double_hand.yaml", "faces"): "numbers", ("bench.yaml", "chips"): "1.00"})
    assert {path: path.read_bytes() for path in before} == before
