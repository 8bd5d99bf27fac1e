"""Which processes a run is made of, and what it refuses before anything has been started."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cabinet.app.bench_client import take_lock
from cabinet.app.compose import open_journal
from cabinet.app.places import Places, places_of
from cabinet.app.running import Choices, NotHere, keep_running, parts
from cabinet.clock import ManualClock
from cabinet.settings.load import config_folder, load_profile
from cabinet.settings.profile import Profile

BENCH, FLOOR = config_folder() / "bench.yaml", config_folder() / "floor.yaml"
SEEN = Choices(BENCH, headless=False, pilot=None, fullscreen=False)


def names(profile: Profile, places: Places, choices: Choices) -> list[str]:
    return [part.name for part in parts(profile, places, choices)]


def refusal(profile: Profile, data: Path, choices: Choices) -> str:
    with pytest.raises(NotHere) as no:
        keep_running(profile, data, choices, lambda _: None)
    return str(no.value)


def inside(profile: Profile, tmp_path: Path) -> Profile:
    """The floor's profile with both journals in the data folder: no test writes to a second disk."""
    return replace(profile, journal=replace(profile.journal, first="a", second="b"))


def test_the_processes_of_each_kind_of_run(places: Places) -> None:
    bench, floor = load_profile(BENCH), load_profile(FLOOR)
    assert names(bench, places, SEEN) == ["engine", "screen", "bench-window"]
    assert names(bench, places, replace(SEEN, headless=True)) == ["engine"]
    assert names(bench, places, replace(SEEN, headless=True, pilot=places.screen(9))) == ["engine", "screen"]
    assert names(floor, places, SEEN) == ["engine", "screen"]


def test_a_screen_without_a_person_draws_for_nobody(places: Places) -> None:
    _, screen = parts(load_profile(BENCH), places, replace(SEEN, headless=True, pilot=places.screen(9)))
    assert screen.environment["SDL_VIDEODRIVER"] == "dummy"
    assert "--control" in screen.command
    assert "--fullscreen" not in screen.command


def test_a_floors_screen_has_no_control_and_no_bench_and_waits_for_its_display(places: Places) -> None:
    _, screen = parts(load_profile(FLOOR), places, replace(SEEN, fullscreen=True))
    assert not {"--control", "--bench"} & set(screen.command)
    assert "--fullscreen" in screen.command
    assert screen.stubborn
    assert screen.final is None, "a floor's screen is started again however it ends"


def test_a_floor_refuses_pilot_and_emulated_devices(tmp_path: Path) -> None:
    floor = load_profile(FLOOR)
    assert "pilot" in refusal(floor, tmp_path / "a", replace(SEEN, pilot=tmp_path / "p"))
    emulated = replace(floor, devices=tuple(replace(device, port="emulated") for device in floor.devices))
    assert "acceptor.1, printer.1, deck.1" in refusal(emulated, tmp_path / "a", SEEN)
    assert not (tmp_path / "a").exists(), "nothing was begun"


def test_a_folder_is_a_floors_for_ever(tmp_path: Path) -> None:
    """A bench that started on it would write an emulated world beside real money."""
    floor, bench, data = inside(load_profile(FLOOR), tmp_path), inside(load_profile(BENCH), tmp_path), tmp_path / "data"
    open_journal(data, floor, ManualClock()).close()
    assert "is a floor folder for ever" in refusal(bench, data, SEEN)
    assert not (data / "world.json").exists()


def test_a_place_that_can_be_no_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be a data folder" in refusal(load_profile(BENCH), tmp_path / "file", SEEN)


def test_a_second_cabinet_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    places = places_of(tmp_path / "data")
    lock = take_lock(places.lock)
    assert lock is not None
    assert "runs on" in refusal(load_profile(BENCH), tmp_path / "data", replace(SEEN, headless=True))
    lock.close()
    places.lock.unlink()
    places.runtime.rmdir()


@pytest.mark.parametrize(
    ("options", "names_it"),
    [
        ([], "--headless"),
        (["--profile", "no-such", "--headless"], "no-such"),
        (["--profile", "floor", "--headless", "--pilot", "p"], "pilot"),
        (["--headless", "--pilot", "no/such/folder/p"], "no/such/folder/p"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(tmp_path: Path, options: list[str], names_it: str) -> None:
    """No display, no profile, no place for the socket: never a traceback."""
    command = [sys.executable, "-m", "cabinet", "run", "--data", str(tmp_path / "data"), *options]
    environment = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert names_it in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
