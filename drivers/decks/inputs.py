"""The levels of a board's ports, read as doors, keys and buttons.

A door is open and a latch has tripped when its level is 1; a key is turned and a button pressed when it is 0.
A latch trips at every opening, so after an opening that was told live it is reset, a second after the door
closed; what it told at boot stays until somebody orders its reset.

Decides what changed. Refuses to know bytes, and whether an open door matters now.
"""

from __future__ import annotations

from cabinet.ports.deck import ButtonBad, ButtonPressed, DoorChanged, KeyTurned
from drivers.decks.contacts import Buttons, Contact, ContactTimes
from drivers.decks.wiring import Wiring

InputEvent = DoorChanged | KeyTurned | ButtonPressed | ButtonBad
_LATCH_RESET_MS = 1000


class Inputs:
    """Every input of one board; *levels* maps a port to its eight levels."""

    def __init__(self, wiring: Wiring, times: ContactTimes) -> None:
        self._wiring = wiring
        self._times = times
        self._buttons = Buttons({button.name: button.money for button in wiring.buttons}, times)
        self._doors: dict[str, Contact] = {}
        self._keys: dict[str, Contact] = {}
        self._opened_live: set[str] = set()
        self._latch_due: dict[str, int] = {}

    def start(self, levels: dict[int, int], now: int) -> list[InputEvent]:
        """The first whole picture: every door and every key is told."""
        self.stop()
        events: list[InputEvent] = []
        for door in self._wiring.doors:
            is_open = _high(levels, door.pin)
            self._doors[door.name] = Contact(is_open, self._times, now)
            tripped = door.latch_pin is not None and _high(levels, door.latch_pin)
            if tripped:
                events.append(DoorChanged(door.name, True, latched=True))
            if not (tripped and is_open):
                events.append(DoorChanged(door.name, is_open))
        for key in self._wiring.keys:
            turned = not _high(levels, key.pin)
            self._keys[key.name] = Contact(turned, self._times, now)
            events.append(KeyTurned(key.name, turned))
        down = {button.name: not _high(levels, button.pin) for button in self._wiring.buttons}
        return events + list(self._buttons.start(down, now))

    def stop(self) -> None:
        """The board is lost: no level of it counts any more."""
        self._doors.clear()
        self._keys.clear()
        self._buttons.stop()
        self._opened_live.clear()
        self._latch_due.clear()

    def take(self, port: int, levels: int, now: int) -> None:
        """The levels of one port were told."""
        at = {port: levels}
        for door in self._wiring.doors:
            if door.pin // 8 == port:
                self._doors[door.name].level(_high(at, door.pin), now)
        for key in self._wiring.keys:
            if key.pin // 8 == port:
                self._keys[key.name].level(not _high(at, key.pin), now)
        for button in self._wiring.buttons:
            if button.pin // 8 == port:
                self._buttons.level(button.name, not _high(at, button.pin), now)

    def tick(self, now: int) -> list[InputEvent]:
        """What the levels and the time by *now* amount to."""
        events: list[InputEvent] = []
        for name, door in self._doors.items():
            if door.settle(now):
                events.append(DoorChanged(name, door.active))
                self._latch_follows(name, door.active, now)
        for name, key in self._keys.items():
            if key.settle(now):
                events.append(KeyTurned(name, key.active))
        return [*events, *self._buttons.tick(now)]

    def latches_due(self, now: int) -> list[str]:
        """Doors whose latch is to be reset now; said once."""
        due = [door for door, when in self._latch_due.items() if when <= now]
        for door in due:
            del self._latch_due[door]
        return due

    def wake_at(self) -> int | None:
        wakes = [contact.wake_at() for contact in (*self._doors.values(), *self._keys.values())]
        wakes += [self._buttons.wake_at(), *self._latch_due.values()]
        return min((wake for wake in wakes if wake is not None), default=None)

    def _latch_follows(self, door: str, is_open: bool, now: int) -> None:
        self._latch_due.pop(door, None)
        if is_open:
            self._opened_live.add(door)
        elif door in self._opened_live:
            self._opened_live.discard(door)
            self._latch_due[door] = now + _LATCH_RESET_MS


def _high(levels: dict[int, int], pin: int) -> bool:
    return bool(levels[pin // 8] >> pin % 8 & 1)
