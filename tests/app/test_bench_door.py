"""What the bench's socket answers, and when the bench is no longer the folder's."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from cabinet.app.bench import Bench
from cabinet.app.bench_client import wiring
from cabinet.app.bench_process import Cut, Door
from cabinet.app.places import Places
from cabinet.settings.load import config_folder, load_profile

PROFILE = load_profile(config_folder() / "bench.yaml")


@pytest.fixture
def door(places: Places) -> Iterator[Door]:
    cut = Cut()
    bench = Bench(PROFILE, places, cut.cut)
    bench.start()
    yield Door(bench, cut, wiring(PROFILE))
    bench.close()


def test_it_tells_acts_and_leaves(door: Door) -> None:
    assert "devices" in door.answer({"status": True})
    assert door.answer({"bench": {"key": "audit", "on": True}}) == {"key": "audit", "on": True}
    assert "error" in door.answer({"steal": True})
    assert not door.leave.is_set()
    assert door.answer({"leave": True}) == {"leaves": True}
    assert door.leave.is_set()


def test_a_cabinet_that_expects_other_devices_gets_another_bench(door: Door) -> None:
    """The profile was changed while the bench of the former one still stood there."""
    assert door.answer({"cabinet": [os.getpid()], "wiring": wiring(PROFILE)}) == {"cabinet": 1}
    assert "error" in door.answer({"cabinet": [os.getpid()], "wiring": ["printer.1 escpos"]})
    assert door.leave.is_set()


def test_a_world_that_was_taken_away_ends_it(door: Door, places: Places) -> None:
    places.world.unlink()
    assert "error" in door.answer({"status": True})
    assert door.leave.is_set()


def _no_descriptors(pid: int) -> int:
    raise OSError(errno.ENOSYS, "not implemented")


@pytest.mark.parametrize("kernel", ["with descriptors", "without"])
def test_the_power_cut_ends_every_process_at_once_and_only_those(
    door: Door, kernel: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kernel == "without":
        monkeypatch.setattr("os.pidfd_open", _no_descriptors)
    sleep = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    hung = [subprocess.Popen(sleep, stdin=subprocess.PIPE) for _ in range(3)]
    other = subprocess.Popen(sleep, stdin=subprocess.PIPE)
    assert "error" in door.answer({"bench": {"power": "cut"}}), "nothing hangs on the mains yet"
    door.answer({"cabinet": [process.pid for process in hung]})
    assert door.answer({"bench": {"power": "cut"}}) == {"power": "cut", "processes": 3}
    assert [process.wait(10) for process in hung] == [-9] * 3
    assert other.poll() is None
    other.communicate()
    assert "error" in door.answer({"bench": {"power": "cut"}}), "and nothing after"


def test_a_process_that_ended_is_not_mistaken_for_another(door: Door) -> None:
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait(10)
    assert door.answer({"cabinet": [gone.pid, "x"]}) == {"cabinet": 0}
