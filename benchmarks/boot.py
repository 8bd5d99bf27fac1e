"""How long a start takes with a long history against one with a short one: whole processes, in turn.

    python benchmarks/boot.py make FOLDER ROUNDS     history by the real engine and writer, synchronising off
    python benchmarks/boot.py boot FOLDER            one start: open, compare, load, ready to play; prints ms
    python benchmarks/boot.py compare LONG SHORT [N] N starts of each in turn, the ratio of the medians

Checkpoints bound the start; what remains is opening and comparing the ends of both copies.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from cabinet.app.compose import Chance, build_engine, build_guard, open_journal, start
from cabinet.chance import SeededChance, SystemChance
from cabinet.clock import ManualClock, SystemClock
from cabinet.engine.engine import Engine
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorReady, DocumentFinished, DocumentStacked, NoteEscrowed
from cabinet.ports.effects import DeviceOrder
from cabinet.ports.signals import DeviceSaid, Pressed
from cabinet.settings.load import load_profile

PROFILE = Path(__file__).parents[1] / "config" / "bench.yaml"


def nowhere(device: str, order: DeviceOrder) -> None:
    """No device is attached: the history is of rounds."""


def make(folder: Path, rounds: int) -> None:
    profile, clock = load_profile(PROFILE), ManualClock()
    journal = open_journal(folder, profile, clock)
    for store in journal._stores:
        store._db.execute("PRAGMA synchronous=OFF")  # only the making is in a hurry
    draws = SeededChance(1)
    # no guard while making: its anchor synchronises after every round, which is what the making leaves out
    engine = build_engine(folder, profile, journal, clock, Chance(draws.for_round, SystemChance()), nowhere)
    start(engine, replace(profile, devices=()))
    engine.handle(DeviceSaid("acceptor.1", AcceptorReady(profile.options.money.notes_cents)))
    begun, played = time.monotonic(), 0
    while played < rounds:
        if engine.state.bank.station(1).books.credit.total < 1000:
            feed(engine)
        for command in (c.AddChip("main", 500), c.Deal(), c.Assist("house_way"), c.Confirm()):
            engine.handle(Pressed(1, command))
        clock.advance(10_000)
        played += 1
        if played % 10_000 == 0:
            print(f"{played} rounds, {played / (time.monotonic() - begun):.0f} a second", flush=True)
    build_guard(folder, journal).save(engine.state)
    journal.close()


def feed(engine: Engine) -> None:
    for event in (NoteEscrowed(10_000), DocumentStacked(), DocumentFinished()):
        engine.handle(DeviceSaid("acceptor.1", event))


def boot(folder: Path) -> None:
    profile, clock = load_profile(PROFILE), SystemClock()
    journal = open_journal(folder, profile, clock)
    guard = build_guard(folder, journal)
    chance = SystemChance()
    engine = build_engine(folder, profile, journal, clock, Chance(lambda _: chance, chance), nowhere, guard)
    print(f"{journal.count()} rows, {engine.state.meters.get('machine|games_played', 0)} rounds")
    journal.close()


def compare(long: Path, short: Path, runs: int) -> None:
    taken: dict[Path, list[float]] = {long: [], short: []}
    for run in range(runs + 1):
        for folder in (long, short):
            begun = time.perf_counter()
            subprocess.run([sys.executable, __file__, "boot", str(folder)], check=True, capture_output=True)
            if run:  # the first pair warms the caches
                taken[folder].append(time.perf_counter() - begun)
    medians = {folder: statistics.median(times) for folder, times in taken.items()}
    print(f"long {medians[long]:.3f} s, short {medians[short]:.3f} s, ratio {medians[long] / medians[short]:.2f}")


if __name__ == "__main__":
    os.environ.setdefault("CABINET_ANCHORS", str(Path(sys.argv[2]).resolve().parent / "anchors"))
    match sys.argv[1:]:
        case ["make", folder, rounds]:
            make(Path(folder), int(rounds))
        case ["boot", folder]:
            boot(Path(folder))
        case ["compare", long, short, *more]:
            compare(Path(long), Path(short), int(more[0]) if more else 9)
        case _:
            sys.exit(__doc__)
