"""The contract of the journal: what an entry is, what a journal promises, how it refuses.

Decides the words. Knows no file, no SQLite and no record class: records are plain data (`ports.plain`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from cabinet.ports.plain import Plain


@dataclass(frozen=True, slots=True)
class Entry:
    """What one signal did: the records that belong together, whole on disk or not at all."""

    sequence: int
    wall: str
    signal: Plain | None
    records: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class Base:
    """What stands in place of archived rows: those up to *sequence*, whose hash was *hash*, led to *state* (of the
    form *form*); signed by the machine of *opening*, the record of the very first row. See `base`."""

    sequence: int
    hash: str
    opening: Plain
    state: Plain
    form: str
    signature: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with the journal: in which copy (its folder), at which row, and what."""

    copy: str
    row: int
    what: str

    def __str__(self) -> str:
        return f"copy {self.copy}, row {self.row}: {self.what}"


class Journal(Protocol):
    """The cabinet's one memory: entries in order, chained by hash, never changed, never removed."""

    def append(self, signal: Plain | None, records: Sequence[Plain], wall: str, *, from_reserve: bool = False) -> Entry:
        """Durable in every copy on return; raises DiskNearlyFull (nothing written) or JournalFailed (reopen)."""
        ...

    def entries(self, start: int = 1) -> Iterator[Entry]:
        """Entries from sequence *start* up to now, each checked against the chain; raises JournalBroken."""
        ...

    def newest(self) -> Entry | None: ...

    def head(self) -> str:
        """Hash of the newest row, 64 hex digits; it stands for everything before it."""
        ...

    def hash_at(self, sequence: int) -> str | None:
        """Hash of that row, None where there is none."""
        ...

    def base(self) -> Base | None:
        """What stands in place of archived rows, None = they are all here."""
        ...

    def count(self) -> int:
        """Entries ever committed, which is the newest sequence number."""
        ...

    def nearly_full(self) -> bool:
        """True a little before append refuses for want of disk space: lock now, while records still fit."""
        ...

    def close(self) -> None: ...


class JournalError(Exception):
    """Any refusal of the journal."""


class NoJournal(JournalError):
    """There is no journal in this folder."""


class FolderBusy(JournalError):
    """Another process writes in this folder."""


class DiskNearlyFull(JournalError):
    """The reserve of free space is reached; nothing was written and nothing is damaged."""


class JournalFailed(JournalError):
    """A write failed: the entry is wholly there or not at all, and only opening anew tells which."""


class CopyFailed(JournalError):
    """One copy cannot be read or written."""


class JournalBroken(JournalError):
    """No copy can be trusted to its end. *view* reads what is believed good; it never clears by itself."""

    def __init__(self, problems: Sequence[Problem], view: Journal | None = None) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)
        self.view = view
