"""What every process under the supervisor has in common: a leash in and a sign of life out.

Standard input is the leash: when it ends, the supervisor is gone or wants the end. A byte on standard output, now
and then, says that the process is not only there but works.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
ALIVE_EVERY_S = 1.0


def hold_signals() -> None:
    """Block the stopping signals in every thread started from now on; `wait_for_end` takes them."""
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)


def wait_for_end() -> None:
    """Return when the process is asked to end."""
    signal.sigwait(STOPS)


def end() -> None:
    """Ask this process to end, from any thread."""
    os.kill(os.getpid(), signal.SIGTERM)


def on_leash(ended: Callable[[], None] = end) -> None:
    """Call *ended* when standard input ends; a terminal or no input at all is no leash."""
    if sys.stdin is None or os.isatty(0):
        return
    threading.Thread(target=_hear, args=(ended,), name="leash", daemon=True).start()


def _hear(ended: Callable[[], None]) -> None:
    with contextlib.suppress(OSError):
        while os.read(0, 64):
            pass
    ended()


class Pulse:
    """Called at every turn of a main loop, tells the supervisor once a second that it turns."""

    def __init__(self) -> None:
        self._next = 0.0
        self._deaf = os.isatty(1)
        if not self._deaf:
            os.set_blocking(1, False)

    def __call__(self) -> None:
        now = time.monotonic()
        if now < self._next or self._deaf:
            return
        self._next = now + ALIVE_EVERY_S
        try:
            os.write(1, b".")
        except BlockingIOError:
            pass  # a supervisor that does not read is no reason to wait
        except OSError:
            self._deaf = True
