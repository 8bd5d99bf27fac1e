"""T-06, A11: what stands on a cash-out ticket."""

from __future__ import annotations

import pytest

from cabinet.ports.printer import Document
from cabinet.texts import LANGUAGES
from tests.paper.papers import NUMBER, text_of, ticket


def test_t06_a_ticket_carries_everything_it_must() -> None:
    paper = ticket()
    assert dict(paper.fields) == {
        "validation": "01-0123-4567-8901-2345",
        "title": "CASH OUT TICKET",
        "site": "Harbour Casino",
        "address": "100 Harbour Road",
        "date": "2026-11-30",
        "time": "09:05:26",
        "ticket": "TICKET # 12",
        "words": "THIRTY-SEVEN AND 50/100 USD",
        "amount": "USD 37.50",
        "expiry": "VOID AFTER 30 DAYS",
        "machine": "MACHINE # 0427-1",
    }
    assert paper.kind == "cash_out"
    assert paper.barcode == NUMBER


def test_t06_a_line_printer_prints_the_same_facts() -> None:
    paper = ticket()
    for name, text in paper.fields:
        assert text in text_of(paper).replace("\n", " "), name
    assert text_of(paper).count("01-0123-4567-8901-2345") == 2, "T-07: the number stands in two places"


def test_the_station_is_on_the_ticket() -> None:
    assert ticket(station=7).field("machine") == "MACHINE # 0427-7"


def test_a_ticket_may_have_no_expiry_or_one_day() -> None:
    assert ticket(expiry_days=0).field("expiry") == "DOES NOT EXPIRE"
    assert ticket(expiry_days=1).field("expiry") == "VOID AFTER 1 DAY"


def test_a_bench_ticket_says_that_it_is_void() -> None:
    assert ticket(bench=True).field("title") == "VOID - TEST - CASH OUT TICKET"
    assert "VOID - TEST" in text_of(ticket(bench=True))
    assert "VOID - TEST" not in text_of(ticket())


def test_t11_a_second_print_says_duplicate() -> None:
    assert ticket(duplicate=True).field("title") == "DUPLICATE - CASH OUT TICKET"
    assert ticket(bench=True, duplicate=True).field("title") == "VOID - TEST - DUPLICATE - CASH OUT TICKET"


@pytest.mark.parametrize("currency", ["USD", "GBP", "EUR", "CNY", "JPY", "HKD", "RON"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a11_amounts_carry_iso_letters_and_fields_plain_letters_only(language: str, currency: str) -> None:
    paper = ticket(language=language, currency=currency, amount_cents=1250)
    assert paper.field("amount") == f"{currency} 12.50"
    assert all(text.isascii() for _, text in paper.fields)
    assert not any(sign in text_of(paper) for sign in "$£€¥?")
    assert f"{currency} 12.50" in text_of(paper)


def test_a11_a_language_without_plain_letters_falls_back_to_english_in_fields_only() -> None:
    paper = ticket(language="zh_Hant")
    assert paper.field("title") == "CASH OUT TICKET"
    assert paper.field("words") == "THIRTY-SEVEN AND 50/100 USD"
    assert "兌現票券" in text_of(paper)
    assert "USD 參拾柒圓伍角整" in text_of(paper)


def test_a11_accents_are_spelled_out_in_fields() -> None:
    assert ticket(language="de").field("words") == "SIEBENUNDDREISSIG UND 50/100 USD"
    assert ticket(language="de").field("expiry") == "VERFAELLT NACH 30 TAGEN"
    assert ticket(language="es").field("machine") == "MAQUINA N.o 0427-1"
    assert "MÁQUINA N.º 0427-1" in text_of(ticket(language="es"))


def test_an_amount_without_decimals() -> None:
    assert ticket(currency="JPY", decimals=0, amount_cents=5000).field("amount") == "JPY 5000"


@pytest.mark.parametrize("number", ["", "1234", "0101234567890123456", "01012345678901234X", "０１" * 9])
def test_a_number_that_has_not_18_digits_is_never_printed(number: str) -> None:
    with pytest.raises(AssertionError):
        ticket(number=number)


def test_a_ticket_over_nothing_is_never_printed() -> None:
    with pytest.raises(AssertionError):
        ticket(amount_cents=0)


def test_the_same_facts_make_the_same_paper() -> None:
    first, second = ticket(), ticket()
    assert first == second
    assert isinstance(first, Document)
