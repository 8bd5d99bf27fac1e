"""One serial port and the thread that moves its bytes: the only user of pyserial.

Decides when to open, how long to wait before opening again, and when a write has hung. It knows nothing of what
the bytes mean: the driver does. The thread outlives every loss of the device:

    closed --open--> open --OSError, SerialException, termios.error, hang-up, write stuck 5 s--> closed
    wait before opening again: 0.25 s, doubled each time up to 5 s, for ever; back to 0.25 s after bytes came

A device that does not say who it is may be another one of the cabinet, its cable in the wrong socket: the port asks
for each of them (inquiry) and tells WrongDevice with its name.

Limits, each so that nothing a device does can grow without end: orders waiting 64 (a machine that orders more
has not read the refusals), bytes waiting to be written = one pull of the driver, trace = the last 64 transfers.
"""

from __future__ import annotations

import contextlib
import os
import select
import termios
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import serial

from cabinet.ports.link import OrderRefused
from drivers.device import Driver, Event
from drivers.inquiry import Inquiry, Other, PortSettings
from drivers.traffic import PortStatus, Traffic, Transfer

__all__ = ["LOST", "BackOff", "Other", "Port", "PortSettings", "Transfer", "monotonic_ms"]

LOST = (OSError, serial.SerialException, termios.error)
"""What a dying port raises; termios.error is no OSError."""

_READ_BYTES = 4096
_WRITE_STUCK_MS = 5000
_MOST_ORDERS = 64
_LONGEST_WAIT_MS = 1000


@dataclass(slots=True)
class BackOff:
    """How long to wait before the next try, ms."""

    first_ms: int = 250
    most_ms: int = 5000
    next_ms: int = 250

    def failed(self) -> int:
        """The wait after one more failure."""
        wait, self.next_ms = self.next_ms, min(self.next_ms * 2, self.most_ms)
        return wait

    def worked(self) -> None:
        self.next_ms = self.first_ms


def monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class Port:
    """Runs *driver* over the serial port at *path*; *sink* gets every event, called from the port's thread.

    *path* may be any stable name; it is resolved at each opening. Who answers is the driver's to confirm (LinkUp);
    *others* are the devices that may hang here by mistake.
    """

    def __init__(
        self,
        path: str,
        settings: PortSettings,
        driver: Driver,
        sink: Callable[[Event], None],
        clock: Callable[[], int] = monotonic_ms,
        others: tuple[Other, ...] = (),
    ) -> None:
        self._path, self._settings, self._driver, self._sink, self._clock = path, settings, driver, sink, clock
        self._orders: deque[Any] = deque()
        self._lock = threading.Lock()
        self._stop = self._ended = False
        self._lost_told = False
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._serial: serial.Serial | None = None
        self._unwritten = b""
        self._write_since = 0
        self._back_off = BackOff()
        self._inquiry = Inquiry(others)
        self._open_at = 0
        self._opened = self._lost = 0
        self._last = ""
        self._traffic = Traffic()
        self._thread = threading.Thread(target=self._run, name=f"port {path}", daemon=True)

    def start(self) -> None:
        """Start the thread; a port that is not there yet is waited for."""
        self._thread.start()

    def order(self, what: Any) -> None:
        """Hand an order to the driver; from any thread, never blocks. Too many at once are refused as events."""
        with self._lock:
            full = len(self._orders) >= _MOST_ORDERS
            if not full:
                self._orders.append(what)
        if full:
            self._sink(OrderRefused(type(what).__name__, "too many orders waiting"))
        self._wake()

    def close(self, timeout_s: float = 5.0) -> bool:
        """Stop the thread and close the port; False = it did not end in time."""
        self._stop = True
        self._wake()
        if self._thread.ident is None:
            self._end()
        else:
            self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def status(self) -> PortStatus:
        """The line's own counts, for whoever looks for a bad cable."""
        is_open = self._serial is not None
        bytes_moved = self._traffic.received, self._traffic.sent
        return PortStatus(self._path, is_open, self._opened, self._lost, *bytes_moved, self._last)

    def trace(self) -> tuple[Transfer, ...]:
        """The last transfers, oldest first, for the log of a fault."""
        with self._lock:
            return self._traffic.trace()

    # -- the thread -----------------------------------------------------------------------------------------

    def _wake(self) -> None:
        with self._lock:
            # after the thread has ended the number may belong to any other file
            if not self._ended:
                with contextlib.suppress(BlockingIOError):  # a full pipe has woken the thread already
                    os.write(self._wake_write, b"x")

    def _run(self) -> None:
        try:
            while not self._stop:
                try:
                    self._turn()
                except LOST as lost:
                    self._lose(f"{self._path}: {lost}")
        finally:
            self._shut()
            self._end()

    def _end(self) -> None:
        with self._lock:
            ended, self._ended = self._ended, True
            if not ended:
                os.close(self._wake_read)
                os.close(self._wake_write)

    def _turn(self) -> None:
        now = self._clock()
        if self._serial is None and now >= self._open_at:
            self._open(now)
        elif self._serial is not None and self._inquiry.due(now):
            self._change_guest(now)
        self._pass_orders(self._clock())
        if self._serial is not None:
            self._pull(self._clock())
        self._wait()

    def _open(self, now: int) -> None:
        self._inquiry.opened(now)
        self._open_line(self._settings)
        self._lost_told = False
        self._tell(self._driver.opened(now))

    def _change_guest(self, now: int) -> None:
        """Nobody who belongs here answers: the line is lent to the next other device's questions, or given back."""
        if self._inquiry.guest is None:
            self._tell(self._driver.closed(f"{self._path}: asking who is there", now))
        self._shut()
        if self._inquiry.next(now):
            self._open_line(self._inquiry.settings)
            assert self._inquiry.guest is not None
            self._inquiry.guest.opened(now)
        else:
            self._open_line(self._settings)
            self._tell(self._driver.opened(now))

    def _open_line(self, s: PortSettings) -> None:
        self._serial = serial.Serial(
            self._path, s.baud, s.data_bits, s.parity, s.stop_bits, timeout=0, xonxoff=s.xon_xoff,
            rtscts=s.rts_cts, write_timeout=0, exclusive=True,
        )  # fmt: skip
        self._opened += 1
        # what lay in the buffers belongs to an earlier life of the line
        termios.tcflush(self._serial.fileno(), termios.TCIOFLUSH)
        self._unwritten = b""

    def _lose(self, reason: str) -> None:
        if self._serial is not None:
            self._lost += 1
        self._last = reason
        self._shut()
        now = self._clock()
        self._open_at = now + self._back_off.failed()
        guest, self._inquiry.guest = self._inquiry.guest, None
        if guest is None and not self._lost_told:  # one outage, one event, however often opening fails
            self._lost_told = True
            self._tell(self._driver.closed(reason, now))

    def _shut(self) -> None:
        port, self._serial = self._serial, None
        if port is None:
            return
        # closing waits for bytes that will never leave, unless they are thrown away first
        with contextlib.suppress(*LOST):
            termios.tcflush(port.fileno(), termios.TCOFLUSH)
        with contextlib.suppress(*LOST):
            port.close()

    def _pass_orders(self, now: int) -> None:
        while True:
            with self._lock:
                if not self._orders:
                    return
                what = self._orders.popleft()
            self._tell(self._driver.order(what, now))

    def _pull(self, now: int) -> None:
        if not self._unwritten:
            data, events = (self._inquiry.guest or self._driver).pull(now)
            self._hear(events, now)
            if data:
                self._unwritten, self._write_since = data, now
                self._note("tx", data)
        if self._unwritten:
            self._write(now)

    def _write(self, now: int) -> None:
        assert self._serial is not None
        with contextlib.suppress(BlockingIOError):
            written = os.write(self._serial.fileno(), self._unwritten)
            self._unwritten = self._unwritten[written:]
            if written:
                self._write_since = now
        if self._unwritten and now - self._write_since >= _WRITE_STUCK_MS:
            raise OSError("write stuck: the device takes no bytes")

    def _wait(self) -> None:
        port = self._serial
        readers: list[int] = [self._wake_read]
        if port is not None:
            readers.append(port.fileno())
        writers = [port.fileno()] if port is not None and self._unwritten else []
        ready, _, _ = select.select(readers, writers, [], self._wait_ms() / 1000)
        if self._wake_read in ready:
            os.read(self._wake_read, 4096)
        if port is not None and port.fileno() in ready:
            self._read(port)

    def _wait_ms(self) -> int:
        now = self._clock()
        if self._serial is None:
            return max(0, min(self._open_at - now, _LONGEST_WAIT_MS))
        wake_at = None if self._unwritten else (self._inquiry.guest or self._driver).wake_at()
        ask_at = self._inquiry.wake_at()
        if wake_at is None or (ask_at is not None and ask_at < wake_at):
            wake_at = ask_at
        if wake_at is None:
            return _LONGEST_WAIT_MS
        # never zero: a driver that is due but says nothing must not spin the processor
        return max(1, min(wake_at - now, _LONGEST_WAIT_MS))

    def _read(self, port: serial.Serial) -> None:
        data = os.read(port.fileno(), _READ_BYTES)
        if not data:
            raise OSError("hung up")
        self._back_off.worked()
        settings = self._settings if self._inquiry.guest is None else self._inquiry.settings
        if settings.mask_top_bit:
            data = bytes(byte & 0x7F for byte in data)
        self._note("rx", data)
        now = self._clock()
        self._hear((self._inquiry.guest or self._driver).receive(data, now), now)

    def _hear(self, events: list[Event], now: int) -> None:
        """Events of whoever has the line: the machine hears of a guest only when it said who it is."""
        if self._inquiry.guest is None:
            self._inquiry.own(events)
            self._tell(events)
            return
        found = self._inquiry.heard(events, now)
        if found is not None:
            self._tell([found])

    def _note(self, way: str, data: bytes) -> None:
        with self._lock:
            self._traffic.note(self._clock(), way, data)

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self._sink(event)
