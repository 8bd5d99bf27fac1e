"""Which processes a profile's cabinet is made of, and the run of them. Decides what a floor refuses."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cabinet.app.bench_client import launch, take_lock, wiring
from cabinet.app.lines import LineServer, NoAnswer, ask
from cabinet.app.pilot import Pilot
from cabinet.app.places import Places, UnsafePlace, places_of
from cabinet.app.supervise import Ending, Part, Supervisor, python, stop_on_signals
from cabinet.machine.options import Mode
from cabinet.settings.profile import Profile
from cabinet.storage.contract import JournalError
from cabinet.storage.journal import exists, read_opening

_LAUNCH_AGAIN_S = 10.0
_DUMMY = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
_REAL = {"SDL_VIDEODRIVER": "x11,wayland,kmsdrm"}
"""What a person can see: left to itself, SDL would draw for nobody when a display cannot be reached."""
_CODES = {Ending.ASKED: 0, Ending.FAILED: 1, Ending.REFUSED: 2}


class NotHere(Exception):
    """This cabinet must not run like this; the text says why."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line said. *profile*: the profile's file."""

    profile: Path
    headless: bool
    pilot: Path | None
    fullscreen: bool


def keep_running(profile: Profile, data: Path, choices: Choices, say: Callable[[str], None]) -> int:
    """Run the cabinet until it is told to end; the exit code. Raises NotHere before anything was started."""
    places = _checked(profile, data, choices)
    lock = take_lock(places.lock)
    if lock is None:
        raise NotHere(f"a cabinet runs on {data} already")
    hands = _Hands(choices.profile, places, wiring(profile))
    supervisor = Supervisor(parts(profile, places, choices), places.logs, say, hands.tell)
    stop_on_signals(supervisor)
    pilot = _pilot(choices, places, profile, supervisor)
    say(f"The cabinet runs; its data lie in {data}. Ctrl-C ends it.")
    try:
        return _CODES[supervisor.run()]
    finally:
        if pilot is not None:
            time.sleep(0.05)  # the answer to "quit" goes out
            pilot.close()
        lock.close()


def _checked(profile: Profile, data: Path, choices: Choices) -> Places:
    if profile.options.machine.mode is Mode.FLOOR:
        emulated = [f"{device.kind}.{device.station}" for device in profile.devices if device.emulated]
        if choices.pilot is not None:
            raise NotHere("a pilot drives bench profiles only; this one is for a floor")
        if emulated:
            raise NotHere(f"a floor has real devices only; emulated here: {', '.join(emulated)}")
    try:
        _check_mark(profile, data)
        data.mkdir(parents=True, exist_ok=True)
        return places_of(data)
    except OSError as no:
        raise NotHere(f"{data} cannot be a data folder: {no.strerror}") from None
    except (JournalError, UnsafePlace) as no:
        raise NotHere(str(no)) from None


def _check_mark(profile: Profile, data: Path) -> None:
    """The engine looks at the folder's mark itself; this is before a bench writes a world into it."""
    journal, mode = profile.journal, profile.options.machine.mode
    if exists(data, folders=(data / journal.first, data / journal.second)):
        mark = read_opening(data)["mode"]
        if mark != mode.value:
            raise NotHere(f"{data} is a {mark} folder for ever; profile {profile.name} is for a {mode.value}")


class _Hands:
    """Keeps a bench at the emulated devices and tells it which processes hang on the mains."""

    def __init__(self, profile: Path, places: Places, wired: list[str]) -> None:
        self._profile, self._places, self._wired = profile, places, wired
        self._launch_at = 0.0

    def tell(self, pids: list[int]) -> None:
        """These processes are the cabinet; a bench that does not answer is started."""
        if not self._wired:
            return
        try:
            told = ask(self._places.bench, {"cabinet": [os.getpid(), *pids], "wiring": self._wired}, 1.0)
        except NoAnswer as no:
            told = {"error": str(no)}
        if "error" in told and time.monotonic() >= self._launch_at:
            self._launch_at = time.monotonic() + _LAUNCH_AGAIN_S
            launch(self._profile, self._places)


def parts(profile: Profile, places: Places, choices: Choices) -> tuple[Part, ...]:
    """The processes of this run, the engine first."""
    folder = ("--profile", str(choices.profile), "--data", str(places.data))
    pictures = not choices.headless or choices.pilot is not None
    found = [Part("engine", python("cabinet.app.engine_process", *folder, *(["--screens"] if pictures else [])))]
    if pictures:
        found += [_screen(profile, places, choices, station) for station in profile.options.machine.stations]
    if not choices.headless and any(device.emulated for device in profile.devices):
        window = ("--bench-window", "--bench", str(places.bench), "--width", "900", "--height", "900")
        command = python("cabinet.app.screen_process", *window)
        found.append(Part("bench-window", command, environment=_display(choices), final=0, optional=True))
    return tuple(found)


def _display(choices: Choices) -> dict[str, str]:
    """Which displays SDL may take; what the environment names is taken as it is."""
    if choices.headless:
        return _DUMMY
    return {} if os.environ.get("SDL_VIDEODRIVER") else _REAL


def _screen(profile: Profile, places: Places, choices: Choices, station: int) -> Part:
    floor = profile.options.machine.mode is Mode.FLOOR
    told = ["--engine", str(places.engine), "--station", str(station)]
    told += ["--width", str(profile.screen.width), "--height", str(profile.screen.height)]
    told += ["--volume", str(profile.screen.volume), "--rotation", str(profile.screen.rotation)]
    told += ["--contrast"] if profile.screen.high_contrast else []
    told += ["--large"] if profile.screen.large_text else []
    told += ["--no-more-bets"] if profile.screen.no_more_bets else []
    told += ["--language", profile.options.machine.language]
    told += ["--calibration", str(places.data / f"touch-{station}.json")]
    told += ["--fullscreen"] if choices.fullscreen and not choices.headless else []
    told += ["--control", str(places.screen(station))] if choices.pilot is not None else []
    told += [] if floor else ["--bench", str(places.bench)]
    return Part(
        "screen" if station == profile.options.machine.stations[0] else f"screen-{station}",
        python("cabinet.app.screen_process", *told),
        environment=_display(choices),
        final=None if floor else 0,
        stubborn=floor,  # the display of a cabinet may come later than its computer
    )


def _pilot(choices: Choices, places: Places, profile: Profile, supervisor: Supervisor) -> LineServer | None:
    if choices.pilot is None:
        return None
    pilot = Pilot(places, profile.options.machine.stations, supervisor.stop)
    try:
        server = LineServer(choices.pilot, pilot.answer)
    except OSError as no:
        raise NotHere(f"no socket can be made at {choices.pilot}: {no}") from None
    server.start()
    return server
