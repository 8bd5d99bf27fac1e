"""Bets and options that the rules refuse, in both games, each with its sentence."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

import cabinet.games
from cabinet.games import GAMES
from cabinet.games.base import GameOptions, Refused
from cabinet.games.refusals import SENTENCES, sentence

OPTIONS = GameOptions(dice=True)
MAIN = {"double_hand": "main", "two_card": "entry"}
SIDE = {"double_hand": "super_bonus", "two_card": "set_bonus"}


def refusal(game: str, bets: dict[str, object], options: GameOptions = OPTIONS) -> str:
    with pytest.raises(Refused) as refused:
        GAMES[game].check_bets(bets, options)  # type: ignore[arg-type]
    return sentence(refused.value)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("which", ["main", "side"])
@pytest.mark.parametrize(
    ("amount", "said"),
    [
        (0, "A bet must be more than nothing: 0 cents on {bet}."),
        (-1, "A bet must be more than nothing: -1 cents on {bet}."),
        (2**63, "A bet must be below 2147483648 cents: 9223372036854775808 on {bet}."),
        (2**31, "A bet must be below 2147483648 cents: 2147483648 on {bet}."),
        (1.5, "A bet must be a whole number of cents: 1.5 on {bet}."),
        (True, "A bet must be a whole number of cents: True on {bet}."),
    ],
)
def test_a_wrong_amount_is_refused(game: str, which: str, amount: object, said: str) -> None:
    bet = (MAIN if which == "main" else SIDE)[game]
    assert refusal(game, {MAIN[game]: 100, bet: amount}) == said.format(bet=bet)


@pytest.mark.parametrize("game", GAMES)
def test_the_largest_allowed_amount_is_taken(game: str) -> None:
    GAMES[game].check_bets({MAIN[game]: 2**31 - 8, SIDE[game]: 2**31 - 1}, OPTIONS)


@pytest.mark.parametrize("game", GAMES)
def test_a_side_bet_alone_an_unknown_bet_and_no_bet_are_refused(game: str) -> None:
    alone = f"Side bets need the {MAIN[game]} bet on the same seat."
    assert refusal(game, {SIDE[game]: 100}) == alone
    assert refusal(game, {}) == alone
    assert refusal(game, {MAIN[game]: 100, "tip": 5}) == "There is no bet tip in this game."


@pytest.mark.parametrize(
    ("game", "one", "other"), [("double_hand", "dice_lo", "dice_hi"), ("two_card", "dealers_high", "dealers_low")]
)
def test_opposite_bets_are_refused_only_where_the_option_says_so(game: str, one: str, other: str) -> None:
    bets = {MAIN[game]: 100, one: 100, other: 100}
    GAMES[game].check_bets(bets, OPTIONS)
    strict = replace(OPTIONS, opposite_bets=False)
    assert refusal(game, dict(bets), strict) == f"{one} and {other} may not be bet together."
    GAMES[game].check_bets({MAIN[game]: 100, other: 100}, strict)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (GameOptions(decks=2), "The game is played with one deck, not 2."),
        (GameOptions(decks=0), "The game is played with one deck, not 0."),
        (GameOptions(commission_bp=-1), "A commission of -1 hundredths of a percent is out of range."),
        (GameOptions(commission_bp=10_001), "A commission of 10001 hundredths of a percent is out of range."),
        (GameOptions(faces="dots"), "faces cannot be dots; one of numbers, symbols."),
        (GameOptions(assist="yes"), "assist cannot be yes; one of off, house_way, best, both."),
        (
            GameOptions(commission_rounding="nearest"),
            "commission_rounding cannot be nearest; one of none, player, house.",
        ),
    ],
)
def test_options_the_rules_do_not_allow(game: str, options: GameOptions, said: str) -> None:
    GAMES[game].check_options(GameOptions())
    with pytest.raises(Refused) as refused:
        GAMES[game].check_options(options)
    assert sentence(refused.value) == said


@pytest.mark.parametrize("count", [0, 1, 4])
def test_two_or_three_tiles_are_exposed(count: int) -> None:
    with pytest.raises(Refused) as refused:
        GAMES["double_hand"].check_options(GameOptions(exposed_tiles=count))
    assert sentence(refused.value) == f"2 or 3 tiles are exposed, not {count}."


def test_every_refusal_in_the_code_has_its_sentence_and_every_sentence_its_refusal() -> None:
    raised = set()
    for file in Path(cabinet.games.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refused":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                raised.add(code.value)
    assert raised == set(SENTENCES)
