"""Text outside a printer's letters is drawn, never printed as "?" (A11)."""

from __future__ import annotations

import pytest

from cabinet.paper.drawn import WIDTH, drawn, picture
from cabinet.ports.printer import Document, Line


def _dots(line: Line) -> list[int]:
    """Black dots of each row."""
    return [bin(int(row, 16)).count("1") for row in picture(line).rows]


def test_plain_lines_keep_their_letters() -> None:
    document = Document("report", lines=(Line("USD 12.50"), Line("€ 12,50")))

    plain, euro = drawn(document).lines

    assert plain.picture is None
    assert euro.picture is not None
    assert euro.picture.width_bytes * 8 == WIDTH


@pytest.mark.parametrize("text", ["£ 12.50", "€ 12.50", "Ω 12.50", "中文 12.50", "ă 12.50"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_letter_leaves_ink(text: str, size: int) -> None:
    alone, blank = _dots(Line(text.split()[0], size)), _dots(Line("\u00a0", size))

    assert sum(alone) > 20
    assert sum(blank) == 0


def test_a_line_at_the_right_ends_at_the_right() -> None:
    left, right = (picture(Line("ä", 1, align)).rows for align in ("left", "right"))
    half = WIDTH // 8  # hex digits of half a row

    assert all(int(row[half:], 16) == 0 for row in left)
    assert all(int(row[:half], 16) == 0 for row in right)


def test_a_long_line_stays_on_the_paper() -> None:
    ends = [row[-2:] for row in picture(Line("中" * 40, 3)).rows]

    assert set(ends) == {"00"}
