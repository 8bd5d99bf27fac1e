"""A long look at the journal whose chain is recomputed by a second process at the same time.

    this process     rows as they lie -> what is counted
    the other one    the same rows -> every hash; says "good" and the last of them, or what is wrong

Decides that a figure is believed only when the other process has found every row good, up to the very row counted.
Where it did not (or could not be started) everything is read again by the slow way, which heals or says why. Short
journals are read the slow way at once: starting a process takes longer than their hashes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

from cabinet.storage.chain import GENESIS, Row, walk
from cabinet.storage.contract import CopyFailed, Problem
from cabinet.storage.copies import SqliteStore

LONG_ROWS = 60_000
"""From here on a second process pays: a third of a second of hashes."""

Counted = TypeVar("Counted")


class OnDisk(Protocol):
    """A journal whose first copy can be opened once more."""

    def rows(self, start: int = 1) -> Iterator[Row]: ...

    def count(self) -> int: ...

    def first_folder(self) -> Path | None: ...


def read_beside(journal: OnDisk, read: Callable[[Iterable[Row]], Counted], *, long_rows: int = LONG_ROWS) -> Counted:
    """What *read* makes of all rows of *journal*; raises JournalBroken. *read* may be called twice, and must not
    keep anything of a first time."""
    folder, stop = journal.first_folder(), journal.count()
    if folder is None or stop < long_rows:
        return read(journal.rows())
    other = subprocess.Popen(
        [sys.executable, "-m", __name__, str(folder), str(stop)], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL
    )
    seen = _Seen(folder, stop)
    try:
        found = read(seen)
        said, _ = other.communicate()
    except Exception:
        # bad rows may break who reads them: the slow way says what is wrong with which
        return read(journal.rows())
    finally:
        other.kill()
        other.wait()
    if said.decode().strip() == f"good {seen.last}":
        return found
    return read(journal.rows())


class _Seen:
    """The rows of one copy as they lie, unchecked; remembers the last one's hash."""

    def __init__(self, folder: Path, stop: int) -> None:
        self._folder, self._stop = folder, stop
        self.last = ""

    def __iter__(self) -> Iterator[Row]:
        store = SqliteStore(self._folder, read_only=True)
        store.open()
        try:
            for columns in store.raw_rows(1, self._stop):
                yield columns  # type: ignore[misc]  # the columns of a Row: making a million of them takes a second
            self.last = columns[3]
        finally:
            store.close()


def said_of(folder: Path, stop: int) -> str:
    """ "good" and the hash of the row *stop*, or what is wrong with which row of this copy."""
    store, last = SqliteStore(folder, read_only=True), GENESIS
    try:
        store.open()
        for found in walk(store, 1, stop):
            if isinstance(found, Problem):
                return f"row {found.row}: {found.what}"
            last = found.hash
    except CopyFailed as failed:
        return str(failed)
    finally:
        store.close()
    return f"good {last}"


if __name__ == "__main__":
    print(said_of(Path(sys.argv[1]), int(sys.argv[2])))
