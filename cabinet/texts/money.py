"""Amounts in figures: in a language's own manner for screens, and with ISO letters for paper and logs.

Decides where digits are grouped and the sign stands (Babel's locale data) with exactly the currency's decimals.
Paper prints ISO letters only: a currency sign outside a printer's code page would come out as another sign.
"""

from __future__ import annotations

import re
from decimal import Decimal

from babel import Locale
from babel.numbers import format_currency, format_decimal


class Figures:
    """One language's figures of one currency with *decimals* digits of its minor unit."""

    def __init__(self, language: str, currency: str, decimals: int) -> None:
        self._locale = Locale.parse(language)
        self._currency, self._decimals = currency, decimals
        self._pattern = _with_decimals(self._locale.currency_formats["standard"].pattern, decimals)
        self._plain = _with_decimals(self._locale.decimal_formats[None].pattern, decimals)

    def money(self, units: int) -> str:
        """The amount as the language writes it, with the currency's sign: $1,234.50 or 1.234,50 €."""
        return format_currency(
            self._amount(units), self._currency, self._pattern, locale=self._locale, currency_digits=False
        )

    def figure(self, units: int) -> str:
        """The amount as the language writes it, without a sign: 1,234.50."""
        return format_decimal(self._amount(units), self._plain, locale=self._locale)

    def number(self, value: int) -> str:
        """A whole number as the language groups it."""
        return format_decimal(value, locale=self._locale)

    def hundredths(self, value: int) -> str:
        """A number given in hundredths, with two digits after its point: 227 is 2.27."""
        return format_decimal(Decimal(value).scaleb(-2), "0.00", locale=self._locale)

    def _amount(self, units: int) -> Decimal:
        return Decimal(units).scaleb(-self._decimals)


def iso(units: int, currency: str, decimals: int) -> str:
    """The amount for paper, logs and other programs: "USD 1234.50", ASCII, not grouped."""
    whole, part = divmod(abs(units), 10**decimals)
    sign = "-" if units < 0 else ""
    return f"{currency} {sign}{whole}" + (f".{part:0{decimals}d}" if decimals else "")


def _with_decimals(pattern: str, decimals: int) -> str:
    """A locale's pattern with exactly *decimals* digits after its point."""
    point = "." + "0" * decimals if decimals else ""
    return re.sub(r"0(\.[0#]+)?(?=[^0#.,]|$)", "0" + point, pattern)
