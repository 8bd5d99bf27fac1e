"""A data folder opened with the whole machine in one thread: real journal, twins in memory, virtual time.

The emulated world is a file in the folder and outlives the process: a kill leaves every device where it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cabinet.app.compose import Chance, build_engine, build_guard, open_journal, start
from cabinet.app.demo import Demo, summary
from cabinet.app.devices import driver, twin
from cabinet.app.rig import Rig
from cabinet.chance import SeededChance, SystemChance
from cabinet.clock import ManualClock
from cabinet.settings.profile import Profile
from cabinet.storage.contract import Journal
from drivers.emulators.wire import Wire
from drivers.emulators.world import World

WORLD_FILE = "world.json"
BEGINNING = "2026-01-01T00:00:00+00:00"


class Rigged:
    """An opened folder, its machine booted."""

    def __init__(self, rig: Rig, journal: Journal, seed: int) -> None:
        self.rig, self._journal, self._seed = rig, journal, seed

    def play(self, rounds: int) -> dict[str, Any]:
        """Play *rounds* more; returns the figures of `summary`."""
        Demo(self.rig, self._seed).play(rounds)
        return summary(self.rig.engine.state, self._journal.count())


@contextmanager
def open_rigged(data: Path, profile: Profile, seed: int, beginning: str = BEGINNING) -> Iterator[Rigged]:
    """Open (or begin, at the stamp *beginning*) *data* and boot the machine on it; raises the journal's and the
    folder's errors."""
    clock = ManualClock(beginning)
    journal = open_journal(data, profile, clock)
    try:
        newest = journal.newest()
        clock = ManualClock(newest.wall if newest is not None else beginning)
        rig = make_rig(profile, World(data / WORLD_FILE), clock, seed)
        guard = build_guard(data, journal, profile.journal.tpm)
        engine = build_engine(data, profile, journal, clock, scripted(seed), rig.outbox, guard)
        rig.attach(engine)
        start(engine, profile, guard.at_boot(journal.healed))
        yield Rigged(rig, journal, seed)
        engine.stop()
    finally:
        journal.close()


def make_rig(profile: Profile, world: World, clock: ManualClock, seed: int) -> Rig:
    """Every device of the profile as driver and twin over a perfect wire."""
    wires = {}
    for setup in profile.devices:
        name = f"{setup.kind}.{setup.station}"
        wires[name] = Wire(name, driver(setup, profile.options), twin(setup, world, seed, profile.options))
    return Rig(wires, clock)


def scripted(seed: int) -> Chance:
    """Draws by (seed, round number); validation numbers from the operating system, as on a floor."""
    draws = SeededChance(seed)
    return Chance(draws.for_round, SystemChance())
