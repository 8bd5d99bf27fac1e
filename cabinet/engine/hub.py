"""The local socket between the engine and its screens: views out, commands in, one JSON object a line.

    screen: {"hello": {"station": 1}}             engine: {"view": {...}} at once and after each change
    screen: {"command": {"is": "Deal", ...}}      engine: nothing; the view shows what came of it
    screen: {"sign_in": {"who", "pin"}}           nothing; {"page": {...}} and {"errand": {...}}: see ports.page
    screen: anything else                         engine: {"error": "why"}
                                                  engine: {"nav": "left", "at_ms": 81234}   a deck button, with the
                                                  monotonic ms of its press; never kept for a screen that comes later

A hello with "only_looks": true is of somebody who reads views without being a picture: a pilot, a watcher.

Decides what a slow screen misses: of all views that wait only the newest is kept, so the engine never waits for
a screen; of pages too. Limits: 16 screens (seven stations, a top screen, the attendant's page, and as many looking
on), 64 KiB a line (no command comes near it), 16 answers waiting (who sends nonsense and does not read is cut off).
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import socket
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, get_args

from cabinet.machine.signals import Signal
from cabinet.ports.access import SignIn
from cabinet.ports.commands import Command
from cabinet.ports.page import Errand, Page, PageWanted, Told
from cabinet.ports.plain import Codec, NotPlain, encode
from cabinet.ports.signals import Pressed
from cabinet.ports.view import View

MOST_SCREENS = 16
MOST_LINE_BYTES = 65_536
MOST_ANSWERS = 16
MOST_TYPED = 64
_READ_BYTES = 65_536
_MOST_STEPS = 8  # presses of a deck's buttons on their way to one screen: more than a hand makes in a second


@dataclass(slots=True)
class _Screen:
    """One connection. *leaving* is the line under way, *shown* the version of the last view sent."""

    link: socket.socket
    station: int = 0
    only_looks: bool = False
    shown: int = 0
    coming: bytearray = field(default_factory=bytearray)
    leaving: bytes = b""
    answers: deque[bytes] = field(default_factory=deque)
    page: bytes = b""  # the newest page; one that was not taken yet is not wanted any more


class Office(Protocol):
    """Who sees to sign-ins, pages and errands; each answers why not, empty = taken. Must not block."""

    def sign_in(self, station: int, typed: SignIn, reply: Callable[[Page | Told], None]) -> str: ...

    def page(self, station: int, wanted: PageWanted, reply: Callable[[Page | Told], None]) -> str: ...

    def errand(self, station: int, errand: Errand, reply: Callable[[Page | Told], None]) -> str: ...


class Hub:
    """Serves *stations* at the socket *path*. *offer* hands a signal to the engine; False = it takes none now.

    *seen* is told when a station's first screen came (True) and when its last one went (False).
    """

    def __init__(
        self,
        path: Path,
        stations: tuple[int, ...],
        offer: Callable[[Signal], bool],
        seen: Callable[[int, bool], None] = lambda _station, _there: None,
        office: Office | None = None,
    ) -> None:
        self._path, self._stations, self._offer, self._seen = path, stations, offer, seen
        self._office = office
        self._codec = Codec(get_args(Command))
        self._asks = Codec([PageWanted, Errand])
        self._screens: dict[int, _Screen] = {}
        self._newest: dict[int, tuple[int, View]] = {}
        self._lines: dict[int, tuple[int, bytes]] = {}
        self._steps: deque[tuple[int, bytes]] = deque(maxlen=_MOST_STEPS)
        self._lock = threading.Lock()
        self._stop = self._ended = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._door = _listen(path)
        self._selector = selectors.DefaultSelector()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def publish(self, view: View) -> None:
        """Show *view* to every screen of its station; from the engine's thread, never waits."""
        with self._lock:
            version, newest = self._newest.get(view.station, (0, None))
            if newest == view:
                return
            self._newest[view.station] = (version + 1, view)
        self._wake()

    def navigate(self, station: int, step: str, at_ms: int) -> None:
        """Tell the picture of *station* of a deck button pressed at monotonic *at_ms*; never waits."""
        line = json.dumps({"nav": step, "at_ms": at_ms}).encode() + b"\n"
        with self._lock:
            self._steps.append((station, line))
        self._wake()

    def close(self) -> None:
        """Let every screen go and remove the socket."""
        self._stop = True
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(5)
        for screen in list(self._screens.values()):
            screen.link.close()
        self._screens.clear()
        self._door.close()
        self._selector.close()
        with contextlib.suppress(OSError):
            self._path.unlink()
        with self._lock:
            ended, self._ended = self._ended, True
            if not ended:
                os.close(self._wake_read)
                os.close(self._wake_write)

    # -- the thread -----------------------------------------------------------------------------------------

    def _wake(self) -> None:
        with self._lock, contextlib.suppress(BlockingIOError):
            if not self._ended:  # a closed number may belong to any other file by now
                os.write(self._wake_write, b"x")

    def _run(self) -> None:
        self._selector.register(self._door, selectors.EVENT_READ)
        self._selector.register(self._wake_read, selectors.EVENT_READ)
        while not self._stop:
            for key, ready in self._selector.select():
                if key.fileobj is self._door:
                    self._welcome()
                elif key.fd == self._wake_read:
                    os.read(self._wake_read, 4096)
                elif key.fd in self._screens:
                    self._serve(self._screens[key.fd], ready)
            self._hand_on()
            for screen in list(self._screens.values()):
                self._fill(screen)

    def _hand_on(self) -> None:
        """Presses go to the pictures that are there now; one that takes nothing loses them."""
        with self._lock:
            steps = list(self._steps)
            self._steps.clear()
        for station, line in steps:
            for screen in self._screens.values():
                if screen.station == station and not screen.only_looks and len(screen.answers) < _MOST_STEPS:
                    screen.answers.append(line)

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):
            link, _ = self._door.accept()
            if len(self._screens) >= MOST_SCREENS:
                link.close()
                return
            link.setblocking(False)
            self._screens[link.fileno()] = _Screen(link)
            self._selector.register(link, selectors.EVENT_READ)

    def _part(self, screen: _Screen) -> None:
        self._selector.unregister(screen.link)
        del self._screens[screen.link.fileno()]
        screen.link.close()
        self._moved(screen, 0)

    def _moved(self, screen: _Screen, station: int) -> None:
        """The screen belongs to *station* now, 0 = to none."""
        before, screen.station = screen.station, station
        if screen.only_looks:
            return
        others = {o.station for o in self._screens.values() if o is not screen and not o.only_looks}
        if before and before != station and before not in others:
            self._seen(before, False)
        if station and before != station and station not in others:
            self._seen(station, True)

    def _serve(self, screen: _Screen, ready: int) -> None:
        try:
            if ready & selectors.EVENT_WRITE:
                screen.leaving = screen.leaving[screen.link.send(screen.leaving) :]
            if ready & selectors.EVENT_READ:
                self._read(screen)
        except BlockingIOError:
            pass
        except (OSError, _Gone):
            self._part(screen)

    def _read(self, screen: _Screen) -> None:
        data = screen.link.recv(_READ_BYTES)
        if not data:
            raise _Gone
        screen.coming += data
        *lines, rest = screen.coming.split(b"\n")
        screen.coming = bytearray(rest)
        for line in lines:
            if line.strip():
                self._line(screen, bytes(line))
        if len(rest) > MOST_LINE_BYTES or len(screen.answers) > MOST_ANSWERS:
            raise _Gone

    def _line(self, screen: _Screen, line: bytes) -> None:
        why = self._obey(screen, line)
        if why:
            screen.answers.append(json.dumps({"error": why}).encode() + b"\n")

    def _obey(self, screen: _Screen, line: bytes) -> str:
        """Do what a line asks; the reason why not, empty = done."""
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            return "not a line of JSON"
        match said:
            case {"hello": {"station": int(station), **rest}}:
                if station not in self._stations:
                    return f"there is no station {station} here"
                screen.shown, screen.only_looks = 0, rest.get("only_looks") is True
                self._moved(screen, station)
                return ""
            case {"command": dict(command)}:
                return self._press(screen.station, command)
            case {"sign_in": {"who": str(who), "pin": str(pin)}} if self._office is not None and screen.station:
                return self._office.sign_in(
                    screen.station, SignIn(who[:MOST_TYPED], pin[:MOST_TYPED]), self._to(screen)
                )
            case {"page": dict(plain)} | {"errand": dict(plain)} if self._office is not None and screen.station:
                return self._ask(screen, self._office, plain)
        return "neither hello nor command"

    def _ask(self, screen: _Screen, office: Office, plain: dict[str, Any]) -> str:
        try:
            asked = self._asks.decode(plain, "asked")
        except NotPlain as bad:
            return str(bad)
        if isinstance(asked, PageWanted):
            return office.page(screen.station, asked, self._to(screen))
        return office.errand(screen.station, asked, self._to(screen))

    def _to(self, screen: _Screen) -> Callable[[Page | Told], None]:
        """How an answer finds its way to that screen, from any thread."""

        def reply(answer: Page | Told) -> None:
            name = "page" if isinstance(answer, Page) else "told"
            line = json.dumps({name: encode(answer)}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            with self._lock:
                if isinstance(answer, Page):
                    screen.page = line
                elif len(screen.answers) < MOST_ANSWERS:
                    screen.answers.append(line)
            self._wake()

        return reply

    def _press(self, station: int, plain: dict[str, Any]) -> str:
        if not station:
            return "say hello first"
        try:
            command = self._codec.decode(plain, "command")
        except NotPlain as bad:
            return str(bad)
        return "" if self._offer(Pressed(station, command)) else "the engine is busy"

    def _fill(self, screen: _Screen) -> None:
        """Give the screen its next line, if it took the last one whole; wait for it to be taken."""
        if not screen.leaving:
            screen.leaving = screen.answers.popleft() if screen.answers else self._unseen(screen) or self._page(screen)
        wants = selectors.EVENT_READ | (selectors.EVENT_WRITE if screen.leaving else 0)
        self._selector.modify(screen.link, wants)

    def _page(self, screen: _Screen) -> bytes:
        """After the view: a page never shows more than the view beside it."""
        with self._lock:
            line, screen.page = screen.page, b""
        return line

    def _unseen(self, screen: _Screen) -> bytes:
        with self._lock:
            version, view = self._newest.get(screen.station, (0, None))
        if view is None or version == screen.shown:
            return b""
        screen.shown = version
        cached, line = self._lines.get(screen.station, (0, b""))
        if cached != version:
            line = json.dumps({"view": encode(view)}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            self._lines[screen.station] = (version, line)
        return line


class _Gone(Exception):
    """The screen hung up, or is no screen of ours."""


def _listen(path: Path) -> socket.socket:
    """A socket at *path*, for this user only; one left by a life before is replaced."""
    with contextlib.suppress(FileNotFoundError):
        path.unlink()
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    door.bind(str(path))
    path.chmod(0o600)
    door.listen(MOST_SCREENS)
    door.setblocking(False)
    return door
