"""The bench as a process: it owns the emulated world, outlives the cabinet, and answers at its socket.

    {"status": true}    {"bench": act}    {"leave": true}
    {"cabinet": [pids], "wiring": [devices]}    the processes a power cut ends, and the devices they expect

It leaves by itself when a cabinet expects other devices, when the world it owns was taken away or written by somebody
else, and when nobody has asked it anything for a quarter of an hour: where the devices stand is on disk.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path

from cabinet.app.bench import Bench
from cabinet.app.bench_client import take_lock, wiring
from cabinet.app.lines import LineServer, Said
from cabinet.app.places import Places, places_of
from cabinet.settings.load import load_profile

LEAVE_AFTER_S = 900
_CUT_AFTER_S = 0.1  # the hand that cuts the power sees that it did


class Cut:
    """The processes that hang on the cabinet's mains; held by descriptor, so that no number is mistaken."""

    def __init__(self) -> None:
        self._held: list[tuple[int, int]] = []
        self._lock = threading.Lock()

    def hold(self, pids: list[int]) -> Said:
        """These processes are the cabinet from now on, the supervisor first."""
        with self._lock:
            self._drop()
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    self._held.append((pid, _descriptor(pid)))
            return {"cabinet": len(self._held)}

    def cut(self) -> Said:
        """End them all at once, as a power cut would; nothing starts them again."""
        with self._lock:
            count = len(self._held)
        if not count:
            return {"error": "no cabinet runs on this bench"}
        threading.Timer(_CUT_AFTER_S, self._kill).start()
        return {"power": "cut", "processes": count}

    def _kill(self) -> None:
        with self._lock:
            for pid, descriptor in self._held:
                with contextlib.suppress(OSError):
                    if descriptor < 0:
                        os.kill(pid, signal.SIGKILL)
                    else:
                        signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            self._drop()

    def _drop(self) -> None:
        for _, descriptor in self._held:
            if descriptor >= 0:
                os.close(descriptor)
        self._held.clear()


def _descriptor(pid: int) -> int:
    """A descriptor of the process, -1 where the kernel has none; raises ProcessLookupError if it is gone."""
    try:
        return os.pidfd_open(pid)
    except ProcessLookupError:
        raise
    except OSError:
        os.kill(pid, 0)
        return -1


class Door:
    """What the bench's socket answers."""

    def __init__(self, bench: Bench, cut: Cut, wired: list[str]) -> None:
        self._bench, self._cut, self._wired = bench, cut, wired
        self.leave = threading.Event()
        self.asked = time.monotonic()

    def answer(self, question: Said) -> Said:
        self.asked = time.monotonic()
        if self._bench.stolen:
            self.leave.set()
            return {"error": "this world is gone"}
        match question:
            case {"status": True}:
                return self._bench.status()
            case {"bench": dict(act)}:
                return self._bench.act(act)
            case {"cabinet": list(), "wiring": list(wanted)} if wanted != self._wired:
                self.leave.set()
                return {"error": "this bench has other devices"}
            case {"cabinet": list(pids)}:
                return self._cut.hold([pid for pid in pids if isinstance(pid, int)])
            case {"leave": True}:
                self.leave.set()
                return {"leaves": True}
        return {"error": "ask for status, or bench with an act"}


def serve(profile: Path, places: Places) -> int:
    """Run the bench until it leaves; 1 = another bench serves this folder already."""
    lock = take_lock(places.runtime / "bench.lock")
    if lock is None:
        return 1
    cut = Cut()
    wanted = load_profile(profile)
    bench = Bench(wanted, places, cut.cut)
    door = Door(bench, cut, wiring(wanted))
    signal.signal(signal.SIGTERM, lambda *_: os._exit(0))  # the world is on disk at any moment
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bench.start()
    server = LineServer(places.bench, door.answer)
    server.start()
    while not door.leave.wait(1.0):
        if bench.stolen or time.monotonic() - door.asked > LEAVE_AFTER_S:
            break
    time.sleep(0.05)  # the last answer goes out
    server.close()
    bench.close()
    lock.close()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench process")
    parser.add_argument("--profile", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    given = parser.parse_args()
    until = time.monotonic() + 5
    # a bench that is just leaving still holds the lock for a moment
    while (code := serve(given.profile, places_of(given.data))) == 1 and time.monotonic() < until:
        time.sleep(0.1)
    return code


if __name__ == "__main__":
    sys.exit(main())
