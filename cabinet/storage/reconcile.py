"""Copies brought together: which one is believed, what is healed from what, and when there is nothing to believe.

    both good and equal          nothing to do
    one shorter, same history    the shorter is given the missing rows
    one missing or damaged       rebuilt whole from the other, once the other is good from its first row to its last
    different rows, one chain    the copy whose chain breaks is rebuilt from the one whose chain holds
    anything else                JournalBroken, with a view of the longest good beginning; it never clears by itself

At boot only the newest TAIL_ROWS of each are recomputed (equal hashes of one row mean equal histories); older rows
are for `sweep` and `verify`, so that opening does not depend on the length of the history.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cabinet.storage.chain import Row, Rows, first_problem, first_row, hash_of, walk
from cabinet.storage.contract import CopyFailed, JournalBroken, NoJournal, Problem
from cabinet.storage.copies import Store
from cabinet.storage.stored import StoredJournal

TAIL_ROWS = 256
ADDED_ROWS = 500  # a copy further behind is rebuilt whole: a sync for each row would take longer


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the end of one copy found; *length* is its newest sequence."""

    length: int
    problem: Problem | None = None


def examine(store: Store, tail_rows: int = TAIL_ROWS) -> Health:
    """Opens one copy and recomputes its newest rows."""
    try:
        store.open()
        newest = store.newest()
    except CopyFailed as failed:
        return Health(0, Problem(store.name, 0, str(failed)))
    if newest is None:
        return Health(0, Problem(store.name, 0, "it is empty"))
    length = newest.sequence
    return Health(length, first_problem(store, max(1, length - tail_rows + 1), length))


def reconcile(a: Store, b: Store, tail_rows: int = TAIL_ROWS) -> tuple[str, ...]:
    """Opens both copies and makes them agree; says what it healed; raises NoJournal or JournalBroken."""
    if not a.present() and not b.present():
        raise NoJournal(f"no journal in {a.name} nor in {b.name}")
    health_a, health_b = examine(a, tail_rows), examine(b, tail_rows)
    if health_a.problem and health_b.problem:
        raise broken((a, health_a.problem), (b, health_b.problem))
    if health_a.problem:
        return (replace(a, health_a.problem, b, health_b.length),)
    if health_b.problem:
        return (replace(b, health_b.problem, a, health_a.length),)
    if not _same(a, b, min(health_a.length, health_b.length)):
        return (_choose(a, health_a.length, b, health_b.length),)
    if first_row(a) != first_row(b):
        return (_archived(a, health_a.length, b, health_b.length),)
    if health_a.length == health_b.length:
        return ()
    if health_a.length > health_b.length:
        return (_complete(b, health_b.length, a, health_a.length),)
    return (_complete(a, health_a.length, b, health_b.length),)


def replace(bad: Store, problem: Problem, good: Store, length: int) -> str:
    """Rebuilds *bad* from *good* if that is good throughout; verifies the rebuild; says what was done."""
    other = first_problem(good, 1, length)
    if other:
        raise broken((bad, problem), (good, other))
    try:
        bad.rebuild(_rows(good, 1, length), good.base())
        failed = first_problem(bad, 1, length) or (None if _same(bad, good, length) else problem)
    except CopyFailed as cause:
        failed = Problem(bad.name, problem.row, f"rebuilding it failed: {cause}")
    if failed:
        raise JournalBroken((failed,), StoredJournal((good,), read_only=True))
    return f"rebuilt from {good.name} ({length} rows): {problem}"


def broken(*problems: tuple[Store, Problem]) -> JournalBroken:
    """The lock-up: a problem for each copy, and a view of the copy whose chain holds longest."""
    good = [(_good_length(store), store) for store, _ in problems]
    length, best = max(good, key=lambda pair: pair[0])
    view = StoredJournal((best,), read_only=True, last=length) if length else None
    return JournalBroken([problem for _, problem in problems], view)


def look_at(store: Store, start: int, stop: int, top: Row | None) -> tuple[Problem | None, str]:
    """What is wrong in rows start…stop of a copy as it lies on disk, and the hash it ends with there."""
    try:
        look = store.second_look()
    except CopyFailed as failed:
        return Problem(store.name, start, str(failed)), ""
    try:
        last = None
        for found in walk(look, start, stop):
            if isinstance(found, Problem):
                return found, ""
            last = found
    finally:
        look.close()
    if top is not None and last != top:
        return Problem(store.name, stop, "it is not the row that was written"), ""
    return None, last.hash if last else ""


def differing(a: Rows, b: Rows, length: int) -> int | None:
    """The first sequence up to *length* whose hashes differ: halving, because one hash stands for all before it."""
    if _same(a, b, length):
        return None
    low, high = max(first_row(a), first_row(b)) - 1, length
    if not _same(a, b, low):
        return low
    while high - low > 1:
        middle = (low + high) // 2
        if _same(a, b, middle):
            low = middle
        else:
            high = middle
    return high


def _choose(a: Store, length_a: int, b: Store, length_b: int) -> str:
    """Two histories: the one whose chain breaks after they part is not believed."""
    fork = differing(a, b, min(length_a, length_b))
    assert fork is not None
    problem_a, problem_b = first_problem(a, fork, length_a), first_problem(b, fork, length_b)
    if problem_a and not problem_b:
        return replace(a, problem_a, b, length_b)
    if problem_b and not problem_a:
        return replace(b, problem_b, a, length_a)
    what = "the copies hold different rows"
    raise broken((a, problem_a or Problem(a.name, fork, what)), (b, problem_b or Problem(b.name, fork, what)))


def _complete(shorter: Store, have: int, longer: Store, want: int) -> str:
    """Gives the shorter copy the rows it lacks: one durable row at a time, or all anew when they are many."""
    missing = Problem(shorter.name, have + 1, f"rows up to {want} were missing")
    if want - have > ADDED_ROWS:
        return replace(shorter, missing, longer, want)
    try:
        for row in _rows(longer, have + 1, want):
            shorter.add(row)
    except CopyFailed as cause:
        failed = Problem(shorter.name, have + 1, f"completing it failed: {cause}")
        raise JournalBroken((failed,), StoredJournal((longer,), read_only=True)) from cause
    return f"{missing}, copied from {longer.name}"


def _archived(a: Store, length_a: int, b: Store, length_b: int) -> str:
    """The power went while rows were being archived: the copy that still has them lets them go too. What one copy
    has more at its end is given to the other first."""
    (done, length), (left, have) = ((a, length_a), (b, length_b))
    if first_row(a) < first_row(b):
        (done, length), (left, have) = (left, have), (done, length)
    if have > length:
        _complete(done, length, left, have)
        length = have
    missing = Problem(left.name, first_row(done) - 1, "rows up to here lie in an archive")
    return replace(left, missing, done, length)


def _rows(store: Store, start: int, stop: int) -> Iterator[Row]:
    for found in walk(store, start, stop):
        if isinstance(found, Problem):
            raise CopyFailed(str(found))
        yield found


def _same(a: Rows, b: Rows, sequence: int) -> bool:
    if sequence == 0:
        return True
    try:
        one, other = hash_of(a, sequence), hash_of(b, sequence)
    except CopyFailed:
        return False
    return one is not None and one == other


def _good_length(store: Store) -> int:
    """Rows from the first on that the chain vouches for."""
    try:
        newest = store.newest()
    except CopyFailed:
        return 0
    if newest is None:
        return 0
    problem = first_problem(store, 1, newest.sequence)
    return problem.row - 1 if problem else newest.sequence
