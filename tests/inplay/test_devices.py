"""Devices in play: lost, back, faulty and replaced, at every point of a round and of a cash-out.

By the table of faults a lost printer closes tickets only, a lost acceptor notes and tickets in, a lost shaker the
dice bets, and a lost board everything, but a round that runs is played to its end. Whatever comes back comes back
by itself, and no meter moved meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from cabinet.machine.faults import FAULTS, Out
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from tests.inplay.floor import ACCEPTOR, ALL, DECK, DICE_CENTS, MAIN_CENTS, PRINTER, SHAKER, Floor

AWAY_MS = 10_000
NOTICED_MS = 5_000


@dataclass(frozen=True, slots=True)
class Way:
    """How a device is lost and got back; *code*: the fault that says so."""

    name: str
    device: str
    code: str
    lose: Callable[[Floor], None]
    restore: Callable[[Floor], None]


def _cable(device: str) -> Way:
    kind = device.split(".")[0]
    return Way("cable", device, f"{kind}_lost", lambda f: f.unplug(device), lambda f: f.plug(device))


def _by_hand(name: str, device: str, code: str, lose: dict[str, Any], restore: dict[str, Any]) -> Way:
    def act(what: dict[str, Any]) -> Callable[[Floor], None]:
        def by_hand(floor: Floor) -> None:
            floor.hand(device, what)

        return by_hand

    return Way(name, device, code, act(lose), act(restore))


def _power(device: str) -> Way:
    return _by_hand("power", device, f"{device.split('.')[0]}_lost", {"power": "off"}, {"power": "on"})


def _faulty(device: str, code: str, fault: str) -> Way:
    return _by_hand("faulty", device, code, {"fault": fault, "on": True}, {"fault": fault, "on": False})


def _replaced(device: str) -> Way:
    kind = device.split(".")[0]
    model = "StandardFirmata-OTHER-9" if device == DECK else "OTHER-9"
    return Way("replaced", device, f"{kind}_lost", lambda f: f.unplug(device), lambda f: f.replace(device, model))


FAULTY = (
    _faulty(ACCEPTOR, "jam_acceptor", "jam_acceptor"),
    _faulty(PRINTER, "head_open", "head_open"),
    _faulty(DECK, "deck_lost", "mute"),
    _faulty(SHAKER, "shaker_lost", "corrupt_crc"),
)
WAYS = (*(make(device) for device in ALL for make in (_cable, _power, _replaced)), *FAULTY)
IDS = [f"{way.device.split('.')[0]}-{way.name}" for way in WAYS]
every_way = pytest.mark.parametrize("way", WAYS, ids=IDS)


def ready() -> Floor:
    """One round with dice is behind it and there is credit."""
    floor = Floor(seed=5)
    floor.note(10_000)
    floor.shake()
    floor.settle()
    floor.run(2_000)
    return floor


def shown_closed(floor: Floor, device: str) -> None:
    """What a lost device closes between rounds, as the player sees it, and what it leaves open."""
    view = floor.view()
    dice, main = (floor.closed()[bet] for bet in ("dice_lo", "main"))
    notice = "notice.paid_by_hand" in floor.messages()
    found = (view.notes_open, "deal" in view.allowed, "cash_out" in view.allowed, dice, main, notice)
    expected = {
        ACCEPTOR: (False, True, True, "", "", False),
        PRINTER: (True, True, True, "", "", True),
        DECK: (False, False, False, "", "", False),
        SHAKER: (True, True, True, "shaker_down", "", False),
    }
    assert found == expected[device]


def shown_open(floor: Floor) -> None:
    view = floor.view()
    assert floor.faults() == set()
    assert view.notes_open
    assert "cash_out" in view.allowed
    assert floor.closed()["dice_lo"] == floor.closed()["main"] == ""
    assert "notice.paid_by_hand" not in floor.messages()


def is_back(floor: Floor, way: Way) -> None:
    """It came back by itself, as whoever it is now; another one than was fitted is first taken in by a technician."""
    floor.wait(lambda: way.code not in floor.faults(), f"{way.device} to be well", 30_000)
    if way.name == "replaced":
        taken_in(floor, way.device)
    floor.run(5_000)
    device = floor.state.device(way.device)
    assert device is not None
    assert device.up
    assert ("OTHER-9" in device.model) is (way.name == "replaced")


def taken_in(floor: Floor, device: str) -> None:
    """Until a technician says that the new one belongs there it counts for nothing."""
    kind = device.split(".")[0]
    floor.wait(lambda: f"{kind}_other" in floor.faults(), f"{device} to be another one", 30_000)
    floor.attend(c.ReplaceDevice(device), c.EndTest(), role=Role.TECHNICIAN)
    assert f"{kind}_other" not in floor.faults()
    (replaced,) = floor.rows("DeviceReplaced")
    assert "OTHER-9" in replaced["new_model"]
    assert "OTHER-9" not in replaced["old_model"]


# -- at each point of a round --------------------------------------------------------------------------


@every_way
def test_between_rounds_it_closes_its_own_column_and_comes_back(way: Way) -> None:
    """A4: noticed within five seconds, back by itself, meters unchanged."""
    floor = ready()
    floor.press(c.AddChip("main", MAIN_CENTS))
    books = floor.books
    way.lose(floor)
    floor.run(NOTICED_MS)
    assert way.code in floor.faults()
    shown_closed(floor, way.device)
    floor.run(AWAY_MS)
    way.restore(floor)
    is_back(floor, way)
    shown_open(floor)
    assert floor.books == books
    floor.press(c.Deal())
    floor.set_hands()
    floor.settle()
    floor.check()


@every_way
def test_lost_while_the_hands_are_set_the_round_is_played_to_its_end(way: Way) -> None:
    """What closes play closes the next round, never the one that runs."""
    floor = ready()
    floor.deal()
    way.lose(floor)
    floor.run(NOTICED_MS)
    assert way.code in floor.faults()
    assert "house_way" in floor.view().allowed
    floor.set_hands()
    assert floor.phase is Phase.SETTLED
    assert len(floor.rows("RoundSettled")) == 2
    floor.press(c.AddChip("main", MAIN_CENTS))
    if way.device == DECK:
        assert floor.refusals() == ["refused.fault"]
        assert [lock.message.code for lock in floor.view().locks] == ["fault.deck_lost"]
    else:
        shown_closed(floor, way.device)
    way.restore(floor)
    is_back(floor, way)
    shown_open(floor)
    floor.check()


OF_THE_SHAKER = {  # how a roll ends whose shaker was away while the hands were set, or from the shake on
    ("cable", "setting"): "read",  # it says itself that it never heard of this round: the order is given again
    ("power", "setting"): "read",  # the order never left the cabinet
    ("replaced", "setting"): "read",  # given to the new one when a technician has taken it in
    ("faulty", "setting"): "read",
    ("cable", "shaking"): "read",
    ("power", "shaking"): "frozen",
    ("replaced", "shaking"): "frozen",
    ("faulty", "shaking"): "read",
}


@pytest.mark.parametrize("point", ["setting", "shaking"])
@every_way
def test_lost_with_a_dice_bet_standing(way: Way, point: str) -> None:
    """Rule 5 for the shaker's own loss; anybody else's loss is nothing to the dice."""
    floor = ready()
    floor.deal(dice_lo=DICE_CENTS)
    if point == "shaking":
        floor.set_hands()
        floor.wait_shaker("shaking")
    way.lose(floor)
    floor.run(NOTICED_MS)
    if point == "setting":
        floor.set_hands()
    if way.device != SHAKER:
        floor.settle()
        assert floor.rows("DiceAccepted")[-1]["how"] == "read"
    way.restore(floor)
    is_back(floor, way)
    if way.device == SHAKER:
        assert _ended(floor) == OF_THE_SHAKER[way.name, point]
    assert floor.phase is Phase.SETTLED
    floor.attend(c.ClearFault("dice_void"))
    shown_open(floor)
    assert floor.books.coin_in.total == 2 * (MAIN_CENTS + DICE_CENTS), "the stake is taken once"
    floor.check()


def _ended(floor: Floor) -> str:
    def frozen() -> bool:
        assert floor.state.play.round is not None
        return bool(floor.state.play.round.roll.frozen)

    floor.wait(lambda: floor.phase is Phase.SETTLED or frozen(), "the end of the roll")
    if not frozen():
        return str(floor.rows("DiceAccepted")[-1]["how"])
    floor.attend(c.RuleDice(False))
    assert floor.books.wager_voided.total == DICE_CENTS
    return "frozen"


def test_a_shaker_away_for_good_gives_the_dice_bets_back_and_settles_the_rest() -> None:
    floor = ready()
    floor.deal(dice_hi=DICE_CENTS)
    floor.unplug(SHAKER)
    floor.set_hands()
    floor.settle()
    assert floor.outcome("dice_hi") == "void"
    assert floor.books.wager_voided.total == DICE_CENTS
    floor.check()


# -- at each point of a cash-out -----------------------------------------------------------------------


def cash_out(floor: Floor) -> int:
    """The player presses; what is to leave."""
    amount = floor.view().credit_cents
    assert amount
    floor.press(c.CashOut())
    return amount


def moving(floor: Floor) -> list[tuple[str, str]]:
    return [(one.kind, one.state) for one in floor.view().moving]


def hanging(floor: Floor) -> bool:
    return ("ticket_out", "take_ticket") in moving(floor)


def finish(floor: Floor) -> None:
    """The player takes what hangs there; the attendant looks at the paper and pays what is to be paid."""
    floor.run(5_000)
    for lock in [lock for lock in floor.view().locks if lock.kind != "fault"]:
        floor.key(True)
        if lock.kind == "ticket":
            number = next(one.handle for one in floor.view().locks if one.kind == "ticket")
            floor.press(c.RuleTicket(number, number in _numbers(floor)))
        else:
            floor.press(c.PayHandpay(int(lock.handle)))
        floor.key(False)
    if floor.twins[PRINTER].status()["in_chute"]:
        floor.hand(PRINTER, {"take_ticket": True})
    floor.run(3_000)


def _numbers(floor: Floor) -> list[str]:
    papers = floor.twins[PRINTER].status()["papers"]
    return ["".join(filter(str.isdigit, paper["number"])) for paper in papers if paper["state"] == "printed"]


def paid(floor: Floor, amount: int) -> None:
    """Every cent left once: on paper, by hand, or it is credit again."""
    books, credit = floor.books, floor.view().credit_cents
    assert books.in_flight.total == 0
    assert books.ticket_out.total + books.handpay_cancelled.total + credit == amount
    on_paper = floor.twins[PRINTER].status()["tickets_on_paper_cents"]
    assert on_paper == books.ticket_out.total, "what lies on paper is what was metered"
    assert len(floor.rows("TicketOrdered")) <= 1
    floor.check()


POINTS: dict[str, Callable[[Floor], object]] = {
    "ordered": lambda floor: floor.run(1),
    "on paper": lambda floor: floor.wait(lambda: bool(_numbers(floor)), "the number on the paper"),
    "in the chute": lambda floor: floor.wait(lambda: hanging(floor), "the ticket"),
}


@pytest.mark.parametrize("point", POINTS)
@every_way
def test_lost_at_each_point_of_a_cash_out(way: Way, point: str) -> None:
    """A10: one number, one paper, booked once; only the printer's own loss can make it uncertain."""
    floor = ready()
    amount = cash_out(floor)
    assert moving(floor) == [("ticket_out", "printing")]
    POINTS[point](floor)
    way.lose(floor)
    floor.run(AWAY_MS)
    if way.device != PRINTER:
        assert hanging(floor)
    elif point == "ordered" and way.name != "faulty":
        assert [lock.kind for lock in floor.view().locks] == ["ticket"]
        assert moving(floor) == [("ticket_out", "unconfirmed")]
        assert floor.view().credit_cents == 0
    way.restore(floor)
    is_back(floor, way)
    finish(floor)
    paid(floor, amount)
    assert floor.view().credit_cents == 0 or way.device == PRINTER
    assert floor.faults() == set()


@every_way
def test_lost_before_the_cash_out(way: Way) -> None:
    floor = ready()
    way.lose(floor)
    floor.run(NOTICED_MS)
    if way.device == DECK:
        floor.press(c.CashOut())
        assert floor.refusals() == ["refused.fault"]
        way.restore(floor)
        is_back(floor, way)
    amount = cash_out(floor)
    if way.device == PRINTER:
        assert [(lock.kind, lock.amount_cents) for lock in floor.view().locks] == [("cancelled_credit", amount)]
        assert "back_out" in floor.view().allowed, "who would rather play on may"
    else:
        floor.wait(lambda: hanging(floor), "the ticket")
    finish(floor)
    paid(floor, amount)
    by_hand = floor.books.handpay_cancelled.total
    assert by_hand == (amount if way.device == PRINTER else 0)
    if way.device != DECK:
        way.restore(floor)
        is_back(floor, way)
    assert floor.faults() == set()


def test_a_printer_that_comes_back_prints_tickets_again() -> None:
    floor = ready()
    floor.unplug(PRINTER)
    amount = cash_out(floor)
    floor.press(c.BackOut())
    assert floor.view().credit_cents == amount
    floor.plug(PRINTER)
    floor.run(10_000)
    cash_out(floor)
    floor.wait(lambda: hanging(floor), "the ticket")
    finish(floor)
    paid(floor, amount)
    assert floor.books.ticket_out.total == amount


def test_who_is_paid_by_hand_reads_it_before_the_note_goes_in() -> None:
    """The player knows before his money is in; the note is taken all the same."""
    floor = Floor(seed=5)
    assert "notice.paid_by_hand" not in floor.messages()
    floor.unplug(PRINTER)
    floor.run(1_000)
    assert floor.view().credit_cents == 0
    assert "notice.paid_by_hand" in floor.messages()
    floor.note(2_000)
    assert floor.view().credit_cents == 2_000


# -- ten minutes away ----------------------------------------------------------------------------------

HALF_A_FRAME = {ACCEPTOR: b"\xfc\x05", PRINTER: b"*S|0|GEN", DECK: b"\xf0\x79\x02", SHAKER: b"$S,000,IDLE,0000"}
TEN_MINUTES_MS = 600_000


@pytest.mark.parametrize("device", ALL)
def test_ten_minutes_without_it_change_nothing_and_write_nothing(device: str) -> None:
    """A4: closed after half a frame; a few rows and no more, whatever time passes."""
    floor = ready()
    books, meters = floor.books, {key: value for key, value in floor.state.meters.items() if "fault" not in key}
    floor.rig.wires[device].driver.receive(HALF_A_FRAME[device], floor.now)
    floor.unplug(device)
    floor.run(NOTICED_MS)
    code = f"{device.split('.')[0]}_lost"
    assert code in floor.faults()
    rows = floor.memory.count()
    floor.run(TEN_MINUTES_MS)
    assert floor.memory.count() == rows, "a lost device is no reason to write"
    assert floor.memory.count() < 200
    floor.plug(device)
    floor.wait(lambda: not floor.faults(), f"{device} to be well", 30_000)
    floor.run(5_000)
    assert floor.books == books
    assert {key: value for key, value in floor.state.meters.items() if "fault" not in key} == meters
    shown_open(floor)


@pytest.mark.parametrize("restore", ["plug", "replace"])
@pytest.mark.parametrize(("point", "away_ms"), [("entering", TEN_MINUTES_MS), ("lifting", 30_000)])
def test_an_acceptor_lost_with_a_note_in_it_credits_it_or_gives_it_back(point: str, away_ms: int, restore: str) -> None:
    """A4, A9: note-in meter and credit move together, with what lies in the box."""
    floor = ready()
    before = floor.books.bill_in.total
    floor.hand(ACCEPTOR, {"insert_note": 5_000})
    floor.wait(lambda: floor.position(ACCEPTOR) == point, point)
    floor.unplug(ACCEPTOR)
    floor.run(away_ms)
    assert not floor.view().notes_open
    if restore == "plug":
        floor.plug(ACCEPTOR)
    else:
        floor.replace(ACCEPTOR, "OTHER-9")
        taken_in(floor, ACCEPTOR)
    floor.run(30_000)
    in_box = int(floor.twins[ACCEPTOR].status()["notes_in_box_cents"])
    for lock in floor.view().locks:
        assert lock.kind == "document"
        floor.attend(c.RuleDocument(int(lock.handle), in_box > before, in_box - before))
    assert in_box == before + (5_000 if point == "lifting" else 0)
    assert floor.books.bill_in.total == in_box
    floor.run(5_000)
    assert floor.view().notes_open
    floor.check()


def test_a_unit_that_fell_silent_over_an_unacknowledged_note_is_woken_and_the_attendant_decides() -> None:
    """A4, A9: ten minutes without our acknowledgement, and the unit says nothing until a RESET; nobody can then say
    by the wire whether the note was stacked, so the cash box does."""
    floor = ready()
    before = floor.books.bill_in.total
    floor.hand(ACCEPTOR, {"insert_note": 5_000})
    floor.wait(lambda: floor.position(ACCEPTOR) == "lifting", "lifting")
    floor.unplug(ACCEPTOR)
    floor.run(TEN_MINUTES_MS)
    floor.plug(ACCEPTOR)
    floor.run(120_000)
    assert floor.names_of_last("PositionSeen"), "what the RESET erased is on disk"
    (lock,) = floor.view().locks
    assert lock.kind == "document"
    in_box = int(floor.twins[ACCEPTOR].status()["notes_in_box_cents"])
    floor.attend(c.RuleDocument(int(lock.handle), True, in_box - before))
    floor.run(5_000)
    assert floor.books.bill_in.total == in_box == before + 5_000
    assert "acceptor_lost" not in floor.faults()
    assert "cash_out" in floor.view().allowed
    floor.check()


def test_a_board_with_another_firmware_is_named_and_counts_as_no_board() -> None:
    """A5: a wrong answer is a fault, and the port is not used."""
    floor = ready()
    floor.replace(DECK, "SomethingElse.ino")
    floor.run(20_000)
    assert "deck_wrong" in floor.faults()
    shown_closed(floor, DECK)
    floor.replace(DECK, "")
    floor.run(20_000)
    shown_open(floor)


# -- the table says it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "play", "notes", "cash_out"),
    [
        ("acceptor_lost", False, True, Out.OPEN),
        ("printer_lost", False, False, Out.BY_HAND),
        ("deck_lost", True, True, Out.CLOSED),
        ("shaker_lost", False, False, Out.OPEN),
    ],
)
def test_what_each_loss_closes_is_a_row_of_the_table(code: str, play: bool, notes: bool, cash_out: Out) -> None:
    row = FAULTS[code]
    assert (row.play, row.notes, row.cash_out, row.attendant) == (play, notes, cash_out, False)
