"""The page that shows every screen: made from the files that are there, and nothing around it is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.app.picture_page import BEGIN, END, with_pictures

NAMES = ("1080x1920/en/00-attract.jpg", "1920x1080/en/00-attract.jpg", "1920x1080/en/10-place_bets.jpg")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    for name in NAMES:
        path = tmp_path / "pictures" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    (tmp_path / "pictures" / "index.html").write_text("no picture")
    return tmp_path / "screens.md"


def test_every_picture_stands_under_its_panel_and_the_text_around_stays(page: Path) -> None:
    told = with_pictures(f"before\n{BEGIN}\nold\n{END}\nafter\n", page.parent / "pictures", page)
    assert told.startswith("before\n")
    assert told.endswith("after\n")
    assert "old" not in told
    links = [f"](pictures/{name})" for name in (NAMES[1], NAMES[2], NAMES[0])]
    places = [told.index(link) for link in links]
    assert places == sorted(places), "landscape first, by their numbers"
    assert "<br>place bets" in told
    assert told.count("](") == len(NAMES)


@pytest.mark.parametrize("text", ["no mark", BEGIN, END, f"{END}\n{BEGIN}"])
def test_a_page_without_its_marks_is_left_alone(page: Path, text: str) -> None:
    with pytest.raises(ValueError, match="has no line"):
        with_pictures(text, page.parent / "pictures", page)
