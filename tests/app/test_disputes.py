"""A disputed round is put away whole, with a picture of the very table, and nothing ever takes it back (H-13, D-18)."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import numpy
import pygame
import pytest

from cabinet.app.disputes import PICTURE, RECORD, NotKept, folder_of, keep, kept
from cabinet.app.recalling import round_numbered
from cabinet.ports.view import View
from cabinet.reports.dispute import problems
from cabinet.screens import layout, replaying
from cabinet.screens.sketch import Sketch
from cabinet.screens.stage import Stage
from cabinet.screens.ui import Ui
from cabinet.storage.journal import read_only, read_opening
from tests.cli.played import play
from tests.screens.rig import ENGLISH, started_fonts

WALL = "2026-03-01T10:00:00+00:00"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    play(tmp_path)
    return tmp_path


def drawn(view: View, mark: str, told: str, out: Path) -> str:
    """A stand-in for the picture's process where the picture is not judged."""
    out.write_bytes(f"{mark} {told} {view.credit_cents}".encode())
    return ""


def test_the_picture_is_the_scene_of_the_last_step(folder: Path) -> None:
    """By the real process: the same table as a screen paints it, marked, to the last pixel."""
    made = keep(folder, 1, 1, "the dice", WALL)
    found = round_numbered(folder, read_only(folder), 1)
    assert found is not None
    last = found[1].steps[-1]
    picture = pygame.image.load(made.folder / PICTURE)

    stage = Stage(layout.LANDSCAPE.canvas, started_fonts())
    told = f"{last.wall[:19].replace('T', ' ')}   {last.row}   {found[1].commitment[:16]}"
    sketch = Sketch(view=last.view, ui=Ui(), now_ms=100_000_000, words=ENGLISH, size=layout.LANDSCAPE.canvas)
    stage.paint(replaying.scene(sketch, last.view, "RECALL 1", told, ()))
    expected = pygame.surfarray.array3d(stage.canvas)
    assert numpy.array_equal(pygame.surfarray.array3d(picture), expected)
    assert expected.std() > 10, "an empty canvas would equal itself"


def test_what_is_kept_checks_as_genuine_and_so_does_its_picture(folder: Path) -> None:
    made = keep(folder, 2, 1, "the tiles", WALL, drawn)
    record = json.loads((made.folder / RECORD).read_text(encoding="utf-8"))
    picture = (made.folder / PICTURE).read_bytes()
    public_key = str(read_opening(folder)["public_key"])

    assert made.digest == sha256((made.folder / RECORD).read_bytes()).hexdigest()
    assert list(problems(record, public_key, picture)) == []
    assert list(problems(record, public_key, picture + b"!")) == ["the picture beside it is another one"]
    assert (record["dispute"]["reason"], record["dispute"]["commitment_holds"]) == ("the tiles", True)


def test_what_lies_there_is_never_written_over(folder: Path) -> None:
    first = keep(folder, 2, 1, "the tiles", WALL, drawn)
    before = (first.folder / RECORD).read_bytes()
    assert keep(folder, 2, 1, "something else", WALL, drawn) == first
    assert (first.folder / RECORD).read_bytes() == before


def test_a_cut_in_the_middle_leaves_nothing_that_looks_whole(folder: Path) -> None:
    def cut(view: View, mark: str, told: str, out: Path) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        keep(folder, 2, 1, "the tiles", WALL, cut)
    assert kept(folder) == []
    assert keep(folder, 2, 1, "the tiles", WALL, drawn).folder == folder_of(folder, 2)
    assert kept(folder) == [folder_of(folder, 2)]


def test_what_was_never_played_cannot_be_kept(folder: Path) -> None:
    with pytest.raises(NotKept, match="no round 99"):
        keep(folder, 99, 1, "", WALL, drawn)
    assert kept(folder) == []


def test_an_attendant_at_another_station_keeps_the_same_round(folder: Path) -> None:
    made = keep(folder, 1, 5, "", WALL, drawn)
    assert json.loads((made.folder / RECORD).read_text(encoding="utf-8"))["dispute"]["round"]["station"] == 1


def test_without_a_picture_it_is_not_kept(folder: Path) -> None:
    """Half of the evidence must not look like all of it."""
    with pytest.raises(NotKept, match="no paint"):
        keep(folder, 1, 1, "", WALL, lambda *_: "no paint")
    assert kept(folder) == []
