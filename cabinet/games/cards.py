"""One deck of 52 cards and the ranking of two of them.

A pair beats a connector (two adjoining ranks), a connector beats no hand. The ace is high, except with a two:
A-2 is a connector and the lowest one; K-A is the highest. Pairs and connectors rank by their top card, suits
never count. A card is an index 0..51 = (rank − 2)·4 + suit, ranks 2..14 (11 J, 12 Q, 13 K, 14 A), suits
0 clubs, 1 diamonds, 2 hearts, 3 spades.
Decides what two cards are worth against two others; knows no bet.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from cabinet.games.base import Refused

ACE, TWO, TEN = 14, 2, 10
RANKS: tuple[int, ...] = tuple(range(2, 15))
SUITS = ("clubs", "diamonds", "hearts", "spades")
DECK = len(RANKS) * len(SUITS)

_RANK_TEXT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUIT_TEXT = "CDHS"


class Level(IntEnum):
    """The kinds of two-card hands, lowest first."""

    NO_HAND = 0
    CONNECTOR = 1
    PAIR = 2

    @property
    def code(self) -> str:
        """The stable name: "pair", "connector", "no_hand"."""
        return self.name.lower()


def card(rank: int, suit: int) -> int:
    """The index of the card of *rank* 2..14 and *suit* 0..3."""
    assert rank in RANKS
    assert 0 <= suit < len(SUITS)
    return (rank - 2) * 4 + suit


def card_rank(index: int) -> int:
    """The rank 2..14 of a card; the ace is 14."""
    return index // 4 + 2


def card_suit(index: int) -> int:
    """The suit 0..3 of a card, an index into SUITS."""
    return index % 4


def rank_text(rank: int) -> str:
    """What a card of *rank* shows: "2".."10", "J", "Q", "K", "A"."""
    return _RANK_TEXT[rank - 2]


def card_name(index: int) -> str:
    """The card as text, rank and the suit's letter: "10H"."""
    return rank_text(card_rank(index)) + _SUIT_TEXT[card_suit(index)]


def card_text(text: str) -> int:
    """The index of the card written as "10H" or "as"; refuses anything else."""
    written = text.strip().upper()
    rank, suit = written[:-1], written[-1:]
    if rank not in _RANK_TEXT or not suit or suit not in _SUIT_TEXT:
        raise Refused("card_unknown", text=text)
    return card(_RANK_TEXT.index(rank) + 2, _SUIT_TEXT.index(suit))


def check_pieces(pieces: Sequence[int]) -> None:
    """Refuse anything but two different card indices."""
    if len(pieces) != 2:
        raise Refused("cards_not_two", count=len(pieces))
    for index in pieces:
        if not isinstance(index, int) or not 0 <= index < DECK:
            raise Refused("card_unknown", text=index)
    if pieces[0] == pieces[1]:
        raise Refused("card_twice", text=card_name(pieces[0]))


def ranks_of(pieces: Sequence[int]) -> tuple[int, int]:
    """The two ranks of a hand, the higher first (ace 14, also beside a two)."""
    first, second = pieces[0] // 4 + 2, pieces[1] // 4 + 2
    return (first, second) if first >= second else (second, first)


def hand_of(higher: int, lower: int) -> tuple[Level, int]:
    """The kind of hand two ranks (higher first) make, and the top card it ranks by (A-2: two)."""
    if higher == lower:
        return Level.PAIR, higher
    if higher == lower + 1:
        return Level.CONNECTOR, higher
    if (higher, lower) == (ACE, TWO):
        return Level.CONNECTOR, TWO
    return Level.NO_HAND, higher


def hand_name(pieces: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """What two cards are called: pair (rank,) · connector (top,) · no_hand (higher, lower)."""
    higher, lower = ranks_of(pieces)
    level, top = hand_of(higher, lower)
    return level.code, (higher, lower) if level is Level.NO_HAND else (top,)
