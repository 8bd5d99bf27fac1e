"""`rng test` and `rng export` as a person calls them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet import chance
from cabinet.cli import rng
from cabinet.odds import randomness


def run(*words: str) -> Result:
    app = typer.Typer()
    rng.register(app)
    return CliRunner().invoke(app, ["rng", *words])


def finding(*found: float) -> randomness.Test:
    """A test that finds these p, one after the other."""
    left = iter(found)
    return lambda source, deals: (1.0, next(left))


@pytest.mark.parametrize(("what", "pieces"), [("deals", 28), ("cards", 52)])
def test_orders_are_exported_one_a_line(what: str, pieces: int, tmp_path: Path) -> None:
    out = tmp_path / "orders.txt"
    assert run("export", "--what", what, "--count", "40", "--out", str(out)).exit_code == 0
    lines = out.read_text(encoding="ascii").splitlines()
    assert len(lines) == len(set(lines)) == 40
    assert all(sorted(map(int, line.split())) == list(range(pieces)) for line in lines)


def test_raw_bytes_are_exported_to_the_byte_and_to_standard_output(tmp_path: Path) -> None:
    out = tmp_path / "raw.bin"
    assert run("export", "--what", "raw", "--count", "70001", "--out", str(out)).exit_code == 0
    data = out.read_bytes()
    assert len(data) == 70_001
    assert len(set(data)) == 256
    assert len(run("export", "--what", "raw", "--count", "99", "--out", "-").stdout_bytes) == 99


def test_export_draws_by_the_production_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is exported is what the machine's own generator said, in its order."""
    seeded = chance.SeededChance(1).for_round(0)
    orders = [seeded.shuffle(28) for _ in range(3)]
    drawn = iter(orders)
    monkeypatch.setattr(chance.SystemChance, "shuffle", lambda self, n: next(drawn))
    out = tmp_path / "orders.txt"
    run("export", "--what", "deals", "--count", "3", "--out", str(out))
    assert [tuple(map(int, line.split())) for line in out.read_text("ascii").splitlines()] == orders


def test_a_passing_test_is_exit_0_and_an_alarm_exit_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(randomness, "TESTS", {"first": finding(0.5), "second": finding(0.001, 0.6)})
    told = run("test", "--deals", "20000")
    assert told.exit_code == 0
    assert [line.rsplit("  ", 1)[1] for line in told.stdout.splitlines()] == ["passed", "passed, on fresh draws"]
    monkeypatch.setattr(randomness, "TESTS", {"sick": finding(0.0001, 0.0002)})
    told = run("test", "--deals", "20000")
    assert told.exit_code == 1
    assert told.stdout.rstrip().endswith("ALARM")


def test_a_sick_source_is_exit_1(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Sick(chance.SystemChance):
        def __init__(self) -> None:
            super().__init__(bytes)

    monkeypatch.setattr(chance, "SystemChance", Sick)
    told = run("export", "--what", "raw", "--count", "1", "--out", str(tmp_path / "raw.bin"))
    assert (told.exit_code, told.stderr) == (1, "Chance failed its health test: the byte source repeats one byte.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["test", "--deals", "5"], "A test takes 20000 to 10000000 deals, not 5."),
        (["export", "--what", "raw", "--count", "0", "--out", "-"], "At least one must be drawn, not 0."),
    ],
)
def test_wrong_calls_are_exit_2_with_one_sentence(words: list[str], said: str) -> None:
    told = run(*words)
    assert (told.exit_code, told.stdout, told.stderr) == (2, "", said + "\n")


def test_a_place_that_cannot_be_written_is_exit_2(tmp_path: Path) -> None:
    told = run("export", "--what", "raw", "--count", "9", "--out", str(tmp_path))
    assert told.exit_code == 2
    assert "cannot be written" in told.stderr
