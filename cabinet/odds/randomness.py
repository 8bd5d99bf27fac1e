"""Statistical tests of the draws the machine makes, at 99 % confidence each.

Raw bits and bytes, and what players see of them: numbers below a bound, where every tile and card comes to lie,
which hands are dealt. A test that fails is made again with fresh draws, and only a second failure is an alarm:
a sound generator then raises one about once in ten thousand tests.

Decides what is counted and what chance would do; the draws come from the generator as the machine calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from cabinet.chance import Generator
from cabinet.odds.tails import chi_square_p, normal_p

CONFIDENCE_P = 0.01

Counts = npt.NDArray[np.signedinteger[Any]]


class Source(Generator, Protocol):
    """A generator that also gives its bytes."""

    def raw(self, count: int) -> bytes:
        """*count* bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """One test: its statistic, how likely chance makes it as extreme (*p*), and whether it was made twice."""

    name: str
    statistic: float
    p: float
    repeated: bool

    @property
    def alarm(self) -> bool:
        """Whether it failed on fresh draws as well."""
        return self.repeated and self.p < CONFIDENCE_P


Test = Callable[[Source, int], tuple[float, float]]


def judge(source: Source, deals: int) -> tuple[Verdict, ...]:
    """Every test on *deals* deals (or as many numbers, or 64 bytes for each)."""
    return tuple(_judged(name, test, source, deals) for name, test in TESTS.items())


def _judged(name: str, test: Test, source: Source, deals: int) -> Verdict:
    statistic, p = test(source, deals)
    if p >= CONFIDENCE_P:
        return Verdict(name, statistic, p, repeated=False)
    return Verdict(name, *test(source, deals), repeated=True)


def _even(counts: Counts) -> tuple[float, float]:
    """Chi-square of counts that should all be alike."""
    expected = counts.sum() / counts.size
    statistic = float(((counts - expected) ** 2).sum() / expected)
    return statistic, chi_square_p(statistic, counts.size - 1)


def _bits(source: Source, deals: int) -> Counts:
    data = np.frombuffer(source.raw(deals * 64), np.uint8)
    return np.unpackbits(data).astype(np.int8)


def _bit_frequency(source: Source, deals: int) -> tuple[float, float]:
    bits = _bits(source, deals)
    z = (2 * int(bits.sum(dtype=np.int64)) - bits.size) / sqrt(bits.size)
    return z, normal_p(z)


def _bit_runs(source: Source, deals: int) -> tuple[float, float]:
    """How often the next bit is another one, given how many ones there are (Wald and Wolfowitz)."""
    bits = _bits(source, deals)
    n, ones = bits.size, int(bits.sum(dtype=np.int64))
    runs = 1 + int(np.count_nonzero(np.diff(bits)))
    both = 2 * ones * (n - ones)
    variance = both * (both - n) / (n * n * (n - 1))
    z = (runs - 1 - both / n) / sqrt(variance)
    return z, normal_p(z)


def _byte_frequency(source: Source, deals: int) -> tuple[float, float]:
    return _even(np.bincount(np.frombuffer(source.raw(deals * 64), np.uint8), minlength=256))


def _serial(source: Source, deals: int) -> tuple[float, float]:
    """Pairs of numbers below 28, one after the other."""
    drawn = np.array([source.below(28) for _ in range(2 * deals)])
    return _even(np.bincount(drawn[::2] * 28 + drawn[1::2], minlength=28 * 28))


def _positions(pieces: int) -> Test:
    """Which piece lies in which place. Both sums of the square are fixed: (n−1)² degrees of freedom, and the
    statistic is (n−1)/n of the usual one."""

    def test(source: Source, deals: int) -> tuple[float, float]:
        counts = np.zeros((pieces, pieces), np.int64)
        place = np.arange(pieces)
        for _ in range(deals):
            counts[place, source.shuffle(pieces)] += 1
        expected = deals / pieces
        statistic = float(((counts - expected) ** 2).sum() / expected) * (pieces - 1) / pieces
        return statistic, chi_square_p(statistic, (pieces - 1) ** 2)

    return test


def _hands(pieces: int, size: int) -> Test:
    """Which hand of *size* pieces lies on top."""

    def test(source: Source, deals: int) -> tuple[float, float]:
        hands = np.sort(np.array([source.shuffle(pieces)[:size] for _ in range(deals)]), axis=1)
        numbers = sum(_choose(hands[:, place], place + 1) for place in range(size))
        return _even(np.bincount(numbers, minlength=comb(pieces, size)))

    return test


def _choose(n: Counts, k: int) -> Counts:
    """n over k of small whole numbers: with them a sorted hand gets its own number (combinatorial system)."""
    table = np.array([comb(value, k) for value in range(int(n.max(initial=0)) + 1)])
    return table[n]


TESTS: dict[str, Test] = {
    "frequency of bits": _bit_frequency,
    "frequency of bytes": _byte_frequency,
    "runs of bits": _bit_runs,
    "serial pairs": _serial,
    "tile by place": _positions(28),
    "card by place": _positions(52),
    "hands of three tiles": _hands(28, 3),
    "hands of two cards": _hands(52, 2),
}
