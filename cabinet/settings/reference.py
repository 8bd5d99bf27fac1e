"""The configuration reference, written from the schema itself: no key can be missing in it.

Decides how it reads. What a key wants is asked of the conversion that will judge it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_origin

from pydantic import BaseModel, BeforeValidator
from pydantic.fields import FieldInfo

from cabinet.settings.judge import inner_at
from cabinet.settings.schema import GAME_FILES, Keys, MoneyFile, ProfileFile
from cabinet.settings.source import Where
from cabinet.settings.wants import NotThis, takes_amount

_INTRO = """\
# Configuration reference

Written by `config reference` from the schema that judges the files; do not edit it by hand.

A file is strict YAML: every value is taken exactly as it is written or refused with file, line, column and what
would be right. The first key of a file is `kind`. Amounts are written in currency units with exactly the
currency's decimals. `config check` judges files without starting anything.
"""


def reference() -> str:
    """The whole reference as Markdown."""
    parts = [_INTRO]
    files: dict[str, type[Keys]] = {"profile": ProfileFile, "money": MoneyFile}
    files |= {f"game, game: {name}": model for name, model in GAME_FILES.items()}
    for kind, model in files.items():
        parts += [f"\n## kind: {kind}\n", *_table(model)]
    return "\n".join(parts) + "\n"


def _table(model: type[Keys]) -> Iterator[str]:
    yield "| key | what to write | meaning |"
    yield "|---|---|---|"
    yield from _rows(model, "")


def _rows(model: type[BaseModel], above: str) -> Iterator[str]:
    for name, field in model.model_fields.items():
        inner, key = inner_model(field.annotation), f"{above}{name}"
        if inner is None:
            yield f"| `{key}` | {_wanted(field)} | {_meaning(field)} |"
            continue
        shape, step = _shape(field)
        yield f"| `{key}` | {shape} | {_meaning(field)} |"
        yield from _rows(inner, key + step)


def inner_model(annotation: Any) -> type[BaseModel] | None:
    """The model of the keys below a key; None for a single value or a list of them."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for part in get_args(annotation) if (found := inner_model(part))), None)


def _shape(field: FieldInfo) -> tuple[str, str]:
    """What stands below a key, and how the path to it goes on."""
    match get_origin(field.annotation):
        case origin if origin is dict:
            return "a row of keys for each NAME", ".NAME."
        case origin if origin is tuple:
            return "a list of keys", ".#."
        case _:
            return ("keys below it" if field.is_required() else "keys below it, or left out"), "."


def _wanted(field: FieldInfo) -> str:
    """What the conversion itself says would be right."""
    found = [*field.metadata, *(part for arg in get_args(field.annotation) for part in get_args(arg))]
    listed = "a list; each: " if get_origin(field.annotation) is tuple else ""
    for part in found:
        if isinstance(part, BeforeValidator):
            return (listed + _asked(part.func)).replace("|", "or")
    return "as in the heading above"  # kind and game choose the table itself


def _asked(convert: Any) -> str:
    if takes_amount(convert):
        return "an amount with the currency's decimals, like 5.00"
    try:
        convert("")
    except NotThis as refused:
        return refused.right.removeprefix("write ")
    raise AssertionError("a conversion that takes nothing at all")


def about(model: type[Keys], where: Where) -> tuple[str, str]:
    """The line about the key at *where* of a file with these keys, and what to write there."""
    names = [step for step in where if isinstance(step, str)]
    inner = inner_at(model, where[:-1])
    field = inner.model_fields.get(names[-1]) if inner is not None else None
    return (field.description or "", _wanted(field)) if field is not None else ("", "")


def _meaning(field: FieldInfo) -> str:
    return (field.description or "").replace("|", "or")
