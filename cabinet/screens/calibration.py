"""What a panel's touches are off by, kept in a small file of the station that is whole at any moment.

Decides nothing: a file that is missing, damaged or beyond measure is no correction.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path

from cabinet.screens.panel import MOST_PX

_log = logging.getLogger(__name__)


def read_shift(path: Path) -> tuple[int, int]:
    """What to take off every touch, canvas px; (0, 0) where nothing sensible is kept."""
    try:
        kept = json.loads(path.read_text(encoding="ascii"))
        x, y = kept["x"], kept["y"]
    except (OSError, ValueError, KeyError, TypeError):
        return (0, 0)
    if not (type(x) is int and type(y) is int) or max(abs(x), abs(y)) > 2 * MOST_PX:
        _log.warning("the touch correction in %s is beyond measure and not used", path.name)
        return (0, 0)
    return (x, y)


def write_shift(path: Path, shift: tuple[int, int]) -> None:
    """Durable and whole; a disk that refuses costs the correction at the next start, and one line of the log."""
    beside = path.with_name(f"{path.name}.new")
    try:
        with beside.open("w", encoding="ascii") as file:
            json.dump({"x": shift[0], "y": shift[1]}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as why:
        _log.warning("the touch correction was not kept: %s", why)
