"""All bets of Two-Card Poker against a plain enumeration of cards, suits and all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

from cabinet.odds.figures import BetFigures
from cabinet.odds.two_card import all_figures
from tests.games import slow

CARDS = [(rank, suit) for rank in range(2, 15) for suit in "cdhs"]
FIGURES: dict[str, BetFigures] = {bet.name: bet for bet in all_figures()}


def edge(counts: Counter[str], pays: dict[str, int]) -> Fraction:
    """The house edge of a bet that returns nothing but what *pays* says; a push is 0."""
    return -Fraction(sum(pays.get(outcome, -1) * n for outcome, n in counts.items()), counts.total())


def test_entry_bet_over_all_deals() -> None:
    counts: Counter[str] = Counter()
    for own in combinations(range(52), 2):
        ranks = CARDS[own[0]][0], CARDS[own[1]][0]
        left = [card[0] for index, card in enumerate(CARDS) if index not in own]
        dealers = Counter((min(pair), max(pair)) for pair in combinations(left, 2))
        for dealer, n in dealers.items():
            counts[slow.entry(ranks, dealer)] += n
    assert counts.total() == 1_624_350
    assert FIGURES["entry"].counts == dict(counts)
    assert FIGURES["entry"].house_edge == edge(counts, {"won": 1, "won_double": 2, "pushed": 0}) == Fraction(109, 3185)


def test_set_bonus_over_all_hands() -> None:
    counts: Counter[str] = Counter()
    for (one, _), (other, _) in combinations(CARDS, 2):
        gap = abs(one - other)
        if gap == 0:
            tens = "pair_tens_to_aces" if one > 9 else "pair_eights_nines" if one > 7 else "pair_twos_to_sevens"
            counts[tens] += 1
        else:
            counts["connector" if gap in (1, 12) else "lost"] += 1
    pays = {"pair_tens_to_aces": 10, "pair_eights_nines": 8, "pair_twos_to_sevens": 5, "connector": 2}
    assert counts.total() == 1326
    assert FIGURES["set_bonus"].counts == dict(counts)
    assert FIGURES["set_bonus"].house_edge == edge(counts, pays) == Fraction(8, 221)


def test_dealers_high_and_low_over_all_orders_of_his_cards() -> None:
    high, low = Counter[str](), Counter[str]()
    for (first, _), (second, _) in permutations(CARDS, 2):
        if first == second:
            both = "won" if first in (2, 3, 13, 14) else "lost"
            high[both] += 1
            low[both] += 1
            continue
        if {first, second} == {2, 14}:
            first, second = (1 if rank == 14 else rank for rank in (first, second))
        high["won" if second > first else "lost"] += 1
        low["won" if second < first else "lost"] += 1
    for name, counts in (("dealers_high", high), ("dealers_low", low)):
        assert counts.total() == 2652
        assert FIGURES[name].counts == dict(counts)
        assert FIGURES[name].house_edge == edge(counts, {"won": 1}) == Fraction(5, 221)


def test_two_decks_would_favour_the_player_in_the_set_bonus() -> None:
    """Why the configuration refuses them."""
    cards = [rank for rank in range(2, 15) for _ in range(8)]
    gained = 0
    for one, other in combinations(cards, 2):
        gap = abs(one - other)
        pair = 10 if one > 9 else 8 if one > 7 else 5
        gained += pair if gap == 0 else 2 if gap in (1, 12) else -1
    assert gained > 0
