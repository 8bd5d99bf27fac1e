"""An evening's rounds: each game from the first note to a round of each outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from cabinet.app.evening.hands import ACCEPTOR, NOTE_CENTS, Hands, Moment
from cabinet.ports import commands as c

_MOST_ROUNDS = 60  # won, lost and split come within a dozen rounds
_OUTCOMES = ("won", "lost", "returned")


def tiles(hands: Hands) -> Iterator[Moment]:
    """The game with tiles, on a machine without credit."""
    before = hands.view
    hands.bench(ACCEPTOR, insert_note=NOTE_CENTS)
    hands.until(lambda view: bool(view.moving), "the note to be seen")
    yield hands.now("note_coming", before)
    hands.until(lambda view: view.credit_cents == NOTE_CENTS, "the credit")
    yield hands.now("place_bets")
    yield from _bets(hands)
    hands.press(c.Deal())
    hands.until(lambda view: view.table.phase == "setting", "the tiles")
    yield from _setting(hands)
    hands.press(c.Confirm())
    hands.until(lambda view: view.table.phase == "shaking", "the shaker")
    yield hands.now("shaking")
    before = hands.settle()
    yield hands.now("settled_with_dice")
    yield hands.now("showing", before)
    yield from _outcomes(hands, "double_hand", lambda: _tiles_round(hands))


def _bets(hands: Hands) -> Iterator[Moment]:
    hands.press(c.AddChip("main", 1_000), c.AddChip("main", 100))
    for bet in ("super_bonus", "lo_card", "dice_lo"):
        hands.press(c.AddChip(bet, 500))
    yield hands.now("bets_on_the_cloth")
    before = hands.view
    hands.press(c.AddChip("main", 900_000))
    yield hands.now("refused", before)


def _setting(hands: Hands) -> Iterator[Moment]:
    yield hands.now("tiles_dealt")
    hands.press(c.LayPiece(0, "across1"))
    yield hands.now("laying")
    for words in product(("across1", "across2"), repeat=3):
        hands.press(*(c.LayPiece(piece, word) for piece, word in enumerate(words)))
        seat = hands.view.table.seats[0]
        if seat.refusal is not None:
            yield hands.now("misset")
            break
    hands.press(*(c.LayPiece(piece, "") for piece in range(3)), c.Assist("house_way"))
    yield hands.now("tiles_laid")


def _tiles_round(hands: Hands) -> None:
    hands.credit(1_000)
    hands.round(("main", 1_000))


def cards(hands: Hands) -> Iterator[Moment]:
    """The game with cards."""
    hands.press(c.ChooseGame("two_card"))
    hands.credit(2_000)
    yield hands.now("cards_place_bets")
    hands.press(*(c.AddChip(bet, 500) for bet in ("entry", "set_bonus", "dealers_high")))
    yield hands.now("cards_bets")
    hands.press(c.Deal())
    hands.until(lambda view: view.table.phase == "cutting", "the deck")
    yield hands.now("cards_cutting")
    hands.press(c.CutDeck(23))
    hands.until(lambda view: view.table.phase == "setting", "the cards")
    yield hands.now("cards_dealt")
    for place in ("above", "on", "below"):
        hands.press(c.LayPiece(0, place))
        yield hands.now(f"cards_{place}_the_line")
    hands.press(c.Assist("house_way"), c.Confirm())
    before = hands.settle()
    yield hands.now("cards_settled")
    yield hands.now("cards_showing", before)
    yield from _outcomes(hands, "two_card", lambda: _cards_round(hands))


def _cards_round(hands: Hands) -> None:
    hands.credit(500)
    hands.round(("entry", 500))


def _outcomes(hands: Hands, game: str, play: Callable[[], None]) -> Iterator[Moment]:
    """A round of each outcome."""
    missing = set(_OUTCOMES)
    for _ in range(_MOST_ROUNDS):
        if not missing:
            return
        play()
        outcome = outcome_of(hands)
        if outcome in missing:
            missing.remove(outcome)
            yield hands.now(f"{game}_{outcome}")


def outcome_of(hands: Hands) -> str:
    """How the round that is settled ended for the player."""
    result = hands.view.table.result
    assert result is not None, "a settled round has its result"
    return "won" if result.net_cents > 0 else "returned" if result.net_cents == 0 else "lost"
