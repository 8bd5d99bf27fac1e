"""The main-bet analysis, tables built from nothing, against brute force in C++: paired runs, medians.

A pair is the C++ program and a fresh Python process, one right after the other, so that a busy machine slows both.
Each says how long its own computation took; the Python process makes the analysis several times, every time from
nothing, and its first one (cold: memory not yet mapped, numpy's first calls) is shown apart. The whole processes,
start and imports included, are timed from outside. All must print the same three counts.

    python benchmarks/main_bet/compare.py [--runs 9]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

HERE = Path(__file__).resolve().parent
PROGRAMS = ("brute_force", "brute_force_lanes")
MOST_RATIO = 0.5
REPEATS = 7

ANALYSIS = f"""
from time import perf_counter
from cabinet.odds.main_bet import analyse
took = []
for _ in range({REPEATS}):
    start = perf_counter()
    counts = analyse().optimal
    took.append((perf_counter() - start) * 1000)
print(counts.won, counts.pushed, counts.lost)
print(*took)
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One process: the counts it printed, its computations and the whole of it in milliseconds."""

    counts: str
    took_ms: tuple[float, ...]
    whole_ms: float


def main() -> None:
    """Compile, run in pairs, and say the medians; exit 1 if the counts differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder:
        for program in PROGRAMS:
            built = _built(program, Path(folder))
            pairs = [(_compiled(built), _python()) for _ in range(runs)]
            _report(program, pairs)


def _built(program: str, folder: Path) -> Path:
    path = folder / program
    subprocess.run(["g++", "-O3", "-march=native", "-o", path, HERE / f"{program}.cpp"], check=True)
    return path


def _compiled(path: Path) -> Run:
    start = perf_counter()
    done = subprocess.run([path], capture_output=True, text=True, check=True)
    return Run(done.stdout.strip(), (float(done.stderr),), (perf_counter() - start) * 1000)


def _python() -> Run:
    environment = {**os.environ, "PYTHONPATH": str(HERE.parents[1])}
    start = perf_counter()
    done = subprocess.run([sys.executable, "-c", ANALYSIS], capture_output=True, text=True, check=True, env=environment)
    counts, took = done.stdout.splitlines()
    return Run(counts, tuple(map(float, took.split())), (perf_counter() - start) * 1000)


def _report(program: str, pairs: list[tuple[Run, Run]]) -> None:
    counts = {run.counts for pair in pairs for run in pair}
    if len(counts) != 1:
        sys.exit(f"the counts differ: {counts}")
    again = [median(ours.took_ms[1:]) for _, ours in pairs]
    theirs = [run.took_ms[0] for run, _ in pairs]
    ratio = median(mine / other for mine, other in zip(again, theirs, strict=True))
    cold = median(ours.took_ms[0] / run.took_ms[0] for run, ours in pairs)
    print(f"{program}, {len(pairs)} pairs, counts {counts.pop()}")
    print(f"  computation   C++ {median(theirs):7.2f} ms   ours {median(again):7.2f} ms   median ratio {ratio:.2f}")
    print(
        f"  first in its process   ours {median(run.took_ms[0] for _, run in pairs):7.2f} ms   median ratio {cold:.2f}"
    )
    whole = median(run.whole_ms for run, _ in pairs), median(run.whole_ms for _, run in pairs)
    print(f"  whole process   C++ {whole[0]:.1f} ms   ours, {REPEATS} analyses {whole[1]:.1f} ms")
    print(f"  {'met' if ratio <= MOST_RATIO else 'NOT met'}: at most {MOST_RATIO}")


if __name__ == "__main__":
    main()
