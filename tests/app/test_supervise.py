"""Children that die, sulk or refuse, under a supervisor; they are tiny programs of their own."""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app import supervise
from cabinet.app.supervise import Ending, Part, Supervisor

LASTING = "import sys, os; os.write(1, b'.'); sys.stdin.read()"
STUBBORN = "import signal, time; signal.signal(15, signal.SIG_IGN); print('.', flush=True)\nwhile 1: time.sleep(9)"


def part(program: str, **more: object) -> Part:
    return replace(Part("engine", (sys.executable, "-c", program)), **more)  # type: ignore[arg-type]


class Watched:
    """A supervisor, what it said, and the processes it told of."""

    def __init__(self, tmp_path: Path, *parts: Part) -> None:
        self.said: list[str] = []
        self.pids: list[list[int]] = []
        self.logs = tmp_path / "logs"
        self.supervisor = Supervisor(parts, self.logs, self.said.append, self._told)
        self.when_told: list[threading.Event] = []

    def _told(self, pids: list[int]) -> None:
        if not self.pids or self.pids[-1] != pids:
            self.pids.append(pids)
        for event in self.when_told:
            event.set()

    def run(self) -> Ending:
        """With a limit: a supervisor that never ends fails the test."""
        limit = threading.Timer(60, self.supervisor.stop)
        limit.start()
        try:
            return self.supervisor.run()
        finally:
            limit.cancel()
            for pid in {pid for pids in self.pids for pid in pids}:
                with pytest.raises(ProcessLookupError):
                    os.kill(pid, 0)


def test_a_part_that_dies_is_started_again(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    once = f"import os, pathlib; p = pathlib.Path({str(mark)!r}); old = p.exists(); p.touch(); old or os._exit(7)\n"
    watched = Watched(tmp_path, part(once + LASTING))
    threading.Timer(2.0, watched.supervisor.stop).start()
    assert watched.run() is Ending.ASKED
    assert watched.said == ["The engine process ended (exit code 7); it is started again."]
    assert len({tuple(pids) for pids in watched.pids if pids}) == 2


def test_three_quick_deaths_in_a_row_end_it_with_the_last_words(tmp_path: Path) -> None:
    watched = Watched(tmp_path, part("raise SystemExit('the disk is gone')"))
    assert watched.run() is Ending.FAILED
    assert watched.said[-1] == (
        "The engine process ended 3 times in a row; the cabinet stops. It said: the disk is gone"
    )
    assert len(watched.said) == 3


def test_wrong_use_is_said_once_and_not_tried_again(tmp_path: Path) -> None:
    watched = Watched(tmp_path, part("import sys; print('no such profile', file=sys.stderr); sys.exit(2)"))
    assert watched.run() is Ending.REFUSED
    assert watched.said == ["no such profile"]


def test_a_display_that_comes_late_is_waited_for(tmp_path: Path) -> None:
    """A16: on a floor a screen without a display is tried again and again."""
    count = tmp_path / "count"
    late = (
        f"import pathlib, sys; p = pathlib.Path({str(count)!r}); n = len(p.read_text()) if p.exists() else 0\n"
        "p.write_text('x' * (n + 1)); n < 5 and sys.exit(2)\n"
    )
    watched = Watched(tmp_path, part(late + "sys.exit(0)", stubborn=True, final=0))
    assert watched.run() is Ending.ASKED
    assert count.read_text() == "x" * 6
    assert len(watched.said) == 2, "not a line a second for days"


def test_a_closed_window_ends_the_cabinet_well(tmp_path: Path) -> None:
    watched = Watched(tmp_path, part(LASTING), part("pass", name="screen", final=0))
    assert watched.run() is Ending.ASKED
    assert watched.said == []


def test_the_bench_window_may_be_closed_and_may_fail(tmp_path: Path) -> None:
    closed = part("pass", name="bench-window", final=0, optional=True)
    failing = part("raise SystemExit('no')", name="other", optional=True)
    watched = Watched(tmp_path, part(LASTING), closed, failing)
    threading.Timer(3.5, watched.supervisor.stop).start()
    assert watched.run() is Ending.ASKED
    assert len([said for said in watched.said if said.startswith("The other")]) == 3
    assert all(len(pids) >= 1 for pids in watched.pids)


def test_a_part_that_works_no_more_is_ended_and_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A16: the process is there, but gives no sign of life."""
    monkeypatch.setattr(supervise, "QUIET_S", 0.3)
    mark = tmp_path / "mark"
    sulks = (
        f"import os, pathlib, time; p = pathlib.Path({str(mark)!r}); old = p.exists(); p.touch()\n"
        "os.write(1, b'.')\n"
        "while old: os.write(1, b'.'); time.sleep(0.05)\n"
        "while True: time.sleep(9)\n"
    )
    watched = Watched(tmp_path, part(sulks))
    threading.Timer(3.0, watched.supervisor.stop).start()
    assert watched.run() is Ending.ASKED
    assert watched.said == ["The engine process ended (SIGKILL); it is started again."]


def test_a_part_that_will_not_end_is_made_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervise, "STOP_S", 0.5)
    watched = Watched(tmp_path, part(STUBBORN), part(LASTING, name="screen"))
    threading.Timer(1.5, watched.supervisor.stop).start()
    assert watched.run() is Ending.ASKED


def test_a_log_is_cut_when_it_is_long(tmp_path: Path) -> None:
    watched = Watched(tmp_path, part("import sys; print('new', file=sys.stderr); sys.exit(2)"))
    watched.logs.mkdir()
    (watched.logs / "engine.log").write_bytes(b"old\n" * 400_000)
    assert watched.run() is Ending.REFUSED
    assert (watched.logs / "engine.log").read_text() == "new\n"
    assert (watched.logs / "engine.log.1").stat().st_size == 1_600_000
