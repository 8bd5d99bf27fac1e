"""Options of small cabinets for tests: limits low enough that every path is walked in a few rounds."""

from __future__ import annotations

from cabinet.bank.options import HandpayBasis, MoneyOptions, Validation
from cabinet.games.base import GameOptions
from cabinet.machine.options import MachineOptions, Mode, Options
from cabinet.play.options import BetLimit, GameSetup

DOUBLE_HAND_BETS = ("main", "super_bonus", "lo_card", "hi_card")
DICE_BETS = ("dice_lo", "dice_hi")
NOTES_CENTS = (100, 500, 1000, 2000, 5000, 10000)


def money(
    *,
    credit_limit_cents: int = 100_000,
    ticket_max_cents: int = 30_000,
    handpay_limit_cents: int = 20_000,
    basis: HandpayBasis = HandpayBasis.WINNINGS,
    validation: Validation = Validation.OWN,
    expiry_days: int = 30,
    tickets_in: bool = True,
) -> MoneyOptions:
    return MoneyOptions(
        credit_limit_cents=credit_limit_cents,
        ticket_max_cents=ticket_max_cents,
        handpay_limit_cents=handpay_limit_cents,
        notes_cents=NOTES_CENTS,
        handpay_basis=basis,
        validation=validation,
        ticket_expiry_days=expiry_days,
        tickets_in=tickets_in,
    )


def double_hand(*, dice: bool = False, set_within_s: int = 0) -> GameSetup:
    limits = (
        BetLimit("main", 500, 100_000, 100),
        *(BetLimit(bet, 100, 10_000, 100) for bet in DOUBLE_HAND_BETS[1:]),
        *(BetLimit(bet, 100, 50_000, 100) for bet in DICE_BETS),
    )
    return GameSetup("double_hand", GameOptions(dice=dice), limits, set_within_s)


def two_card() -> GameSetup:
    from cabinet.games import GAMES

    bets = GAMES["two_card"].bets(GameOptions())
    limits = tuple(BetLimit(bet.name, 500 if bet.main else 100, 50_000, 100) for bet in bets if not bet.dice)
    return GameSetup("two_card", GameOptions(), limits)


def options(
    *,
    stations: tuple[int, ...] = (1,),
    money_options: MoneyOptions | None = None,
    games: tuple[GameSetup, ...] | None = None,
    mode: Mode = Mode.BENCH,
    dice: bool = False,
) -> Options:
    machine = MachineOptions(
        mode=mode,
        site="Test House",
        address="1 Test Lane",
        asset_number="0427",
        currency="USD",
        decimals=2,
        stations=stations,
        chips_cents=(100, 500, 2500),
    )
    return Options(machine, money_options or money(), games or (double_hand(dice=dice), two_card()))
