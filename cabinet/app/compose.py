"""The composition root: builds the parts from a profile and joins them. Decides nothing else."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cabinet import __version__
from cabinet.app.clearing import complete
from cabinet.app.identity import ManifestBroken, ProgramFiles, adopt, adopted, manifest_path, program_digest
from cabinet.app.slips import head_code, slip_out
from cabinet.clock import Clock
from cabinet.engine.chances import Chances, PrintOut, Seal, Source, SourceOf
from cabinet.engine.desk import Desk, Judge
from cabinet.engine.engine import Engine, Outbox
from cabinet.engine.guard import Guard
from cabinet.engine.program import ProgramWatch
from cabinet.games.base import GameOptions
from cabinet.machine.decided import Tables
from cabinet.machine.options import Mode, options_digest
from cabinet.machine.resume import resume
from cabinet.machine.signals import OptionJudged, Signal, Started
from cabinet.machine.state import State
from cabinet.paper.drawn import drawn
from cabinet.paper.tickets import cash_out_ticket, test_page
from cabinet.play.decide import Odds
from cabinet.ports.effects import JudgeOption, KeepDispute, PrintTestPage, PrintTicket
from cabinet.ports.printer import Document, Print
from cabinet.ports.signals import StorageSaid
from cabinet.reports.fold import broken_books, fold, load
from cabinet.settings.changes import judged
from cabinet.settings.load import load_profile
from cabinet.settings.profile import Profile
from cabinet.storage.anchor import AnchorFile
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.clearing import pending
from cabinet.storage.contract import Journal
from cabinet.storage.counter import BoundCounter, TpmCounter
from cabinet.storage.journal import TwinJournal, exists, read_opening
from cabinet.storage.sealing import Sealer
from cabinet.storage.signing import MachineKey


class WrongFolder(Exception):
    """The data folder is not what this profile may work in."""


@dataclass(frozen=True, slots=True)
class Chance:
    """Where draws and numbers come from."""

    source_of: SourceOf
    numbers: Source
    idle: Callable[[], None] | None = None  # tests the generator between games (N-05)


def check_folder(data: Path, profile: Profile) -> None:
    """Bench or floor, for ever: refuse a folder whose first row says the other (raises WrongFolder)."""
    if not exists(data, folders=journal_folders(data, profile)):
        return
    mode = read_opening(data)["mode"]
    if mode != profile.options.machine.mode.value:
        raise WrongFolder(f"{data} is a {mode} folder; profile {profile.name} is for a {profile.options.machine.mode}")


def journal_folders(data: Path, profile: Profile) -> tuple[Path, Path]:
    return data / profile.journal.first, data / profile.journal.second


def open_journal(data: Path, profile: Profile, clock: Clock) -> TwinJournal:
    """The folder's journal, begun with its mark when it is new; raises WrongFolder and the journal's errors."""
    folders = journal_folders(data, profile)
    if pending(data):
        complete(data, folders, anchor_path(data))
    check_folder(data, profile)
    if exists(data, folders=folders):
        return TwinJournal.open(data, folders=folders)
    had_one = any((data / "checkpoints").glob("*.json"))
    key = MachineKey(data / "keys" / "machine.key", may_make=not had_one)
    if had_one or anchor_path(data).exists():
        # both copies are gone, the machine is not new: its meters must not begin at zero again (M-19)
        raise WrongFolder(f"{data} holds no journal, but this machine had one: a technician must restore it")
    opening: dict[str, Any] = {
        "is": "Opened",
        "mode": profile.options.machine.mode.value,
        "machine_id": secrets.token_hex(8),
        "public_key": key.public_key,
        "options_digest": options_digest(profile.options),
        "format": 1,
    }
    return TwinJournal.create(data, opening, clock, folders=folders)


def build_engine(
    data: Path,
    profile: Profile,
    journal: Journal,
    clock: Clock,
    chance: Chance,
    outbox: Outbox,
    guard: Guard | None = None,
    keep: Callable[[KeepDispute], None] = lambda _: None,
) -> Engine:
    """An engine over *journal*, its state from the newest checkpoint and the rows after it; not yet started
    (`start`). *keep* puts a disputed round away and answers with a signal."""
    known = guard.state() if guard is not None else None
    state = load(journal) if known is None else fold(journal.entries(known[1] + 1), known[0])
    seal: Seal = Sealer(data / "keys" / "seal.key", may_make=journal.count() <= 1)
    slips = slip_out(outbox, clock, profile, lambda: head_code(data, journal))
    papers = (_print_out(outbox), slips, aside_of(outbox, keep))
    chances = Chances(chance.source_of, chance.numbers, seal, clock, *papers)
    desk = Desk(judge_of(profile), chances)
    return Engine(journal, state, tables(), clock, desk, outbox, guard, chance.idle)


def judge_of(profile: Profile) -> Judge:
    """Judges an option with all files of *profile* and what was changed on screen before."""

    def judge(wish: JudgeOption, state: State) -> OptionJudged:
        verdict = judged(profile.file, changes_of(state), wish.file, wish.key, wish.text)
        made = verdict.profile.options if verdict.profile is not None else None
        said = (verdict.old, wish.text, wish.who, verdict.critical, verdict.why)
        return OptionJudged(wish.station, wish.file, wish.key, *said, made)

    return judge


def changes_of(state: State) -> dict[tuple[str, str], str]:
    """What was changed on screen, as the loader takes it."""
    return {(file, key): text for file, key, text in state.changes}


def effective(profile: Profile, state: State) -> Profile:
    """*profile* with the options changed on screen laid over its files; raises ConfigRefused when they no longer fit
    the files."""
    return load_profile(profile.file, changes_of(state)) if state.changes else profile


def build_guard(data: Path, journal: TwinJournal, tpm: str = "") -> Guard:
    """Checkpoints in the data folder, the anchor outside of it; *tpm*: the NV index of a counter, empty = none."""
    key = MachineKey(data / "keys" / "machine.key", may_make=False)
    anchor = AnchorFile(anchor_path(data), key)
    checkpoints = Checkpoints(data / "checkpoints", key, STATE_FORM)
    return Guard(journal, checkpoints, anchor, str(read_opening(data)["public_key"]), counter_of(data, tpm))


def counter_of(data: Path, tpm: str) -> BoundCounter | None:
    """The counter of this machine in its TPM and what it is bound to, beside the anchor; None without a TPM."""
    if not tpm:
        return None
    key = MachineKey(data / "keys" / "machine.key", may_make=False)
    return BoundCounter(TpmCounter(tpm), anchor_of(key.public_key).with_suffix(".counter"), key)


STATE_FORM = f"{__version__}/5"
"""The form of a checkpoint's state; a checkpoint of another form is passed over and the journal folded whole."""


def anchor_path(data: Path) -> Path:
    """The anchor of the machine whose key lies in this folder."""
    return anchor_of(MachineKey(data / "keys" / "machine.key", may_make=False).public_key)


def anchor_of(public_key: str) -> Path:
    """The anchor of the machine with this key: an auditor knows it from the journal's first row."""
    return anchor_folder() / f"{public_key[:16]}.anchor"


def anchor_folder() -> Path:
    """Outside every data folder; weaker than a TPM, because whoever owns the system partition owns it."""
    chosen = os.environ.get("CABINET_ANCHORS")
    return Path(chosen) if chosen else Path.home() / ".local" / "state" / "cabinet"


def tables() -> Tables:
    """The exact odds of each game's hands, computed only when they are asked for."""

    @lru_cache(maxsize=8)
    def odds(game: str, options: GameOptions) -> Odds:
        # numpy is slow to import and most commands never ask
        from cabinet.odds.advice import advice

        return advice(game, options)

    return Tables(odds)


def build_program(data: Path, profile: Profile, clock: Clock) -> ProgramWatch:
    """The watch over the program's files. A new floor adopts the program it is begun with; from then on a technician
    does (`verify --adopt`). A bench without a list goes by the files of its start, until one of them is changed."""
    public_key, files = str(read_opening(data)["public_key"]), ProgramFiles()

    def keep(digests: Mapping[str, str], who: str = "as at the start") -> None:
        key = MachineKey(data / "keys" / "machine.key", may_make=False)
        adopt(data, key, digests, who, clock.wall())

    try:
        listed = adopted(data, public_key)
    except ManifestBroken as broken:
        listed = {}
        if manifest_path(data).exists():
            return ProgramWatch(files, listed, broken=str(broken))
        if profile.options.machine.mode is Mode.FLOOR:
            listed = files.digests()
            keep(listed, "first start")
    return ProgramWatch(files, listed, keep=keep)


def start(engine: Engine, profile: Profile, found: Sequence[Signal] = ()) -> None:
    """Boot: write down that the program runs, adopt the options, say what was *found* of the journal, and do
    what is still owed."""
    names = tuple(f"{device.kind}.{device.station}" for device in profile.devices)
    # which program booted: its version and the first digits of the digest of all its files (F-01)
    options = effective(profile, engine.state).options
    engine.handle(Started(f"{__version__}+{program_digest()[:16]}", names, options))
    for what in broken_books(engine.state):
        engine.handle(StorageSaid("books", True, what))
    for said in found:
        engine.handle(said)
    engine.resume(resume(engine.state))


def aside_of(outbox: Outbox, keep: Callable[[KeepDispute], None]) -> Callable[[PrintTestPage | KeepDispute], None]:
    def aside(effect: PrintTestPage | KeepDispute) -> None:
        match effect:
            case PrintTestPage(station):
                outbox(f"printer.{station}", Print(0, test_page()))
            case KeepDispute():
                keep(effect)

    return aside


def _print_out(outbox: Outbox) -> PrintOut:
    def print_out(ticket: PrintTicket, state: State) -> None:
        # job 0 belongs to no ticket: what the printer says of a duplicate moves no money
        job = 0 if ticket.duplicate else ticket.sequence
        outbox(f"printer.{ticket.station}", Print(job, drawn(_ticket(ticket, state))))

    return print_out


def _ticket(ticket: PrintTicket, state: State) -> Document:
    machine, money = state.set_up.machine, state.set_up.money
    return cash_out_ticket(
        site=machine.site,
        address=machine.address,
        asset_number=machine.asset_number,
        station=ticket.station,
        amount_cents=ticket.amount_cents,
        sequence=ticket.sequence,
        number=ticket.number,
        wall=ticket.dated,
        expiry_days=money.ticket_expiry_days,
        currency=machine.currency,
        decimals=machine.decimals,
        language=machine.language,
        bench=machine.mode.value == "bench",
        duplicate=ticket.duplicate,
    )


def device_names(profile: Profile) -> Mapping[str, Any]:
    """Device set-ups by the names the machine knows them by."""
    return {f"{device.kind}.{device.station}": device for device in profile.devices}
