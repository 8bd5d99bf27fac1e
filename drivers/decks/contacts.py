"""Contacts that bounce, stick and chatter, turned into one action a press.

Stable 5 ms counts as pressed, stable 20 ms as released. A button down at the start or longer than 30 s is
stuck, one with more than 20 edges in a second is noisy: ignored until it is seen up. A money button acts 50 ms
after its press was recognised, and not at all if another money button was pressed within 50 ms of it.

Decides from levels and monotonic milliseconds alone. Refuses to know pins, bytes and what a button means.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from cabinet.ports.deck import ButtonBad, ButtonPressed

_EDGES = 21
_CALM_MS = 1000


@dataclass(frozen=True, slots=True)
class ContactTimes:
    """Milliseconds; see the head of the file."""

    press_ms: int = 5
    release_ms: int = 20
    stuck_ms: int = 30_000
    money_ms: int = 50


class Contact:
    """One debounced contact: *active* is pressed, turned, or open for a door."""

    __slots__ = ("_raw", "_times", "active", "since")

    def __init__(self, active: bool, times: ContactTimes, now: int) -> None:
        self._times = times
        self._raw = self.active = active
        self.since = now

    def level(self, active: bool, now: int) -> bool:
        """The level was reported; whether that is an edge."""
        if active == self._raw:
            return False
        self._raw, self.since = active, now
        return True

    def settle(self, now: int) -> bool:
        """Whether the debounced state has just changed."""
        if self._raw == self.active or now < self._due():
            return False
        self.active = self._raw
        return True

    def wake_at(self) -> int | None:
        return None if self._raw == self.active else self._due()

    def _due(self) -> int:
        return self.since + (self._times.press_ms if self._raw else self._times.release_ms)


@dataclass(slots=True)
class _Button:
    contact: Contact
    money: bool
    bad: str = ""
    pressed_at: int = 0
    edges: deque[int] = field(default_factory=lambda: deque(maxlen=_EDGES))


class Buttons:
    """All buttons of a board; *money* says which of them commit or move money."""

    def __init__(self, money: dict[str, bool], times: ContactTimes) -> None:
        self._money = money
        self._times = times
        self._buttons: dict[str, _Button] = {}
        self._lost: dict[str, _Button] = {}  # as they were when the board was lost
        self._pending: dict[str, int] = {}  # money buttons recognised, and when they act
        self._recent: list[tuple[int, str]] = []  # newest money presses, also those already cancelled

    def start(self, down: dict[str, bool], now: int) -> list[ButtonPressed | ButtonBad]:
        """The first levels: nothing is a press, whatever is down is stuck."""
        self._pending.clear()
        self._recent.clear()
        events: list[ButtonPressed | ButtonBad] = []
        for name, active in down.items():
            button = _Button(Contact(active, self._times, now), self._money[name])
            before = self._lost.get(name)
            if active:
                events += self._ignore(name, button, "stuck")
            elif before is not None and before.bad:
                events.append(ButtonBad(name, ""))
            self._buttons[name] = button
        return events

    def stop(self) -> None:
        """The board is lost: nothing pressed on it acts any more; what was stuck stays known as such."""
        self._pending.clear()
        self._lost, self._buttons = self._buttons or self._lost, {}

    def level(self, name: str, down: bool, now: int) -> None:
        button = self._buttons[name]
        if button.contact.level(down, now):
            button.edges.append(now)

    def tick(self, now: int) -> list[ButtonPressed | ButtonBad]:
        """What follows from the levels and the time by *now*."""
        events: list[ButtonPressed | ButtonBad] = []
        for name, button in self._buttons.items():
            events += self._tick(name, button, now)
        for name in [name for name, due in self._pending.items() if due <= now]:
            del self._pending[name]
            events.append(ButtonPressed(name))
        return events

    def wake_at(self) -> int | None:
        wakes = list(self._pending.values())
        for button in self._buttons.values():
            settles = button.contact.wake_at()
            if settles is not None:
                wakes.append(settles)
            if button.contact.active and not button.bad:
                wakes.append(button.pressed_at + self._times.stuck_ms)
            if button.bad and not button.contact.active and button.edges:
                wakes.append(button.edges[-1] + _CALM_MS)
        return min(wakes, default=None)

    def _tick(self, name: str, button: _Button, now: int) -> list[ButtonPressed | ButtonBad]:
        changed = button.contact.settle(now)
        if button.bad:
            return self._recovered(name, button, now)
        if len(button.edges) == _EDGES and button.edges[-1] - button.edges[0] < 1000:
            return self._ignore(name, button, "noisy")
        if changed and button.contact.active:
            button.pressed_at = now
            return self._pressed(name, button, now)
        if button.contact.active and now - button.pressed_at >= self._times.stuck_ms:
            return self._ignore(name, button, "stuck")
        return []

    def _pressed(self, name: str, button: _Button, now: int) -> list[ButtonPressed | ButtonBad]:
        if not button.money:
            return [ButtonPressed(name)]
        window = self._times.money_ms
        at = button.contact.since
        self._recent = [(when, other) for when, other in self._recent if at - when <= window]
        rivals = [other for _, other in self._recent if other != name]
        self._recent.append((at, name))
        if not rivals:
            self._pending[name] = now + window
        for other in rivals:
            self._pending.pop(other, None)
        return []

    def _recovered(self, name: str, button: _Button, now: int) -> list[ButtonPressed | ButtonBad]:
        calm = not button.edges or now - button.edges[-1] >= _CALM_MS
        if button.contact.active or (button.bad == "noisy" and not calm):
            return []
        button.bad = ""
        button.edges.clear()
        return [ButtonBad(name, "")]

    def _ignore(self, name: str, button: _Button, reason: str) -> list[ButtonPressed | ButtonBad]:
        button.bad = reason
        self._pending.pop(name, None)
        return [ButtonBad(name, reason)]
