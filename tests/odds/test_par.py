"""The PAR sheet: one set of figures in three forms, and the largest award of one round."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from cabinet.chance import SeededChance
from cabinet.games import GAMES
from cabinet.games.base import GameOptions, SeatPlay
from cabinet.odds.joint import joint_award
from cabinet.odds.labels import BETS, OUTCOMES
from cabinet.odds.par import Par, kept_at_worst, par
from cabinet.odds.par_html import par_html
from cabinet.odds.par_json import par_json
from cabinet.odds.par_text import par_text
from cabinet.odds.sheet import sheet
from cabinet.play.options import BetLimit, GameSetup

OPTIONS = GameOptions(dice=True)


def setup(game: str, options: GameOptions = OPTIONS, most: dict[str, int] | None = None) -> GameSetup:
    """A game with limits of 1.00 to 1,000.00 on the main bet and to 100.00 on the others, or as *most* says."""
    limits = tuple(
        BetLimit(spec.name, 100, (most or {}).get(spec.name, 100_000 if spec.main else 10_000), 100)
        for spec in GAMES[game].bets(options)
    )
    return GameSetup(game, options, limits)


@pytest.fixture(scope="module", params=["double_hand", "two_card"])
def made(request: pytest.FixtureRequest) -> Par:
    return par(setup(request.param))


@pytest.fixture(scope="module")
def double_hand() -> Par:
    return par(setup("double_hand"))


# ---- JSON


def test_json_of_double_hand_has_the_published_figures(double_hand: Par) -> None:
    plain = json.loads(json.dumps(par_json(double_hand)))
    bets = plain["bets"]
    assert list(bets) == ["main", "super_bonus", "lo_card", "hi_card", "dice_lo", "dice_hi"]
    assert bets["main"]["house_edge"] == {"fraction": "263317/11592000", "percent": 2.2715}
    assert [(o["name"], o["combinations"], o["pays"]) for o in bets["main"]["outcomes"]] == [
        ("won", 1_862_361, "19/20"),
        ("pushed", 3_732_040, "0"),
        ("lost", 1_940_399, "-1"),
    ]
    assert bets["super_bonus"]["house_edge"] == {"fraction": "155/3276", "percent": 4.7314}
    assert bets["lo_card"]["house_edge"] == bets["hi_card"]["house_edge"] == {"fraction": "1/28", "percent": 3.5714}
    assert bets["dice_lo"]["house_edge"] == bets["dice_hi"]["house_edge"] == {"fraction": "1/36", "percent": 2.7778}
    strategies = bets["main"]["strategies"]
    assert strategies["optimal"] == {key: value for key, value in bets["main"].items() if key != "strategies"}
    assert strategies["house_way"]["house_edge"]["percent"] == 3.616
    assert list(plain["dealer_high"]) == list(plain["dealer_low"])
    assert sum(plain["dealer_high"].values()) == sum(plain["dealer_low"].values()) == 3276


def test_json_with_two_exposed_tiles() -> None:
    plain = par_json(par(setup("double_hand", replace(OPTIONS, exposed_tiles=2))))
    assert plain["par_id"] == "DH-2-500"
    assert plain["bets"]["lo_card"]["house_edge"]["fraction"] == "1/14"
    assert plain["exposures"]["3"]["lo_card"]["house_edge"]["fraction"] == "1/28"


def test_json_of_two_card_has_all_four_bets() -> None:
    bets = par_json(par(setup("two_card")))["bets"]
    edges = {name: bet["house_edge"]["fraction"] for name, bet in bets.items()}
    assert edges == {"entry": "109/3185", "set_bonus": "8/221", "dealers_high": "5/221", "dealers_low": "5/221"}


def test_json_shares_are_in_lowest_terms_and_add_up(made: Par) -> None:
    for bet in par_json(made)["bets"].values():
        total = Fraction(0)
        for outcome in bet["outcomes"]:
            numerator, denominator = map(int, outcome["probability"]["fraction"].split("/"))
            share = Fraction(numerator, denominator)
            assert (share.numerator, share.denominator) == (numerator, denominator)
            assert share == Fraction(outcome["combinations"], bet["combinations"])
            assert Fraction(outcome["contribution"]["fraction"]) == share * Fraction(outcome["pays"])
            total += share * Fraction(outcome["pays"])
        assert Fraction(bet["house_edge"]["fraction"]) == -total
        assert Fraction(bet["expected_return"]["fraction"]) == 1 + total


# ---- commission


def test_rounding_for_the_house_is_shown_at_the_worst_stake() -> None:
    """At one cent the whole cent won is commission; at 1.10 it is six cents of 110."""
    rounded = replace(OPTIONS, commission_rounding="house")
    one_cent = GameSetup("double_hand", rounded, (BetLimit("main", 1, 10_000, 1),))
    assert kept_at_worst(one_cent) == 0
    from_110 = GameSetup("double_hand", rounded, (BetLimit("main", 110, 200, 10),))
    assert kept_at_worst(from_110) == 1 - Fraction(6, 110)
    for_player = GameSetup("double_hand", replace(rounded, commission_rounding="player"), from_110.limits)
    assert kept_at_worst(for_player) == 1 - Fraction(6, 120)
    assert kept_at_worst(setup("double_hand")) == Fraction(19, 20)


def test_the_sheet_of_a_rounded_commission_says_so_and_costs_more() -> None:
    rounded = GameSetup("double_hand", replace(OPTIONS, commission_rounding="house"), (BetLimit("main", 110, 200, 10),))
    made = par(rounded)
    assert made.bets[0].house_edge > par(setup("double_hand")).bets[0].house_edge
    assert "rounded for the house" in sheet(made).configuration


# ---- the largest joint award


def test_the_largest_award_of_double_hand_and_the_hand_that_makes_it(double_hand: Par) -> None:
    joint = double_hand.joint
    assert joint is not None
    assert joint.own == ("1-1", "1-7", "7-7")
    assert joint.award_cents == 95_000 + 500_000 + 70_000 + 70_000 + 10_000
    assert {award.bet for award in joint.awards} == {"main", "super_bonus", "lo_card", "hi_card", "dice_lo"}


def test_the_largest_award_of_two_card() -> None:
    joint = par(setup("two_card")).joint
    assert joint is not None
    assert joint.award_cents == 200_000 + 100_000 + 10_000 + 10_000
    assert {award.bet for award in joint.awards} == {"entry", "set_bonus", "dealers_high", "dealers_low"}
    assert joint.dealer[0][:-1] == joint.dealer[1][:-1]


def test_the_larger_dice_limit_decides_and_closed_bets_award_nothing() -> None:
    limits = (BetLimit("main", 100, 100, 100), BetLimit("dice_lo", 100, 200, 100), BetLimit("dice_hi", 100, 900, 100))
    joint = par(GameSetup("double_hand", OPTIONS, limits)).joint
    assert joint is not None
    assert joint.award_cents == 95 + 900
    assert sum(joint.dice) > 10
    assert par(GameSetup("double_hand", OPTIONS, ())).joint is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("side_cents", [100, 10_000, 500_000])
def test_no_round_awards_more(game: str, side_cents: int) -> None:
    """Whichever bet the limits let weigh most: a search over other rounds finds none above."""
    main = next(spec.name for spec in GAMES[game].bets(OPTIONS) if spec.main)
    asked = setup(game, most={**dict.fromkeys(BETS, side_cents), main: 20_000})
    most_cents = joint_award(asked).award_cents
    bets = tuple((limit.bet, limit.max_cents) for limit in asked.limits)
    for number in range(400):
        draws = SeededChance(1).for_round(number)
        order, dice = draws.shuffle(GAMES[game].pieces), ((1, 2, 4), (6, 5, 3))[draws.below(2)]
        own = [order[place] for place in GAMES[game].places(1, OPTIONS).seats[0]]
        for setting in GAMES[game].settings(own):
            result = GAMES[game].settle(order, [SeatPlay(1, bets, setting)], OPTIONS, dice)
            assert sum(award.won_cents for award in result.seats[0].awards) <= most_cents


# ---- text and page


def test_text_has_the_six_published_tables_and_every_bet(double_hand: Par) -> None:
    text = par_text(sheet(double_hand))
    assert re.findall(r"^Table (\d)\.", text, re.MULTILINE) == ["1", "2", "3", "4", "5", "6"]
    assert re.search(r"^won +1,862,361 +0\.247168 +19/20 +\+0\.234810$", text, re.MULTILINE)
    assert re.search(r"^Super Bonus +4\.7314 % +155/3276", text, re.MULTILINE)
    assert re.search(r"^Main bet, house way +3\.6160 %", text, re.MULTILINE)
    assert "normal approximation" in text
    assert max(map(len, text.splitlines())) <= 140


def test_columns_of_the_text_line_up(made: Par) -> None:
    for block in par_text(sheet(made)).split("\n\n")[1:]:
        _, _, head, rule, *rows = block.splitlines()
        assert len(head) <= len(rule)
        assert all(len(row) <= len(rule) or row[0].isupper() for row in rows)


class Page(HTMLParser):
    """Collects what a page shows and what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.loads: list[tuple[str, str | None]] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "rect"):
            self.open.append(tag)
        self.loads += [(tag, value) for name, value in attrs if name in ("src", "href", "action", "data")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_self_contained_and_has_a_chart_for_every_table_of_outcomes(made: Par) -> None:
    laid = sheet(made)
    page = Page()
    html = par_html(laid)
    page.feed(html.replace("/>", ">"))
    assert page.open == []
    assert page.loads == []
    assert "script" not in page.tags
    assert not re.search(r"https?:|url\(|@import", html)
    assert page.tags.count("table") == len(laid.tables)
    assert page.tags.count("svg") == sum(bool(table.bars) for table in laid.tables) >= 4
    shown = "".join(page.text)
    for table in laid.tables:
        for row in table.rows:
            assert all(cell in shown for cell in row)


def test_everything_that_can_happen_has_a_name_on_the_sheet() -> None:
    for game in GAMES.values():
        for spec in game.bets(OPTIONS):
            assert spec.name in BETS
            assert {line.outcome for line in spec.pays} <= set(OUTCOMES)
