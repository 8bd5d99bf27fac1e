"""The engine without devices and screens, over a folder that no running cabinet holds: for one act, then closed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cabinet.app.compose import Chance, build_engine, build_guard, open_journal
from cabinet.chance import SystemChance
from cabinet.clock import SystemClock
from cabinet.engine.engine import Engine
from cabinet.engine.guard import Guard
from cabinet.ports.effects import DeviceOrder
from cabinet.settings.profile import Profile


def _nowhere(device: str, order: DeviceOrder) -> None:
    """No device is attached."""


@contextmanager
def offline(data: Path, profile: Profile) -> Iterator[tuple[Engine, Guard]]:
    """The engine of *data* as it lies there; raises the journal's errors, FolderBusy while a cabinet runs."""
    clock = SystemClock()
    journal = open_journal(data, profile, clock)
    try:
        chance = SystemChance()
        guard = build_guard(data, journal, profile.journal.tpm)
        chances = Chance(lambda _: chance, chance)
        yield build_engine(data, profile, journal, clock, chances, _nowhere, guard), guard
    finally:
        journal.close()
