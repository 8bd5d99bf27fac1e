"""Every device unplugged for ten minutes: processor and memory of each process, by hand (A4).

    python benchmarks/unplugged.py FOLDER [--minutes 10] [--profile bench|kiosk] [--silent]

A cabinet runs headless; all cables come out (with --silent they stay in and every device loses its power, so that
the ports are asked in vain). Printed after one minute and at the end: share of one core and resident memory of each
process since the moment before, and the engine's threads and open files. At the end everything is plugged in again
and must come back by itself. Fails if memory or threads grew, or a core is busy.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.pty.running import Running, feed, running

PROCESSES = {
    "engine": "cabinet.app.engine_process",
    "screen": "cabinet.app.screen_process",
    "bench": "cabinet.app.bench_process",
}
DEVICES = ("acceptor", "printer", "deck", "shaker")
BUSY_PERCENT = 10.0
GROWN_KIB = 2048
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


@dataclass(frozen=True, slots=True)
class Figures:
    """One process at one moment. *ticks*: of processor time since it began."""

    ticks: int
    resident_kib: int
    threads: int
    files: int


def figures(pid: int) -> Figures:
    """Read off /proc."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    return Figures(int(words[11]) + int(words[12]), int(words[21]) * _PAGE_KIB, int(words[17]), files)


def all_out(cabinet: Running, silent: bool, out: bool) -> None:
    for device in DEVICES:
        if silent:
            cabinet.bench(device_power=device, on=not out)
        else:
            cabinet.bench(cable=device, **{"in": not out})


def watch(pids: dict[str, int], seconds: float) -> tuple[dict[str, Figures], dict[str, dict[str, float]]]:
    """Figures after *seconds*, and what each process used meanwhile."""
    before, began = {name: figures(pid) for name, pid in pids.items()}, time.monotonic()
    time.sleep(seconds)
    after, took = {name: figures(pid) for name, pid in pids.items()}, time.monotonic() - began
    used = {
        name: {
            "core_percent": round(100 * (after[name].ticks - before[name].ticks) / _TICKS / took, 2),
            **{key: value for key, value in asdict(after[name]).items() if key != "ticks"},
        }
        for name in pids
    }
    return after, used


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--profile", default="bench")
    parser.add_argument("--silent", action="store_true")
    given = parser.parse_args()
    folder = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ["CABINET_ANCHORS"] = str(folder / "anchors")
    with running(folder / "data", "--profile", given.profile) as cabinet:
        feed(cabinet, 2000)
        pids = {name: cabinet.pid_of(module) for name, module in PROCESSES.items()}
        all_out(cabinet, given.silent, out=True)
        cabinet.seen("all lost", lambda view: not view["notes_open"] and len(view["faults"]) >= len(DEVICES))
        early, first = watch(pids, 60.0)
        print(json.dumps({"minute": 1, **first}), flush=True)
        late, last = watch(pids, max(1.0, (given.minutes - 1) * 60))
        print(json.dumps({"minute": given.minutes, **last}), flush=True)
        assert {name: cabinet.pid_of(module) for name, module in PROCESSES.items()} == pids, "a process died"
        all_out(cabinet, given.silent, out=False)
        back = cabinet.seen("all back", lambda view: view["notes_open"] and not view["faults"], 60.0)
        assert back["credit_cents"] == 2000
        for name in pids:
            assert late[name].resident_kib - early[name].resident_kib < GROWN_KIB, (name, early, late)
            assert (late[name].threads, late[name].files) == (early[name].threads, early[name].files), (name, late)
            assert last[name]["core_percent"] < BUSY_PERCENT, (name, last)
    print(json.dumps({"back": True, "credit_cents": 2000}))


if __name__ == "__main__":
    main()
