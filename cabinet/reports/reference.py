"""Reference pages made from the tables that the machine itself runs by: meters, faults, the round, words of
records. Nothing here is written twice."""

from __future__ import annotations

from typing import get_args

from cabinet.bank.books import BOOK_NAMES, Books
from cabinet.machine.faults import FAULTS, FaultRow
from cabinet.machine.meters import METERS
from cabinet.machine.records import Record
from cabinet.play.state import TRANSITIONS

_HEAD = "<!-- made by `cabinet docs`; change the table in the code, not this page -->\n\n"


def pages() -> dict[str, str]:
    """File name → Markdown."""
    return {"meters.md": meters(), "faults.md": faults(), "round.md": the_round(), "records.md": records()}


def meters() -> str:
    rows = ["| account | in words |", "|---|---|"]
    rows += [f"| `{name}_cents` | {name.replace('_', ' ')} of one station, by kind of credit |" for name in BOOK_NAMES]
    text = f"{_HEAD}# Meters\n\n## The books\n\n{Books.__doc__}\n\n" + "\n".join(rows)
    text += "\n\n## Other meters\n\n| meter | unit | moved by | what it counts |\n|---|---|---|---|\n"
    moved = "\n".join(
        f"| `{row.name}` | {row.unit} | {', '.join(f'`{name}`' for name in row.moved_by)} | {row.text} |"
        for row in METERS
    )
    return text + moved + "\n\nLifetime meters show ten digits and roll over by themselves.\n"


def faults() -> str:
    text = f"{_HEAD}# Faults\n\nWhat players and attendants read stands in the catalogues under `fault.` and the code. "
    text += "*host* is the exception code in hexadecimal, *alarm* buzzer and sound while no attendant is there.\n\n"
    text += "| code | play | notes in | cash-out | tower | alarm | host | ends |\n|---|---|---|---|---|---|---|---|\n"
    for row in FAULTS.values():
        play, notes = ("closed" if closed else "open" for closed in (row.play, row.notes))
        columns = (f"`{row.code}`", play, notes, row.cash_out.value.replace("_", " "), row.light.value)
        text += f"| {' | '.join(columns)} | {'yes' if row.alarm else ''} | {row.host:02X} | {ends(row)} |\n"
    return text


def ends(row: FaultRow) -> str:
    """How a fault of this row ends, in words."""
    if not row.attendant:
        return "when its cause is gone"
    if not row.clearable:
        return "never on the machine"
    return "by the attendant, once its cause is gone" if row.gone_first else "by the attendant"


def the_round() -> str:
    lines = [
        f"    {phase.value} --> {after.value}: {record.__name__}"
        for (phase, record), follows in TRANSITIONS.items()
        for after in follows
    ]
    return f"{_HEAD}# A round\n\n```mermaid\nstateDiagram-v2\n    [*] --> betting\n" + "\n".join(lines) + "\n```\n"


def records() -> str:
    text = f"{_HEAD}# Records of the journal\n\n| record | fields | meaning |\n|---|---|---|\n"
    for record in get_args(Record):
        doc = (record.__doc__ or "").split("\n\n")[0]
        meaning = "" if doc.startswith(record.__name__ + "(") else " ".join(doc.split()).replace("|", "\\|")
        text += f"| `{record.__name__}` | {', '.join(record.__dataclass_fields__)} | {meaning} |\n"
    return text
