"""Whoever spoils the rolls that lose gains nothing; `benchmarks/dice_bot.py` plays the long version."""

from __future__ import annotations

from tests.inplay.bot import HANDS, Bot

ROUNDS = 500
MOST_SIGMA = 5


def test_spoiling_every_roll_that_loses_changes_nothing() -> None:
    """Rules 3 and 4: dice at rest are an outcome."""
    played = Bot(seed=7).play(ROUNDS)
    assert played.rounds == ROUNDS
    assert abs(played.off) < MOST_SIGMA
    assert set(played.spoilt) == set(HANDS)
    assert sum(played.spoilt.values()) > ROUNDS / 3
    assert played.ended == {"result": ROUNDS}, "not one roll was given back"


def test_whoever_leaves_the_dice_alone_is_paid_to_the_cent_the_same() -> None:
    """The dice of a seed are the same: spoiling them has changed not one result."""
    honest, cheat = Bot(seed=8, spoils=False).play(100), Bot(seed=8).play(100)
    assert (honest.spoilt, len(cheat.spoilt)) == ({}, len(HANDS))
    assert honest.returned_cents == cheat.returned_cents


def test_a_hand_faster_than_the_first_reading_would_gain() -> None:
    """What the bound of 100 ms and the closed cover are for; and it shows that the bot can tell."""
    played = Bot(seed=7, reaction_ms=0).play(ROUNDS)
    assert played.off > MOST_SIGMA
    assert played.ended["void"] > ROUNDS / 10
