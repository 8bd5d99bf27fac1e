"""Which program this is: every byte counts, a changed file is named, a challenge needs the bytes (F-01, F-02)."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from cabinet.app.identity import (
    ManifestBroken,
    adopt,
    adopted,
    answer,
    changed,
    differences,
    manifest_path,
    program_digest,
    program_digests,
)
from cabinet.storage.signing import MachineKey

CHALLENGE = bytes(range(16))
WALL = "2026-03-01T09:00:00+00:00"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A small program with a file in each of its folders."""
    root = tmp_path / "program"
    for name in ("cabinet/app/main.py", "drivers/port.py", "config/bench.yaml", "assets/texts/en.po"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"this is {name}\n", encoding="utf-8")
    (root / "tests").mkdir()
    (root / "tests" / "test_x.py").write_text("no part of the program", encoding="utf-8")
    return root


def flip(path: Path) -> None:
    """One bit of one byte."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def test_every_bit_of_every_file_changes_the_digest(program: Path) -> None:
    before = program_digests(program)
    assert len(before) == 4
    for name in before:
        flip(program / name)
        after = program_digests(program)
        assert program_digest(after) != program_digest(before)
        assert differences(before, after) == (f"{name} was changed",)
        flip(program / name)
    assert program_digest(program_digests(program)) == program_digest(before)


def test_an_added_a_missing_and_a_renamed_file_are_named(program: Path) -> None:
    """F-04: what nobody expects there is noticed too."""
    before = program_digests(program)
    (program / "drivers" / "extra.bin").write_bytes(b"")
    (program / "drivers" / "port.py").rename(program / "drivers" / "porT.py")

    assert differences(before, program_digests(program)) == (
        "drivers/extra.bin was added", "drivers/porT.py was added", "drivers/port.py is missing",
    )  # fmt: skip


def test_caches_and_tests_are_no_program_and_a_link_is_not_followed(program: Path) -> None:
    before = program_digests(program)
    cache = program / "cabinet" / "__pycache__"
    cache.mkdir()
    (cache / "main.cpython-311.pyc").write_bytes(b"x")
    flip(program / "tests" / "test_x.py")
    assert program_digests(program) == before

    (program / "config" / "floor.yaml").symlink_to(program / "config" / "bench.yaml")
    linked = program_digests(program)
    assert differences(before, linked) == ("config/floor.yaml was added",)
    assert linked["config/floor.yaml"] != linked["config/bench.yaml"]


def test_the_answer_is_hmac_over_names_lengths_and_bytes(program: Path) -> None:
    told = b"".join(
        f"{name}\0{(program / name).stat().st_size}\0".encode() + (program / name).read_bytes()
        for name in sorted(program_digests(program))
    )

    assert answer(CHALLENGE, program) == hmac.new(CHALLENGE, told, hashlib.sha256).hexdigest()


def test_another_challenge_or_another_byte_has_another_answer(program: Path) -> None:
    answers = {answer(CHALLENGE, program), answer(bytes(16), program), answer(CHALLENGE, program, "drivers/port.py")}
    flip(program / "assets" / "texts" / "en.po")
    answers.add(answer(CHALLENGE, program))

    assert len(answers) == 4


def test_bytes_moved_from_one_file_to_its_neighbour_are_noticed(program: Path) -> None:
    (program / "config" / "a").write_bytes(b"ab")
    (program / "config" / "b").write_bytes(b"c")
    before = answer(CHALLENGE, program)
    (program / "config" / "a").write_bytes(b"a")
    (program / "config" / "b").write_bytes(b"bc")

    assert answer(CHALLENGE, program) != before


@pytest.mark.parametrize(("challenge", "only"), [(b"short", ""), (CHALLENGE, "no/such/file")])
def test_a_challenge_that_proves_nothing_is_refused(program: Path, challenge: bytes, only: str) -> None:
    with pytest.raises(ValueError):
        answer(challenge, program, only)


def test_the_adopted_program_is_signed_and_a_changed_file_is_named_at_boot(program: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    key = MachineKey(data / "keys" / "machine.key")
    with pytest.raises(ManifestBroken):
        changed(data, key.public_key, program)
    adopt(data, key, program_digests(program), "T7", WALL)

    assert changed(data, key.public_key, program) == ()
    flip(program / "drivers" / "port.py")
    assert changed(data, key.public_key, program) == ("drivers/port.py was changed",)


def test_a_list_that_was_changed_with_the_file_is_not_believed(program: Path, tmp_path: Path) -> None:
    """Who changes a file and its digest in the list still lacks the machine's key."""
    data = tmp_path / "data"
    key = MachineKey(data / "keys" / "machine.key")
    adopt(data, key, program_digests(program), "T7", WALL)
    path = manifest_path(data)
    flip(program / "drivers" / "port.py")
    plain = json.loads(path.read_text(encoding="utf-8"))
    files = json.loads(plain["manifest"])
    files["files"] = program_digests(program)
    path.write_text(json.dumps({**plain, "manifest": json.dumps(files, sort_keys=True)}), encoding="utf-8")

    with pytest.raises(ManifestBroken):
        adopted(data, key.public_key)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ManifestBroken):
        adopted(data, key.public_key)


def test_this_very_program_has_an_identity() -> None:
    found = program_digests()

    assert {name.partition("/")[0] for name in found} == {"cabinet", "drivers", "config", "assets"}
    assert "cabinet/app/identity.py" in found
    assert len(program_digest(found)) == 64
