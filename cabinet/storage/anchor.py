"""The anchor: a signed head kept where the journal is not, so that a history put back or cut short is noticed.

    code of a head    <sequence>:<hash>:<signature>       one line, in the anchor file, on slips and exports

A file on the system partition is the weaker kind: who can write there, and has an older copy of it, can put both
back. A counter in a TPM cannot be put back. Either way the journal goes first and the anchor after it, so that a
power cut leaves the anchor behind, never ahead. What to do about a history that was rolled back is not decided here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cabinet.storage.contract import Journal
from cabinet.storage.folders import write_durably
from cabinet.storage.signing import MachineKey, verify

_CODE = re.compile(r"([0-9]{1,15}):([0-9a-f]{64}):([0-9a-f]{128})")


class AnchorBroken(Exception):
    """The anchor cannot be read: it is no signed head."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A head that the machine has signed: the journal went at least so far, and stood so."""

    sequence: int
    head: str
    signature: str

    def code(self) -> str:
        """One line of text, for a file or a QR code."""
        return f"{self.sequence}:{self.head}:{self.signature}"


def anchor_of(code: str) -> Anchor:
    """The anchor that a code says; raises AnchorBroken."""
    found = _CODE.fullmatch("".join(code.split()).lower())  # typed from a slip: broken into lines, in capitals
    if found is None:
        raise AnchorBroken("this is no code of a signed head")
    return Anchor(int(found[1]), found[2], found[3])


def read_anchor(file_or_code: str) -> Anchor:
    """The anchor in a file of that name, or the code itself; raises AnchorBroken."""
    path = Path(file_or_code)
    if ":" in file_or_code and not path.exists():
        return anchor_of(file_or_code)
    try:
        return anchor_of(path.read_text(encoding="ascii"))
    except (OSError, ValueError) as bad:
        raise AnchorBroken(f"{file_or_code} cannot be read") from bad


class AnchorFile:
    """The counter of one machine in a file outside the data folders."""

    def __init__(self, path: Path, key: MachineKey) -> None:
        self._path = path
        self._key = key

    def read(self) -> Anchor | None:
        """What the file says, None when there is none; raises AnchorBroken."""
        return read_anchor(str(self._path)) if self._path.exists() else None

    def advance(self, journal: Journal) -> Anchor:
        """Binds the anchor to the journal's head now, durable on return; it never goes back. Raises OSError."""
        before = self.read()
        assert before is None or before.sequence <= journal.count(), "an anchor never goes back"
        return self.restart(journal)

    def restart(self, journal: Journal) -> Anchor:
        """Binds the anchor to another history: after a RAM clear or a restore, which are acts of a technician."""
        sequence, head = journal.count(), journal.head()
        anchor = Anchor(sequence, head, self._key.sign(head, sequence))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._path, f"{anchor.code()}\n".encode("ascii"))
        return anchor


def rolled_back(journal: Journal, anchor: Anchor | None, public_key: str) -> str | None:
    """Why this journal is not the one the anchor was bound to, None when it is; *public_key* of the machine."""
    if anchor is None:
        # the first row is written before the first anchor: a cut between the two is no attack
        return None if journal.count() <= 1 else "there is no anchor although the journal has a history"
    if not verify(public_key, anchor.head, anchor.sequence, anchor.signature):
        return "the anchor was not signed by this machine"
    if journal.count() < anchor.sequence:
        return f"the history ends at row {journal.count()}, the anchor knows row {anchor.sequence}"
    if journal.hash_at(anchor.sequence) != anchor.head:
        return f"row {anchor.sequence} is not the one the anchor knows"
    return None
