"""How likely chance makes a statistic as large: the tails of two distributions, without numpy, which takes a tenth of
a second and a thread of its own to load."""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

_MOST_TERMS = 10_000


def chi_square_p(statistic: float, freedom: int) -> float:
    """How likely a chi-square value this large or larger is (regularised upper incomplete gamma function)."""
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1 - front * _series(a, x) if x < a + 1 else front * _fraction(a, x)


def normal_p(z: float) -> float:
    """How likely a normal value this far off either way is."""
    return erfc(abs(z) / sqrt(2))


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, _MOST_TERMS):
        term *= x / (a + n)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The continued fraction, from below (Lentz)."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    total = d
    for n in range(1, _MOST_TERMS):
        factor = n * (a - n)
        b += 2
        d = 1 / (factor * d + b or tiny)
        c = b + factor / c or tiny
        total *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return total
