"""What a key wants: the conversions from source text to value, each with the words that say what is right.

Decides which spelling stands for which value. There is one spelling a value: 1.00 is 100 cents, 1, 1.0, 1,00,
1e0 and 1_00 are refused. Nothing passes through a binary float. Knows no key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, ValidationInfo

T = TypeVar("T")

LARGEST_CENTS = 9_999_999_999  # ten digits, the width of every meter
_WHOLE = re.compile(r"0|[1-9][0-9]*")
_AMOUNT = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?")
_PERCENT = re.compile(r"(0|[1-9][0-9]?|100)(?:\.([0-9]{1,2}))? ?%")
_TIME = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


class NotThis(ValueError):
    """A text that is not what the key wants: *right* says what would be."""

    def __init__(self, wrong: str, right: str) -> None:
        super().__init__(wrong)
        self.right = right


def leaf(value: Any, right: str) -> str:
    """The source text of a single value; refuses mappings, lists and nothing at all."""
    if not isinstance(value, str):
        raise NotThis("is no single value", right)
    if value == "":
        raise NotThis("has no value", right)
    return value


def amount(value: Any, decimals: int | None) -> int:
    """Minor units of an amount written with exactly *decimals* decimals (None: any, the currency is unknown)."""
    right = "write an amount" if decimals is None else f"write an amount like {_example(decimals)}"
    found = _AMOUNT.fullmatch(leaf(value, right))
    if found is None:
        raise NotThis(f"{value!r} is no amount", right)
    whole, part = found.group(1), found.group(2) or ""
    if decimals is not None and len(part) != decimals:
        raise NotThis(f"{value!r} has {len(part)} decimals", f"this currency has {decimals}: {right}")
    cents = int(whole + part)
    if cents > LARGEST_CENTS:
        raise NotThis(f"{value!r} is more than a meter holds", right)
    return cents


def _example(decimals: int) -> str:
    return "5" if decimals == 0 else f"5.{'0' * decimals}"


def percent(value: Any) -> int:
    """Hundredths of a percent: "5 %" is 500, "2.5 %" is 250."""
    right = "write a percentage like 5 % or 2.5 %"
    found = _PERCENT.fullmatch(leaf(value, right))
    if found is None:
        raise NotThis(f"{value!r} is no percentage", right)
    points = int(found.group(1)) * 100 + int((found.group(2) or "0").ljust(2, "0"))
    if points > 10_000:
        raise NotThis(f"{value!r} is more than the whole", right)
    return points


def count(value: Any, low: int, high: int) -> int:
    """A whole number from *low* to *high*."""
    right = f"write a whole number from {low} to {high}"
    if not _WHOLE.fullmatch(leaf(value, right)) or len(value) > 12:
        raise NotThis(f"{value!r} is no whole number", right)
    if not low <= int(value) <= high:
        raise NotThis(f"{value} is out of range", right)
    return int(value)


def time_of_day(value: Any) -> int:
    """Minutes after midnight: "06:00" is 360."""
    right = "write hours and minutes like 06:00"
    found = _TIME.fullmatch(leaf(value, right))
    if found is None:
        raise NotThis(f"{value!r} is no time of day", right)
    return int(found.group(1)) * 60 + int(found.group(2))


def boolean(value: Any) -> bool:
    """Written true or false, in no other way."""
    if leaf(value, "write true or false") not in ("true", "false"):
        raise NotThis(f"{value!r} is neither true nor false", "write true or false")
    return bool(value == "true")


def text(value: Any, longest: int, pattern: str = "", shape: str = "") -> str:
    """The text exactly as written (0427 stays 0427), at most *longest* characters, shaped like *pattern*."""
    right = shape or f"write a text of at most {longest} characters"
    if len(leaf(value, right)) > longest:
        raise NotThis(f"has {len(value)} characters", right)
    if value != value.strip() or not value.isprintable():
        raise NotThis(f"{value!r} has blanks around it or signs that cannot be seen", right)
    if pattern and not re.fullmatch(pattern, value):
        raise NotThis(f"{value!r} does not fit", right)
    return str(value)


def quarter(value: Any) -> int:
    """A quarter turn in degrees."""
    right = "write 0, 90, 180 or 270"
    degrees = count(value, 0, 270)
    if degrees % 90:
        raise NotThis(f"{value!r} is no quarter of a turn", right)
    return degrees


def choice(value: Any, allowed: tuple[str, ...]) -> str:
    """One of *allowed*, spelled as there."""
    right = f"write one of: {', '.join(allowed)}"
    if leaf(value, right) not in allowed:
        raise NotThis(f"{value!r} is not known", right)
    return str(value)


def wanted(convert: Callable[[Any], T]) -> BeforeValidator:
    """The conversion as a pydantic validator."""
    return BeforeValidator(convert)


def _amount_here(value: Any, info: ValidationInfo) -> int:
    context = info.context or {}
    return amount(value, context.get("decimals"))


def takes_amount(convert: Any) -> bool:
    """Whether this conversion reads an amount, whose decimals only the file knows."""
    return convert is _amount_here


Amount = Annotated[int, BeforeValidator(_amount_here)]
Percent = Annotated[int, wanted(percent)]
TimeOfDay = Annotated[int, wanted(time_of_day)]
Bool = Annotated[bool, wanted(boolean)]
