"""One example of every record, derived from its declared fields: what golden rows and totality tests go through."""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Union, get_args, get_origin, get_type_hints

from cabinet.machine.records import Record

RECORDS: tuple[type, ...] = get_args(Record)


def example(cls: type, salt: int = 1) -> Any:
    """An instance whose fields are small values of their types, different for each *salt*."""
    hints = get_type_hints(cls)
    return cls(**{field.name: _value(hints[field.name], salt, field.name) for field in fields(cls)})


def _value(hint: Any, salt: int, name: str) -> Any:
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple:
        return tuple(_value(arg, salt, name) for arg in args if arg is not Ellipsis)
    if origin in (Union, types.UnionType):
        return _value(next(arg for arg in args if arg is not type(None)), salt, name)
    if isinstance(hint, type) and issubclass(hint, Enum):
        members = list(hint)
        return members[salt % len(members)]
    if hint is bool:
        return bool(salt % 2)
    if hint is int:
        return salt
    if hint is str:
        return f"{name}-{salt}"
    assert is_dataclass(hint), f"{name}: {hint}"
    return example(hint, salt)  # type: ignore[arg-type]


def all_examples() -> Iterator[Any]:
    return (example(cls) for cls in RECORDS)
