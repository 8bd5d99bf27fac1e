"""A counter that nobody can turn back, in a TPM, and the signed head it was bound to.

    file    <counter>:<sequence>:<hash>:<signature>       signs "cabinet counter 1\\n" counter "\\n" sequence "\\n" hash

Whoever owns the system partition can put back an older anchor together with an older journal; he cannot put back a
counter inside a TPM. Decides the order: the binding to the next value is durable before the counter moves, so that a
power cut leaves the file one ahead, never behind; a file behind the counter was put back. A TPM wears out by writing:
who calls decides what is worth a count.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cabinet.storage.contract import Journal
from cabinet.storage.folders import write_durably
from cabinet.storage.signing import MachineKey, verify_text

_PURPOSE = "counter"
_CODE = re.compile(r"([0-9]{1,19}):([0-9]{1,15}):([0-9a-f]{64}):([0-9a-f]{128})")
_PATIENCE_S = 10


class CounterFailed(Exception):
    """The TPM does not answer, or refuses; the text says what it said."""


class Counter(Protocol):
    """A number that only rises; both raise CounterFailed."""

    def read(self) -> int | None:
        """Its value now, None when it was never made."""
        ...

    def increment(self) -> None:
        """One more, durable on return; makes it when it is missing."""
        ...


class TpmCounter:
    """An NV counter index of the machine's TPM 2.0, by the programs of tpm2-tools."""

    def __init__(self, index: str) -> None:
        """*index*: the NV index in hex, like 0x01500417, from the range of owners."""
        self._index = index

    def read(self) -> int | None:
        defined = _tool("tpm2_getcap", "handles-nv-index").decode("ascii", "replace").upper()
        if f"{int(self._index, 16):X}" not in defined:
            return None
        return int.from_bytes(_tool("tpm2_nvread", "-C", "o", self._index), "big")

    def increment(self) -> None:
        if self.read() is None:
            # a new counter starts above every value a counter of this TPM ever had
            _tool("tpm2_nvdefine", self._index, "-C", "o", "-a", "ownerread|ownerwrite|authread|nt=counter")
        _tool("tpm2_nvincrement", "-C", "o", self._index)


def _tool(name: str, *words: str) -> bytes:
    if shutil.which(name) is None:
        raise CounterFailed(f"{name} is not installed (Debian: tpm2-tools)")
    try:
        done = subprocess.run([name, *words], capture_output=True, timeout=_PATIENCE_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as failed:
        raise CounterFailed(f"{name} does not answer: {failed}") from failed
    if done.returncode:
        raise CounterFailed(f"{name}: {done.stderr.decode('utf-8', 'replace').strip().splitlines()[-1:]}")
    return done.stdout


@dataclass(frozen=True, slots=True)
class _Bound:
    counter: int
    sequence: int
    head: str
    signature: str

    def text(self) -> str:
        return f"{self.counter}\n{self.sequence}\n{self.head}"


class BoundCounter:
    """The counter of one machine, and the file that says which head it stands for."""

    def __init__(self, counter: Counter, path: Path, key: MachineKey) -> None:
        self._counter, self._path, self._key = counter, path, key

    def problem(self, journal: Journal, public_key: str) -> str | None:
        """Why *journal* is not the one the counter was bound to, None when it is or nothing was bound yet."""
        try:
            value = self._counter.read()
        except CounterFailed as failed:
            return f"the TPM's counter cannot be read: {failed}"
        if not self._path.exists():
            return None if value is None else "a counter in the TPM, and nothing says what it was bound to"
        found = _CODE.fullmatch(self._path.read_text(encoding="ascii", errors="replace").strip())
        if found is None:
            return f"{self._path.name} does not say what the TPM's counter was bound to"
        bound = _Bound(int(found[1]), int(found[2]), found[3], found[4])
        if not verify_text(public_key, _PURPOSE, bound.text(), bound.signature):
            return "what the TPM's counter was bound to was not signed by this machine"
        return _against(bound, value, journal)

    def advance(self, journal: Journal) -> None:
        """Binds the next value to the journal's head now, then counts. Raises CounterFailed and OSError."""
        value = self._counter.read()
        if value is None:
            # where a TPM starts counting is its own affair: the first value is known after the first count
            self._counter.increment()
            value = self._counter.read() or 0
        sequence, head = journal.count(), journal.head()
        unsigned = _Bound(value + 1, sequence, head, "")
        code = f"{value + 1}:{sequence}:{head}:{self._key.sign_text(_PURPOSE, unsigned.text())}"
        self._path.parent.mkdir(parents=True, exist_ok=True)
        write_durably(self._path, f"{code}\n".encode("ascii"))
        self._counter.increment()


def _against(bound: _Bound, value: int | None, journal: Journal) -> str | None:
    if value is None:
        return "the counter in the TPM is gone"
    if bound.counter not in (value, value + 1):
        return f"the TPM has counted to {value}, what lies here knows {bound.counter}"
    if journal.count() < bound.sequence:
        return f"the history ends at row {journal.count()}, the TPM's counter knows row {bound.sequence}"
    if journal.hash_at(bound.sequence) != bound.head:
        return f"row {bound.sequence} is not the one the TPM's counter knows"
    return None
