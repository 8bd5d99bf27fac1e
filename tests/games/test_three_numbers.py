"""The ranking of three numbers: 84 hands, each in its one place."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations, product

import pytest

from cabinet.games.three_numbers import all_hands, hand_level, hand_name, hand_rank
from tests.games.slow import strength


def test_there_are_84_hands_of_four_kinds() -> None:
    hands = all_hands()
    assert len(hands) == len(set(map(hand_rank, hands))) == 84
    assert Counter(hand_level(hand).code for hand in hands) == {
        "three_of_a_kind": 7,
        "straight": 5,
        "pair": 42,
        "singletons": 30,
    }


def test_the_order_of_all_hands_is_pinned() -> None:
    listed = " ".join("".join(map(str, hand)) for hand in all_hands())
    assert listed.startswith("421 431 521 531 532 541 542 621")
    assert listed.endswith("555 666 777")
    assert sha256(listed.encode()).hexdigest() == "ffcf17211a52cdfacb7d8509489ec95f204ebc89522280de26453d3ceee51f22"


def test_every_two_hands_compare_as_the_plain_telling_says() -> None:
    hands = all_hands()
    for one, other in product(hands, hands):
        assert (hand_rank(one) > hand_rank(other)) == (strength(one) > strength(other))


def test_the_order_numbers_are_given_in_does_not_matter() -> None:
    for hand in all_hands():
        assert {hand_rank(shuffled) for shuffled in permutations(hand)} == {hand_rank(hand)}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("111", "765"),  # three of a kind beats the highest straight
        ("321", "776"),  # the lowest straight beats the highest pair
        ("112", "764"),  # the lowest pair beats the highest singletons
        ("221", "117"),  # the pair counts before the odd number
        ("227", "226"),
        ("754", "753"),
        ("432", "321"),  # straights by their highest
    ],
)
def test_what_beats_what(higher: str, lower: str) -> None:
    assert hand_rank(tuple(map(int, higher))) > hand_rank(tuple(map(int, lower)))


def test_no_straight_wraps_round() -> None:
    assert hand_level((7, 1, 2)).code == hand_level((6, 7, 1)).code == "singletons"


@pytest.mark.parametrize(
    ("numbers", "name"),
    [
        ((4, 4, 4), ("three_of_a_kind", (4,))),
        ((5, 7, 6), ("straight", (7,))),
        ((2, 6, 2), ("pair", (2, 6))),
        ((1, 6, 3), ("singletons", (6, 3, 1))),
    ],
)
def test_a_hand_has_a_name(numbers: tuple[int, ...], name: tuple[str, tuple[int, ...]]) -> None:
    assert hand_name(numbers) == name
