"""Makes the golden journal of this version out of a demo: once, when a version is released, and never again.

python -m tests.golden.make FILE
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from pathlib import Path

from cabinet.app.rigged import open_rigged
from cabinet.reports.fold import load
from cabinet.reports.meters import figures
from cabinet.settings.load import load_profile
from cabinet.storage.journal import read_only

SEED, ROUNDS, LIVES = 11, 4, 3
PROFILE = Path(__file__).parents[2] / "config" / "bench.yaml"


def main(file: Path) -> None:
    with tempfile.TemporaryDirectory() as place:
        data = Path(place) / "data"
        os.environ["CABINET_ANCHORS"] = str(Path(place) / "anchors")
        for _ in range(LIVES):
            with open_rigged(data, load_profile(PROFILE), SEED) as rigged:
                rigged.play(ROUNDS)
        journal = read_only(data)
        told = figures(load(journal), journal.count())
        with sqlite3.connect(data / "journal" / "a" / "journal.db") as db:
            rows = db.execute("SELECT sequence, wall, body, hash FROM entries ORDER BY sequence").fetchall()
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    file.write_text(f'{{"figures": {json.dumps(told, sort_keys=True)},\n"rows": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
