"""Interleaved 2 of 5: two digits at a time, the first in the bars, the second in the spaces between them.

Decides which element is wide. Start is four narrow elements, stop is wide, narrow, narrow. ISO/IEC 16390.
"""

from __future__ import annotations

import re

WIDE = 3  # narrow elements in a wide one
QUIET = 10  # narrow elements that stay white on each side

_WIDE_OF = ("00110", "10001", "01001", "11000", "00101", "10100", "01100", "00011", "10010", "01010")


def elements(digits: str) -> tuple[int, ...]:
    """Widths of bars and spaces in turn, in narrow elements, a bar first; an even count of digits only."""
    assert re.fullmatch("([0-9]{2})+", digits), "interleaved 2 of 5 takes an even number of digits"
    widths = [1, 1, 1, 1]
    for at in range(0, len(digits), 2):
        bars, spaces = _WIDE_OF[int(digits[at])], _WIDE_OF[int(digits[at + 1])]
        for bar, space in zip(bars, spaces, strict=True):
            widths += [WIDE if bar == "1" else 1, WIDE if space == "1" else 1]
    return (*widths, WIDE, 1, 1)
