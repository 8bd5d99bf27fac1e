"""Records and signals of older programs: what a newer one makes of them when it reads them, and how it marks its own.

    stored                      {"is": "NoteCredited", …}             version 1, never changed
                                {"is": "NoteCredited", "v": 2, …}     its fields or their meaning changed once
    in memory, always           {"is": "NoteCredited", …}             the newest version

A class of records, or anything inside one, that changes gets a row in MIGRATIONS: (name, old version) and how the old
plain data becomes the next. Rows on disk are never rewritten: their hashes stand. What a newer program wrote keeps
its "v" and is refused by the codec as something it does not know. Decides nothing about what records mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from cabinet.ports.plain import Plain

Migration = Callable[[Plain], Plain]
Table = Mapping[tuple[str, int], Migration]
VERSION = "v"

MIGRATIONS: Table = MappingProxyType({})
"""Empty: no record has changed since the first version."""


def newest_version(name: str, table: Table = MIGRATIONS) -> int:
    """The version in which this program writes records of that name; 1 = never changed."""
    return 1 + max((old for changed, old in table if changed == name), default=0)


def upgraded(plain: Any, table: Table = MIGRATIONS) -> Any:
    """Stored plain data, at any depth, as this program's newest versions."""
    if not table:
        return plain
    return _each(plain, lambda record: _newest(record, table))


def stamped(plain: Any, table: Table = MIGRATIONS) -> Any:
    """This program's plain data, at any depth, as it is to be stored."""
    if not table:
        return plain

    def stamp(record: Plain) -> Plain:
        version = newest_version(record["is"], table)
        return {**record, VERSION: version} if version > 1 else record

    return _each(plain, stamp)


def _newest(record: Plain, table: Table) -> Plain:
    version = record.get(VERSION, 1)
    while (migrate := table.get((record["is"], version))) is not None:
        record, version = migrate({name: value for name, value in record.items() if name != VERSION}), version + 1
    if VERSION in record and version == newest_version(record["is"], table):
        record = {name: value for name, value in record.items() if name != VERSION}
    return record


def _each(plain: Any, change: Migration) -> Any:
    """*plain* with everything that has a name changed, the innermost first."""
    if isinstance(plain, list):
        return [_each(part, change) for part in plain]
    if isinstance(plain, dict):
        whole = {name: _each(part, change) for name, part in plain.items()}
        return change(whole) if isinstance(whole.get("is"), str) else whole
    return plain
