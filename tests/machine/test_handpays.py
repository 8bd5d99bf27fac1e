"""Money paid by hand to the end: in full, in part, credit left behind, rounds that people end; each with its slip."""

from __future__ import annotations

import pytest

from cabinet.bank.slips import SLIP_MS
from cabinet.bank.state import Slip, SlipState, StationBank
from cabinet.ports import commands as c
from cabinet.ports import printer as p
from cabinet.ports.access import Role
from cabinet.ports.effects import PrintSlip
from cabinet.ports.link import LinkDown
from cabinet.ports.view import Message
from cabinet.reports.audit import Checked, replay
from tests.machine.floor import TABLES, Floor
from tests.machine.setups import money, options

WINNING = (26, 27, 25, 0, 1, 2, *range(3, 25))
OPTIONS = options(money_options=money(ticket_max_cents=4_000))


def bank(floor: Floor) -> StationBank:
    return floor.state.bank.station(1)


def slip(floor: Floor) -> Slip:
    return bank(floor).slips[-1]


def over_the_limit(floor: Floor, cents: int = 5_000) -> None:
    """A cash-out that no ticket may carry waits for the attendant."""
    floor.note(cents)
    floor.press(c.CashOut())
    assert [one.amounts.total for one in bank(floor).handpays] == [cents]


@pytest.fixture
def floor() -> Floor:
    return Floor(OPTIONS)


def test_a_payment_by_hand_is_one_entry_with_its_slip_and_the_slip_is_printed_after_it(floor: Floor) -> None:
    """M-05, H-12: the act and what its slip says belong together; the paper comes after the row."""
    over_the_limit(floor)
    floor.attend(c.PayHandpay(1))
    rows = [[plain["is"] for plain in entry.records] for entry in floor.memory.rows]
    assert ["CancelPaid", "SlipKept", "Did"] in rows
    assert rows.index(["CancelPaid", "SlipKept", "Did"]) < rows.index(["SlipDated", "SlipOrdered"])
    assert floor.slips == [PrintSlip(1, 1, duplicate=False)]
    assert (slip(floor).kind, slip(floor).amount_cents, slip(floor).who) == ("cancelled_credit", 5_000, "key")
    assert slip(floor).dated.startswith("2026-03-01T09:00")
    floor.said("printer.1", p.PrintBegun(-1), p.PrintCompleted(-1), p.TicketTaken(-1))
    assert slip(floor).state is SlipState.PRINTED
    assert list(replay(floor.memory.entries(), TABLES, Checked())) == []


def test_a_part_is_paid_and_the_rest_stays_owed(floor: Floor) -> None:
    over_the_limit(floor)
    floor.attend(c.ShortPay(1, 3_500, "no more in the bag", "a4"))
    books = bank(floor).books
    assert (books.handpay_cancelled.total, books.in_flight.total) == (3_500, 1_500)
    assert [one.amounts.total for one in bank(floor).handpays] == [1_500]
    assert (slip(floor).kind, slip(floor).amount_cents, slip(floor).owed_cents) == ("short_pay", 3_500, 1_500)
    assert floor.view().locks[0].amount_cents == 1_500
    floor.said("printer.1", p.PrintCompleted(-1))
    floor.attend(c.PayHandpay(1))
    assert bank(floor).books.handpay_cancelled.total == 5_000
    assert (bank(floor).handpays, slip(floor).amount_cents) == ((), 1_500)
    assert floor.state.meters["machine|handpays_cancelled"] == floor.state.meters["machine|handpays_short"] == 1


@pytest.mark.parametrize("paid", [0, -1, 5_000, 5_001])
def test_a_part_is_more_than_nothing_and_less_than_all(floor: Floor, paid: int) -> None:
    over_the_limit(floor)
    before = bank(floor).books
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.ShortPay(1, paid, "x"))
    assert floor.refusals() == ["refused.short_pay"]
    assert bank(floor).books == before


def test_the_player_may_take_back_what_a_short_pay_left(floor: Floor) -> None:
    over_the_limit(floor)
    floor.attend(c.ShortPay(1, 3_500, "x"))
    floor.press(c.BackOut())
    assert (floor.credit_cents, bank(floor).books.handpay_cancelled.total) == (1_500, 3_500)


def test_a_jackpot_paid_in_parts_is_metered_in_parts() -> None:
    """M-04: it never touches the credit meter; what is metered is what the attendant paid."""
    floor = Floor(options(money_options=money(handpay_limit_cents=900)), orders=[WINNING])
    floor.note(10_000)
    floor.round(main=1_000)
    (jackpot,) = bank(floor).handpays
    credit, whole = floor.credit_cents, jackpot.amounts.total
    floor.attend(c.ShortPay(jackpot.handpay, whole - 1, "till"))
    assert bank(floor).books.handpay_jackpot.total == whole - 1
    floor.attend(c.PayHandpay(jackpot.handpay))
    assert bank(floor).books.handpay_jackpot.total == whole
    assert floor.credit_cents == credit
    assert [one.kind for one in bank(floor).slips] == ["short_pay", "jackpot"]
    assert {one.round_number for one in bank(floor).slips} == {jackpot.round_number}


# -- credit left behind -------------------------------------------------------------------------------------------


def test_credit_left_behind_is_taken_off_after_it_was_confirmed(floor: Floor) -> None:
    """Line (a) needs no new term: it is a cancelled credit, with a meter of its own beside it."""
    floor.note(2_000)
    floor.attend(c.AbandonCredit(2_000, "nobody came back", "o1"))
    books = bank(floor).books
    assert (books.credit.total, books.handpay_cancelled.total, books.balanced) == (0, 2_000, True)
    assert floor.state.meters["machine|credit_abandoned"] == 2_000
    assert (slip(floor).kind, slip(floor).reason, slip(floor).who) == ("abandoned", "nobody came back", "o1")
    assert floor.last("CreditAbandoned")["amounts"]["cashable"] == 2_000


def test_what_the_operator_did_not_see_is_not_taken_off(floor: Floor) -> None:
    floor.note(2_000)
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.AbandonCredit(1_000, "x"))
    assert floor.refusals() == ["refused.abandon"]
    floor.press(c.AbandonCredit(0, "x"))
    assert floor.credit_cents == 2_000


def test_nobodys_credit_is_taken_off_in_his_round_or_without_a_key(floor: Floor) -> None:
    floor.note(2_000)
    floor.press(c.AbandonCredit(2_000, "x"))
    assert floor.refusals() == ["refused.attendant_only"]
    floor.deal(main=500)
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.AbandonCredit(1_500, "x"))
    assert floor.refusals() == ["refused.round_running"]
    assert floor.credit_cents == 1_500


def test_nothing_is_taken_off_while_a_ticket_is_unconfirmed(floor: Floor) -> None:
    floor.note(2_000)
    floor.press(c.CashOut())
    floor.said("printer.1", p.PrintLost(1, "silent"))
    floor.note(2_000)
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.AbandonCredit(floor.credit_cents or 1, "x"))
    assert floor.names().count("CreditAbandoned") == 0


# -- rounds that people end ---------------------------------------------------------------------------------------


def test_a_voided_and_a_completed_round_say_who_and_why_and_leave_a_slip(floor: Floor) -> None:
    floor.note(2_000)
    floor.deal(main=500)
    floor.attend(c.VoidRound("tiles fell", "o1"))
    assert floor.last("RoundHandled") == {
        "is": "RoundHandled",
        "round_number": 1,
        "how": "voided",
        "reason": "tiles fell",
        "who": "o1",
    }
    assert (slip(floor).kind, slip(floor).amount_cents, slip(floor).round_number) == ("void_round", 500, 1)
    floor.said("printer.1", p.PrintCompleted(-1))
    floor.deal(main=500)
    floor.attend(c.CompleteRound("player left", "a4"))
    assert floor.last("RoundHandled")["how"] == "completed"
    assert (slip(floor).kind, slip(floor).round_number) == ("complete_round", 2)
    names = [[plain["is"] for plain in entry.records] for entry in floor.memory.rows]
    assert ["HandSet", "RoundHandled", "SlipKept", "Did"] in names
    assert list(replay(floor.memory.entries(), TABLES, Checked())) == []


# -- paper --------------------------------------------------------------------------------------------------------


def test_without_a_printer_a_slip_is_kept_and_printed_later_on_demand(floor: Floor) -> None:
    floor.said("printer.1", p.PrinterConditions(("paper_out",)))
    over_the_limit(floor)
    floor.attend(c.PayHandpay(1))
    assert (floor.slips, slip(floor).state) == ([], SlipState.KEPT)
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.ReprintSlip(1))
    assert floor.refusals() == ["refused.no_printer"]
    floor.said("printer.1", p.PrinterConditions(()))
    floor.press(c.ReprintSlip(1))
    assert floor.slips == [PrintSlip(1, 1, duplicate=False)], "the first paper of it is no duplicate"
    floor.said("printer.1", p.PrintCompleted(-1))
    floor.press(c.ReprintSlip(1))
    assert floor.slips[-1] == PrintSlip(1, 1, duplicate=True)
    floor.press(c.ReprintSlip(9))
    assert floor.refusals() == ["refused.no_such_slip"]


@pytest.mark.parametrize("what", ["cut", "silent", "cable"])
def test_a_slip_of_which_nobody_knows_is_never_printed_again_by_the_machine(floor: Floor, what: str) -> None:
    """A10: no paper twice on a guess; whoever asks gets one that says DUPLICATE."""
    over_the_limit(floor)
    floor.attend(c.PayHandpay(1))
    floor.said("printer.1", p.PrintBegun(-1))
    match what:
        case "cut":
            floor.boot()
            floor.ready()
        case "silent":
            floor.elapse("slip.1")
        case "cable":
            floor.said("printer.1", p.PrintLost(-1, "silent"), LinkDown("unplugged"))
            floor.ready()
    assert floor.slips == [PrintSlip(1, 1, duplicate=False)]
    assert slip(floor).state is SlipState.UNKNOWN
    floor.attend(c.ReprintSlip(1))
    assert floor.slips[-1] == PrintSlip(1, 1, duplicate=True)


def test_a_cut_before_the_order_is_no_doubt_it_was_never_ordered(floor: Floor) -> None:
    over_the_limit(floor)
    floor.attend(c.PayHandpay(1))
    at = next(n for n, entry in enumerate(floor.memory.rows) if entry.records[0]["is"] == "CancelPaid")
    del floor.memory.rows[at + 1 :]
    floor.slips.clear()
    floor.boot()
    assert (slip(floor).state, bool(slip(floor).dated)) == (SlipState.KEPT, True)
    floor.ready()
    floor.attend(c.ReprintSlip(1))
    assert floor.slips == [PrintSlip(1, 1, duplicate=False)]


def test_a_cash_out_waits_for_the_slip_and_is_not_lost_behind_it(floor: Floor) -> None:
    """The printer takes one paper at a time: a refused order would leave a ticket that nobody knows of."""
    over_the_limit(floor)
    floor.attend(c.PayHandpay(1))
    floor.note(1_000)
    floor.press(c.CashOut())
    assert floor.refusals() == ["refused.printing"]
    assert "cash_out" not in floor.view().allowed
    assert SLIP_MS <= 30_000
    floor.said("printer.1", p.PrintCompleted(-1))
    floor.press(c.CashOut())
    assert bank(floor).job is not None


def test_no_slip_is_ordered_while_a_ticket_is_on_its_way(floor: Floor) -> None:
    floor.note(2_000)
    floor.press(c.CashOut())
    floor.note(2_000)
    floor.deal(main=500)
    floor.attend(c.VoidRound("x"))
    assert floor.slips == []


# -- what the player sees -----------------------------------------------------------------------------------------


def test_what_was_paid_stays_in_sight_until_the_next_play(floor: Floor) -> None:
    """T-20: with several payments each of them, also over a power cut."""
    over_the_limit(floor)
    floor.attend(c.ShortPay(1, 3_500, "x"))
    floor.attend(c.PayHandpay(1))
    floor.boot()
    assert floor.view().paid_cents == (3_500, 1_500)
    floor.ready()
    floor.note(1_000)
    assert floor.view().paid_cents == (3_500, 1_500)
    floor.deal(main=500)
    assert floor.view().paid_cents == ()


def test_words_about_it_are_there_for_every_refusal(floor: Floor) -> None:
    over_the_limit(floor)
    floor.sign_in("o1", Role.OPERATOR)
    floor.press(c.ShortPay(7, 1, "x"))
    assert floor.view().messages[0] == Message("refused.nothing_to_rule", (), "refusal")
