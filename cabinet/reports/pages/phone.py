"""A code that a phone reads off the screen: text in, rows of modules out."""

from __future__ import annotations

import segno


def modules(text: str) -> tuple[str, ...]:
    """Rows of 0 and 1 (1 dark), the quiet zone left out; error correction M."""
    return tuple("".join("1" if dark else "0" for dark in row) for row in segno.make(text, error="m").matrix)
