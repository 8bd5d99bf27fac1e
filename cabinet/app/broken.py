"""A cabinet whose journal cannot be trusted: it plays nothing, moves nothing, talks to no device, and still shows
its meters with what is believed good (R-08, R-09). It never clears itself: only a technician ends this.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable

from cabinet.app.places import Places
from cabinet.engine.hub import Hub
from cabinet.machine.signals import Signal
from cabinet.machine.view import view_of
from cabinet.reports.fold import believed, locked
from cabinet.settings.profile import Profile
from cabinet.storage.contract import JournalError


class BrokenCabinet:
    """The screens' side of a cabinet that is locked up for good."""

    def __init__(self, refused: JournalError, profile: Profile, places: Places, turned: Callable[[], None]) -> None:
        """Raises *refused* again when nothing at all can be believed."""
        state = believed(refused)
        if state is None or state.options is None:
            raise refused
        print(refused, file=sys.stderr)
        self._state = locked(state, str(refused))
        stations = profile.options.machine.stations
        self._hub = Hub(places.engine, stations, _takes_nothing)
        self._stations, self._turned = stations, turned
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._live, name="engine", daemon=True)

    def start(self) -> None:
        self._hub.start()
        for station in self._stations:
            self._hub.publish(view_of(self._state, station, 0))
        self._thread.start()

    def close(self) -> int:
        self._over.set()
        self._thread.join(2.0)
        self._hub.close()
        return 0

    def _live(self) -> None:
        while not self._over.wait(0.5):
            self._turned()


def _takes_nothing(signal: Signal) -> bool:
    return False
