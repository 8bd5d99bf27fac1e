"""The machine as a whole: in service or not, its program, its clock.

Decides nothing: the clock is the operating system's and is set there; what the program's files ought to be was adopted
by a technician.
"""

from __future__ import annotations

from cabinet.ports import commands as c
from cabinet.ports.page import Action, Card, Flag, Page, Paragraph, Text, Wall, message
from cabinet.reports.pages.asked import Asked

PROGRAM = "program_changed"


def page(asked: Asked) -> Page:
    """Service, program and clock."""
    return asked.page(
        message("office.menu.service"), cards=_cards(asked), blocks=tuple(_about(asked)), actions=_actions(asked)
    )


def _cards(asked: Asked) -> tuple[Card, ...]:
    out = asked.state.out_of_service
    service = Flag("warn" if out else "good", message("service.title" if out else "office.service.in"))
    program = asked.facts.get("program", "")[:16].upper()
    shown = " ".join(program[at : at + 4] for at in range(0, len(program), 4)) or "-"
    return (
        Card(message("office.service.machine"), service, "warn" if out else ""),
        Card(message("office.service.program"), Text(shown, mono=True), "bad" if _changed(asked) else ""),
        Card(message("office.service.clock"), Wall(asked.wall, seconds=True)),
    )


def _about(asked: Asked) -> list[Paragraph]:
    out = asked.state.out_of_service
    found = [Paragraph(message("office.service.is_out" if out else "office.service.is_in"), "warn" if out else "")]
    changed = _changed(asked)
    if changed:
        found.append(Paragraph(message("office.service.changed", files=changed), "bad"))
    else:
        found.append(Paragraph(message("office.service.verified"), "good"))
    kept = asked.facts.get("clock", "free")
    found.append(Paragraph(message(f"office.clock.{'server' if kept == 'server' else 'free'}")))
    return found


def _changed(asked: Asked) -> str:
    """The files that are not as adopted, empty = all are."""
    fault = next((one for one in asked.state.faults if one.code == PROGRAM and one.present), None)
    return "" if fault is None else fault.detail or "?"


def _actions(asked: Asked) -> tuple[Action, ...]:
    verify = Action("verify", message("office.do.verify"), c.VerifyProgram())
    if asked.state.out_of_service:
        return (Action("in_service", message("office.do.in_service"), c.PutInService(), "primary"), verify)
    out = Action("out_of_service", message("office.do.out_of_service"), c.PutOutOfService(), "danger", hold=True)
    return (out, verify)
