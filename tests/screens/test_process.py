"""The screen as a process: it says when it cannot be one, it needs no loudspeaker, and dies without loss."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.ports.plain import encode
from cabinet.ports.view import View
from cabinet.screens.lines import packed
from cabinet.screens.pilot import ask
from tests.screens import views

pytestmark = pytest.mark.pty

START = """
import sys
from pathlib import Path
from cabinet.screens.main import run_screen
engine, control = Path(sys.argv[1]), Path(sys.argv[2])
sys.exit(run_screen(engine, control=control, size=(640, 360)))
"""
PATIENCE_S = 60.0  # the first start on a new machine makes its fonts


def environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    return {**kept, "PYGAME_HIDE_SUPPORT_PROMPT": "1", **more}


class Cabinet:
    """A machine that shows one view, and a screen process that looks at it."""

    def __init__(self, folder: Path) -> None:
        self.engine, self.control = folder / "engine", folder / "control"
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.door.bind(str(self.engine))
        self.door.listen(1)
        self.door.settimeout(PATIENCE_S)
        self.screen: subprocess.Popen[bytes] | None = None
        self.link: socket.socket | None = None

    def start(self, view: View, **more: str) -> None:
        """Start a screen and show it *view*."""
        given = environment(SDL_VIDEODRIVER="dummy", **more)
        command = [sys.executable, "-c", START, str(self.engine), str(self.control)]
        self.screen = subprocess.Popen(command, env=given, stderr=subprocess.PIPE)
        self.link, _ = self.door.accept()
        self.link.sendall(packed({"view": encode(view)}))

    def shown(self, state: str) -> dict[str, object]:
        """What is on the screen, once it is *state*."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            seen = ask(self.control, {"view": True})
            if seen.get("state") == state and seen.get("view") is not None:
                return seen
            time.sleep(0.02)
        raise AssertionError(f"the screen never came to {state}")

    def kill(self) -> str:
        """End the screen at once; what it had said on stderr."""
        assert self.screen is not None
        self.screen.kill()
        said = self.screen.communicate()[1].decode()
        if self.link is not None:
            self.link.close()
        return said

    def close(self) -> None:
        if self.screen is not None and self.screen.poll() is None:
            self.kill()
        self.door.close()


@pytest.fixture
def cabinet(tmp_path: Path) -> Iterator[Cabinet]:
    found = Cabinet(tmp_path)
    yield found
    found.close()


def test_without_a_display_it_says_so_and_ends_with_two(tmp_path: Path) -> None:
    """A16 (a): one sentence that names --headless, no traceback, no game on a glass nobody sees."""
    command = [sys.executable, "-c", START, str(tmp_path / "engine"), str(tmp_path / "control")]
    ended = subprocess.run(command, env=environment(), capture_output=True, timeout=PATIENCE_S, check=False)
    assert ended.returncode == 2
    assert b"--headless" in ended.stderr
    assert b"Traceback" not in ended.stderr


def test_a_screen_killed_in_mid_round_comes_back_to_the_same_picture(cabinet: Cabinet) -> None:
    """And without any loudspeaker (A3 a): one line, and the game goes on."""
    view = views.setting(views.LAID)
    cabinet.start(view, SDL_AUDIODRIVER="no_such_driver")
    before = cabinet.shown("table")
    said = cabinet.kill()
    assert said.count("no sound") == 1
    cabinet.start(view, SDL_AUDIODRIVER="dummy")
    assert cabinet.shown("table") == before


def test_a_press_reaches_the_machine_and_quit_ends_the_process(cabinet: Cabinet) -> None:
    cabinet.start(views.with_bet(), SDL_AUDIODRIVER="dummy")
    cabinet.shown("table")
    assert ask(cabinet.control, {"press": "deal"}) == {"ok": True}
    assert cabinet.link is not None
    heard = b""
    while heard.count(b"\n") < 2:
        heard += cabinet.link.recv(65_536)
    assert heard.splitlines()[1] == b'{"command":{"is":"Deal","bets":[]}}'
    assert ask(cabinet.control, {"quit": True})["ok"]
    assert cabinet.screen is not None
    assert cabinet.screen.wait(PATIENCE_S) == 0
    cabinet.screen.communicate()


def test_the_machine_going_away_hides_every_figure_and_coming_back_shows_them(cabinet: Cabinet) -> None:
    cabinet.start(views.betting(), SDL_AUDIODRIVER="dummy")
    cabinet.shown("table")
    assert cabinet.link is not None
    cabinet.link.close()
    until = time.monotonic() + PATIENCE_S
    while ask(cabinet.control, {"view": True})["state"] != "waiting":
        assert time.monotonic() < until
        time.sleep(0.01)
    cabinet.link, _ = cabinet.door.accept()
    cabinet.link.sendall(packed({"view": encode(views.betting())}))
    cabinet.shown("table")
