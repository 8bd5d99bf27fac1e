"""Where an archive may end: after a closed month, between two rounds, with the newest rounds left in the cabinet.

Decides which row is archived last and signs what all rows up to it led to. Refuses to know how rows are moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from cabinet.bank.options import Validation
from cabinet.machine.state import State
from cabinet.ports.plain import encode
from cabinet.reports.fold import beginning, fold, opening
from cabinet.storage.anchor import Anchor
from cabinet.storage.archive import in_order, manifest, opened, problems
from cabinet.storage.base import sign_base
from cabinet.storage.chain import entry_of, first_row, hash_of
from cabinet.storage.contract import Base, Entry, Journal
from cabinet.storage.signing import MachineKey, verify

KEPT_ROUNDS = 100
"""Rounds that stay for recall on the machine (H-01 asks for ten)."""
KEPT_TICKETS = 35
"""Tickets out that stay for the log on the machine (H-11)."""


class NothingToArchive(ValueError):
    """No row may go yet; the text says why."""


def base_before(journal: Journal, month: str, key: MachineKey, form: str) -> Base:
    """The base after the last row of a month before *month* ("2026-11") that may be archived. Raises
    NothingToArchive and BadRow."""
    state, after = beginning(journal)
    ends: list[tuple[int, State]] = []
    this_month = ""
    for entry in journal.entries(after + 1):
        if this_month and entry.wall[:7] > this_month and not state.play.in_round:
            ends.append((entry.sequence - 1, state))
        # a clock that was set back opens no month again
        this_month = max(this_month, entry.wall[:7])
        state = fold((entry,), state)
    chosen = [(row, then) for row, then in ends if _closed(journal, row, month) and _spare(then, state)]
    if not chosen:
        raise NothingToArchive(
            f"no month before {month} is closed with {KEPT_ROUNDS} rounds and {KEPT_TICKETS} tickets after it"
        )
    row, then = chosen[-1]
    head = journal.hash_at(row)
    assert head is not None
    return sign_base(key, row, head, opening(journal), encode(replace(then, drafts={})), form)


def _closed(journal: Journal, row: int, month: str) -> bool:
    entry = next(iter(journal.entries(row)))
    return entry.wall[:7] < month


def _spare(then: State, now: State) -> bool:
    """Whether enough happened between the two states to stay in the cabinet."""
    rounds = now.play.next_round - then.play.next_round
    before = {bank.station: bank.next_ticket for bank in then.bank.stations}
    tickets = sum(bank.next_ticket - before.get(bank.station, 1) for bank in now.bank.stations)
    return rounds >= KEPT_ROUNDS and (tickets >= KEPT_TICKETS or now.set_up.money.validation is Validation.NONE)


def history(journal: Journal, archives: Sequence[Path], public_key: str) -> tuple[Iterator[Entry], list[str]]:
    """Every entry of the cabinet's life, and what is wrong with the archives or missing between them. Raises
    BadArchive."""
    found, next_row, head = [], 1, ""
    folders = in_order(archives)
    for folder in folders:
        said = manifest(folder)
        found += list(problems(folder, public_key))
        base = opened(folder).base()
        if said["first"] != next_row or (base is not None and base.hash != head):
            found.append(f"{folder} begins at row {said['first']}: the archive of row {next_row} is not given")
        next_row, head = said["last"] + 1, said["head"]
    here = journal.base()
    if (here.sequence + 1, here.hash) != (next_row, head) if here else bool(folders):
        found.append(f"the journal does not go on where the archives end, at row {next_row}")
    return _entries(journal, folders), found


def _entries(journal: Journal, folders: Sequence[Path]) -> Iterator[Entry]:
    for folder in folders:
        store, last = opened(folder), manifest(folder)["last"]
        at = first_row(store)
        while at <= last and (rows := store.rows(at, 500)):
            yield from (entry_of(row) for row in rows)
            at = rows[-1].sequence + 1
        store.close()
    yield from journal.entries()


def in_archives(kept: Anchor, archives: Sequence[Path], public_key: str) -> str | None:
    """Why a signed head of an archived row is not proved, None when it is. The archives' own chains are checked
    elsewhere. Raises BadArchive."""
    if not verify(public_key, kept.head, kept.sequence, kept.signature):
        return "the anchor was not signed by this machine"
    for folder in archives:
        said = manifest(folder)
        if said["first"] <= kept.sequence <= said["last"]:
            store = opened(folder)
            same = hash_of(store, kept.sequence) == kept.head
            store.close()
            return None if same else f"row {kept.sequence} is not the one the anchor knows"
    return f"row {kept.sequence} lies in an archive: give it with --archive"
