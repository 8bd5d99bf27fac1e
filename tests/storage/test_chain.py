"""The form of a row, for ever: what was written by one release is read by all later ones."""

from __future__ import annotations

from hashlib import sha256

import pytest

from cabinet.storage.chain import GENESIS, Row, entry_of, fault_of, link, next_row
from cabinet.storage.contract import Entry

WALL = "2026-03-01T09:00:00+01:00"
BODY = '{"records":[{"a_cents":2000,"b":["Grüße",null,true],"is":"R"}],"signal":{"is":"S","n":-1}}'
HASH = "6e2071d1c4058b5b77e100890ac2d0a37c4a7de03a62fa973c1afc3f657a38a1"


def test_a_row_has_the_form_it_always_had() -> None:
    signal, record = {"n": -1, "is": "S"}, {"is": "R", "b": ["Grüße", None, True], "a_cents": 2000}
    before = Row(6, WALL, "", "ab" * 32)
    row = next_row(before, signal, [record], WALL)
    assert row == Row(7, WALL, BODY, HASH)
    assert sha256(("ab" * 32 + "\n7\n" + WALL + "\n" + BODY).encode()).hexdigest() == HASH
    assert entry_of(row) == Entry(7, WALL, signal, (record,))
    assert fault_of(before.hash, row) is None


def test_the_first_row_follows_zeros() -> None:
    assert next_row(None, None, [], WALL).hash == link("0" * 64, 1, WALL, '{"records":[],"signal":null}')


@pytest.mark.parametrize(
    "changed",
    [
        Row(8, WALL, BODY, HASH),
        Row(7, "2026-03-01T09:00:01+01:00", BODY, HASH),
        Row(7, WALL, BODY.replace("2000", "9000"), HASH),
        Row(7, WALL, BODY.replace("2000", "2000.0"), HASH),
        Row(7, WALL, BODY, HASH[:-1] + "0"),
        Row(7, WALL + "\n", BODY, HASH),
        Row(7, WALL, BODY, None),  # type: ignore[arg-type]
        Row(7, WALL, BODY.encode(), HASH),  # type: ignore[arg-type]
    ],
)
def test_any_change_of_a_row_breaks_it(changed: Row) -> None:
    assert fault_of("ab" * 32, changed) is not None


def test_a_good_row_after_another_row_is_a_bad_one() -> None:
    assert fault_of(GENESIS, Row(7, WALL, BODY, HASH)) is not None
