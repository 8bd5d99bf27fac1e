"""`advise` as a person and as another program call it."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
import typer
from typer.testing import CliRunner, Result

from cabinet.cli import advise


def run(*words: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    advise.register(app)
    return CliRunner().invoke(app, ["advise", *words])


def test_json_lists_every_split_in_order_with_best_and_house_way() -> None:
    told = run("--game", "double_hand", "1-1", "1-6", "1-7", "--format", "json")
    assert told.exit_code == 0
    plain = json.loads(told.stdout)
    rows = plain["settings"]
    hands = [(row["low"], row["high"]) for row in rows]
    assert hands == sorted(hands)
    for low, high in hands:
        assert sorted(low + high) == [1, 1, 1, 1, 6, 7]
        assert low == sorted(low, reverse=True)
        assert high == sorted(high, reverse=True)
    worth = [Fraction(row["expectation"]["fraction"]) for row in rows]
    assert plain["best"] == worth.index(max(worth))
    assert hands[plain["house_way"]] == ([6, 1, 1], [7, 1, 1])
    assert (
        Fraction(plain["house_way_cost"]["fraction"]) == max(worth) - worth[plain["house_way"]] == Fraction(7599, 11500)
    )


def test_the_order_of_the_tiles_does_not_matter() -> None:
    one = json.loads(run("1-1", "3-5", "6-7", "--format", "json").stdout)
    other = json.loads(run("7-6", "1-1", "5-3", "--format", "json").stdout)
    assert [row["expectation"] for row in one["settings"]] == [row["expectation"] for row in other["settings"]]
    assert (one["best"], one["house_way"]) == (other["best"], other["house_way"])


def test_text_marks_the_best_and_says_what_the_house_way_costs() -> None:
    told = run("1-1", "1-6", "1-7")
    assert told.exit_code == 0
    lines = told.stdout.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("7-6-1")] == ["best"]
    assert [line.split()[-2:] for line in lines if line.startswith("6-1-1")] == [["house", "way"]]
    assert lines[-1] == "The house way costs 66.0783 % of the bet with 1-1 1-6 1-7."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["1-1", "3-5", "8-9"], "8-9 is no tile; write its two numbers 1 to 7, such as 3-5."),
        (["1-1", "3-5", "5-3"], "The tile 3-5 is there twice."),
        (["1-1", "3-5"], "A hand is three tiles, not 2."),
        (
            ["--game", "two_card", "1-1", "3-5", "6-7"],
            "In two_card there is nothing to choose: the placing never changes the result.",
        ),
    ],
)
def test_a_wrong_hand_is_exit_2_with_one_sentence(words: list[str], said: str) -> None:
    told = run(*words)
    assert (told.exit_code, told.stdout, told.stderr) == (2, "", said + "\n")
