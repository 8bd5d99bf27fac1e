"""Starts the processes of a cabinet, starts again what dies, and ends them all in good order.

    child dies, or gives no sign of life for 10 s  -> started again, a little later each time
    three times in a row within 5 s of its start   -> given up, with what it said last
    it exits with 2 (wrong use or configuration)   -> given up at once: it would say the same again
    its *final* exit code                          -> the whole cabinet ends well (a window was closed)

Decides nothing about what the processes do. Limits: a child's log is cut at 1 MiB when it starts.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from pathlib import Path

QUIET_S = 10.0
QUICK_S = 5.0
MOST_QUICK = 3
STOP_S = 7.0
_TURN_S = 0.25
_DELAYS_S = (0.0, 0.5, 1.0)
_LOG_BYTES = 1024 * 1024
WRONG_USE = 2


@dataclass(frozen=True, slots=True)
class Part:
    """One process to keep alive. *final*: this exit code ends the cabinet well. *optional*: it may stay dead.

    *stubborn*: exit code 2 is no reason to give up (a display that may still come).
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    final: int | None = None
    optional: bool = False
    stubborn: bool = False


class Ending(Enum):
    """How the cabinet ends: asked to, or because a part cannot go on."""

    ASKED = auto()
    REFUSED = auto()
    FAILED = auto()


class Child:
    """One part's process and its history."""

    def __init__(self, part: Part, logs: Path) -> None:
        self.part = part
        self._log = logs / f"{part.name}.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._log_from = 0
        self._started = self._seen = 0.0
        self._pulsed = False
        self._quick = 0
        self.start_at = 0.0
        self.done = False

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def output(self) -> int | None:
        """The descriptor its signs of life come from."""
        out = self._process.stdout if self._process is not None else None
        return out.fileno() if out is not None else None

    def start(self) -> None:
        self._log.parent.mkdir(parents=True, exist_ok=True)
        if self._log.exists() and self._log.stat().st_size > _LOG_BYTES:
            self._log.replace(self._log.with_suffix(".log.1"))
        with self._log.open("ab") as log:
            self._log_from = log.tell()
            self._process = subprocess.Popen(
                self.part.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                start_new_session=True, env={**os.environ, **self.part.environment},
            )  # fmt: skip
        self._started = self._seen = time.monotonic()
        self._pulsed = False

    def alive(self) -> None:
        """It gave a sign of life."""
        self._pulsed, self._seen = True, time.monotonic()

    def check(self) -> int | None:
        """Its exit code if it has ended; one that works no more is ended here."""
        if self._process is None:
            return None
        if self._pulsed and time.monotonic() - self._seen > QUIET_S:
            self._process.kill()
            self._process.wait()
        return self._process.poll()

    def bury(self, code: int) -> bool:
        """Take note that it ended; False = too often in a row."""
        assert self._process is not None
        lived = time.monotonic() - self._started
        self._close_pipes()
        self._process = None
        self._quick = self._quick + 1 if lived < QUICK_S else 1
        self.start_at = time.monotonic() + _DELAYS_S[min(self._quick, MOST_QUICK) - 1]
        return self._quick < MOST_QUICK or self.part.stubborn

    @property
    def worth_saying(self) -> bool:
        """Its first deaths in a row, then one in a hundred: a display may stay away for days."""
        return self._quick < MOST_QUICK or self._quick % 100 == 0

    def last_words(self) -> str:
        """The last line it wrote in this life."""
        with contextlib.suppress(OSError), self._log.open("rb") as log:
            log.seek(self._log_from)
            lines = [line for line in log.read(_LOG_BYTES).decode("utf-8", "replace").splitlines() if line.strip()]
            return lines[-1].strip() if lines else ""
        return ""

    def ask_to_end(self) -> None:
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close() if self._process.stdin else None
            self._process.terminate()

    def end(self, until: float) -> None:
        """Wait for it to end until the monotonic second *until*, then make it."""
        if self._process is None:
            return
        try:
            self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close_pipes()
        self._process = None

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout) if self._process else ():
            with contextlib.suppress(OSError):
                pipe.close() if pipe else None


class Supervisor:
    """Keeps *parts* alive until `stop`; *changed* gets the pids whenever they changed and every two seconds."""

    def __init__(
        self, parts: tuple[Part, ...], logs: Path, say: Callable[[str], None], changed: Callable[[list[int]], None]
    ) -> None:
        self._children = [Child(part, logs) for part in parts]
        self._say, self._changed = say, changed
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._told: list[int] = []
        self._tell_at = 0.0
        self._ending: Ending | None = None

    def stop(self, *_: object) -> None:
        """End the cabinet; from any thread, also from a signal."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b"s")

    def run(self) -> Ending:
        """Until it is stopped or a part cannot go on; nothing is left running on return."""
        try:
            while self._ending is None:
                self._start_due()
                self._listen()
                for child in self._children:
                    self._look_after(child)
        finally:
            self._end_all()
        return self._ending

    def _start_due(self) -> None:
        now = time.monotonic()
        for child in self._children:
            if child.pid is None and not child.done and now >= child.start_at:
                child.start()
        pids = [child.pid for child in self._children if child.pid is not None]
        if pids != self._told or now >= self._tell_at:
            self._told, self._tell_at = pids, now + 2.0
            self._changed(pids)

    def _listen(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._read, selectors.EVENT_READ)
            for child in self._children:
                if child.output is not None:
                    selector.register(child.output, selectors.EVENT_READ, child)
            for key, _ in selector.select(_TURN_S):
                said = os.read(key.fd, 4096)
                if key.data is None:
                    self._ending = Ending.ASKED
                elif said:
                    key.data.alive()
                else:
                    time.sleep(0.01)  # its output ended: the exit code follows in a moment

    def _look_after(self, child: Child) -> None:
        code = child.check()
        if code is None or self._ending is not None:
            return
        name, words = child.part.name, child.last_words()
        if code == child.part.final:
            child.done, self._ending = True, None if child.part.optional else Ending.ASKED
            child.bury(code)
        elif code == WRONG_USE and not child.part.stubborn:
            child.bury(code)
            self._give_up(child, Ending.REFUSED, words or f"The {name} process refused to start.")
        elif child.bury(code):
            if child.worth_saying:
                self._say(
                    f"The {name} process ended ({_code(code)}); it is started again.{' ' if words else ''}{words}"
                )
        else:
            told = f"The {name} process ended {MOST_QUICK} times in a row; the cabinet stops. It said: {words or '?'}"
            self._give_up(child, Ending.FAILED, told)

    def _give_up(self, child: Child, ending: Ending, why: str) -> None:
        self._say(why)
        if child.part.optional:
            child.done = True
        else:
            self._ending = ending

    def _end_all(self) -> None:
        until = time.monotonic() + STOP_S
        for child in self._children:
            child.ask_to_end()
        for child in self._children:
            child.end(until)


def _code(code: int) -> str:
    return signal.Signals(-code).name if code < 0 else f"exit code {code}"


def stop_on_signals(supervisor: Supervisor) -> None:
    """The usual signals end the cabinet in good order."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, supervisor.stop)


def python(module: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module of ours with this very Python."""
    return (sys.executable, "-m", module, *arguments)
