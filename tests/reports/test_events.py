"""The logs: newest first, each event in its own log, in plain words, and every handpay with how it ended."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints

import pytest

from cabinet.bank import records as bank
from cabinet.machine import records as machine
from cabinet.machine.faults import FAULTS
from cabinet.machine.options import Options, options_digest
from cabinet.machine.records import Record
from cabinet.money import Amounts, cashable
from cabinet.ports.acceptor import Position
from cabinet.reports.events import EVENTS, Event, Kind, events, handpays
from cabinet.storage.chain import Row
from tests.machine.setups import money, options
from tests.reports.history import History, house_way

ROUND_BY_ROUND = {
    "GameChosen", "BetsClosed", "OrderSealed", "DeckCut", "PiecesShown", "HandSet", "OrderShown", "RollStarted",
    "FirstRestKept", "DiceAccepted", "RoundSettled", "WagerTaken", "AwardPaid", "WagerVoided",
}  # fmt: skip
"""Recall shows these, round by round; in a log they would drown what is looked for."""

STEPS = {
    "DocumentEscrowed", "StackOrdered", "DocumentClosed", "PrintSeen", "TicketPrinted", "AcceptorReconciled",
    "PrinterReconciled", "PeriodDated", "SlipDated",
}  # fmt: skip
"""Steps on the way to something that is logged."""


def rows_of(*records: Any) -> list[Row]:
    history = History(1, house_way)
    return [*history.month(0), *(history.write(record) for record in records)]


def log(kind: Kind, *records: Any, language: str = "en") -> list[Event]:
    return [event for event in events(rows_of(*records), kind, 1000, language) if event.row > 2]


def any_of(cls: Any) -> Any:
    """A record with something in every field."""
    made = {int: 700, str: "main", bool: True, Amounts: cashable(700), Position: Position.IDLE, Options: options()}
    hints = get_type_hints(cls)
    given: dict[str, Any] = {}
    for field in fields(cls):
        hint = hints[field.name]
        given[field.name] = made.get(hint, ())
    return cls(**given)


def test_every_record_is_logged_or_left_out_on_purpose() -> None:
    """S-05 … S-07: a record that is added later must find its log."""
    names = {cls.__name__ for cls in get_args(Record)}

    assert set(EVENTS) | ROUND_BY_ROUND | STEPS == names
    assert not set(EVENTS) & (ROUND_BY_ROUND | STEPS)


@pytest.mark.parametrize("cls", [cls for cls in get_args(Record) if cls.__name__ in EVENTS], ids=lambda c: c.__name__)
def test_every_event_says_something_in_each_log_it_stands_in(cls: Any) -> None:
    row = History(1, house_way).write(any_of(cls))
    for kind in EVENTS[cls.__name__].kinds:
        found = events([row], kind, 10)
        if kind in (Kind.BILLS, Kind.TICKETS_IN) and "number" in [field.name for field in fields(cls)]:
            continue  # it is a note's or a ticket's: another test
        (event,) = found
        assert event.code == cls.__name__
        assert event.text
        assert "{" not in event.text


def test_the_newest_comes_first_and_a_thousand_are_kept() -> None:
    """S-09."""
    rows = rows_of(*(machine.DoorOpened("main", False) for _ in range(1100)))
    found = events(rows, Kind.DOORS, 1000)

    assert len(found) == 1000
    assert [event.row for event in found] == list(range(rows[-1].sequence, rows[-1].sequence - 1000, -1))


def test_every_fault_says_its_own_sentence() -> None:
    """S-08: a stable code and plain words."""
    for code in FAULTS:
        (event,) = log(Kind.FAULTS, machine.FaultRaised(code, "machine", "detail"))
        assert event.text.endswith("(detail)")
        assert f"[fault.{code}]" not in event.text


def test_words_come_from_the_catalogue_of_the_language() -> None:
    (english,) = log(Kind.DOORS, machine.DoorOpened("cash_box", True))
    (german,) = log(Kind.DOORS, machine.DoorOpened("cash_box", True), language="de")

    assert english.text.endswith("opened while the power was off")
    assert english.text != german.text


def test_a_note_is_no_ticket_and_a_ruling_stands_in_the_log_of_what_it_ruled() -> None:
    """H-09, H-10."""
    happened = (
        bank.NoteCredited(1, 1, 2000),
        bank.TicketRedeemed(1, 2, "99" * 9, 3000),
        bank.DocumentRuled(1, 3, 500),
        bank.DocumentRuled(1, 4, 700, "99" * 9),
    )

    assert [event.amount_cents for event in log(Kind.BILLS, *happened)] == [500, 2000]
    assert [event.amount_cents for event in log(Kind.TICKETS_IN, *happened)] == [700, 3000]
    assert log(Kind.BILLS, *happened)[1].text == "note of USD 20.00 credited"


def test_the_number_of_a_ticket_that_may_still_be_paid_is_masked() -> None:
    number = "991234567890123456"
    ordered, cashed = log(
        Kind.TICKETS_OUT,
        bank.TicketCashed(1, number, "C3", "r"),
        bank.TicketOrdered(1, 1, number, cashable(2000), "2026-03-01T06:00:00+00:00"),
    )

    assert number not in ordered.text
    assert number[-4:] in ordered.text
    assert number in cashed.text


def test_an_option_that_changed_is_told_with_old_and_new() -> None:
    """S-15, F-04."""
    first = options(money_options=money(credit_limit_cents=500_000, handpay_limit_cents=6_000))
    again = replace(first, money=replace(first.money, ticket_max_cents=12_300))
    (event,) = log(Kind.OPTIONS, machine.OptionsAdopted(options_digest(again), again))

    assert event.text == "options changed: money.ticket_max_cents: 30000 -> 12300"


def test_a_limit_that_changed_is_named_by_its_game_and_bet() -> None:
    first = options(money_options=money(credit_limit_cents=500_000, handpay_limit_cents=6_000))
    game = first.games[0]
    limits = (replace(game.limits[0], max_cents=5_000), *game.limits[1:])
    again = replace(first, games=(replace(game, limits=limits), *first.games[1:]))
    (event,) = log(Kind.OPTIONS, machine.OptionsAdopted(options_digest(again), again))

    assert event.text == "options changed: games.double_hand.limits.main.max_cents: 100000 -> 5000"


def test_handpays_tell_kind_amount_and_how_each_was_cleared() -> None:
    """H-12."""
    history = History(1, house_way)
    rows, walls = [], []
    for record in (
        bank.CancelOrdered(1, 1, cashable(5000), "over_ticket_limit"),
        bank.CancelPaid(1, 1),
        bank.JackpotLocked(1, 2, 17, 90_000),
        bank.CancelOrdered(1, 3, cashable(700), "printer"),
        bank.CancelBackedOut(1, 3),
    ):
        history.wait(60)
        rows.append(history.write(record))
        walls.append(rows[-1].wall)
    open_one, backed_out, paid = handpays(rows)

    assert (open_one.kind, open_one.amount_cents, open_one.round_number) == ("jackpot", 90_000, 17)
    assert (open_one.cleared, open_one.cleared_at) == ("", "")
    assert (backed_out.cleared, backed_out.reason) == ("backed_out", "printer")
    assert (paid.kind, paid.amount_cents, paid.since, paid.cleared, paid.cleared_at) == (
        "cancelled_credit", 5000, walls[0], "paid", walls[1],
    )  # fmt: skip
