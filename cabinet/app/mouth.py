"""No picture, no notes: an acceptor stays shut until its station's screen has shown something, and while none does.

The machine decides whether notes may be taken; this only shuts the mouth more often. A document inside goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

from cabinet.ports.acceptor import Enable
from cabinet.ports.effects import DeviceOrder

_SHUT = Enable(notes=False, tickets=False)


class Mouth:
    """Passes orders on by *send*; acceptors of *stations* are enabled only while `seen`."""

    def __init__(self, send: Callable[[str, DeviceOrder], None], stations: Iterable[int]) -> None:
        self._send = send
        self._unseen = {f"acceptor.{station}" for station in stations}
        self._wanted: dict[str, Enable] = {}
        self._lock = threading.Lock()

    def order(self, device: str, order: DeviceOrder) -> None:
        """An order of the machine; from the engine's thread."""
        if not isinstance(order, Enable):
            self._send(device, order)
            return
        with self._lock:
            self._wanted[device] = order
            self._send(device, _SHUT if device in self._unseen else order)

    def seen(self, station: int, there: bool) -> None:
        """The first screen of *station* came, or the last one went; from the hub's thread."""
        device = f"acceptor.{station}"
        with self._lock:
            (self._unseen.discard if there else self._unseen.add)(device)
            wanted = self._wanted.get(device)
            if wanted is not None:
                self._send(device, wanted if there else _SHUT)
