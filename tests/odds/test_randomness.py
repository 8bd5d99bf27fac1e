"""The statistical tests: right about numbers known from tables, quiet for good draws, loud for bad ones."""

from __future__ import annotations

from statistics import fmean

import pytest

from cabinet.chance import Draws, SeededChance
from cabinet.odds import randomness
from cabinet.odds.randomness import TESTS, judge
from cabinet.odds.tails import chi_square_p, normal_p

DEALS = 20_000


class Stream(Draws):
    """Draws from bytes that a test can spoil."""

    def __init__(self, seed: int) -> None:
        self._bytes = SeededChance(seed).for_round(0)._source
        super().__init__(self.raw)

    def raw(self, count: int) -> bytes:
        return self._bytes(count)


class Loaded(Stream):
    """A generator whose last byte value comes as the first one."""

    def raw(self, count: int) -> bytes:
        return super().raw(count).replace(b"\xff", b"\x00")


class LowByModulo(Stream):
    """Numbers below a bound from five bits without rejection: the first ones come twice as often."""

    def below(self, n: int) -> int:
        return self.raw(1)[0] % 32 % n


class LazyShuffle(Stream):
    """The well-known wrong shuffle: every place swapped with any place."""

    def shuffle(self, n: int) -> tuple[int, ...]:
        order = list(range(n))
        for place in range(n):
            other = self.below(n)
            order[place], order[other] = order[other], order[place]
        return tuple(order)


class Sticky(Stream):
    """Every bit comes twice."""

    def raw(self, count: int) -> bytes:
        bits = "".join(bit * 2 for byte in super().raw(count // 2) for bit in f"{byte:08b}")
        return int(bits, 2).to_bytes(count, "big")


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (18.307038, 10, 0.05),
        (135.806723, 100, 0.01),
        (67.327563, 100, 0.995),
        (310.457388, 255, 0.01),
        (3466.0, 3275, 0.01),
    ],
)
def test_chi_square_as_in_printed_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, rel=0.02)


def test_chi_square_at_its_ends() -> None:
    assert chi_square_p(0, 5) == 1
    assert chi_square_p(10_000, 5) < 1e-100
    assert chi_square_p(3000, 3275) == pytest.approx(1 - chi_square_p(3275 * 2 - 3000, 3275), abs=0.01)


def test_normal_as_in_printed_tables() -> None:
    assert normal_p(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_p(-2.575829) == pytest.approx(0.01, rel=1e-5)


def test_good_draws_raise_no_alarm() -> None:
    verdicts = judge(Stream(11), DEALS)
    assert [verdict.name for verdict in verdicts] == list(TESTS)
    assert not any(verdict.alarm for verdict in verdicts)


@pytest.mark.parametrize(
    ("spoilt", "name", "deals"),
    [
        (Loaded, "frequency of bytes", 2_000),
        (LowByModulo, "serial pairs", 8_000),
        (LazyShuffle, "tile by place", 5_000),
        (LazyShuffle, "card by place", 5_000),
        (Sticky, "runs of bits", 500),
    ],
)
def test_bad_draws_raise_an_alarm(spoilt: type[Stream], name: str, deals: int) -> None:
    verdict = randomness._judged(name, TESTS[name], spoilt(5), deals)
    assert verdict.alarm
    assert verdict.repeated


def test_one_failure_is_no_alarm_until_fresh_draws_fail_too() -> None:
    results = iter([(9.0, 0.001), (1.0, 0.5)])
    verdict = randomness._judged("some test", lambda source, deals: next(results), Stream(1), DEALS)
    assert (verdict.repeated, verdict.alarm, verdict.p) == (True, False, 0.5)


def test_the_square_of_places_is_on_average_its_degrees_of_freedom() -> None:
    """Both sums of the table are fixed, so the plain square would be 1/27 too large: too small to see in one
    sample, an alarm too many in a hundred."""
    source = Stream(3)
    samples = [TESTS["tile by place"](source, 60)[0] for _ in range(250)]
    assert fmean(samples) == pytest.approx(27 * 27, abs=4 * (2 * 27 * 27 / 250) ** 0.5)
