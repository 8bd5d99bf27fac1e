"""One file against the schema of its kind: every key known, every value what its key wants.

Decides how a mismatch is said and where. All problems of a file are collected. What keys say together, and what
files say together, is in `checks` and `load`.
"""

from __future__ import annotations

from typing import Any, TypeVar, get_origin

from pydantic import BaseModel, ValidationError

from cabinet.settings.problems import Problem, suggestion
from cabinet.settings.schema import GAME_FILES, GameFile, Keys, MoneyFile, ProfileFile
from cabinet.settings.source import Source, Where
from cabinet.settings.wants import NotThis, count

K = TypeVar("K", bound=Keys)

KINDS: tuple[str, ...] = ("profile", "game", "money")
AnyFile = ProfileFile | GameFile | MoneyFile


def judge(source: Source) -> tuple[AnyFile | None, list[Problem]]:
    """The file as its kind's model, or None and what is wrong with it."""
    match source.kind:
        case "profile":
            return read_as(ProfileFile, source)
        case "money":
            return read_as(MoneyFile, source)
        case "game":
            return _judge_game(source)
        case other:
            return None, [source.problem(("kind",), f"{other!r} is no kind of file", suggestion(other, KINDS))]


def model_of(source: Source) -> type[Keys]:
    """The keys of the file's kind; the file was judged right."""
    if source.kind == "game":
        return GAME_FILES[str(source.tree["game"])]
    return ProfileFile if source.kind == "profile" else MoneyFile


def _judge_game(source: Source) -> tuple[GameFile | None, list[Problem]]:
    game = source.tree.get("game")
    if not isinstance(game, str):
        return None, [source.problem(("game",), "is missing", f"say which game: {', '.join(GAME_FILES)}")]
    if game not in GAME_FILES:
        return None, [source.problem(("game",), f"{game!r} is no game of this cabinet", suggestion(game, GAME_FILES))]
    return read_as(GAME_FILES[game], source)


def read_as(model: type[K], source: Source) -> tuple[K | None, list[Problem]]:
    """The file as *model*, or None and every problem."""
    try:
        return model.model_validate(source.tree, context={"decimals": _decimals(source)}), []
    except ValidationError as wrong:
        return None, [_problem(model, source, error) for error in wrong.errors()]


def _decimals(source: Source) -> int | None:
    """What the file itself says; None if that is wrong, which is a problem of its own."""
    try:
        return count(source.tree.get("decimals"), 0, 3)
    except NotThis:
        return None


def _problem(model: type[Keys], source: Source, error: Any) -> Problem:
    where: Where = tuple(error["loc"])
    match error["type"]:
        case "extra_forbidden":
            return source.problem(where, "unknown key", suggestion(str(where[-1]), _known(model, where)), at_key=True)
        case "missing":
            about = _field(model, where)
            return source.problem(where, "is missing", f"it says: {about}" if about else "")
        case "value_error":
            wrong = error["ctx"]["error"]
            right = wrong.right if isinstance(wrong, NotThis) else ""
            return source.problem(where, str(wrong), right)
        case "tuple_type":
            return source.problem(where, "is no list", "write [one, two] or a line with - for each")
        case "model_type" | "dict_type" | "model_attributes_type":
            return source.problem(where, "is no list of keys", "write its keys indented below it")
        case other:
            return source.problem(where, f"{error['msg']} ({other})")


def inner_at(model: type[BaseModel], where: Where) -> type[BaseModel] | None:
    """The model of the mapping at *where* in *model*, None if there is none."""
    steps = iter(where)
    for step in steps:
        if isinstance(step, int):
            continue
        field = model.model_fields.get(step)
        found = _models_in(field.annotation) if field else None
        if field is None or found is None:
            return None
        if get_origin(field.annotation) is dict:
            next(steps, None)  # a row's free name
        model = found
    return model


def _models_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in getattr(annotation, "__args__", ()):
        found = _models_in(part)
        if found is not None:
            return found
    return None


def _known(model: type[Keys], where: Where) -> list[str]:
    inner = inner_at(model, where[:-1])
    return list(inner.model_fields) if inner else []


def _field(model: type[Keys], where: Where) -> str:
    inner = inner_at(model, where[:-1])
    field = inner.model_fields.get(str(where[-1])) if inner else None
    return (field.description or "") if field else ""
