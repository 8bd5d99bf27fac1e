"""The bytes of the ESC/POS sheet: status bits both ways, documents as golden bytes, letters and pictures."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.ports.printer import Document, Line, Picture
from drivers.emulators.escpos_reader import Item, OrderReader
from drivers.printers.escpos_document import Paper, orders_of
from drivers.printers.escpos_wire import (
    REAL_TIME,
    AnswerReader,
    Confirmed,
    FullStatus,
    StatusByte,
    ask,
    confirm,
    names_in_full,
    names_of,
)
from drivers.printers.letters import Refused
from tests.drivers.fuzz import FRAMES
from tests.drivers.printers.papers import NUMBER, report, ticket

BITS = [
    (1, 0x08, {"offline"}),
    (2, 0x04, {"head_open"}),
    (2, 0x20, {"paper_out"}),
    (2, 0x40, {"system_error"}),
    (3, 0x08, {"cutter"}),
    (3, 0x20, {"system_error"}),
    (3, 0x40, {"temperature"}),
    (4, 0x0C, {"paper_low"}),
    (4, 0x60, {"paper_out"}),
]
FULL = [
    (0, 0x01, {"paper_out"}),
    (0, 0x04, {"paper_low"}),
    (0, 0x20, {"ticket_in_chute"}),
    (1, 0x03, {"head_open"}),
    (1, 0x08, {"motor"}),
    (2, 0x01, {"temperature"}),
    (2, 0x02, {"command_error"}),
    (2, 0x08, {"voltage"}),
    (2, 0x40, {"paper_jam"}),
    (3, 0x01, {"cutter"}),
    (3, 0x0C, {"memory"}),
]


@pytest.mark.parametrize(("n", "mask", "names"), BITS)
def test_every_bit_of_10_04_n_is_named(n: int, mask: int, names: set[str]) -> None:
    assert names_of({n: 0x12 | mask}) == names
    assert names_of({n: 0x12}) == set()


@pytest.mark.parametrize(("place", "mask", "names"), FULL)
def test_every_bit_of_a_kiosk_answer_is_named(place: int, mask: int, names: set[str]) -> None:
    data = bytearray(4)
    data[place] = mask
    assert names_in_full(bytes(data)) == names
    assert AnswerReader().feed(b"\x10\x0f" + bytes(data)) == [FullStatus(bytes(data))]


@pytest.mark.parametrize(("value", "names"), [(0x12, set()), (0x1E, {"paper_low"}), (0x72, {"paper_out"})])
def test_the_sheets_paper_bytes(value: int, names: set[str]) -> None:
    assert AnswerReader().feed(bytes((value,))) == [StatusByte(value)]
    assert names_of({4: value}) == names


def test_the_sheets_questions() -> None:
    assert ask(1) == b"\x10\x04\x01"
    assert ask(0x14) == b"\x10\x04\x14"
    assert confirm(b"V001") == bytes.fromhex("1D 28 48 06 00 30 30") + b"V001"


ANSWERS = [b"\x12", b"\x10\x0f\x00\x08\x00\x00", b"\x37\x22V001\x00"]


def test_answers_in_one_write_byte_by_byte_and_after_noise() -> None:  # A6
    stream = b"".join(ANSWERS)
    expected = [StatusByte(0x12), FullStatus(b"\x00\x08\x00\x00"), Confirmed(b"V001")]
    assert AnswerReader().feed(stream) == expected
    slow = AnswerReader()
    assert [found for value in stream for found in slow.feed(bytes((value,)))] == expected
    noisy = AnswerReader()
    assert noisy.feed(b"\xff\x00\xff" + b"A" * 10_000 + stream) == expected
    assert noisy.discarded == 10_003
    assert len(noisy.noise) <= 32


def test_the_ticket_is_the_golden_bytes() -> None:
    small = Document("cash_out", lines=(Line("CAFÉ €", 2, "centre"), Line("EUR 37.50", 3, "right")), barcode=NUMBER)
    orders = orders_of(small, 17, Paper())
    assert orders == (
        b"\x1b@\x1bt\x10"
        b"\x1ba\x01\x1d!\x11CAF\xc9 \x80\n"
        b"\x1ba\x02\x1d!\x22EUR 37.50\n"
        b"\x1ba\x01\x1dh\x50\x1dw\x02\x1dH\x00\x1dkF\x12991234567890123456\n"
        b"\x1d(H\x06\x00\x30\x30V017"
        b"\x1bd\x04\x1dVB\x00"
        b"\x1d(H\x06\x00\x30\x30C017",
    )


def test_a_kiosk_presents_the_ticket_and_is_not_asked_to_confirm() -> None:
    orders = orders_of(ticket(), 1, Paper(confirms=False, presenter=True))
    assert not isinstance(orders, Refused)
    assert orders[-1].endswith(b"\x1bd\x04\x1de\x03\x0c")
    assert b"\x1d(H" not in b"".join(orders)


def test_the_printers_own_reader_reads_back_what_was_written() -> None:
    orders = orders_of(ticket(), 1, Paper())
    assert not isinstance(orders, Refused)
    items = OrderReader().feed(b"".join(orders))
    assert [item.text for item in items if item.name == "line"] == ["CASH-OUT TICKET", "USD 37.50", ""]
    assert [item.text for item in items if item.name == "barcode"] == [NUMBER]
    assert [item.value for item in items if item.name == "confirm"] == [b"V001", b"C001"]


@pytest.mark.parametrize("text", ["Ω 12.50", "中文 12.50", "ă 12.50"])
def test_a_letter_outside_the_page_is_drawn_or_the_ticket_refused(text: str) -> None:  # A11
    bare = Document("report", lines=(Line(text),))
    assert orders_of(bare, 1, Paper()) == Refused("text_not_printable")
    drawn = Document("report", lines=(Line(text, picture=Picture(2, ("FF00", "00FF"))),))
    orders = orders_of(drawn, 1, Paper())
    assert not isinstance(orders, Refused)
    assert b"\x1dv0\x00\x02\x00\x02\x00\xff\x00\x00\xff" in orders[0]
    assert b"?" not in b"".join(orders)


@pytest.mark.parametrize("sign", ["£", "€"])
def test_currency_signs_of_the_page_are_printed_and_the_page_chosen_anew_each_time(sign: str) -> None:  # A11
    for job in (1, 2):
        orders = orders_of(Document("report", lines=(Line(f"{sign}12.50"),)), job, Paper())
        assert not isinstance(orders, Refused)
        items = OrderReader().feed(b"".join(orders))
        assert items[0] == Item("line", f"{sign}12.50")


def test_a_picture_never_spells_a_question() -> None:
    rows = ("1004", "0110", "0414", "1005", "1014", "0010")
    orders = orders_of(Document("report", lines=(Line("中", picture=Picture(2, rows)),)), 1, Paper())
    assert not isinstance(orders, Refused)
    assert [item.name for item in OrderReader().feed(b"".join(orders))].count("ask") == 0
    assert "picture" in [item.name for item in OrderReader().feed(b"".join(orders))]


_DOTS = st.sampled_from((0x10, 0x04, 0x05, 0x14, 0x18, 0x00, 0x1D, 0xFF))


@given(st.integers(1, 80).flatmap(lambda wide: st.lists(st.binary(min_size=wide, max_size=wide), min_size=1)))
def test_whatever_is_drawn_is_printed_and_spells_no_question(rows: list[bytes]) -> None:
    """A ticket is not refused for its dots: one dot more where they would spell 10 04, 10 05 or 10 14."""
    _prints_without_a_question(rows)


@given(st.integers(1, 40), st.lists(_DOTS, min_size=1, max_size=3000))
def test_dots_chosen_to_spell_questions_spell_none(wide: int, dots: list[int]) -> None:
    raw = bytes(dots)
    _prints_without_a_question([raw[at : at + wide].ljust(wide, b"\x10") for at in range(0, len(raw), wide)])


def _prints_without_a_question(rows: list[bytes]) -> None:
    drawn = Line("中文", picture=Picture(len(rows[0]), tuple(row.hex() for row in rows)))
    orders = orders_of(Document("cash_out", lines=(drawn,), barcode=NUMBER), 1, Paper())
    assert not isinstance(orders, Refused)
    assert not any(question in b"".join(orders) for question in REAL_TIME)
    printed = b"".join(item.value for order in orders for item in OrderReader().feed(order) if item.name == "picture")
    meant = b"".join(rows)
    assert len(printed) == len(meant)
    assert all(dots & was == was and (dots ^ was).bit_count() <= 1 for dots, was in zip(printed, meant, strict=True))


def test_a_tall_picture_is_sent_in_bands_and_a_long_report_in_pieces() -> None:  # A7
    tall = Document("report", lines=(Line("中", picture=Picture(64, ("00" * 64,) * 100)),))
    for document in (tall, report(1000)):
        orders = orders_of(document, 1, Paper())
        assert not isinstance(orders, Refused)
        assert max(map(len, orders)) <= Paper().order_bytes + len(confirm(b"P001"))
        assert len(orders) > 3


@pytest.mark.parametrize("number", ["12345678901234567", "x" * 18])
def test_a_barcode_of_other_than_18_digits_is_refused(number: str) -> None:
    assert orders_of(ticket(number=number), 1, Paper()) == Refused("barcode_not_18_digits")


def test_nothing_to_print_is_refused() -> None:
    assert orders_of(Document("cash_out", barcode=NUMBER), 1, Paper()) == Refused("nothing_to_print")
    assert orders_of(Document("cash_out", lines=(Line("x"),)), 1, Paper()) == Refused("nothing_to_print")
    assert orders_of(Document("report", lines=(Line("a\x07"),)), 1, Paper()) == Refused("text_not_printable")


def test_the_other_form_of_the_barcode_is_read_too() -> None:
    assert OrderReader().feed(b"\x1dk\x05" + NUMBER.encode() + b"\x00") == [Item("barcode", NUMBER)]


@pytest.mark.fuzz
def test_random_answers_and_orders_never_raise() -> None:
    chance = random.Random(3)
    host, printer = AnswerReader(), OrderReader()
    orders = orders_of(ticket(), 1, Paper())
    assert not isinstance(orders, Refused)
    for turn in range(FRAMES):
        answer = bytearray(chance.choice(ANSWERS))
        answer[chance.randrange(len(answer))] = chance.randrange(256)
        host.feed(bytes(answer))
        assert host.feed(bytes(7) + b"\x12")[-1:] == [StatusByte(0x12)]
        assert len(host.noise) <= 32
        if turn % 10 == 0:
            spoiled = bytearray(orders[0])
            spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
            printer.feed(bytes(spoiled))
