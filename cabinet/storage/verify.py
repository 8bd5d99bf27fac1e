"""The audit's look at a whole journal: every row of every copy recomputed, the copies compared.

Writes nothing and heals nothing, and can be used while the cabinet writes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from cabinet.storage.base import genuine
from cabinet.storage.chain import walk
from cabinet.storage.clearing import ClearingRefused, refuse_pending
from cabinet.storage.contract import CopyFailed, NoJournal, Problem
from cabinet.storage.copies import SqliteStore
from cabinet.storage.folders import named_copies
from cabinet.storage.reconcile import differing

MOST_PROBLEMS = 20  # of each copy: enough to see a pattern, short enough to read


def verify(folder: Path) -> tuple[Problem, ...]:
    """Everything wrong with the journal of a data folder (one copy or two), at most MOST_PROBLEMS a copy."""
    try:
        refuse_pending(folder)
        places = named_copies(folder)
    except (NoJournal, ClearingRefused) as none:
        return (Problem(str(folder), 0, str(none)),)
    at_rest = [not SqliteStore(place).has_log() for place in places]
    problems = _look(places, at_rest)
    if problems and at_rest != [not SqliteStore(place).has_log() for place in places]:
        return _look(places, [False] * len(places))  # a cabinet was started meanwhile and moved things under the look
    return problems


def _look(places: Sequence[Path], at_rest: Sequence[bool]) -> tuple[Problem, ...]:
    stores = [SqliteStore(place, read_only=True, at_rest=still) for place, still in zip(places, at_rest, strict=True)]
    try:
        return tuple(_problems(stores))
    finally:
        for store in stores:
            store.close()


def _problems(stores: list[SqliteStore]) -> Iterator[Problem]:
    good = []
    for store in stores:
        problems = list(_of_one(store))
        if not problems:
            good.append(store)
        yield from problems
    if len(good) == 2:
        yield from _compare(*good)


def _of_one(store: SqliteStore) -> Iterator[Problem]:
    try:
        store.open()
        length, base = _length(store), store.base()
    except CopyFailed as failed:
        yield Problem(store.name, 0, str(failed))
        return
    if length == 0:
        yield Problem(store.name, 0, "it is empty")
    if base is not None and not genuine(base):
        yield Problem(
            store.name, base.sequence, "what stands in place of its archived rows was not signed by this machine"
        )
    problems = (found for found in walk(store, 1, length) if isinstance(found, Problem))
    yield from islice(problems, MOST_PROBLEMS)


def _compare(a: SqliteStore, b: SqliteStore) -> Iterator[Problem]:
    """A cut between the two commits leaves one copy one row behind, which the next start completes: no problem.

    The cabinet may write meanwhile, so the length of *b* is compared with that of *a* before and after.
    """
    before, length, after = _length(a), _length(b), _length(a)
    if length < before - 1:
        yield Problem(b.name, length + 1, f"it ends here, the other copy goes on to row {before}")
    if after < length - 1:
        yield Problem(a.name, after + 1, f"it ends here, the other copy goes on to row {length}")
    fork = differing(a, b, min(before, length))
    if fork is not None:
        # which of two sound chains is the forged one, only a signed head or the anchor can tell
        yield Problem(a.name, fork, "it differs from the other copy")
        yield Problem(b.name, fork, "it differs from the other copy")


def _length(store: SqliteStore) -> int:
    newest = store.newest()
    return newest.sequence if newest else 0
