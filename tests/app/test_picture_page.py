"""The page that shows every screen: its pictures are made anew from the screens they are called by."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from cabinet.app.album import album
from cabinet.app.evening import Moment
from cabinet.app.picture_page import Shown, shown
from cabinet.app.pictures import CANVAS_SIZES, retake
from cabinet.texts.speech import Texts

PAGE = """
| ![attract](pictures/screens/attract.jpg)<br>attract | ![once more](pictures/screens/attract.jpg) |
| ![portrait](pictures/screens/portrait-place_bets.jpg) | ![meters](pictures/office/meters.jpg) |
| ![gone](pictures/screens/no_such_screen.jpg) | ![slip](pictures/papers/slip.png) | [a link](other.md) |
"""


def test_files_are_called_by_the_screens_they_show() -> None:
    found, unknown = shown(PAGE, Path("docs"), {"attract", "place_bets", "office_meters", "meters"})
    screens, office = Path("docs/pictures/screens"), Path("docs/pictures/office")
    assert found == (
        Shown(screens / "attract.jpg", "attract", False),
        Shown(screens / "portrait-place_bets.jpg", "place_bets", True),
        Shown(office / "meters.jpg", "office_meters", False),
    )
    assert unknown == ("pictures/screens/no_such_screen.jpg",)


def test_a_picture_is_taken_again_in_its_own_size(tmp_path: Path, an_evening: tuple[Moment, ...]) -> None:
    sheets = {sheet.name: sheet for sheet in album(an_evening)}
    there, fresh = tmp_path / "there.jpg", tmp_path / "new" / "fresh.jpg"
    Image.new("RGB", (640, 360)).save(there)
    pictures = (Shown(there, "place_bets", False), Shown(fresh, "place_bets", True))
    assert list(retake(pictures, sheets, Texts("en", "USD", 2), 480)) == [there, fresh]
    landscape, portrait = Image.open(there), Image.open(fresh)
    assert (landscape.size, portrait.size) == ((640, 360), (270, 480))
    assert landscape.getbbox() == (0, 0, 640, 360), "and no longer black"
    assert CANVAS_SIZES[1][0] < CANVAS_SIZES[1][1]
