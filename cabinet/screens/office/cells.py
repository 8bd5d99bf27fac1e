"""How a figure of a page is written: money, counts, shares, stamps and sentences in the screen's language."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import assert_never

from cabinet.ports.page import Cell, Cents, Count, Flag, Said, Share, Text, Wall
from cabinet.ports.view import Message
from cabinet.screens.sketch import Sketch

TONES = {"good": "good", "warn": "warn", "bad": "bad", "strong": "gold"}
_STAMP = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*")


def written(sketch: Sketch, cell: Cell) -> str:
    """The text of a cell."""
    words = sketch.words
    match cell:
        case Cents(value, sign):
            return words.money(value) if sign else words.figure(value)
        case Count(value):
            return words.number(value)
        case Share(value):
            return words.share(value)
        case Text(value):
            return value
        case Said(message) | Flag(_, message):
            return told(sketch, message)
        case Wall(stamp, seconds):
            return words.stamp(stamp, seconds=seconds)
        case _:
            assert_never(cell)


def told(sketch: Sketch, message: Message) -> str:
    """A sentence whose parameters may be stamps."""
    params = tuple(
        (name, sketch.words.stamp(value) if _STAMP.fullmatch(value) else value) for name, value in message.params
    )
    return sketch.told(replace(message, params=params))


def colour(cell: Cell, tone: str) -> str:
    """The colour of a cell in a row of that tone."""
    return TONES.get(cell.tone if isinstance(cell, Flag) else tone, "white")
