"""Bring-up byte by byte against a scripted unit: asked first, reset only on order, every setting echoed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from cabinet.ports.acceptor import (
    AcceptorConditions,
    AcceptorOrder,
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    DocumentFinished,
    DocumentReturned,
    DocumentStacked,
    Enable,
    Position,
    Reset,
    Return,
)
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused, WrongDevice
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_frames import CurrencyRow, Frame, Host, Told, data_of, decode
from drivers.acceptors.id003_settings import Id003Options
from drivers.device import Event

TABLE = data_of((CurrencyRow(0x61, 1, 1, 0), CurrencyRow(0x63, 1, 5, 0), CurrencyRow(0x65, 1, 20, 0)))
VERSION = b"i(USA)100-SS ID003-05V280-42 01AUG17 964D"
ALL_SETTINGS = (0xC0, 0xC4, 0xC5, 0xC2, 0xC6, 0xC7, 0xC3)

Answer = Frame | bytes | None
Script = Mapping[int, Answer | Callable[[Frame], Answer]]


class Unit:
    """Answers by a table: code → frame, raw bytes or nothing; settings are echoed unless the table says otherwise."""

    def __init__(self, status: Frame, script: Script | None = None) -> None:
        self.status = status
        self.script: dict[int, Answer | Callable[[Frame], Answer]] = {
            Host.VERSION: Frame(Host.VERSION, VERSION),
            Host.CURRENCY: Frame(Host.CURRENCY, TABLE),
            Host.SERIAL: Frame(Host.SERIAL, b"42"),
            Host.RESET: Frame(Told.ACK),
            Host.RETURN: Frame(Told.ACK),
            Host.STACK_2: Frame(Told.ACK),
            Host.ACK: None,
            **(script or {}),
        }
        self.asked: list[Frame] = []

    def answer(self, data: bytes) -> bytes:
        frame = decode(data)
        self.asked.append(frame)
        told: Answer | Callable[[Frame], Answer] = self.script.get(frame.code, frame)
        if frame.code == Host.STATUS and Host.STATUS not in self.script:
            told = self.status
        if callable(told):
            told = told(frame)
        if told is None:
            return b""
        return told if isinstance(told, bytes) else told.encode()

    def codes(self, start: int = 0) -> list[int]:
        """What was asked, polls left out."""
        return [frame.code for frame in self.asked[start:] if frame.code != Host.STATUS]


class Talk:
    """The driver and the scripted unit; time moves in steps of 10 ms."""

    def __init__(self, unit: Unit, options: Id003Options | None = None) -> None:
        self.unit, self.now = unit, 0
        self.driver = Id003(options or Id003Options())
        self.events: list[Event] = self.driver.opened(0)

    def run(self, ms: int) -> Talk:
        for now in range(self.now, self.now + ms, 10):
            self.now = now
            data, events = self.driver.pull(self.now)
            self.events += events
            if data:
                self.events += self.driver.receive(self.unit.answer(data), self.now)
        return self

    def order(self, what: AcceptorOrder) -> Talk:
        self.events += self.driver.order(what, self.now)
        return self

    def last(self) -> Event:
        return self.events[-1]

    def of(self, kind: type) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


def test_the_unit_is_asked_who_it_is_and_then_only_polled_until_an_order_comes() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(20_000)
    assert talk.events == [LinkUp(VERSION.decode(), "42"), AcceptorConditions(()), AcceptorTold(Position.IDLE)]
    assert unit.codes() == [Host.VERSION, Host.CURRENCY, Host.SERIAL]
    assert len(unit.asked) > 90  # a poll every 200 ms


def test_settings_go_out_in_the_order_of_the_sheet_with_inhibit_last() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000).order(BringUp()).run(1000)
    assert talk.last() == AcceptorReady((100, 500, 2000))
    assert [frame.encode().hex(" ").upper() for frame in unit.asked if frame.code >= 0xC0] == [
        Frame(Host.DISABLE, b"\xea\xff").encode().hex(" ").upper(),  # 61, 63 and 65 open
        "FC 06 C4 00 0C 9B",
        "FC 07 C5 00 00 90 8C",
        "FC 06 C2 00 DC CF",
        "FC 07 C6 01 12 BF 49",
        Frame(Host.BAR_INHIBIT, b"\x03").encode().hex(" ").upper(),
        "FC 06 C3 01 8D C7",
    ]
    assert Host.RESET not in unit.codes()


def test_security_is_left_alone_unless_the_operator_asks() -> None:
    unit = Unit(Frame(Told.DISABLED))
    Talk(unit, Id003Options(high_security_cents=(2000,))).run(1000).order(BringUp()).run(1000)
    assert [frame.data for frame in unit.asked if frame.code == Host.SECURITY] == [b"\x10\x00"]


POWER_UPS = [
    (Told.POWER_UP, Position.POWER_UP),
    (Told.POWER_UP_IN_ACCEPTOR, Position.IN_ACCEPTOR),
    (Told.POWER_UP_IN_STACKER, Position.IN_STACKER),
]


@pytest.mark.parametrize(("told", "position"), POWER_UPS)
def test_a_power_up_position_is_told_and_reset_only_on_order(told: Told, position: Position) -> None:
    unit = Unit(Frame(told), {Host.DISABLE: Frame(Told.INVALID_COMMAND)})
    talk = Talk(unit).run(30_000)
    assert talk.of(AcceptorTold) == [AcceptorTold(position)]
    assert Host.RESET not in unit.codes()
    talk.order(BringUp())
    assert talk.last() == OrderRefused("BringUp", "needs a reset")
    unit.script.pop(Host.DISABLE)

    def started(_frame: Frame) -> Frame:
        unit.status = Frame(Told.INITIALIZE)
        return Frame(Told.ACK)

    unit.script[Host.RESET] = started
    before = len(unit.asked)
    talk.order(Reset()).run(2000)
    assert talk.last() == AcceptorReady((100, 500, 2000))
    after = unit.codes(before)
    assert after[0] == Host.RESET
    assert after.count(Host.RESET) == 1
    assert tuple(after[-7:]) == ALL_SETTINGS


@pytest.mark.parametrize("told", [Told.POWER_UP_IN_ACCEPTOR, Told.POWER_UP_IN_STACKER])
def test_a_unit_with_a_document_inside_is_asked_nothing_before_its_reset(told: Told) -> None:
    unit = Unit(Frame(told))
    Talk(unit).run(5000)
    assert unit.codes() == []


OTHER_POSITIONS = [
    (Frame(Told.IDLING), AcceptorTold(Position.IDLE)),
    (Frame(Told.DISABLED), AcceptorTold(Position.IDLE)),
    (Frame(Told.ESCROW, b"\x65"), AcceptorTold(Position.ESCROW, 2000)),
    (Frame(Told.ESCROW, b"\x62"), AcceptorTold(Position.ESCROW)),
    (Frame(Told.ESCROW, b"\x6f012345678901234567"), AcceptorTold(Position.ESCROW, None, "012345678901234567")),
    (Frame(Told.HOLDING), AcceptorTold(Position.ESCROW)),
    (Frame(Told.STACKING), AcceptorTold(Position.STACKING)),
    (Frame(Told.VEND_VALID), AcceptorTold(Position.STACKED)),
    (Frame(Told.VEND_VALID, b"\x65"), AcceptorTold(Position.STACKED, 2000)),
    (Frame(Told.REJECTING, b"\x79"), AcceptorTold(Position.RETURNING)),
    (Frame(Told.RETURNING), AcceptorTold(Position.RETURNING)),
    # it asks for its settings: it started again some time ago, and what it held then is unknown
    (Frame(Told.INITIALIZE), AcceptorTold(Position.POWER_UP)),
]


@pytest.mark.parametrize(("status", "told"), OTHER_POSITIONS)
def test_every_other_position_is_told_and_nothing_is_sent(status: Frame, told: AcceptorTold) -> None:
    unit = Unit(status)
    talk = Talk(unit).run(1500)
    assert talk.of(AcceptorTold) == [told]
    assert unit.codes() == [Host.VERSION, Host.CURRENCY, Host.SERIAL]


@pytest.mark.parametrize("code", [0x43, 0x44, 0x45, 0x46, 0x47, 0x48, 0x49, 0x4A, 0x4C])
def test_a_fault_at_opening_is_told_and_the_position_waits_for_its_end(code: int) -> None:
    unit = Unit(Frame(code))
    talk = Talk(unit).run(3000)
    assert isinstance(talk.events[0], LinkUp)
    assert isinstance(talk.events[1], AcceptorConditions)
    assert len(talk.events[1].names) == 1
    assert not talk.of(AcceptorTold)
    unit.status = Frame(Told.INITIALIZE)
    talk.run(500)
    assert talk.of(AcceptorTold) == [AcceptorTold(Position.POWER_UP)]


def test_a_document_moving_in_at_opening_is_waited_for() -> None:
    unit = Unit(Frame(Told.ACCEPTING))
    talk = Talk(unit).run(1000)
    assert not talk.of(AcceptorTold)
    unit.status = Frame(Told.ESCROW, b"\x65")
    assert talk.run(500).of(AcceptorTold) == [AcceptorTold(Position.ESCROW, 2000)]


def test_a_told_document_that_is_acknowledged_is_told_gone() -> None:
    unit = Unit(Frame(Told.VEND_VALID))

    def forgotten(_frame: Frame) -> None:
        unit.status = Frame(Told.IDLING)

    unit.script[Host.ACK] = forgotten
    talk = Talk(unit).run(1000).order(Acknowledge()).run(1000)
    assert talk.events[-2:] == [DocumentFinished(), AcceptorTold(Position.IDLE)]
    assert unit.codes().count(Host.ACK) == 1


def test_a_told_document_that_is_given_back_is_told_gone() -> None:
    unit = Unit(Frame(Told.ESCROW, b"\x65"))

    def moving(_frame: Frame) -> Frame:
        unit.status = Frame(Told.RETURNING)
        return Frame(Told.ACK)

    unit.script[Host.RETURN] = moving
    talk = Talk(unit).run(1000).order(Return()).run(1000)
    assert talk.last() == DocumentReturned("returned")
    unit.status = Frame(Told.DISABLED)
    assert talk.run(500).last() == AcceptorTold(Position.IDLE)


def test_stacking_at_opening_is_followed_to_its_word() -> None:
    unit = Unit(Frame(Told.STACKING))
    talk = Talk(unit).run(1000)
    unit.status = Frame(Told.VEND_VALID)
    assert talk.run(250).last() == DocumentStacked()


def test_a_reset_whose_answer_is_lost_is_sent_again() -> None:
    unit = Unit(Frame(Told.POWER_UP), {Host.RESET: None})
    talk = Talk(unit).run(1000).order(Reset()).run(2000)
    unit.script[Host.RESET] = Frame(Told.ACK)
    talk.run(3000)
    assert unit.codes().count(Host.RESET) >= 2
    unit.status = Frame(Told.DISABLED)  # captured: a unit fell to DISABLE without being seen in INITIALIZE
    assert talk.run(1500).last() == AcceptorReady((100, 500, 2000))


@pytest.mark.parametrize("code", ALL_SETTINGS)
def test_a_setting_without_an_echo_is_tried_three_times(code: int) -> None:
    unit, tries = Unit(Frame(Told.DISABLED)), [0]

    def third_time(frame: Frame) -> Answer:
        tries[0] += 1
        return frame if tries[0] == 3 else None

    unit.script[code] = third_time
    talk = Talk(unit).run(1000).order(BringUp()).run(4000)
    assert tries[0] == 3
    assert talk.of(AcceptorReady)


@pytest.mark.parametrize("code", [0xC4, 0xC5, 0xC2, 0xC6])
def test_a_setting_that_the_unit_does_not_know_is_done_without(code: int) -> None:
    unit = Unit(Frame(Told.DISABLED), {code: Frame(Told.INVALID_COMMAND)})
    assert Talk(unit).run(1000).order(BringUp()).run(1000).of(AcceptorReady)


@pytest.mark.parametrize("code", [0xC0, 0xC3])
def test_a_unit_whose_mouth_does_not_obey_never_gets_ready_but_is_tried_for_ever(code: int) -> None:
    unit = Unit(Frame(Told.DISABLED), {code: Frame(Told.INVALID_COMMAND)})
    talk = Talk(unit).run(1000).order(BringUp()).run(20_000)
    assert not talk.of(AcceptorReady)
    assert AcceptorConditions(("communication",), "settings not taken") in talk.events
    unit.script.pop(code)
    assert talk.run(3000).of(AcceptorReady)


def test_bits_forced_by_the_unit_are_no_failure() -> None:
    unit = Unit(Frame(Told.DISABLED), {0xC0: Frame(0xC0, b"\xff\xff")})
    assert Talk(unit).run(1000).order(BringUp()).run(1000).of(AcceptorReady)


def test_initialize_at_any_later_time_brings_every_setting_again_and_then_enable() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000).order(BringUp()).run(1000).order(Enable(True, False)).run(3000)
    before = len(unit.asked)
    unit.status = Frame(Told.INITIALIZE)
    talk.run(400)
    unit.status = Frame(Told.DISABLED)
    talk.run(1000)
    assert tuple(unit.codes(before)) == (*ALL_SETTINGS, 0xC7, 0xC3)
    assert [frame.data for frame in unit.asked if frame.code == 0xC3][-1] == b"\x00"
    assert len(talk.of(AcceptorReady)) == 1


def test_a_power_up_in_the_middle_of_life_is_told_and_enable_must_be_ordered_again() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000).order(BringUp()).run(1000).order(Enable(True, True)).run(1000)
    before = len(unit.asked)
    unit.status = Frame(Told.POWER_UP)
    talk.run(2000)
    assert talk.last() == AcceptorTold(Position.POWER_UP)
    assert unit.codes(before) == []

    def started(_frame: Frame) -> Frame:
        unit.status = Frame(Told.INITIALIZE)
        return Frame(Told.ACK)

    unit.script[Host.RESET] = started
    talk.order(Reset()).run(300)
    unit.status = Frame(Told.DISABLED)
    talk.run(2000)
    assert talk.last() == AcceptorReady((100, 500, 2000))
    assert [frame.data for frame in unit.asked if frame.code == 0xC3][-1] == b"\x01"


GATES = [((True, True), b"\x00", b"\x00"), ((True, False), b"\x02", b"\x00"), ((False, True), b"\x01", b"\x00")]


@pytest.mark.parametrize(("kinds", "bar_inhibit", "inhibit"), GATES)
def test_what_is_enabled_goes_to_the_mouth(kinds: tuple[bool, bool], bar_inhibit: bytes, inhibit: bytes) -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000).order(BringUp()).run(1000)
    before = len(unit.asked)
    talk.order(Enable(*kinds)).run(1000)
    assert [(frame.code, frame.data) for frame in unit.asked[before:] if frame.code >= 0xC0] == [
        (0xC7, bar_inhibit),
        (0xC3, inhibit),
    ]
    talk.order(Enable(False, False)).run(1000)
    assert unit.asked[-1].code == Host.STATUS
    assert [frame.data for frame in unit.asked if frame.code == 0xC3][-1] == b"\x01"


# -- lines that are not what they seem (A5) -----------------------------------------------------------


class Echo(Unit):
    """A looped-back cable."""

    def answer(self, data: bytes) -> bytes:
        self.asked.append(decode(data))
        return data


def test_an_echoing_cable_is_never_an_idle_acceptor() -> None:
    talk = Talk(Echo(Frame(Told.IDLING))).run(60_000)
    assert talk.events == [WrongDevice("echo: the line answers with our own bytes")]


def test_a_line_that_begins_to_echo_in_mid_life_is_found_out_by_its_first_order() -> None:
    unit = Unit(Frame(Told.ESCROW, b"\x65"))
    talk = Talk(unit).run(1000)
    talk.unit = Echo(Frame(Told.IDLING))
    talk.order(Return()).run(2000)
    assert talk.events[-2:] == [LinkDown("echo"), WrongDevice("echo: the line answers with our own bytes")]
    assert not talk.of(DocumentReturned)


def test_another_device_on_the_port_is_named_and_moves_nothing() -> None:
    """A5: a shaker's stream with bytes that also mean notes."""

    class Shaker(Unit):
        def answer(self, data: bytes) -> bytes:
            self.asked.append(decode(data))
            return b"\x00\xff\x14\x15SHAKER v1.2 READY 20\r\n\xfc\x05\x15"

    talk = Talk(Shaker(Frame(Told.IDLING))).run(60_000)
    assert talk.events == [WrongDevice("bytes that are no ID-003 frames"), LinkDown("acceptor silent")]


def test_a_device_that_only_answers_polls_is_not_believed() -> None:
    unit = Unit(Frame(Told.IDLING), dict.fromkeys((Host.VERSION, Host.CURRENCY, Host.SERIAL)))
    talk = Talk(unit, Id003Options(silent_after=12)).run(30_000)
    assert talk.events == [WrongDevice("answers polls but does not say who it is")]


# -- silence (A4) -------------------------------------------------------------------------------------


def test_three_misses_are_normal_and_five_are_an_outage() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000)
    left = [0]

    def quiet(_frame: Frame) -> Answer:
        left[0] -= 1
        return None if left[0] >= 0 else Frame(Told.DISABLED)

    unit.script[Host.STATUS] = quiet
    for misses, events in ((3, []), (4, []), (5, [LinkDown("acceptor silent")])):
        left[0] = misses
        before = len(talk.events)
        talk.run(1350)
        assert talk.events[before : before + 1] == events, misses


def test_a_silent_acceptor_is_polled_for_ever_and_told_anew_when_it_answers() -> None:
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000).order(BringUp()).run(1000)
    unit.script[Host.STATUS] = None
    talk.run(600_000)
    assert talk.of(LinkDown) == [LinkDown("acceptor silent")]
    asked = len(unit.asked)
    talk.run(10_000)
    assert 10 <= len(unit.asked) - asked <= 60
    assert Host.RESET not in unit.codes()
    del unit.script[Host.STATUS]
    talk.run(2000)
    assert talk.events[-3:] == [LinkUp(VERSION.decode(), "42"), AcceptorConditions(()), AcceptorTold(Position.IDLE)]


def test_a_closed_port_refuses_orders_and_says_so_once() -> None:
    talk = Talk(Unit(Frame(Told.DISABLED))).run(1000)
    assert talk.driver.closed("unplugged", talk.now) == [LinkDown("unplugged")]
    assert talk.driver.closed("still unplugged", talk.now) == []
    assert talk.driver.order(Return(), talk.now) == [OrderRefused("Return", "port closed")]
    assert talk.driver.pull(talk.now) == (b"", [])
    assert talk.driver.wake_at() is None


def test_a_unit_with_a_document_in_it_is_named_only_when_it_could_be_asked() -> None:
    """Before its RESET it is asked nothing: no name is made up for it, which would look like another unit."""
    unit = Unit(Frame(Told.POWER_UP_IN_ACCEPTOR))
    talk = Talk(unit).run(1000)
    assert talk.of(LinkUp) == [LinkUp("", "")]
    talk.order(Reset()).run(500)
    unit.status = Frame(Told.DISABLED)
    talk.run(1000).order(BringUp()).run(2000)
    assert talk.of(LinkUp) == [LinkUp("", ""), LinkUp(VERSION.decode(), "42")]


def test_after_a_cable_was_out_the_name_is_asked_anew() -> None:
    """The cable may hang on another unit now, with a document in it."""
    unit = Unit(Frame(Told.DISABLED))
    talk = Talk(unit).run(1000)
    talk.events += talk.driver.closed("unplugged", talk.now)
    unit.status = Frame(Told.POWER_UP_IN_STACKER)
    talk.events += talk.driver.opened(talk.now)
    talk.run(1000)
    assert talk.of(LinkUp) == [LinkUp(VERSION.decode(), "42"), LinkUp("", "")]
