"""The 28 tiles of Double-Hand Poker and how three of them lie at the hand divider.

Every tile carries two numbers, one tile for each unordered pair of 1..7; it is twice as long as wide, a
number on each half. In front of the divider lies the low hand, behind it the high hand. A tile lies

    front    both numbers in the low hand
    behind   both numbers in the high hand
    across1  the smaller (first) number in the low hand, the larger one in the high hand
    across2  the other way round

so three tiles make 3 + 3 numbers in 8 ways with all of them across and in 12 with one in front, one behind
and one across: the 20 splits of six numbers. A piece is the tile's index 0..27 in the order of TILES.
Decides what a tile is and what a setting makes of it; knows no ranking, no bet and no picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from cabinet.games.base import Refused

NUMBERS = (1, 2, 3, 4, 5, 6, 7)
TILES: tuple[tuple[int, int], ...] = tuple((low, high) for low in NUMBERS for high in NUMBERS if low <= high)
TILE_INDEX: dict[tuple[int, int], int] = {pair: index for index, pair in enumerate(TILES)}

FRONT, BEHIND, ACROSS1, ACROSS2 = "front", "behind", "across1", "across2"
WORDS = (FRONT, BEHIND, ACROSS1, ACROSS2)

#: How many of a tile's two numbers each word lays into the low hand.
_IN_FRONT = {FRONT: 2, BEHIND: 0, ACROSS1: 1, ACROSS2: 1}

#: The 20 ways to lay three tiles, as words in dealt order; a fixed order that settings are listed in.
ARRANGEMENTS: tuple[tuple[str, ...], ...] = tuple(
    words
    for words in product((ACROSS1, ACROSS2, FRONT, BEHIND), repeat=3)
    if sum(map(_IN_FRONT.__getitem__, words)) == 3
)

#: What stands on a half that means 1..7, by face.
FACES: dict[str, tuple[str, ...]] = {
    "numbers": ("1", "2", "3", "4", "5", "6", "7"),
    "symbols": ("8", "9", "10", "J", "Q", "K", "A"),
}


def symbol(number: int, face: str) -> str:
    """What a half with *number* (1..7) shows on the *face* "numbers" or "symbols"."""
    return FACES[face][number - 1]


def tile_name(tile: int) -> str:
    """The tile as text, the smaller number first: "3-5"."""
    low, high = TILES[tile]
    return f"{low}-{high}"


def tile_text(text: str) -> int:
    """The index of the tile written as "3-5" or "5-3"; refuses anything else."""
    parts = text.strip().split("-")
    if len(parts) != 2 or any(len(part) != 1 or part not in "1234567" for part in parts):
        raise Refused("tile_unknown", text=text)
    first, second = sorted(int(part) for part in parts)
    return TILE_INDEX[first, second]


def tiles_text(texts: Sequence[str]) -> tuple[int, int, int]:
    """The indices of three written tiles, in the order given; refuses another count or a tile twice."""
    if len(texts) != 3:
        raise Refused("tiles_not_three", count=len(texts))
    first, second, third = (tile_text(text) for text in texts)
    check_pieces((first, second, third))
    return first, second, third


def check_pieces(pieces: Sequence[int]) -> None:
    """Refuse anything but three different tile indices."""
    if len(pieces) != 3:
        raise Refused("tiles_not_three", count=len(pieces))
    for place, tile in enumerate(pieces):
        if not isinstance(tile, int) or not 0 <= tile < len(TILES):
            raise Refused("tile_unknown", text=tile)
        if tile in pieces[:place]:
            raise Refused("tile_twice", text=tile_name(tile))


def check_words(setting: Sequence[str]) -> None:
    """Refuse a setting that is not three known words laying three numbers into each hand."""
    if len(setting) != 3:
        raise Refused("setting_not_three", count=len(setting))
    for word in setting:
        if word not in WORDS:
            raise Refused("setting_word_unknown", text=word)
    in_front = sum(_IN_FRONT[word] for word in setting)
    if in_front != 3:
        raise Refused("setting_uneven", low=in_front, high=6 - in_front)


def split(pieces: Sequence[int], setting: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The low and the high hand that *setting* makes of the tiles, each with its numbers descending."""
    low: list[int] = []
    high: list[int] = []
    for tile, word in zip(pieces, setting, strict=True):
        smaller, larger = TILES[tile]
        match word:
            case "front":
                low += (smaller, larger)
            case "behind":
                high += (smaller, larger)
            case "across1":
                low.append(smaller)
                high.append(larger)
            case "across2":
                low.append(larger)
                high.append(smaller)
            case _:
                raise Refused("setting_word_unknown", text=word)
    return tuple(sorted(low, reverse=True)), tuple(sorted(high, reverse=True))
