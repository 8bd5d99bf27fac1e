"""Rows of the journal as this version writes them. A row that was ever written must be read for ever.

python -m tests.golden.test_records        adds the rows of new records; never changes one that is there
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cabinet.machine.records import record_codec
from cabinet.ports.plain import NotPlain, encode
from tests.machine.examples import RECORDS, example

GOLDEN = Path(__file__).with_name("records.json")


def rows() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return found


def test_every_record_has_a_golden_row() -> None:
    assert {row["is"] for row in rows()} == {cls.__name__ for cls in RECORDS}


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["is"])
def test_a_golden_row_still_decodes_and_says_the_same(row: dict[str, Any]) -> None:
    """Fields may be added with a default, in a part of a record too; what an old row says stays said."""
    assert stays_said(row, encode(record_codec().decode(row)))


def stays_said(old: Any, new: Any) -> bool:
    """Whether *new* says everything that *old* says."""
    match old:
        case dict():
            return all(name in new and stays_said(value, new[name]) for name, value in old.items())
        case list():
            return len(old) == len(new) and all(map(stays_said, old, new))
    return bool(old == new)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["is"])
def test_a_row_that_says_something_else_is_refused(row: dict[str, Any]) -> None:
    codec = record_codec()
    with pytest.raises(NotPlain):
        codec.decode({**row, "surprise": 1})
    with pytest.raises(NotPlain):
        codec.decode({**row, "is": "Unheard"})
    for name, value in row.items():
        if isinstance(value, int) and not isinstance(value, bool):
            with pytest.raises(NotPlain):
                codec.decode({**row, name: 1.5})


def main() -> None:
    known = {row["is"] for row in rows()} if GOLDEN.exists() else set()
    added = [encode(example(cls)) for cls in RECORDS if cls.__name__ not in known]
    everything = [*(rows() if GOLDEN.exists() else []), *added]
    text = ",\n".join(json.dumps(row, sort_keys=True) for row in everything)
    GOLDEN.write_text(f"[\n{text}\n]\n", encoding="utf-8")
    print(f"{len(added)} rows added")


if __name__ == "__main__":
    main()
