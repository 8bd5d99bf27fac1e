"""The dispute record: one round as it happened, its journal rows with their hashes, and the machine's signature.

    {"dispute": {round, commitment_holds, rows, previous_hash, head, …}, "signature": Ed25519 over its canonical text}

Decides what is kept of a disputed round and how anybody who has the machine's public key checks it. Refuses to rule.
The rows carry the chain from *previous_hash* on; *head* is the signed end of the whole history at the export.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import takewhile
from typing import Any

from cabinet.ports.plain import encode
from cabinet.ports.recall import RecalledRound
from cabinet.reports.rounds import Place, Rowed, commitment_holds
from cabinet.storage.anchor import AnchorBroken, anchor_of
from cabinet.storage.chain import GENESIS, canonical, link
from cabinet.storage.signing import MachineKey, verify, verify_text

Plain = dict[str, Any]
FORMAT = 1
_PURPOSE = "dispute"


def dispute(
    journal: Rowed, place: Place, found: RecalledRound, key: MachineKey, wall: str, reason: str, picture: str = ""
) -> Plain:
    """The signed record of the round at *place*; *wall*: when it is exported, *reason*: what is disputed, *picture*:
    the SHA-256 of a picture of the table beside it."""
    sequence, head = journal.count(), journal.head()
    own = takewhile(lambda row: not place.ends or row.sequence <= place.ends, journal.rows(place.first))
    record: Plain = {
        "format": FORMAT,
        "exported": wall,
        "reason": reason,
        "picture": picture,
        "public_key": key.public_key,
        "round": encode(found),
        "commitment_holds": commitment_holds(found),
        "previous_hash": (journal.hash_at(place.first - 1) if place.first > 1 else GENESIS),
        "rows": [row._asdict() for row in own],
        "head": f"{sequence}:{head}:{key.sign(head, sequence)}",
    }
    return {"dispute": record, "signature": key.sign_text(_PURPOSE, canonical(record))}


def problems(exported: Plain, public_key: str = "", picture: bytes | None = None) -> Iterator[str]:
    """What is wrong with a dispute record; nothing = it is as the machine exported it. *public_key*: the one that is
    expected (of the first row); without it the record's own is believed. *picture*: what lies beside it."""
    try:
        record, signature = exported["dispute"], exported["signature"]
        key = public_key or record["public_key"]
        if record["public_key"] != key:
            yield "it was exported by another machine"
        if not verify_text(key, _PURPOSE, canonical(record), signature):
            yield "its signature is not the machine's"
        anchor = anchor_of(record["head"])
        if not verify(key, anchor.head, anchor.sequence, anchor.signature):
            yield "its head is not signed by the machine"
        yield from _chain(record)
        if picture is not None and sha256(picture).hexdigest() != record["picture"]:
            yield "the picture beside it is another one"
    except (KeyError, TypeError, AttributeError, ValueError, AnchorBroken) as bad:
        yield f"it is no dispute record: {bad!r}"


def _chain(record: Plain) -> Iterator[str]:
    previous = record["previous_hash"]
    for row in record["rows"]:
        if link(previous, row["sequence"], row["wall"], row["body"]) != row["hash"]:
            yield f"row {row['sequence']} does not follow from the row before"
        previous = row["hash"]
