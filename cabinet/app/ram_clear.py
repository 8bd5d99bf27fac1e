"""A RAM clear: a technician ends a journal, its meters are written down first, and a new one begins (R-08, M-20).

Decides when it is refused and in which order it is done. A good journal must owe nothing to anybody; of a damaged one
what it is believed to owe is written into the dump and carried over as claims. Nothing of the old journal is deleted.
Refuses to know how a PIN is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cabinet.app.clearing import anchor_text, complete, follow
from cabinet.app.compose import anchor_of, counter_of, journal_folders
from cabinet.clock import Clock
from cabinet.machine import clearing as machine
from cabinet.machine.evolve import evolve
from cabinet.machine.options import options_digest
from cabinet.machine.records import CarriedOver, TicketsCarried
from cabinet.machine.signals import RamCleared, TicketsHanded
from cabinet.machine.state import State
from cabinet.ports.plain import Plain, encode
from cabinet.reports.dump import CopyDump, dump, in_words
from cabinet.reports.fold import BadRow, load
from cabinet.settings.profile import Profile
from cabinet.storage.anchor import Anchor, AnchorBroken, AnchorFile, rolled_back
from cabinet.storage.chain import canonical, first_problem
from cabinet.storage.clearing import DiskPlan, Plan, chained, commit, pending, prepare
from cabinet.storage.contract import CopyFailed, JournalError
from cabinet.storage.copies import KEPT_FOLDER, SqliteStore
from cabinet.storage.folders import locked, sync_folder, write_durably
from cabinet.storage.journal import read_only, read_opening
from cabinet.storage.reconcile import differing
from cabinet.storage.signing import MachineKey
from cabinet.storage.stored import StoredJournal

_PURPOSE = "meter dump"


class NotCleared(Exception):
    """The RAM clear is refused; each of *reasons* is a sentence."""

    def __init__(self, *reasons: str) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True)
class Wish:
    """Who clears and why. *door_open*: the technician vouches for it where no journal can tell. *machine_id*: where no
    copy has its first row."""

    who: str
    reason: str
    door_open: bool = False
    machine_id: str = ""


@dataclass(frozen=True, slots=True)
class Cleared:
    """*dump*: the file of the meters. *row*, *head*: the end of the old journal. *claims*: how many wait for a
    person."""

    dump: Path
    row: int
    head: str
    claims: int
    damage: str


@dataclass(frozen=True, slots=True)
class _Copy:
    """One copy as it lies there: what is believed of it, and what is wrong with the rest (empty = nothing)."""

    store: SqliteStore
    rows: int
    head: str
    problem: str
    state: State | None


@dataclass(frozen=True, slots=True)
class _Found:
    """*best*: the copy that is believed, None = none. *damage*: why no copy is good to its end. *uncertain*: the
    journal may have gone on after what is believed."""

    copies: tuple[_Copy, ...]
    best: _Copy | None
    damage: str
    uncertain: bool

    @property
    def state(self) -> State | None:
        return self.best.state if self.best is not None else None


def ram_clear(data: Path, profile: Profile, wish: Wish, clock: Clock) -> Cleared | None:
    """Clear; None = one that had been cut short was completed instead, and nothing else done. Raises NotCleared,
    FolderBusy, KeyRefused, and CopyFailed when a disk cannot take the new journal (the old one stands then)."""
    folders = journal_folders(data, profile)
    key = MachineKey(data / "keys" / "machine.key", may_make=False)
    anchor = anchor_of(key.public_key)
    if pending(data):
        complete(data, folders, anchor)
        return None
    with locked(data, *folders):
        found = _look(folders, anchor, key)
        opening = _opening(data, profile, wish, key)
        _check(found, profile, wish)
        return _clear(data, folders, profile, wish, found, opening, key, anchor, clock.wall())


def _clear(
    data: Path,
    folders: tuple[Path, Path],
    profile: Profile,
    wish: Wish,
    found: _Found,
    opening: Plain,
    key: MachineKey,
    anchor: Path,
    wall: str,
) -> Cleared:
    row, head = (found.best.rows, found.best.head) if found.best is not None else (0, "")
    kept = f"{wall[:19].replace(':', '')}-{head[:12] or 'unreadable'}"
    carried, tickets = machine.carried_over(
        found.state,
        who=wish.who,
        reason=wish.reason,
        row=row,
        head=head,
        kept=kept,
        damage=found.damage,
        vouched=_vouched(found.state),
        uncertain=found.uncertain,
        stations=profile.options.machine.stations,
    )
    meters = _write_dump(data, kept, found, opening, wish, key, wall)
    rows = chained(first_entries(opening, carried, tickets), wall)
    prepare([SqliteStore(folder) for folder in folders], rows)
    code = Anchor(rows[-1].sequence, rows[-1].hash, key.sign(rows[-1].hash, rows[-1].sequence)).code()
    plan = Plan(kept, code, anchor_text(anchor))
    commit(DiskPlan(data), plan, key)
    follow(data, folders, anchor, plan)
    counter = counter_of(data, profile.journal.tpm)
    if counter is not None:
        counter.advance(read_only(data))
    return Cleared(meters, row, head, len(carried.claims), found.damage)


def first_entries(
    opening: Plain, carried: CarriedOver, tickets: tuple[TicketsCarried, ...]
) -> list[tuple[Plain | None, list[Plain]]]:
    """The first entries of the new journal, decided by the machine itself so that they can be decided again."""
    entries: list[tuple[Plain | None, list[Plain]]] = [(None, [opening])]
    state = State()
    for signal in (RamCleared(carried), *(TicketsHanded(more) for more in tickets)):
        match signal:
            case RamCleared():
                decision = machine.begun(state, signal.carried)
            case TicketsHanded():
                decision = machine.handed(state, signal.carried)
        assert decision.records, "a new journal takes over nothing"
        entries.append((encode(signal), [encode(record) for record in decision.records]))
        state = evolve(state, *decision.records)
    return entries


# -- looking -----------------------------------------------------------------------------------------------


def _look(folders: tuple[Path, Path], anchor: Path, key: MachineKey) -> _Found:
    first = _copy(folders[0])
    copies = (first, _copy(folders[1], first))
    good = [copy for copy in copies if not copy.problem]
    best = max(good or [copy for copy in copies if copy.rows], key=lambda copy: copy.rows, default=None)
    damage = "" if good else "; ".join(f"copy {copy.store.name}: {copy.problem}" for copy in copies)
    if len(good) == 2:
        fork = differing(good[0].store, good[1].store, min(copy.rows for copy in good))
        damage = f"the copies hold different rows from row {fork}" if fork is not None else ""
    uncertain = bool(damage) or best is None or _rolled_back(best, anchor, key)
    return _Found(copies, best, damage, uncertain)


def _copy(folder: Path, other: _Copy | None = None) -> _Copy:
    """One copy from its first row to its last; what *other* was folded to is not folded twice."""
    store = SqliteStore(folder, read_only=True, at_rest=not SqliteStore(folder).has_log())
    try:
        store.open()
        newest = store.newest()
    except CopyFailed as failed:
        return _Copy(store, 0, "", str(failed), None)
    if newest is None:
        return _Copy(store, 0, "", "it is empty", None)
    problem = first_problem(store, 1, newest.sequence)
    rows = problem.row - 1 if problem else newest.sequence
    what = f"row {problem.row}: {problem.what}" if problem else ""
    view = StoredJournal((store,), read_only=True, last=rows)
    if rows == 0:
        return _Copy(store, 0, "", what, None)
    try:
        head = view.hash_at(rows) or ""
        known = other is not None and not other.problem and other.head == head
        state = other.state if known and other is not None else load(view)
    except BadRow as bad:
        rows, what, state = max(0, bad.row - 1), str(bad), bad.state
        head = view.hash_at(rows) or ""
    except JournalError as bad:
        return _Copy(store, 0, "", str(bad), None)
    return _Copy(store, rows, head, what, state)


def _rolled_back(best: _Copy, anchor: Path, key: MachineKey) -> bool:
    """Whether the anchor knows of a longer or another history."""
    view = StoredJournal((best.store,), read_only=True, last=best.rows)
    try:
        return rolled_back(view, AnchorFile(anchor, key).read(), key.public_key) is not None
    except AnchorBroken:
        return True


def _opening(data: Path, profile: Profile, wish: Wish, key: MachineKey) -> Plain:
    """The first record of the new journal: the same machine and key (M-20); raises NotCleared."""
    try:
        old = read_opening(data)
        if old["mode"] != profile.options.machine.mode.value:
            raise NotCleared(f"This is a {old['mode']} folder; profile {profile.name} is for another.")
        if old["public_key"] != key.public_key:
            raise NotCleared("The key in this folder is not the one of the machine whose journal lies here.")
        machine_id = str(old["machine_id"])
    except JournalError:
        machine_id = wish.machine_id
        if not machine_id:
            raise NotCleared(
                "No copy has its first row: say whose journal this was with --machine-id, as it stands on any export."
            ) from None
    return {
        "is": "Opened",
        "mode": profile.options.machine.mode.value,
        "machine_id": machine_id,
        "public_key": key.public_key,
        "options_digest": options_digest(profile.options),
        "format": 1,
    }


# -- refusing ----------------------------------------------------------------------------------------------


def _check(found: _Found, profile: Profile, wish: Wish) -> None:
    """Raises NotCleared with everything that is against it."""
    currency, decimals = profile.options.machine.currency, profile.options.machine.decimals
    reasons = _door(found, profile, wish)
    if not found.damage and found.state is not None:
        reasons += [in_words(item, currency, decimals) for item in machine.open_items(found.state)]
    if reasons:
        raise NotCleared(*reasons)


def _door(found: _Found, profile: Profile, wish: Wish) -> list[str]:
    """A board that tells of doors is believed; without one, or without its journal, the technician's word is taken."""
    if not _vouched(found.state):
        return []
    if not found.damage and any(device.kind == "deck" for device in profile.devices):
        return ["The logic door is closed: open it while the cabinet runs, then stop the cabinet."]
    if not wish.door_open:
        return ["Nothing can tell whether the logic door is open: vouch for it with --door-open."]
    return []


def _vouched(state: State | None) -> bool:
    """Whether only the technician's word can say that the logic door is open."""
    return state is None or "logic" not in state.doors_open


# -- the dump ----------------------------------------------------------------------------------------------


def _write_dump(data: Path, kept: str, found: _Found, opening: Plain, wish: Wish, key: MachineKey, wall: str) -> Path:
    """The meters of every copy in two files, durable on return (M-20); the path of the one for programs."""
    folder = data / KEPT_FOLDER / kept
    folder.mkdir(parents=True, exist_ok=True)
    sync_folder(folder.parent)
    sync_folder(data)
    copies = tuple(
        CopyDump(
            copy.store.name,
            copy.rows,
            Anchor(copy.rows, copy.head, key.sign(copy.head, copy.rows)).code() if copy.head else "",
            copy.problem,
            copy is found.best,
            copy.state,
        )
        for copy in found.copies
    )
    told = dump(opening, copies, found.damage, wish.who, wish.reason, wall)
    text = canonical(told.plain)
    signed = {"dump": told.plain, "signature": key.sign_text(_PURPOSE, text)}
    for copy in copies:
        if copy.believed and copy.code:
            write_durably(folder / "head.anchor", f"{copy.code}\n".encode("ascii"))
    write_durably(folder / "meters.txt", told.text.encode())
    write_durably(folder / "meters.json", (canonical(signed) + "\n").encode())
    return folder / "meters.json"
