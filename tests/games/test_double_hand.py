"""Rounds of Double-Hand Poker, told as they are played."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.games import GAMES
from cabinet.games.base import Award, GameOptions, Refused, RoundResult, SeatPlay
from cabinet.games.double_hand_bets import dice_outcome, super_bonus_outcome
from cabinet.games.draws import Draw, Roll
from cabinet.games.refusals import sentence
from cabinet.games.tiles import TILES, tiles_text

GAME = GAMES["double_hand"]
OPTIONS = GameOptions(dice=True)
SIDE_BETS = ("super_bonus", "lo_card", "hi_card", "dice_lo", "dice_hi")


def order_of(*hands: str) -> list[int]:
    """A whole order that begins with the written tiles, the rest in their own order."""
    first = [tile for hand in hands for tile in tiles_text(hand.split())]
    return first + [tile for tile in range(28) if tile not in first]


def play(
    order: list[int],
    *bets: dict[str, int],
    options: GameOptions = OPTIONS,
    dice: tuple[int, int, int] | None = (1, 2, 3),
    first_seat: int = 1,
) -> RoundResult:
    """A round with a seat for each of *bets*, all laid by the house way."""
    places = GAME.places(len(bets), options)
    seats = [
        SeatPlay(first_seat + i, tuple(placed.items()), GAME.house_way([order[p] for p in places.seats[i]]))
        for i, placed in enumerate(bets)
    ]
    return GAME.settle(order, seats, options, dice)


def award(result: RoundResult, bet: str, seat: int = 0) -> Award:
    return next(award for award in result.seats[seat].awards if award.bet == bet)


# ---- the main bet


def test_both_hands_won_pays_even_money_less_five_percent() -> None:
    result = play(order_of("7-7 6-6 5-7", "1-2 3-5 2-4"), {"main": 2000})
    assert award(result, "main") == Award("main", 2000, "won", 3900, 100)
    assert [(c.hand, c.result) for c in result.seats[0].comparisons] == [("high", "won"), ("low", "won")]
    assert (result.collect, result.pay) == ((), ((1, "main"),))


def test_both_hands_lost_loses_the_stake() -> None:
    result = play(order_of("1-2 3-5 2-4", "7-7 6-6 5-7"), {"main": 2000})
    assert award(result, "main") == Award("main", 2000, "lost", 0)
    assert (result.collect, result.pay) == (((1, "main"),), ())


def test_one_hand_each_returns_the_stake_and_is_neither_collected_nor_paid() -> None:
    result = play(order_of("2-3 5-7 6-6", "1-1 2-2 5-5"), {"main": 2000})
    assert [c.result for c in result.seats[0].comparisons] == ["won", "lost"]
    assert award(result, "main") == Award("main", 2000, "pushed", 2000)
    assert award(result, "main").won_cents == 0
    assert (result.collect, result.pay) == ((), ())


def test_an_exact_tie_of_one_hand_is_the_dealers() -> None:
    """Both lay 10-J-Q (3-4-5) behind; the player's low hand is the better one: one each, so a push."""
    result = play(order_of("3-7 4-7 5-6", "3-6 4-6 1-5"), {"main": 100})
    high, low = result.seats[0].comparisons
    assert high.player == high.dealer == (5, 4, 3)
    assert (high.result, low.result) == ("copy", "won")
    assert award(result, "main").outcome == "pushed"


def test_two_ties_lose_the_bet() -> None:
    """Different tiles can show the same six numbers."""
    result = play(order_of("1-2 3-4 5-7", "1-3 2-5 4-7"), {"main": 100})
    assert [c.result for c in result.seats[0].comparisons] == ["copy", "copy"]
    assert award(result, "main").outcome == "lost"


def test_the_players_own_setting_counts_and_not_the_house_way() -> None:
    order = order_of("1-2 3-4 5-7", "1-1 2-2 5-6")
    house = play(order, {"main": 100})
    other = ("across1", "across1", "across1")  # 1-3-5 in front, 2-4-7 behind
    chosen = GAME.settle(order, [SeatPlay(1, (("main", 100),), other)], OPTIONS, None)
    assert [c.player for c in chosen.seats[0].comparisons] == [(7, 4, 2), (5, 3, 1)]
    assert [c.player for c in house.seats[0].comparisons] == [(3, 2, 1), (7, 5, 4)]
    assert chosen.dealer_setting == house.dealer_setting


def test_a_high_hand_below_the_low_hand_is_refused_with_the_reason() -> None:
    tiles = tiles_text(["7-7", "1-2", "3-5"])
    with pytest.raises(Refused) as refused:
        GAME.check_setting(tiles, ("front", "behind", "across1"))
    assert sentence(refused.value) == "The high hand (singletons) ranks below the low hand (pair)."
    with pytest.raises(Refused):
        GAME.settle(
            order_of("7-7 1-2 3-5"), [SeatPlay(1, (("main", 100),), ("front", "behind", "across1"))], OPTIONS, None
        )


# ---- commission


def test_commission_that_is_no_whole_cent_is_refused_unless_the_options_say_who_gains() -> None:
    GAME.check_bets({"main": 120}, GameOptions())
    with pytest.raises(Refused) as refused:
        GAME.check_bets({"main": 110}, GameOptions())
    assert sentence(refused.value) == "The commission on 110 cents is not a whole number of cents."
    order = order_of("7-7 6-6 5-7", "1-2 3-5 2-4")
    for rounding, taken in (("player", 5), ("house", 6)):
        options = GameOptions(commission_rounding=rounding)
        GAME.check_bets({"main": 110}, options)
        won = award(play(order, {"main": 110}, options=options), "main")
        assert (won.returned_cents, won.commission_cents) == (220 - taken, taken)


def test_commission_is_taken_of_the_main_bet_alone() -> None:
    result = play(order_of("1-1 6-6 7-7", "1-2 3-5 2-4"), {"main": 100, "lo_card": 100, "super_bonus": 100})
    assert award(result, "lo_card") == Award("lo_card", 100, "won", 800)
    assert award(result, "super_bonus") == Award("super_bonus", 100, "three_pairs", 1600)


# ---- Super Bonus


@pytest.mark.parametrize(
    ("tiles", "outcome", "returned"),
    [
        ("1-1 1-2 2-2", "two_threes_of_a_kind", 5100),
        ("1-2 3-4 5-6", "six_in_a_row", 3100),
        ("2-7 3-6 4-5", "six_in_a_row", 3100),
        ("1-1 2-2 7-7", "three_pairs", 1600),
        ("1-2 2-3 1-3", "three_pairs", 1600),
        ("1-2 3-4 5-7", "lost", 0),
        ("1-1 1-2 3-3", "lost", 0),
    ],
)
def test_super_bonus_looks_at_all_six_numbers(tiles: str, outcome: str, returned: int) -> None:
    result = play(order_of(tiles), {"main": 100, "super_bonus": 100})
    bonus = award(result, "super_bonus")
    assert (bonus.outcome, bonus.returned_cents) == (outcome, returned)


def test_super_bonus_counts_of_all_hands() -> None:
    counts = Counter(super_bonus_outcome(hand) for hand in combinations(range(28), 3))
    assert counts == {"two_threes_of_a_kind": 21, "six_in_a_row": 30, "three_pairs": 35 + 35, "lost": 3155}


# ---- Lo-Card and Hi-Card


def exposure_order(*, own: int, other: int, dealer: int, turned: int) -> list[int]:
    """An order for two seats where tile 1-1 lies with the first seat, the second, the dealer or among the turned."""
    order = [tile for tile in range(28) if tile != 0]
    place = 0 if own else 3 if other else 6 if dealer else 9 if turned else 20
    order.insert(place, 0)
    return order


@pytest.mark.parametrize(
    ("where", "outcome"),
    [("own", "won"), ("other", "lost"), ("dealer", "lost"), ("turned", "pushed"), ("nowhere", "lost")],
)
def test_lo_card_by_where_the_tile_lies(where: str, outcome: str) -> None:
    order = exposure_order(**{name: name == where for name in ("own", "other", "dealer", "turned")})
    result = play(order, {"main": 100, "lo_card": 100}, {"main": 100})
    assert award(result, "lo_card").outcome == outcome
    assert award(result, "lo_card").returned_cents == {"won": 800, "pushed": 100, "lost": 0}[outcome]
    assert bool(result.exposed) == (where not in ("own", "other"))


@pytest.mark.parametrize(("exposed", "outcome"), [(2, "lost"), (3, "pushed")])
def test_the_third_turned_tile_counts_only_with_three_exposed(exposed: int, outcome: str) -> None:
    order = [tile for tile in range(28) if tile != 27]
    order.insert(8, 27)  # one seat: 0-2, dealer 3-5, turned 6, 7 and, with three, 8
    result = play(order, {"main": 100, "hi_card": 100}, options=GameOptions(exposed_tiles=exposed))
    assert len(result.exposed) == exposed
    assert award(result, "hi_card").outcome == outcome


def test_one_exposure_serves_both_bets_of_all_seats() -> None:
    order = order_of("1-2 2-2 2-3", "3-3 3-4 4-4", "5-5 5-6 6-6", "1-1 7-7 1-3")
    result = play(order, {"main": 100, "lo_card": 100, "hi_card": 100}, {"main": 100, "hi_card": 200})
    assert result.exposed == tiles_text(["1-1", "7-7", "1-3"])
    assert [a.outcome for a in result.seats[0].awards[1:]] == ["pushed", "pushed"]
    assert award(result, "hi_card", seat=1).returned_cents == 200


@pytest.mark.parametrize(
    ("bets", "hand", "turned"),
    [
        ({"main": 1}, "2-2 3-3 4-5", False),  # nobody bets on a tile
        ({"main": 1, "lo_card": 1}, "1-1 3-3 4-5", False),  # the one tile bet on is held
        ({"main": 1, "hi_card": 1}, "1-1 3-3 4-5", True),
        ({"main": 1, "lo_card": 1, "hi_card": 1}, "1-1 3-3 7-7", False),
        ({"main": 1, "lo_card": 1, "hi_card": 1}, "1-1 3-3 4-5", True),  # 7-7 is still open
    ],
)
def test_tiles_are_turned_only_if_a_bet_hangs_on_them(bets: dict[str, int], hand: str, turned: bool) -> None:
    options = GameOptions(commission_rounding="player")
    assert bool(play(order_of(hand), bets, options=options).exposed) == turned


# ---- dice


def test_dice_bets_over_all_216_rolls() -> None:
    rolls = list(product(range(1, 7), repeat=3))
    low = [roll for roll in rolls if dice_outcome("dice_lo", roll) == "won"]
    high = [roll for roll in rolls if dice_outcome("dice_hi", roll) == "won"]
    assert len(low) == len(high) == 105
    assert not set(low) & set(high)
    assert {roll for roll in rolls if roll not in low + high} == {(n, n, n) for n in range(1, 7)}
    assert {sum(roll) for roll in low} == set(range(4, 11))
    assert {sum(roll) for roll in high} == set(range(11, 18))


def test_one_roll_serves_every_seat_and_a_void_roll_gives_the_stakes_back() -> None:
    bets = ({"main": 100, "dice_lo": 300}, {"main": 100, "dice_hi": 500})
    rolled = play(order_of(), *bets, dice=(2, 3, 4))
    assert rolled.dice == (2, 3, 4)
    assert (award(rolled, "dice_lo").returned_cents, award(rolled, "dice_hi", 1).returned_cents) == (600, 0)
    void = play(order_of(), *bets, dice=None)
    assert void.dice == ()
    assert award(void, "dice_lo") == Award("dice_lo", 300, "void", 300)
    assert award(void, "dice_hi", 1) == Award("dice_hi", 500, "void", 500)
    assert not [bet for _, bet in void.collect + void.pay if bet.startswith("dice")]


def test_dice_are_needed_only_for_a_dice_bet_and_refused_if_impossible() -> None:
    assert not GAME.needs_dice([SeatPlay(1, (("main", 1),), ())])
    assert GAME.needs_dice([SeatPlay(1, (("main", 1),), ()), SeatPlay(2, (("main", 1), ("dice_hi", 1)), ())])
    assert play(order_of(), {"main": 100}, dice=(1, 1, 2)).dice == ()
    with pytest.raises(Refused):
        play(order_of(), {"main": 100, "dice_lo": 100}, dice=(0, 1, 2))


def test_without_a_shaker_the_dice_spots_are_closed_and_say_so() -> None:
    with pytest.raises(Refused) as refused:
        GAME.check_bets({"main": 100, "dice_lo": 100}, GameOptions())
    assert sentence(refused.value) == "dice_lo is closed: there is no dice shaker."


# ---- order of the table


@pytest.mark.parametrize("seats", range(1, 8))
def test_everybody_has_three_tiles_of_his_own_left_to_right(seats: int) -> None:
    places = GAME.places(seats, GameOptions())
    listed = [p for own in (*places.seats, places.dealer, places.unused) for p in own]
    assert listed == list(range(3 * seats + 6))
    assert len(listed) <= 28
    assert GAME.open_places(seats, GameOptions()) == tuple(range(3 * seats))


def test_losers_are_collected_right_to_left_before_winners_are_paid_right_to_left() -> None:
    order = order_of("7-7 6-6 5-7", "1-2 1-4 2-6", "5-5 4-4 5-4", "1-3 3-5 2-4")
    every = dict.fromkeys(("main", *SIDE_BETS), 100)
    result = play(order, every, every, every, dice=(6, 6, 1), first_seat=3)
    assert [seat for seat, _ in result.collect] == sorted((seat for seat, _ in result.collect), reverse=True)
    assert [seat for seat, _ in result.pay] == sorted((seat for seat, _ in result.pay), reverse=True)
    outcomes = {(seat.seat, a.bet): a.outcome for seat in result.seats for a in seat.awards}
    assert set(result.collect) == {key for key, outcome in outcomes.items() if outcome == "lost"}
    assert set(result.pay) == {key for key, outcome in outcomes.items() if outcome not in ("lost", "pushed")}
    assert {seat for seat, _ in result.pay} == {3, 4, 5}


def test_seats_out_of_order_eight_seats_and_a_cut_are_refused() -> None:
    lay = GAME.house_way((0, 1, 2))
    with pytest.raises(Refused) as refused:
        GAME.settle(range(28), [SeatPlay(2, (), lay), SeatPlay(1, (), lay)], OPTIONS, None)
    assert sentence(refused.value) == "Seats must be listed once each, from left to right: 2, 1."
    with pytest.raises(Refused) as refused:
        GAME.places(8, OPTIONS)
    assert sentence(refused.value) == "1 to 7 seats can play, not 8."
    with pytest.raises(Refused) as refused:
        GAME.places(0, OPTIONS)
    assert sentence(refused.value) == "1 to 7 seats can play, not 0."
    with pytest.raises(Refused) as refused:
        GAME.places(1, OPTIONS, cut=3)
    assert sentence(refused.value) == "Tiles are not cut."


# ---- any round at all


bets_of_a_seat = st.fixed_dictionaries(
    {"main": st.integers(1, 2**31 - 1)}, optional=dict.fromkeys(SIDE_BETS, st.integers(1, 2**31 - 1))
)
rolls = st.none() | st.tuples(*[st.integers(1, 6)] * 3)


@given(
    order=st.permutations(range(28)),
    bets=st.lists(bets_of_a_seat, min_size=1, max_size=7),
    dice=rolls,
    rounding=st.sampled_from(["player", "house"]),
    data=st.data(),
)
def test_any_round_conserves_money_and_is_explained_by_its_pays(
    order: list[int],
    bets: list[dict[str, int]],
    dice: tuple[int, int, int] | None,
    rounding: str,
    data: st.DataObject,
) -> None:
    options = GameOptions(dice=True, commission_rounding=rounding)
    places = GAME.places(len(bets), options)
    settings = [data.draw(st.sampled_from(GAME.settings([order[p] for p in own]))) for own in places.seats]
    seats = [
        SeatPlay(n + 1, tuple(placed.items()), setting)
        for n, (placed, setting) in enumerate(zip(bets, settings, strict=True))
    ]
    for placed in bets:
        GAME.check_bets(placed, options)
    result = GAME.settle(order, seats, options, dice)
    pays = {
        (spec.name, line.outcome): line.pays for spec in GAME.bets(GameOptions(commission_bp=0)) for line in spec.pays
    }
    staked = returned = won = kept = commission = 0
    for seat, settled in zip(seats, result.seats, strict=True):
        assert [(a.bet, a.stake_cents) for a in settled.awards] == list(seat.bets)
        for a in settled.awards:
            gross = int(pays.get((a.bet, a.outcome), "0")) * a.stake_cents
            back = 0 if a.outcome == "lost" else a.stake_cents
            assert a.returned_cents == back + gross - a.commission_cents
            assert 0 <= a.commission_cents * 20 - gross + 19 < 40 if a.bet == "main" else a.commission_cents == 0
            staked, returned = staked + a.stake_cents, returned + a.returned_cents
            won, commission = won + gross, commission + a.commission_cents
            kept += a.stake_cents - back
    assert staked + won == returned + kept + commission
    touched = {*result.collect, *result.pay}
    assert len(touched) == len(result.collect) + len(result.pay)
    assert GAME.settle(order, seats, options, dice) == result


# ---- what a game says about itself


def test_chance_is_declared_in_the_numbers_of_the_published_analysis() -> None:
    seat, dealer, exposed, roll = GAME.chance(GameOptions())
    assert isinstance(seat, Draw)
    assert isinstance(dealer, Draw)
    assert isinstance(exposed, Draw)
    assert isinstance(roll, Roll)
    assert seat.ways(28) * dealer.ways(25) == 7_534_800
    assert len(list(seat.outcomes(tuple(range(28))))) == seat.ways(28) == 3276
    assert len(list(exposed.outcomes(tuple(range(22))))) == exposed.ways(22) == 1540
    assert len(set(roll.outcomes())) == roll.ways() == 216


def test_the_pays_that_are_shown() -> None:
    shown = {spec.name: {line.outcome: line.pays for line in spec.pays} for spec in GAME.bets(GameOptions())}
    assert shown == {
        "main": {"won": "19/20"},
        "super_bonus": {"two_threes_of_a_kind": "50", "six_in_a_row": "30", "three_pairs": "15"},
        "lo_card": {"won": "7"},
        "hi_card": {"won": "7"},
        "dice_lo": {"won": "1"},
        "dice_hi": {"won": "1"},
    }
    assert len(TILES) == GAME.pieces
