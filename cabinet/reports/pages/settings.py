"""The options: each with its value and what it is for; a touch on one shows what may be written there.

The rows come as a fact from whoever reads the files; what is right they judge too. Decides only how options stand on a
page: a tab a file, changed ones marked, and for an option of few words a button for each.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from cabinet.machine.choices import closed
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.page import (
    Action,
    Card,
    Column,
    Flag,
    Needs,
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
from cabinet.reports.pages.asked import Asked, params_of

FACT = "options"
MOST_CHOICES = 6
_SHORT = {"refused.money_on": "office.settings.money_on", "refused.logic_door": "office.settings.door_shut"}
"""Why a button is dim, in the room a button has."""


@dataclass(frozen=True, slots=True)
class Option:
    """One row of the fact: texts as they stand in the files. *choices*: all that may be written, empty = too many."""

    file: str
    key: str
    value: str
    factory: str
    description: str
    wanted: str
    critical: bool
    restart: bool
    choices: tuple[str, ...]


def options(asked: Asked) -> tuple[Option, ...]:
    """The options of the fact; none when the process knows of none."""
    rows = json.loads(asked.facts.get(FACT, "[]"))
    return tuple(Option(**{**row, "choices": tuple(row["choices"])}) for row in rows)


def page(asked: Asked) -> Page:
    """All options of one file, or one option."""
    found = options(asked)
    if not found:
        return asked.page(message("office.menu.settings"), blocks=(Paragraph(message("office.settings.none")),))
    key = (asked.param("file"), asked.param("key"))
    one = next((option for option in found if (option.file, option.key) == key), None)
    return _list(asked, found) if one is None else _one(asked, one)


def _list(asked: Asked, found: tuple[Option, ...]) -> Page:
    files = list(dict.fromkeys(option.file for option in found))
    file = asked.param("file") if asked.param("file") in files else files[0]
    tabs = tuple(
        Tab(message("office.settings.file", name=_short(one)), asked.same(file=one), one == file) for one in files
    )
    columns = (
        Column(message("office.settings.option"), 22),
        Column(message("office.settings.value"), 20),
        Column(message("office.settings.needs"), 12),
    )
    rows = tuple(_row(option) for option in found if option.file == file)
    return asked.page(
        message("office.menu.settings"), tabs=(tabs,), blocks=(Table(columns, rows),), notes=_notes(asked)
    )


def _short(file: str) -> str:
    return file.removesuffix(".yaml")


def _row(option: Option) -> Row:
    changed = option.value != option.factory
    where = said("office.settings.logic_door") if option.critical else Text("")
    go = PageWanted("settings", params_of(file=option.file, key=option.key))
    return Row((Text(option.key), Text(option.value), where), "strong" if changed else "", go)


def _notes(asked: Asked) -> tuple[Paragraph, ...]:
    against = closed(asked.state, critical=False)
    if against is None:
        return (Paragraph(message("office.settings.changed_marked")),)
    return (Paragraph(Message(against.code, against.params), "warn"),)


# -- one option ----------------------------------------------------------------------------------------


def _one(asked: Asked, option: Option) -> Page:
    door: Flag | Text = Text("-")
    if option.critical:
        is_open = "logic" in asked.state.doors_open
        door = Flag("good" if is_open else "warn", message("office.settings.logic_door"))
    cards = (
        Card(message("office.settings.value"), Text(option.value)),
        Card(
            message("office.settings.factory"), Text(option.factory), "" if option.value == option.factory else "warn"
        ),
        Card(message("office.settings.needs"), door),
    )
    about = message("office.settings.about", key=option.key, description=option.description)
    right = message("office.settings.right", wanted=option.wanted)
    return asked.page(
        message("office.menu.settings"),
        cards=cards,
        blocks=(Paragraph(about), Paragraph(right)),
        notes=(Paragraph(message("office.settings.restart"), "warn"),) if option.restart else (),
        actions=_actions(asked, option),
        back=PageWanted("settings", params_of(file=option.file)),
    )


def _actions(asked: Asked, option: Option) -> tuple[Action, ...]:
    against = closed(asked.state, option.critical)
    why = None if against is None else message(_SHORT[against.code])
    if 0 < len(option.choices) <= MOST_CHOICES:
        return tuple(_choose(option, choice, why) for choice in option.choices)
    change = Action(
        "change",
        message("office.do.change"),
        c.ChangeOption(option.file, option.key, ""),
        "primary",
        needs=Needs.TEXT,
        fill="text",
        prompt=message("office.settings.right", wanted=option.wanted),
        role=Role.TECHNICIAN,
        closed=why,
        typed=option.value,
    )
    back = Action(
        "factory",
        message("office.do.factory", value=option.factory),
        c.ChangeOption(option.file, option.key, option.factory),
        hold=True,
        role=Role.TECHNICIAN,
        closed=why,
    )
    return (change,) if option.value == option.factory else (change, back)


def _choose(option: Option, choice: str, why: Message | None) -> Action:
    now = choice == option.value
    return Action(
        f"choose.{choice}",
        message("office.settings.choice", value=choice),
        c.ChangeOption(option.file, option.key, choice),
        "primary" if now else "plain",
        hold=True,
        role=Role.TECHNICIAN,
        closed=why if not now else message("refused.option_same"),
    )
