"""The reference pages in docs/ are the tables the machine runs by."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.reports.reference import pages

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", sorted(pages()))
def test_the_committed_page_is_what_the_tables_say(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run: python -m cabinet docs"
