"""Archiving: the oldest rows leave both copies for a folder of their own, and a signed base stands in their place.

    archive-<first>-<last>/journal.db      the rows, chained as before, after the base of the archive before
    archive-<first>-<last>/manifest.json   what they are: rows, times, heads, digest of the file; signed

Decides the order: the archive is durable and has been read back before a row leaves a copy, and one copy lets its
rows go after the other, so that a power cut leaves them in an archive, in a copy, or in both, never in none. Which
rows may go is not decided here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import file_digest
from pathlib import Path
from typing import Any

from cabinet.ports.plain import Plain
from cabinet.storage.base import genuine
from cabinet.storage.chain import Row, Rows, canonical, first_row, hash_of, walk
from cabinet.storage.contract import Base, CopyFailed, JournalBroken, JournalError, Problem
from cabinet.storage.copies import FILE, SqliteStore, Store
from cabinet.storage.folders import FolderLock, named_copies, write_durably
from cabinet.storage.signing import MachineKey, verify_text

MANIFEST = "manifest.json"
_PURPOSE = "archive"


class BadArchive(JournalError):
    """An archive that is not what the machine wrote, or does not belong to this journal."""


def archive(data: Path, out: Path, base: Base, key: MachineKey) -> Path:
    """Moves all rows up to *base* out of both copies into a new folder in *out*, which it returns. The cabinet must
    be off. Raises FolderBusy, JournalBroken, BadArchive."""
    places = named_copies(data)
    locks = [FolderLock(folder) for folder in (data, *places)]
    try:
        stores = [SqliteStore(place) for place in places]
        _agreeing(stores, base)
        folder = _write(out, stores[0], base, key)
        for store in stores:
            look = store.second_look()
            # what is before the base lies in the archive now
            store.rebuild(_good(look, base.sequence + 1), base, keep=False)
            look.close()
            store.close()
    finally:
        for lock in locks:
            lock.release()
    return folder


def unarchive(data: Path, folder: Path) -> int:
    """Puts the newest archive's rows back into both copies; how many. The archive itself stays. Raises FolderBusy,
    JournalBroken, BadArchive."""
    places = named_copies(data)
    locks = [FolderLock(place) for place in (data, *places)]
    try:
        stores = [SqliteStore(place) for place in places]
        for store in stores:
            store.open()
        base = stores[0].base()
        old = opened(folder)
        newest = old.newest()
        if base is None or newest is None or (newest.sequence, newest.hash) != (base.sequence, base.hash):
            raise BadArchive(f"{folder} does not end where this journal begins")
        _refuse(old, newest.sequence)
        before, count = old.base(), newest.sequence - first_row(old) + 1
        for store in stores:
            look = store.second_look()
            own = _good(look, base.sequence + 1)
            store.rebuild(_joined(old, newest.sequence, own), before, keep=False)
            look.close()
            store.close()
    finally:
        for lock in locks:
            lock.release()
    return count


def opened(folder: Path) -> SqliteStore:
    """The rows of an archive for reading; raises BadArchive."""
    store = SqliteStore(folder, at_rest=True)
    try:
        store.open()
    except CopyFailed as failed:
        raise BadArchive(f"{folder}: {failed}") from failed
    return store


def in_order(folders: Sequence[Path]) -> list[Path]:
    """Archives sorted by their rows; raises BadArchive for what is none."""
    return [folder for _, folder in sorted((int(manifest(folder)["first"]), folder) for folder in folders)]


def manifest(folder: Path) -> dict[str, Any]:
    """What the manifest says, unchecked; raises BadArchive."""
    try:
        said: dict[str, Any] = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["archive"]
    except (OSError, ValueError, KeyError, TypeError) as bad:
        raise BadArchive(f"{folder} holds no archive") from bad
    return said


def problems(folder: Path, public_key: str) -> Iterator[str]:
    """What is wrong with an archive: signature, digest of its file, chain, ends; nothing = it is as the machine of
    *public_key* wrote it."""
    said = manifest(folder)
    kept = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    if not verify_text(public_key, _PURPOSE, canonical(said), str(kept.get("signature", ""))):
        yield f"{folder / MANIFEST}: its signature is not this machine's"
    if _digest(folder / FILE) != said["sha256"]:
        yield f"{folder / FILE}: it is not the file that was archived"
    store = opened(folder)
    try:
        base = store.base()
        if base is not None and not genuine(base):
            yield f"{folder / FILE}: what it begins with was not signed by this machine"
        if first_row(store) != said["first"] or hash_of(store, said["last"]) != said["head"]:
            yield f"{folder / FILE}: it does not hold rows {said['first']} to {said['last']}"
        yield from (str(found) for found in walk(store, 1, said["last"]) if isinstance(found, Problem))
    finally:
        store.close()


# -- the steps ----------------------------------------------------------------------------------------------


def _agreeing(stores: Sequence[Store], base: Base) -> None:
    """Opens the copies; refuses unless all are good throughout, equal, and hold the row of *base*."""
    wrong = []
    for store in stores:
        store.open()
        newest = store.newest()
        length = newest.sequence if newest else 0
        wrong += [found for found in walk(store, 1, length) if isinstance(found, Problem)]
        if length <= base.sequence:
            raise BadArchive(f"the newest row, {length}, must stay here")
        if hash_of(store, base.sequence) != base.hash or first_row(store) > base.sequence:
            raise BadArchive(f"row {base.sequence} is not the one that is to be archived last")
    if wrong:
        raise JournalBroken(wrong)
    if len({(newest.sequence, newest.hash) for store in stores if (newest := store.newest())}) != 1:
        raise BadArchive("the copies do not agree: start the cabinet once, it heals them")


def _write(out: Path, store: Store, base: Base, key: MachineKey) -> Path:
    """The archive's folder, complete and read back. One that a power cut left is written anew."""
    first = first_row(store)
    folder = out / f"archive-{first:012d}-{base.sequence:012d}"
    made = SqliteStore(folder)
    made.rebuild(_upto(store, base.sequence), store.base(), keep=False)
    ends = store.row(first), store.row(base.sequence)
    _refuse(made, base.sequence)
    made.close()
    assert ends[0] is not None
    assert ends[1] is not None
    said: Plain = {
        "machine_id": base.opening.get("machine_id", ""),
        "public_key": key.public_key,
        "first": first,
        "last": base.sequence,
        "begins": ends[0].wall,
        "ends": ends[1].wall,
        "head": base.hash,
        "sha256": _digest(folder / FILE),
    }
    kept = {"archive": said, "signature": key.sign_text(_PURPOSE, canonical(said))}
    write_durably(folder / MANIFEST, (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode())
    return folder


def _refuse(store: Rows, last: int) -> None:
    wrong = next((found for found in walk(store, 1, last) if isinstance(found, Problem)), None)
    if wrong is not None:
        raise BadArchive(str(wrong))


def _upto(store: Rows, last: int) -> Iterator[Row]:
    return (found for found in walk(store, 1, last) if isinstance(found, Row))


def _good(store: Rows, start: int) -> Iterator[Row]:
    newest = store.newest()
    for found in walk(store, start, newest.sequence if newest else 0):
        if isinstance(found, Problem):
            raise JournalBroken((found,))
        yield found


def _joined(old: Rows, last: int, own: Iterator[Row]) -> Iterator[Row]:
    yield from _upto(old, last)
    yield from own


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
