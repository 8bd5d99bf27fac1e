"""Real pseudo-terminals: short smoke tests of the port's thread (A4, A5, A6, A7)."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cabinet.app.links import FRAMES, link_facts
from cabinet.ports.acceptor import (
    AcceptorReady,
    AcceptorTold,
    Acknowledge,
    BringUp,
    DocumentFinished,
    DocumentStacked,
    Enable,
    NoteEscrowed,
    Position,
    Reset,
    Stack,
)
from cabinet.ports.link import LinkDown, LinkUp, OrderRefused
from drivers.acceptors.id003 import Id003
from drivers.acceptors.id003_settings import Id003Options
from drivers.device import Event
from drivers.emulators.acceptor_body import BodyTimes
from drivers.emulators.id003 import Id003Twin, Id003TwinOptions
from drivers.emulators.pty import PtyServer
from drivers.emulators.world import World
from drivers.port import BackOff, Port, PortSettings

pytestmark = pytest.mark.pty
QUICK = BodyTimes(enter_ms=100, lift_ms=50, stack_ms=50)


class Heard:
    """Collects events from the port's thread; waiting is on a condition, bounded by real time."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.react: Callable[[Event], list[Any]] = lambda _event: []
        self.port: Port | None = None
        self._changed = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()
        for order in self.react(event):
            assert self.port is not None
            self.port.order(order)

    def until(self, kind: type, count: int = 1, within_s: float = 10) -> list[Any]:
        def there() -> bool:
            return sum(isinstance(event, kind) for event in self.events) >= count

        with self._changed:
            assert self._changed.wait_for(there, within_s), f"no {kind.__name__}: {self.events}"
            return [event for event in self.events if isinstance(event, kind)]


def machine(event: Event) -> list[Any]:
    """The shortest machine that takes every note."""
    match event:
        case AcceptorTold(Position.IDLE):
            return [BringUp()]
        case AcceptorTold(Position.STACKED) | DocumentStacked():
            return [Acknowledge()]
        case AcceptorTold(Position.POWER_UP | Position.IN_ACCEPTOR | Position.IN_STACKER):
            return [Reset()]
        case AcceptorReady():
            return [Enable(True, True)]
        case NoteEscrowed():
            return [Stack()]
    return []


class Stand:
    """A twin on a pseudo-terminal and a port that looks for it."""

    def __init__(self, folder: Path) -> None:
        self.link = folder / "acceptor"
        options = Id003TwinOptions(boot_ms=0, start_ms=50, times=QUICK)
        self.server = PtyServer(Id003Twin(World().shelf("acceptor.1"), options, 1), self.link)
        self.heard = Heard()
        self.heard.react = machine
        options_of_driver = Id003Options(poll_ms=30)
        self.port = Port(str(self.link), PortSettings(), Id003(options_of_driver), self.heard)
        self.heard.port = self.port


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    stand = Stand(tmp_path)
    yield stand
    assert stand.port.close()
    stand.server.close()


def test_a_note_over_a_real_line(stand: Stand) -> None:
    stand.server.start()
    stand.port.start()
    stand.heard.until(AcceptorReady)
    deadline = time.monotonic() + 5
    while not stand.server.bench({"insert_note": 2000}).get("taken"):
        assert time.monotonic() < deadline
    stand.heard.until(DocumentFinished)
    assert stand.heard.until(NoteEscrowed) == [NoteEscrowed(2000)]
    assert stand.server.status()["notes_in_box_cents"] == 2000
    assert {transfer.way for transfer in stand.port.trace()} == {"rx", "tx"}
    assert len(stand.port.trace()) <= 64
    told = json.loads(link_facts({"acceptor.1": stand.port})["link.acceptor.1"])
    assert (told["path"], told["open"], len(told["trace"])) == (str(stand.link), True, FRAMES)
    assert all(set(one) == {"ago_ms", "way", "data"} and one["ago_ms"] >= 0 for one in told["trace"])


def test_a_port_that_comes_late_goes_and_comes_back_under_the_same_name(stand: Stand) -> None:
    """A4, A5: the stable name leads to another terminal after each cable."""
    stand.port.start()
    stand.heard.until(LinkDown)
    stand.server.start()
    stand.heard.until(AcceptorReady)
    threads = {thread.name for thread in threading.enumerate()}
    stand.server.cable(False)
    downs = stand.heard.until(LinkDown, 2)
    assert str(stand.link) in downs[-1].reason
    stand.port.order(Stack())
    assert stand.heard.until(OrderRefused) == [OrderRefused("Stack", "port closed")]
    stand.server.cable(True)
    stand.heard.until(LinkUp, 2)
    stand.heard.until(AcceptorReady, 2)
    assert {thread.name for thread in threading.enumerate()} == threads
    status = stand.port.status()
    assert (status.open, status.opened, status.lost) == (True, 2, 1)
    assert str(stand.link) in status.last
    assert min(status.received_bytes, status.sent_bytes) > 10


class Talker:
    """A driver that has one large thing to say and waits for nothing."""

    def __init__(self, data: bytes) -> None:
        self.data, self.orders = data, 0

    def opened(self, now: int) -> list[Event]:
        return [LinkUp("talker")]

    def closed(self, reason: str, now: int) -> list[Event]:
        return [LinkDown(reason)]

    def receive(self, data: bytes, now: int) -> list[Event]:
        return []

    def order(self, what: Any, now: int) -> list[Event]:
        self.orders += 1
        return []

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        data, self.data = self.data, b""
        return data, []

    def wake_at(self) -> int | None:
        return None


def test_a_device_that_takes_no_bytes_is_a_fault_and_the_port_still_closes(tmp_path: Path) -> None:
    """A7: the far end never reads; nobody waits for it."""
    master, slave = os.openpty()
    late = [0]

    def clock() -> int:  # real time, but the wait for the stuck write is made short
        return time.monotonic_ns() // 1_000_000 + late[0]

    heard, driver = Heard(), Talker(b"x" * 2_000_000)
    port = Port(os.ttyname(slave), PortSettings(), driver, heard, clock)
    port.start()
    heard.until(LinkUp)
    port.order("ask")
    late[0] = 6000
    port.order("ask")
    down = heard.until(LinkDown)[0]
    assert "write stuck" in down.reason
    started = time.monotonic()
    assert port.close()
    assert time.monotonic() - started < 2
    os.close(master)
    os.close(slave)


def test_too_many_orders_are_refused_as_events_and_closing_before_starting_is_no_harm(tmp_path: Path) -> None:
    heard = Heard()
    port = Port(str(tmp_path / "nothing"), PortSettings(), Talker(b""), heard)
    for _ in range(70):
        port.order(Stack())
    assert heard.events == [OrderRefused("Stack", "too many orders waiting")] * 6
    assert port.close()
    port.order(Stack())


def test_an_unplugged_port_costs_no_processor_time(tmp_path: Path) -> None:
    """A4: no busy loop on a missing device."""
    heard = Heard()
    port = Port(str(tmp_path / "nothing"), PortSettings(), Talker(b""), heard)
    before = time.process_time()
    port.start()
    heard.until(LinkDown)
    threading.Event().wait(0.8)
    assert time.process_time() - before < 0.2
    assert len(heard.events) == 1
    assert port.close()


def test_the_wait_before_opening_again_doubles_up_to_its_cap_and_starts_anew() -> None:
    back_off = BackOff()
    assert [back_off.failed() for _ in range(8)] == [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]
    back_off.worked()
    assert back_off.failed() == 250
