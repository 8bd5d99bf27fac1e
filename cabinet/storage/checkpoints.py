"""Checkpoints: the state after some row, signed, so that a start folds only the rows after it.

One file each, `checkpoint-<sequence>.json`. A checkpoint is a convenience and never a source: one that was damaged,
forged, made by another version of the program, or belongs to another history is passed over, and an older one or the
whole journal is read instead. Knows no state: it is plain data.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cabinet.ports.plain import Plain
from cabinet.storage.chain import canonical
from cabinet.storage.folders import write_durably
from cabinet.storage.signing import MachineKey, verify_text

KEPT = 3  # the newest, one to fall back on when it is damaged, and one more
LANDMARK_ROWS = 20_000
"""Of older ones one in so many rows stays: an old round is recalled by folding no more than that."""
LANDMARKS = 120  # that is a year of rounds by the hundred a day, and some 20 MB
_PURPOSE = "checkpoint"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state after the row *sequence*, whose hash was *hash*."""

    sequence: int
    hash: str
    state: Plain


class Checkpoints:
    """The checkpoints in one folder, of one machine and one version of the state."""

    def __init__(self, folder: Path, key: MachineKey, version: str) -> None:
        """*version* names the form of the state: checkpoints of another one are passed over."""
        self._folder = folder
        self._key = key
        self._version = version

    def save(self, sequence: int, hash: str, state: Plain) -> None:
        """Durable on return; the newest KEPT stay, and landmarks. The row must be in the journal already. Raises
        OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        text = canonical({"version": self._version, "sequence": sequence, "hash": hash, "state": state})
        signature = self._key.sign_text(_PURPOSE, text)
        write_durably(self._path(sequence), f"{signature}\n{text}\n".encode())
        for path in _superfluous(self._newest_first()):
            path.unlink(missing_ok=True)

    def newest_valid(self, max_sequence: int, hash_at: Callable[[int], str | None]) -> Checkpoint | None:
        """The newest one up to *max_sequence* that this machine signed for this very history; None when none is."""
        for path in self._newest_first():
            if _sequence(path) > max_sequence:
                continue
            found = _read(path, self._key.public_key, self._version)
            if found and found.sequence <= max_sequence and hash_at(found.sequence) == found.hash:
                return found
        return None

    def _path(self, sequence: int) -> Path:
        return self._folder / f"checkpoint-{sequence:012d}.json"

    def _newest_first(self) -> list[Path]:
        return _files(self._folder)


def signed(folder: Path, public_key: str, version: str) -> list[Checkpoint]:
    """Every checkpoint there that the machine signed, newest first: for an audit, which needs no private key."""
    found = (_read(path, public_key, version) for path in _files(folder))
    return [checkpoint for checkpoint in found if checkpoint]


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("checkpoint-*.json"), reverse=True)


def _superfluous(newest_first: list[Path]) -> list[Path]:
    """All but the newest KEPT and the oldest in each stretch of LANDMARK_ROWS."""
    landmarks: dict[int, Path] = {}
    for path in newest_first[KEPT:]:
        landmarks[_sequence(path) // LANDMARK_ROWS] = path
    kept = set(list(landmarks.values())[:LANDMARKS])
    return [path for path in newest_first[KEPT:] if path not in kept]


def _sequence(path: Path) -> int:
    digits = path.stem.removeprefix("checkpoint-")
    return int(digits) if digits.isdecimal() else 0


def _read(path: Path, public_key: str, version: str) -> Checkpoint | None:
    try:
        signature, text, _ = path.read_text(encoding="utf-8").split("\n")
        if not verify_text(public_key, _PURPOSE, text, signature):
            return None
        plain = json.loads(text)
    except (OSError, ValueError):
        return None
    if plain["version"] != version:
        return None
    return Checkpoint(plain["sequence"], plain["hash"], plain["state"])
