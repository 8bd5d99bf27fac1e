"""Questions and answers over a Unix socket: one JSON object a line, each answered by one.

Decides nothing about what is asked. Whatever comes, the answer is an object: {"error": "why"} at worst. Limits:
32 callers at once, 64 KiB a question, 16 MiB an answer (a view with its table is some 10 KiB).
"""

from __future__ import annotations

import contextlib
import json
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

Said = dict[str, Any]
MOST_CALLERS = 32
MOST_QUESTION_BYTES = 65_536
MOST_ANSWER_BYTES = 16 * 1024 * 1024


class NoAnswer(Exception):
    """Nobody answers at the socket, or not in time."""


class NobodyThere(NoAnswer):
    """Nothing was asked, because nobody listens: asking again repeats nothing."""


class LineServer:
    """Answers at *path* by *answer*, each caller in a thread of its own: an answer may take its time."""

    def __init__(self, path: Path, answer: Callable[[Said], Said]) -> None:
        self._path, self._answer = path, answer
        self._callers: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._stop = False
        if path.is_socket():  # left by a life before; anything else of that name is not ours to remove
            path.unlink()
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._door.bind(str(path))
        path.chmod(0o600)
        self._inode = path.stat().st_ino
        self._thread = threading.Thread(target=self._run, name=f"door {path.name}", daemon=True)

    def start(self) -> None:
        self._door.listen(MOST_CALLERS)
        self._thread.start()

    def close(self) -> None:
        """Hang up on everybody and remove the socket, unless another server took its name."""
        self._stop = True
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        with self._lock:
            for caller in self._callers:
                with contextlib.suppress(OSError):
                    caller.shutdown(socket.SHUT_RDWR)
        with contextlib.suppress(OSError):
            if self._path.stat().st_ino == self._inode:
                self._path.unlink()

    def _run(self) -> None:
        while not self._stop:
            try:
                caller, _ = self._door.accept()
            except OSError:
                return
            with self._lock:
                full = len(self._callers) >= MOST_CALLERS
                if not full:
                    self._callers.add(caller)
            if full:
                caller.close()
                continue
            threading.Thread(target=self._serve, args=(caller,), name=f"caller {self._path.name}", daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        with contextlib.suppress(OSError), caller, caller.makefile("rb") as lines:
            while line := lines.readline(MOST_QUESTION_BYTES + 1):
                if not line.strip():
                    continue
                caller.sendall(to_line(self._said(line)))
                if len(line) > MOST_QUESTION_BYTES:
                    break
        with self._lock:
            self._callers.discard(caller)

    def _said(self, line: bytes) -> Said:
        if len(line) > MOST_QUESTION_BYTES:
            return {"error": "line too long"}
        try:
            question = json.loads(line)
        except (ValueError, RecursionError):
            return {"error": "not a line of JSON"}
        if not isinstance(question, dict):
            return {"error": "not an object"}
        return self._answer(question)


class LineCaller:
    """One connection that asks; raises NoAnswer whenever there is no answer."""

    def __init__(self, path: Path, timeout_s: float = 5.0) -> None:
        self._name = path.name
        self._link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._link.settimeout(timeout_s)
        try:
            self._link.connect(str(path))
        except OSError as no:
            self._link.close()
            raise NobodyThere(f"nobody answers at {self._name}: {no.strerror or no}") from None
        self._lines = self._link.makefile("rb")

    def ask(self, question: Said) -> Said:
        """The answer to *question*."""
        self.say(question)
        return self.hear()

    def say(self, question: Said) -> None:
        try:
            self._link.sendall(to_line(question))
        except OSError as no:
            raise NoAnswer(f"{self._name} hung up: {no}") from None

    def hear(self) -> Said:
        """The next line said."""
        try:
            line = self._lines.readline(MOST_ANSWER_BYTES)
            answer = json.loads(line) if line.endswith(b"\n") else None
        except (OSError, ValueError) as no:
            raise NoAnswer(f"{self._name} gave no answer: {no}") from None
        if not isinstance(answer, dict):
            raise NoAnswer(f"{self._name} hung up")
        return answer

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._lines.close()
            self._link.close()


def ask(path: Path, question: Said, timeout_s: float = 5.0) -> Said:
    """One question to the server at *path*; raises NoAnswer."""
    caller = LineCaller(path, timeout_s)
    try:
        return caller.ask(question)
    finally:
        caller.close()


def to_line(said: Said) -> bytes:
    """One line; a newline within a text is escaped by JSON."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
