"""Tiles, their names, and what a setting makes of three of them."""

from __future__ import annotations

from itertools import combinations

import pytest

from cabinet.games.base import Refused
from cabinet.games.refusals import sentence
from cabinet.games.tiles import (
    ARRANGEMENTS,
    TILES,
    check_words,
    split,
    symbol,
    tile_name,
    tile_text,
    tiles_text,
)


def test_there_is_one_tile_for_each_unordered_pair_of_seven_numbers() -> None:
    assert len(TILES) == len(set(TILES)) == 28
    assert all(1 <= low <= high <= 7 for low, high in TILES)


def test_every_tile_is_read_back_from_its_name_either_way_round() -> None:
    for index, (low, high) in enumerate(TILES):
        assert tile_text(tile_name(index)) == index
        assert tile_text(f" {high}-{low} ") == index


@pytest.mark.parametrize("text", ["", "3", "3-8", "0-1", "a-b", "3-5-6", "35", "-1-2", "³-5", "3–5"])
def test_a_wrong_tile_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Refused) as refused:
        tile_text(text)
    assert sentence(refused.value) == f"{text} is no tile; write its two numbers 1 to 7, such as 3-5."


def test_a_tile_twice_and_a_wrong_count_are_refused_with_a_sentence() -> None:
    with pytest.raises(Refused) as refused:
        tiles_text(["1-1", "3-5", "5-3"])
    assert sentence(refused.value) == "The tile 3-5 is there twice."
    with pytest.raises(Refused) as refused:
        tiles_text(["1-1", "3-5"])
    assert sentence(refused.value) == "A hand is three tiles, not 2."


def test_both_faces_mean_the_same_numbers() -> None:
    assert [symbol(number, "symbols") for number in range(1, 8)] == ["8", "9", "10", "J", "Q", "K", "A"]
    assert [symbol(number, "numbers") for number in range(1, 8)] == list("1234567")


def test_three_tiles_lie_in_8_and_12_ways_and_these_are_the_20_splits() -> None:
    across = [words for words in ARRANGEMENTS if all(word.startswith("across") for word in words)]
    assert (len(across), len(ARRANGEMENTS) - len(across)) == (8, 12)
    tiles = tiles_text(["1-2", "3-4", "5-6"])  # six different numbers: every split is another one
    assert {split(tiles, words)[0] for words in ARRANGEMENTS} == {
        tuple(sorted(chosen, reverse=True)) for chosen in combinations(range(1, 7), 3)
    }


def test_any_arrangement_of_any_hand_splits_the_six_numbers() -> None:
    for tiles in combinations(range(28), 3):
        six = sorted(number for tile in tiles for number in TILES[tile])
        for words in ARRANGEMENTS:
            low, high = split(tiles, words)
            assert len(low) == len(high) == 3
            assert sorted(low + high) == six
            assert list(low) == sorted(low, reverse=True)
            assert list(high) == sorted(high, reverse=True)


def test_the_smaller_number_of_an_across1_tile_lies_in_front() -> None:
    tiles = tiles_text(["1-7", "2-6", "3-5"])
    assert split(tiles, ("across1", "across1", "across1")) == ((3, 2, 1), (7, 6, 5))
    assert split(tiles, ("across2", "front", "behind")) == ((7, 6, 2), (5, 3, 1))


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        (("front", "front", "across1"), "Three numbers belong in each hand: 5 in the low and 1 in the high hand."),
        (("behind", "across1", "across2"), "Three numbers belong in each hand: 2 in the low and 4 in the high hand."),
        (("front", "behind"), "A setting lays three tiles, not 2."),
        (("front", "behind", "upright"), "upright is no way to lay a piece."),
    ],
)
def test_a_setting_that_is_not_three_and_three_is_refused(setting: tuple[str, ...], said: str) -> None:
    with pytest.raises(Refused) as refused:
        check_words(setting)
    assert sentence(refused.value) == said
