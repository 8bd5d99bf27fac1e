"""The screen's end of the line to the machine: views in, commands out, joined again whenever it broke.

Never blocks and has no thread. Decides when to try again; what a view means is not its business.
"""

from __future__ import annotations

import contextlib
import logging
import socket
from pathlib import Path
from typing import Any

from cabinet.ports.access import SignIn
from cabinet.ports.deck import NAVIGATION
from cabinet.ports.page import Errand, Page, PageWanted, Told
from cabinet.ports.plain import Codec, NotPlain, encode
from cabinet.ports.view import View
from cabinet.screens.lines import BadLine, LineBuffer, packed, unpacked
from cabinet.screens.office.touches import Asked

_log = logging.getLogger(__name__)

FIRST_RETRY_MS = 100
LAST_RETRY_MS = 250  # a killed engine is back within a second, and its screen should be too
_SEND_LIMIT = 64_000  # commands waiting for a stalled machine; more than any finger makes in a minute


STALE_STEP_MS = 500  # a deck button pressed before the screen stood still must not act after it


class EngineLink:
    """The socket at *path* as station *station*. Ask `poll` every frame; `send` when something was pressed."""

    def __init__(self, path: Path, station: int) -> None:
        self._path = path
        self._station = station
        self._codec = Codec([View, Page, Told])
        self._socket: socket.socket | None = None
        self._lines = LineBuffer()
        self._unsent = b""
        self._retry_ms = FIRST_RETRY_MS
        self._next_try_ms = 0
        self._told_down = False
        self._steps: list[str] = []
        self._answers: list[Page | Told] = []

    @property
    def connected(self) -> bool:
        return self._socket is not None

    def fileno(self) -> int:
        """The descriptor to wait on, −1 while not connected."""
        return self._socket.fileno() if self._socket is not None else -1

    def poll(self, now_ms: int) -> View | None:
        """The newest view that arrived, None if none did. Connects if it is time to."""
        if self._socket is None:
            self._connect(now_ms)
        if self._socket is None:
            return None
        self._flush(now_ms)
        newest = None
        for line in self._received(now_ms):
            newest = self._view(line, now_ms) or newest
        return newest

    def steps(self) -> tuple[str, ...]:
        """The deck's buttons (`deck.NAVIGATION`) that were pressed since this was asked last, oldest first."""
        found, self._steps = tuple(self._steps), []
        return found

    def answers(self) -> tuple[Page | Told, ...]:
        """Pages and what came of errands since this was asked last, oldest first."""
        found, self._answers = tuple(self._answers), []
        return found

    def send(self, asked: Asked, now_ms: int) -> bool:
        """Whether *asked* is on its way. Without a connection it is dropped: a stale press must not act later."""
        if self._socket is None or len(self._unsent) > _SEND_LIMIT:
            return False
        self._unsent += packed(line_of(asked))
        self._flush(now_ms)
        return self._socket is not None

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket = None

    def _connect(self, now_ms: int) -> None:
        if now_ms < self._next_try_ms:
            return
        link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        link.setblocking(False)
        try:
            link.connect(str(self._path))
        except OSError as why:
            link.close()
            self._lost(now_ms, str(why))
            return
        self._socket, self._lines, self._retry_ms, self._told_down = link, LineBuffer(), FIRST_RETRY_MS, False
        self._unsent = packed({"hello": {"station": self._station}})

    def _lost(self, now_ms: int, why: str) -> None:
        """Note the loss once, and try again after a pause that doubles up to LAST_RETRY_MS."""
        self.close()
        self._unsent = b""
        if not self._told_down:
            _log.info("the machine is not answering: %s", why)
            self._told_down = True
        self._next_try_ms = now_ms + self._retry_ms
        self._retry_ms = min(LAST_RETRY_MS, self._retry_ms * 2)

    def _received(self, now_ms: int) -> list[bytes]:
        assert self._socket is not None
        lines: list[bytes] = []
        while self._socket is not None:
            try:
                data = self._socket.recv(262_144)
                lines += self._lines.feed(data)
            except BlockingIOError:
                break
            except (OSError, BadLine) as why:
                self._lost(now_ms, str(why))
                break
            if not data:
                self._lost(now_ms, "closed")
        return lines

    def _flush(self, now_ms: int) -> None:
        if self._socket is None or not self._unsent:
            return
        try:
            sent = self._socket.send(self._unsent)
        except BlockingIOError:
            return
        except OSError as why:
            self._lost(now_ms, str(why))
            return
        self._unsent = self._unsent[sent:]

    def _view(self, line: bytes, now_ms: int) -> View | None:
        with contextlib.suppress(BadLine, NotPlain):
            message = unpacked(line)
            if "error" in message:
                _log.warning("the machine refused a line: %s", message["error"])
                return None
            if "view" in message:
                view = self._codec.decode(message["view"])
                return view if isinstance(view, View) else None
            if (plain := message.get("page") or message.get("told")) is not None:
                answer = self._codec.decode(plain)
                self._answers += [answer] if isinstance(answer, Page | Told) else []
                return None
            self._step(message, now_ms)
            return None
        _log.warning("the machine sent a line that is no view")
        return None

    def _step(self, message: dict[str, Any], now_ms: int) -> None:
        match message:
            case {"nav": str(step), "at_ms": int(at)} if step in NAVIGATION and now_ms - at <= STALE_STEP_MS:
                self._steps.append(step)


def line_of(asked: Asked) -> dict[str, Any]:
    """What is said to the machine's process for something a finger asked."""
    match asked:
        case SignIn(who, pin):
            return {"sign_in": {"who": who, "pin": pin}}
        case PageWanted():
            return {"page": encode(asked)}
        case Errand():
            return {"errand": encode(asked)}
        case _:
            return {"command": encode(asked)}
