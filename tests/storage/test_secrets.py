"""What is hidden stays hidden until it is opened, and what was signed cannot be changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.storage.keyfile import KeyRefused
from cabinet.storage.sealing import SealBroken, Sealer
from cabinet.storage.signing import MachineKey, verify, verify_text

ORDER = tuple(range(27, -1, -1))
NONCE = bytes(range(32))


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "seal.key"


def test_a_sealed_order_is_opened_again_after_a_restart(key: Path) -> None:
    sealed = Sealer(key).seal(12, ORDER, NONCE)
    assert Sealer(key, may_make=False).open(12, sealed) == (ORDER, NONCE)


def test_the_key_is_made_once_and_is_for_the_cabinet_alone(key: Path) -> None:
    Sealer(key)
    made = key.read_bytes()
    Sealer(key)
    assert key.read_bytes() == made
    assert key.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key.parent.iterdir()] == ["seal.key"]


def test_a_key_that_others_can_read_is_refused(key: Path) -> None:
    Sealer(key)
    key.chmod(0o640)
    with pytest.raises(KeyRefused, match="chmod 600"):
        Sealer(key)


def test_a_missing_or_damaged_key_is_not_replaced_behind_the_back_of_a_history(key: Path) -> None:
    with pytest.raises(KeyRefused, match="missing"):
        Sealer(key, may_make=False)
    assert not key.exists()
    Sealer(key)
    os.truncate(key, 31)
    with pytest.raises(KeyRefused, match="31 bytes"):
        Sealer(key)


def test_any_change_of_a_seal_is_noticed(key: Path) -> None:
    sealer = Sealer(key)
    sealed = sealer.seal(12, ORDER, NONCE)
    for at in range(len(sealed)):
        changed = sealed[:at] + ("A" if sealed[at] != "A" else "B") + sealed[at + 1 :]
        with pytest.raises(SealBroken):
            sealer.open(12, changed)
    for wrong in ("", "not base64 at all…", sealed[:-4], sealed + "AAAA"):
        with pytest.raises(SealBroken):
            sealer.open(12, wrong)


def test_a_seal_opens_for_its_own_round_and_key_only(key: Path, tmp_path: Path) -> None:
    sealed = Sealer(key).seal(12, ORDER, NONCE)
    with pytest.raises(SealBroken):
        Sealer(key).open(13, sealed)
    with pytest.raises(SealBroken):
        Sealer(tmp_path / "another.key").open(12, sealed)


def test_a_seal_tells_nothing_by_its_length_or_by_repeating(key: Path) -> None:
    sealer = Sealer(key)
    first, again, other = sealer.seal(1, ORDER, NONCE), sealer.seal(1, ORDER, NONCE), sealer.seal(1, ORDER[::-1], NONCE)
    assert len({first, again, other}) == 3
    assert len({len(first), len(again), len(other)}) == 1


@given(order=st.lists(st.integers(0, 65535), max_size=60), nonce=st.binary(max_size=255), number=st.integers(0))
def test_any_order_and_nonce_come_back(
    tmp_path_factory: pytest.TempPathFactory, order: list[int], nonce: bytes, number: int
) -> None:
    sealer = Sealer(tmp_path_factory.getbasetemp() / "any.key")
    assert sealer.open(number, sealer.seal(number, tuple(order), nonce)) == (tuple(order), nonce)


HEAD = "ab" * 32


def test_a_signed_head_is_checked_with_the_public_key_of_the_first_row(tmp_path: Path) -> None:
    machine = MachineKey(tmp_path / "machine.key")
    signature = machine.sign(HEAD, 7)
    same = MachineKey(tmp_path / "machine.key", may_make=False)
    assert same.public_key == machine.public_key
    assert verify(machine.public_key, HEAD, 7, signature)


def test_a_head_moved_changed_or_signed_by_another_is_refused(tmp_path: Path) -> None:
    machine, other = MachineKey(tmp_path / "machine.key"), MachineKey(tmp_path / "other.key")
    signature, key = machine.sign(HEAD, 7), machine.public_key
    assert not verify(key, HEAD, 8, signature)
    assert not verify(key, "ac" + HEAD[2:], 7, signature)
    assert not verify(other.public_key, HEAD, 7, signature)
    assert not verify(key, HEAD, 7, other.sign(HEAD, 7))
    for malformed in ("", "zz", signature[:-2], signature + "00"):
        assert not verify(key, HEAD, 7, malformed)
        assert not verify(malformed, HEAD, 7, signature)


def test_a_signature_for_one_purpose_is_none_for_another(tmp_path: Path) -> None:
    machine = MachineKey(tmp_path / "machine.key")
    signature = machine.sign_text("export", "total 1")
    assert verify_text(machine.public_key, "export", "total 1", signature)
    assert not verify_text(machine.public_key, "checkpoint", "total 1", signature)
    assert not verify_text(machine.public_key, "export", "total 2", signature)


def test_the_private_key_is_for_the_cabinet_alone(tmp_path: Path) -> None:
    MachineKey(tmp_path / "keys" / "machine.key")
    assert (tmp_path / "keys" / "machine.key").stat().st_mode & 0o777 == 0o600
