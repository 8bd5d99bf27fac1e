"""Secret keys in files: made once, readable by the cabinet alone, kept outside the folders of the copies.

Decides when a key file is refused. Knows no cipher.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cabinet.storage.folders import write_durably

KEY_BYTES = 32
_PRIVATE = 0o600


class KeyRefused(Exception):
    """The key file is missing, damaged, or open to others."""


def key_of(path: Path, make: Callable[[], bytes], *, may_make: bool) -> bytes:
    """The 32 bytes of the key file, made when it is missing and *may_make*; raises KeyRefused."""
    if not path.exists():
        if not may_make:
            raise KeyRefused(f"the key {path} is missing")
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_durably(path, make(), _PRIVATE)
    if path.stat().st_mode & 0o077:
        raise KeyRefused(f"the key {path} can be read by others: chmod 600 it, and ask who has read it")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise KeyRefused(f"the key {path} is damaged: {len(key)} bytes, not {KEY_BYTES}")
    return key
