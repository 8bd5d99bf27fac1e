"""Cash-outs on ESC/POS kiosk printers: one that confirms what it printed, one that is watched."""

from __future__ import annotations

import re
from dataclasses import replace
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
from drivers.emulators.escpos import EscPosTwin, EscPosTwinOptions
from drivers.emulators.world import World
from drivers.printers import PRINTERS
from drivers.printers.escpos import EscPos, EscPosOptions
from drivers.printers.escpos_document import Paper
from tests.drivers.printers.papers import NUMBER, cash_out, report, ticket
from tests.drivers.printers.rig import Bench

FACTS = (PrintBegun, ValidationPrinted, PrintCompleted, TicketTaken, PrintFailed, PrintLost)
KIOSK = EscPosOptions(kiosk=True, paper=Paper(confirms=False, presenter=True))
MODELS = {"tm": (EscPosOptions(), EscPosTwinOptions()), "kiosk": (KIOSK, EscPosTwinOptions(kiosk=True))}


def bench(model: str = "tm", world: World | None = None, **wire: Any) -> Bench:
    options, body = MODELS[model]
    joined = Bench(EscPos(options), EscPosTwin((world or World()).shelf("printer.1"), body), **wire)
    joined.run(2000)
    return joined


def facts(joined: Bench) -> list[Event]:
    return [event for _, event in joined.events if isinstance(event, FACTS)]


def paper(joined: Bench) -> dict[str, Any]:
    newest: dict[str, Any] = joined.twin.status()["papers"][-1]
    return newest


both = pytest.mark.parametrize("model", list(MODELS))


def test_the_registry_knows_the_protocol() -> None:
    assert PRINTERS["escpos"] is EscPos


@both
def test_a_printer_that_answers_is_up_and_ready(model: str) -> None:
    joined = bench(model)
    name = "ESC/POS kiosk" if model == "kiosk" else "ESC/POS"
    assert [event for _, event in joined.events] == [
        LinkUp(name),
        PrinterTold(False, False, False),
        PrinterConditions(()),
    ]


@both
def test_a_cash_out_is_printed_with_its_number_and_amount(model: str) -> None:
    joined = bench(model)
    joined.order(cash_out(7))
    joined.run(5000)
    expected = [PrintBegun(7), ValidationPrinted(7), PrintCompleted(7)]
    assert facts(joined)[:3] == expected
    assert (paper(joined)["number"], paper(joined)["amount_cents"], paper(joined)["state"]) == (NUMBER, 3750, "printed")
    assert joined.twin.status()["tickets_on_paper_cents"] == 3750
    if model == "kiosk":
        assert facts(joined) == expected  # it hangs at the output until somebody takes it
        joined.hand(take_ticket=True)
        joined.run(2000)
    assert facts(joined) == [*expected, TicketTaken(7)]


@both
@pytest.mark.parametrize("wire", [{"split": True}, {"noise": 0.003, "seed": 3}, {"loss": 0.002, "seed": 5}])
def test_over_a_bad_wire_one_ticket_is_one_paper(model: str, wire: dict[str, Any]) -> None:  # A6, A10
    joined = bench(model, **wire)
    joined.run(5000)
    joined.order(cash_out())
    joined.run(20_000)
    assert joined.twin.status()["papers_printed"] == 1
    assert facts(joined)[0] == PrintBegun(1)


ERRORS = [
    ("tm", "head_open", "head_open"),
    ("tm", "cutter", "cutter"),
    ("tm", "temperature", "temperature"),
    ("tm", "system_error", "system_error"),
    ("kiosk", "head_open", "head_open"),
    ("kiosk", "paper_jam", "paper_jam"),
    ("kiosk", "voltage", "voltage"),
    ("kiosk", "memory", "memory"),
    ("kiosk", "cutter", "cutter"),
]


@pytest.mark.parametrize(("model", "fault", "name"), ERRORS)
def test_every_fault_is_a_named_condition_and_stops_a_print_before_its_first_byte(
    model: str, fault: str, name: str
) -> None:  # E-15
    joined = bench(model)
    joined.hand(fault=fault)
    joined.run(1500)
    assert name in joined.of(PrinterConditions)[-1].names
    joined.order(cash_out())
    joined.run(4000)
    (failed,) = facts(joined)
    assert isinstance(failed, PrintFailed)
    assert name in failed.reason
    assert joined.twin.status()["papers_printed"] == 0


@both
def test_paper_that_runs_low_and_out_is_told(model: str) -> None:  # E-15, S-06
    joined = bench(model)
    joined.hand(paper="low")
    joined.run(1500)
    assert joined.of(PrinterConditions)[-1].names == ("paper_low",)
    joined.hand(paper="out")
    joined.run(1500)
    assert joined.of(PrinterConditions)[-1].names[:2] == ("paper_out", "paper_low")
    joined.hand(paper="full")
    joined.run(1500)
    assert joined.of(PrinterConditions)[-1].names == ()


@both
def test_nothing_comes_out_after_the_money_went_back(model: str) -> None:
    """The printer keeps what it received and would print on when its head is shut again."""
    joined = bench(model)
    slow = replace(ticket(), lines=tuple(ticket().lines) + report(40).lines)
    joined.order(Print(1, slow))
    joined.run(700)
    joined.hand(fault="head_open")
    joined.run(6000)
    assert isinstance(facts(joined)[-1], PrintFailed)
    joined.hand(fault="head_open", on=False)
    joined.run(20_000)
    assert joined.twin.status()["tickets_on_paper_cents"] == 0
    joined.hand(take_ticket=True)
    joined.run(1000)
    joined.order(cash_out(2))
    joined.run(6000)
    assert joined.twin.status()["tickets_on_paper_cents"] == 3750
    assert ValidationPrinted(2) in facts(joined)


def test_a_late_ok_at_six_seconds_settles_the_ticket() -> None:  # A10
    joined = bench()
    joined.hand(fault="late_ok", ms=6000)
    joined.order(cash_out())
    joined.run(10_000)
    assert facts(joined)[:3] == [
        PrintLost(1, "not_confirmed_in_time"),
        PrintBegun(1),
        ValidationPrinted(1),
    ]
    assert joined.twin.status()["papers_printed"] == 1


def test_a_print_that_is_never_confirmed_is_unknown() -> None:  # A10
    joined = bench()
    joined.hand(fault="no_confirm")
    joined.order(cash_out())
    joined.run(30_000)
    assert facts(joined) == [PrintLost(1, "not_confirmed_in_time")]


@both
@pytest.mark.parametrize("items", [1, 2, 3])
def test_power_off_at_every_line_is_unknown_and_nothing_is_printed_again(model: str, items: int) -> None:  # A10
    joined = bench(model)
    joined.hand(fault="power_loss", items=items)
    joined.order(cash_out())
    joined.run(6000)
    joined.hand(power="on")
    joined.run(20_000)
    ends = [event for event in facts(joined) if not isinstance(event, PrintBegun)]
    assert len(ends) == 1
    assert isinstance(ends[0], PrintLost)
    assert joined.twin.status()["papers_printed"] <= 1


@both
def test_a_cable_pulled_in_mid_print_is_unknown(model: str) -> None:  # A4, A10
    joined = bench(model)
    joined.order(Print(1, replace(ticket(), lines=tuple(ticket().lines) + report(40).lines)))
    joined.run(600)
    assert PrintLost(1, "unplugged") in joined.unplug()
    joined.run(5000)
    joined.plug()
    joined.run(3000)
    assert joined.twin.status()["papers_printed"] == 1
    assert not joined.of(PrintFailed)


@both
def test_silence_is_a_fault_and_never_paper_there(model: str) -> None:  # A4
    joined = bench(model)
    joined.hand(fault="mute")
    assert joined.run(600_000) == [LinkDown("silent"), PrinterConditions(("silent",), "silent")]
    joined.hand(fault="mute", on=False)
    assert isinstance(joined.run(3000)[0], LinkUp)


@both
def test_a_printer_that_takes_no_bytes_any_more_leaves_the_ticket_unconfirmed(model: str) -> None:  # A7
    joined = bench(model)
    joined.hand(fault="deaf")
    joined.order(cash_out())
    joined.run(5000)
    assert facts(joined) == [PrintLost(1, "silent")]


@both
def test_a_report_of_twenty_kilobytes_goes_out_in_pieces(model: str) -> None:  # A7
    joined = bench(model)
    joined.order(Print(3, report(1000)))
    joined.run(90_000)
    assert facts(joined)[:2] == [PrintBegun(3), PrintCompleted(3)]
    assert len(paper(joined)["lines"]) == 1000
    bursts = joined.sent.split(b"\x10\x04")
    assert max(map(len, bursts)) <= 1300


@both
def test_a_ticket_waits_for_the_one_before_to_be_taken(model: str) -> None:
    joined = bench(model)
    joined.order(cash_out(1))
    joined.run(5000)
    joined.order(cash_out(2))
    joined.run(2000)
    if model == "kiosk":
        assert joined.twin.status()["papers_printed"] == 1
        joined.hand(take_ticket=True)
    joined.run(6000)
    assert joined.twin.status()["papers_printed"] == 2
    assert ValidationPrinted(2) in facts(joined)


def test_orders_that_cannot_be_obeyed_are_events() -> None:
    driver = EscPos()
    assert driver.order(cash_out(), 0) == [PrintFailed(1, "not_connected")]
    assert driver.order(ClearErrors(), 0) == [OrderRefused("ClearErrors", "not_connected")]
    assert driver.order("nonsense", 0) == [OrderRefused("str", "unknown_order")]
    joined = bench()
    joined.order(cash_out(1))
    assert joined.order(cash_out(2)) == [OrderRefused("Print", "job_1_under_way")]
    joined.run(150)
    assert joined.order(ClearErrors()) == [OrderRefused("ClearErrors", "job_1_under_way")]


@both
def test_an_echo_or_a_stranger_is_no_printer(model: str) -> None:  # A5
    options, body = MODELS[model]
    twin = EscPosTwin(World().shelf("p"), body)
    twin.bench({"fault": "echo"}, 0)
    joined = Bench(EscPos(options), twin)
    joined.run(20_000)
    assert joined.of(LinkUp) == []
    assert joined.of(WrongDevice) == [WrongDevice("echo")]


@both
def test_what_no_job_explains_is_told(model: str) -> None:
    joined = bench(model)
    joined.order(cash_out())
    joined.run(5000)
    joined.driver = EscPos(MODELS[model][0])
    joined.driver.opened(joined.now)
    joined.run(2000)
    in_chute = model == "kiosk"
    assert joined.of(PrinterTold)[-1].in_chute or not in_chute
    joined.hand(take_ticket=True)
    joined.run(2000)
    assert joined.of(PrinterTold)[-1] == PrinterTold(False, False, False)


IDLE, RUNNING, JAMMED = b"\x00\x00\x00\x00", b"\x00\x08\x00\x00", b"\x00\x00\x40\x00"
HANGING = b"\x20\x00\x00\x00"

WATCHED: list[tuple[str, list[bytes], list[Event]]] = [
    ("runs and rests", [RUNNING] * 3 + [IDLE] * 2, [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1)]),
    ("never seen to run", [IDLE] * 60, [PrintLost(1, "not_confirmed_in_time")]),
    ("one wrong bit is no running motor", [IDLE, RUNNING, *[IDLE] * 60], [PrintLost(1, "not_confirmed_in_time")]),
    ("jams while it runs", [RUNNING] * 3 + [JAMMED] * 20, [PrintBegun(1), PrintFailed(1, "paper_jam")]),
    ("runs for ever", [RUNNING] * 60, [PrintBegun(1), PrintLost(1, "not_confirmed_in_time")]),
    (
        "hangs at the output and is taken",
        [*[RUNNING] * 3, *[HANGING] * 3, *[IDLE] * 3],
        [PrintBegun(1), ValidationPrinted(1), PrintCompleted(1), TicketTaken(1)],
    ),
]


@pytest.mark.parametrize(("told", "expected"), [row[1:] for row in WATCHED], ids=[row[0] for row in WATCHED])
def test_what_a_watched_motor_proves(told: list[bytes], expected: list[Event]) -> None:
    """A kiosk model played by hand: each answer is the next of *told*, after it was idle for the order."""
    driver, now, sent = EscPos(KIOSK), 0, b""
    events = driver.opened(0)
    answers = [IDLE] * 3
    while answers:
        now = max(now, driver.wake_at() or 0)
        out, more = driver.pull(now)
        events += more
        sent += out
        if out:
            events += driver.receive(b"\x10\x0f" + answers.pop(0), now + 2)
        if not answers and not any(isinstance(event, PrinterTold) for event in events):
            answers = [IDLE]
        if b"\x1dk" in sent and told:
            answers, told = [*answers, *told], []
        elif not answers and told:
            events += driver.order(cash_out(), now)
            answers = [IDLE]
    assert [event for event in events if isinstance(event, FACTS)] == expected
    assert sent.count(b"\x1dk") == 1


def test_orders_go_out_only_between_two_rounds_of_questions() -> None:
    """Half a round of before the order and half of after it would be of no moment at all."""
    joined = bench()
    joined.order(Print(3, report(1000)))
    joined.run(60_000)
    asked = re.findall(rb"\x10\x04([\x01-\x04])([^\x10]*)", bytes(joined.sent), re.DOTALL)
    assert {question for question, data in asked if data} == {b"\x04"}


def test_unknown_acts_are_answers() -> None:
    assert EscPosTwin(World().shelf("p")).bench({"juggle": 1}, 0) == {"error": "unknown act"}
