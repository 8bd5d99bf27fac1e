"""The journal on real disks: one copy, or two that are compared and healed when they are opened.

Decides how a journal begins (its first entry says what the folder is, for ever), and that a folder has one writer.
Everything others need of the journal can be imported from here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from cabinet.clock import Clock
from cabinet.ports.plain import Plain
from cabinet.storage.chain import entry_of, walk
from cabinet.storage.clearing import refuse_pending
from cabinet.storage.contract import (
    CopyFailed,
    DiskNearlyFull,
    Entry,
    FolderBusy,
    Journal,
    JournalBroken,
    JournalError,
    JournalFailed,
    NoJournal,
    Problem,
)
from cabinet.storage.copies import SqliteStore
from cabinet.storage.folders import FolderLock, free_bytes, name_copies, named_copies
from cabinet.storage.reconcile import TAIL_ROWS, broken, examine, look_at, reconcile, replace
from cabinet.storage.stored import RESERVE_BYTES, StoredJournal
from cabinet.storage.verify import verify

__all__ = [
    "CopyFailed",
    "DiskNearlyFull",
    "Entry",
    "FolderBusy",
    "Journal",
    "JournalBroken",
    "JournalError",
    "JournalFailed",
    "NoJournal",
    "Problem",
    "SqliteJournal",
    "TwinJournal",
    "exists",
    "read_only",
    "read_opening",
    "verify",
]

FORMAT = 1
TWIN_FOLDERS = ("journal-a", "journal-b")  # where the copies lie when no disks are named for them
_OPENING_FIELDS = frozenset({"is", "mode", "machine_id", "public_key", "options_digest", "format"})

Probe = Callable[[Path], int]


class _OnDisk(StoredJournal):
    """What both journals on disk have: the locks of their folders, let go when they are closed."""

    _locks: Sequence[FolderLock] = ()

    def first_folder(self) -> Path | None:
        """Where the copy lies that is read first; None when it is no file."""
        first = self._stores[0]
        return first.folder if isinstance(first, SqliteStore) else None

    def close(self) -> None:
        super().close()
        for lock in self._locks:
            lock.release()


class SqliteJournal(_OnDisk):
    """One copy in one folder."""

    @classmethod
    def create(
        cls,
        folder: Path,
        opening: Plain,
        clock: Clock,
        *,
        probe: Probe = free_bytes,
        reserve_bytes: int = RESERVE_BYTES,
    ) -> SqliteJournal:
        """A new journal whose first entry is *opening*; raises JournalError when there is one already."""
        first = _checked(opening)
        with _locked(folder) as locks:
            journal = cls(_new_copies([SqliteStore(folder, probe=probe)]), reserve_bytes=reserve_bytes)
            journal._locks = locks
            journal.append(None, (first,), clock.wall())
        return journal

    @classmethod
    def open(
        cls, folder: Path, *, probe: Probe = free_bytes, reserve_bytes: int = RESERVE_BYTES, tail_rows: int = TAIL_ROWS
    ) -> SqliteJournal:
        """The journal of a folder; raises NoJournal, FolderBusy, or JournalBroken when its newest rows are bad."""
        store = SqliteStore(folder, probe=probe)
        if not store.present():
            raise NoJournal(f"no journal in {folder}")
        with _locked(folder) as locks:
            problem = examine(store, tail_rows).problem
            if problem:
                raise broken((store, problem))
            journal = cls((store,), reserve_bytes=reserve_bytes)
            journal._locks = locks
        return journal

    @classmethod
    def read_only(cls, folder: Path) -> SqliteJournal:
        """For looking, also while the cabinet writes; it takes no lock and changes no row."""
        store = SqliteStore(folder, read_only=True)
        if not store.present():
            raise NoJournal(f"no journal in {folder}")
        problem = examine(store).problem
        if problem:
            raise broken((store, problem))
        return cls((store,), read_only=True)


class TwinJournal(_OnDisk):
    """Two copies in two folders, two disks on a real cabinet; both are on disk before append returns.

    *healed* tells what was put right, for the machine to log.
    """

    healed: tuple[str, ...] = ()

    @classmethod
    def create(
        cls,
        data_folder: Path,
        opening: Plain,
        clock: Clock,
        *,
        folders: Sequence[Path] | None = None,
        probe: Probe = free_bytes,
        reserve_bytes: int = RESERVE_BYTES,
    ) -> TwinJournal:
        """A new journal in both folders whose first entry is *opening*; raises JournalError when there is one."""
        first, places = _checked(opening), _places(data_folder, folders)
        with _locked(data_folder, *places) as locks:
            name_copies(data_folder, places)
            stores = _new_copies([SqliteStore(place, probe=probe) for place in places])
            journal = cls(stores, reserve_bytes=reserve_bytes)
            journal._locks = locks
            journal.append(None, (first,), clock.wall())
        return journal

    @classmethod
    def open(
        cls,
        data_folder: Path,
        *,
        folders: Sequence[Path] | None = None,
        probe: Probe = free_bytes,
        reserve_bytes: int = RESERVE_BYTES,
        tail_rows: int = TAIL_ROWS,
    ) -> TwinJournal:
        """Both copies, compared and healed; raises NoJournal, FolderBusy, or JournalBroken with a view."""
        refuse_pending(data_folder)
        a, b = (SqliteStore(place, probe=probe) for place in _places(data_folder, folders))
        if not a.present() and not b.present():
            raise NoJournal(f"no journal in {data_folder}")
        with _locked(data_folder, a.folder, b.folder) as locks:
            healed = reconcile(a, b, tail_rows)
            name_copies(data_folder, (a.folder, b.folder))
            journal = cls((a, b), reserve_bytes=reserve_bytes)
            journal._locks, journal.healed = locks, healed
        return journal

    @classmethod
    def read_only(cls, data_folder: Path, *, folders: Sequence[Path] | None = None) -> TwinJournal:
        """For looking, also while the cabinet writes: the copies whose ends are good, the longer one first."""
        refuse_pending(data_folder)
        stores = [SqliteStore(place, read_only=True) for place in _places(data_folder, folders)]
        if not any(store.present() for store in stores):
            raise NoJournal(f"no journal in {data_folder}")
        found = [(examine(store), store) for store in stores]
        good = sorted((pair for pair in found if not pair[0].problem), key=lambda pair: -pair[0].length)
        if not good:
            raise broken(*((store, health.problem) for health, store in found if health.problem))
        return cls([store for _, store in good], read_only=True)

    def check_tails(self, tail_rows: int = 8) -> tuple[Problem, ...]:
        """Before each game: the ends of both copies as they lie on disk, against each other and the head."""
        problems, _ = self._look(max(1, self.count() - tail_rows + 1), tail_rows)
        return problems

    def sweep(self, start: int, rows: int = 1000) -> tuple[tuple[Problem, ...], int]:
        """A stretch of old rows of both copies recomputed and compared; what is wrong and where to go on."""
        return self._look(start, rows)

    def heal(self, problems: Sequence[Problem]) -> tuple[str, ...]:
        """Rebuilds the one copy that has problems from the other; raises JournalBroken when both have."""
        bad = {problem.copy: problem for problem in reversed(problems)}
        if len(bad) > 1:
            self._failed = "both copies are damaged"
            raise broken(*((store, bad[store.name]) for store in self._stores))
        done = []
        for store in self._stores:
            if store.name in bad:
                (good,) = (other for other in self._stores if other is not store)
                done.append(replace(store, bad[store.name], good, self.count()))
        self.healed += tuple(done)
        return tuple(done)

    def _look(self, start: int, rows: int) -> tuple[tuple[Problem, ...], int]:
        stop = min(start + rows - 1, self.count())
        looks = [look_at(store, start, stop, self._top if stop == self.count() else None) for store in self._stores]
        problems = tuple(problem for problem, _ in looks if problem)
        if not problems and looks[0][1] != looks[1][1]:
            what = "the copies hold different rows"
            problems = tuple(Problem(store.name, start, what) for store in self._stores)
        return problems, 1 if stop == self.count() else stop + 1


def exists(data_folder: Path, *, folders: Sequence[Path] | None = None) -> bool:
    """True when anything of a journal, good or bad, lies where this one would."""
    places = [*_places(data_folder, folders), data_folder]
    return any(SqliteStore(place).present() for place in places)


def read_only(data_folder: Path) -> SqliteJournal | TwinJournal:
    """The journal of a data folder for looking, whether it has one copy or two."""
    if len(named_copies(data_folder)) == 1:
        return SqliteJournal.read_only(data_folder)
    return TwinJournal.read_only(data_folder)


def read_opening(data_folder: Path) -> Plain:
    """The record of the first row, from any copy that has it whole; raises NoJournal or JournalBroken."""
    problems = []
    for folder in named_copies(data_folder):
        store = SqliteStore(folder, read_only=True)
        try:
            store.open()
            base = store.base()
            if base is not None:
                return base.opening
            found = next(walk(store, 1, 1))
        except CopyFailed as failed:
            found = Problem(store.name, 1, str(failed))
        finally:
            store.close()
        if not isinstance(found, Problem):
            return entry_of(found).records[0]
        problems.append(found)
    raise JournalBroken(problems)


def _places(data_folder: Path, folders: Sequence[Path] | None) -> tuple[Path, Path]:
    """The two folders: as given, else as noted in the data folder, else the usual ones."""
    if folders is None:
        try:
            folders = named_copies(data_folder)
        except NoJournal:
            folders = [data_folder / name for name in TWIN_FOLDERS]
    if len(folders) != 2:
        raise NoJournal(f"{data_folder} holds one copy, not two")
    first, second = folders
    assert first.resolve() != second.resolve(), "two copies in one folder are one copy"
    return first, second


def _new_copies(stores: list[SqliteStore]) -> list[SqliteStore]:
    """Empty copies, open. A start that was cut before its first row is begun again."""
    for store in stores:
        store.create()
        if store.newest() is not None:
            raise JournalError(f"there is a journal in {store.folder} already")
    return stores


def _checked(opening: Plain) -> Plain:
    assert opening.keys() >= _OPENING_FIELDS, f"an opening needs {sorted(_OPENING_FIELDS - opening.keys())}"
    assert (opening["is"], opening["format"]) == ("Opened", FORMAT)
    assert opening["mode"] in ("bench", "floor")
    return opening


@contextmanager
def _locked(*folders: Path) -> Iterator[list[FolderLock]]:
    """Takes the lock of every folder, and lets go again when what follows fails."""
    locks: list[FolderLock] = []
    try:
        for folder in folders:
            locks.append(FolderLock(folder))
        yield locks
    except BaseException:
        for lock in locks:
            lock.release()
        raise
