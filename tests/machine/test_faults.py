"""The fault table at work: what each row closes, how it ends, and that it survives the power."""

from __future__ import annotations

import pytest

from cabinet.machine.faults import FAULTS, FaultRow, Out
from cabinet.ports import commands as c
from cabinet.ports.acceptor import AcceptorConditions, DocumentRejected, NoteEscrowed
from cabinet.ports.deck import DoorChanged
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.printer import PrinterConditions, PrinterTold
from cabinet.ports.signals import StorageSaid
from tests.machine.floor import Floor
from tests.machine.setups import options

ROWS = [pytest.param(row, id=code) for code, row in FAULTS.items()]


def _raised(floor: Floor, row: FaultRow) -> None:
    floor.signal(StorageSaid(row.code, True, "test"))


@pytest.mark.parametrize("row", ROWS)
def test_a_row_closes_what_its_columns_say_and_nothing_else(row: FaultRow) -> None:
    floor = Floor()
    floor.note(5_000)
    _raised(floor, row)
    floor.press(c.AddChip("main", 500), c.Deal())
    dealt = floor.state.play.in_round or floor.state.play.round is not None
    assert dealt is not row.play
    if not dealt:
        assert any(message.code == "refused.fault" for message in floor.view().messages)
    else:
        floor.set_hands()
    assert floor.view().notes_open is not row.notes
    credit = floor.credit_cents
    floor.press(c.CashOut())
    job, handpays = floor.state.bank.station(1).job, floor.state.bank.station(1).handpays
    match row.cash_out:
        case Out.OPEN:
            assert job is not None
        case Out.BY_HAND:
            assert job is None
            assert handpays[0].amounts.total == credit
        case Out.CLOSED:
            assert (job, handpays, floor.credit_cents) == (None, (), credit)


@pytest.mark.parametrize("row", ROWS)
def test_a_fault_survives_the_power_and_ends_only_in_its_own_way(row: FaultRow) -> None:
    """S-05: raised, gone and cleared are records."""
    floor = Floor()
    _raised(floor, row)
    floor.boot()
    assert [fault.code for fault in floor.state.faults] == [row.code]
    floor.signal(StorageSaid(row.code, False))
    assert bool(floor.state.faults) is row.attendant
    if not row.attendant:
        return
    floor.press(c.ClearFault(row.code))
    assert floor.refusals() == ["refused.attendant_only"]
    floor.attend(c.ClearFault(row.code))
    assert bool(floor.state.faults) is not row.clearable
    assert ("FaultCleared" in floor.names()) is row.clearable


def test_a_fault_that_holds_is_raised_once() -> None:
    floor = Floor()
    for _ in range(3):
        floor.said("acceptor.1", AcceptorConditions(("jam_acceptor",)))
    assert floor.names().count("FaultRaised") == 1
    for _ in range(3):
        floor.signal(StorageSaid("disk_low", True))
    assert floor.names().count("FaultRaised") == 2
    floor.signal(StorageSaid("disk_low", False))
    floor.said("acceptor.1", AcceptorConditions(("jam_acceptor", "failure")))
    assert {fault.code for fault in floor.state.faults} == {"jam_acceptor", "failure"}
    floor.said("acceptor.1", AcceptorConditions(()))
    assert floor.state.faults == ()


def test_the_same_condition_of_two_devices_are_two_faults() -> None:
    floor = Floor(options(stations=(1, 2)), ("acceptor.1", "acceptor.2", "printer.1", "printer.2"))
    floor.said("acceptor.1", AcceptorConditions(("jam_acceptor",)))
    floor.said("acceptor.2", AcceptorConditions(("jam_acceptor",)))
    floor.said("acceptor.1", AcceptorConditions(()))
    assert [(fault.code, fault.place) for fault in floor.state.faults] == [("jam_acceptor", "acceptor.2")]
    assert floor.view(1).notes_open
    assert not floor.view(2).notes_open


def test_a_condition_nobody_knows_is_a_wrong_device_never_ignored() -> None:
    floor = Floor()
    floor.said("printer.1", PrinterConditions(("on_fire",)))
    assert [fault.code for fault in floor.state.faults] == ["printer_wrong"]


def test_a_ticket_in_the_chute_is_nobody_s_fault() -> None:
    floor = Floor()
    floor.said("printer.1", PrinterConditions(("ticket_in_chute",)))
    assert floor.state.faults == ()


def test_a_lost_device_comes_back_by_itself() -> None:
    """A4: shown and logged, intake closed, credit and meters unchanged, back without anybody."""
    floor = Floor()
    floor.note(5_000)
    books = floor.state.bank.station(1).books
    floor.said("acceptor.1", LinkDown("unplugged"), LinkDown("unplugged"))
    assert floor.names().count("DeviceLost") == 1
    assert [fault.code for fault in floor.state.faults] == ["acceptor_lost"]
    assert not floor.view().notes_open
    floor.said("acceptor.1", LinkUp("twin", "acceptor.1"))
    assert floor.state.faults == ()
    assert floor.state.bank.station(1).books == books


def test_another_device_on_the_port_is_a_fault() -> None:
    """A5."""
    floor = Floor()
    floor.said("acceptor.1", WrongDevice("SHAKER v1.2"))
    assert [fault.code for fault in floor.state.faults] == ["acceptor_wrong"]
    assert not floor.view().notes_open


def test_a_swapped_pair_of_cables_is_named_until_the_right_device_answers() -> None:
    """A5: each port tells which other device of the cabinet said who it is."""
    floor = Floor()
    floor.said("acceptor.1", LinkDown("silent"), WrongDevice("printer.1 answers: TCL", "printer.1"))
    floor.said("printer.1", LinkDown("silent"), WrongDevice("acceptor.1 answers: ID-003", "acceptor.1"))
    named = [message for message in floor.view().faults if message.code == "fault.cables_swapped.named"]
    assert [dict(message.params) for message in named] == [
        {"place": "acceptor.1", "answers": "printer.1"},
        {"place": "printer.1", "answers": "acceptor.1"},
    ]
    floor.said("acceptor.1", LinkUp("twin", "acceptor.1"))
    floor.said("printer.1", LinkUp("twin", "printer.1"))
    assert floor.state.faults == ()


def test_a_refused_order_is_noted() -> None:
    floor = Floor()
    floor.said("acceptor.1", OrderRefused("Stack", "invalid command"))
    assert floor.last("EventNoted")["code"] == "order_refused"


# -- doors --------------------------------------------------------------------------------------------


def test_a_door_opened_while_the_power_was_off_counts_as_opened_now() -> None:
    """S-04."""
    floor = Floor()
    floor.said("deck.1", DoorChanged("logic", False, latched=True))
    assert floor.last("DoorOpened") == {"is": "DoorOpened", "door": "logic", "latched": True}
    assert [fault.code for fault in floor.state.faults] == ["door_logic_unpowered"]
    floor.attend(c.ClearFault("door_logic_unpowered"))
    assert floor.state.faults == ()


def test_an_open_door_stops_play_and_a_closed_one_lets_it_go_on() -> None:
    floor = Floor()
    floor.note(5_000)
    floor.said("deck.1", DoorChanged("main", True), DoorChanged("main", True))
    assert floor.names().count("DoorOpened") == 1
    floor.press(c.AddChip("main", 500))
    assert floor.refusals() == ["refused.fault"]
    floor.said("deck.1", DoorChanged("main", False))
    floor.round(main=500)
    assert floor.state.play.round is not None


# -- devices that say nothing -------------------------------------------------------------------------


def test_nothing_is_enabled_before_every_money_device_was_asked() -> None:
    """Rule 4 of writing before acting: asked at boot even when nothing is owed."""
    floor = Floor(start=False)
    assert not floor.view().notes_open
    floor.press(c.AddChip("main", 500))
    assert floor.refusals() == ["refused.asking"]
    floor.ready()
    assert floor.view().notes_open


def test_a_device_that_never_answers_counts_as_lost() -> None:
    floor = Floor(start=False)
    floor.elapse("asked.acceptor.1")
    floor.elapse("asked.printer.1")
    assert {fault.code for fault in floor.state.faults} == {"acceptor_lost", "printer_lost"}
    floor.said("printer.1", LinkUp("twin", "printer.1"), PrinterTold(False, False, False))
    assert {fault.code for fault in floor.state.faults} == {"acceptor_lost"}
    floor.elapse("asked.printer.1")
    assert {fault.code for fault in floor.state.faults} == {"acceptor_lost"}


def test_a_printer_lost_before_a_note_goes_in_tells_the_player_how_he_will_be_paid() -> None:
    floor = Floor()
    floor.said("printer.1", LinkDown("unplugged"))
    assert floor.view().notes_open
    assert any(message.code == "notice.paid_by_hand" for message in floor.view().messages)


def test_documents_that_never_reach_escrow_one_after_another_call_somebody() -> None:
    floor = Floor()
    for _ in range(20):
        floor.said("acceptor.1", DocumentRejected("insertion"))
    assert "rejects" in [fault.code for fault in floor.state.faults]
    assert floor.view().notes_open, "nothing is closed"


def test_a_note_that_comes_while_notes_are_closed_goes_back() -> None:
    floor = Floor()
    floor.key()
    floor.said("acceptor.1", NoteEscrowed(5_000))
    assert floor.last("DocumentDeclined")["reason"] == "attendant"


@pytest.mark.parametrize("device", ["acceptor.1", "printer.1"])
def test_a_device_that_comes_back_is_reconciled_before_it_is_used_again(device: str) -> None:
    floor = Floor()
    floor.said(device, LinkDown("unplugged"))

    bank = floor.state.bank.station(1)

    assert (bank.acceptor_reconciled, bank.printer_reconciled) == (device != "acceptor.1", device != "printer.1")


def test_a_door_that_stood_open_when_the_power_went_is_no_other_opening() -> None:
    """Its latch tells of the opening that is in the journal already."""
    floor = Floor()
    floor.said("deck.1", DoorChanged("logic", True))
    floor.boot()
    floor.ready()
    floor.said("deck.1", DoorChanged("logic", True, latched=True))
    assert [fault.code for fault in floor.state.faults] == ["door_logic"]
    floor.said("deck.1", DoorChanged("logic", False))
    assert floor.state.faults == ()
    assert floor.names().count("DoorOpened") == 1
