"""The ticket as it would print, read back by an independent reader: exactly the 18 digits, or it is no ticket."""

from __future__ import annotations

import random

import pytest
import zxingcpp
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cabinet.paper import MeterRow, SlipKind, handpay_slip, meter_report
from cabinet.paper.barcode import WIDE, elements
from cabinet.paper.render import SLIP_WIDTH, TICKET, render
from cabinet.ports.printer import Document, Line
from cabinet.texts.fonts import needs_cjk
from tests.paper.papers import NUMBER, house, ticket


def read(picture: Image.Image) -> list[str]:
    return [found.text for found in zxingcpp.read_barcodes(picture)]


def test_the_barcode_on_the_ticket_is_the_18_digits() -> None:
    picture = render(ticket())
    assert picture.size == TICKET
    assert read(picture) == [NUMBER]


@settings(max_examples=40, deadline=None)
@given(st.from_regex(r"[0-9]{18}", fullmatch=True))
def test_every_number_is_read_back_whole(number: str) -> None:
    """A clipped code would read as 16, 8 or 6 digits."""
    assert read(render(ticket(number=number))) == [number]


def test_an_upside_down_and_a_half_sized_ticket_still_read() -> None:
    picture = render(ticket())
    assert read(picture.rotate(180)) == [NUMBER]
    assert read(picture.resize((picture.width // 2, picture.height // 2))) == [NUMBER]


def test_a_ticket_drawn_from_lines_has_its_barcode_below() -> None:
    paper = ticket()
    picture = render(Document("cash_out", (), paper.lines, paper.barcode))
    assert picture.width == SLIP_WIDTH
    assert read(picture) == [NUMBER]


def test_interleaved_two_of_five_as_printed_in_the_standard() -> None:
    """12: bars of 1 are wide narrow narrow narrow wide, spaces of 2 narrow wide narrow narrow wide."""
    w = WIDE
    assert elements("12") == (1, 1, 1, 1, w, 1, 1, w, 1, 1, 1, 1, w, w, w, 1, 1)


def test_an_odd_count_of_digits_is_never_drawn() -> None:
    with pytest.raises(AssertionError):
        elements("123")


def test_a_bench_and_a_floor_ticket_look_different() -> None:
    assert render(ticket(bench=True)).tobytes() != render(ticket()).tobytes()
    assert render(ticket()).tobytes() == render(ticket()).tobytes()


def ink(picture: Image.Image, box: tuple[int, int, int, int]) -> int:
    """How many dots of a part of the picture are dark."""
    return sum(picture.crop(box).histogram()[:128])


def test_nothing_runs_over_the_edge_of_the_paper() -> None:
    """A long house name is drawn smaller, never cut; neither is a slip's longest line."""
    longest = "W" * 40
    slip = handpay_slip(
        kind=SlipKind.JACKPOT, amount_cents=9_999_999_999, sequence=1, **house(site=longest, address=longest)
    )
    paper = ticket(site=longest, address=longest, amount_cents=9_999_999_999, bench=True, duplicate=True, language="de")
    for document in (slip, paper):
        picture = render(document)
        width, height = picture.size
        assert ink(picture, (width - 8, 0, width, height)) == 0
        if document is slip:
            assert ink(picture, (0, 0, 8, height)) == 0


def test_figures_of_a_report_stand_in_one_column() -> None:
    rows = [MeterRow("meter.bill_in", 5), MeterRow("meter.coin_in", 123_456_789)]
    picture = render(meter_report(rows=rows, balanced=True, **house()))
    right = [x for x in range(picture.width) if ink(picture, (x, 0, x + 1, picture.height))][-1]
    assert SLIP_WIDTH - 40 < right < SLIP_WIDTH - 20


def test_a11_every_sign_is_drawn_and_not_a_box() -> None:
    """A sign without a shape is drawn as the font's box; two different signs then look the same."""
    shapes = {sign: render(Document("test", (), (Line(sign * 3, 3),))).tobytes() for sign in "€£¥Ωăß$中文"}
    assert len(set(shapes.values())) == len(shapes)
    unknown = render(Document("test", (), (Line("\ue000" * 3, 3),))).tobytes()
    assert unknown not in [shape for sign, shape in shapes.items() if not needs_cjk(sign)]


def test_spots_and_scratches_never_make_another_number() -> None:
    """T-08: a damaged ticket reads as itself or not at all."""
    dirt, picture = random.Random(7), render(ticket())
    for _ in range(60):
        dirty = picture.copy()
        for _ in range(dirt.randrange(1, 6)):
            x, y = dirt.randrange(300, 1000), dirt.randrange(140, 280)
            dirty.paste(dirt.choice((0, 255)), (x, y, x + dirt.randrange(2, 30), y + dirt.randrange(2, 140)))
        assert set(read(dirty)) <= {NUMBER}
