"""A plain second telling of both games' rules, slow and naive, to check the real ones against.

Nothing here is imported from the product: another way of counting, written from the rules.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

TILES = [(low, high) for low in range(1, 8) for high in range(low, 8)]


def strength(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """A hand's strength: kind, then its numbers by how often they stand there and by size."""
    counts = Counter(numbers)
    by_count = sorted(counts, key=lambda number: (counts[number], number), reverse=True)
    runs = [{n, n + 1, n + 2} for n in range(1, 6)]
    if len(counts) == 1:
        kind = 4
    elif set(numbers) in runs:
        kind = 3
    elif len(counts) == 2:
        kind = 2
    else:
        kind = 1
    return (kind, *by_count)


def splits(tiles: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every (low, high) of the six numbers with high ≥ low, each once, numbers descending."""
    numbers = [number for tile in tiles for number in TILES[tile]]
    found = set()
    for chosen in combinations(range(6), 3):
        low = tuple(sorted((numbers[i] for i in chosen), reverse=True))
        high = tuple(sorted((numbers[i] for i in range(6) if i not in chosen), reverse=True))
        if strength(high) >= strength(low):
            found.add((low, high))
    return sorted(found)


def house(tiles: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The (low, high) of the house way, by striking out what does not count, rule after rule."""
    left = splits(tiles)
    paired = [(low, high) for low, high in left if strength(low)[0] >= 2 and strength(high)[0] >= 2]
    left = paired or left
    best_kind = max(strength(high)[0] for _, high in left)
    left = [(low, high) for low, high in left if strength(high)[0] == best_kind]
    best_low = max(strength(low) for low, _ in left)
    left = [(low, high) for low, high in left if strength(low) == best_low]
    assert len(left) == 1
    return left[0]


def entry(player: tuple[int, int], dealer: tuple[int, int]) -> str:
    """The entry bet's end from ranks 2..14 in any order."""

    def kind(hand: tuple[int, int]) -> tuple[int, int]:
        top, bottom = max(hand), min(hand)
        if top == bottom:
            return 3, top
        if (top, bottom) == (14, 2):
            return 2, 2
        return (2, top) if top - bottom == 1 else (1, 0)

    mine, his = kind(player), kind(dealer)
    if mine > his:
        return "won_double" if mine[0] == 3 and mine[1] >= 10 else "won"
    if mine < his:
        return "lost"
    if mine[0] > 1:
        return "lost"
    above, below = max(player) > max(dealer), min(player) > min(dealer)
    if above and below:
        return "won"
    return "pushed" if above or below else "lost"
