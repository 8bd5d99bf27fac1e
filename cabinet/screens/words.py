"""What the screens need of a language: sentences by code and money in its manner. Knows no catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from cabinet.games.cards import rank_text
from cabinet.games.tiles import symbol
from cabinet.ports.view import Message, TableView

_SENTENCES_KEPT = 2000  # a catalogue has some 500 sentences; amounts make the rest
_NUMBER = re.compile(r"n\d")


class Words(Protocol):
    """One language. `say` never raises; it writes parameters ending in _cents as money."""

    def say(self, code: str, /, **params: object) -> str: ...

    def money(self, cents: int) -> str: ...

    def figure(self, cents: int) -> str: ...

    def number(self, value: int) -> str: ...

    def share(self, value: int) -> str: ...

    def stamp(self, wall: str, *, year: bool = False, seconds: bool = False) -> str: ...


class Remembered:
    """Words whose sentences are made once: sixty pictures a second say the same things."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._said: dict[object, str] = {}

    def say(self, code: str, /, **params: object) -> str:
        return self._kept((code, *params.items()), lambda: self._words.say(code, **params))

    def money(self, cents: int) -> str:
        return self._kept(cents, lambda: self._words.money(cents))

    def figure(self, cents: int) -> str:
        return self._kept(("figure", cents), lambda: self._words.figure(cents))

    def number(self, value: int) -> str:
        return self._kept(("number", value), lambda: self._words.number(value))

    def share(self, value: int) -> str:
        return self._kept(("share", value), lambda: self._words.share(value))

    def stamp(self, wall: str, *, year: bool = False, seconds: bool = False) -> str:
        key = ("stamp", wall, year, seconds)
        return self._kept(key, lambda: self._words.stamp(wall, year=year, seconds=seconds))

    def _kept(self, key: object, make: Callable[[], str]) -> str:
        found = self._said.get(key)
        if found is None:
            if len(self._said) >= _SENTENCES_KEPT:
                self._said.clear()
            found = self._said[key] = make()
        return found


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
