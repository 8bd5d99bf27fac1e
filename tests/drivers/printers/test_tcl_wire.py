"""The bytes of the TCL sheet, in both directions, whole, torn and with noise."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.ports.printer import Document
from drivers.printers.letters import Refused, ascii_of
from drivers.printers.tcl_document import orders_of, voucher_fields
from drivers.printers.tcl_wire import AnswerReader, Flag, Status, escape, read_status, unescape, write_status
from tests.drivers.fuzz import FRAMES
from tests.drivers.printers.papers import report, ticket

IDLE = b"*S|0|GURUSG205|@|@|@|@|P|0A|*"

BITS = [
    (Flag.BUSY, 15, 0x20),
    (Flag.SYSTEM_ERROR, 15, 0x10),
    (Flag.HEAD_UP, 15, 0x08),
    (Flag.PAPER_OUT, 15, 0x04),
    (Flag.HEAD_ERROR, 15, 0x02),
    (Flag.VOLTAGE, 15, 0x01),
    (Flag.TEMPERATURE, 17, 0x20),
    (Flag.LIBRARY_REFERENCE, 17, 0x10),
    (Flag.REGION_DATA, 17, 0x08),
    (Flag.LIBRARY_LOAD, 17, 0x04),
    (Flag.BUFFER_OVERFLOW, 17, 0x02),
    (Flag.JOB_MEMORY, 17, 0x01),
    (Flag.COMMAND_ERROR, 19, 0x20),
    (Flag.LIBRARIES_CORRUPT, 19, 0x10),
    (Flag.IN_CHUTE, 19, 0x08),
    (Flag.FLASH, 19, 0x04),
    (Flag.OFFLINE, 19, 0x02),
    (Flag.INDEX_MARK, 19, 0x01),
    (Flag.JOURNAL_MODE, 21, 0x08),
    (Flag.CUTTER, 21, 0x04),
    (Flag.PAPER_JAM, 21, 0x02),
    (Flag.PAPER_LOW, 21, 0x01),
    (Flag.VALIDATION_DONE, 23, 0x20),
    (Flag.TOP_OF_FORM, 23, 0x10),
    (Flag.XOFF, 23, 0x08),
    (Flag.DRAWER_OPEN, 23, 0x04),
    (Flag.BARCODE_ACCESSED, 23, 0x02),
    (Flag.POWERED_UP, 23, 0x01),
]


def test_the_idle_printer_reads_and_writes_alike() -> None:
    status = Status(firmware="GURUSG205", flags=frozenset({Flag.TOP_OF_FORM}), template="0A", address="0")
    assert write_status(status) == IDLE
    assert read_status(IDLE) == status
    assert len(IDLE) == 29


def test_every_bit_of_the_sheet_is_in_the_table() -> None:
    assert [flag for flag, _, _ in BITS] == list(Flag)


@pytest.mark.parametrize(("flag", "offset", "mask"), BITS, ids=[flag.name for flag, _, _ in BITS])
def test_every_status_bit_stands_where_the_sheet_says(flag: Flag, offset: int, mask: int) -> None:
    clear = bytearray(b"*S|0|GURUSG205|@|@|@|@|@|00|*")
    clear[offset] |= mask
    status = read_status(bytes(clear))
    assert status is not None
    assert status.flags == {flag}
    assert write_status(status) == bytes(clear)


def test_a_status_byte_of_all_bits_looks_like_a_bar_and_is_still_read() -> None:
    """0x7C is `|` itself: fields are found by their place, never by splitting."""
    answer = b"*S|0|GURUSG205|||@|@|@|@|00|*"
    status = read_status(answer)
    assert status is not None
    assert status.flags == {Flag.BUSY, Flag.SYSTEM_ERROR, Flag.HEAD_UP, Flag.PAPER_OUT}


def test_torn_at_every_place_it_is_one_answer() -> None:  # A6
    for cut in range(30):
        reader = AnswerReader()
        found = reader.feed(IDLE[:cut]) + reader.feed(IDLE[cut:])
        assert len(found) == 1


def test_byte_by_byte_and_two_at_once() -> None:  # A6
    reader = AnswerReader()
    assert sum(len(reader.feed(bytes((value,)))) for value in IDLE) == 1
    assert len(AnswerReader().feed(IDLE + IDLE)) == 2


@pytest.mark.parametrize("noise", [b"\xff\x00\xff", b"*", b"*S|", b"*S|0|GURU", IDLE[:27], b"^S|^", b"A" * 10_000])
def test_noise_before_a_good_answer_never_hides_it(noise: bytes) -> None:  # A6
    reader = AnswerReader()
    found = reader.feed(noise) + reader.feed(IDLE)
    assert found == [read_status(IDLE)]
    assert reader.discarded == len(noise)
    assert len(reader.noise) <= 32


def test_an_answer_without_its_last_star_does_not_swallow_the_next() -> None:  # A6
    assert AnswerReader().feed(IDLE[:28] + IDLE)[-1:] == [read_status(IDLE)]


@pytest.mark.parametrize("place", range(29))
def test_one_wrong_byte_is_no_answer(place: int) -> None:  # A6
    spoiled = bytearray(IDLE)
    spoiled[place] ^= 0x80
    assert AnswerReader().feed(bytes(spoiled)) == []


@given(st.text(alphabet=st.characters(min_codepoint=32, max_codepoint=126)))
def test_a_field_survives_its_escapes(text: str) -> None:
    assert unescape(escape(text)) == text
    assert not set(escape(text)) & {"^", "|"}


def test_the_voucher_is_the_golden_frame() -> None:
    orders = orders_of(ticket(site="A|B ~ ^C"), "0", 2048)
    assert orders == (
        b"^P|0|1|99-1234-5678-9012-3456|CASH-OUT TICKET|A~124B ~126 ~094C|1 HARBOUR ROAD|||"
        b"99-1234-5678-9012-3456|2026-11-30|21:30:00|TICKET # 17|THIRTY-SEVEN DOLLARS AND FIFTY CENTS||USD 37.50||"
        b"VALID 30 DAYS|MACHINE # 0427-1|991234567890123456|^",
    )


def test_the_fields_of_a_voucher_are_found_again_by_name() -> None:
    orders = orders_of(ticket(), "0", 2048)
    assert not isinstance(orders, Refused)
    printed = tuple(unescape(part) for part in orders[0][:-2].decode().split("|")[3:])
    fields = voucher_fields(printed)
    assert fields["barcode"] == "991234567890123456"
    assert {name: fields[name] for name, _ in ticket().fields} == dict(ticket().fields)


@pytest.mark.parametrize("number", ["", "99123456789012345", "9912345678901234567", "99123456789012345x", "９９" * 9])
def test_a_barcode_of_other_than_18_digits_is_refused(number: str) -> None:
    assert orders_of(ticket(number=number), "0", 2048) == Refused("barcode_not_18_digits")


def test_a_ticket_longer_than_the_buffer_is_refused_before_a_byte_is_sent() -> None:  # A7
    assert orders_of(ticket(site="X" * 2048), "0", 2048) == Refused("document_too_long")


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("€12.50", "EUR 12.50"),
        ("£12.50", "GBP 12.50"),
        ("Cazinoul Brașov ă", "Cazinoul Brasov a"),
        ("CAFÉ – 1st", "CAFE - 1st"),
        ("Ω 12.50", None),
        ("中文 12.50", None),
        ("a\x07b", None),
    ],
)
def test_a_letter_without_a_spelling_refuses_the_ticket_and_is_never_a_question_mark(  # A11
    text: str, printed: str | None
) -> None:
    assert ascii_of(text) == printed
    if printed is None:
        assert orders_of(ticket(site=text), "0", 2048) == Refused("text_not_printable")


def test_a_ticket_without_amount_or_number_is_refused() -> None:
    assert orders_of(ticket(amount=""), "0", 2048) == Refused("amount_missing")
    bare = Document(kind="cash_out", barcode="991234567890123456")
    assert orders_of(bare, "0", 2048) == Refused("validation_missing")


def test_a_report_goes_out_in_journal_mode_in_pieces_that_fit() -> None:
    assert orders_of(report(2), "0", 2048) == (b"^j|^METER 0 100.00\r\nMETER 1 100.00\r\n", b"^f|I|^")
    orders = orders_of(report(1000), "0", 2048)  # A7: about 20 KB
    assert not isinstance(orders, Refused)
    assert max(map(len, orders)) <= 512
    assert b"".join(orders).count(b"METER") == 1000


@pytest.mark.fuzz
def test_mutated_answers_never_raise_and_the_next_good_one_is_read() -> None:
    chance = random.Random(4)
    reader = AnswerReader()
    for _ in range(FRAMES):
        frame = bytearray(IDLE)
        for _ in range(chance.randrange(1, 6)):
            match chance.randrange(3):
                case 0:
                    frame[chance.randrange(len(frame))] = chance.randrange(256)
                case 1:
                    del frame[chance.randrange(len(frame))]
                case _:
                    frame.insert(chance.randrange(len(frame)), chance.randrange(256))
        reader.feed(bytes(frame))
        assert reader.feed(IDLE)[-1:] == [read_status(IDLE)]
        assert len(reader.noise) <= 32
