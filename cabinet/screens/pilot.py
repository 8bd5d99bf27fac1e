"""The control socket: what a test or a stranger at a distance may do with a screen, one JSON object a line.

Presses go through the same pointer and the same hit test as a finger; a control that is missing or dim answers
with an error. Errors are answers and never end anything.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
from PIL import Image

from cabinet.ports.deck import NAVIGATION
from cabinet.ports.plain import encode
from cabinet.screens import layout
from cabinet.screens.focus import focused
from cabinet.screens.geometry import Rect
from cabinet.screens.lines import BadLine, LineBuffer, packed, unpacked
from cabinet.screens.pointer import FingerRaw
from cabinet.screens.scene import Label
from cabinet.screens.screen import Screen

_log = logging.getLogger(__name__)

_FINGER = 4711
_STEPS = 8
_CLIENTS = 4  # a pilot, a watcher and somebody looking in by hand
_REQUEST_BYTES = 65_536

Answer = dict[str, Any]
Bench = Callable[[Answer], Answer]


def answered(request: Answer, screen: Screen, now_ms: int, bench: Bench | None = None) -> Answer:
    """The answer to one request; *screen* is pressed, dragged, looked at or photographed."""
    match request:
        case {"press": str(name), "hold_ms": int(hold_ms)}:
            return _press(screen, name, now_ms, hold_ms)
        case {"press": str(name)}:
            return _press(screen, name, now_ms)
        case {"drag": str(name), "to": str(target)}:
            return _drag(screen, name, target, now_ms)
        case {"touch": [int(x), int(y)]}:
            _tap(screen, x, y, now_ms)
            return {"ok": True}
        case {"nav": str(step)} if step in NAVIGATION:
            screen.step(step, now_ms)
            return {"ok": True, "focus": _focus(screen)}
        case {"answers": True}:
            return screen.answers.taken()
        case {"view": True}:
            return _seen(screen, now_ms)
        case {"screenshot": str(path)}:
            return _screenshot(screen, Path(path), now_ms)
        case {"bench": dict() as order}:
            return bench(order) if bench is not None else {"error": "there is no bench here"}
        case {"quit": True}:
            return {"ok": True, "quit": True}
        case _:
            return {"error": "not understood: press, drag, touch, nav, view, screenshot, bench or quit"}


def _press(screen: Screen, name: str, now_ms: int, hold_ms: int = 0) -> Answer:
    control = screen.scene.control(name)
    if control is None:
        return {"error": f"there is no control {name} on the screen {screen.scene.name}"}
    if not control.enabled:
        return {"error": f"{name} cannot be pressed now"}
    _tap(screen, *control.rect.centre, now_ms, hold_ms)
    return {"ok": True}


def _drag(screen: Screen, name: str, target: str, now_ms: int) -> Answer:
    control = screen.scene.control(name)
    if control is None or not control.drag:
        return {"error": f"there is nothing called {name} to carry on the screen {screen.scene.name}"}
    if not control.enabled:
        return {"error": f"{name} cannot be carried now"}
    end = _target(screen, target)
    if end is None:
        return {"error": f"there is no place {target} on the screen {screen.scene.name}"}
    (x0, y0), (x1, y1) = control.rect.centre, end.centre
    _finger(screen, "down", x0, y0, now_ms)
    for step in range(1, _STEPS + 1):
        x, y = x0 + (x1 - x0) * step // _STEPS, y0 + (y1 - y0) * step // _STEPS
        _finger(screen, "move", x, y, now_ms)
    _finger(screen, "up", x1, y1, now_ms)
    return {"ok": True}


def _target(screen: Screen, name: str) -> Rect | None:
    """Where to let go: an enabled control, or a place on the cloth that a tile covers now."""
    control = screen.scene.control(name)
    if control is not None:
        return control.rect if control.enabled else None
    zones = layout.of(screen.scene.size).tiles.zones() if screen.scene.name == "table" else ()
    return next((rect for zone, rect in zones if zone == name), None)


def _tap(screen: Screen, x: int, y: int, now_ms: int, hold_ms: int = 0) -> None:
    """A finger down and up; *hold_ms* later, as the screen is told, without anybody waiting for it."""
    _finger(screen, "down", x, y, now_ms)
    _finger(screen, "up", x, y, now_ms + hold_ms)


def _finger(screen: Screen, act: str, x: int, y: int, now_ms: int) -> None:
    """A finger at a canvas pixel, by way of the panel like any other."""
    panel = screen.fit.to_panel(x + 0.5, y + 0.5)
    size = screen.fit.panel
    screen.feed(FingerRaw(act, panel[0] / size[0], panel[1] / size[1], _FINGER), now_ms)


def _seen(screen: Screen, now_ms: int) -> Answer:
    screen.look(now_ms)
    scene, view = screen.scene, screen.view
    controls = [
        {"name": c.name, "rect": [c.rect.x, c.rect.y, c.rect.w, c.rect.h], "enabled": c.enabled} for c in scene.controls
    ]
    return {
        "state": scene.name,
        "phase": view.table.phase if view is not None else "",
        "credit_cents": view.credit_cents if view is not None else None,
        "showing": screen.ui.reveal is not None,
        "view": encode(view) if view is not None else None,
        "texts": [item.text for item in scene.drawables if isinstance(item, Label) and item.text],
        "controls": controls,
        "focus": _focus(screen),
    }


def _focus(screen: Screen) -> str:
    """The control in the deck's ring, empty while there is none."""
    control = focused(screen.scene, screen.ui)
    return control.name if control is not None else ""


def _screenshot(screen: Screen, path: Path, now_ms: int) -> Answer:
    screen.look(now_ms)
    screen.paint()
    try:
        size = screen.stage.canvas.get_size()
        picture = Image.frombytes("RGB", size, pygame.image.tobytes(screen.stage.canvas, "RGB"))
        picture.save(path, "PNG", compress_level=1)  # a tenth of the time: the screen stands still meanwhile
    except OSError as why:
        return {"error": f"no screenshot: {why}"}
    screen.repaint()  # the boxes painted just now have not reached the panel
    return {"ok": True, "screenshot": str(path)}


class PilotSocket:
    """The listening socket at *path* and its clients. Ask `poll` every frame; it never blocks."""

    def __init__(self, path: Path) -> None:
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        self._path = path
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(path))
        path.chmod(0o600)
        self._listener.listen(_CLIENTS)
        self._listener.setblocking(False)
        self._clients: dict[socket.socket, LineBuffer] = {}

    def filenos(self) -> list[int]:
        """Descriptors to wait on."""
        return [self._listener.fileno(), *(client.fileno() for client in self._clients)]

    def poll(self, answer: Callable[[Answer], Answer]) -> bool:
        """Answer every whole request that arrived; True once somebody asked to quit."""
        self._accept()
        quitting = False
        for client in list(self._clients):
            for line in self._lines(client):
                reply = self._reply(line, answer)
                quitting = quitting or bool(reply.get("quit"))
                self._send(client, reply)
        return quitting

    def close(self) -> None:
        for client in self._clients:
            client.close()
        self._listener.close()
        with contextlib.suppress(OSError):
            self._path.unlink()

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            client, _ = self._listener.accept()
            client.setblocking(False)
            if len(self._clients) < _CLIENTS:
                self._clients[client] = LineBuffer(_REQUEST_BYTES)
            else:
                client.close()

    def _lines(self, client: socket.socket) -> list[bytes]:
        try:
            data = client.recv(_REQUEST_BYTES)
            if not data:
                raise ConnectionResetError
            return self._clients[client].feed(data)
        except BlockingIOError:
            return []
        except BadLine as why:
            self._send(client, {"error": str(why)})
            return []
        except OSError:
            self._drop(client)
            return []

    def _reply(self, line: bytes, answer: Callable[[Answer], Answer]) -> Answer:
        try:
            return answer(unpacked(line))
        except BadLine as why:
            return {"error": str(why)}

    def _send(self, client: socket.socket, reply: Answer) -> None:
        """Send all of *reply*; a client that does not read for a second is dropped."""
        if client not in self._clients:
            return
        try:
            client.settimeout(1.0)
            client.sendall(packed(reply))
            client.setblocking(False)
        except OSError:
            self._drop(client)

    def _drop(self, client: socket.socket) -> None:
        self._clients.pop(client, None)
        client.close()


def ask(path: Path, request: Answer, timeout_s: float = 3.0) -> Answer:
    """Send one request to a socket of one-line JSON and wait for its one answer; errors are answers."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as link:
            link.settimeout(timeout_s)
            link.connect(str(path))
            link.sendall(packed(request))
            lines = LineBuffer()
            while data := link.recv(65_536):
                for line in lines.feed(data):
                    return unpacked(line)
    except (OSError, BadLine) as why:
        return {"error": f"no answer: {why}"}
    return {"error": "no answer: closed"}
