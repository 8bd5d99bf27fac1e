"""What a page is made from: a state with its row, whoever asks, the newest rows of the journal, a stamp.

Decides how far back a page may look: rows are read newest first in stretches, and never more than LOOK rows for one
page, so that the longest journal costs no more than a short one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Protocol

from cabinet.machine.state import State
from cabinet.ports.access import Role
from cabinet.ports.page import Action, Errand, Page, PageWanted, Params, message
from cabinet.ports.recall import RecalledRound
from cabinet.ports.view import Message
from cabinet.reports.rounds import Rowed
from cabinet.storage.contract import Entry

LOOK = 20_000
"""Rows read for one page at most."""
STRETCH = 500


class Readable(Rowed, Protocol):
    """The reading side of a journal. *first_folder*: where its first copy lies, None when it is no file."""

    def first_folder(self) -> Path | None: ...


class Recall(Protocol):
    """Rounds as they happened, seen from the asking station."""

    def newest(self, most: int, before: int = 0) -> list[RecalledRound]:
        """The last *most* rounds, newest first; those before round *before*, 0 = the newest of all."""
        ...

    def numbered(self, round_number: int) -> RecalledRound | None: ...


class NoRounds:
    """Where no round is read back."""

    def newest(self, most: int, before: int = 0) -> list[RecalledRound]:
        return []

    def numbered(self, round_number: int) -> RecalledRound | None:
        return None


@dataclass(frozen=True, slots=True)
class Asked:
    """One request. *head*: hash of *row*, whose state *state* is. *sign*: the machine's signature of a text for a
    purpose. *recall*: rounds read back. *facts*: what the process knows beyond the machine (the program's digest, a
    folder's state), by name."""

    wanted: PageWanted
    station: int
    who: str
    role: Role
    state: State
    row: int
    head: str
    wall: str
    journal: Readable
    sign: Callable[[str, str], str]
    facts: dict[str, str] = field(default_factory=dict)
    recall: Recall = field(default_factory=NoRounds)

    def param(self, name: str, default: str = "") -> str:
        return dict(self.wanted.params).get(name, default)

    def number(self, name: str, default: int = 0) -> int:
        """A parameter that is a whole number; anything else is the default."""
        text = self.param(name)
        return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else default

    def same(self, **changed: str) -> PageWanted:
        """This page again with some parameters changed; an empty value drops one."""
        params: dict[str, str] = {**dict(self.wanted.params), **changed}
        return PageWanted(self.wanted.page, params_of(**params))

    def printing(self) -> Action:
        """The button that prints this very page."""
        print_it = Errand("print", params_of(**dict(self.wanted.params), page=self.wanted.page))
        return Action("print", message("office.do.print"), print_it)

    def page(self, title: Message, **parts: object) -> Page:
        """The answer to this request."""
        # every part is a field of Page, checked by its constructor
        return Page(self.wanted.page, self.wanted.params, title, self.wall, self.row, **parts)  # type: ignore[arg-type]

    def newest(self, most: int, wanted: Callable[[Entry], bool], before: int = 0) -> tuple[list[Entry], int]:
        """The newest *most* entries that are *wanted*, newest first, older than row *before* (0 = from the end);
        and the row from which to look on, 0 = there is nothing older."""
        found: list[Entry] = []
        top = min(before - 1, self.row) if before else self.row
        lowest = max(0, top - LOOK)
        while top > lowest:
            start = max(lowest + 1, top - STRETCH + 1)
            for entry in reversed(list(islice(self.journal.entries(start), top - start + 1))):
                if wanted(entry):
                    found.append(entry)
                    if len(found) == most:
                        return found, entry.sequence if entry.sequence > 1 else 0
            top = start - 1
        return found, top + 1 if top else 0


def params_of(**params: str) -> Params:
    """Parameters in a fixed order, without the empty ones."""
    return tuple(sorted((name, value) for name, value in params.items() if value))
