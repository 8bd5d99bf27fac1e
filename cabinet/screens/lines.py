"""One JSON object a line over a byte stream. Decides what a line is; a peer that sends none is bounded."""

from __future__ import annotations

import json
from typing import Any

# a view with seven seats and every message is about 40 kB; the rest is room for what is still to come
LIMIT_BYTES = 4_000_000


class BadLine(ValueError):
    """A peer sent something that is no JSON object on a line of bearable length."""


class LineBuffer:
    """Bytes in, whole lines out; keeps at most LIMIT_BYTES of an unfinished line."""

    def __init__(self, limit: int = LIMIT_BYTES) -> None:
        self._limit = limit
        self._rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are whole now, without their ends; raises BadLine if one grows too long."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        if len(self._rest) > self._limit:
            self._rest = b""
            raise BadLine(f"a line of more than {self._limit} bytes")
        return [line for line in whole if line.strip()]


def packed(message: dict[str, Any]) -> bytes:
    """The line of *message*, its end included."""
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def unpacked(line: bytes) -> dict[str, Any]:
    """The object on a line; raises BadLine if it is anything else."""
    try:
        message = json.loads(line)
    except (UnicodeDecodeError, ValueError) as wrong:
        raise BadLine(f"no JSON: {wrong}") from None
    if not isinstance(message, dict):
        raise BadLine("no JSON object")
    return message
