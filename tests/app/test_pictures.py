"""`screens`: pictures of every screen, for documents and for eyes that judge them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from PIL import Image
from typer.testing import CliRunner

from cabinet.cli import screens

NEEDED = ("attract", "place_bets", "tiles_dealt", "laying", "two_card", "paid_by_hand", "out_of_service", "page_")


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


def test_the_album_holds_every_kind_of_screen() -> None:
    from cabinet.app.album import album
    from cabinet.app.evening import evening
    from cabinet.cli.common import load

    names = [sheet.name for sheet in album(evening(load("bench")))]
    assert len(names) == len(set(names))
    for needed in NEEDED:
        assert any(needed in name for name in names), needed
