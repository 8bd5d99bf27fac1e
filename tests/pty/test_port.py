"""The one thread with a file descriptor, on real pseudo-terminals: hang-ups and lines that nobody reads (A4, A7)."""

from __future__ import annotations

import os
import pty
import queue
import resource
import threading
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cabinet.ports.link import LinkDown, LinkUp, OrderRefused
from drivers.device import Event
from drivers.port import Port, PortSettings

pytestmark = pytest.mark.pty

WAIT_S = 20.0


class Talker:
    """A driver that tells of each opening and of what it hears, and sends what it is ordered to."""

    def __init__(self) -> None:
        self.calls = 0
        self._waiting: list[bytes] = []

    def opened(self, now: int) -> list[Event]:
        self._waiting.clear()
        return [LinkUp("open")]

    def closed(self, reason: str, now: int) -> list[Event]:
        return [LinkDown(reason)]

    def receive(self, data: bytes, now: int) -> list[Event]:
        return [LinkUp(data.decode("ascii", "replace"))]

    def order(self, what: Any, now: int) -> list[Event]:
        self._waiting.append(what)
        return []

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        self.calls += 1
        return (self._waiting.pop(0) if self._waiting else b""), []

    def wake_at(self) -> int | None:
        return None


class Cable:
    """A stable name for the far end of a pseudo-terminal that can be pulled and put back."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self.far = self._near = -1

    def plug(self) -> None:
        self.far, self._near = pty.openpty()
        tty.setraw(self._near)
        self.link.unlink(missing_ok=True)
        self.link.symlink_to(os.ttyname(self._near))

    def pull(self) -> None:
        self.link.unlink(missing_ok=True)
        for side in (self.far, self._near):
            if side >= 0:
                os.close(side)
        self.far = self._near = -1


class Rig:
    def __init__(self, tmp_path: Path, clock_ms: int = 0) -> None:
        self.cable = Cable(tmp_path / "line")
        self.events: queue.Queue[Event] = queue.Queue()
        self.driver = Talker()
        self.ahead_ms = 0
        self.port = Port(str(self.cable.link), PortSettings(), self.driver, self.events.put, self._now)

    def _now(self) -> int:
        return time.monotonic_ns() // 1_000_000 + self.ahead_ms

    def next(self) -> Event:
        return self.events.get(timeout=WAIT_S)

    def said(self, what: bytes) -> Event:
        os.write(self.cable.far, what)
        return self.next()


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    found = Rig(tmp_path)
    yield found
    assert found.port.close(5)
    found.cable.pull()


def alive() -> list[str]:
    return sorted(thread.name for thread in threading.enumerate())


@pytest.mark.parametrize("half", [b"", b"\xfc\x05"])
def test_a_hang_up_is_one_event_and_the_thread_outlives_it(rig: Rig, half: bytes) -> None:
    """A4: idle, or after half a frame; away for a while, then back by itself; no thread gone, no busy loop."""
    rig.cable.plug()
    rig.port.start()
    assert rig.next() == LinkUp("open")
    assert rig.said(b"one") == LinkUp("one")
    before = alive()
    for turn in range(3):
        if half:
            rig.said(half)
        rig.cable.pull()
        down = rig.next()
        assert isinstance(down, LinkDown)
        spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        calls = rig.driver.calls
        with pytest.raises(queue.Empty):
            rig.events.get(timeout=0.4)
        assert rig.driver.calls - calls < 20, "a dead handle is asked again and again"
        assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - spent < 0.3
        rig.cable.plug()
        assert rig.next() == LinkUp("open"), turn
        assert rig.said(b"back") == LinkUp("back")
        assert alive() == before


def test_a_port_that_is_not_there_yet_is_waited_for(rig: Rig) -> None:
    rig.port.start()
    assert isinstance(rig.next(), LinkDown)
    rig.cable.plug()
    assert rig.next() == LinkUp("open")


def test_a_line_nobody_reads_never_holds_up_an_order_or_the_end(rig: Rig) -> None:
    """A7: 200 KB for a printer that never reads; orders return at once, the line is given up after 5 s, it can end."""
    rig.cable.plug()
    rig.port.start()
    assert rig.next() == LinkUp("open")
    began = time.monotonic()
    for _ in range(10):
        rig.port.order(b"L" * 20_000)
    assert time.monotonic() - began < 1.0
    while not any(transfer.way == "tx" for transfer in rig.port.trace()):
        time.sleep(0.01)
    rig.ahead_ms = 5001
    down = rig.next()
    assert isinstance(down, LinkDown)
    assert "write stuck" in down.reason
    rig.port.order(b"L" * 20_000)
    assert rig.port.close(5)


def test_orders_without_end_are_refused_and_not_kept(rig: Rig) -> None:
    rig.port.start()
    assert isinstance(rig.next(), LinkDown)
    rig.port.close(5)
    for _ in range(70):
        rig.port.order(b"x")
    refused = [rig.next() for _ in range(6)]
    assert refused == [OrderRefused("bytes", "too many orders waiting")] * 6
