"""The devices of the machine: who answers, how its line does, what it can be made to do, and another one in its place.

Decides what is said of a device from what it said itself. A function is tried in a test, which the machine keeps apart
from play (`machine.testing`); this page only offers and shows it.
"""

from __future__ import annotations

import json
from typing import Any

from cabinet.machine import dice
from cabinet.machine.state import Device
from cabinet.machine.testing import rolls
from cabinet.ports.access import Role
from cabinet.ports.commands import BeginTest, EndTest, ReplaceDevice
from cabinet.ports.deck import DOORS, KEYS
from cabinet.ports.functions import FUNCTIONS, kind_of
from cabinet.ports.page import (
    SCREEN,
    Action,
    Block,
    Card,
    Cell,
    Column,
    Count,
    Errand,
    Flag,
    Page,
    PageWanted,
    Paragraph,
    Row,
    Tab,
    Table,
    Text,
    message,
    said,
)
from cabinet.ports.view import Message
from cabinet.reports.dice import evidence_text
from cabinet.reports.pages.asked import Asked, params_of


def page(asked: Asked) -> Page:
    """Every device that the profile names."""
    columns = (
        Column(message("devices.col.device"), 17),
        Column(message("devices.col.state"), 11),
        Column(message("devices.col.model"), 52),
        Column(message("devices.col.faults"), 33),
    )
    rows = tuple(_row(asked, device) for device in asked.state.devices)
    panel = Action("panel", message("panel.title"), Errand(SCREEN, (("page", "panel.menu"),)), role=Role.TECHNICIAN)
    return asked.page(
        message("office.menu.devices"), blocks=(Table(columns, rows, empty=message("page.nothing")),), actions=(panel,)
    )


def _row(asked: Asked, device: Device) -> Row:
    faults = [fault.code for fault in asked.state.faults if fault.place == device.name]
    told: Cell = said(f"fault.{faults[0]}") if faults else Text("–")
    return Row(
        (_name(device.name), _answers(device), Text(f"{device.model}  {device.serial}".strip() or "–"), told),
        "" if device.up and not faults else "bad" if device.asked else "warn",
        PageWanted("device", params_of(device=device.name)),
    )


def _name(device: str) -> Cell:
    kind, _, station = device.partition(".")
    return said("devices.name", device=kind, station=station)


def _answers(device: Device) -> Flag:
    if device.up:
        return Flag("good", message("devices.up"))
    return Flag("bad", message("devices.away")) if device.asked else Flag("warn", message("devices.asking"))


def device_page(asked: Asked) -> Page:
    """One device: who it is, its line, its functions, what it did in the test under way."""
    name = asked.param("device")
    device = asked.state.device(name)
    back = PageWanted("devices")
    if device is None:
        return asked.page(
            message("office.menu.devices"), notes=(Paragraph(message("office.unknown"), "warn"),), back=back
        )
    testing = asked.state.testing
    under_test = testing is not None and testing.device == name
    notes = (Paragraph(message("test.banner"), "warn"),) if under_test else ()
    line = asked.param("show") == "line"
    blocks = _link(asked, name) if line else (*_tried(asked, name, under_test), *_live(asked, name))
    return asked.page(
        message("devices.name", device=kind_of(name), station=name.partition(".")[2]),
        cards=_cards(asked, device),
        tabs=(_tabs(asked, line),),
        blocks=blocks,
        notes=notes,
        actions=(*_functions(asked, device), *_ending(under_test), *_replacing(asked, device)),
        back=back,
    )


def _tabs(asked: Asked, line: bool) -> tuple[Tab, ...]:
    return (
        Tab(message("devices.functions"), asked.same(show=""), not line),
        Tab(message("devices.line"), asked.same(show="line"), line),
    )


def _cards(asked: Asked, device: Device) -> tuple[Card, ...]:
    model, serial = asked.state.fitted.get(device.name, ("", ""))
    other = device.up and (device.model, device.serial) != (model, serial)
    fitted = f"{model} {serial}".strip() or "–"
    return (
        Card(message("devices.col.state"), _answers(device)),
        Card(message("devices.col.model"), Text(device.model or "–")),
        Card(message("devices.col.serial"), Text(device.serial or "–")),
        Card(message("devices.fitted"), Text(fitted), "bad" if other else ""),
    )


# -- what it can be made to do -----------------------------------------------------------------------------


def _functions(asked: Asked, device: Device) -> tuple[Action, ...]:
    why = None if device.up else message("refused.device_away", device=kind_of(device.name))
    if asked.state.play.in_round:
        why = message("refused.round_running")
    testing = asked.state.testing
    return tuple(
        Action(
            f"try.{name}",
            message(f"function.{name}"),
            BeginTest(device.name, name),
            "primary" if testing is not None and (testing.device, testing.function) == (device.name, name) else "plain",
            role=Role.TECHNICIAN,
            closed=why,
        )
        for name in FUNCTIONS.get(kind_of(device.name), ())
    )


def _ending(under_test: bool) -> tuple[Action, ...]:
    return (Action("end_test", message("devices.end_test"), EndTest(), role=Role.TECHNICIAN),) if under_test else ()


def _replacing(asked: Asked, device: Device) -> tuple[Action, ...]:
    """Only while another one answers than the one fitted: first it is exchanged, then it is said so."""
    known = asked.state.fitted.get(device.name)
    if not device.up or known in (None, (device.model, device.serial)):
        return ()
    replace = ReplaceDevice(device.name)
    return (Action("replace", message("devices.replace"), replace, "danger", hold=True, role=Role.TECHNICIAN),)


def _tried(asked: Asked, name: str, under_test: bool) -> tuple[Block, ...]:
    """What the device did in a test, newest first; of dice also how the faces fell."""
    if not under_test:
        return ()
    tried = asked.state.draft(asked.station).tried
    rows = tuple(Row((Text(dict(one.params)["time"], mono=True), _told(one))) for one in reversed(tried))
    columns = (Column(message("devices.col.number"), 8, right=True), Column(message("devices.col.did"), 60))
    table = Table(columns, rows, message("devices.tried"), empty=message("test.nothing"))
    found = rolls(tried)
    return (table, _faces(found)) if found and kind_of(name) == "shaker" else (table,)


def _told(one: Message) -> Cell:
    return said(one.code, **{name: value for name, value in one.params if name != "time"})


def _faces(found: tuple[tuple[int, ...], ...]) -> Table:
    faces = [face for roll in found for face in roll]
    times = tuple(faces.count(face) for face in range(1, 7))
    columns = tuple(Column(message("page.text", text=str(face)), 10, right=True) for face in range(1, 7))
    evidence = Column(message("dice.evidence_short"), 24, right=True)
    row = Row((*map(Count, times), Text(evidence_text(dice.evidence(times)))))
    return Table((*columns, evidence), (row,), message("devices.test_faces", rolls=len(found)))


# -- how it is ---------------------------------------------------------------------------------------------


def _live(asked: Asked, name: str) -> tuple[Block, ...]:
    """What a board senses now, what else is wrong with the device."""
    rows: list[Row] = []
    if kind_of(name) == "deck":
        for door in DOORS:
            is_open = door in asked.state.doors_open
            word = Flag("bad" if is_open else "good", message("devices.open" if is_open else "devices.shut"))
            rows.append(Row((said(f"door.{door}"), word)))
        for key in KEYS:
            on = key in asked.state.keys_on
            rows.append(Row((said(f"devices.key.{key}"), said("devices.on" if on else "devices.off"))))
    for fault in asked.state.faults:
        if fault.place == name:
            rows.append(Row((said(f"fault.{fault.code}"), Text(fault.detail or "–")), "bad"))
    if not rows:
        return ()
    columns = (Column(message("devices.col.what"), 30), Column(message("devices.col.now"), 30))
    return (Table(columns, tuple(rows), message("devices.live")),)


def _link(asked: Asked, name: str) -> tuple[Block, ...]:
    """The line's counts and its last transfers, where the process that has the port tells them."""
    told = asked.facts.get(f"link.{name}")
    if not told:
        return ()
    link: dict[str, Any] = json.loads(told)
    counts = ("path", "opened", "lost", "received_bytes", "sent_bytes", "last")
    rows = tuple(Row((said(f"devices.link.{one}"), Text(str(link[one]) or "–"))) for one in counts)
    frames = tuple(
        Row((Text(f"{one['ago_ms'] / 1000:.1f} s"), Text(one["way"].upper()), Text(one["data"], mono=True)))
        for one in reversed(link["trace"])
    )
    heads = (
        Column(message("devices.col.ago"), 17, right=True),
        Column(message("devices.col.way"), 12),
        Column(message("devices.col.bytes"), 71),
    )
    columns = (Column(message("devices.col.what"), 30), Column(message("devices.col.now"), 50))
    return (Table(columns, rows, message("devices.link")), Table(heads, frames, message("devices.frames")))
