"""`screens`: pictures of every screen, for documents and for eyes that judge them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from cabinet.app.album import album
from cabinet.app.evening import Moment
from cabinet.cli import screens
from cabinet.reports.pages import PAGES
from cabinet.screens.frame import TABS
from cabinet.screens.layout import CANVAS
from cabinet.screens.lockup import RULINGS
from cabinet.screens.office.menu import MENU
from cabinet.texts.speech import Texts

WORDS = Texts("en", "USD", 2)
DRAWN = (
    "table",
    "attract",
    "waiting",
    "lockup",
    "cash_out",
    "service",
    "reserved",
    "reserve",
    "attendant",
    "replay",
    "sign_in",
    "short_pay",
    "panel",
)
"""Every picture that a screen may show, but for the player's pages."""
NEEDED = ("attract", "place_bets", "tiles_dealt", "laying", "two_card", "paid_by_hand", "out_of_service", "page_")


@pytest.fixture(autouse=True)
def _played_once(an_evening: tuple[Moment, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command plays the evening that was played for all tests."""
    monkeypatch.setattr("cabinet.app.evening.evening", lambda *_: an_evening)


def run(*words: str) -> tuple[int, str]:
    app = typer.Typer()
    screens.register(app)
    app.callback()(lambda: None)
    told = CliRunner().invoke(app, ["screens", *words])
    return told.exit_code, told.output


@pytest.mark.pictures
@pytest.mark.parametrize("size", ["1280x720", "1024x768", "720x1280"])
def test_a_panel_of_any_shape_gets_whole_pictures_of_its_size(tmp_path: Path, size: str) -> None:
    code, _ = run("--out", str(tmp_path / "x"), "--languages", "de", "--size", size, "--only", "tiles_dealt")
    assert code == 0
    (path,) = (tmp_path / "x" / size / "de").iterdir()
    picture = Image.open(path)
    assert f"{picture.width}x{picture.height}" == size
    assert len(picture.convert("RGB").resize((64, 64)).getcolors(4096) or ()) > 200, "a table, no empty panel"
    assert path.name in (tmp_path / "x" / "index.html").read_text()


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    assert run("--out", str(tmp_path), "--only", "no such screen")[0] == 2
    assert run("--out", str(tmp_path), "--languages", "tlh")[0] == 2
    assert run("--out", str(tmp_path), "--size", "big")[0] == 2


def test_the_album_holds_every_kind_of_screen(an_evening: tuple[Moment, ...]) -> None:
    sheets = album(an_evening)
    names = [sheet.name for sheet in sheets]
    assert len(names) == len(set(names))
    for needed in NEEDED:
        assert any(needed in name for name in names), needed
    opened = {page.name for sheet in sheets for page in sheet.pages.values()}
    assert opened == set(PAGES), "every page that an attendant may ask for"
    assert set(MENU[1:]) <= opened
    locks = {lock.kind for sheet in sheets if sheet.view is not None for lock in sheet.view.locks}
    assert set(RULINGS) == locks, "every kind of lock that somebody rules on"
    scenes = {sheet.scene("en", WORDS, CANVAS).name for sheet in sheets}
    assert scenes == {*DRAWN, *TABS}
