"""How long from the command to the attract picture, and what `deploy/run.sh` adds to starting the program directly.

    python benchmarks/start.py [RUNS]

Cold: a new data folder each time, headless with the pilot, until the screen says "attract". The overhead is that of a
short command (`config check`) by run.sh and directly, in turn, in one run.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
PATIENCE_S = 60.0


def cold_start(folder: Path) -> float:
    """Seconds from the command to the attract picture; raises TimeoutError."""
    pilot = folder / "pilot.sock"
    command = [
        sys.executable,
        "-m",
        "cabinet",
        "run",
        "--headless",
        "--data",
        str(folder / "data"),
        "--pilot",
        str(pilot),
    ]
    begun = time.perf_counter()
    cabinet = subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while time.perf_counter() - begun < PATIENCE_S:
            if asked(pilot, {"view": True}).get("state") == "attract":
                return time.perf_counter() - begun
            time.sleep(0.02)
        raise TimeoutError("no attract picture came")
    finally:
        asked(pilot, {"quit": True})
        cabinet.wait(20)


def asked(path: Path, what: dict[str, Any]) -> dict[str, Any]:
    """One answer of the pilot, empty while it is not there."""
    try:
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(5)
            link.connect(str(path))
            link.sendall(json.dumps(what).encode() + b"\n")
            answer: dict[str, Any] = json.loads(link.makefile("rb").readline() or b"{}")
            return answer
    except (OSError, ValueError):
        return {}


def seconds(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def overhead(runs: int) -> tuple[float, float]:
    """Medians of run.sh and of the program itself, alternating."""
    by_script, direct = [], []
    for run in range(runs + 1):
        script = seconds(lambda: _quiet(["sh", str(PROJECT / "deploy" / "run.sh"), "config", "check"]))
        program = seconds(lambda: _quiet([sys.executable, "-m", "cabinet", "config", "check"]))
        if run:  # the first pair may still install
            by_script.append(script)
            direct.append(program)
    return statistics.median(by_script), statistics.median(direct)


def _quiet(command: list[str]) -> None:
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)


def main(runs: int) -> None:
    starts = []
    for _ in range(runs):
        folder = Path(tempfile.mkdtemp(prefix="start"))
        os.environ["CABINET_ANCHORS"] = str(folder / "anchors")
        starts.append(cold_start(folder))
        shutil.rmtree(folder, ignore_errors=True)
    print(f"cold start to attract: median {statistics.median(starts):.2f} s, longest {max(starts):.2f} s of {runs}")
    script, program = overhead(runs)
    print(f"config check by run.sh {script:.2f} s, directly {program:.2f} s: {script - program:+.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
