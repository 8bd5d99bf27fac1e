"""A slow page, made in a process of its own: one JSON line in, one page out, over the journal opened for reading.

    in    {"wanted": PageWanted, "worker": Worker, "wall": stamp, "facts": {…}}        out    {"page": Page}

Decides that one is made at a time, that the newest wish is the only one, and that nothing is waited for longer than
LONGEST_S. A process that fails is a page that failed, never a machine that failed.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path

from cabinet.app.recalling import Recaller
from cabinet.machine.state import State, Worker
from cabinet.ports.page import Page, PageWanted
from cabinet.ports.plain import Codec, NotPlain, encode
from cabinet.reports.fold import fold
from cabinet.reports.pages import made
from cabinet.reports.pages.asked import Asked
from cabinet.storage.checkpoints import Checkpoints
from cabinet.storage.contract import Journal
from cabinet.storage.journal import read_only
from cabinet.storage.signing import MachineKey

LONGEST_S = 120


class SlowPages:
    """Makes slow pages over the data folder *data*, one after the other."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._lock = threading.Lock()
        self._under_way: subprocess.Popen[str] | None = None

    def page(self, wanted: PageWanted, worker: Worker, wall: str, facts: dict[str, str]) -> Page:
        """The page; raises OSError, ValueError or subprocess.TimeoutExpired when it cannot be made."""
        line = json.dumps({"wanted": encode(wanted), "worker": encode(worker), "wall": wall, "facts": facts})
        command = [sys.executable, "-m", "cabinet.app.page_process", str(self._data)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8") as made_by:
            with self._lock:
                self._under_way = made_by
            try:
                out, _ = made_by.communicate(line, timeout=LONGEST_S)
            except subprocess.TimeoutExpired:
                made_by.kill()
                raise
            finally:
                with self._lock:
                    self._under_way = None
        page = Codec([Page]).decode(json.loads(out)["page"])
        assert isinstance(page, Page)
        return page

    def close(self) -> None:
        """Whatever is under way is not wanted any more."""
        with self._lock:
            if self._under_way is not None:
                self._under_way.kill()


def state_of(data: Path, journal: Journal, form: str) -> State:
    """The state after the newest row: from the newest checkpoint if there is a good one, else from the first row."""
    key = MachineKey(data / "keys" / "machine.key", may_make=False)
    found = Checkpoints(data / "checkpoints", key, form).newest_valid(journal.count(), journal.hash_at)
    if found is not None:
        try:
            state: State = Codec([State]).decode(found.state)
            return fold(journal.entries(found.sequence + 1), state)
        except NotPlain:
            pass
    return fold(journal.entries())


def main(data: Path) -> None:
    from cabinet.app.compose import STATE_FORM

    said = json.loads(sys.stdin.read())
    codec, journal = Codec([PageWanted, Worker]), read_only(data)
    worker: Worker = codec.decode(said["worker"])
    state = state_of(data, journal, STATE_FORM)
    key = MachineKey(data / "keys" / "machine.key", may_make=False)
    asked = Asked(
        codec.decode(said["wanted"]),
        worker.station,
        worker.who,
        worker.role,
        state,
        journal.count(),
        journal.head(),
        said["wall"],
        journal,
        key.sign_text,
        said["facts"],
        Recaller(data, journal),
    )
    print(json.dumps({"page": encode(made(asked))}, ensure_ascii=False))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
