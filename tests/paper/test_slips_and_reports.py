"""Slips that people sign, and reports."""

from __future__ import annotations

import pytest

from cabinet.paper import MeterRow, SlipKind, handpay_slip, meter_report, printer_page, tickets
from cabinet.paper.house import COLUMNS, broken
from cabinet.texts import LANGUAGES
from tests.paper.papers import house, text_of


def test_a_jackpot_slip_names_its_kind_and_has_lines_to_sign_and_no_barcode() -> None:
    slip = handpay_slip(kind=SlipKind.JACKPOT, amount_cents=250_000, sequence=3, round_number=2104, **house())
    told = text_of(slip).replace("\n", " ")
    for fact in (
        "Harbour Casino",
        "HANDPAY - WIN OVER LIMIT",
        "USD 2500.00",
        "TWO THOUSAND, FIVE HUNDRED AND 00/100 USD",
        "2026-11-30 09:05:26",
        "HANDPAY # 3",
        "ROUND # 2104",
        "MACHINE # 0427-1",
        "NOT FOR CASH",
        "ATTENDANT",
        "PLAYER",
    ):
        assert fact in told, fact
    assert told.count("____") >= 2
    assert (slip.kind, slip.barcode, slip.fields) == ("handpay", "", ())


@pytest.mark.parametrize("kind", SlipKind)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_slip_says_another_kind_in_every_language(language: str, kind: SlipKind) -> None:
    def told(one: SlipKind) -> str:
        return text_of(handpay_slip(kind=one, amount_cents=1, sequence=1, language=language, **house()))

    assert [told(kind) == told(other) for other in SlipKind].count(True) == 1
    assert "[" not in told(kind), "every code has its sentence"


def test_a_second_person_signs_where_it_is_asked() -> None:
    slip = handpay_slip(kind=SlipKind.CANCELLED_CREDIT, amount_cents=1, sequence=1, second_person=True, **house())
    assert "SECOND PERSON" in text_of(slip)
    assert "ROUND" not in text_of(slip)


def test_bench_slips_and_second_prints_say_so() -> None:
    slip = handpay_slip(kind=SlipKind.JACKPOT, amount_cents=1, sequence=1, bench=True, duplicate=True, **house())
    assert "VOID - TEST" in text_of(slip)
    assert "DUPLICATE" in text_of(slip)


def test_a11_a_slip_for_a_printer_with_plain_letters_has_only_those() -> None:
    for language in LANGUAGES:
        slip = handpay_slip(
            kind=SlipKind.JACKPOT, amount_cents=1, sequence=1, language=language, plain_letters=True, **house()
        )
        assert text_of(slip).isascii(), language


def test_a_meter_report_shows_every_figure_whole() -> None:
    rows = [
        MeterRow("meter.bill_in", 1_234_500),
        MeterRow("meter.games_played", 27, money=False),
        MeterRow("a meter with a name that is far longer than the paper is wide", 9_999_999_999),
    ]
    report = meter_report(rows=rows, balanced=True, **house())
    figures = {line.text.split()[-1]: line.text for line in report.lines if line.text[-1:].isdigit()}
    assert {"12345.00", "27", "99999999.99"} <= set(figures)
    assert figures["12345.00"].startswith("Notes in ")
    assert len(figures["99999999.99"]) == COLUMNS
    assert "AMOUNTS IN USD" in text_of(report)
    assert "BOOKS BALANCE" in text_of(report)


def test_books_that_do_not_balance_are_told_in_large_letters() -> None:
    report = meter_report(rows=[], balanced=False, **house())
    assert text_of(report).endswith("BOOKS DO NOT BALANCE")
    assert report.lines[-1].size == 2


def test_the_printer_page_has_every_size_side_and_plain_sign() -> None:
    page = printer_page(**house())
    assert {(line.size, line.align) for line in page.lines} >= {(1, "left"), (2, "centre"), (3, "right")}
    assert all(chr(code) in text_of(page) for code in range(0x21, 0x7F))
    assert page.kind == "test"


def test_long_texts_are_broken_between_words_and_chinese_anywhere() -> None:
    assert broken("one two three", 7) == ("one two", "three")
    assert broken("extraordinarily long", 7) == ("extraordinarily", "long")
    assert broken("人工支付 - 超限派彩", 8) == ("人工支付", "- 超限派", "彩")
    assert broken("", 7) == ("",)


def test_a_technician_tests_a_printer_that_has_no_house_yet() -> None:
    page = tickets.test_page()
    assert page.lines[0].text == "PRINTER TEST"
    assert text_of(page).isascii()
    assert "MACHINE" not in text_of(page)
