"""`pin` and `verify` as a technician calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cabinet.cli import pin, verify
from tests.cli.played import run


def test_a_pin_comes_from_standard_input_and_is_never_told(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    told = run(pin, "pin", "set", "--id", "A1", "--role", "attendant", *data, given="483920\n")

    assert (told.exit_code, told.stdout) == (0, "A1 is attendant\n")
    assert run(pin, "pin", "check", "--id", "A1", *data, given="483920\n").stdout == "attendant\n"
    wrong = run(pin, "pin", "check", "--id", "A1", *data, given="111222\n")
    assert (wrong.exit_code, wrong.stderr) == (1, "Wrong.\n")
    people = json.loads(run(pin, "pin", "list", *data, "--format", "json").stdout)
    assert people == [{"id": "A1", "role": "attendant"}]
    assert "483920" not in (tmp_path / "keys" / "pins.json").read_text(encoding="utf-8")


def test_guessing_is_told_to_wait(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    run(pin, "pin", "set", "--id", "A1", "--role", "operator", *data, given="483920\n")
    for _ in range(3):
        told = run(pin, "pin", "check", "--id", "A1", *data, given="111222\n")

    assert "Wait 2 s" in told.stderr
    assert run(pin, "pin", "check", "--id", "A1", *data, given="483920\n").exit_code == 1


@pytest.mark.parametrize(
    ("words", "given"),
    [
        (("set", "--id", "A1", "--role", "attendant"), "123456\n"),
        (("set", "--id", "A 1", "--role", "attendant"), "483920\n"),
        (("set", "--id", "A1", "--role", "boss"), "483920\n"),
        (("remove", "--id", "A1"), ""),
    ],
)
def test_wrong_use_is_two(tmp_path: Path, words: tuple[str, ...], given: str) -> None:
    told = run(pin, "pin", *words, "--data", str(tmp_path), given=given)

    assert (told.exit_code, told.stdout) == (2, "")


def test_somebody_is_removed(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path))
    run(pin, "pin", "set", "--id", "A1", "--role", "attendant", *data, given="483920\n")

    assert run(pin, "pin", "remove", "--id", "A1", *data).exit_code == 0
    assert run(pin, "pin", "list", *data).stdout == "nobody has a PIN\n"


def test_the_program_is_told_by_its_digest_and_every_file() -> None:
    told = json.loads(run(verify, "verify", "--files", "--format", "json").stdout)

    assert len(told["digest"]) == 64
    assert told["files"] == len(told["digests"])
    assert told["differences"] == []


def test_a_challenge_is_answered_over_everything_or_one_file() -> None:
    challenge = "00112233445566778899aabbccddeeff"
    whole = run(verify, "verify", "--challenge", challenge)
    one = run(verify, "verify", "--challenge", challenge, "--file", "cabinet/money.py")

    assert whole.exit_code == one.exit_code == 0
    assert len({whole.stdout, one.stdout}) == 2
    assert len(whole.stdout.strip()) == 64


@pytest.mark.parametrize("words", [("--challenge", "0011"), ("--challenge", "no hex"), ("--file", "cabinet/money.py")])
def test_a_challenge_that_proves_nothing_is_wrong_use(words: tuple[str, ...]) -> None:
    told = run(verify, "verify", *words)

    assert (told.exit_code, told.stdout) == (2, "")
    assert told.stderr.endswith(".\n")


def test_a_file_that_is_not_as_adopted_is_named(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cabinet.app import identity

    data = ("--data", str(played))
    assert run(verify, "verify", *data).exit_code == 1
    assert run(verify, "verify", *data, "--adopt", "T7").exit_code == 0
    assert run(verify, "verify", *data).exit_code == 0

    another = {**identity.program_digests(), "cabinet/money.py": "0" * 64}
    monkeypatch.setattr(identity, "program_digests", lambda: another)
    told = run(verify, "verify", *data)
    assert told.exit_code == 1
    assert "cabinet/money.py was changed" in told.stdout
