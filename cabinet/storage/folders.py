"""Folders and small files: who may write in a folder, where the copies lie, how a small file becomes durable.

Decides nothing about what the files say.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TextIO

from cabinet.storage.contract import FolderBusy, NoJournal

COPIES_FILE = "copies.json"


class FolderLock:
    """One writing process a folder; the kernel lets go when the process dies, however it dies."""

    def __init__(self, folder: Path) -> None:
        """Takes the lock; raises FolderBusy naming the process that has it."""
        folder.mkdir(parents=True, exist_ok=True)
        self._file: TextIO = (folder / "lock").open("a+", encoding="ascii")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.seek(0)
            owner = self._file.read(20).strip() or "unknown"
            self._file.close()
            raise FolderBusy(f"{folder} is in use by process {owner}") from None
        self._file.truncate(0)
        self._file.write(str(os.getpid()))
        self._file.flush()

    def release(self) -> None:
        self._file.close()


@contextmanager
def locked(*folders: Path) -> Iterator[None]:
    """Nobody else writes in any of *folders* meanwhile; raises FolderBusy."""
    with ExitStack() as held:
        for folder in folders:
            held.callback(FolderLock(folder).release)
        yield


def free_bytes(folder: Path) -> int:
    """Space an ordinary process may still fill on the disk of *folder*; none when it is mounted read-only."""
    disk = os.statvfs(folder)
    # a file system that met an error turns itself read-only and still counts its free blocks
    return 0 if disk.f_flag & os.ST_RDONLY else disk.f_bavail * disk.f_frsize


def sync_folder(folder: Path) -> None:
    """Makes names created, replaced or removed in *folder* durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def move(old: Path, new: Path) -> None:
    """Gives *old* another name in one step; durable once both folders are synced."""
    os.replace(old, new)


def remove_durably(path: Path) -> None:
    """*path* is gone, also after a cut; nothing happens when it was gone already."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def write_durably(path: Path, data: bytes, mode: int = 0o644) -> None:
    """The whole file, durable and replaced in one step: a cut leaves the old one or the new one."""
    beside = path.with_name(path.name + ".new")
    beside.unlink(missing_ok=True)
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
    sync_folder(path.parent)


def name_copies(data_folder: Path, folders: Sequence[Path]) -> None:
    """Notes in the data folder where the copies lie; those inside it by their relative place."""
    names = [_relative(data_folder, folder) for folder in folders]
    path = data_folder / COPIES_FILE
    text = json.dumps({"copies": names}) + "\n"
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        write_durably(path, text.encode())


def named_copies(data_folder: Path) -> tuple[Path, ...]:
    """The folders of the copies as noted in the data folder, or the folder itself; raises NoJournal."""
    path = data_folder / COPIES_FILE
    if path.exists():
        try:
            return tuple(data_folder / name for name in json.loads(path.read_text(encoding="utf-8"))["copies"])
        except (ValueError, KeyError, TypeError) as bad:
            raise NoJournal(f"{path} does not name the copies") from bad
    if (data_folder / "journal.db").exists():
        return (data_folder,)
    raise NoJournal(f"no journal in {data_folder}")


def _relative(data_folder: Path, folder: Path) -> str:
    data_folder, folder = data_folder.resolve(), folder.resolve()
    return str(folder.relative_to(data_folder)) if folder.is_relative_to(data_folder) else str(folder)
