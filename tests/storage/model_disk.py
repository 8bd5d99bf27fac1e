"""A disk that forgets what was not synced, and a copy of the journal that lives on it.

Every write, sync and rename is a step. The power can be cut at any step; then writes that were not synced are gone,
or, on a disk that writes behind (`torn`), some first part of them has stayed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

from cabinet.ports.plain import Plain
from cabinet.storage.base import base_of, base_text
from cabinet.storage.chain import Row
from cabinet.storage.contract import Base, CopyFailed, NoJournal
from cabinet.storage.reconcile import broken, examine, reconcile
from cabinet.storage.stored import StoredJournal


class PowerCut(BaseException):
    """The power is gone: no code of the cabinet may catch this and go on."""


class ModelDisk:
    """Files as bytes: what programs see, and what is really on the platter."""

    def __init__(self, *, torn: Random | None = None) -> None:
        self.steps = 0
        self.cut_at: int | None = None
        self.free = 1 << 40
        self.failing = False
        self._torn = torn
        self._seen: dict[str, bytes] = {}
        self._kept: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self._seen.get(name)

    def append(self, name: str, data: bytes) -> None:
        self._step()
        self._seen[name] = self._seen.get(name, b"") + data

    def truncate(self, name: str, length: int) -> None:
        self._step()
        self._seen[name] = self._seen.get(name, b"")[:length]

    def sync(self, name: str) -> None:
        self._step()
        self._kept[name] = self._seen[name]

    def rename(self, old: str, new: str) -> None:
        """Durable at once: a model of rename plus sync of the folder."""
        self._step()
        self._seen[new] = self._seen.pop(old)
        self._kept[new] = self._kept.pop(old)

    def remove(self, name: str) -> None:
        self._step()
        self._seen.pop(name, None)
        self._kept.pop(name, None)

    def power_on(self) -> None:
        """After a cut: only what was kept is there."""
        self.cut_at = None
        self._seen = dict(self._kept)

    def damage(self, name: str, at: int) -> None:
        data = bytearray(self._seen[name])
        data[at] ^= 0x01
        self._seen[name] = self._kept[name] = bytes(data)

    def _step(self) -> None:
        if self.failing:
            raise CopyFailed("the disk fails")
        self.steps += 1
        if self.cut_at is not None and self.steps >= self.cut_at:
            self._tear()
            raise PowerCut

    def _tear(self) -> None:
        if self._torn is None:
            return
        for name, data in self._seen.items():
            kept = self._kept.get(name, b"")
            if data.startswith(kept) and len(data) > len(kept):
                self._kept[name] = data[: self._torn.randint(len(kept), len(data))]


_BASE = b"base "


class ModelStore:
    """A copy of the journal as a log of lines on a model disk: a line that is not whole was never written."""

    def __init__(self, disk: ModelDisk, name: str) -> None:
        self.disk = disk
        self.name = name
        self._rows: list[Row] | None = None
        self._base: Base | None = None

    def present(self) -> bool:
        return b"\n" in (self.disk.read(self.name) or b"")

    def create(self) -> None:
        self.disk.append(self.name, b"")
        self.disk.truncate(self.name, 0)
        self.disk.sync(self.name)
        self._rows = []

    def open(self) -> None:
        data = self.disk.read(self.name)
        if data is None:
            raise CopyFailed("there is no file")
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            self.disk.truncate(self.name, len(whole))
            self.disk.sync(self.name)
        lines = whole.splitlines()
        self._base = base_of(lines.pop(0)[len(_BASE) :].decode()) if lines and lines[0].startswith(_BASE) else None
        self._rows = [_row(number, line) for number, line in enumerate(lines, self._first)]

    @property
    def _first(self) -> int:
        return self._base.sequence + 1 if self._base else 1

    def base(self) -> Base | None:
        self._opened()
        return self._base

    def row(self, sequence: int) -> Row | None:
        rows, at = self._opened(), sequence - self._first
        return rows[at] if 0 <= at < len(rows) else None

    def rows(self, start: int, limit: int) -> list[Row]:
        at = max(0, start - self._first)
        return self._opened()[at : at + limit]

    def newest(self) -> Row | None:
        rows = self._opened()
        return rows[-1] if rows else None

    def add(self, row: Row) -> None:
        rows = self._opened()
        self.disk.append(self.name, _line(row))
        self.disk.sync(self.name)
        rows.append(row)

    def second_look(self) -> ModelStore:
        look = ModelStore(self.disk, self.name)
        look.open()
        return look

    def rebuild(self, rows: Iterable[Row], base: Base | None = None, *, keep: bool = True) -> None:
        fresh = self.name + ".rebuilt"
        self.disk.remove(fresh)
        head = _BASE + base_text(base).encode() + b"\n" if base else b""
        self.disk.append(fresh, head + b"".join(_line(row) for row in rows))
        self.disk.sync(fresh)
        self.disk.rename(fresh, self.name)
        self.open()

    def stand_by(self, rows: Iterable[Row]) -> None:
        fresh = self.name + ".cleared"
        self.disk.remove(fresh)
        self.disk.append(fresh, b"".join(_line(row) for row in rows))
        self.disk.sync(fresh)

    def step_aside(self, kept: str) -> None:
        self.close()
        fresh = self.name + ".cleared"
        if self.disk.read(fresh) is None:
            return
        if self.disk.read(self.name) is not None:
            self.disk.sync(self.name)
            self.disk.rename(self.name, f"kept/{kept}/{self.name}")
        self.disk.rename(fresh, self.name)

    def free_bytes(self) -> int:
        return self.disk.free

    def close(self) -> None:
        self._rows = None

    def _opened(self) -> list[Row]:
        if self._rows is None:
            raise CopyFailed("it is not open")
        return self._rows


def _line(row: Row) -> bytes:
    return json.dumps([row.sequence, row.wall, row.body, row.hash]).encode() + b"\n"


def _row(number: int, line: bytes) -> Row:
    """A damaged line is a bad row, not a copy that cannot be read."""
    try:
        return Row(*json.loads(line))
    except (ValueError, TypeError):
        return Row(number, "", "", "")


class ModelPlan:
    """The plan of a RAM clear on a model disk."""

    def __init__(self, disk: ModelDisk) -> None:
        self._disk = disk

    def read(self) -> bytes | None:
        return self._disk.read("ram-clear")

    def write(self, data: bytes) -> None:
        self._disk.remove("ram-clear.new")
        self._disk.append("ram-clear.new", data)
        self._disk.sync("ram-clear.new")
        self._disk.rename("ram-clear.new", "ram-clear")

    def remove(self) -> None:
        self._disk.remove("ram-clear")


def create_model(disk: ModelDisk, copies: int, opening: Plain, wall: str) -> StoredJournal:
    """A new journal of one or two copies on a model disk."""
    stores = [ModelStore(disk, name) for name in "ab"[:copies]]
    for store in stores:
        store.create()
    journal = StoredJournal(stores)
    journal.append(None, (opening,), wall)
    return journal


def open_model(disk: ModelDisk, copies: int) -> StoredJournal:
    """What a cabinet does at power-up, on a model disk: the product's own comparing and healing."""
    stores = [ModelStore(disk, name) for name in "ab"[:copies]]
    if copies == 2:
        reconcile(stores[0], stores[1])
    else:
        if not stores[0].present():
            raise NoJournal("nothing was ever begun here")
        problem = examine(stores[0]).problem
        if problem:
            raise broken((stores[0], problem))
    return StoredJournal(stores)
