"""A page as an attendant asks for it, made from a table of the test, and everything that is said on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from cabinet.machine.recall import NotInRows
from cabinet.ports.access import Role
from cabinet.ports.page import PageWanted
from cabinet.ports.recall import RecalledRound
from cabinet.ports.view import Message, View
from cabinet.reports.pages.asked import Asked, params_of
from cabinet.reports.rounds import newest_places, place_of, recalled_in_order
from cabinet.storage.stored import StoredJournal
from tests.machine.table import Table


class Rounds:
    """Recall over a journal of the test, the history folded whole."""

    def __init__(self, journal: StoredJournal) -> None:
        self._journal = journal

    def newest(self, most: int, before: int = 0) -> list[RecalledRound]:
        return list(recalled_in_order(self._journal, newest_places(self._journal, most, before)[::-1]))[::-1]

    def numbered(self, round_number: int) -> RecalledRound | None:
        place = place_of(self._journal, round_number)
        try:
            return None if place is None else next(recalled_in_order(self._journal, (place,)))
        except NotInRows:
            return None


def asked(
    table: Table, page: str, facts: dict[str, str] | None = None, role: Role = Role.TECHNICIAN, **params: str
) -> Asked:
    """What the desk would hand to a builder now."""
    return Asked(
        wanted=PageWanted(page, params_of(**params)),
        station=1,
        who="anna",
        role=role,
        state=table.state,
        row=table.engine.row,
        head=table.journal.head(),
        wall=table.clock.wall(),
        journal=table.journal,
        sign=lambda purpose, text: "s" * 128,
        recall=Rounds(table.journal),
        facts=facts or {},
    )


def messages(part: object) -> Iterator[Message]:
    """Every message of a page, but for those on a table that is shown as it stood."""
    if isinstance(part, Message):
        yield part
    elif isinstance(part, View):
        return
    elif isinstance(part, tuple | list):
        for one in part:
            yield from messages(one)
    elif is_dataclass(part):
        for one in fields(part):
            yield from messages(getattr(part, one.name))
