"""Amounts in words, for tickets: whole units as a number in words, minor units as a fraction, ISO letters.

"thirty-seven and 50/100 USD" is the way of a cheque; it is right in every language and for every currency, where
a currency's name would need its gender and cases. Chinese has financial numerals instead.
"""

from __future__ import annotations

from cabinet.texts.chinese import SIMPLIFIED, TRADITIONAL, financial

_JOINS = {"en": "and", "es": "con", "fr": "et", "de": "und"}
_SCRIPTS = {"zh_Hans": SIMPLIFIED, "zh_Hant": TRADITIONAL}


def in_words(units: int, language: str, currency: str, decimals: int) -> str:
    """*units* minor units of *currency* in words of *language*; never negative."""
    assert units >= 0, "an amount below nothing"
    if language in _SCRIPTS:
        return f"{currency} {financial(units, decimals, _SCRIPTS[language])}"
    from num2words import num2words  # type: ignore[import-untyped]  # loads every language: only for a ticket

    whole, part = divmod(units, 10**decimals)
    said = str(num2words(whole, lang=language))
    if decimals:
        said += f" {_JOINS[language]} {part:0{decimals}d}/{10**decimals}"
    return f"{said} {currency}"
