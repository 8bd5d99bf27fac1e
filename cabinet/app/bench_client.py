"""The bench seen from the other processes: whether one answers, how one is started, what it says.

Decides nothing about devices; imports none of them, because every start waits for this.
"""

from __future__ import annotations

import fcntl
import subprocess
import sys
import time
from pathlib import Path
from typing import TextIO

from cabinet.app.bench_world import positions, read_shelves, totals
from cabinet.app.lines import NoAnswer, Said, ask
from cabinet.app.places import Places

_START_S = 15.0
_PROCESS = "cabinet.app.bench_process"


def answers(places: Places) -> bool:
    """Whether a bench serves this folder and its world is the folder's."""
    try:
        return "error" not in ask(places.bench, {"status": True}, 2.0)
    except NoAnswer:
        return False


def launch(profile: Path, places: Places) -> None:
    """Start a bench process unless one answers; does not wait for it."""
    if answers(places):
        return
    places.logs.mkdir(parents=True, exist_ok=True)
    with (places.logs / "bench.log").open("ab") as log:
        subprocess.Popen(
            [sys.executable, "-m", _PROCESS, "--profile", str(profile), "--data", str(places.data)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
        )  # fmt: skip


def wait_for(places: Places, timeout_s: float = _START_S) -> bool:
    """Wait until a bench answers; False = none did in time."""
    until = time.monotonic() + timeout_s
    while not answers(places):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


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
