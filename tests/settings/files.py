"""A small configuration as text, so that a test can change one line of it and say what must follow."""

from __future__ import annotations

from pathlib import Path

MONEY = """\
kind: money
currency: USD
decimals: 2
credit_limit: 10000.00
ticket_max: 3000.00
handpay_limit: 2000.00
handpay_basis: winnings
notes: [1.00, 5.00, 20.00]
validation: own
system_id: 99
ticket_expiry_days: 30
tickets_in: true
gaming_day: 06:00
"""

GAME = """\
kind: game
game: double_hand
currency: USD
decimals: 2
limits:
  main: {min: 5.00, max: 500.00, step: 1.00}
  dice_lo: {min: 1.00, max: 50.00, step: 1.00}
opposite_bets: true
exposed_tiles: 3
commission: 5 %
commission_rounding: none
faces: symbols
assist: both
set_within_s: 0
"""

PROFILE = """\
kind: profile
mode: bench
cabinet:
  site: Bench House
  address: 1 Workshop Lane
  asset_number: 0427
currency: USD
decimals: 2
money: money.yaml
games: [game.yaml]
chips: [1.00, 5.00]
language: en
screen: {fullscreen: false, width: 1600, height: 900}
journal: {first: a, second: b}
stations:
  - station: 1
    acceptor: {protocol: id003, port: emulated, baud: 9600, parity: none}
    printer: {protocol: tcl, port: emulated, baud: 38400, parity: none}
    deck: {protocol: firmata, port: emulated, baud: 57600, parity: none}
table:
  shaker: {protocol: shaker, port: emulated, baud: 115200, parity: none}
"""


def lay_out(folder: Path, *, profile: str = PROFILE, money: str = MONEY, game: str = GAME) -> Path:
    """Write the three files into *folder*; the profile's path."""
    (folder / "money.yaml").write_text(money, encoding="utf-8")
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    path = folder / "profile.yaml"
    path.write_text(profile, encoding="utf-8")
    return path


def changed(text: str, old: str, new: str) -> str:
    """*text* with its one *old* replaced; a test that changes nothing is a mistake."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)
