"""The emulated TCL printer obeys the sheet and physics, whoever asks it."""

from __future__ import annotations

import pytest

from drivers.emulators.paper_path import printed_cents
from drivers.emulators.tcl import TclTwin, TclTwinOptions
from drivers.emulators.world import World
from drivers.printers.letters import Refused
from drivers.printers.tcl_document import orders_of
from drivers.printers.tcl_wire import Flag, read_status
from tests.drivers.printers.papers import ticket


def voucher(number: str = "991234567890123456") -> bytes:
    orders = orders_of(ticket(number=number), "0", 2048)
    assert not isinstance(orders, Refused)
    return orders[0]


def ask(twin: TclTwin, now: int) -> frozenset[Flag]:
    twin.receive(b"^S|^", now)
    status = read_status(twin.pull(now))
    assert status is not None
    return status.flags


def test_the_states_after_a_print_order_come_in_the_sheets_order() -> None:
    twin = TclTwin(World().shelf("p"))
    twin.receive(b"^C|^", 0)
    assert ask(twin, 0) == {Flag.TOP_OF_FORM}
    twin.receive(voucher(), 10)
    assert ask(twin, 20) == {Flag.BUSY}
    assert ask(twin, 920) == {Flag.BUSY, Flag.VALIDATION_DONE}
    assert ask(twin, 2020) == {Flag.VALIDATION_DONE, Flag.IN_CHUTE}
    assert ask(twin, 2200) == {Flag.VALIDATION_DONE, Flag.IN_CHUTE, Flag.TOP_OF_FORM}
    twin.bench({"take_ticket": True}, 3000)
    assert ask(twin, 3000) == {Flag.VALIDATION_DONE, Flag.TOP_OF_FORM}


def test_the_roll_runs_low_and_then_out() -> None:
    twin = TclTwin(World().shelf("p"), TclTwinOptions(roll=2, low_at=1))
    twin.receive(b"^C|^", 0)
    for paper in range(2):
        twin.receive(voucher(), paper * 5000)
    assert ask(twin, 20_000) >= {Flag.PAPER_LOW, Flag.PAPER_OUT}
    twin.receive(voucher(), 21_000)
    assert Flag.COMMAND_ERROR in ask(twin, 21_000)
    assert twin.status()["papers_printed"] == 2
    twin.bench({"paper": "full"}, 22_000)
    assert not ask(twin, 22_000) & {Flag.PAPER_LOW, Flag.PAPER_OUT}


@pytest.mark.parametrize("fault", ["head_open", "paper_jam", "cutter", "system_error", "offline", "index_mark"])
def test_a_fault_in_mid_print_leaves_a_worthless_paper_and_nothing_goes_on_by_itself(fault: str) -> None:
    twin = TclTwin(World().shelf("p"))
    twin.receive(voucher(), 0)
    twin.bench({"fault": fault, "on": True}, 500)
    twin.bench({"fault": fault, "on": False}, 5000)
    assert Flag.BUSY not in ask(twin, 20_000)
    assert twin.status()["tickets_on_paper_cents"] == 0
    assert twin.bench({"take_ticket": True}, 20_000)["ticket"]["state"] == "partial"


@pytest.mark.parametrize("order", [b"^Q|^", b"^P|9|1|x|^", b"^P|0|2|x|^", b"^P|^"])
def test_an_order_it_does_not_know_is_a_command_error(order: bytes) -> None:
    twin = TclTwin(World().shelf("p"))
    twin.receive(order, 0)
    assert Flag.COMMAND_ERROR in ask(twin, 0)
    twin.receive(b"^C|^", 0)
    assert Flag.COMMAND_ERROR not in ask(twin, 0)


def test_more_bytes_than_its_buffer_are_an_overflow() -> None:
    twin = TclTwin(World().shelf("p"))
    twin.receive(b"x" * 5000, 0)
    twin.receive(b"|^", 0)
    assert Flag.BUFFER_OVERFLOW in ask(twin, 0)


def test_it_is_silent_while_it_boots_and_says_so_after() -> None:
    twin = TclTwin(World().shelf("p"))
    twin.power_up(0)
    twin.receive(b"^S|^", 1999)
    assert twin.pull(1999) == b""
    assert Flag.POWERED_UP in ask(twin, 2000)


def test_enquiry_is_answered_like_a_question() -> None:
    twin = TclTwin(World().shelf("p"))
    twin.receive(b"\x05", 0)
    assert len(twin.pull(0)) == 29


def test_noise_is_the_same_for_the_same_seed() -> None:
    heard = []
    for _ in range(2):
        twin = TclTwin(World().shelf("p"), seed=9)
        twin.bench({"fault": "noise"}, 0)
        twin.receive(b"^S|^", 0)
        heard.append(twin.pull(0))
    assert heard[0] == heard[1]
    assert read_status(heard[0]) != read_status(b"*S|0|GENTWIN10|@|@|@|@|Q|00|*")


@pytest.mark.parametrize(
    ("amount", "cents"),
    [("USD 37.50", 3750), ("USD 1,234.50", 123450), ("EUR 1.234,50", 123450), ("JPY 500", 500), ("USD 37", 3700)],
)
def test_the_amount_is_read_from_the_paper_as_printed(amount: str, cents: int) -> None:
    assert printed_cents(amount) == cents


def test_unknown_acts_are_answers() -> None:
    twin = TclTwin(World().shelf("p"))
    assert twin.bench({"juggle": True}, 0) == {"error": "unknown act"}
    assert twin.bench({"take_ticket": True}, 0) == {"error": "no ticket in the chute"}
