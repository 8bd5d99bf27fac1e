"""How quickly the whole cabinet answers a finger and a note: real processes, pseudo-terminals, a display of its own.

    xvfb-run -a -s "-screen 0 1920x1080x24" python benchmarks/answer.py [TOUCHES] [NOTES]

A touch is a chip laid on the main bet or taken back by the pilot. Counted by the screen itself, in pictures after the
one in which the finger came down: the first change on the glass, and the first picture with the machine's answer.
A note is timed twice: from the moment at which the acceptor told the host that it is stacked, and from its being
stacked, which the host hears at its next poll (every 200 ms), both to the picture that shows the credit.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from cabinet.app.lines import LineCaller, NoAnswer, ask
from cabinet.app.places import places_of

PROJECT = Path(__file__).resolve().parents[1]
PATIENCE_S = 90.0
_LOOK_S = 0.002


class Cabinet:
    """A bench cabinet with a window, driven by its pilot."""

    def __init__(self, folder: Path) -> None:
        self.places = places_of(folder / "data")
        self.pilot_path = folder / "pilot.sock"
        command = [sys.executable, "-m", "cabinet", "run", "--data", str(folder / "data"), "--pilot"]
        with (folder / "log").open("wb") as log:
            self._process = subprocess.Popen([*command, str(self.pilot_path)], cwd=PROJECT, stdout=log, stderr=log)
        self._pilot = self._called()

    def _called(self) -> LineCaller:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            try:
                return LineCaller(self.pilot_path, PATIENCE_S)
            except NoAnswer:
                time.sleep(0.05)
        raise TimeoutError("no pilot answers")

    def ask(self, **what: Any) -> dict[str, Any]:
        answer = self._pilot.ask(what)
        assert "error" not in answer, (what, answer)
        return answer

    def credit(self) -> int:
        view = self.ask(view=True)["engine"]
        return int(view["credit_cents"]) if view else 0

    def until(self, done: Any, what: str) -> None:
        until = time.monotonic() + PATIENCE_S
        while not done():
            assert time.monotonic() < until, f"never saw {what}"
            time.sleep(0.02)

    def close(self) -> None:
        try:
            self._pilot.ask({"quit": True})
            self._process.wait(20)
            ask(self.places.bench, {"leave": True})
        except (NoAnswer, subprocess.TimeoutExpired):
            self._process.kill()


def touches(cabinet: Cabinet, count: int) -> list[dict[str, int]]:
    """*count* touches that the machine answered, as the screen counted them."""
    cabinet.ask(press="chip.100")
    cabinet.ask(answers=True)
    found: list[dict[str, int]] = []
    for number in range(count):
        cabinet.ask(press="undo" if number % 2 else "bet.main")
        time.sleep(0.05)
        found += cabinet.ask(answers=True)["touches"]
    return [touch for touch in found if touch["told_frame"] >= 0]


def notes(cabinet: Cabinet, count: int) -> tuple[list[int], list[int]]:
    """Ms from told to shown, and from stacked to shown, of each of *count* notes."""
    told: list[int] = []
    whole: list[int] = []
    for _ in range(count):
        before = cabinet.credit()
        cabinet.ask(answers=True)
        cabinet.ask(bench={"insert_note": 100, "wait_ms": 20_000})
        stacked = _stacked_ms(cabinet)
        cabinet.until(lambda wanted=before + 100: cabinet.credit() == wanted, "the credit")
        time.sleep(0.1)
        shown = next(ms for cents, ms in cabinet.ask(answers=True)["credits"] if cents == before + 100)
        unit = ask(cabinet.places.bench, {"status": True})["devices"]["acceptor.1"]
        told.append(shown - unit["stacked_told_ms"])
        whole.append(shown - stacked)
        cabinet.until(lambda: _position(cabinet) == "idle", "the acceptor at rest")
    return told, whole


def _position(cabinet: Cabinet) -> str:
    return str(ask(cabinet.places.bench, {"status": True})["devices"]["acceptor.1"]["position"])


def _stacked_ms(cabinet: Cabinet) -> int:
    """The monotonic ms at which the note was seen to lie in the stacker, to the time of one look."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if _position(cabinet) == "stacked":
            return time.monotonic_ns() // 1_000_000
        time.sleep(_LOOK_S)
    raise TimeoutError("the note was never stacked")


def line(name: str, values: list[int], unit: str) -> str:
    """Median, 99th percentile and longest of *values*."""
    ranked = sorted(values)
    p99 = ranked[min(len(ranked) - 1, len(ranked) * 99 // 100)]
    return f"{name}: median {statistics.median(ranked):g}, p99 {p99}, longest {ranked[-1]} {unit} of {len(ranked)}"


def main(touch_count: int, note_count: int) -> None:
    folder = Path(tempfile.mkdtemp(prefix="answer"))
    os.environ["CABINET_ANCHORS"] = str(folder / "anchors")
    cabinet = Cabinet(folder)
    try:
        cabinet.until(lambda: (cabinet.ask(view=True)["engine"] or {}).get("notes_open"), "notes to be taken")
        told, whole = notes(cabinet, note_count)
        found = touches(cabinet, touch_count)
    finally:
        cabinet.close()
        shutil.rmtree(folder, ignore_errors=True)
    print(line("touch to the first change", [t["first_frame"] - t["frame"] for t in found], "pictures"))
    print(line("touch to the first change", [t["first_ms"] - t["ms"] for t in found], "ms"))
    print(line("touch to the machine's answer", [t["told_frame"] - t["frame"] for t in found], "pictures"))
    print(line("touch to the machine's answer", [t["told_ms"] - t["ms"] for t in found], "ms"))
    print(line("stacked told to credit shown", told, "ms"))
    print(line("stacked to credit shown, the poll included", whole, "ms"))
    print(f"load of the machine meanwhile: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, int(sys.argv[2]) if len(sys.argv) > 2 else 12)
