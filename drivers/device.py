"""The contract of every device driver and of every emulated twin: bytes in, bytes out, no I/O.

A driver knows no file descriptor, no thread and no clock: time comes in as *now* in milliseconds of a
monotonic clock. `Port` (real serial) and the in-memory rig call it the same way:

    driver.opened(now)            the line is there (first time or again)
    driver.receive(data, now)     bytes came; never raises, whatever they are
    driver.order(what, now)       the machine wants something; a refused order is an event too
    driver.pull(now)              bytes to send now, maybe none; also what polls and time-outs do
    driver.wake_at()              when pull wants to be called next, or None
    driver.closed(reason, now)    the line is gone
"""

from __future__ import annotations

from typing import Any, Protocol

from cabinet.ports.acceptor import AcceptorEvent
from cabinet.ports.deck import DeckEvent
from cabinet.ports.link import LinkEvent
from cabinet.ports.printer import PrinterEvent
from cabinet.ports.shaker import ShakerEvent

Event = LinkEvent | AcceptorEvent | PrinterEvent | DeckEvent | ShakerEvent


class Driver(Protocol):
    """One serial device, host side."""

    def opened(self, now: int) -> list[Event]: ...

    def closed(self, reason: str, now: int) -> list[Event]: ...

    def receive(self, data: bytes, now: int) -> list[Event]: ...

    def order(self, what: Any, now: int) -> list[Event]: ...

    def pull(self, now: int) -> tuple[bytes, list[Event]]:
        """Bytes to write now (each pull's bytes are one bounded write) and events of time-outs."""
        ...

    def wake_at(self) -> int | None: ...


class Twin(Protocol):
    """One emulated device: the same wire from the other side, with physics and a fault switchboard."""

    def receive(self, data: bytes, now: int) -> None: ...

    def pull(self, now: int) -> bytes: ...

    def wake_at(self) -> int | None: ...

    def power_up(self, now: int) -> None:
        """The mains come back: the device starts in whatever position its shelf says."""
        ...

    def bench(self, what: dict[str, Any], now: int) -> dict[str, Any]:
        """An act of a hand on the device ({"insert_note": 2000}) or a fault switch; answers what happened."""
        ...

    def status(self) -> dict[str, Any]:
        """Position, faults and contents, as plain data for `bench status`."""
        ...
