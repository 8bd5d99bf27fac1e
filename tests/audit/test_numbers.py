"""Validation numbers: nobody computes the next one from all before, none exists twice, guessing is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from cabinet.app.rig import Rig
from cabinet.app.rigged import scripted
from cabinet.chance import SystemChance
from cabinet.clock import ManualClock
from cabinet.engine.chances import Chances, check_digit
from cabinet.machine.state import State
from cabinet.ports import commands as c
from cabinet.ports.effects import DrawNumber
from cabinet.ports.signals import NumberDrawn
from cabinet.reports.fold import load
from cabinet.storage.journal import read_only
from cabinet.storage.sealing import Sealer
from tests.audit.floor import Floor, books, feed, opened

DRAWN = 15
"""Digits of a number that are drawn: two before them name the system, the last one checks."""

MOST_CHI_SQUARE = 60.0
"""Of ten digits, nine degrees of freedom: exceeded by chance once in 10⁹ times."""


class Told:
    """A source that gives the digits it was told to, and remembers how often it was asked."""

    def __init__(self, digits: str) -> None:
        self._digits, self.asked = iter(digits), 0

    def below(self, limit: int) -> int:
        assert limit == 10
        self.asked += 1
        return int(next(self._digits))

    def shuffle(self, count: int) -> tuple[int, ...]:
        raise AssertionError("numbers are not shuffled")


@pytest.fixture
def state(floor: Floor) -> State:
    return load(read_only(floor.data))


def drawer(numbers: Told | SystemChance, tmp_path: Path) -> Chances:
    return Chances(scripted(1).source_of, numbers, Sealer(tmp_path / "seal.key"), ManualClock(), lambda *given: None)


def draw(chances: Chances, state: State) -> str:
    (drawn,) = chances.perform(DrawNumber(1), state)
    assert isinstance(drawn, NumberDrawn)
    return drawn.number


def test_a_number_is_its_draw_and_nothing_else(state: State, tmp_path: Path) -> None:
    """T-06: neither sequence nor clock nor an earlier number is in it: k + 1 follows from nothing that was seen."""
    source = Told("271828182845904" * 2 + "314159265358979")
    chances = drawer(source, tmp_path)
    numbers = [draw(chances, state) for _ in range(3)]
    assert [number[2:-1] for number in numbers] == ["271828182845904", "271828182845904", "314159265358979"]
    assert source.asked == 3 * DRAWN, "each digit is drawn anew"
    assert {number[:2] for number in numbers} == {state.set_up.money.system_id}
    assert all(len(number) == 18 and number[-1] == check_digit(number[:-1]) for number in numbers)


def test_the_system_draws_every_digit_everywhere_and_after_every_other(state: State, tmp_path: Path) -> None:
    """N-01 for what is printed: each place, each step from a number to the next, each pair of neighbours is uniform."""
    chances = drawer(SystemChance(), tmp_path)
    numbers = [draw(chances, state)[2:-1] for _ in range(3_000)]
    assert len(set(numbers)) == len(numbers)
    for place in range(DRAWN):
        digits = [int(number[place]) for number in numbers]
        assert _chi_square(digits) < MOST_CHI_SQUARE, f"place {place}"
        assert _chi_square((b - a) % 10 for a, b in pairwise(digits)) < MOST_CHI_SQUARE, f"place {place}, next number"
    assert _chi_square((int(b) - int(a)) % 10 for number in numbers for a, b in pairwise(number)) < MOST_CHI_SQUARE


def test_a_lazy_source_would_be_seen(state: State, tmp_path: Path) -> None:
    """The test above can fail: numbers that are counted up do."""
    counted = "".join(f"{n:015}" for n in range(3_000))
    chances = drawer(Told(counted), tmp_path)
    numbers = [draw(chances, state)[2:-1] for _ in range(3_000)]
    assert _chi_square(int(number[0]) for number in numbers) > MOST_CHI_SQUARE
    assert _chi_square((int(b[-1]) - int(a[-1])) % 10 for a, b in pairwise(numbers)) > MOST_CHI_SQUARE


def _chi_square(digits: Iterator[int] | list[int]) -> float:
    counts = Counter(digits)
    expected = sum(counts.values()) / 10
    return sum((counts[digit] - expected) ** 2 / expected for digit in range(10))


def test_two_demos_of_one_seed_print_different_numbers(floor: Floor) -> None:
    """Draws of a demo follow from its seed, numbers never do: one cabinet's paper tells nothing of another's."""
    mine = set(load(read_only(floor.data)).bank.tickets)
    again = Floor(floor.data.parent / "again", floor.anchors)
    again.play(6)
    theirs = set(load(read_only(again.data)).bank.tickets)
    assert len(mine) == len(theirs) > 0
    assert not mine & theirs


@pytest.mark.parametrize("digits", ["7992739871", "00000000000000001", "98123456789012345"])
def test_the_check_digit_sees_every_wrong_digit_and_nearly_every_swap(digits: str) -> None:
    right = digits + check_digit(digits)
    assert _passes(right)
    for place, digit in enumerate(right):
        for wrong in set("0123456789") - {digit}:
            assert not _passes(right[:place] + wrong + right[place + 1 :])
    for place, (a, b) in enumerate(pairwise(right)):
        swapped = right[:place] + b + a + right[place + 2 :]
        assert _passes(swapped) is (a == b or {a, b} == {"0", "9"})


def test_the_check_digit_is_luhns() -> None:
    assert check_digit("7992739871") == "3"
    assert check_digit("424242424242424") == "2"
    assert check_digit("0") == "0"


def _passes(number: str) -> bool:
    return number[-1] == check_digit(number[:-1])


# -- in the whole machine -----------------------------------------------------------------------------------------


def test_a_number_that_exists_is_drawn_again(floor: Floor) -> None:
    """T-07: the source repeats itself; two tickets never bear one number, whatever became of the first."""
    first, second = "123456789012345", "543210987654321"
    source = Told(first + first + first + second)
    with opened(floor, numbers=source) as rig:
        for _ in range(2):
            _print_a_ticket(rig)
        numbers = [number[2:-1] for number in list(rig.engine.state.bank.tickets)[-2:]]
    assert numbers == [first, second]
    assert source.asked == 4 * DRAWN


def _print_a_ticket(rig: Rig) -> None:
    feed(rig)
    rig.press(c.CashOut())
    rig.run(20_000)
    assert "ticket" in rig.bench("printer.1", {"take_ticket": True})
    rig.run(5_000)
    assert books(rig).credit.total == 0


def test_who_guesses_numbers_gets_nothing_and_is_noticed_at_the_third(floor: Floor) -> None:
    dice = Random(1)
    with opened(floor) as rig:
        before, system = books(rig), rig.engine.state.set_up.money.system_id
        for guess in range(1, 4):
            assert "ticket_guesses" not in _faults(rig)
            digits = system + "".join(str(dice.randrange(10)) for _ in range(DRAWN))
            rig.bench("acceptor.1", {"insert_ticket": digits + check_digit(digits)})
            rig.run(20_000)
            assert rig.wires["acceptor.1"].twin.status()["tickets_in_box"] == [], f"guess {guess}"
        assert "ticket_guesses" in _faults(rig)
        assert books(rig) == before


def _faults(rig: Rig) -> set[str]:
    return {fault.code for fault in rig.engine.state.faults}
