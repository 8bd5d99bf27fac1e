"""`simulate` as a person and as another program call it."""

from __future__ import annotations

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet.cli import simulate
from cabinet.games import two_card_bets


def run(*words: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    simulate.register(app)
    return CliRunner().invoke(app, ["simulate", *words])


def call(rounds: int, *more: str) -> Result:
    return run("--game", "two_card", "--rounds", str(rounds), "--seed", "5", *more)


def test_observed_stands_beside_exact_and_exit_0_says_that_it_is_chance() -> None:
    told = call(3_000, "--processes", "1")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert lines[0] == "3,000 rounds"
    assert lines[1].split() == ["bet", "figure", "observed", "exact", "z"]
    assert any(line.startswith("entry") and "won_double" in line for line in lines)
    assert lines[-1].startswith("largest |z|")


def test_json_is_the_same_whatever_the_number_of_processes() -> None:
    one = json.loads(call(12_000, "--processes", "1", "--format", "json").stdout)
    two = json.loads(call(12_000, "--processes", "2", "--format", "json").stdout)
    assert one == two
    assert one["rounds"] == 12_000
    assert one["largest_z"] <= 5


def test_a_planted_mistake_is_exit_1(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every tie given to the player: the counts leave what is exact."""
    from cabinet.odds import simulation

    exact = simulation.exact_figures("two_card", simulation.Strategy.HOUSE_WAY)
    monkeypatch.setattr(simulation, "exact_figures", lambda game, strategy: exact)
    monkeypatch.setattr(two_card_bets, "PAIRS_FOR_BOTH", tuple(range(2, 15)))
    told = call(10_000, "--processes", "1")
    assert told.exit_code == 1
    assert "dealers_high" in told.stdout.splitlines()[-1] or "dealers_low" in told.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rounds", "0", "--seed", "1"], "At least one round must be played, not 0."),
        (["--rounds", "5", "--seed", "-1"], "A seed is a whole number from 0 up, below 2**256: -1."),
        (["--rounds", "5", "--seed", "1", "--processes", "0"], "1 to 256 processes can work, not 0."),
    ],
)
def test_wrong_calls_are_exit_2_with_one_sentence(words: list[str], said: str) -> None:
    told = run("--game", "double_hand", *words)
    assert (told.exit_code, told.stdout, told.stderr) == (2, "", said + "\n")
