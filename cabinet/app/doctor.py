"""Looks a machine over before a cabinet runs on it: what is there, what answers, what to mend, in order.

Decides what a finding means for the cabinet; changes nothing. Every check ends by itself.
"""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from cabinet.app.doctor_ports import Check, ports
from cabinet.settings.profile import Profile

NEEDED = (
    "pygame-ce",
    "pyserial",
    "PyYAML",
    "pydantic",
    "numpy",
    "cryptography",
    "Pillow",
    "typer",
    "rich",
    "num2words",
    "segno",
    "Babel",
    "fonttools",
)
SPACE_BYTES = 512 * 1024 * 1024
SLOW_SYNC_MS = 50
FAST_SYNC_US = 20


def examine(data: Path, profile: Profile, probe_ports: bool) -> list[Check]:
    """Every check, what must be mended first."""
    checks = [*_versions(), *_disk(data), *_clock(), *_screen(), *_sound(), *ports(profile, probe_ports)]
    order = {"mend": 0, "look": 1, "ok": 2}
    return sorted(checks, key=lambda check: order[check.level])


def _versions() -> Iterable[Check]:
    version = ".".join(str(part) for part in sys.version_info[:3])
    yield Check("python", "ok", version)
    for name in NEEDED:
        try:
            yield Check(name, "ok", importlib.metadata.version(name))
        except importlib.metadata.PackageNotFoundError:
            yield Check(name, "mend", "not installed", "start the program by deploy/run.sh, which installs it")


def _disk(data: Path) -> Iterable[Check]:
    folder = next(place for place in (data, *data.parents, Path.cwd()) if place.is_dir())
    if not os.access(folder, os.W_OK):
        yield Check("disk", "mend", f"{folder} cannot be written", "give the cabinet's account this folder")
        return
    free = shutil.disk_usage(folder).free
    level = "ok" if free >= SPACE_BYTES else "mend"
    yield Check("space", level, f"{free // 2**20} MiB free", "" if level == "ok" else "free space or a larger disk")
    took_us = _sync_us(folder)
    if took_us > SLOW_SYNC_MS * 1000:
        yield Check("sync", "look", f"{took_us} µs a sync", "a faster disk: every money entry waits for two")
    elif took_us < FAST_SYNC_US:
        yield Check("sync", "look", f"{took_us} µs a sync", "too fast to be true: a RAM disk or a lying cache")
    else:
        yield Check("sync", "ok", f"{took_us} µs a sync")


def _sync_us(folder: Path) -> int:
    """Median time of a small durable write."""
    path = folder / ".doctor"
    times = []
    try:
        with path.open("wb") as file:
            for _ in range(15):
                begun = time.perf_counter_ns()
                file.write(b"x" * 512)
                file.flush()
                os.fsync(file.fileno())
                times.append((time.perf_counter_ns() - begun) // 1000)
    finally:
        path.unlink(missing_ok=True)
    return sorted(times)[len(times) // 2]


def _clock() -> Iterable[Check]:
    now = time.time()
    stamp = time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(now))
    if now < 1_735_689_600:  # before 2025 no cabinet of this version existed
        yield Check("clock", "mend", stamp, "set the clock: tickets are dated by it")
    else:
        yield Check("clock", "ok", stamp)


def _screen() -> Iterable[Check]:
    """Asked in a process of its own: a display that hangs must not hang the doctor."""
    code = (
        "import pygame; pygame.display.init(); "
        "print([tuple(s) for s in pygame.display.get_desktop_sizes()], pygame.display.get_driver())"
    )
    answer = _ask(code)
    if answer is None or "dummy" in answer or "offscreen" in answer:
        yield Check("display", "look", answer or "none", "attach a display, or run with --headless")
        return
    yield Check("display", "ok", answer)
    touch = _ask("import pygame; from pygame._sdl2 import touch; pygame.init(); print(touch.get_num_devices())")
    found = touch is not None and touch.strip() not in ("", "0")
    yield Check("touch", "ok" if found else "look", f"{touch or 0} devices", "" if found else "attach the touch panel")


def _sound() -> Iterable[Check]:
    answer = _ask("import pygame; pygame.mixer.init(); print(pygame.mixer.get_init())")
    if answer is None:
        yield Check("sound", "look", "none", "optional: the game is silent without it")
    else:
        yield Check("sound", "ok", answer)


def _ask(code: str) -> str | None:
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=10, env=quiet)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.strip() if done.returncode == 0 else None
