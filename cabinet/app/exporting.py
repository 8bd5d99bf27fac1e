"""An export for an auditor: the whole journal as one file, its figures as CSV and JSON, and a signed manifest.

    journal.db  meters.json  meters.csv  rounds.csv  events.csv  tickets.csv  handpays.csv  head.svg  manifest.json

Decides what goes out and that all of it is of one moment: every figure is counted from the exported file, never from
the running cabinet. Changes nothing in the cabinet's folder.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import file_digest
from pathlib import Path
from typing import Any

import segno

from cabinet.app.recalling import machine_key
from cabinet.paper.head import head_text
from cabinet.reports.events import Kind, events, handpays
from cabinet.reports.fold import load
from cabinet.reports.meters import figures
from cabinet.reports.round_record import round_record
from cabinet.reports.rounds import places, recalled_in_order
from cabinet.reports.tickets import every_ticket
from cabinet.storage.chain import canonical
from cabinet.storage.copies import SqliteStore
from cabinet.storage.folders import write_durably
from cabinet.storage.journal import SqliteJournal, read_only
from cabinet.storage.signing import verify_text

MANIFEST = "manifest.json"
_PURPOSE = "export"
_COLUMNS = (
    "round",
    "game",
    "par_id",
    "started",
    "ended",
    "outcome",
    "credit_before_cents",
    "credit_after_cents",
    "money_in_cents",
    "money_out_cents",
    "jackpot_cents",
    "commitment_holds",
)


def exported(data: Path, out: Path) -> dict[str, Any]:
    """Write the export of *data* to the new folder *out*; what the manifest says. Raises the journal's errors and
    KeyRefused."""
    key = machine_key(data)
    source = read_only(data)
    out.mkdir(parents=True)
    copy = SqliteStore(out)
    copy.rebuild(source.rows(), source.base(), keep=False)
    copy.close()
    journal = SqliteJournal.read_only(out)
    sequence, head = journal.count(), journal.head()
    code = f"{sequence}:{head}:{key.sign(head, sequence)}"
    _figures(journal, out)
    segno.make_qr(head_text(code), error="m").save(str(out / "head.svg"), scale=6)
    said = {
        "public_key": key.public_key,
        "rows": sequence,
        "head": code,
        "files": {path.name: _digest(path) for path in sorted(out.iterdir()) if path.is_file()},
    }
    kept = {"export": said, "signature": key.sign_text(_PURPOSE, canonical(said))}
    write_durably(out / MANIFEST, (json.dumps(kept, indent=1, sort_keys=True) + "\n").encode())
    journal.close()
    return said


def problems(out: Path, public_key: str) -> Iterator[str]:
    """What is wrong with an export; nothing = every file is as the machine of *public_key* wrote it."""
    try:
        kept = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        said, signature = kept["export"], kept["signature"]
        if not verify_text(public_key, _PURPOSE, canonical(said), signature):
            yield f"{MANIFEST}: its signature is not this machine's"
        files = dict(said["files"])
    except (OSError, ValueError, KeyError, TypeError) as bad:
        yield f"{MANIFEST} cannot be read: {bad!r}"
        return
    for name, digest in files.items():
        path = out / name
        if not path.is_file():
            yield f"{name} is missing"
        elif _digest(path) != digest:
            yield f"{name} is not the file that was exported"


def _figures(journal: SqliteJournal, out: Path) -> None:
    state = load(journal)
    meters = figures(state, journal.count())
    (out / "meters.json").write_text(json.dumps(meters, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    _write(out / "meters.csv", _meters(meters))
    _write(out / "rounds.csv", _rounds(journal))
    everything = events(journal.rows(), Kind.ALL, journal.count(), "en")
    _write(out / "events.csv", (event.plain() for event in everything))
    _write(out / "tickets.csv", every_ticket(state))
    _write(out / "handpays.csv", (one.plain() for one in handpays(journal.rows())))


def _rounds(journal: SqliteJournal) -> Iterator[dict[str, Any]]:
    """A line for each seat of each round, oldest first; what has parts is written as JSON in its column."""
    found = list(places(journal.rows()))
    # rounds whose beginning was archived with the rows before are whole in the archive
    for place, shown in zip(found, recalled_in_order(journal, found), strict=True):
        told = round_record(shown, place, journal.entries(place.begins))
        common = {name: told[name] for name in _COLUMNS}
        for seat in told["seats"]:
            yield {
                **common,
                **{name: json.dumps(value) for name, value in seat.items() if name not in ("tiles", "cards")},
                "pieces": json.dumps(seat.get("tiles", seat.get("cards"))),
                "dealer": json.dumps(told["dealer"]),
                "rolls": json.dumps(told["rolls"]),
            }


def _meters(meters: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every meter by scope: name, scope, unit, value."""
    for name, value in meters.items():
        if name.endswith("_cents"):
            yield {"meter": name.removesuffix("_cents"), "scope": "machine", "unit": "cents", "value": value}
    for name, row in meters["meters"].items():
        for scope, value in row["scopes"].items():
            yield {"meter": name, "scope": scope, "unit": row["unit"], "value": value}


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> None:
    """One CSV file; columns in the order of the first row."""
    listed = list(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        if listed:
            table = csv.DictWriter(file, fieldnames=list(listed[0]))
            table.writeheader()
            table.writerows(listed)


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
