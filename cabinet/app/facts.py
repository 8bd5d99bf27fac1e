"""What the running process knows beyond the machine, for the attendant's pages: its program, its options, its clock.

Decides nothing. Options are read and judged anew only when one of them was changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from cabinet.settings.changes import option_rows
from cabinet.settings.load import Changes
from cabinet.settings.problems import ConfigRefused

SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Written by the operating system once a time server has set its clock."""


class Facts:
    """*program*: the digest of its files; *profile*: the profile's file; *changes*: what was changed on screen;
    *usb_folder*: where a stick is mounted."""

    def __init__(self, program: str, profile: Path, changes: Callable[[], Changes], usb_folder: str = "") -> None:
        self._program, self._profile, self._changes, self._usb_folder = program, profile, changes, usb_folder
        self._known: Changes | None = None
        self._options = "[]"

    def __call__(self) -> dict[str, str]:
        """By name, for one page."""
        changes = self._changes()
        if changes != self._known:
            self._known, self._options = changes, self._read(changes)
        clock = "server" if SYNCHRONISED.exists() else "free"
        return {"program": self._program, "options": self._options, "clock": clock, "usb_folder": self._usb_folder}

    def _read(self, changes: Changes) -> str:
        try:
            rows = option_rows(self._profile, changes)
        except ConfigRefused:
            return "[]"  # files that were damaged while the cabinet runs: the page says that there are none to show
        return json.dumps([{**asdict(row), "choices": row.choices} for row in rows], ensure_ascii=False)
