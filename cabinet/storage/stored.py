"""A journal over one or more copies: every entry is durable in each of them before append returns.

Decides when a write is refused and that a row is believed only where the chain holds. Refuses to know what a copy
is made of; how copies that differ are brought together is `reconcile`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from cabinet.ports.plain import Plain
from cabinet.storage.chain import GENESIS, Row, entry_of, hash_of, next_row, walk
from cabinet.storage.contract import (
    Base,
    CopyFailed,
    DiskNearlyFull,
    Entry,
    JournalBroken,
    JournalFailed,
    Problem,
)
from cabinet.storage.copies import Store

# Both copies may lie on one disk, and each may need a full log (1 MiB) and its pages in the database (1 MiB).
LAST_BYTES = 4 * 1024 * 1024  # down to this, what has already happened (a note stacked) and the lock-up are written
RESERVE_BYTES = 2 * LAST_BYTES  # down to this, anything is
_WARNING_BYTES = 1024 * 1024  # `nearly_full` says so a little earlier than append refuses
_BYTES_A_CHARACTER = 4
# Entries are never this large; a larger one is a programmer's error, and bounds what a write may need.
LARGEST_BODY = 1_000_000

_T = TypeVar("_T")


class StoredJournal:
    """The journal over open copies that are known to agree."""

    def __init__(
        self,
        stores: Sequence[Store],
        *,
        reserve_bytes: int = RESERVE_BYTES,
        last_bytes: int = LAST_BYTES,
        read_only: bool = False,
        last: int | None = None,
    ) -> None:
        """*last*: believe nothing after this row (a view of a broken journal)."""
        self._stores = tuple(stores)
        self._reserve_bytes = reserve_bytes
        self._last_bytes = min(last_bytes, reserve_bytes)
        self._read_only = read_only
        self._last = last
        self._failed: str | None = None
        self._top: Row | None = None
        self._top = self._newest_row()

    def append(self, signal: Plain | None, records: Sequence[Plain], wall: str, *, from_reserve: bool = False) -> Entry:
        if self._read_only or self._failed:
            raise JournalFailed(self._failed or "this journal was opened for reading")
        row = next_row(self._top, signal, records, wall)
        assert len(row.body) <= LARGEST_BODY, "no signal of a cabinet has this many records"
        self._refuse_when_full(len(row.body), self._last_bytes if from_reserve else self._reserve_bytes)
        self._write(row)
        self._top = row
        return Entry(row.sequence, wall, signal, tuple(records))

    def entries(self, start: int = 1) -> Iterator[Entry]:
        return (entry_of(row) for row in self._good_rows(start, self.count()))

    def rows(self, start: int = 1) -> Iterator[Row]:
        """The entries as they lie on disk, each checked against the chain: for a long look, or to copy them whole."""
        return self._good_rows(start, self.count())

    def newest(self) -> Entry | None:
        stop = self.count()
        return next((entry_of(row) for row in self._good_rows(stop, stop)), None) if stop else None

    def head(self) -> str:
        row = self._newest_row()
        return row.hash if row else GENESIS

    def hash_at(self, sequence: int) -> str | None:
        if self._last is not None and sequence > self._last:
            return None
        return self._from_any(sequence, lambda store: hash_of(store, sequence))

    def base(self) -> Base | None:
        """What stands in place of archived rows, None = they are all here."""
        return self._from_any(0, lambda store: store.base())

    def count(self) -> int:
        row = self._newest_row()
        return row.sequence if row else 0

    def nearly_full(self) -> bool:
        return self._read_only or self._free_bytes() < self._reserve_bytes + _WARNING_BYTES

    def first_folder(self) -> Path | None:
        """Where the copy lies that is read first; None when it is no file of its own."""
        return None

    def close(self) -> None:
        self._failed = self._failed or "this journal is closed"
        for store in self._stores:
            store.close()

    def _write(self, row: Row) -> None:
        try:
            for store in self._stores:
                store.add(row)
        except BaseException as cause:
            # one copy may hold the row already; which one is true is settled when the copies are opened anew
            self._failed = f"a write failed at row {row.sequence}: {cause}"
            if isinstance(cause, CopyFailed):
                raise JournalFailed(self._failed) from cause
            raise

    def _refuse_when_full(self, characters: int, reserve_bytes: int) -> None:
        needed = reserve_bytes + characters * _BYTES_A_CHARACTER
        free = self._free_bytes()
        if free < needed:
            raise DiskNearlyFull(f"{free} bytes free, {needed} wanted")

    def _free_bytes(self) -> int:
        try:
            return min(store.free_bytes() for store in self._stores)
        except OSError as cause:
            self._failed = f"the disk does not answer: {cause}"
            raise JournalFailed(self._failed) from cause

    def _newest_row(self) -> Row | None:
        """The writer knows it; a reader looks again each time, because the cabinet writes meanwhile."""
        if self._top is not None and not self._read_only:
            return self._top
        if self._last is not None:
            return self._read_row(self._last) if self._last else None
        return self._from_any(0, lambda store: store.newest())

    def _read_row(self, sequence: int) -> Row | None:
        if self._last is not None and sequence > self._last:
            return None
        return self._from_any(sequence, lambda store: store.row(sequence))

    def _from_any(self, sequence: int, read: Callable[[Store], _T]) -> _T:
        problems = []
        for store in self._stores:
            try:
                return read(store)
            except CopyFailed as failed:
                problems.append(Problem(store.name, sequence, str(failed)))
        raise JournalBroken(problems)

    def _good_rows(self, start: int, stop: int) -> Iterator[Row]:
        """Rows of the first copy that is good, going on in the next copy where one is not."""
        problems: list[Problem] = []
        done: Row | None = None
        for store in self._stores:
            at = done.sequence + 1 if done else start
            if done and not _holds(store, done):
                problems.append(Problem(store.name, done.sequence, "it differs from the other copy"))
                continue
            for found in walk(store, at, stop):
                if isinstance(found, Problem):
                    problems.append(found)
                    break
                done = found
                yield found
            else:
                return
        raise JournalBroken(problems)


def _holds(store: Store, row: Row) -> bool:
    try:
        return store.row(row.sequence) == row
    except CopyFailed:
        return False
