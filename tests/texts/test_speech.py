"""What a person reads: sentences with their gaps filled, money in the language's manner."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.texts import LANGUAGES, Texts
from cabinet.texts.money import iso

ENGLISH = Texts("en")


def test_a_bet_over_the_limit_is_refused_in_words_and_money() -> None:
    assert ENGLISH.say("refused.over_max", bet="super_bonus", max_cents=10_000) == "Super Bonus: at most $100.00."
    assert Texts("de", "EUR").say("refused.over_max", bet="super_bonus", max_cents="10000") == (
        "Super-Bonus: höchstens 100,00\xa0€."
    )


def test_an_amount_that_is_written_already_stays_as_it_is() -> None:
    assert ENGLISH.say("credited.note", amount_cents="$5.00") == "$5.00 added"


def test_things_are_called_by_their_own_word() -> None:
    assert ENGLISH.say("refused.asking", device="acceptor.1") == "One moment: asking the note acceptor."
    assert ENGLISH.say("refused.bet_closed", bet="dice_lo", why="no_shaker") == (
        "Dice-Lo is closed: there is no dice shaker."
    )
    assert ENGLISH.say("refused.fault", fault="door_main") == "Not while this lasts: The main door is open."


def test_a_reason_without_a_word_is_shown_as_it_came() -> None:
    assert ENGLISH.say("declined.note", why="magnetic pattern") == "Your note is given back: magnetic pattern."


def test_one_second_and_two_seconds() -> None:
    assert [ENGLISH.say("round.seconds_left", count=n) for n in (1, 2)] == ["1 second left", "2 seconds left"]
    assert [Texts("fr").say("round.seconds_left", count=n) for n in (0, 1, 2)] == [
        "0 seconde restante",
        "1 seconde restante",
        "2 secondes restantes",
    ]
    assert Texts("zh_Hans").say("round.seconds_left", count=1) == "剩余 1 秒"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_never_falls_over_a_word(language: str) -> None:
    texts = Texts(language)
    assert texts.say("no.such.code") == "[no.such.code]"
    assert "…" in texts.say("refused.over_max")
    assert "{x}" in texts.say("refused.tile_unknown", text="{x}")


@pytest.mark.parametrize(
    ("language", "currency", "decimals", "written"),
    [
        ("en", "USD", 2, "$1,234.50"),
        ("de", "EUR", 2, "1.234,50\xa0€"),
        ("fr", "EUR", 2, "1\u202f234,50\xa0€"),
        ("en", "GBP", 2, "£1,234.50"),
        ("zh_Hans", "CNY", 2, "¥1,234.50"),
        ("zh_Hant", "HKD", 2, "HK$1,234.50"),
        ("en", "JPY", 0, "¥123,450"),
        ("en", "KWD", 3, "KWD123.450"),
    ],
)
def test_money_is_written_as_the_language_does(language: str, currency: str, decimals: int, written: str) -> None:
    assert Texts(language, currency, decimals).money(123_450) == written


def test_an_amount_below_nothing_has_its_sign_in_front() -> None:
    assert ENGLISH.money(-5) == "-$0.05"
    assert ENGLISH.iso(-5) == "USD -0.05"


@given(st.integers(-(10**12), 10**12), st.integers(0, 3))
def test_a11_amounts_on_paper_are_ascii_and_come_back_exactly(units: int, decimals: int) -> None:
    written = iso(units, "EUR", decimals)
    assert written.isascii()
    assert int(written.removeprefix("EUR ").replace(".", "")) == units


@given(st.integers(0, 10**10))
def test_a14_no_amount_loses_a_cent_on_the_screen(units: int) -> None:
    digits = "".join(sign for sign in ENGLISH.money(units) if sign.isdigit())
    assert int(digits) == units


def test_a11_texts_are_read_and_said_under_the_poorest_locale() -> None:
    program = "from cabinet.texts import Texts; import sys; "
    program += "sys.stdout.buffer.write(Texts('zh_Hans', 'CNY').say('meter.credit').encode())"
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={"PATH": os.environ["PATH"], "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        timeout=60,
        check=True,
    )
    assert told.stdout.decode("utf-8") == "点数"
