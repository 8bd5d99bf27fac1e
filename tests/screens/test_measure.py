"""Words are measured without a font; what they are said to take is near to what the font takes."""

from __future__ import annotations

import pytest

from cabinet.screens.measure import lines_of, width_of
from cabinet.texts.languages import LANGUAGES
from tests.screens.rig import started_fonts
from tests.screens.test_languages import labels


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_measured_is_near_to_what_is_drawn(language: str) -> None:
    """Never more than a seventeenth too little, for small letters stand on whole pixels; never a quarter too much."""
    fonts = started_fonts()
    for label in labels(language):
        if label.serif or "··" in label.text:
            continue  # titles and masked numbers have boxes of their own and are not measured
        for line in label.text.split("\n"):
            drawn = fonts.width(line, label.size, label.weight)
            said = width_of(line, label.size, bold=label.weight >= 700)
            assert said * 106 // 100 + 2 >= drawn, line
            assert said <= drawn * 5 // 4 + 12, line


def test_lines_break_after_words_and_in_han_anywhere() -> None:
    assert lines_of("one two", 28, width_of("one two", 28)) == 1
    assert lines_of("one two", 28, width_of("one two", 28) - 4) == 2
    assert lines_of("one\ntwo", 28, 1_000) == 2
    assert lines_of("庄家的两手", 28, 3 * 28) == 2
