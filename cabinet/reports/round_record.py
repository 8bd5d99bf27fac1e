"""A recalled round as one plain object: what an auditor's program reads, by the names of the floor.

    round, game, par_id, started, ended, credit_before_cents, credit_after_cents, money_in_cents, money_out_cents,
    seats [station, bets, tiles or cards, choice, assist, expectation, results, awards], dealer, exposed, rolls []

Decides names and order only. Everything is read off the records of the round's own rows; hidden pieces are null while
nobody has seen them. An expectation is per unit of the main bet, exact, as a fraction in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from cabinet.play import records as play
from cabinet.ports.plain import Codec
from cabinet.ports.recall import RecalledRound
from cabinet.reports.rounds import Place, commitment_holds
from cabinet.storage.contract import Entry

Plain = dict[str, Any]
_PIECES = {"double_hand": "tiles", "two_card": "cards"}
_CODEC = {cls.__name__: cls for cls in play.PlayRecord.__args__}


def round_record(found: RecalledRound, place: Place, entries: Iterable[Entry]) -> Plain:
    """The round at *place*; *entries* from its first row on. Wall times carry their offset."""
    codec = Codec(_CODEC.values())
    told: list[tuple[str, Any]] = []
    for entry in entries:
        if place.ends and entry.sequence > place.ends:
            break
        if entry.sequence >= place.begins:
            told += [(entry.wall, codec.decode(plain)) for plain in entry.records if plain["is"] in _CODEC]
    records = [record for _, record in told]
    return {
        "round": found.round_number,
        "game": found.game,
        "par_id": found.par_id,
        "started": told[0][0],
        "ended": told[-1][0] if place.ends else "",
        "outcome": found.ended,
        "credit_before_cents": found.credit_before_cents,
        "credit_after_cents": found.credit_after_cents,
        "money_in_cents": found.money_in_cents,
        "money_out_cents": found.money_out_cents,
        "jackpot_cents": found.jackpot_cents,
        "seats": list(_seats(found, records)),
        **_dealer(records),
        "rolls": list(_rolls(records)),
        "commitment": found.commitment,
        "commitment_holds": commitment_holds(found),
    }


def _seats(found: RecalledRound, records: list[Any]) -> Iterable[Plain]:
    begun = next(record for record in records if isinstance(record, play.BetsClosed))
    settled = next((record.result for record in records if isinstance(record, play.RoundSettled)), None)
    pieces = {seat.seat: seat.pieces for step in found.steps for seat in step.view.table.seats}
    for own in begun.seats:
        laid = next((r for r in records if isinstance(r, play.HandSet) and r.seat == own.seat), None)
        result = next((seat for seat in settled.seats if seat.seat == own.seat), None) if settled else None
        yield {
            "station": own.seat,
            "bets": dict(own.bets),
            _PIECES[found.game]: list(pieces.get(own.seat, ())),
            "choice": list(laid.setting) if laid else [],
            "assist": laid.assist if laid else "",
            "expectation": _expectation(laid),
            "results": {one.hand: one.result for one in result.comparisons} if result else {},
            "awards": [_award(award) for award in result.awards] if result else [],
        }


def _expectation(laid: play.HandSet | None) -> Plain | None:
    if laid is None or laid.worth is None:
        return None
    worth = laid.worth
    return {
        "chosen": str(Fraction(worth.chosen, worth.denominator)),
        "best": str(Fraction(worth.best, worth.denominator)),
    }


def _award(award: Any) -> Plain:
    return {
        "bet": award.bet,
        "outcome": award.outcome,
        "stake_cents": award.stake_cents,
        "returned_cents": award.returned_cents,
        "commission_cents": award.commission_cents,
    }


def _dealer(records: list[Any]) -> Plain:
    settled = next((record.result for record in records if isinstance(record, play.RoundSettled)), None)
    if settled is None:
        return {"dealer": None, "exposed": []}
    return {
        "dealer": {"pieces": list(settled.dealer), "setting": list(settled.dealer_setting)},
        "exposed": list(settled.exposed),
    }


def _rolls(records: list[Any]) -> Iterable[Plain]:
    """Every attempt with its raw lines, refused ones too."""
    for record in records:
        match record:
            case play.RollDropped(_, attempt, reason, raw):
                yield {"attempt": attempt, "faces": None, "dropped": reason, "raw": list(raw)}
            case play.RollFrozen(_, attempt, reason):
                yield {"attempt": attempt, "faces": None, "frozen": reason, "raw": []}
            case play.DiceAccepted(_, attempt, faces, raw, how):
                yield {"attempt": attempt, "faces": list(faces), "how": how, "raw": list(raw)}
            case play.DiceVoided(_, reason):
                yield {"attempt": 0, "faces": None, "void": reason, "raw": []}
