"""The dice now in the shaker: how often each face lay up, whether that is still chance, what did not count.

Decides what is shown at once (the machine's own counts) and what takes a walk through the whole journal: each die by
its place, the totals, the sets of dice before. Judges nothing: the evidence and its alarm are the machine's.
"""

from __future__ import annotations

from math import sqrt

from cabinet.machine.dice import ALARM, counts, evidence
from cabinet.ports.access import Role
from cabinet.ports.commands import ChangeDice
from cabinet.ports.page import (
    Action,
    Block,
    Card,
    Chart,
    Column,
    Count,
    Flag,
    Page,
    PageWanted,
    Paragraph,
    Row,
    Series,
    Tab,
    Table,
    Text,
    message,
)
from cabinet.reports.dice import dice, evidence_text, sections
from cabinet.reports.pages.asked import Asked
from cabinet.reports.pages.sections import blocks_of

_QUANTILE = 2.576  # 99 % of fair dice lie inside, each face by itself


def page(asked: Asked) -> Page:
    """Faces of the dice now in the shaker, from the machine's own counts."""
    faces = counts(asked.state)
    found = evidence(faces)
    alarm = found >= ALARM
    word = "biased" if alarm else "fair"
    meters = asked.state.meters
    dropped, frozen, voided = (meters.get(f"machine|dice_{name}", 0) for name in ("dropped", "frozen", "voided"))
    return asked.page(
        message("office.menu.dice"),
        cards=(
            Card(message("dice.rolls"), Count(sum(faces) // 3)),
            Card(message("dice.judged"), Flag("bad" if alarm else "good", message(f"dice.{word}"))),
            Card(message("dice.evidence", alarm=ALARM), Text(evidence_text(found)), "bad" if alarm else "good"),
            Card(message("dice.uncounted"), Text(f"{dropped} · {frozen} · {voided}")),
        ),
        tabs=(_tabs("dice"),),
        blocks=(_chart(faces), _table(faces)),
        actions=_actions(asked),
    )


def _tabs(on: str) -> tuple[Tab, ...]:
    pages = (("dice", "dice.now"), ("dice_all", "dice.all"))
    return tuple(Tab(message(label), PageWanted(name), name == on) for name, label in pages)


def _band(rolls: int) -> tuple[int, int]:
    """Between what a fair face lies, 99 % of the time."""
    spread = _QUANTILE * sqrt(rolls * 5 / 36)
    return max(0, round(rolls / 6 - spread)), round(rolls / 6 + spread)


def _chart(faces: tuple[int, ...]) -> Chart:
    low, high = _band(sum(faces))
    series = Series(message("dice.times"), faces, (low,) * 6, (high,) * 6)
    return Chart(message("dice.faces"), "bars", "count", tuple(map(str, range(1, 7))), (series,))


def _table(faces: tuple[int, ...]) -> Table:
    columns = (
        Column(message("dice.face"), 10),
        Column(message("dice.times"), 14, right=True),
        Column(message("dice.expected"), 14, right=True),
        Column(message("dice.off"), 14, right=True),
    )
    fair = sum(faces) / 6
    rows = tuple(
        Row((Text(str(face)), Count(times), Text(f"{fair:.1f}"), Text(f"{times - fair:+.1f}")))
        for face, times in enumerate(faces, 1)
    )
    return Table(columns, rows)


def _actions(asked: Asked) -> tuple[Action, ...]:
    """Other dice are counted from zero; a test's rolls are shown with the device."""
    if asked.state.device("shaker.0") is None:
        return ()
    why = message("refused.round_running") if asked.state.play.in_round else None
    change = Action(
        "dice.change", message("button.attendant.change_dice"), ChangeDice(asked.who), "danger", hold=True,
        role=Role.TECHNICIAN, closed=why,
    )  # fmt: skip
    look = PageWanted("device", (("device", "shaker.0"),))
    return (Action("dice.try", message("function.shake"), look, role=Role.TECHNICIAN), change)


def whole_page(asked: Asked) -> Page:
    """Every set of dice that was ever in the shaker, as the dice report has it: a walk through the journal."""
    found = dice(asked.journal.rows())
    blocks: tuple[Block, ...] = tuple(block for section in sections(found) for block in blocks_of(section))
    notes = () if blocks else (Paragraph(message("dice.none")),)
    return asked.page(
        message("office.menu.dice"), tabs=(_tabs("dice_all"),), blocks=blocks, notes=notes, actions=(asked.printing(),)
    )
