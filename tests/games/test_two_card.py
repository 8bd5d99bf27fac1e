"""Rounds of Two-Card Poker, told as they are played."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.games import GAMES
from cabinet.games.base import GameOptions, Refused, RoundResult, SeatPlay
from cabinet.games.cards import card_name, card_text, hand_name
from cabinet.games.refusals import sentence
from cabinet.games.two_card import corrected, right_place
from cabinet.games.two_card_bets import dealers_outcome, entry_outcome
from tests.games import slow

GAME = GAMES["two_card"]
OPTIONS = GameOptions()
EVERY_BET = (("entry", 100), ("set_bonus", 100), ("dealers_high", 100), ("dealers_low", 100))


def cards(text: str) -> tuple[int, ...]:
    return tuple(card_text(part) for part in text.split())


def play(own: str, dealer: str, word: str = "below") -> RoundResult:
    """One seat's round with every bet, from the cards as each was dealt them."""
    (first, second), (his_first, his_second) = cards(own), cards(dealer)
    top = [first, his_first, second, his_second]
    order = top + [card for card in range(52) if card not in top]
    return GAME.settle(order, [SeatPlay(1, EVERY_BET, (word,))], OPTIONS, None)


def ends(result: RoundResult) -> tuple[tuple[str, int], ...]:
    return tuple((award.outcome, award.returned_cents) for award in result.seats[0].awards)


@pytest.mark.parametrize(
    ("own", "dealer", "outcome", "returned"),
    [
        ("9C 9D", "AC KD", "won", 200),  # a pair beats the highest connector
        ("10C 10D", "AC KD", "won_double", 300),  # tens or better pay 2 to 1
        ("AC AD", "KC KD", "won_double", 300),
        ("10C 10D", "10H 10S", "lost", 0),  # a tie loses
        ("10C 10D", "JH JS", "lost", 0),
        ("AC 2D", "KC JD", "won", 200),  # ace and two: a connector
        ("AC 2D", "2C 3D", "lost", 0),  # … and the lowest one
        ("AC 2D", "AH 2S", "lost", 0),
        ("KC AD", "QC KD", "won", 200),  # king and ace: the highest
        ("KC 9D", "QC 8D", "won", 200),  # both no hand, both higher
        ("KC 8D", "QC 9D", "pushed", 100),  # super push
        ("QC 9D", "KC 8D", "pushed", 100),
        ("KC 8D", "QC 8H", "pushed", 100),  # one higher, the lower equal
        ("KC 9D", "KH 8D", "pushed", 100),  # one equal, the other higher
        ("QC 8D", "KC 8H", "lost", 0),  # one lower and one equal
        ("KC 8D", "KH 8H", "lost", 0),  # both equal
        ("QC 8D", "KH 9H", "lost", 0),  # both lower
        ("AC 9D", "KC 2D", "won", 200),  # the ace is high in a hand without a two
    ],
)
def test_entry_bet(own: str, dealer: str, outcome: str, returned: int) -> None:
    assert ends(play(own, dealer))[0] == (outcome, returned)


@pytest.mark.parametrize(
    ("own", "outcome", "returned"),
    [
        ("AC AD", "pair_tens_to_aces", 1100),
        ("10C 10D", "pair_tens_to_aces", 1100),
        ("9C 9D", "pair_eights_nines", 900),
        ("8C 8D", "pair_eights_nines", 900),
        ("7C 7D", "pair_twos_to_sevens", 600),
        ("2C 2D", "pair_twos_to_sevens", 600),
        ("AC 2D", "connector", 300),
        ("7C 8D", "connector", 300),
        ("7C 9D", "lost", 0),
    ],
)
def test_set_bonus_looks_at_the_players_own_hand(own: str, outcome: str, returned: int) -> None:
    assert ends(play(own, "KC JD"))[1] == (outcome, returned)


@pytest.mark.parametrize(
    ("dealer", "high", "low"),
    [
        ("5C 9D", "won", "lost"),
        ("9C 5D", "lost", "won"),
        ("5C AD", "won", "lost"),  # the ace is high …
        ("2C AD", "lost", "won"),  # … except beside a two
        ("AC 2D", "won", "lost"),
        ("2C 2D", "won", "won"),
        ("3C 3D", "won", "won"),
        ("KC KD", "won", "won"),
        ("AC AD", "won", "won"),
        ("4C 4D", "lost", "lost"),
        ("QC QD", "lost", "lost"),
    ],
)
def test_dealers_high_and_low_by_the_order_of_his_cards(dealer: str, high: str, low: str) -> None:
    outcomes = [outcome for outcome, _ in ends(play("6C 6D", dealer))]
    assert outcomes[2:] == [high, low]


def test_side_bets_do_not_hang_on_the_entry_bet() -> None:
    result = play("2C 2D", "KC KD")
    assert ends(result) == (("lost", 0), ("pair_twos_to_sevens", 600), ("won", 200), ("won", 200))
    assert result.collect == ((1, "entry"),)
    assert result.pay == ((1, "dealers_low"), (1, "dealers_high"), (1, "set_bonus"))


def test_entry_bet_against_a_second_telling_for_all_ranks() -> None:
    hands = [(first, second) for first in range(2, 15) for second in range(2, 15)]
    for mine, his in product(hands, hands):
        seen = entry_outcome((max(mine), min(mine)), (max(his), min(his)))
        assert seen == slow.entry(mine, his), (mine, his)


def test_dealers_bets_never_both_win_or_both_lose_without_a_pair() -> None:
    for first, second in product(range(2, 15), repeat=2):
        both = {dealers_outcome(bet, first, second) for bet in ("dealers_high", "dealers_low")}
        assert (len(both) == 1) == (first == second)


# ---- the high-lighter line


@pytest.mark.parametrize(("own", "word"), [("6C 6D", "above"), ("6C 7D", "on"), ("AC 2D", "on"), ("6C 8D", "below")])
def test_the_dealer_puts_a_misplaced_hand_right_and_the_result_stays(own: str, word: str) -> None:
    own_cards = cards(own)
    assert right_place(own_cards) == word
    assert GAME.house_way(own_cards) == (word,)
    assert GAME.settings(own_cards) == ((word,),)
    assert corrected(own_cards, (word,)) is None
    for placed in {"above", "on", "below"} - {word}:
        GAME.check_setting(own_cards, (placed,))
        assert corrected(own_cards, (placed,)) == word
        assert play(own, "KC JD", placed) == play(own, "KC JD", word)


def test_a_place_that_is_none_is_refused() -> None:
    for setting in ((), ("beside",), ("on", "on")):
        with pytest.raises(Refused):
            GAME.check_setting(cards("6C 6D"), setting)


# ---- dealing and the cut


@pytest.mark.parametrize("seats", range(1, 8))
def test_cards_come_one_at_a_time_from_the_left_the_dealer_last(seats: int) -> None:
    places = GAME.places(seats, OPTIONS)
    hands = (*places.seats, places.dealer)
    assert [first for first, _ in hands] == list(range(seats + 1))
    assert [second for _, second in hands] == list(range(seats + 1, 2 * seats + 2))
    assert places.unused == ()
    assert set(GAME.open_places(seats, OPTIONS)) == {p for own in places.seats for p in own}


@given(order=st.permutations(range(52)), cut=st.integers(0, 51), seats=st.integers(1, 7))
def test_the_cut_turns_the_order_and_nothing_else(order: list[int], cut: int, seats: int) -> None:
    plays = [SeatPlay(seat, EVERY_BET, ("on",)) for seat in range(1, seats + 1)]
    turned = order[cut:] + order[:cut]
    assert GAME.settle(order, plays, OPTIONS, None, cut) == GAME.settle(turned, plays, OPTIONS, None)


@pytest.mark.parametrize("cut", [-1, 52])
def test_a_cut_outside_the_deck_is_refused(cut: int) -> None:
    with pytest.raises(Refused) as refused:
        GAME.places(1, OPTIONS, cut)
    assert sentence(refused.value) == f"The deck cannot be cut at {cut}; 1 to 51."


def test_two_decks_are_refused_with_a_sentence() -> None:
    with pytest.raises(Refused) as refused:
        GAME.check_options(GameOptions(decks=2))
    assert sentence(refused.value) == "The game is played with one deck, not 2."


# ---- any round at all


stakes = st.integers(1, 2**31 - 1)
bets_of_a_seat = st.fixed_dictionaries(
    {"entry": stakes}, optional=dict.fromkeys(("set_bonus", "dealers_high", "dealers_low"), stakes)
)


@given(order=st.permutations(range(52)), bets=st.lists(bets_of_a_seat, min_size=1, max_size=7))
def test_any_round_conserves_money_and_is_explained_by_its_pays(order: list[int], bets: list[dict[str, int]]) -> None:
    seats = [SeatPlay(n, tuple(placed.items()), ("on",)) for n, placed in enumerate(bets, 1)]
    result = GAME.settle(order, seats, OPTIONS, None)
    pays = {(spec.name, line.outcome): int(line.pays) for spec in GAME.bets(OPTIONS) for line in spec.pays}
    for seat, settled in zip(seats, result.seats, strict=True):
        assert [(a.bet, a.stake_cents) for a in settled.awards] == list(seat.bets)
        for a in settled.awards:
            back = 0 if a.outcome == "lost" else a.stake_cents
            assert a.returned_cents == back + a.stake_cents * pays.get((a.bet, a.outcome), 0)
            assert ((settled.seat, a.bet) in result.pay) == ((a.bet, a.outcome) in pays)
            assert ((settled.seat, a.bet) in result.collect) == (a.outcome == "lost")


# ---- cards


def test_every_card_is_read_back_from_its_name() -> None:
    assert len({card_name(card) for card in range(52)}) == 52
    for card in range(52):
        assert card_text(card_name(card).lower()) == card


@pytest.mark.parametrize("text", ["", "1H", "11H", "10", "10X", "HH", "TH"])
def test_a_wrong_card_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(Refused) as refused:
        card_text(text)
    assert sentence(refused.value) == f"{text} is no card; write a rank and a suit, such as 10H."


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        GAME.house_way(cards("10H 10H"))
    assert sentence(refused.value) == "The card 10H is there twice."


def test_names_of_hands_and_how_many_of_each() -> None:
    assert hand_name(cards("QC QD")) == ("pair", (12,))
    assert hand_name(cards("AC 2D")) == ("connector", (2,))
    assert hand_name(cards("AC KD")) == ("connector", (14,))
    assert hand_name(cards("5C KD")) == ("no_hand", (13, 5))
    codes = [hand_name(hand)[0] for hand in combinations(range(52), 2)]
    assert (codes.count("pair"), codes.count("connector"), codes.count("no_hand")) == (78, 208, 1040)
