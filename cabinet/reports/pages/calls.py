"""Calls: who waits, that somebody is on the way, and how long the last ones waited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cabinet.ports import commands as c
from cabinet.ports.page import Action, Cell, Column, Page, Row, Table, Text, Wall, message, said
from cabinet.reports.counted import seconds
from cabinet.reports.pages.asked import Asked
from cabinet.storage.contract import Entry

SHOWN = 60
_OF_CALLS = frozenset({"CallMade", "CallExplained", "CallTaken", "CallAnswered", "CallWithdrawn"})


@dataclass(slots=True)
class Called:
    """One call, by its stamps; empty = not yet."""

    station: int
    reason: str
    made: str
    taken: str = ""
    answered: str = ""
    withdrawn: bool = False


def page(asked: Asked) -> Page:
    """Every station's calls, open ones first."""
    found, _ = asked.newest(3 * SHOWN, _of_calls)
    calls = _calls(reversed(found))[:SHOWN]
    columns = (
        Column(message("office.calls.when"), 16),
        Column(message("office.calls.station"), 8),
        Column(message("office.calls.reason"), 20),
        Column(message("office.calls.taken_after"), 14, right=True),
        Column(message("office.calls.answered_after"), 14, right=True),
    )
    rows = tuple(_row(call) for call in calls)
    return asked.page(
        message("office.menu.calls"),
        blocks=(Table(columns, rows, empty=message("office.calls.none")),),
        actions=_actions(asked),
    )


def _of_calls(entry: Entry) -> bool:
    return any(record["is"] in _OF_CALLS for record in entry.records)


def _calls(entries: Iterable[Entry]) -> list[Called]:
    """Calls of *entries* (oldest first), open ones first, then the newest."""
    found: list[Called] = []
    waiting: dict[int, Called] = {}
    for entry in entries:
        for record in entry.records:
            match record["is"]:
                case "CallMade":
                    call = waiting[record["station"]] = Called(record["station"], record["reason"], entry.wall)
                    found.append(call)
                case "CallExplained" if record["station"] in waiting:
                    waiting[record["station"]].reason = record["reason"]
                case "CallTaken" if record["station"] in waiting:
                    waiting[record["station"]].taken = entry.wall
                case "CallAnswered" if record["station"] in waiting:
                    waiting.pop(record["station"]).answered = entry.wall
                case "CallWithdrawn" if record["station"] in waiting:
                    call = waiting.pop(record["station"])
                    call.answered, call.withdrawn = entry.wall, True
    newest = found[::-1]
    return sorted(newest, key=lambda call: call.answered != "")


def _row(call: Called) -> Row:
    tone = "" if call.answered else "good" if call.taken else "warn"
    return Row(
        (
            Wall(call.made, seconds=True),
            Text(str(call.station), mono=True),
            said(f"call.{call.reason}"),
            _after(call.made, call.taken),
            said("office.calls.withdrawn") if call.withdrawn else _after(call.made, call.answered),
        ),
        tone,
    )


def _after(made: str, then: str) -> Cell:
    if not then:
        return Text("")
    minutes, rest = divmod(seconds(made, then), 60)
    return Text(f"{minutes}:{rest:02}", mono=True)


def _actions(asked: Asked) -> tuple[Action, ...]:
    call = next((one for one in asked.state.calls if one.station == asked.station), None)
    none = message("office.calls.nobody_waits") if call is None else None
    coming = none or (message("office.calls.taken_already") if call is not None and call.taken else None)
    return (
        Action("take_call", message("office.do.take_call"), c.TakeCall(asked.who), "primary", closed=coming),
        Action("answer_call", message("button.attendant.answer_call"), c.AnswerCall(), "primary", closed=none),
    )
