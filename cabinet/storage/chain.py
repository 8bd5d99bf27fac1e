"""The chain: how an entry becomes a row, and how a row is tied to all rows before it.

    hash = SHA-256( hash of the row before \\n sequence \\n wall \\n body ), in hex; 64 zeros before the first row

Decides the canonical form of a body and what makes a row good. Refuses to know where rows are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from cabinet.machine.migrations import stamped, upgraded
from cabinet.ports.plain import NotPlain, Plain
from cabinet.storage.contract import Base, CopyFailed, Entry, Problem

GENESIS = "0" * 64
BATCH_ROWS = 500  # rows read at once: a long read must not keep the write-ahead log from being emptied

_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)

_SIMPLE = frozenset({str, int, bool, type(None)})
_NAMES = frozenset({str})


class Row(NamedTuple):
    """An entry as it lies in a copy."""

    sequence: int
    wall: str
    body: str
    hash: str


class Rows(Protocol):
    """Whatever can be read row by row; reading raises CopyFailed."""

    @property
    def name(self) -> str: ...

    def row(self, sequence: int) -> Row | None: ...

    def rows(self, start: int, limit: int) -> list[Row]:
        """At most *limit* rows from *start*; fewer, but not none, when a later one cannot be read."""
        ...

    def newest(self) -> Row | None: ...

    def base(self) -> Base | None:
        """What stands in place of archived rows; None = the first row is row 1."""
        ...


def next_row(before: Row | None, signal: Plain | None, records: Sequence[Plain], wall: str) -> Row:
    """The row that carries this entry after the row *before*; raises NotPlain."""
    sequence = before.sequence + 1 if before else 1
    body = canonical(stamped({"signal": signal, "records": list(records)}))
    return Row(sequence, wall, body, link(before.hash if before else GENESIS, sequence, wall, body))


def canonical(plain: Plain) -> str:
    """The one JSON text of plain data: sorted keys, no spaces; raises NotPlain on a float or an odd type."""
    _refuse_what_json_would_bend(plain)
    return _CANONICAL.encode(plain)


def link(previous_hash: str, sequence: int, wall: str, body: str) -> str:
    """Hash of a row, 64 hex digits."""
    return sha256(f"{previous_hash}\n{sequence}\n{wall}\n{body}".encode()).hexdigest()


def entry_of(row: Row) -> Entry:
    """The entry a good row carries, its records in this program's newest versions."""
    body = upgraded(json.loads(row.body))
    return Entry(row.sequence, row.wall, body["signal"], tuple(body["records"]))


def fault_of(previous_hash: str, row: Row) -> str | None:
    """What is wrong with *row* as the successor of a row with that hash; None when it is good."""
    if type(row.wall) is not str or type(row.body) is not str or type(row.hash) is not str:
        return "a column is not text"
    if link(previous_hash, row.sequence, row.wall, row.body) != row.hash:
        return "its hash does not match what it says"
    return None


def walk(copy: Rows, start: int, stop: int) -> Iterator[Row | Problem]:
    """Rows start…stop of a copy in order, a Problem in place of each bad one; after an unreadable row it ends.
    Archived rows are passed over: the chain goes on from the base."""
    expected = start
    try:
        expected = max(start, first_row(copy))
        previous_hash = _hash_before(copy, expected)
        while expected <= stop:
            batch = copy.rows(expected, min(BATCH_ROWS, stop - expected + 1))
            for row in batch:
                if row.sequence != expected:
                    break
                fault = fault_of(previous_hash, row)
                yield row if fault is None else Problem(copy.name, expected, fault)
                previous_hash = row.hash
                expected += 1
            if not batch or batch[-1].sequence >= expected:
                yield Problem(copy.name, expected, "missing")
                return
    except CopyFailed as failed:
        yield Problem(copy.name, expected, str(failed))


def first_problem(copy: Rows, start: int, stop: int) -> Problem | None:
    """The first thing wrong in rows start…stop of a copy."""
    return next((found for found in walk(copy, start, stop) if isinstance(found, Problem)), None)


def first_row(copy: Rows) -> int:
    """The sequence of the first row that is not archived."""
    base = copy.base()
    return base.sequence + 1 if base else 1


def hash_of(copy: Rows, sequence: int) -> str | None:
    """The hash of a row, of the last archived one too; None when the copy does not know it."""
    row = copy.row(sequence)
    if row is not None:
        return row.hash
    base = copy.base()
    return base.hash if base and base.sequence == sequence else None


def _hash_before(copy: Rows, start: int) -> str:
    found = GENESIS if start == 1 else hash_of(copy, start - 1)
    if found is None:
        raise CopyFailed("the row before it is missing")
    return found


def _refuse_what_json_would_bend(value: Any) -> None:
    """Floats, tuples and number keys come back from JSON as something else than they went in."""
    kind = type(value)
    if kind is dict:
        if not _NAMES.issuperset(map(type, value)):
            raise NotPlain(f"{value!r} has a key that is no name")
        value = value.values()
    elif kind is not list:
        raise NotPlain(f"{value!r} is no plain data")
    if _SIMPLE.issuperset(map(type, value)):
        return  # most records are flat, and this runs before every commit
    for part in value:
        if type(part) not in _SIMPLE:
            _refuse_what_json_would_bend(part)
