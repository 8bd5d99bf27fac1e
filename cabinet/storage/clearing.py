"""A RAM clear on disk: both copies give way to a new journal, wholly or not at all, wherever it is cut.

    prepare    the new history is written beside each copy         a cut: the old journal stands, nothing happened
    commit     one signed plan in the data folder                  the point of no return
    complete   each copy is put aside whole, the new one takes     a cut: the next opening goes on with it, before
               its name; then the plan is removed                  anything else can be read or written

Decides the order. A plan counts only if this machine signed it for the anchor that is in force: one that was copied
and put back later ends nothing. Refuses to know what is carried over and who may clear.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

from cabinet.ports.plain import Plain
from cabinet.storage.chain import Row, canonical, next_row
from cabinet.storage.contract import JournalError
from cabinet.storage.copies import Store
from cabinet.storage.folders import remove_durably, write_durably
from cabinet.storage.signing import MachineKey, verify_text

PLAN_FILE = "ram-clear.json"
_PURPOSE = "ram clear"


class ClearingRefused(JournalError):
    """The plan of a RAM clear that lies here is not one that may be followed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """*kept*: where the old copies go. *code*: the signed head of the new journal. *anchor_before*: the text of the
    anchor when the plan was made, empty when there was none."""

    kept: str
    code: str
    anchor_before: str


class PlanFile(Protocol):
    """One small file whose writing and removing is durable on return."""

    def read(self) -> bytes | None: ...

    def write(self, data: bytes) -> None: ...

    def remove(self) -> None: ...


class DiskPlan:
    """The plan in a data folder."""

    def __init__(self, data: Path) -> None:
        self._path = data / PLAN_FILE

    def read(self) -> bytes | None:
        return self._path.read_bytes() if self._path.exists() else None

    def write(self, data: bytes) -> None:
        write_durably(self._path, data)

    def remove(self) -> None:
        remove_durably(self._path)


def pending(data: Path) -> bool:
    """Whether a RAM clear was cut short here: until it is completed nobody reads or writes the journal."""
    return (data / PLAN_FILE).exists()


def refuse_pending(data: Path) -> None:
    """Raises ClearingRefused while a RAM clear waits to be completed."""
    if pending(data):
        raise ClearingRefused(
            f"a RAM clear of {data} was cut short: start the cabinet, or repeat the command, to complete it"
        )


def chained(entries: Iterable[tuple[Plain | None, Sequence[Plain]]], wall: str) -> tuple[Row, ...]:
    """The rows of a new history: *entries* as (signal, records), the first one the opening."""
    rows: list[Row] = []
    for signal, records in entries:
        rows.append(next_row(rows[-1] if rows else None, signal, records, wall))
    return tuple(rows)


def prepare(stores: Sequence[Store], rows: Sequence[Row]) -> None:
    """The new history beside every copy, read back by nobody yet; raises CopyFailed. Repeatable."""
    for store in stores:
        store.stand_by(rows)


def commit(file: PlanFile, plan: Plan, key: MachineKey) -> None:
    """From here on the old journal is over."""
    text = canonical(asdict(plan))
    file.write((json.dumps({"plan": text, "signature": key.sign_text(_PURPOSE, text)}) + "\n").encode())


def planned(file: PlanFile, public_key: str) -> Plan | None:
    """The plan that waits to be completed, None when there is none; raises ClearingRefused."""
    data = file.read()
    if data is None:
        return None
    try:
        plain = json.loads(data)
        text, signature = plain["plan"], plain["signature"]
        if not verify_text(public_key, _PURPOSE, text, signature):
            raise ClearingRefused("the plan of a RAM clear that lies here was not signed by this machine")
        return Plan(**json.loads(text))
    except (ValueError, KeyError, TypeError) as bad:
        raise ClearingRefused("the plan of a RAM clear that lies here cannot be read") from bad


def check_anchor(plan: Plan, anchor: str) -> None:
    """*anchor*: its text now. Raises ClearingRefused when the machine went on after the plan was made."""
    if anchor.strip() not in (plan.anchor_before.strip(), plan.code):
        raise ClearingRefused("the plan of a RAM clear that lies here is an old one: the machine went on after it")


def swap(stores: Sequence[Store], plan: Plan) -> None:
    """Every copy gives way to the new history. Repeatable; raises CopyFailed."""
    for store in stores:
        store.step_aside(plan.kept)
