"""The house way: every printed example, and all 3,276 hands against a second telling of the rules."""

from __future__ import annotations

from hashlib import sha256
from itertools import combinations, permutations

import pytest

from cabinet.games import GAMES
from cabinet.games.three_numbers import Level, hand_level, hand_rank
from cabinet.games.tiles import FACES, TILE_INDEX, split
from tests.games import slow

GAME = GAMES["double_hand"]
HANDS = tuple(combinations(range(28), 3))


def _numbers(text: str) -> tuple[int, ...]:
    """Numbers descending of symbols as "10-J-Q"."""
    return tuple(sorted((FACES["symbols"].index(part) + 1 for part in text.split("-")), reverse=True))


def _tile(text: str) -> int:
    low, high = sorted(_numbers(text))
    return TILE_INDEX[low, high]


EXAMPLES = [
    ("10-10, Q-K, K-A", "10-10-K", "Q-K-A", ["10-10-A / K-K-Q"]),
    ("10-10, J-Q, Q-Q", "10-10-J", "Q-Q-Q", ["Q-Q-10 / 10-J-Q"]),
    ("10-10, Q-Q, A-A", "Q-Q-10", "A-A-10", ["10-10-Q / A-A-Q"]),
    ("10-10, J-Q, K-K", "K-K-10", "10-J-Q", ["10-10-K / J-Q-K"]),
    ("9-10, Q-A, K-K", "K-10-9", "Q-K-A", ["A-Q-10 / K-K-9"]),
    ("8-9, 10-J, Q-A", "A-Q-J", "8-9-10", ["A-Q-8 / 9-10-J", "A-9-8 / 10-J-Q"]),
    ("8-8, 9-9, 10-10", "8-9-10", "8-9-10", ["9-9-8 / 10-10-8"]),
]


@pytest.mark.parametrize(("tiles", "front", "back", "refused"), EXAMPLES)
def test_every_printed_example(tiles: str, front: str, back: str, refused: list[str]) -> None:
    pieces = [_tile(text) for text in tiles.split(", ")]
    for dealt in permutations(pieces):
        laid = split(dealt, GAME.house_way(dealt))
        assert laid == (_numbers(front), _numbers(back))
    possible = {split(pieces, setting) for setting in GAME.settings(pieces)}
    for alternative in refused:  # it was there to be chosen, and was not
        low, high = alternative.split(" / ")
        assert (_numbers(low), _numbers(high)) in possible


def test_all_hands_are_laid_as_the_second_telling_lays_them_and_the_list_is_pinned() -> None:
    lines = []
    for hand in HANDS:
        low, high = split(hand, GAME.house_way(hand))
        assert (low, high) == slow.house(hand)
        lines.append(f"{hand} {low} {high}\n")
    assert len(lines) == 3276
    assert (
        sha256("".join(lines).encode()).hexdigest()
        == "a0d52956367c549aade456426acee5a58f4233d8967ffb9328714748f0d19c37"
    )


def test_the_house_way_is_legal_and_one_of_the_settings_offered() -> None:
    for hand in HANDS:
        setting = GAME.house_way(hand)
        GAME.check_setting(hand, setting)
        assert setting in GAME.settings(hand)


def test_the_dealer_is_never_without_a_pair_in_the_high_hand() -> None:
    """Six of seven numbers always hold three in a row."""
    for hand in HANDS:
        _, high = split(hand, GAME.house_way(hand))
        assert hand_level(high) >= Level.PAIR


def test_settings_are_each_distinct_legal_split_once() -> None:
    for hand in HANDS:
        laid = [split(hand, setting) for setting in GAME.settings(hand)]
        assert sorted(laid) == slow.splits(hand)


def test_equal_hands_are_allowed_and_concern_ten_house_ways() -> None:
    equal = 0
    for hand in HANDS:
        low, high = split(hand, GAME.house_way(hand))
        equal += hand_rank(low) == hand_rank(high)
    assert equal == 10


def test_the_order_of_dealing_does_not_change_what_is_laid() -> None:
    for hand in HANDS[::37]:
        laid = {split(dealt, GAME.house_way(dealt)) for dealt in permutations(hand)}
        assert len(laid) == 1
