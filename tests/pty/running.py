"""A whole running cabinet for tests: real processes, real pseudo-terminals, SDL's dummy display, a pilot's hand.

Waiting is by asking again until the machine says so, never by a guess how long something takes.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cabinet.app.bench_client import status
from cabinet.app.lines import LineCaller, NoAnswer, Said, ask
from cabinet.app.places import Places, places_of
from cabinet.storage.journal import read_only

PATIENCE_S = 40.0  # a busy machine starts three Pythons slowly
View = dict[str, Any]


class Running:
    """One cabinet on *data*, started with `start` and driven through its pilot."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        self.places: Places = places_of(data)
        self.socket = self.places.runtime / "pilot.sock"
        self._options = options
        self._pilot: LineCaller | None = None
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the program and wait for its pilot's socket."""
        self.socket.unlink(missing_ok=True)
        arguments = ["run", "--headless", "--pilot", str(self.socket), "--data", str(self.data), *self._options]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cabinet", *arguments], stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL
        )
        self._pilot = self._until(self._call, "a pilot")

    def _call(self) -> LineCaller | None:
        assert self.process is not None
        assert self.process.poll() is None, self.process.stderr.read() if self.process.stderr else ""
        with contextlib.suppress(NoAnswer):
            return LineCaller(self.socket, PATIENCE_S)
        return None

    # -- the hand -------------------------------------------------------------------------------------------

    def say(self, **question: Any) -> Said:
        """The pilot's answer, whatever it is."""
        assert self._pilot is not None
        return self._pilot.ask(question)

    def do(self, **question: Any) -> Said:
        """The pilot's answer, which is no error."""
        answer = self.say(**question)
        assert "error" not in answer, (question, answer)
        return answer

    def bench(self, **act: Any) -> Said:
        return self.do(bench=act)

    def view(self) -> View:
        """What the engine shows station 1 now."""
        view: View | None = self.do(view=True)["engine"]
        return view or {}

    def seen(self, what: str, holds: Callable[[View], bool], within_s: float = PATIENCE_S) -> View:
        """The first view for which *holds*."""

        def look() -> View | None:
            view = self.view()
            return view if view and holds(view) else None

        return self._until(look, what, within_s)

    def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Wait until it holds."""
        self._until(lambda: holds() or None, what)

    def still(self, within_s: float = PATIENCE_S) -> Said:
        """The screen's answer once nothing moves on it any more."""

        def look() -> Said | None:
            told = self.do(view=True)
            if told["showing"]:
                self.do(touch=[4, 540])  # a tap on the bare cloth hurries the reveal
            return told if not told["showing"] and told["view"] == told["engine"] else None

        return self._until(look, "a screen at rest", within_s)

    def _until(self, look: Callable[[], Any], what: str, within_s: float = PATIENCE_S) -> Any:
        until = time.monotonic() + within_s
        while (found := look()) is None:
            assert time.monotonic() < until, f"never saw {what}: {self._last()}"
            time.sleep(0.02)
        return found

    def _last(self) -> str:
        logs = {path.name: path.read_text(errors="replace")[-2000:] for path in self.places.logs.glob("*.log")}
        return f"{self.process.poll() if self.process else None} {logs}"

    # -- looking from outside ------------------------------------------------------------------------------

    def world(self) -> Said:
        return status(self.places)

    def records(self) -> list[dict[str, Any]]:
        """Every record on disk, also while the cabinet runs."""
        journal = read_only(self.data)
        try:
            return [record for entry in journal.entries() for record in entry.records]
        finally:
            journal.close()

    def recorded(self, kind: str, times: int) -> None:
        """Wait until so many records of that kind are on disk."""
        enough = f"{times} {kind}"
        self._until(lambda: [r["is"] for r in self.records()].count(kind) >= times or None, enough)

    def pid_of(self, module: str) -> int:
        """The process of this cabinet that runs *module*, 0 = none."""
        ours = (str(self.data), str(self.places.runtime))
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (folder / "cmdline").read_bytes().decode().split("\0")
                if module in words and any(word.startswith(ours) for word in words):
                    return int(folder.name)
        return 0

    def replaced(self, module: str, dead: int) -> None:
        """Wait until another process than *dead* runs *module*."""
        self._until(lambda: self.pid_of(module) not in (0, dead) or None, f"another {module}")

    def kill(self, module: str) -> int:
        """End the process that runs *module* as a power cut would; its number."""
        pid = self.pid_of(module)
        assert pid, f"no process runs {module}"
        os.kill(pid, signal.SIGKILL)
        return pid

    # -- the end -------------------------------------------------------------------------------------------

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Ask the program to end; its exit code and what it said. Fails if it takes 10 s or more."""
        assert self.process is not None
        self.process.send_signal(number)
        return self.ended(10)

    def ended(self, within_s: float = PATIENCE_S) -> tuple[int, str]:
        assert self.process is not None
        _, said = self.process.communicate(timeout=within_s)
        if self._pilot is not None:
            self._pilot.close()
            self._pilot = None
        return self.process.returncode, said

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        with contextlib.suppress(NoAnswer):
            ask(self.places.bench, {"leave": True})
        shutil.rmtree(self.places.runtime, ignore_errors=True)


@contextmanager
def running(data: Path, *options: str) -> Iterator[Running]:
    """A started cabinet, and nothing left of it afterwards."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    cabinet = Running(data, *options)
    try:
        cabinet.start()
        yield cabinet
    finally:
        cabinet.close()


def feed(cabinet: Running, cents: int) -> None:
    """A note goes in and is credited."""
    before = cabinet.view().get("credit_cents", 0)
    assert cabinet.bench(insert_note=cents, wait_ms=20_000) == {"taken": True}
    cabinet.seen("the credit", lambda view: view["credit_cents"] == before + cents)


def bet_and_deal(cabinet: Running, chip_cents: int = 500) -> View:
    """One chip on the main bet, and the tiles: the view with three tiles to lay."""
    cabinet.do(press=f"chip.{chip_cents}")
    cabinet.do(press="bet.main")
    cabinet.do(press="deal")
    return cabinet.seen("tiles", lambda view: view["table"]["phase"] == "setting" and bool(view["table"]["seats"]))
