"""The process of one screen: opens the display, feeds events, views and requests, paints, sleeps when still.

Decides the pace: 60 pictures a second while something moves, none while nothing does. Without a display it says
so and ends with 2; without sound the game goes on in silence.
"""

from __future__ import annotations

import logging
import os
import select
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pygame

from cabinet.ports.view import View
from cabinet.screens.calibration import read_shift, write_shift
from cabinet.screens.client import EngineLink
from cabinet.screens.pilot import PilotSocket, answered, ask
from cabinet.screens.pointer import FingerRaw, MouseRaw, Raw
from cabinet.screens.screen import Screen, full_fit
from cabinet.screens.sound import Sounds
from cabinet.screens.stage import Stage, put
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import MOST_VOLUME
from cabinet.screens.words import Remembered, Words
from cabinet.texts.fonts import cjk_font_path, font_path
from cabinet.texts.speech import Texts

_log = logging.getLogger(__name__)

FRAME_MS = 16
STILL_MS = 10  # how long a still screen sleeps before it looks for a finger: unnoticeable, and under 1 % of a core
_WINDOW = (1280, 720)
_BLIND = ("offscreen", "dummy")  # drivers that show nothing: taken only by somebody who names them


BENCH_PERCENT = 38
"""Of a display's width, for the bench's window beside the player's."""


def run_screen(
    engine_socket: Path,
    *,
    station: int = 1,
    fullscreen: bool = False,
    size: tuple[int, int] | None = None,
    control: Path | None = None,
    bench_socket: Path | None = None,
    language: str = "en",
    rotation: int = 0,
    contrast: bool = False,
    large: bool = False,
    no_more_bets: bool = False,
    loudest: int = 100,
    calibration: Path | None = None,
    turned: Callable[[], None] = lambda: None,
) -> int:
    """Run the screen of *station* until it is closed: 0, or 2 without a display. *size* of the window in px,
    *loudest* the most of full loudness in percent that a player can choose, *calibration* the file that holds what
    the touches are off by.

    *turned* is called at every turn of the loop: a watchdog hears that the screen works, not only that it runs.
    """
    panel = open_panel(fullscreen, size, 100 - BENCH_PERCENT if bench_socket is not None else 100)
    if panel is None:
        return 2
    link = EngineLink(engine_socket, station)
    if bench_socket is not None and not fullscreen:
        pygame.display.set_window_position((0, 40))  # the bench's window stands at the right edge
    sounds = Sounds()
    fit = full_fit(panel.get_size(), rotation)
    screen = Screen(
        Stage(fit.canvas, Fonts(font_path, cjk_font_path())),
        fit,
        words_of(language),
        lambda command: link.send(command, monotonic_ms()),
    )
    screen.begin_with(contrast, large, no_more_bets)
    if calibration is not None:
        screen.corrected(read_shift(calibration), lambda shift: write_shift(calibration, shift))
    pilot = PilotSocket(control) if control is not None else None
    try:
        _loop(screen, link, pilot, bench_socket, sounds, loudest, turned)
    finally:
        link.close()
        if pilot is not None:
            pilot.close()
        quiet = sounds.close()
    if not quiet:
        # a sound driver that never returns would hold the process in pygame's own exit
        logging.shutdown()
        os._exit(0)
    pygame.quit()
    return 0


def open_panel(fullscreen: bool, size: tuple[int, int] | None, percent: int = 100) -> pygame.Surface | None:
    """A window of *size*, or the whole display as it is; None and one sentence on stderr if there is none.

    *percent* below 100: the only display's width is shared, and a window that would take more is made smaller.
    """
    try:
        pygame.display.init()
        pygame.font.init()
        if pygame.display.get_driver() in _BLIND and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("only a driver that shows nothing")
        pygame.display.set_caption("Cabinet")
        if fullscreen:
            panel = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        else:
            desktops = pygame.display.get_desktop_sizes()
            alone = len(desktops) > 1 or pygame.display.get_driver() in _BLIND
            wanted = size or _fitting_window()
            panel = pygame.display.set_mode(
                wanted if alone else shared(wanted, desktops[0][0], percent), pygame.RESIZABLE
            )
    except pygame.error as why:
        pygame.display.quit()
        print(f"No display could be opened ({why}); --headless runs without a screen.", file=sys.stderr)
        return None
    pygame.event.set_blocked(None)
    pygame.event.set_allowed(_HEARD)
    return panel


def shared(size: tuple[int, int], display_px: int, percent: int) -> tuple[int, int]:
    """*size*, or as much smaller as it takes to leave the rest of a display *display_px* wide to the other window."""
    most = display_px * percent // 100
    return size if percent >= 100 or size[0] <= most else (most, size[1] * most // size[0])


def _fitting_window() -> tuple[int, int]:
    """1280×720, or smaller if the desktop is."""
    desktop = pygame.display.get_desktop_sizes()[0]
    if desktop[0] >= _WINDOW[0] and desktop[1] >= _WINDOW[1]:
        return _WINDOW
    return (max(320, desktop[0] * 9 // 10), max(180, desktop[1] * 9 // 10))


def words_of(language: str) -> Callable[[View | None], Words]:
    """The words of a view's language and currency, made once each; *language* before the first view."""
    kept: dict[tuple[str, str, int], Words] = {}

    def words(view: View | None) -> Words:
        key = (view.language, view.currency, view.decimals) if view is not None else (language, "USD", 2)
        if key not in kept:
            kept[key] = Remembered(Texts(*key))
        return kept[key]

    return words


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _loop(
    screen: Screen,
    link: EngineLink,
    pilot: PilotSocket | None,
    bench_socket: Path | None,
    sounds: Sounds,
    loudest: int,
    turned: Callable[[], None],
) -> None:
    bench = (lambda order: ask(bench_socket, {"bench": order})) if bench_socket is not None else None
    _paint(screen)  # a picture is on the glass before the machine is told that this screen is there
    while True:
        now_ms = monotonic_ms()
        turned()
        if not _events(screen, now_ms):
            return
        view = link.poll(now_ms)
        if view is not None:
            screen.show(view, now_ms)
        screen.connected(link.connected)
        for answer in link.answers():
            screen.told(answer, now_ms)
        for step in link.steps():
            screen.step(step, now_ms)
        if pilot is not None and pilot.poll(lambda request: answered(request, screen, monotonic_ms(), bench)):
            return
        screen.look(monotonic_ms())
        for effect in screen.heard():
            sounds.play(effect, screen.ui.volume * loudest // MOST_VOLUME)
        _paint(screen)
        _sleep(screen, link, pilot, now_ms)


def _paint(screen: Screen) -> None:
    panel = pygame.display.get_surface()
    assert panel is not None, "painting without a display"
    boxes = put(screen.stage, panel, screen.fit, screen.scene)
    if boxes:
        pygame.display.update(boxes)
    credit = screen.view.credit_cents if screen.view is not None else -1
    screen.answers.painted(bool(boxes), credit, monotonic_ms())


def _sleep(screen: Screen, link: EngineLink, pilot: PilotSocket | None, began_ms: int) -> None:
    """Wait for the next frame, or until a view or a request arrives."""
    wait_ms = max(0, FRAME_MS - (monotonic_ms() - began_ms)) if screen.scene.moving else STILL_MS
    waiting: list[int] = pilot.filenos() if pilot is not None else []
    if link.connected:
        waiting.append(link.fileno())
    select.select(waiting, [], [], wait_ms / 1000)


_HEARD = (
    pygame.QUIT,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEMOTION,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
    pygame.FINGERMOTION,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWDISPLAYCHANGED,
)
_ACTS = {
    pygame.MOUSEBUTTONDOWN: "down",
    pygame.MOUSEBUTTONUP: "up",
    pygame.MOUSEMOTION: "move",
    pygame.FINGERDOWN: "down",
    pygame.FINGERUP: "up",
    pygame.FINGERMOTION: "move",
}


def _events(screen: Screen, now_ms: int) -> bool:
    """Feed every waiting event; False when the window was closed."""
    for event in pygame.event.get():
        if event.type == pygame.QUIT:
            return False
        if event.type == pygame.WINDOWSIZECHANGED:
            panel = pygame.display.get_surface()
            if panel is not None:
                screen.refit(full_fit(panel.get_size(), screen.fit.rotation))
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWDISPLAYCHANGED):
            screen.repaint()
        else:
            raw = raw_of(event)
            if raw is not None:
                screen.feed(raw, now_ms)
    return True


def raw_of(event: pygame.event.Event) -> Raw | None:
    """A pygame event as plain data; None for what no pointer made (the wheel, other buttons)."""
    act = _ACTS.get(event.type)
    if act is None:
        return None
    if event.type in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
        return FingerRaw(act, event.x, event.y, event.finger_id)
    if act != "move" and event.button != 1:
        return None
    return MouseRaw(act, event.pos[0], event.pos[1], bool(getattr(event, "touch", False)))
