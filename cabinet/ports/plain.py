"""Frozen dataclasses as plain data and back: one codec for the journal, the screens and the pilot.

A dataclass becomes {"is": class name, field: value}; tuples become lists, enums their value.
Decoding follows the declared types and refuses anything else with the place where it went wrong.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

Plain = dict[str, Any]
_Read = Callable[[Any, str], Any]


class NotPlain(ValueError):
    """Data that is not what its declared type says; the text names the place."""


def encode(thing: Any) -> Any:
    """Plain data (dict, list, str, int, bool, None) of a frozen dataclass and all it holds."""
    if thing is None or isinstance(thing, bool):
        return thing
    if isinstance(thing, Enum):
        return thing.value
    if isinstance(thing, str | int):
        return thing
    if isinstance(thing, tuple | list):
        return [encode(part) for part in thing]
    if isinstance(thing, dict):
        return {key: encode(part) for key, part in thing.items()}
    if is_dataclass(thing) and not isinstance(thing, type):
        plain: Plain = {"is": type(thing).__name__}
        for name in _names(type(thing)):
            plain[name] = encode(getattr(thing, name))
        return plain
    raise NotPlain(f"{type(thing).__name__} is no plain data")


_NAMES: dict[type, tuple[str, ...]] = {}


def _names(cls: Any) -> tuple[str, ...]:
    found = _NAMES.get(cls)
    if found is None:
        found = _NAMES[cls] = tuple(f.name for f in fields(cls))
    return found


class Codec:
    """Decodes plain data into a closed set of dataclasses, by the name under "is"."""

    def __init__(self, classes: Iterable[type]) -> None:
        self._classes: dict[str, type] = {}
        self._readers: dict[type, _Read] = {}
        for cls in classes:
            assert self._classes.setdefault(cls.__name__, cls) is cls, f"two classes named {cls.__name__}"

    def names(self) -> frozenset[str]:
        return frozenset(self._classes)

    def decode(self, plain: Any, where: str = "") -> Any:
        """The dataclass that *plain* describes; raises NotPlain."""
        if not isinstance(plain, dict) or not isinstance(plain.get("is"), str):
            raise NotPlain(f"{where or 'top'}: no record")
        cls = self._classes.get(plain["is"])
        if cls is None:
            raise NotPlain(f"{where or 'top'}: unknown record {plain['is']!r}")
        return self._reader(cls)(plain, where or plain["is"])

    def _reader(self, cls: Any) -> _Read:
        reader = self._readers.get(cls)
        if reader is None:
            # registered before its fields are read: a class may hold itself
            self._readers[cls] = lambda value, where: self._readers[cls](value, where)
            reader = self._readers[cls] = self._dataclass(cls)
        return reader

    def _dataclass(self, cls: Any) -> _Read:
        hints = get_type_hints(cls)
        readers = {name: self._of(hints[name]) for name in _names(cls)}
        expected = frozenset(readers) | {"is"}

        def read(value: Any, where: str) -> Any:
            if not isinstance(value, dict) or value.get("is") != cls.__name__:
                raise NotPlain(f"{where}: no {cls.__name__}")
            if value.keys() - expected:
                raise NotPlain(f"{where}: unknown field {sorted(value.keys() - expected)[0]!r}")
            given = {}
            for name, reader in readers.items():
                if name in value:
                    given[name] = reader(value[name], f"{where}.{name}")
            try:
                return cls(**given)
            except TypeError as missing:
                raise NotPlain(f"{where}: {missing}") from None

        return read

    def _of(self, hint: Any) -> _Read:
        origin, args = get_origin(hint), get_args(hint)
        if origin is tuple:
            return self._tuple(args)
        if origin is dict:
            inner = self._of(args[1])
            return lambda value, where: {k: inner(v, f"{where}[{k}]") for k, v in _is(value, dict, where).items()}
        if origin in (Union, types.UnionType):
            return self._union(args)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return lambda value, where: _member(hint, value, where)
        if hint in (int, str, bool, type(None)):
            return lambda value, where: _is(value, hint, where)
        if is_dataclass(hint):
            return self._reader(hint)
        raise NotPlain(f"a field of type {hint} cannot be plain data")

    def _tuple(self, args: tuple[Any, ...]) -> _Read:
        if len(args) == 2 and args[1] is Ellipsis:
            inner = self._of(args[0])
            return lambda value, where: tuple(inner(v, f"{where}[{i}]") for i, v in enumerate(_is(value, list, where)))
        parts = [self._of(arg) for arg in args]

        def read(value: Any, where: str) -> Any:
            if not isinstance(value, list) or len(value) != len(parts):
                raise NotPlain(f"{where}: not {len(parts)} values")
            return tuple(part(v, f"{where}[{i}]") for i, (part, v) in enumerate(zip(parts, value, strict=True)))

        return read

    def _union(self, args: tuple[Any, ...]) -> _Read:
        by_name = {cls.__name__: self._reader(cls) for cls in map(_dataclass_of, args) if cls is not None}
        others = [self._of(arg) for arg in args if _dataclass_of(arg) is None]

        def read(value: Any, where: str) -> Any:
            if isinstance(value, dict) and value.get("is") in by_name:
                return by_name[value["is"]](value, where)
            for other in others:
                try:
                    return other(value, where)
                except NotPlain:
                    continue
            raise NotPlain(f"{where}: {value!r} fits none of its types")

        return read


def _dataclass_of(hint: Any) -> Any:
    return hint if isinstance(hint, type) and is_dataclass(hint) else None


def _is(value: Any, cls: Any, where: str) -> Any:
    if type(value) is not cls:
        raise NotPlain(f"{where}: {value!r} is no {cls.__name__}")
    return value


def _member(hint: Any, value: Any, where: str) -> Any:
    try:
        return hint(value)
    except ValueError:
        raise NotPlain(f"{where}: {value!r} is no {hint.__name__}") from None
