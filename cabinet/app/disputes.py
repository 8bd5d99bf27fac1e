"""A disputed round kept as evidence: a folder with its signed record and a picture of the table as it ended.

    disputes/round-000042/record.json   the round step by step, its rows, the signed head, the picture's digest
                          table.png     the table as it was last seen

Decides that a folder is either whole or not there: it is made beside and gets its name last. Nothing here is ever
removed or written over: the evidence is kept for a year and longer, by whoever owns the machine. Refuses to rule.
"""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cabinet.app.picture_process import taken
from cabinet.app.recalling import machine_key, round_numbered
from cabinet.clock import Clock
from cabinet.machine.recall import NotInRows
from cabinet.machine.signals import Signal
from cabinet.ports.effects import KeepDispute
from cabinet.ports.recall import RecalledRound
from cabinet.ports.signals import DisputePutAway
from cabinet.ports.view import View
from cabinet.reports.dispute import dispute
from cabinet.storage.contract import JournalError
from cabinet.storage.folders import sync_folder, write_durably
from cabinet.storage.journal import read_only
from cabinet.storage.keyfile import KeyRefused

RECORD, PICTURE = "record.json", "table.png"

Taken = Callable[[View, str, str, Path], str]
"""Makes a picture of a view, marked and told, at a path; why it could not, empty = it is there."""


class NotKept(Exception):
    """The evidence could not be put away; the text says why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where it lies, and the SHA-256 of its record in hex: the journal carries it."""

    folder: Path
    digest: str


def folder_of(data: Path, round_number: int) -> Path:
    return data / "disputes" / f"round-{round_number:06d}"


def keep(data: Path, round_number: int, station: int, reason: str, wall: str, take: Taken = taken) -> Kept:
    """Put the round away, durable on return; one that lies there already is left as it is. Raises NotKept."""
    folder = folder_of(data, round_number)
    try:
        if not folder.exists():
            _make(data, folder, round_number, station, reason, wall, take)
        return Kept(folder, sha256((folder / RECORD).read_bytes()).hexdigest())
    except (OSError, JournalError, KeyRefused) as why:
        raise NotKept(str(why)) from why


def _make(data: Path, folder: Path, round_number: int, station: int, reason: str, wall: str, take: Taken) -> None:
    journal = read_only(data)
    try:
        try:
            found = round_numbered(data, journal, round_number, station)
        except NotInRows:  # asked for from a station that had no seat in it
            found = round_numbered(data, journal, round_number)
        if found is None:
            raise NotKept(f"there is no round {round_number}")
        place, shown = found
        beside = folder.with_name(f".{folder.name}.new")
        shutil.rmtree(beside, ignore_errors=True)  # begun and cut off
        beside.mkdir(parents=True)
        digest = _picture(shown, beside / PICTURE, take)
        record = dispute(journal, place, shown, machine_key(data), wall, reason, digest)
    finally:
        journal.close()
    write_durably(beside / RECORD, (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode())
    sync_folder(beside)
    os.rename(beside, folder)
    sync_folder(folder.parent)
    sync_folder(data)


def _picture(shown: RecalledRound, path: Path, take: Taken) -> str:
    """The table after the round's last step; its digest."""
    last = shown.steps[-1]
    told = f"{last.wall[:19].replace('T', ' ')}   {last.row}   {shown.commitment[:16]}"
    why = take(last.view, f"RECALL {shown.round_number}", told, path)
    if why:
        raise NotKept(why)
    with path.open("rb") as file:
        os.fsync(file.fileno())
        return sha256(file.read()).hexdigest()


class Keeper:
    """Carries out `KeepDispute` in a thread of its own, one after the other; the answer goes to *offer*."""

    def __init__(self, data: Path, clock: Clock, offer: Callable[[Signal], bool], take: Taken = taken) -> None:
        self._data, self._clock, self._offer, self._take = data, clock, offer, take
        self._one_at_a_time = threading.Lock()

    def __call__(self, wanted: KeepDispute) -> None:
        threading.Thread(target=self.put_away, args=(wanted,), name="keeper", daemon=True).start()

    def put_away(self, wanted: KeepDispute) -> None:
        """Durable before it is told; an answer that the machine has no room for is owed again at the next start."""
        with self._one_at_a_time:
            try:
                made = keep(
                    self._data, wanted.round_number, wanted.station, wanted.reason, self._clock.wall(), self._take
                )
            except NotKept as why:
                self._offer(DisputePutAway(wanted.round_number, "", "", str(why)))
                return
        folder = str(made.folder.relative_to(self._data))
        self._offer(DisputePutAway(wanted.round_number, folder, made.digest))


def kept(data: Path) -> list[Path]:
    """The folders of every dispute put away, the newest round first."""
    return sorted((data / "disputes").glob("round-*"), reverse=True)
