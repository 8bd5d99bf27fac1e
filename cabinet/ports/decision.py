"""What a part decides about a signal: facts to write down, then things to do; or a reason why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from cabinet.ports.effects import Effect

R = TypeVar("R")


# no slots: typing sets an attribute on instances made through an alias such as Decision[Record]
@dataclass(frozen=True)
class Decision(Generic[R]):
    """*records* are committed as one entry before any of *effects* is carried out."""

    records: tuple[R, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason shown to the person: a message code and what fills it."""

    code: str
    params: tuple[tuple[str, str], ...] = ()


def refusal(code: str, **params: object) -> Refusal:
    return Refusal(code, tuple((name, str(value)) for name, value in params.items()))
