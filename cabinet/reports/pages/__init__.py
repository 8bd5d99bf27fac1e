"""The attendant's pages: one builder a file, one line in the table. A builder is a pure function of what is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cabinet.ports.access import Role
from cabinet.ports.page import Page, Paragraph, message
from cabinet.reports.pages import (
    calls,
    devices,
    dice,
    drop,
    events,
    faults,
    handpays,
    meters,
    money,
    reports,
    round,
    rounds,
    service,
    settings,
)
from cabinet.reports.pages.asked import Asked


@dataclass(frozen=True, slots=True)
class Maker:
    """*role*: the least that may read it. *slow*: made in a process of its own while the screen shows "counting…"."""

    build: Callable[[Asked], Page]
    role: Role = Role.ATTENDANT
    slow: bool = False


PAGES: dict[str, Maker] = {
    "meters": Maker(meters.page),
    "money": Maker(money.page),
    "events": Maker(events.page),
    "faults": Maker(faults.page),
    "handpays": Maker(handpays.page),
    "rounds": Maker(rounds.page),
    "round": Maker(round.page),
    "devices": Maker(devices.page),
    "device": Maker(devices.device_page),
    "dice": Maker(dice.page),
    "dice_all": Maker(dice.whole_page, slow=True),
    "reports": Maker(reports.page, Role.OPERATOR, slow=True),
    "drop": Maker(drop.page),
    "calls": Maker(calls.page),
    "settings": Maker(settings.page, Role.OPERATOR),
    "service": Maker(service.page),
}
"""By the name a screen asks for. Those of the left menu stand in `cabinet.screens.office.menu` too."""


def made(asked: Asked) -> Page:
    """The page that is asked for; an unknown name or too low a role is a page that says so."""
    maker = PAGES.get(asked.wanted.page)
    if maker is None:
        return asked.page(message("office.unknown"))
    if not asked.role.covers(maker.role):
        why = Paragraph(message("refused.role", "refusal", role=maker.role.value), "warn")
        return asked.page(message(f"office.menu.{asked.wanted.page}"), notes=(why,))
    return maker.build(asked)
