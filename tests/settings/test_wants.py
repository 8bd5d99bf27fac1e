"""A14 and A13: one spelling a value, and no amount ever passes through a binary float."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.settings import wants
from cabinet.settings.wants import NotThis


@pytest.mark.parametrize(
    ("written", "cents"),
    [("0.29", 29), ("1.15", 115), ("2.05", 205), ("4.35", 435), ("19.99", 1999), ("1.00", 100), ("0.00", 0)],
)
def test_a14_amounts_are_exact_cents(written: str, cents: int) -> None:
    assert wants.amount(written, 2) == cents


def test_a14_a_thousand_dimes_are_exactly_a_hundred() -> None:
    assert sum(wants.amount("0.10", 2) for _ in range(1000)) == wants.amount("100.00", 2)


@given(st.integers(0, wants.LARGEST_CENTS))
def test_a14_every_amount_a_meter_holds_comes_back_exactly(cents: int) -> None:
    assert wants.amount(f"{cents // 100}.{cents % 100:02d}", 2) == cents


@pytest.mark.parametrize(("written", "decimals", "units"), [("500", 0, 500), ("1.250", 3, 1250), ("1.5", 1, 15)])
def test_each_currency_has_its_own_decimals(written: str, decimals: int, units: int) -> None:
    assert wants.amount(written, decimals) == units


@pytest.mark.parametrize(
    "written",
    [
        "500",
        "5.0",
        "5.000",
        "1,000",
        "1,000.00",
        "1_000.00",
        "1e3",
        "1E3",
        ".50",
        "5.",
        "05.00",
        "-1.00",
        "+1.00",
        "$5.00",
        "5.00USD",
        "0x10",
        "１.00",
        "١.00",
        "NaN",
        "inf",
        "99999999999.00",
        "",
        " 5.00",
        "5.00 ",
        "5 000.00",
        "1.00\n",
    ],
)
def test_a13_every_other_spelling_of_an_amount_is_refused(written: str) -> None:
    with pytest.raises(NotThis) as refused:
        wants.amount(written, 2)
    assert "5.00" in refused.value.right


def test_a_wrong_number_of_decimals_names_the_right_one() -> None:
    with pytest.raises(NotThis, match=r"'5\.0' has 1 decimals") as refused:
        wants.amount("5.0", 2)
    assert refused.value.right == "this currency has 2: write an amount like 5.00"


@pytest.mark.parametrize(("written", "points"), [("5 %", 500), ("5%", 500), ("2.5 %", 250), ("0.25 %", 25), ("0 %", 0)])
def test_percentages_are_hundredths_of_a_percent(written: str, points: int) -> None:
    assert wants.percent(written) == points


@pytest.mark.parametrize(("written", "minutes"), [("06:00", 360), ("22:00", 1320), ("00:00", 0), ("23:59", 1439)])
def test_a13_times_of_day_all_read_alike(written: str, minutes: int) -> None:
    assert wants.time_of_day(written) == minutes


@pytest.mark.parametrize(("written", "value"), [("true", True), ("false", False)])
def test_booleans_are_written_true_or_false(written: str, value: bool) -> None:
    assert wants.boolean(written) is value


def test_a13_an_asset_number_keeps_its_zeros() -> None:
    assert wants.text("0427", 12) == "0427"
    assert wants.text("0000", 12) == "0000"


REFUSED: list[tuple[Callable[[Any], Any], str]] = [
    *((wants.percent, bad) for bad in ("5", "0.05", "105 %", "100.01 %", "5.001 %", "5 percent", "-5 %", "05 %", "")),
    *((wants.time_of_day, bad) for bad in ("6:00", "24:00", "12:60", "1320", "06:00:00", "6am", "")),
    *((wants.boolean, bad) for bad in ("yes", "no", "on", "off", "True", "FALSE", "1", "0", "")),
    *((lambda v: wants.count(v, 1, 7), bad) for bad in ("0", "8", "1.0", "01", "+1", "1_0", "one", "", "9" * 50)),
    *((lambda v: wants.choice(v, ("none", "own")), bad) for bad in ("None", "NONE", " own", "")),
    *((lambda v: wants.text(v, 5), bad) for bad in ("", "toolong", " a", "a ", "a\nb", "a\u00a0b")),
]


@pytest.mark.parametrize(("convert", "written"), REFUSED)
def test_a13_other_spellings_are_refused_with_what_is_right(convert: Callable[[Any], Any], written: str) -> None:
    with pytest.raises(NotThis) as refused:
        convert(written)
    assert refused.value.right


@pytest.mark.parametrize("convert", [wants.percent, wants.time_of_day, wants.boolean, lambda v: wants.amount(v, 2)])
@pytest.mark.parametrize("value", [{"a": "1"}, ["1"]])
def test_a_list_or_a_mapping_is_no_value(convert: Callable[[Any], Any], value: Any) -> None:
    with pytest.raises(NotThis, match="no single value"):
        convert(value)
