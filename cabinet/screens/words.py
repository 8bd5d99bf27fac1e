"""What the screens need of a language: sentences by code and money in its manner. Knows no catalogue."""

from __future__ import annotations

import re
from typing import Protocol

from cabinet.games.cards import rank_text
from cabinet.games.tiles import symbol
from cabinet.ports.view import Message, TableView

_NUMBER = re.compile(r"n\d")


class Words(Protocol):
    """One language. `say` never raises; it writes parameters ending in _cents as money."""

    def say(self, code: str, /, **params: object) -> str: ...

    def money(self, cents: int) -> str: ...


def said(words: Words, message: Message, table: TableView) -> str:
    """A message of the view as a sentence, its numbers in the faces of the pieces on *table*.

    A parameter may be called *code*: a fault's code is a fault's name.
    """
    params: dict[str, str] = {}
    for name, value in message.params:
        if _NUMBER.fullmatch(name) and value.isdigit():
            params[name] = face(int(value), table)
        else:
            params["fault" if name == "code" else name] = value
    return words.say(message.code, **params)


def face(number: int, table: TableView) -> str:
    """What stands on a piece for *number*: a half of a tile in the faces in use, or a card's rank."""
    return symbol(number, table.faces) if table.game == "double_hand" else rank_text(number)
