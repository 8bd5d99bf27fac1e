"""Faults and doors: what is active, in plain words, with what it closes and how it ends; then what there was."""

from __future__ import annotations

from cabinet.machine.faults import FAULTS, Fault, FaultRow, Light, Out
from cabinet.ports import commands as c
from cabinet.ports.deck import DOORS
from cabinet.ports.page import (
    Action,
    Block,
    Card,
    Cell,
    Column,
    Count,
    Flag,
    Page,
    Paragraph,
    Row,
    Said,
    Table,
    Text,
    Wall,
    message,
)
from cabinet.reports.events import Kind
from cabinet.reports.pages.asked import Asked
from cabinet.reports.pages.events import events

SHOWN = 60


def page(asked: Asked) -> Page:
    """The active faults with a button for each that an attendant clears; their history under them."""
    faults = asked.state.faults
    show = asked.param("show")
    if show == "counts":
        return asked.page(message("office.menu.faults"), blocks=(_counts(asked),), back=asked.same(show=""))
    history = show == "history"
    blocks: tuple[Block, ...] = (_history(asked),) if history else (_active(faults),)
    if not (history or faults):
        blocks = (Paragraph(message("attendant.no_faults"), "good"), _history(asked))
    return asked.page(
        message("office.menu.faults"),
        cards=() if history else _doors(asked),
        blocks=blocks,
        actions=() if history else (*_clears(faults), *_onward(asked)),
        back=asked.same(show="") if history else None,
    )


def _doors(asked: Asked) -> tuple[Card, ...]:
    state, found = asked.state, []
    for door in DOORS:
        opened = state.meters.get(f"door.{door}|door_opened", 0)
        is_open = door in state.doors_open
        word = message("office.faults.door_open" if is_open else "office.faults.door_shut", times=opened)
        found.append(Card(message(f"door.{door}"), Said(word), "bad" if is_open else ""))
    return tuple(found)


def _active(faults: tuple[Fault, ...]) -> Table:
    columns = (
        Column(message("office.faults.what"), 34),
        Column(message("office.faults.place"), 12),
        Column(message("office.faults.closes"), 22),
        Column(message("office.faults.light"), 8),
        Column(message("office.faults.ends"), 24),
    )
    return Table(columns, tuple(_row(fault) for fault in faults), empty=message("attendant.no_faults"))


def _row(fault: Fault) -> Row:
    cells: tuple[Cell, ...] = (
        Said(message(f"fault.{fault.code}", place=fault.place)),
        Said(message("office.faults.at", place=fault.place)),
        Said(message(closes(fault.row))),
        Said(message(f"office.light.{fault.row.light.value}")),
        Said(message(ends(fault))),
    )
    return Row(cells, "bad" if fault.row.light is Light.FAST else "warn")


def closes(row: FaultRow) -> str:
    """The code of what a fault closes: play, notes, cash-out."""
    match (row.play, row.notes, row.cash_out):
        case (True, _, Out.CLOSED):
            return "office.closes.everything"
        case (True, _, _):
            return "office.closes.play"
        case (_, True, _):
            return "office.closes.notes"
        case (_, _, Out.BY_HAND):
            return "office.closes.printing"
    return "office.closes.nothing"


def ends(fault: Fault) -> str:
    """The code of how it ends: by itself, by an attendant now or after its cause, or by a technician only."""
    if not fault.row.attendant:
        return "office.ends.itself"
    if not fault.row.clearable:
        return "office.ends.technician"
    return "office.ends.attendant" if fault.cleared_by_hand else "office.ends.cause_first"


def _clears(faults: tuple[Fault, ...]) -> tuple[Action, ...]:
    codes = dict.fromkeys(fault.code for fault in faults if fault.cleared_by_hand)
    return tuple(
        Action(f"clear_{code}", message("office.do.clear", fault=code), c.ClearFault(code), "primary") for code in codes
    )[:6]


def _onward(asked: Asked) -> tuple[Action, ...]:
    return (
        Action("history", message("office.do.history"), asked.same(show="history")),
        Action("counts", message("office.do.counts"), asked.same(show="counts")),
    )


def _history(asked: Asked) -> Table:
    found, older = events(asked, frozenset({Kind.FAULTS, Kind.DOORS}), SHOWN, asked.number("before"))
    rows = []
    for one in found:
        gone = one.code in ("FaultGone", "FaultCleared", "DoorClosed")
        tone = "good" if gone else "warn"
        sign = Flag(tone, message("office.faults.ended" if gone else "office.faults.began"))
        rows.append(Row((Wall(one.wall, True), Text(one.place), sign, Text(one.text))))
    columns = (
        Column(message("office.events.when"), 15),
        Column(message("office.events.place"), 14),
        Column(None, 9),
        Column(message("office.events.what"), 42),
    )
    more = asked.same(show="history", before=str(older)) if older else None
    title = message("office.faults.history", count=asked.state.meters.get("machine|faults", 0))
    return Table(columns, tuple(rows), title=title, older=more, empty=message("office.events.none"))


def _counts(asked: Asked) -> Table:
    """How often each fault was raised in the machine's life, the most frequent first; none that never was."""
    meters = asked.state.meters
    told = sorted(((meters.get(f"fault.{code}|faults", 0), code) for code in FAULTS), reverse=True)
    rows = tuple(Row((Said(message(f"fault.{code}", place="machine")), Count(count))) for count, code in told if count)
    columns = (Column(message("office.faults.what"), 40), Column(message("office.faults.times"), 10, right=True))
    return Table(columns, rows, empty=message("attendant.no_faults"))
