"""Who answers on a port whose own device never did: when to ask in the words of the cabinet's other devices, and whom.

    opened, not linked for 12 s -> each other device's own questions, 6 s each, on its own line settings
    somebody said who he is -> told once; after everybody was asked the port's own device has it for 10 minutes

A device that was linked since the port was opened is never asked like that: it is this port's, and perhaps in the
middle of a document or a ticket. A guest driver only asks who is there: it is dropped at LinkUp, before anything
else goes out, and gets no orders.

Decides whom to ask when. Refuses to know descriptors and bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cabinet.ports.link import LinkDown, LinkUp, WrongDevice
from drivers.device import Driver, Event

AFTER_MS = 12_000  # longer than any device starts
GUEST_MS = 6000  # a board that restarts at each opening speaks after 4 s
AGAIN_MS = 600_000


@dataclass(frozen=True, slots=True)
class PortSettings:
    """Line settings. A pseudo-terminal takes parity only at its first open: bench ports are 8N1.

    *mask_top_bit*: a 7-bit line on an 8-bit port, the top bit of each byte received is cleared.
    """

    baud: int = 9600
    data_bits: int = 8
    parity: str = "N"
    stop_bits: int = 1
    xon_xoff: bool = False
    rts_cts: bool = False
    mask_top_bit: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """Another device of the cabinet: what the machine calls it, its line, a fresh driver that asks for it."""

    name: str
    settings: PortSettings
    driver: Callable[[], Driver]


class Inquiry:
    """The questions of one port; *others* are asked in their order."""

    def __init__(self, others: tuple[Other, ...]) -> None:
        self._others = others
        self._place = 0
        self._begin_at = 0
        self._linked = False
        self._until = 0
        self.guest: Driver | None = None
        self.settings = PortSettings()  # of the guest

    def opened(self, now: int) -> None:
        """The port's own device has the line anew."""
        self.guest, self._place, self._linked = None, 0, False
        self._begin_at = now + AFTER_MS

    def own(self, events: list[Event]) -> None:
        """What the port's own driver told."""
        self._linked = self._linked or any(isinstance(event, LinkUp) for event in events)

    def due(self, now: int) -> bool:
        """Whether the next one must be asked now, or the line goes back to its own device."""
        if self.guest is not None:
            return now >= self._until
        return not self._linked and self._place < len(self._others) and now >= self._begin_at

    def wake_at(self) -> int | None:
        if self.guest is not None:
            return self._until
        return None if self._linked or self._place >= len(self._others) else self._begin_at

    def next(self, now: int) -> bool:
        """Take the next one in; False = all were asked, the line is its own device's for a long time."""
        if self._place >= len(self._others):
            self._rest(now)
            return False
        other = self._others[self._place]
        self._place += 1
        self.guest, self.settings, self._until = other.driver(), other.settings, now + GUEST_MS
        return True

    def heard(self, events: list[Event], now: int) -> WrongDevice | None:
        """What the guest told: who it is, or that it is not he."""
        for event in events:
            match event:
                case LinkUp(model):
                    name = self._others[self._place - 1].name
                    self._place = len(self._others)
                    self._until = now
                    return WrongDevice(f"{name} answers: {model}", name)
                case WrongDevice() | LinkDown():
                    self._until = now
                case _:
                    pass
        return None

    def _rest(self, now: int) -> None:
        self.guest, self._place, self._begin_at = None, 0, now + AGAIN_MS
