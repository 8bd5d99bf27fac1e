"""The bench seen from the other processes: whether one answers, how one is started, what it says.

Decides nothing about devices; imports none of them, because every start waits for this.
"""

from __future__ import annotations

import fcntl
import subprocess
import sys
from pathlib import Path
from typing import TextIO

from cabinet.app.bench_world import positions, read_shelves, totals
from cabinet.app.lines import NoAnswer, Said, ask
from cabinet.app.places import Places
from cabinet.settings.profile import Profile

_PROCESS = "cabinet.app.bench_process"


def wiring(profile: Profile) -> list[str]:
    """The emulated devices of a profile: a bench with other ones is not its bench."""
    return sorted(f"{device.kind}.{device.station} {device.protocol}" for device in profile.devices if device.emulated)


def launch(profile: Path, places: Places) -> None:
    """Start a bench process; does not wait for it. One that is just leaving is waited for by the new one."""
    places.logs.mkdir(parents=True, exist_ok=True)
    with (places.logs / "bench.log").open("ab") as log:
        subprocess.Popen(
            [sys.executable, "-m", _PROCESS, "--profile", str(profile), "--data", str(places.data)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip


def status(places: Places) -> Said:
    """The world as a running bench tells it, else as it lies on disk."""
    try:
        told = ask(places.bench, {"status": True})
        if "error" not in told:
            return told
    except NoAnswer:
        pass
    shelves = read_shelves(places.world)
    return {**totals(shelves), "devices": positions(shelves)}


def take_lock(path: Path) -> TextIO | None:
    """The lock file at *path*, held until it is closed or the process ends; None = somebody holds it."""
    lock = path.open("a+", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.close()
        return None
    return lock
