"""Rounds at the machine: interrupted, voided, finished for the player; and money that comes and goes meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.bank.books import problems
from cabinet.money import cashable
from cabinet.play.state import Phase
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.ports.effects import DrawOrder
from cabinet.ports.signals import ClockStepped, OrderDrawn, OrderRevealed
from tests.machine.floor import Floor
from tests.machine.setups import double_hand, money, options

WINNING = (26, 27, 25, 0, 1, 2, *range(3, 25))
"""The player's tiles are the best, the dealer's the worst."""


def _books(floor: Floor, station: int = 1) -> dict[str, int]:
    books = floor.state.bank.station(station).books
    assert problems(books) == ()
    names = ("credit", "coin_in", "coin_out", "wager_voided", "handpay_jackpot", "in_flight")
    return {name: getattr(books, name).total for name in names}


def test_a_round_from_chips_to_credit() -> None:
    """M-01, M-03: coin-in when the bets close, coin-out with the result, both in the entry of their fact."""
    floor = Floor(orders=[WINNING])
    floor.note(10_000)
    floor.deal(main=1_000)
    assert floor.names()[-3:] == ["BetsClosed", "WagerTaken", "OrderSealed"]
    assert _books(floor)["coin_in"] == 1_000
    floor.set_hands()
    assert floor.names(since=floor.memory.count() - 1) == ["OrderShown", "RoundSettled", "AwardPaid"]
    assert _books(floor)["credit"] == 10_950, "1 to 1 less 5 % commission"
    assert floor.view().last_win_cents == 950


@pytest.mark.parametrize("cut_at", ["dealt", "chosen", "settled"])
def test_the_interrupted_screen_comes_back(cut_at: str) -> None:
    """R-14, P-02: the same tiles, the same stake, nothing drawn again."""
    floor = Floor(orders=[WINNING, tuple(reversed(range(28)))])
    floor.note(10_000)
    floor.deal(main=1_000)
    if cut_at == "settled":
        floor.set_hands()
    before = floor.view().table
    floor.boot()
    floor.ready()
    after = floor.view().table
    assert (after.seats[0].pieces, after.round_number, after.phase) == (
        before.seats[0].pieces,
        before.round_number,
        before.phase,
    )
    assert floor.names().count("OrderSealed") == 1
    if cut_at != "settled":
        floor.set_hands()
    assert _books(floor)["credit"] == 10_950


def test_a_cut_before_the_draw_is_on_disk_draws_for_the_first_time() -> None:
    """Nobody has seen a tile yet; the stake is taken once."""
    floor = Floor(orders=[WINNING])
    floor.note(10_000)
    floor.engine.perform = lambda effects: None  # type: ignore[method-assign]
    floor.deal(main=1_000)
    assert floor.view().table.phase == "drawing"
    floor.boot()
    assert floor.names().count("OrderSealed") == 1
    assert floor.names().count("WagerTaken") == 1
    assert floor.view().table.phase == "setting"


def test_a_second_draw_of_the_same_round_is_ignored() -> None:
    floor = Floor(orders=[WINNING])
    floor.note(10_000)
    floor.deal(main=1_000)
    seen = floor.view().table.seats[0].pieces
    floor.signal(OrderDrawn(1, ((0, 5), (1, 6), (2, 7)), "another", "another"))
    floor.signal(OrderRevealed(1, tuple(range(28)), "00", "another"))
    assert floor.view().table.seats[0].pieces == seen
    assert floor.names().count("OrderSealed") == 1


# -- the attendant ------------------------------------------------------------------------------------


@pytest.mark.parametrize("set_hands", [False, True])
def test_a_voided_round_gives_every_stake_back_and_counts_as_nothing(set_hands: bool) -> None:
    floor = Floor()
    floor.note(10_000)
    floor.deal(main=1_000, super_bonus=200)
    floor.press(c.VoidRound("no key"))
    assert floor.refusals() == ["refused.attendant_only"]
    floor.attend(c.VoidRound("machine moved"))
    assert _books(floor) == {
        "credit": 10_000,
        "coin_in": 1_200,
        "coin_out": 0,
        "wager_voided": 1_200,
        "handpay_jackpot": 0,
        "in_flight": 0,
    }
    assert floor.state.meters["machine|games_voided"] == 1
    assert floor.state.meters.get("machine|games_played", 0) == 0
    floor.attend(c.VoidRound("twice"))
    assert _books(floor)["wager_voided"] == 1_200
    floor.round(main=500)
    assert floor.state.meters["machine|games_played"] == 1


def test_a_settled_round_cannot_be_voided() -> None:
    floor = Floor()
    floor.note(10_000)
    floor.round(main=1_000)
    before = _books(floor)
    floor.attend(c.VoidRound("late"))
    assert _books(floor) == before


def test_a_round_that_nobody_finishes_calls_the_attendant_who_finishes_it_by_the_house_way() -> None:
    floor = Floor(orders=[WINNING])
    floor.note(10_000)
    floor.deal(main=1_000)
    floor.elapse("round.idle")
    floor.elapse("round.idle")
    assert floor.names().count("CallMade") == 1
    floor.attend(c.CompleteRound(), c.AnswerCall())
    assert floor.last("HandSet")["assist"] == "machine"
    assert floor.state.play.phase is Phase.SETTLED
    assert floor.view().called == ""


def test_with_a_time_limit_the_machine_lays_the_house_way() -> None:
    floor = Floor(options(games=(double_hand(set_within_s=30),)))
    floor.note(10_000)
    floor.deal(main=1_000)
    floor.elapse("round.set")
    assert floor.last("HandSet")["assist"] == "machine"
    floor.elapse("round.set")
    assert floor.names().count("HandSet") == 1


def test_the_audit_page_closes_the_machine_and_leaves_it_as_it_was() -> None:
    """M-24: not playable, notes and tickets back; leaving returns to the state before."""
    floor = Floor()
    floor.note(10_000)
    floor.press(c.AddChip("main", 1_000))
    before = floor.view()
    floor.key()
    floor.press(c.Deal())
    floor.press(c.CashOut())
    floor.said("acceptor.1", a.NoteEscrowed(500), a.DocumentReturned("returned"))
    assert floor.last("DocumentDeclined")["reason"] == "attendant"
    floor.key(False)
    after = floor.view()
    assert (after.credit_cents, after.bet_cents, after.table) == (before.credit_cents, before.bet_cents, before.table)


# -- jackpots -----------------------------------------------------------------------------------------


def _jackpot() -> Floor:
    floor = Floor(options(money_options=money(handpay_limit_cents=900)), orders=[WINNING])
    floor.note(10_000)
    floor.round(main=1_000)
    return floor


def test_a_win_over_the_limit_locks_the_station_and_is_paid_by_hand() -> None:
    """T-14: never on the credit meter, metered when it is paid."""
    floor = _jackpot()
    assert [(lock.kind, lock.amount_cents) for lock in floor.view().locks] == [("jackpot", 950)]
    assert _books(floor)["credit"] == 10_000, "the winning stake is back"
    floor.boot()
    floor.ready()
    assert [(lock.kind, lock.amount_cents) for lock in floor.view().locks] == [("jackpot", 950)]
    floor.press(c.AddChip("main", 500), c.CashOut(), c.BackOut())
    assert floor.refusals() == ["refused.not_now"]
    floor.attend(c.PayHandpay(1), c.PayHandpay(1))
    assert _books(floor)["handpay_jackpot"] == 950
    assert floor.names().count("JackpotPaid") == 1
    assert floor.view().locks == ()
    assert _books(floor)["credit"] == 10_000


# -- cash-out -----------------------------------------------------------------------------------------


def test_no_cash_out_in_a_round() -> None:
    """T-18."""
    floor = Floor()
    floor.note(10_000)
    floor.deal(main=1_000)
    floor.press(c.CashOut())
    assert floor.refusals() == ["refused.round_running"]
    assert floor.printed == []


def test_pressed_twice_is_one_ticket() -> None:
    """A1, A10: however often it is pressed, one number and one order to print."""
    floor = Floor()
    floor.note(5_000)
    floor.press(c.CashOut(), c.CashOut(), c.CashOut())
    assert floor.names().count("TicketOrdered") == 1
    assert len(floor.printed) == 1
    assert floor.printed[0].amount_cents == 5_000


def test_a_next_cash_out_waits_until_the_ticket_is_taken() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.press(c.CashOut())
    floor.said("printer.1", p.PrintBegun(1), p.ValidationPrinted(1), p.PrintCompleted(1))
    floor.note(2_000)
    floor.press(c.CashOut())
    assert floor.refusals() == ["refused.take_ticket"]
    floor.said("printer.1", p.TicketTaken(1))
    floor.press(c.CashOut())
    assert [ticket.sequence for ticket in floor.printed] == [1, 2]
    assert floor.printed[0].number != floor.printed[1].number


def test_a_broken_book_stops_play_and_payout_before_they_happen() -> None:
    """M-28: line (a) before every play and every payout; nothing on the machine clears it."""
    for act in (c.Deal(), c.CashOut()):
        floor = Floor()
        floor.note(5_000)
        floor.press(c.AddChip("main", 500))
        bank = floor.state.bank.station(1)
        forged = replace(bank, books=replace(bank.books, credit=cashable(5_001)))
        floor.engine.state = replace(floor.state, bank=replace(floor.state.bank, stations=(forged,)))
        rows = floor.memory.count()
        floor.press(act)
        assert floor.names(since=rows) == ["FaultRaised"]
        assert floor.last("FaultRaised")["code"] == "books"
        assert floor.printed == []
        floor.attend(c.ClearFault("books"))
        assert [fault.code for fault in floor.state.faults] == ["books"]


def test_a_play_that_moves_meters_too_far_is_noticed() -> None:
    """M-29."""
    floor = Floor(options(money_options=money(credit_limit_cents=10_000_000)))
    for _ in range(100):
        floor.note(10_000)
    floor.round(main=500)
    assert [fault.code for fault in floor.state.faults] == ["meter_increment"]


# -- time ---------------------------------------------------------------------------------------------


def test_a_clock_step_is_an_event_and_changes_no_wait() -> None:
    """A15: order is by sequence, waits are timers of the monotonic clock."""
    floor = Floor()
    floor.note(10_000)
    floor.deal(main=1_000)
    due = floor.engine.wake_at()
    floor.clock.step_wall(14 * 24 * 3_600_000)
    floor.signal(ClockStepped("2026-03-01T09:00:00+00:00", "2026-03-15T09:00:00+00:00"))
    assert floor.names()[-1] == "ClockChanged"
    assert floor.engine.wake_at() == due
    floor.clock.step_wall(-60 * 24 * 3_600_000)
    floor.set_hands()
    assert [entry.sequence for entry in floor.memory.rows] == list(range(1, floor.memory.count() + 1))


# -- writing before acting ----------------------------------------------------------------------------


def test_nothing_is_sent_before_its_record_is_on_disk() -> None:
    """Each order to a device finds its record in the journal already."""
    floor = Floor()
    expected = {"Stack": "StackOrdered", "Acknowledge": "NoteCredited", "Return": "DocumentDeclined"}
    seen: list[str] = []

    def send(device: str, order: object) -> None:
        name = type(order).__name__
        if name in expected:
            assert expected[name] in floor.names(), f"{name} before {expected[name]}"
            seen.append(name)

    floor.engine._outbox = send
    floor.note(5_000)
    floor.said("acceptor.1", a.NoteEscrowed(200))
    assert seen == ["Stack", "Acknowledge", "Return"]


def test_a_draw_is_ordered_after_the_stake_is_on_disk() -> None:
    floor = Floor()
    floor.note(5_000)
    right = floor.engine._performer.perform

    def perform(effect: object, state: object) -> list[object]:
        if isinstance(effect, DrawOrder):
            assert floor.names()[-2:] == ["BetsClosed", "WagerTaken"]
        return right(effect, state)  # type: ignore[arg-type, return-value]

    floor.engine._performer.perform = perform  # type: ignore[method-assign, assignment]
    floor.deal(main=500)
    assert "OrderSealed" in floor.names()


def test_a_broken_book_settles_nothing() -> None:
    """M-28: before every payout; the round waits, the stake is not lost by it."""
    floor = Floor(orders=[WINNING])
    floor.note(5_000)
    floor.deal(main=500)
    bank = floor.state.bank.station(1)
    forged = replace(bank, books=replace(bank.books, credit=cashable(1)))
    floor.engine.state = replace(floor.state, bank=replace(floor.state.bank, stations=(forged,)))
    rows = floor.memory.count()
    floor.set_hands()
    assert floor.names(since=rows) == ["HandSet", "FaultRaised"]
    assert floor.state.play.phase is Phase.REVEALING


def test_a_note_that_follows_at_once_closes_the_one_before_by_its_number() -> None:
    """A9 e: the device plainly forgot the first; both are credited, each under its own number."""
    floor = Floor()
    floor.said("acceptor.1", a.NoteEscrowed(500), a.DocumentStacked(), a.NoteEscrowed(2_000), a.DocumentStacked())
    assert floor.last("DocumentClosed")["document"] == 1
    assert floor.last("NoteCredited")["document"] == 2
    assert floor.credit_cents == 2_500
