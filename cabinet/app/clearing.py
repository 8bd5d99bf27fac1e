"""Completing a RAM clear whose plan is on disk: at once, or at the next opening after a cut.

Decides the order: both copies, the checkpoints that belong to the old history, the anchor, and last the plan.
"""

from __future__ import annotations

from pathlib import Path

from cabinet.storage.clearing import DiskPlan, Plan, check_anchor, planned, swap
from cabinet.storage.copies import KEPT_FOLDER, SqliteStore
from cabinet.storage.folders import locked, move, sync_folder, write_durably
from cabinet.storage.signing import MachineKey


def complete(data: Path, folders: tuple[Path, Path], anchor: Path) -> None:
    """Goes on with the RAM clear that was cut short in *data*; raises FolderBusy, ClearingRefused, CopyFailed."""
    with locked(data, *folders):
        key = MachineKey(data / "keys" / "machine.key", may_make=False)
        plan = planned(DiskPlan(data), key.public_key)
        if plan is not None:
            follow(data, folders, anchor, plan)


def follow(data: Path, folders: tuple[Path, Path], anchor: Path, plan: Plan) -> None:
    """Does what *plan* says, wherever it was left; the caller holds the locks. Every step can be repeated."""
    check_anchor(plan, anchor_text(anchor))
    swap([SqliteStore(folder) for folder in folders], plan)
    _set_checkpoints_aside(data, plan.kept)
    anchor.parent.mkdir(parents=True, exist_ok=True)
    write_durably(anchor, f"{plan.code}\n".encode("ascii"))
    DiskPlan(data).remove()


def anchor_text(anchor: Path) -> str:
    """What the anchor file says, whatever that is; empty when there is none."""
    return anchor.read_text(encoding="utf-8", errors="replace").strip() if anchor.exists() else ""


def _set_checkpoints_aside(data: Path, kept: str) -> None:
    """They are states of the old history; beside new ones, whose numbers are lower, they would push those out."""
    old, aside = data / "checkpoints", data / KEPT_FOLDER / kept
    if not old.exists() or (aside / "checkpoints").exists():
        return
    aside.mkdir(parents=True, exist_ok=True)
    move(old, aside / "checkpoints")
    sync_folder(aside)
    sync_folder(data)
