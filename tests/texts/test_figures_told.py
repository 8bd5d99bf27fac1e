"""No figure about odds stands in a catalogue: sentences take them from the PAR sheet, and write them as one does."""

from __future__ import annotations

import re

import pytest

from cabinet.texts import LANGUAGES, Texts
from cabinet.texts.catalogue import codes, read_catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_tells_what_the_house_way_costs(language: str) -> None:
    told = Texts(language).say("help.cost", house_bp=362, best_bp=227).replace(",", ".")
    assert told.index("3.62") < told.index("2.27"), "first the house way, then the best set"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_percentage_is_written_down_in_a_sentence(language: str) -> None:
    words = Texts(language)
    written = [code for code in codes(read_catalogue(language)) if re.search(r"\d[.,]\d+ ?%", words.say(code))]
    assert written == []


def test_hundredths_of_a_percent_are_written_in_the_language_s_manner() -> None:
    assert Texts("en").say("help.edge.bet", edge_bp=1005) == "10.05 %"
    assert Texts("de").say("help.edge.bet", edge_bp=5) == "0,05 %"
