"""T-06: the amount in words, as it stands on a ticket."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.texts.chinese import SIMPLIFIED, TRADITIONAL, financial
from cabinet.texts.words import in_words


@pytest.mark.parametrize(
    ("language", "units", "said"),
    [
        ("en", 3750, "thirty-seven and 50/100 USD"),
        ("en", 5, "zero and 05/100 USD"),
        (
            "en",
            123_456_789,
            "one million, two hundred and thirty-four thousand, five hundred and sixty-seven and 89/100 USD",
        ),
        ("es", 2100, "veintiuno con 00/100 USD"),
        ("fr", 8050, "quatre-vingts et 50/100 USD"),
        ("de", 3750, "siebenunddreißig und 50/100 USD"),
        ("zh_Hans", 3750, "USD 叁拾柒元伍角整"),
        ("zh_Hant", 3750, "USD 參拾柒圓伍角整"),
    ],
)
def test_amounts_are_said_in_words(language: str, units: int, said: str) -> None:
    assert in_words(units, language, "USD", 2) == said


def test_currencies_without_and_with_three_decimals() -> None:
    assert in_words(5000, "en", "JPY", 0) == "five thousand JPY"
    assert in_words(1250, "en", "KWD", 3) == "one and 250/1000 KWD"


@pytest.mark.parametrize(
    ("units", "said"),
    [
        (0, "零元整"),
        (1, "壹分"),
        (5, "伍分"),
        (50, "伍角整"),
        (55, "伍角伍分"),
        (100, "壹元整"),
        (105, "壹元零伍分"),
        (150, "壹元伍角整"),
        (1000, "壹拾元整"),
        (1234, "壹拾贰元叁角肆分"),
        (10_000, "壹佰元整"),
        (10_100, "壹佰零壹元整"),
        (11_000, "壹佰壹拾元整"),
        (100_500, "壹仟零伍元整"),
        (100_505, "壹仟零伍元零伍分"),
        (101_000, "壹仟零壹拾元整"),
        (140_950, "壹仟肆佰零玖元伍角整"),
        (1_000_000, "壹万元整"),
        (1_000_100, "壹万零壹元整"),
        (1_010_000, "壹万零壹佰元整"),
        (1_100_000, "壹万壹仟元整"),
        (10_000_000, "壹拾万元整"),
        (10_700_053, "壹拾万柒仟元伍角叁分"),
        (600_700_050, "陆佰万柒仟元伍角整"),
        (1_000_000_000, "壹仟万元整"),
        (10_000_000_000, "壹亿元整"),
        (10_000_000_100, "壹亿零壹元整"),
        (10_000_100_000, "壹亿零壹仟元整"),
        (10_100_000_000, "壹亿零壹佰万元整"),
        (99_999_999_99, "玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"),
    ],
)
def test_chinese_financial_numerals(units: int, said: str) -> None:
    assert financial(units, 2, SIMPLIFIED) == said


def test_the_traditional_script_has_its_own_signs() -> None:
    assert financial(12_345_678_90, 2, TRADITIONAL) == "壹仟貳佰參拾肆萬伍仟陸佰柒拾捌圓玖角整"


@pytest.mark.parametrize(("decimals", "said"), [(0, "壹仟贰佰叁拾肆元整"), (3, "壹元贰角叁分肆厘")])
def test_other_decimals(decimals: int, said: str) -> None:
    assert financial(1234, decimals, SIMPLIFIED) == said


def read_back(said: str) -> int:
    """The value of financial numerals, read by another rule than they are written by: left to right, place by place."""
    places, parts = {"拾": 10, "佰": 100, "仟": 1000}, {"角": 10, "分": 1}
    total = section = digit = cents = 0
    for sign in said:
        if sign in SIMPLIFIED.digits:
            digit = SIMPLIFIED.digits.index(sign)
        elif sign in places:
            section, digit = section + digit * places[sign], 0
        elif sign in parts:
            cents, digit = cents + digit * parts[sign], 0
        elif sign == "万":
            total, section, digit = total + (section + digit) * 10_000, 0, 0
        elif sign == "亿":
            total, section, digit = (total + section + digit) * 10**8, 0, 0
        elif sign == "元":
            total, section, digit = total + section + digit, 0, 0
    return total * 100 + cents


@given(st.integers(0, 10**13))
def test_chinese_words_mean_exactly_their_amount(units: int) -> None:
    said = financial(units, 2, SIMPLIFIED)
    assert read_back(said) == units
    assert "零零" not in said
    assert not re.search("零[万亿]", said)
