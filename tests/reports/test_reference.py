"""The reference pages in docs/ are the tables the machine runs by."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cabinet.__main__ import build
from cabinet.reports.reference import pages

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", sorted(pages()))
def test_the_committed_page_is_what_the_tables_say(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run: python -m cabinet docs"


@pytest.mark.parametrize("game", ["double_hand", "two_card"])
def test_the_committed_par_sheet_is_what_the_paying_code_says(game: str, tmp_path: Path) -> None:
    made = tmp_path / "sheet.html"

    result = CliRunner().invoke(build(), ["par", game, "--format", "html", "--out", str(made)])

    assert result.exit_code == 0
    committed = DOCS / f"par_{game}.html"
    assert committed.read_text(encoding="utf-8") == made.read_text(encoding="utf-8"), "run: python -m cabinet par …"
