"""The bench's window at work: asks the bench process how things stand, carries touches to it, draws the ticket.

One question at a time, in a thread: a hand is patient, the window is not to stand still meanwhile.
"""

from __future__ import annotations

import queue
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from cabinet.paper.render import render
from cabinet.ports.printer import Document
from cabinet.screens.bench.picture import OPEN, SIZE, Acts, Seen, picture
from cabinet.screens.main import BENCH_PERCENT, monotonic_ms, open_panel, raw_of, words_of
from cabinet.screens.pilot import ask
from cabinet.screens.pointer import Fit, Pointer, Press, Release
from cabinet.screens.scene import Scene
from cabinet.screens.stage import Stage, present
from cabinet.screens.theme import Fonts
from cabinet.screens.ui import Ui
from cabinet.texts.fonts import cjk_font_path, font_path

_ASK_EVERY_MS = 400
_ANSWER_S = 12.0  # the bench's hand waits up to six seconds for a closed mouth or a ticket
_PAUSE_S = 0.03
_SAID_MS = 5000


def run_bench_window(bench_socket: Path, size: tuple[int, int]) -> int:
    """Show the bench until the window is closed: 0, or 2 without a display. *size* in px is the most it takes."""
    panel = open_panel(False, _window(size), BENCH_PERCENT)
    if panel is None:
        return 2
    _aside(panel.get_size())
    window = Window(bench_socket, Stage(SIZE, Fonts(font_path, cjk_font_path())), Fit(SIZE, panel.get_size()))
    while window.turn(pygame.event.get(), monotonic_ms()):
        panel = pygame.display.get_surface()
        assert panel is not None, "a window without a surface"
        window.show(panel)
        time.sleep(_PAUSE_S)
    pygame.quit()
    return 0


def _aside(size: tuple[int, int]) -> None:
    """Beside the player's picture: on a second display, or at the right edge of the only one."""
    desktops = pygame.display.get_desktop_sizes()
    x = desktops[0][0] if len(desktops) > 1 else max(0, desktops[0][0] - size[0])
    pygame.display.set_window_position((x, 40))


def _window(most: tuple[int, int]) -> tuple[int, int]:
    """The bench's own shape inside *most*."""
    scale = min(1.0, most[0] / SIZE[0], most[1] / SIZE[1])
    return (round(SIZE[0] * scale), round(SIZE[1] * scale))


class Window:
    """What the window knows and shows; `turn` once a frame."""

    def __init__(self, bench_socket: Path, stage: Stage, fit: Fit) -> None:
        self._stage, self._fit = stage, fit
        self._pointer = Pointer(fit)
        self._asker = Asker(bench_socket)
        self._words = words_of("en")(None)
        self._seen, self._ui = Seen(), Ui()
        self._said_ms = 0
        self._asked_ms = -_ASK_EVERY_MS
        self.scene: Scene
        self.acts: Acts
        self.scene, self.acts = picture(self._seen, self._ui, self._words, 0)

    def turn(self, events: list[pygame.event.Event], now_ms: int) -> bool:
        """Take events and answers; False when the window was closed."""
        for event in events:
            if event.type == pygame.QUIT:
                return False
            if event.type == pygame.WINDOWSIZECHANGED:
                self._fit = Fit(SIZE, (event.x, event.y))
                self._pointer.refit(self._fit)
                self._stage.forget()
            raw = raw_of(event)
            for touch in self._pointer.feed(raw, now_ms) if raw is not None else ():
                self._touched(touch, now_ms)
        self._hear(now_ms)
        self.scene, self.acts = picture(self._seen, self._ui, self._words, now_ms)
        return True

    def show(self, panel: pygame.Surface) -> None:
        boxes = self._stage.paint(self.scene)
        if boxes:
            pygame.display.update(present(self._stage.canvas, panel, self._fit, boxes))

    def _touched(self, touch: object, now_ms: int) -> None:
        if isinstance(touch, Press):
            control = self.scene.at(touch.x, touch.y)
            self._ui = replace(self._ui, pressed=control.name if control is not None else "")
        elif isinstance(touch, Release):
            control = self.scene.at(touch.x, touch.y)
            pressed, self._ui = self._ui.pressed, replace(self._ui, pressed="")
            if control is not None and control.name == pressed and pressed.startswith(OPEN):
                self._seen = replace(self._seen, opened=pressed.removeprefix(OPEN))
            elif control is not None and control.name == pressed:
                self._asker.put({"bench": self.acts.of[pressed]})

    def _hear(self, now_ms: int) -> None:
        if now_ms - self._asked_ms >= _ASK_EVERY_MS and self._asker.idle:
            self._asked_ms = now_ms
            self._asker.put({"status": True})
        for question, answer in self._asker.answers():
            if "status" in question:
                known = answer if "error" not in answer else None
                self._seen = replace(self._seen, status=known)
            else:
                self._acted(answer, now_ms)
        if self._seen.said and now_ms - self._said_ms > _SAID_MS:
            self._seen = replace(self._seen, said="")

    def _acted(self, answer: dict[str, Any], now_ms: int) -> None:
        self._said_ms = now_ms
        ticket = answer.get("ticket")
        if isinstance(ticket, dict):
            key = f"ticket {ticket.get('number', '')} {now_ms}"
            self._stage.gallery.clear()
            self._stage.gallery[key] = drawn(ticket)
            number = str(ticket.get("number", ""))
            self._seen = replace(self._seen, ticket=number, ticket_key=key, said="")
            return
        said = str(answer.get("error") or answer.get("reason") or "")
        self._seen = replace(self._seen, said=said)


def drawn(ticket: dict[str, Any]) -> pygame.Surface:
    """The picture of a paper as the bench hands it over: fields and lines as they were printed."""
    fields = ticket.get("fields") or {}
    number = "".join(c for c in str(ticket.get("number", "")) if c.isdigit())
    document = Document(
        str(ticket.get("kind", "cash_out")), tuple((str(k), str(v)) for k, v in fields.items()), (), number
    )
    image = render(document).convert("RGB")
    return pygame.image.frombytes(image.tobytes(), image.size, "RGB")


class Asker:
    """Questions to the bench, one after the other, answered in a thread of their own."""

    def __init__(self, bench_socket: Path) -> None:
        self._socket = bench_socket
        self._questions: queue.Queue[dict[str, Any]] = queue.Queue(8)  # more than a hand can press in a second
        self._answers: queue.Queue[tuple[dict[str, Any], dict[str, Any]]] = queue.Queue()
        threading.Thread(target=self._run, name="bench", daemon=True).start()

    @property
    def idle(self) -> bool:
        return self._questions.empty()

    def put(self, question: dict[str, Any]) -> None:
        """Ask, unless too much is waiting already."""
        try:
            self._questions.put_nowait(question)
        except queue.Full:
            print("the bench does not answer", file=sys.stderr)

    def answers(self) -> list[tuple[dict[str, Any], dict[str, Any]]]:
        found = []
        while not self._answers.empty():
            found.append(self._answers.get())
        return found

    def _run(self) -> None:
        while True:
            question = self._questions.get()
            self._answers.put((question, ask(self._socket, question, _ANSWER_S)))
