"""A process of its own that writes entries and says each number after it was acknowledged, until it is killed.

With a second argument no file of it may grow beyond so many bytes: its disk fails in the middle of a write.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from cabinet.clock import ManualClock
from cabinet.storage.journal import JournalFailed, TwinJournal, exists
from tests.storage.rigs import OPENING, WALL, note


def main(folder: Path) -> None:
    journal = TwinJournal.open(folder) if exists(folder) else TwinJournal.create(folder, OPENING, ManualClock(WALL))
    while True:
        try:
            entry = journal.append(*note(journal.count()), WALL)
        except JournalFailed:
            return
        print(entry.sequence, flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        largest_bytes = int(sys.argv[2])
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_bytes, largest_bytes))
    main(Path(sys.argv[1]))
