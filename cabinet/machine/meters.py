"""The table of meters beside the books: what each counts, and which records move it.

A meter's key is "scope|name": machine, station.1, game.double_hand, par.DH-3-500, bet.double_hand.main,
note.2000. Lifetime values only ever rise; screens and reports enumerate this table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cabinet.bank import records as bank
from cabinet.machine import records as machine
from cabinet.play import records as play
from cabinet.play.state import PlayState

Posting = tuple[str, str, int]
"""scope, meter name, amount"""


@dataclass(frozen=True, slots=True)
class MeterRow:
    """*unit*: cents or count. *moved_by*: the names of the records that move it."""

    name: str
    unit: str
    moved_by: tuple[str, ...]
    text: str


METERS: tuple[MeterRow, ...] = (
    MeterRow("games_played", "count", ("RoundSettled",), "Rounds settled, per seat, game and PAR configuration."),
    MeterRow("games_won", "count", ("RoundSettled",), "Rounds in which a seat got more back than it staked."),
    MeterRow("games_voided", "count", ("RoundVoided",), "Rounds given back whole."),
    MeterRow("bet_staked", "cents", ("RoundSettled",), "Stakes of one bet."),
    MeterRow("bet_returned", "cents", ("RoundSettled",), "What came back of one bet, its stakes included."),
    MeterRow("bet_hits", "count", ("RoundSettled",), "How often one bet returned more than its stake."),
    MeterRow("commission", "cents", ("RoundSettled",), "Commission kept from winnings."),
    MeterRow("notes_in", "count", ("NoteCredited", "DocumentRuled"), "Notes credited, in all and by denomination."),
    MeterRow("tickets_in", "count", ("TicketRedeemed", "DocumentRuled"), "Tickets redeemed."),
    MeterRow("tickets_out", "count", ("TicketIssued", "TicketRuled"), "Tickets whose number is on paper."),
    MeterRow("handpays_cancelled", "count", ("CancelPaid",), "Cancelled credits paid by an attendant."),
    MeterRow("handpays_short", "count", ("HandpayShort",), "Handpays of which an attendant paid only a part."),
    MeterRow("credits_abandoned", "count", ("CreditAbandoned",), "Credits left behind and taken off by hand."),
    MeterRow("credit_abandoned", "cents", ("CreditAbandoned",), "Their amount; it is in handpay_cancelled too."),
    MeterRow("slips_printed", "count", ("SlipPrinted",), "Slips that came out of a printer."),
    MeterRow("rounds_handled", "count", ("RoundHandled",), "Rounds that people ended, in all and by how."),
    MeterRow("handpays_jackpot", "count", ("JackpotPaid",), "Jackpots paid by an attendant."),
    MeterRow("tickets_reprinted", "count", ("TicketReprinted",), "Tickets printed again, marked DUPLICATE."),
    MeterRow("documents_returned", "count", ("DocumentGivenBack",), "Notes and tickets given back."),
    MeterRow("documents_rejected", "count", ("DocumentRejectSeen",), "Notes and tickets that never reached escrow."),
    MeterRow("documents_disputed", "count", ("DocumentDisputed",), "Documents an attendant had to rule on."),
    MeterRow("dice_rolls", "count", ("DiceAccepted",), "Rolls whose result counted."),
    MeterRow("dice_faces", "count", ("DiceAccepted", "DiceChanged"), "Faces of the dice now in the shaker, by face."),
    MeterRow("dice_dropped", "count", ("RollDropped",), "Attempts without a valid first rest."),
    MeterRow("dice_frozen", "count", ("RollFrozen",), "Rolls disturbed after a valid first rest."),
    MeterRow("dice_voided", "count", ("DiceVoided",), "Rounds whose dice bets were given back."),
    MeterRow("power_ups", "count", ("Booted",), "Starts of the program."),
    MeterRow("games_since_power_up", "count", ("RoundSettled", "Booted"), "Rounds since the last start."),
    MeterRow("games_since_door_closed", "count", ("RoundSettled", "DoorClosed"), "Rounds since the main door closed."),
    MeterRow(
        "games_since_ram_clear",
        "count",
        ("RoundSettled", "CarriedOver"),
        "Rounds since the RAM clear, or the beginning.",
    ),
    MeterRow("door_opened", "count", ("DoorOpened",), "Openings, by door."),
    MeterRow("faults", "count", ("FaultRaised",), "Faults raised, in all and by code."),
    MeterRow("calls", "count", ("CallMade",), "Calls for an attendant."),
)

RESET_BY = {
    "games_since_power_up": "Booted",
    "games_since_door_closed": "DoorClosed",
    "games_since_ram_clear": "CarriedOver",
    "dice_faces": "DiceChanged",
}
"""The only meters that go back to zero, and the record that puts them there (M-13)."""


def after(meters: dict[str, int], record: machine.Record, table: PlayState) -> dict[str, int]:
    """*meters* after *record*; *table* is the table's state before it. Keys that did not exist begin at zero."""
    postings = tuple(_postings(record, table))
    reset = tuple(_resets(record))
    if not postings and not reset:
        return meters
    moved = dict(meters)
    for key in reset:
        moved[key] = 0
    for scope, name, amount in postings:
        key = f"{scope}|{name}"
        moved[key] = moved.get(key, 0) + amount
    return moved


def _resets(record: machine.Record) -> Iterable[str]:
    if isinstance(record, machine.Booted):
        yield "machine|games_since_power_up"
    if isinstance(record, machine.CarriedOver):
        yield "machine|games_since_ram_clear"
    if isinstance(record, machine.DiceChanged):
        yield from (f"face.{face}|dice_faces" for face in range(1, 7))
    if isinstance(record, machine.DoorClosed) and record.door == "main":
        yield "machine|games_since_door_closed"


def _postings(record: machine.Record, table: PlayState) -> Iterable[Posting]:
    if isinstance(record, play.RoundSettled):
        return _settled(record, table)
    build = _SIMPLE.get(type(record))
    return build(record) if build is not None else ()


def _both(station: int, name: str) -> tuple[Posting, ...]:
    return (("machine", name, 1), (f"station.{station}", name, 1))


def _note(record: bank.NoteCredited) -> tuple[Posting, ...]:
    return (*_both(record.station, "notes_in"), (f"note.{record.value_cents}", "notes_in", 1))


def _ruled(record: bank.DocumentRuled) -> tuple[Posting, ...]:
    if not record.credited_cents:
        return ()
    if record.number:
        return _both(record.station, "tickets_in")
    return (*_both(record.station, "notes_in"), (f"note.{record.credited_cents}", "notes_in", 1))


def _abandoned(record: bank.CreditAbandoned) -> tuple[Posting, ...]:
    amount = record.amounts.total
    return (
        *_both(record.station, "credits_abandoned"),
        ("machine", "credit_abandoned", amount),
        (f"station.{record.station}", "credit_abandoned", amount),
    )


def _faces(record: play.DiceAccepted) -> tuple[Posting, ...]:
    return (("machine", "dice_rolls", 1), *((f"face.{face}", "dice_faces", 1) for face in record.faces))


_SIMPLE: dict[type, Callable[..., Iterable[Posting]]] = {
    bank.NoteCredited: _note,
    bank.DocumentRuled: _ruled,
    bank.TicketRedeemed: lambda record: _both(record.station, "tickets_in"),
    bank.TicketIssued: lambda record: _both(record.station, "tickets_out"),
    bank.TicketRuled: lambda record: _both(record.station, "tickets_out") if record.valid else (),
    bank.CancelPaid: lambda record: _both(record.station, "handpays_cancelled"),
    bank.JackpotPaid: lambda record: _both(record.station, "handpays_jackpot"),
    bank.HandpayShort: lambda record: _both(record.station, "handpays_short"),
    bank.CreditAbandoned: lambda record: _abandoned(record),
    bank.SlipPrinted: lambda record: _both(record.station, "slips_printed"),
    machine.RoundHandled: lambda record: (
        ("machine", "rounds_handled", 1),
        (f"handled.{record.how}", "rounds_handled", 1),
    ),
    bank.TicketReprinted: lambda record: _both(record.station, "tickets_reprinted"),
    bank.DocumentGivenBack: lambda record: _both(record.station, "documents_returned"),
    bank.DocumentRejectSeen: lambda record: _both(record.station, "documents_rejected"),
    bank.DocumentDisputed: lambda record: _both(record.station, "documents_disputed"),
    play.DiceAccepted: _faces,
    play.RollDropped: lambda _: (("machine", "dice_dropped", 1),),
    play.RollFrozen: lambda _: (("machine", "dice_frozen", 1),),
    play.DiceVoided: lambda _: (("machine", "dice_voided", 1),),
    play.RoundVoided: lambda _: (("machine", "games_voided", 1),),
    machine.Booted: lambda _: (("machine", "power_ups", 1),),
    machine.DoorOpened: lambda record: (("machine", "door_opened", 1), (f"door.{record.door}", "door_opened", 1)),
    machine.FaultRaised: lambda record: (("machine", "faults", 1), (f"fault.{record.code}", "faults", 1)),
    machine.CallMade: lambda record: _both(record.station, "calls"),
}


def _settled(record: play.RoundSettled, table: PlayState) -> Iterable[Posting]:
    now = table.round
    assert now is not None
    for seat in record.result.seats:
        staked = sum(award.stake_cents for award in seat.awards)
        returned = sum(award.returned_cents for award in seat.awards)
        for scope in ("machine", f"station.{seat.seat}", f"game.{now.game}", f"par.{now.par_id}"):
            yield scope, "games_played", 1
            yield scope, "games_won", int(returned > staked)
        for award in seat.awards:
            scope = f"bet.{now.game}.{award.bet}"
            yield scope, "bet_staked", award.stake_cents
            yield scope, "bet_returned", award.returned_cents
            yield scope, "bet_hits", int(award.returned_cents > award.stake_cents)
            if award.commission_cents:
                yield scope, "commission", award.commission_cents
                yield "machine", "commission", award.commission_cents
    yield "machine", "games_since_power_up", 1
    yield "machine", "games_since_door_closed", 1
    yield "machine", "games_since_ram_clear", 1
