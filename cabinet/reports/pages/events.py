"""The log on screen: what happened, newest first, by what it is about. The sentences are those of `events`."""

from __future__ import annotations

from cabinet.ports.page import Column, Page, Row, Tab, Table, Text, Wall, message
from cabinet.reports.events import EVENTS, Event, Kind, recent
from cabinet.reports.pages.asked import Asked
from cabinet.storage.contract import Entry

SHOWN = 60
K = Kind
FILTERS: dict[str, frozenset[Kind]] = {
    "all": frozenset({K.ALL}),
    "money": frozenset({K.BILLS, K.TICKETS_IN, K.TICKETS_OUT, K.HANDPAYS}),
    "doors": frozenset({K.DOORS}),
    "faults": frozenset({K.FAULTS}),
    "attendant": frozenset({K.ATTENDANT}),
    "options": frozenset({K.OPTIONS}),
    "devices": frozenset({K.MACHINE}),
}
"""What an attendant may ask for, and the logs that it means."""


def page(asked: Asked) -> Page:
    """The newest events of one filter; `before` looks further back."""
    wanted = asked.param("show", "all")
    kinds = FILTERS.get(wanted, FILTERS["all"])
    found, older = events(asked, kinds, SHOWN, asked.number("before"))
    columns = (
        Column(message("office.events.when"), 14),
        Column(message("office.events.row"), 6, right=True),
        Column(message("office.events.place"), 11),
        Column(message("office.events.what"), 50),
    )
    rows = tuple(Row((Wall(one.wall, True), Text(str(one.row)), Text(one.place), Text(one.text))) for one in found)
    more = asked.same(before=str(older)) if older else None
    tabs = tuple(
        Tab(message(f"office.events.{name}"), asked.same(show=name, before=""), name == wanted) for name in FILTERS
    )
    return asked.page(
        message("office.menu.events"),
        tabs=(tabs,),
        blocks=(Table(columns, rows, older=more, empty=message("office.events.none")),),
        back=asked.same(before="") if asked.param("before") else None,
    )


def events(asked: Asked, kinds: frozenset[Kind], most: int, before: int = 0) -> tuple[list[Event], int]:
    """The newest events of these kinds, newest first, and the row from which to look on (0 = nothing is older)."""

    def wanted(entry: Entry) -> bool:
        return any(_of(record["is"], kinds) for record in entry.records)

    found, older = asked.newest(most, wanted, before)
    state = asked.state
    language = state.draft(asked.station).language or state.set_up.machine.language
    told = [one for one in recent(reversed(found), state.set_up, language) if _of(one.code, kinds)]
    return told[::-1], older


def _of(name: str, kinds: frozenset[Kind]) -> bool:
    words = EVENTS.get(name)
    return words is not None and (Kind.ALL in kinds or bool(kinds.intersection(words.kinds)))
