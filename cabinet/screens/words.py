"""What the screens need of a language: sentences by code and money in its manner. Knows no catalogue."""

from __future__ import annotations

from typing import Protocol

from cabinet.ports.view import Message


class Words(Protocol):
    """One language. `say` never raises; it writes parameters ending in _cents as money."""

    def say(self, code: str, **params: object) -> str: ...

    def money(self, cents: int) -> str: ...


def said(words: Words, message: Message) -> str:
    """A message of the view as a sentence. A parameter may be called *code*: a fault's code is a fault's name."""
    params = {("fault" if name == "code" else name): value for name, value in message.params}
    return words.say(message.code, **params)
