"""The engine's thread: takes signals one by one, keeps the timers, shows the newest views.

Decides when, never what. The thread waits for the next signal, timer or look at the clock; a view is shown at
most sixty times a second, because no panel shows more, and always the newest one.
"""

from __future__ import annotations

from collections.abc import Callable

from cabinet.clock import Clock
from cabinet.engine.engine import Engine
from cabinet.engine.inbox import Inbox
from cabinet.engine.watch import Watch
from cabinet.ports.view import View

_FRAME_MS = 16
_IDLE_MS = 1000


class Loop:
    """Runs *engine* until its inbox is closed. *turned* is called at least once a second: a sign of life."""

    def __init__(
        self,
        engine: Engine,
        inbox: Inbox,
        watch: Watch,
        clock: Clock,
        publish: Callable[[View], None],
        turned: Callable[[], None],
    ) -> None:
        self._engine, self._inbox, self._watch, self._clock = engine, inbox, watch, clock
        self._publish, self._turned = publish, turned
        self._shown: object = None
        self._minute = ""
        self._show_at = self._idle_at = 0

    def run(self) -> None:
        """Until the inbox is closed; whatever the engine raises ends it."""
        while not self._inbox.closed:
            self.turn()

    def turn(self) -> None:
        """Wait for what comes next, and do it."""
        signal = self._inbox.take(self._wait_ms())
        if signal is not None:
            self._engine.handle(signal)
        self._engine.tick()
        for seen in self._watch.look():
            self._engine.handle(seen)
        self._show()
        self._idle(signal is None)
        self._turned()

    def _wait_ms(self) -> int:
        now = self._clock.monotonic_ms()
        due = [self._watch.wake_at()]
        timer = self._engine.wake_at()
        if timer is not None:
            due.append(timer)
        if self._engine.state is not self._shown:
            due.append(self._show_at)
        return max(0, min(due) - now)

    def _idle(self, nobody: bool) -> None:
        """What is done while nobody waits, a short step a second."""
        now = self._clock.monotonic_ms()
        if nobody and now >= self._idle_at:
            self._idle_at = now + _IDLE_MS
            self._engine.background()

    def _show(self) -> None:
        now, state, minute = self._clock.monotonic_ms(), self._engine.state, self._clock.wall()[:16]
        if (state is self._shown and minute == self._minute) or now < self._show_at:
            return
        self._shown, self._minute, self._show_at = state, minute, now + _FRAME_MS
        for station in state.set_up.machine.stations:
            self._publish(self._engine.view(station))
