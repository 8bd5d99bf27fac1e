"""Cash boxes taken out: the last of them, one of them by denomination, and the count room's figures typed in.

A count is typed note by note; what was typed so far stands in the page's own parameters (n2000, tickets, worth), so
that it is nobody's until it is taken. Decides the order in which it is asked for; what a right count is the machine
decides.
"""

from __future__ import annotations

from collections.abc import Iterable

from cabinet.bank.state import Box
from cabinet.ports import commands as c
from cabinet.ports.page import (
    Action,
    Card,
    Cell,
    Cents,
    Column,
    Count,
    Needs,
    Page,
    PageWanted,
    Row,
    Table,
    Text,
    Wall,
    message,
    said,
)
from cabinet.reports.drops import DropLine, drops_of
from cabinet.reports.pages.asked import Asked, params_of
from cabinet.storage.contract import Entry

SHOWN = 40
_OF_BOXES = frozenset({"BoxChanged", "BoxNamed", "DropCounted"})


def page(asked: Asked) -> Page:
    """The last boxes, or the one that is named by its drop."""
    lines = _lines(asked)
    line = next((one for one in lines if (one.station, one.drop) == (asked.station, asked.number("drop"))), None)
    return _list(asked, lines) if line is None else _one(asked, line)


def _lines(asked: Asked) -> list[DropLine]:
    found, _ = asked.newest(4 * SHOWN, _of_boxes)
    stamped = ((entry.wall, record) for entry in reversed(found) for record in entry.records)
    return [line for line in drops_of(stamped) if line.station == asked.station][:SHOWN]


def _of_boxes(entry: Entry) -> bool:
    return any(record["is"] in _OF_BOXES for record in entry.records)


def _list(asked: Asked, lines: list[DropLine]) -> Page:
    box = asked.state.bank.station(asked.station).box
    columns = (
        Column(message("office.drop.when"), 16),
        Column(message("office.drop.number"), 8),
        Column(message("office.drop.box"), 12),
        Column(message("office.drop.booked"), 14, right=True),
        Column(message("office.drop.counted"), 14, right=True),
        Column(message("office.drop.variance"), 14, right=True),
    )
    rows = tuple(_line_row(line) for line in lines)
    return asked.page(
        message("office.menu.drop"),
        cards=_now(box),
        blocks=(Table(columns, rows, empty=message("office.drop.none")),),
        actions=(_name(),),
    )


def _now(box: Box) -> tuple[Card, ...]:
    number: Cell = Text(box.number) if box.number else said("office.drop.unnamed")
    notes = sum(count for _, count in box.notes)
    return (
        Card(message("office.drop.box_in"), number, "" if box.number else "warn"),
        Card(message("office.drop.notes", count=notes), Cents(box.notes_cents, sign=True)),
        Card(message("office.drop.tickets", count=box.tickets), Cents(box.tickets_cents, sign=True)),
    )


def _name() -> Action:
    return Action(
        "name_box",
        message("office.do.name_box"),
        c.NameBox(""),
        "primary",
        needs=Needs.TEXT,
        fill="box",
        prompt=message("office.drop.which_box"),
    )


def _line_row(line: DropLine) -> Row:
    counted: Cell = said("office.drop.not_counted") if line.counted is None else Cents(line.counted.total_cents)
    variance, tone = line.variance_cents, ""
    if variance is not None:
        tone = "good" if variance == 0 else "bad"
    cells = (
        Wall(line.wall),
        Count(line.drop),
        Text(line.box or "-"),
        Cents(line.total_cents),
        counted,
        Text("") if variance is None else Cents(variance),
    )
    return Row(cells, tone, PageWanted("drop", params_of(drop=str(line.drop))))


# -- one box -------------------------------------------------------------------------------------------


def _one(asked: Asked, line: DropLine) -> Page:
    typed = _typed(asked, line)
    missing = next((name for name in typed if typed[name] is None), "")
    columns = (
        Column(message("office.drop.note"), 16),
        Column(message("office.drop.booked"), 10, right=True),
        Column(message("office.drop.counted"), 10, right=True),
        Column(message("office.drop.typed"), 10, right=True),
        Column(message("office.drop.variance"), 12, right=True),
    )
    return asked.page(
        message("office.drop.title", drop=line.drop),
        cards=_cards(line),
        blocks=(Table(columns, tuple(_rows(asked, line, typed))),),
        actions=(*_ask(asked, missing), _take(asked, line, typed, missing), _slip(line)),
        back=PageWanted("drop"),
    )


def _cards(line: DropLine) -> tuple[Card, ...]:
    counted: Cell = said("office.drop.not_counted")
    tone = ""
    if line.counted is not None and line.variance_cents is not None:
        counted, tone = Cents(line.variance_cents, sign=True), "good" if line.variance_cents == 0 else "bad"
    boxes = message("office.drop.boxes", out=line.box or "-", into=line.box_in or "-")
    return (
        Card(message("office.drop.taken_out"), Wall(line.wall)),
        Card(boxes, Cents(line.total_cents, sign=True)),
        Card(message("office.drop.variance"), counted, tone),
    )


def _typed(asked: Asked, line: DropLine) -> dict[str, int | None]:
    """What was typed of this count so far, by parameter, in the order in which it is asked for."""
    values = sorted({value for value, _ in line.notes} | set(asked.state.set_up.money.notes_cents))
    names = [*(f"n{value}" for value in values), "tickets", "worth"]
    typed = {name: asked.number(name) if asked.param(name) else None for name in names}
    # no tickets are worth nothing: that is not asked for
    return typed if typed["tickets"] != 0 else {**typed, "worth": 0}


def _rows(asked: Asked, line: DropLine, typed: dict[str, int | None]) -> Iterable[Row]:
    booked = dict(line.notes)
    found = dict(line.counted.notes) if line.counted is not None else None
    for name, many in typed.items():
        if name.startswith("n"):
            value = int(name[1:])
            was = None if found is None else found.get(value, 0)
            yield _row(asked, Cents(value, sign=True), Count, (booked.get(value, 0), was, many), name, value)
    counted = line.counted
    tickets = None if counted is None else counted.tickets
    worth = None if counted is None else counted.tickets_cents
    yield _row(asked, said("office.drop.tickets_many"), Count, (line.tickets, tickets, typed["tickets"]), "tickets", 0)
    yield _row(asked, said("office.drop.tickets_worth"), Cents, (line.tickets_cents, worth, typed["worth"]), "worth", 1)


def _row(
    asked: Asked,
    label: Cell,
    unit: type[Count] | type[Cents],
    figures: tuple[int, int | None, int | None],
    name: str,
    worth_cents: int,
) -> Row:
    """Booked, counted before, typed now, and by how much the newest differs; a touch has it typed again."""
    booked, counted, now = figures
    newest = now if now is not None else counted
    variance = None if newest is None or not worth_cents else (newest - booked) * worth_cents
    cells = (label, *(Text("") if figure is None else unit(figure) for figure in figures))
    tone = "bad" if newest is not None and newest != booked else ""
    difference: Cell = Text("") if variance is None else Cents(variance)
    return Row((*cells, difference), tone, asked.same(**{name: ""}))


def _ask(asked: Asked, missing: str) -> tuple[Action, ...]:
    """The one figure that is asked for next."""
    if not missing:
        return ()
    if missing.startswith("n"):
        label = message("office.do.count_note", value_cents=int(missing[1:]))
    else:
        label = message(f"office.do.count_{missing}")
    needs = Needs.AMOUNT if missing == "worth" else Needs.NUMBER
    return (Action("count", label, asked.same(), "primary", needs=needs, fill=missing, prompt=label),)


def _take(asked: Asked, line: DropLine, typed: dict[str, int | None], missing: str) -> Action:
    notes = tuple((int(name[1:]), many) for name, many in typed.items() if name.startswith("n") and many)
    count = c.CountDrop(line.drop, notes, typed["tickets"] or 0, typed["worth"] or 0, asked.who)
    closed = message("office.drop.not_all_typed") if missing else None
    known = line.counted
    if known is not None and (known.notes, known.tickets, known.tickets_cents) == (
        notes,
        count.tickets,
        count.tickets_cents,
    ):
        closed = message("office.drop.taken")
    return Action("take_count", message("office.do.take_count"), count, "primary", hold=True, closed=closed)


def _slip(line: DropLine) -> Action:
    return Action("drop_slip", message("office.do.drop_slip"), c.PrintDropSlip(line.drop))
