"""Amounts in Chinese financial numerals (大写), which cannot be altered with a stroke: 叁拾柒元伍角整.

Decides the digits, the zeros (one 零 for a gap, none at the end of a group of four) and 整. After yuan (元) stand
jiao, fen and li for one, two and three decimals. Knows no currency's name.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Script:
    """The numerals of one script: *digits* 0..9, *places* within four digits, *groups* of four, and the units."""

    digits: str
    places: tuple[str, str, str, str]
    groups: tuple[str, ...]
    unit: str
    parts: tuple[str, ...]
    whole: str


SIMPLIFIED = Script(
    "零壹贰叁肆伍陆柒捌玖", ("", "拾", "佰", "仟"), ("", "万", "亿", "万亿"), "元", ("角", "分", "厘"), "整"
)
TRADITIONAL = Script(
    "零壹貳參肆伍陸柒捌玖", ("", "拾", "佰", "仟"), ("", "萬", "億", "兆"), "圓", ("角", "分", "厘"), "整"
)


def financial(units: int, decimals: int, script: Script) -> str:
    """The amount of *units* minor units in financial numerals; at most 16 digits before the point."""
    assert units >= 0, "an amount below nothing"
    whole, part = divmod(units, 10**decimals)
    parts = _parts(f"{part:0{decimals}d}" if decimals else "", script, after_whole=whole > 0)
    if not whole and parts:
        return parts
    return _whole(whole, script) + script.unit + (parts or script.whole)


def _parts(digits: str, script: Script, *, after_whole: bool) -> str:
    """The decimals; a zero between two figures is one 零, and 整 closes an amount that ends in jiao."""
    said, gap = "", False
    for digit, unit in zip(digits, script.parts, strict=False):
        if digit == "0":
            gap = True
            continue
        if gap and (said or after_whole):
            said += script.digits[0]
        said, gap = said + script.digits[int(digit)] + unit, False
    return said + script.whole if said.endswith(script.parts[0]) else said


def _whole(number: int, script: Script) -> str:
    if number == 0:
        return script.digits[0]
    said, gap = "", False
    for group in range(len(script.groups) - 1, -1, -1):
        four = number // 10_000**group % 10_000
        if four == 0:
            gap = bool(said)
            continue
        if said and (gap or four < 1000):
            said += script.digits[0]
        said, gap = said + _four(four, script) + script.groups[group], False
    return said


def _four(number: int, script: Script) -> str:
    said, gap = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit == 0:
            gap = bool(said)
            continue
        if gap:
            said += script.digits[0]
        said, gap = said + script.digits[digit] + script.places[place], False
    return said
