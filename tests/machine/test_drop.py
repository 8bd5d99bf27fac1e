"""The cash box goes out and comes back: the period closes once, whoever tells of it and wherever the power goes."""

from __future__ import annotations

from itertools import permutations

import pytest

from cabinet.machine.evolve import evolve
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorConditions, AcceptorReady, AcceptorTold, DocumentStacked, Position
from cabinet.ports.deck import DoorChanged, ResetLatch
from cabinet.ports.effects import PrintDrop
from cabinet.ports.link import LinkDown, LinkUp
from cabinet.ports.printer import PrinterTold
from cabinet.ports.signals import DeviceEvent
from tests.machine.floor import Floor
from tests.machine.setups import options

ACCEPTOR, PRINTER, DECK = "acceptor.1", "printer.1", "deck.1"
DEVICES = (ACCEPTOR, PRINTER, DECK)
OUT, IN = AcceptorConditions(("cash_box_out",)), AcceptorConditions(())


def floor_with_money() -> Floor:
    """Three notes and a ticket lie in the box."""
    floor = Floor(devices=DEVICES)
    for value in (2_000, 500, 2_000):
        floor.note(value)
    return floor


def door(floor: Floor, is_open: bool, latched: bool = False) -> None:
    floor.said(DECK, DoorChanged("cash_box", is_open, latched))


def changes(floor: Floor) -> list[dict[str, object]]:
    return [row for row in floor.records if row["is"] == "BoxChanged"]


def test_a_box_that_comes_back_cuts_what_lay_in_it() -> None:
    """M-06: counts by denomination and the tickets, one row, with the drop period."""
    floor = floor_with_money()
    door(floor, True)
    floor.said(ACCEPTOR, OUT)
    assert not floor.view().notes_open
    floor.said(ACCEPTOR, IN)
    door(floor, False)
    assert floor.view().notes_open, "the box is back and its door is shut: that was the staff's act (E-12)"
    (row,) = changes(floor)
    assert row == {
        "is": "BoxChanged",
        "station": 1,
        "drop": 1,
        "box": "",
        "how": "out",
        "notes": [[500, 1], [2_000, 2]],
        "notes_cents": 4_500,
        "tickets": 0,
        "tickets_cents": 0,
    }
    entry = next(e for e in floor.memory.rows if any(record["is"] == "BoxChanged" for record in e.records))
    assert [record["is"] for record in entry.records] == ["FaultGone", "BoxChanged", "PeriodCut"]
    assert floor.state.bank.station(1).box.notes == ()


def test_everything_that_ever_went_in_lies_in_exactly_one_box() -> None:
    floor = floor_with_money()
    for value in (100, 10_000):
        floor.said(ACCEPTOR, OUT, IN)
        floor.note(value)
    books, box = floor.state.bank.station(1).books, floor.state.bank.station(1).box
    boxes = [sum(value * count for value, count in drop.notes) for drop in box.drops]
    assert [*boxes, box.notes_cents] == [4_500, 100, 10_000]
    assert sum(boxes) + box.notes_cents == books.bill_in.total


def test_a_note_that_an_attendant_finds_in_the_box_lies_in_it() -> None:
    floor = Floor(devices=DEVICES)
    floor.said(ACCEPTOR, DocumentStacked())
    dispute = floor.state.bank.station(1).disputes[0]
    floor.attend(c.RuleDocument(dispute.document, True, 2_000))
    assert floor.state.bank.station(1).box.notes == ((2_000, 1),)


# -- the power goes ------------------------------------------------------------------------------------


def wake(floor: Floor, order: tuple[str, ...], *, box_out: bool, latched: bool, open_door: bool) -> None:
    """A boot: *order* says who speaks when; a latch that has tripped is told."""
    floor.boot()
    said: dict[str, tuple[str, tuple[DeviceEvent, ...]]] = {
        "door": (DECK, (LinkUp("twin", DECK), DoorChanged("cash_box", True, True)) if latched else ()),
        "closed": (DECK, (DoorChanged("cash_box", open_door),)),
        "acceptor": (ACCEPTOR, (LinkUp("twin", ACCEPTOR), OUT if box_out else IN, AcceptorTold(Position.IDLE))),
        "ready": (ACCEPTOR, (AcceptorReady((100, 500)),)),
    }
    for who in order:
        device, events = said[who]
        floor.said(device, *events)
    floor.said(PRINTER, LinkUp("twin", PRINTER), PrinterTold(False, False, False))


ORDERS = [
    order
    for order in permutations(("door", "closed", "acceptor", "ready"))
    if order.index("door") < order.index("closed") and order.index("acceptor") < order.index("ready")
]


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
@pytest.mark.parametrize("known", ["door and box", "box and a shut door", "door alone", "nothing"])
@pytest.mark.parametrize("back", ["in the dark", "after the start"])
def test_a_change_that_the_power_cuts_in_two_closes_the_period_once(
    order: tuple[str, ...], known: str, back: str
) -> None:
    """S-04: the opening that the latch tells of, and the box, are one change however much of it was seen before."""
    floor = floor_with_money()
    if known != "nothing":
        door(floor, True)
    if "box" in known:
        floor.said(ACCEPTOR, OUT)
    if "shut" in known:
        door(floor, False)
    away = back == "after the start"
    wake(floor, order, box_out=away, latched=True, open_door=away)
    if away:
        floor.said(ACCEPTOR, IN)
        door(floor, False)
    expected = 0 if known == "door alone" and not away else 1
    assert len(changes(floor)) == expected, "a door that stood open when the power went was no other opening"
    assert len([row for row in floor.records if row["is"] == "PeriodCut"]) == expected
    floor.boot()
    floor.ready()
    assert len(changes(floor)) == expected


@pytest.mark.parametrize("cut", range(1, 5))
def test_a_start_between_any_two_words_of_a_change_loses_and_doubles_nothing(cut: int) -> None:
    floor = floor_with_money()
    words = [
        (DECK, DoorChanged("cash_box", True)),
        (ACCEPTOR, OUT),
        (ACCEPTOR, IN),
        (DECK, DoorChanged("cash_box", False)),
    ]
    for number, (device, event) in enumerate(words):
        if number == cut:
            out = number == 2
            floor.boot()
            floor.said(ACCEPTOR, LinkUp("twin", ACCEPTOR), OUT if out else IN)
            floor.said(ACCEPTOR, AcceptorTold(Position.IDLE), AcceptorReady((100, 500)))
        floor.said(device, event)
    (row,) = changes(floor)
    assert row["notes_cents"] == 4_500
    assert floor.state.bank.station(1).box.drops[-1].drop == 1


def test_an_acceptor_that_is_lost_has_no_say_about_its_box() -> None:
    floor = floor_with_money()
    floor.said(ACCEPTOR, OUT, LinkDown("unplugged"))
    assert changes(floor) == []
    floor.said(ACCEPTOR, LinkUp("twin", ACCEPTOR), OUT)
    assert changes(floor) == []
    floor.said(ACCEPTOR, IN)
    assert len(changes(floor)) == 1


def test_the_latch_is_set_back_after_its_word_is_on_disk() -> None:
    floor = floor_with_money()
    door(floor, True, latched=True)
    assert ResetLatch("cash_box") in floor.orders_to(DECK)
    assert len(changes(floor)) == 1


# -- a full stacker ------------------------------------------------------------------------------------


def test_a_full_stacker_that_is_so_no_more_waits_for_somebody() -> None:
    """E-12: rectified and staff acted, not either."""
    floor = Floor(devices=DEVICES)
    floor.said(ACCEPTOR, AcceptorConditions(("stacker_full",)))
    assert not floor.view().notes_open
    floor.said(ACCEPTOR, IN)
    assert not floor.view().notes_open
    floor.boot()
    floor.ready()
    assert not floor.view().notes_open
    floor.attend(c.ClearFault("intake_waits"))
    assert floor.view().notes_open


@pytest.mark.parametrize("steps", ["out in", "full in out in", "both in", "full both full in out in"])
def test_a_full_box_that_is_changed_opens_the_intake_by_itself(steps: str) -> None:
    words = {"full": ("stacker_full",), "out": ("cash_box_out",), "both": ("cash_box_out", "stacker_full"), "in": ()}
    floor = floor_with_money()
    floor.said(ACCEPTOR, AcceptorConditions(("stacker_full",)))
    for step in steps.split():
        floor.said(ACCEPTOR, AcceptorConditions(words[step]))
    assert floor.state.faults == ()
    assert floor.view().notes_open


# -- names, slips, counts ------------------------------------------------------------------------------


def dropped() -> Floor:
    floor = floor_with_money()
    floor.attend(c.NameBox("A17", "ann"))
    floor.said(ACCEPTOR, OUT, IN)
    return floor


def test_the_box_that_came_is_named_and_the_slip_of_the_other_comes_out() -> None:
    floor = dropped()
    floor.attend(c.NameBox("B02", "ann"))
    assert floor.last("BoxNamed") == {"is": "BoxNamed", "station": 1, "box": "B02", "who": "ann"}
    slip = floor.slips[-1]
    assert slip == PrintDrop(1, 1, "A17", "B02", ((500, 1), (2_000, 2)), 0, 0)
    books = floor.state.bank.station(1).books
    floor.attend(c.PrintDropSlip(1))
    assert floor.slips[-1] == slip
    assert floor.state.bank.station(1).books == books


@pytest.mark.parametrize("number", ["", "A" * 13, "A-1", "Ä1", "A 1"])
def test_a_box_number_is_letters_and_digits(number: str) -> None:
    floor = dropped()
    floor.key()
    floor.press(c.NameBox(number))
    assert floor.refusals() == ["refused.box_number"]


def test_a_lost_printer_names_the_box_all_the_same() -> None:
    floor = dropped()
    floor.said(PRINTER, LinkDown("unplugged"))
    floor.attend(c.NameBox("B02"))
    assert floor.state.bank.station(1).box.number == "B02"
    assert floor.slips == []
    floor.key()
    floor.press(c.PrintDropSlip(1))
    assert floor.refusals() == ["refused.nothing_to_rule"]


def test_the_count_room_s_figures_are_a_record_and_no_meter_moves() -> None:
    floor = dropped()
    before = floor.state
    floor.press(c.CountDrop(1, ((2_000, 2), (500, 2)), 0, 0, "vic"))
    assert floor.last("DropCounted")["notes"] == [[500, 2], [2_000, 2]]
    assert floor.state.bank.station(1).box.drops[-1].counted
    assert (floor.state.meters, floor.state.bank.station(1).books) == (before.meters, before.bank.station(1).books)


@pytest.mark.parametrize(
    "count",
    [
        c.CountDrop(2, (), 0, 0, "vic"),
        c.CountDrop(1, ((500, -1),), 0, 0, "vic"),
        c.CountDrop(1, ((500, 1), (500, 1)), 0, 0, "vic"),
        c.CountDrop(1, ((0, 1),), 0, 0, "vic"),
        c.CountDrop(1, ((500, 1_000_000),), 0, 0, "vic"),
        c.CountDrop(1, (), 0, -5, "vic"),
        c.CountDrop(1, (), 0, 0, ""),
    ],
)
def test_a_count_that_cannot_be_is_refused(count: c.CountDrop) -> None:
    floor = dropped()
    floor.press(count)
    assert floor.refusals()[0] in ("refused.no_such_drop", "refused.count")
    assert "DropCounted" not in floor.names()


def test_boxes_are_remembered_for_more_than_a_month_of_one_a_day() -> None:
    floor = floor_with_money()
    for _ in range(45):
        floor.said(ACCEPTOR, OUT, IN)
    drops = floor.state.bank.station(1).box.drops
    assert [drop.drop for drop in drops] == list(range(6, 46))


def test_two_stations_have_a_box_each() -> None:
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.note(500)
    floor.note(2_000, station=2)
    floor.said("acceptor.2", OUT, IN)
    assert [bank.box.notes_cents for bank in floor.state.bank.stations] == [500, 0]
    assert evolve(floor.state) is floor.state
