"""The signed head on slips and reports: a phone reads it, and an auditor can type it."""

from __future__ import annotations

import pytest
import zxingcpp
from PIL import Image, ImageOps

from cabinet.paper import MeterRow, SlipKind, handpay_slip, meter_report
from cabinet.paper.head import head_lines, head_picture
from cabinet.paper.render import render
from cabinet.storage.anchor import anchor_of
from tests.paper.papers import house

CODE = f"{123456}:{'0f' * 32}:{'a9' * 64}"


def read(picture: Image.Image) -> str:
    (found,) = [code for code in zxingcpp.read_barcodes(picture) if code.format == zxingcpp.BarcodeFormat.QRCode]
    return str(found.text)


@pytest.mark.parametrize("kind", ["slip", "report"])
def test_a_phone_reads_the_signed_head_off_the_paper(kind: str) -> None:
    """Slips and reports carry the head; the code it gives is the one that `audit verify --anchor` takes."""
    if kind == "slip":
        paper = handpay_slip(kind=SlipKind.JACKPOT, amount_cents=5, sequence=1, head_code=CODE, **house())
    else:
        paper = meter_report(rows=[MeterRow("coin_in", 5)], balanced=True, head_code=CODE, **house())
    assert anchor_of(read(render(paper))).code() == CODE


def test_the_letters_under_the_code_say_the_same_when_they_are_typed_with_the_line_breaks() -> None:
    letters = "\n".join(line.text for line in head_lines(CODE, "HEAD")[2:])
    assert anchor_of(letters).code() == CODE


def test_paper_without_a_head_has_no_code() -> None:
    slip = handpay_slip(kind=SlipKind.JACKPOT, amount_cents=5, sequence=1, **house())
    assert not any(line.picture for line in slip.lines)
    assert head_lines("", "HEAD") == ()


def test_the_dots_for_the_printer_are_the_code_itself() -> None:
    """What a line printer is sent is read back, not the picture it was made of."""
    dots = head_picture(CODE)
    black = Image.frombytes("1", (dots.width_bytes * 8, len(dots.rows)), bytes.fromhex("".join(dots.rows)))
    assert anchor_of(read(ImageOps.invert(black.convert("L")))).code() == CODE
