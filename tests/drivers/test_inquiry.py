"""Cables in the wrong sockets: who is asked on a port whose own device is silent, and when (A5)."""

from __future__ import annotations

from cabinet.ports.acceptor import AcceptorTold, Position
from cabinet.ports.link import LinkDown, LinkUp, WrongDevice
from drivers.inquiry import AFTER_MS, AGAIN_MS, GUEST_MS, Inquiry, Other, PortSettings
from drivers.printers.tcl import Tcl
from drivers.shakers.shaker import Shaker

OTHERS = (
    Other("printer.1", PortSettings(38_400), Tcl),
    Other("shaker.0", PortSettings(115_200), Shaker),
)


def opened() -> Inquiry:
    asking = Inquiry(OTHERS)
    asking.opened(0)
    return asking


def test_nobody_else_is_asked_while_the_own_device_may_still_start() -> None:
    asking = opened()
    assert asking.wake_at() == AFTER_MS
    assert not asking.due(AFTER_MS - 1)
    assert asking.due(AFTER_MS)


def test_a_device_that_was_here_since_the_port_opened_is_never_taken_for_another() -> None:
    """It may be in the middle of a note or a ticket: no strange byte is said to it."""
    asking = opened()
    asking.own([LinkUp("ID-003"), AcceptorTold(Position.IDLE)])
    asking.own([LinkDown("silent")])
    assert asking.wake_at() is None
    assert not asking.due(10 * AGAIN_MS)
    asking.opened(0)  # another cable may be in now
    assert asking.due(AFTER_MS)


def test_each_other_device_is_asked_in_turn_and_then_the_line_is_given_back() -> None:
    asking, now = opened(), AFTER_MS
    for other in OTHERS:
        assert asking.next(now)
        assert asking.settings == other.settings
        assert type(asking.guest) is other.driver
        assert not asking.due(now + GUEST_MS - 1)
        now += GUEST_MS
        assert asking.due(now)
    assert not asking.next(now)
    assert asking.guest is None
    assert asking.wake_at() == now + AGAIN_MS


def test_the_one_who_says_who_it_is_is_named_and_nothing_more_is_said_to_it() -> None:
    asking = opened()
    asking.next(AFTER_MS)
    assert asking.heard([LinkUp("TCL 1.0")], AFTER_MS + 5) == WrongDevice("printer.1 answers: TCL 1.0", "printer.1")
    assert asking.due(AFTER_MS + 5)
    assert not asking.next(AFTER_MS + 5)  # the second one is not asked any more


def test_one_who_does_not_understand_an_answer_makes_room_for_the_next() -> None:
    asking = opened()
    asking.next(AFTER_MS)
    assert asking.heard([WrongDevice("noise")], AFTER_MS + 50) is None
    assert asking.due(AFTER_MS + 50)
    assert asking.next(AFTER_MS + 50)


def test_without_others_nothing_is_ever_asked() -> None:
    alone = Inquiry(())
    alone.opened(0)
    assert not alone.due(10 * AGAIN_MS)
