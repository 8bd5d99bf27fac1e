"""`recall` as an attendant calls it in a dispute, and as an auditor checks what was exported."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from cabinet.cli import recall
from tests.cli.played import run


def test_the_newest_round_comes_first_and_everything_of_it_is_told(played: Path) -> None:
    told = run(recall, "recall", "--data", str(played), "--last", "2")

    assert told.exit_code == 0
    heads = [line for line in told.stdout.splitlines() if line.startswith("RECALL")]
    assert [head.split()[2] for head in heads] == ["3", "2"]
    assert told.stdout.count("the commitment holds") == 2


def test_one_round_with_its_dice(played: Path) -> None:
    told = run(recall, "recall", "1", "--data", str(played))

    assert "dice, attempt 1, faces 4 1 5, how read, raw $D,first $D,second" in told.stdout
    assert "note credited, amount 100.00" in told.stdout
    assert "bets closed, main 20.00, dice lo 3.00" in told.stdout


def test_json_tells_a_round_by_the_names_of_the_floor(played: Path) -> None:
    """H-03, H-06: wagers, choices, every piece and die, what each bet returned, money before the round."""
    told = json.loads(run(recall, "recall", "--last", "3", "--data", str(played), "--format", "json").stdout)

    assert [shown["round"] for shown in told] == [3, 2, 1]
    dice = told[2]
    assert (dice["game"], dice["started"][-6:], dice["ended"][-6:]) == ("double_hand", "+00:00", "+00:00")
    assert (dice["money_in_cents"], dice["money_out_cents"]) == (10_000, 0)
    (seat,) = dice["seats"]
    assert (seat["station"], seat["bets"]) == (1, {"main": 2000, "dice_lo": 300})
    assert (len(seat["tiles"]), len(seat["choice"]), len(dice["dealer"]["pieces"])) == (3, 3, 3)
    assert set(seat["results"]) == {"high", "low"}
    assert seat["expectation"] is None, "this table was played without the odds"
    assert [(roll["attempt"], roll["faces"], roll["how"]) for roll in dice["rolls"]] == [(1, [4, 1, 5], "read")]
    returned = sum(award["returned_cents"] for award in seat["awards"])
    assert dice["credit_after_cents"] == dice["credit_before_cents"] - 2300 + returned
    assert dice["credit_before_cents"] == 10_000
    cards = told[0]
    assert (cards["game"], len(cards["seats"][0]["cards"]), cards["rolls"]) == ("two_card", 2, [])
    assert all(isinstance(card, int) for card in cards["seats"][0]["cards"] + cards["dealer"]["pieces"])
    assert all(shown["commitment_holds"] is True for shown in told)
    for newer, older in pairwise(told):
        moved = newer["money_in_cents"] - newer["money_out_cents"]
        assert newer["credit_before_cents"] == older["credit_after_cents"] + moved


@pytest.mark.parametrize(
    "words",
    [("99",), ("--last", "0"), ("--export", "x.json"), ("1", "--station", "5"), ("--data", "no/such/folder")],
)
def test_wrong_use_is_one_sentence_and_two(played: Path, words: tuple[str, ...]) -> None:
    told = run(recall, "recall", *(("--data", str(played)) if "--data" not in words else ()), *words)

    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.strip()


def test_an_exported_dispute_checks_and_is_never_written_over(played: Path, tmp_path: Path) -> None:
    """H-13, D-18: the record of the game is captured whole, with rows, hashes and the signed head."""
    file = tmp_path / "dispute.json"
    words = ("recall", "1", "--data", str(played), "--export", str(file), "--reason", "dice unread")
    assert run(recall, *words).exit_code == 0

    assert run(recall, *words).exit_code == 2
    assert run(recall, "recall", "--check", str(file), "--data", str(played)).exit_code == 0
    record = json.loads(file.read_text(encoding="utf-8"))["dispute"]
    assert record["reason"] == "dice unread"
    assert record["commitment_holds"] is True
    assert any('"is":"DiceAccepted"' in row["body"] for row in record["rows"])


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("a row", lambda record: record["dispute"]["rows"][2].update(body='{"records":[],"signal":null}')),
        ("what it says", lambda record: record["dispute"]["round"].update(credit_after_cents=1)),
        ("the head", lambda record: record["dispute"].update(head="1:" + "0" * 64 + ":" + "0" * 128)),
        ("the key", lambda record: record["dispute"].update(public_key="00" * 32)),
        ("all of it", lambda record: record.clear()),
    ],
)
def test_a_record_that_was_changed_is_not_genuine(played: Path, tmp_path: Path, what: str, change) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "dispute.json"
    run(recall, "recall", "1", "--data", str(played), "--export", str(file))
    record = json.loads(file.read_text(encoding="utf-8"))
    change(record)
    file.write_text(json.dumps(record), encoding="utf-8")

    for data in ((), ("--data", str(played))):
        told = run(recall, "recall", "--check", str(file), *data)
        assert told.exit_code == 1, what
        assert told.stderr.strip()


def test_another_machines_record_is_not_this_machines(played: Path, tmp_path: Path) -> None:
    from tests.cli.played import play

    play(tmp_path / "other")
    file = tmp_path / "dispute.json"
    run(recall, "recall", "1", "--data", str(tmp_path / "other"), "--export", str(file))

    assert run(recall, "recall", "--check", str(file)).exit_code == 0
    told = run(recall, "recall", "--check", str(file), "--data", str(played))
    assert (told.exit_code, "another machine" in told.stderr) == (1, True)
