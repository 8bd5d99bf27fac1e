"""Fonts are made once from what is installed, and hold every sign that the catalogues use."""

from __future__ import annotations

from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from cabinet.texts import LANGUAGES
from cabinet.texts.catalogue import read_catalogue
from cabinet.texts.fonts import cjk_font_path, font_path, needs_cjk


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def bold(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    return font_path("sans", 700)


def test_a_font_is_made_once_and_static(bold: Path, cache: Path) -> None:
    made = bold.stat().st_mtime_ns
    assert bold.is_relative_to(cache)
    assert font_path("sans", 700).stat().st_mtime_ns == made
    assert [path.name for path in bold.parent.iterdir()] == [bold.name], "no half-made file stays"
    font = TTFont(bold)
    assert "fvar" not in font
    assert font["OS/2"].usWeightClass == 700


def test_the_made_font_holds_every_sign_of_the_catalogues_but_chinese(bold: Path) -> None:
    signs = TTFont(bold).getBestCmap()
    for language in LANGUAGES:
        for message in read_catalogue(language):
            for form in message.string if isinstance(message.string, tuple) else (str(message.string),):
                missing = [s for s in form if not needs_cjk(s) and s.isprintable() and ord(s) not in signs]
                assert not missing, (language, message.id, missing)
    assert all(ord(sign) in signs for sign in "€£¥Ωăß\u202f\xa0–—•·▲▼✓×" if sign not in "▲▼✓")


def test_the_cjk_font_holds_every_chinese_sign_of_the_catalogues() -> None:
    path = cjk_font_path()
    if path is None:
        pytest.skip("no pan-CJK font is installed")
    signs = TTFont(path, fontNumber=0).getBestCmap()
    for language in ("zh_Hans", "zh_Hant"):
        for message in read_catalogue(language):
            text = "".join(message.string) if isinstance(message.string, tuple) else str(message.string)
            assert [s for s in text if needs_cjk(s) and ord(s) not in signs] == []


def test_a_machine_without_a_home_still_has_fonts(bold: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("cabinet.texts.fonts._make", lambda source, weight, made: made.write_bytes(b"made"))
    assert font_path("sans", 700).is_relative_to(tmp_path)
