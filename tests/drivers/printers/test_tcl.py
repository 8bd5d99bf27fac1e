"""Cash-outs on a TCL printer: the driver against its twin, and against answers written by hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from cabinet.ports.printer import (
    ClearErrors,
    Print,
    PrintBegun,
    PrintCompleted,
    PrinterConditions,
    PrinterTold,
    PrintFailed,
    PrintLost,
    TicketTaken,
    ValidationPrinted,
)
from drivers.device import Event
from drivers.emulators.tcl import TclTwin, TclTwinOptions
from drivers.emulators.world import World
from drivers.printers import PRINTERS
from drivers.printers.tcl import Tcl, TclOptions
from drivers.printers.tcl_wire import AnswerReader, Flag, Status, write_status
from tests.drivers.printers.papers import NUMBER, cash_out, report
from tests.drivers.printers.rig import Bench

FACTS = (PrintBegun, ValidationPrinted, PrintCompleted, TicketTaken, PrintFailed, PrintLost)


def bench(world: World | None = None, options: TclTwinOptions | None = None, **wire: Any) -> Bench:
    """A printer that has been on for a while and a driver that knows it."""
    joined = Bench(Tcl(), TclTwin((world or World()).shelf("printer.1"), options), **wire)
    joined.run(2000)
    return joined


def facts(joined: Bench) -> list[Event]:
    return [event for _, event in joined.events if isinstance(event, FACTS)]


def papers(joined: Bench) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = joined.twin.status()["papers"]
    return listed


def test_the_registry_knows_the_protocol_by_name() -> None:
    assert PRINTERS["tcl"] is Tcl


def test_a_printer_is_asked_who_it_is_before_anything_else() -> None:
    joined = Bench(Tcl(), TclTwin(World().shelf("printer.1")))
    events = joined.run(1000)
    assert events == [LinkUp("TCL GENTWIN10"), PrinterTold(False, False, False), PrinterConditions(())]
    assert not joined.sent.replace(b"^S|^", b"")  # nothing but the question


def test_a_cash_out_is_printed_and_taken_three_separate_facts() -> None:
    joined = bench()
    joined.order(cash_out(7))
    joined.run(4000)
    assert facts(joined) == [PrintBegun(7), ValidationPrinted(7), PrintCompleted(7)]
    assert joined.at(ValidationPrinted) < joined.at(PrintCompleted)
    joined.run(60_000)  # not taken in time is not a failed print
    assert not joined.of(TicketTaken)
    assert not joined.of(PrintLost)
    assert joined.hand(take_ticket=True)["ticket"]["amount_cents"] == 3750
    joined.run(1000)
    assert facts(joined)[-1] == TicketTaken(7)
    assert joined.twin.status()["tickets_on_paper_cents"] == 3750


class Disk(World):
    """Remembers what a kill would leave of the world."""

    kept = "{}"

    def commit(self) -> None:
        self.kept = json.dumps(self.shelves())


def test_the_number_is_on_the_shelf_before_any_byte_tells_it() -> None:
    world = Disk()
    joined = bench(world)
    joined.order(cash_out())
    while not any(Flag.VALIDATION_DONE in told.flags for told in AnswerReader().feed(bytes(joined.heard))):
        joined.run(1)
    assert json.loads(world.kept)["printer.1"]["papers"][0]["state"] == "printed"


def test_errors_are_cleared_before_the_print_order_goes_out() -> None:
    joined = bench()
    joined.order(cash_out())
    joined.run(300)
    assert 0 < joined.sent.index(b"^C|^") < joined.sent.index(b"^P|")
    assert joined.sent.count(b"^P|") == 1


@pytest.mark.parametrize("wire", [{"split": True}, {"noise": 0.02, "seed": 3}, {"loss": 0.005, "seed": 5}])
def test_over_a_bad_wire_one_ticket_is_one_paper(wire: dict[str, Any]) -> None:  # A6, A10
    joined = bench(**wire)
    joined.order(cash_out())
    joined.run(20_000)
    assert facts(joined)[:3] == [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1)]
    assert joined.sent.count(b"^P|") == 1
    assert len(papers(joined)) == 1


def test_one_wrong_bit_in_an_answer_proves_nothing() -> None:
    """There is no checksum: an answer that the next one contradicts is not believed."""
    driver = Tcl()
    wire = Hand(driver)
    wire.idle({Flag.TOP_OF_FORM, Flag.VALIDATION_DONE})
    wire.order(cash_out())
    wire.say({Flag.TOP_OF_FORM, Flag.VALIDATION_DONE}, times=4)
    wire.say({Flag.TOP_OF_FORM}, times=1)  # the flipped bit: validation-done looks cleared once
    wire.say({Flag.TOP_OF_FORM, Flag.VALIDATION_DONE}, times=4)
    assert wire.facts() == []


class Hand:
    """A printer played by hand: says what it is told to, in answer to each question."""

    def __init__(self, driver: Tcl) -> None:
        self.driver, self.now = driver, 0
        self.events: list[Event] = driver.opened(0)
        self.sent = b""

    def idle(self, flags: set[Flag]) -> None:
        self.say(flags, times=3)

    def say(self, flags: set[Flag] | None, times: int = 2) -> None:
        """Answer *times* questions with *flags*; None = stay silent."""
        for _ in range(times):
            out = b""
            while not out:
                due = self.driver.wake_at()
                assert due is not None
                self.now = max(self.now, due)
                out, events = self.driver.pull(self.now)
                self.events += events
            self.sent += out
            if flags is not None:
                self.now += 8
                answer = write_status(Status("HANDMADE1", frozenset(flags)))
                self.events += self.driver.receive(answer, self.now)

    def order(self, what: Any) -> None:
        self.events += self.driver.order(what, self.now)

    def facts(self) -> list[Event]:
        return [event for event in self.events if isinstance(event, FACTS)]


READY = {Flag.TOP_OF_FORM}
OLD = {Flag.TOP_OF_FORM, Flag.VALIDATION_DONE}  # ready, the last ticket's validation still told
BUSY = {Flag.BUSY}
PRINTED = {Flag.BUSY, Flag.VALIDATION_DONE}
STOPPED = {Flag.VALIDATION_DONE}
HANGING = {Flag.TOP_OF_FORM, Flag.VALIDATION_DONE, Flag.IN_CHUTE}
PART = {Flag.TOP_OF_FORM, Flag.IN_CHUTE}
JAM = {Flag.PAPER_JAM}

ORDERS_OF_FACTS: list[tuple[str, set[Flag], list[set[Flag]], list[Event]]] = [
    ("as the sheet says", READY, [BUSY, PRINTED, STOPPED, HANGING, OLD],
     [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1), TicketTaken(1)]),
    ("after another ticket", OLD, [BUSY, PRINTED, STOPPED, HANGING, OLD],
     [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1), TicketTaken(1)]),
    ("an old validation-done is not believed", OLD, [OLD, OLD, OLD], []),
    ("busy seen, validation never seen cleared", OLD, [PRINTED, PRINTED],
     [PrintBegun(1), ValidationPrinted(1)]),
    ("busy missed, validation seen cleared", OLD, [READY, OLD],
     [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1)]),
    ("busy missed, validation clear before the order", READY, [OLD],
     [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1)]),
    ("validation only after the paper hangs in the chute", READY, [BUSY, PART, HANGING],
     [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1)]),
    ("a jam before the number", READY, [BUSY, *[JAM] * 6], [PrintBegun(1), PrintFailed(1, "paper_jam")]),
    ("a jam after the number", READY, [BUSY, PRINTED, *[JAM | STOPPED] * 6], [PrintBegun(1), ValidationPrinted(1)]),
    ("a jam that comes and goes, then the number", READY, [BUSY, JAM | BUSY, BUSY, PRINTED],
     [PrintBegun(1), ValidationPrinted(1)]),
    ("the order was not understood", OLD, [*[OLD | {Flag.COMMAND_ERROR}] * 6], [PrintFailed(1, "command_error")]),
    ("switched off and on in the middle", READY, [BUSY, READY | {Flag.POWERED_UP}],
     [PrintBegun(1), PrintLost(1, "printer_restarted")]),
    ("comes back claiming the number is printed", READY, [BUSY, OLD | {Flag.POWERED_UP}, OLD | {Flag.POWERED_UP}],
     [PrintBegun(1), PrintLost(1, "printer_restarted")]),
    ("prints for ever", READY, [BUSY] * 40, [PrintBegun(1), PrintLost(1, "not_confirmed_in_time")]),
    ("nothing ever changes", OLD, [OLD] * 40, [PrintLost(1, "not_confirmed_in_time")]),
    ("confirmed late", READY, [*[BUSY] * 40, PRINTED],
     [PrintBegun(1), PrintLost(1, "not_confirmed_in_time"), ValidationPrinted(1)]),
    ("confirmed after it was called failed", READY, [BUSY, *[JAM] * 6, PRINTED],
     [PrintBegun(1), PrintFailed(1, "paper_jam"), ValidationPrinted(1)]),
]  # fmt: skip


@pytest.mark.parametrize(
    ("before", "told", "expected"), [row[1:] for row in ORDERS_OF_FACTS], ids=[row[0] for row in ORDERS_OF_FACTS]
)
def test_every_order_of_facts(before: set[Flag], told: list[set[Flag]], expected: list[Event]) -> None:
    wire = Hand(Tcl())
    wire.idle(before)
    wire.order(cash_out())
    wire.say(before, times=2)  # the answers after ^C and the one the ^P went out with
    assert wire.sent.count(b"^P|") == 1
    for flags in told:
        wire.say(flags, times=3)
    assert wire.facts() == expected
    assert wire.sent.count(b"^P|") == 1


NOT_READY = [
    ({Flag.TOP_OF_FORM, Flag.PAPER_OUT}, "paper_out"),
    ({Flag.TOP_OF_FORM, Flag.HEAD_UP, Flag.PAPER_JAM}, "head_open,paper_jam"),
    ({Flag.TOP_OF_FORM, Flag.BUSY}, "busy"),
    (set[Flag](), "not_top_of_form"),
    ({Flag.TOP_OF_FORM, Flag.IN_CHUTE}, "ticket_in_chute"),
    ({Flag.TOP_OF_FORM, Flag.XOFF}, "takes_no_bytes"),
]


@pytest.mark.parametrize(("flags", "reason"), NOT_READY, ids=[reason for _, reason in NOT_READY])
def test_a_printer_that_is_not_ready_gets_no_byte_of_the_ticket(flags: set[Flag], reason: str) -> None:  # T, E-15
    wire = Hand(Tcl())
    wire.idle(flags)
    wire.order(cash_out())
    wire.say(flags, times=60)
    assert wire.facts() == [PrintFailed(1, reason)]
    assert b"^P" not in wire.sent


def test_a_ticket_waits_for_the_one_before_to_be_taken() -> None:
    joined = bench()
    joined.order(cash_out(1))
    joined.run(4000)
    joined.order(cash_out(2))
    joined.run(2000)
    assert joined.sent.count(b"^P|") == 1
    joined.hand(take_ticket=True)
    joined.run(4000)
    assert facts(joined)[3:] == [TicketTaken(1), PrintBegun(2), ValidationPrinted(2), PrintCompleted(2)]


NAMES = {
    Flag.SYSTEM_ERROR: "system_error",
    Flag.HEAD_UP: "head_open",
    Flag.PAPER_OUT: "paper_out",
    Flag.HEAD_ERROR: "head_error",
    Flag.VOLTAGE: "voltage",
    Flag.TEMPERATURE: "temperature",
    Flag.LIBRARY_REFERENCE: "memory",
    Flag.REGION_DATA: "memory",
    Flag.LIBRARY_LOAD: "memory",
    Flag.BUFFER_OVERFLOW: "memory",
    Flag.JOB_MEMORY: "memory",
    Flag.COMMAND_ERROR: "command_error",
    Flag.LIBRARIES_CORRUPT: "memory",
    Flag.IN_CHUTE: "ticket_in_chute",
    Flag.FLASH: "memory",
    Flag.OFFLINE: "offline",
    Flag.INDEX_MARK: "paper_jam",
    Flag.CUTTER: "cutter",
    Flag.PAPER_JAM: "paper_jam",
    Flag.PAPER_LOW: "paper_low",
}


@pytest.mark.parametrize("flag", list(Flag), ids=lambda flag: flag.name)
def test_every_status_bit_is_a_named_condition_or_a_plain_state(flag: Flag) -> None:  # E-15, S-06
    wire = Hand(Tcl())
    wire.idle(READY)
    wire.say(READY | {flag})
    told = [event for event in wire.events if isinstance(event, PrinterConditions)]
    name = NAMES.get(flag)
    if name is None:
        assert told == [PrinterConditions(())]
    else:
        assert told == [PrinterConditions(()), PrinterConditions((name,), flag.name.lower())]


def test_silence_is_a_fault_and_never_paper_there() -> None:  # A4
    joined = bench()
    joined.hand(fault="mute", on=True)
    assert joined.run(4000) == [LinkDown("silent"), PrinterConditions(("silent",), "silent")]
    assert joined.run(600_000) == []  # ten minutes: said once, asked on
    joined.hand(fault="mute", on=False)
    assert joined.run(2000)[:2] == [LinkUp("TCL GENTWIN10"), PrinterTold(False, False, False)]


def test_a_late_ok_at_six_seconds_settles_the_ticket() -> None:  # A10
    joined = bench()
    joined.hand(fault="late_ok", ms=6000)
    joined.order(cash_out())
    joined.run(8000)
    assert facts(joined)[:3] == [PrintBegun(1), PrintLost(1, "not_confirmed_in_time"), ValidationPrinted(1)]
    assert len(papers(joined)) == 1


def test_an_ok_after_six_seconds_of_silence_settles_it_too() -> None:  # A10
    joined = bench()
    joined.order(cash_out())
    joined.run(700)
    joined.hand(fault="mute")
    joined.run(5300)
    assert facts(joined) == [PrintBegun(1), PrintLost(1, "silent")]
    joined.hand(fault="mute", on=False)
    joined.run(1000)
    assert facts(joined)[2:] == [ValidationPrinted(1), PrintCompleted(1)]
    assert joined.sent.count(b"^P|") == 1


@pytest.mark.parametrize("told", ["kept", "cleared", "set"])
def test_power_off_after_40_percent_of_the_bytes_prints_nothing_and_proves_nothing(told: str) -> None:  # A10
    joined = bench(options=TclTwinOptions(validation_after_power=told))
    joined.hand(fault="power_loss", bytes_percent=40)
    joined.order(cash_out())
    joined.run(5000)
    assert facts(joined) == [PrintLost(1, "silent")]
    joined.hand(power="on")
    joined.run(20_000)
    assert facts(joined) == [PrintLost(1, "silent")]
    assert papers(joined) == []
    assert joined.sent.count(b"^P|") == 1


@pytest.mark.parametrize("told", ["kept", "cleared", "set"])
@pytest.mark.parametrize(("percent", "state"), [(20, "partial"), (80, "printed")])
def test_power_off_in_the_middle_of_the_paper_is_unknown(told: str, percent: int, state: str) -> None:  # A10
    joined = bench(options=TclTwinOptions(validation_after_power=told, validation_ms=1500))
    joined.hand(fault="power_loss", print_percent=percent)
    joined.order(cash_out())
    joined.run(8000)
    joined.hand(power="on")
    joined.run(20_000)
    paper = joined.hand(take_ticket=True)["ticket"]
    joined.run(5000)
    if state == "partial":
        assert facts(joined) == [PrintBegun(1), PrintLost(1, "silent")]
    else:
        assert facts(joined)[:2] in ([PrintBegun(1), PrintLost(1, "silent")], [PrintBegun(1), ValidationPrinted(1)])
    assert paper["state"] == state
    assert joined.twin.status()["tickets_on_paper_cents"] == (3750 if state == "printed" else 0)
    assert joined.sent.count(b"^P|") == 1


def test_a_cable_pulled_in_mid_print_is_unknown_and_stays_so() -> None:  # A4, A10
    joined = bench()
    joined.order(cash_out())
    joined.run(500)
    down = joined.unplug()
    assert down == [PrintLost(1, "unplugged"), LinkDown("unplugged"), PrinterConditions(("silent",), "unplugged")]
    joined.run(5000)
    joined.plug()
    joined.run(5000)
    assert joined.of(PrinterTold)[-1] == PrinterTold(False, True, True)
    assert not joined.of(ValidationPrinted)  # the sheet: cable out means unknown; the attendant looks
    assert joined.sent.count(b"^P|") == 1


def test_a_printer_that_hears_nothing_any_more_leaves_the_ticket_unconfirmed() -> None:  # A7
    joined = bench()
    joined.hand(fault="deaf")
    joined.order(cash_out())
    joined.run(5000)
    assert facts(joined) == [PrintLost(1, "silent")]
    assert joined.at(PrintLost) < 2000 + 5000


def test_a_report_of_twenty_kilobytes_goes_out_in_pieces_and_stops_at_xoff() -> None:  # A7
    joined = bench()
    joined.order(Print(3, report(1000)))
    joined.run(60_000)
    assert facts(joined) == [PrintBegun(3), PrintCompleted(3)]
    assert len(papers(joined)[-1]["lines"]) == 1000
    wire = Hand(Tcl())
    wire.idle(READY)
    wire.order(Print(4, report(1000)))
    wire.say(READY, times=4)
    wire.say(READY | {Flag.XOFF}, times=1)  # the piece already on its way
    pieces = wire.sent.count(b"METER")
    wire.say(READY | {Flag.XOFF}, times=80)
    assert wire.sent.count(b"METER") == pieces
    assert wire.facts() == [PrintLost(4, "printer_takes_no_bytes")]


def test_orders_that_cannot_be_obeyed_are_events() -> None:
    driver = Tcl()
    assert driver.order(ClearErrors(), 0) == [OrderRefused("ClearErrors", "not_connected")]
    assert driver.order(cash_out(), 0) == [PrintFailed(1, "not_connected")]
    assert driver.order("nonsense", 0) == [OrderRefused("str", "unknown_order")]
    joined = bench()
    joined.order(cash_out(1))
    assert joined.order(cash_out(2)) == [OrderRefused("Print", "job_1_under_way")]
    assert joined.order(cash_out(1)) == [OrderRefused("Print", "job_1_under_way")]


def test_clear_errors_is_sent_once() -> None:
    joined = bench()
    joined.order(ClearErrors())
    joined.run(5000)
    assert joined.sent.count(b"^C|^") == 1


@pytest.mark.parametrize(
    ("answer", "told"), [(None, "echo"), (b"FC 05 40 hello", "FC 05 40 hello" * 2 + "FC 0"[:4])], ids=["echo", "other"]
)
def test_something_else_on_the_port_is_no_printer(answer: bytes | None, told: str) -> None:  # A5
    driver = Tcl()
    driver.opened(0)
    events: list[Event] = []
    for now in range(0, 5000, 50):
        out, told_now = driver.pull(now)
        events += told_now + driver.receive(answer if answer and out else out, now)
    wrong = [event for event in events if isinstance(event, WrongDevice)]
    assert len(wrong) == 1
    assert (wrong[0].told == "echo") == (answer is None)
    assert not [event for event in events if isinstance(event, LinkUp)]
    assert driver.order(cash_out(), 6000) == [PrintFailed(1, "not_connected")]


def test_start_text_after_opening_is_not_an_answer() -> None:  # A8
    joined = Bench(Tcl(), TclTwin(World().shelf("printer.1")))
    joined.twin.power_up(0)
    joined.driver.receive(b"\x00\xffPRINTER v1.2 READY\r\n", 0)
    joined.run(1500)
    assert joined.events == []
    joined.run(3000)
    assert joined.of(LinkUp)


def test_poll_intervals_are_the_sheets() -> None:
    joined = bench()
    questions = joined.sent.count(b"^S|^")
    joined.run(10_000)
    assert 19 <= joined.sent.count(b"^S|^") - questions <= 21
    joined.order(cash_out())
    questions = joined.sent.count(b"^S|^")
    joined.run(1000)
    assert 9 <= joined.sent.count(b"^S|^") - questions <= 12


def test_the_world_outlives_the_cabinet() -> None:
    world = World()
    joined = bench(world)
    joined.order(cash_out())
    joined.run(1800)  # the number is on the paper, the paper still in the path
    again = bench(world)
    assert again.twin.status()["tickets_on_paper_cents"] == 3750
    assert again.hand(take_ticket=True)["ticket"]["number"] == NUMBER
    assert again.of(PrinterTold)[0].in_chute


def test_after_a_restart_the_end_of_an_old_print_and_its_taking_are_told() -> None:
    """The printer went on while the cabinet was down; the machine waits for what it says next."""
    joined = bench()
    joined.order(cash_out())
    joined.run(500)
    joined.driver = Tcl()  # the cabinet starts again, the printer does not
    joined.driver.opened(joined.now)
    joined.run(300)
    assert joined.of(PrinterTold)[-1] == PrinterTold(True, False, False)
    joined.run(5000)
    assert joined.of(PrinterTold)[-1] == PrinterTold(False, True, True)
    joined.hand(take_ticket=True)
    joined.run(1500)
    assert joined.of(PrinterTold)[-1] == PrinterTold(False, True, False)


def test_validation_done_after_a_power_cut_is_not_passed_on() -> None:
    joined = bench(options=TclTwinOptions(validation_after_power="set"))
    joined.hand(power="on")
    joined.run(6000)
    assert joined.of(PrinterTold)[-1] == PrinterTold(False, False, False)


def test_options_change_the_waits() -> None:
    joined = Bench(Tcl(TclOptions(silent_ms=1000)), TclTwin(World().shelf("printer.1")))
    joined.hand(power="off")
    assert joined.run(1500) == [LinkDown("silent"), PrinterConditions(("silent",), "silent")]
