"""Every process finds the same sockets by the data folder alone, and nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from cabinet.app import places
from cabinet.app.places import UnsafePlace, places_of


@pytest.fixture(autouse=True)
def _own_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "ROOT", tmp_path)


def test_one_folder_one_place_however_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "data").mkdir()
    monkeypatch.chdir(tmp_path)
    assert places_of(Path("data")).runtime == places_of(tmp_path / "x" / ".." / "data").runtime
    assert places_of(Path("data")).runtime != places_of(Path("other")).runtime


def test_a_socket_fits_however_deep_the_data_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    deep = places_of(Path("/", *["a-long-folder-name"] * 20))
    assert len(str(deep.screen(7))) < 100
    deep.runtime.rmdir()


def test_a_place_that_others_may_enter_is_refused(tmp_path: Path) -> None:
    runtime = places_of(tmp_path / "data").runtime
    assert runtime.stat().st_mode & 0o777 == 0o700
    runtime.chmod(0o755)
    with pytest.raises(UnsafePlace):
        places_of(tmp_path / "data")


def test_a_place_that_is_a_link_is_refused(tmp_path: Path) -> None:
    runtime = places_of(tmp_path / "data").runtime
    runtime.rmdir()
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    runtime.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnsafePlace):
        places_of(tmp_path / "data")
