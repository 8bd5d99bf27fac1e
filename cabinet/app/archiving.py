"""One archiving, from the row that announces it to copies that begin after it. The cabinet must be off.

Decides the order: what is to go is written down first, so that an archive never surprises; then the rows move.
"""

from __future__ import annotations

from pathlib import Path

from cabinet.app.compose import STATE_FORM
from cabinet.app.offline import offline
from cabinet.app.recalling import machine_key
from cabinet.ports.signals import RowsArchived
from cabinet.reports.archiving import base_before
from cabinet.settings.profile import Profile
from cabinet.storage.archive import archive
from cabinet.storage.contract import Base
from cabinet.storage.journal import read_only


def archived(data: Path, profile: Profile, out: Path, month: str, who: str) -> tuple[Path, Base]:
    """The archive of all closed months before *month*, and the base that stands in its place. Raises
    NothingToArchive, KeyRefused and the journal's errors."""
    key = machine_key(data)
    base = base_before(read_only(data), month, key, STATE_FORM)
    with offline(data, profile) as (engine, _):
        engine.handle(RowsArchived(who, base.sequence, base.hash))
    return archive(data, out, base, key), base
