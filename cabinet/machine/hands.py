"""Hands as a screen shows them: their numbers and their names, also while pieces are still being laid."""

from __future__ import annotations

from cabinet.games import cards, three_numbers
from cabinet.games.tiles import split
from cabinet.ports.view import HandView, Message


def hands_of(game: str, pieces: tuple[int, ...], places: tuple[str, ...]) -> tuple[HandView, ...]:
    """The hands that *pieces* make where they lie; a hand still short of numbers has no name."""
    if game == "double_hand":
        if len(places) != len(pieces):
            return ()
        laid = [(piece, place) for piece, place in zip(pieces, places, strict=True) if place]
        low, high = split([piece for piece, _ in laid], [place for _, place in laid])
        return hand_view(game, "low", low), hand_view(game, "high", high)
    ranks = tuple(sorted((cards.card_rank(piece) for piece in pieces), reverse=True))
    return (hand_view(game, "entry", ranks),) if len(ranks) == 2 else ()


def hand_view(game: str, hand: str, numbers: tuple[int, ...]) -> HandView:
    """A hand by its numbers (or card ranks), named when it is whole."""
    return HandView(hand, numbers, _name(game, numbers))


def _name(game: str, numbers: tuple[int, ...]) -> Message | None:
    if game == "double_hand":
        if len(numbers) != 3:
            return None
        code, named = three_numbers.hand_name(numbers)
        return Message(f"hand.{code}", _params(named))
    higher, lower = max(numbers), min(numbers)
    level, top = cards.hand_of(higher, lower)
    named = (higher, lower) if level is cards.Level.NO_HAND else (top,)
    return Message(f"cards.{level.code}", _params(named))


def _params(named: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """n1, n2 …: numbers; the screen says them in the face or card it shows."""
    return tuple((f"n{index}", str(number)) for index, number in enumerate(named, 1))
