"""A process of its own that writes entries and says each number after it was acknowledged, until it is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from cabinet.clock import ManualClock
from cabinet.storage.journal import TwinJournal, exists
from tests.storage.rigs import OPENING, WALL, note


def main(folder: Path) -> None:
    journal = TwinJournal.open(folder) if exists(folder) else TwinJournal.create(folder, OPENING, ManualClock(WALL))
    while True:
        entry = journal.append(*note(journal.count()), WALL)
        print(entry.sequence, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
