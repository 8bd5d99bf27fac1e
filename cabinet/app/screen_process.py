"""A screen as a process: the player's, or the bench's window. Decides nothing: it reads its orders and shows.

Exit code 2: there is no display to show on. A screen holds nothing that could be lost: without its leash it goes
at once.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from pathlib import Path

from cabinet.app.child import Pulse, on_leash


def main() -> int:
    given = _arguments()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # meant for the supervisor, which ends us in its order
    on_leash(lambda: os._exit(0))
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if given.bench_window:
        from cabinet.screens.bench import run_bench_window

        return run_bench_window(given.bench, (given.width, given.height))
    from cabinet.screens.main import run_screen

    return run_screen(
        given.engine,
        station=given.station,
        fullscreen=given.fullscreen,
        size=(given.width, given.height),
        control=given.control,
        bench_socket=given.bench,
        language=given.language,
        loudest=given.volume,
        rotation=given.rotation,
        contrast=given.contrast,
        large=given.large,
        no_more_bets=given.no_more_bets,
        calibration=given.calibration,
        turned=Pulse(),
    )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="screen process")
    parser.add_argument("--engine", type=Path)
    parser.add_argument("--bench", type=Path)
    parser.add_argument("--bench-window", action="store_true")
    parser.add_argument("--station", type=int, default=1)
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument("--width", type=int, default=1600)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--control", type=Path)
    parser.add_argument("--calibration", type=Path)
    parser.add_argument("--language", default="en")
    parser.add_argument("--volume", type=int, default=100)
    parser.add_argument("--rotation", type=int, choices=(0, 90, 180, 270), default=0)
    parser.add_argument("--contrast", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--no-more-bets", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
