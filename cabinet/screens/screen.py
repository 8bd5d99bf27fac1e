"""One screen at work: raw input to touches, touches to commands, views to pictures. Decides when to paint.

Everything it needs is given to it: the link to the machine, the words of a language, the canvas. No clock, no
event queue: `main` feeds it both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cabinet.ports.page import Page, PageWanted, Told
from cabinet.ports.view import View
from cabinet.screens import director, layout
from cabinet.screens.answers import Answers
from cabinet.screens.focus import ringed, stepped
from cabinet.screens.geometry import Rect
from cabinet.screens.office import touches as office
from cabinet.screens.office.state import AGAIN_MS
from cabinet.screens.office.touches import Asked
from cabinet.screens.pointer import Fit, Pointer, Press, Raw
from cabinet.screens.quick import onward
from cabinet.screens.scene import Scene
from cabinet.screens.sound import heard, revealed
from cabinet.screens.stage import Stage
from cabinet.screens.touch import Answer, touch
from cabinet.screens.ui import USUAL_VOLUME, Ui, refused_again, seen, settle_down
from cabinet.screens.words import Words

Send = Callable[[Asked], bool]
LOOK_AGAIN_MS = 100  # a still picture is looked at this often for what only time changes


class Screen:
    """State of one station's screen. *words_of* gives the words of a view's language; *send* asks the machine."""

    def __init__(self, stage: Stage, fit: Fit, words_of: Callable[[View | None], Words], send: Send) -> None:
        self.stage = stage
        self.fit = fit
        self.view: View | None = None
        self.ui = Ui(connected=False)
        self.answers = Answers()
        self.usual = (False, False)  # high contrast and large text, as the operator has them
        self._pointer = Pointer(fit)
        self._words_of = words_of
        self._send = send
        self._scene = director.scene(None, self.ui, 0, words_of(None), fit.canvas)
        self._looked_ms = -LOOK_AGAIN_MS
        self._stale = True
        self._sounds: list[str] = []
        self._revealed_ms = -1
        self._keep_shift: Callable[[tuple[int, int]], None] = lambda _: None

    @property
    def scene(self) -> Scene:
        return self._scene

    def begin_with(self, contrast: bool, large: bool, no_more_bets: bool = False) -> None:
        """How every player finds the screen: in high contrast, with large text, with bets called closed."""
        self.usual = (contrast, large)
        self._become(replace(self.ui, contrast=contrast, large=large, calls_closed=no_more_bets))

    def corrected(self, shift: tuple[int, int], keep: Callable[[tuple[int, int]], None]) -> None:
        """What a technician found the touches to be off by, in canvas px; *keep* is told when that changes."""
        self._keep_shift = keep
        self._pointer.correct(shift)
        self.ui = replace(self.ui, shift=shift)

    def refit(self, fit: Fit) -> None:
        """The panel has another size now."""
        self.fit = fit
        self._pointer.refit(fit)
        self.stage.forget()
        self._stale = True

    def repaint(self) -> None:
        """The panel was away: paint everything."""
        self.stage.forget()
        self._stale = True

    def show(self, view: View, now_ms: int) -> None:
        """A newer view arrived."""
        self._sounds += heard(self.view, view)
        self.answers.told(self.ui.asked_ms is not None)
        before, self.view = self.view, view
        self._become(seen(self.ui, before, view, now_ms))
        self._sounds += ["closed"] if before is not None and self.ui.closed_ms == now_ms else []
        ui, commands = onward(self.ui, view)
        self._become(ui)
        for command in commands:
            self._send(command)
        self._stale = True
        self.look(now_ms)

    def told(self, answer: Page | Told, now_ms: int) -> None:
        """A page came, or what came of an errand. A page that nobody waits for any more is not shown."""
        own = self.ui.office
        if isinstance(answer, Told):
            own = replace(own, told=answer.message, told_ms=now_ms)
        elif own.wanted is not None and (own.wanted.page, own.wanted.params) == (answer.name, answer.params):
            own = replace(own, page=answer, came_ms=now_ms)
        self._become(replace(self.ui, office=own))
        self.look(now_ms)

    def connected(self, connected: bool) -> None:
        """Whether the machine answers; without it no figure is shown, because none is known to be true."""
        if connected != self.ui.connected:
            self._become(replace(self.ui, connected=connected and self.view is not None))
            if not connected:
                self.view = None

    def feed(self, raw: Raw, now_ms: int) -> None:
        """One raw input event: may move something, may ask the machine for something."""
        for event in self._pointer.feed(raw, now_ms):
            if isinstance(event, Press):
                self.answers.touched(now_ms)
                self._become(replace(self.ui, focus=""))
            self._answer(touch(event, self._scene, self.view, self.ui, now_ms), now_ms)

    def step(self, step: str, now_ms: int) -> None:
        """A navigation button of the deck: moves the ring, turns, or presses what is in it. Not under a finger."""
        if self._pointer.down:
            return
        self.look(now_ms)
        self._sounds.append("tick")
        self._answer(stepped(step, self._scene, self.view, self.ui, now_ms), now_ms)

    def _answer(self, answer: Answer, now_ms: int) -> None:
        if answer.ui.volume != self.ui.volume:
            self._sounds.append("chip")  # so loud it is now
        self._sounds += answer.sounds
        if answer.ui.shift != self.ui.shift:
            self._pointer.correct(answer.ui.shift)
            self._keep_shift(answer.ui.shift)
        self._become(answer.ui)
        for command in answer.commands:
            self._send(command)
            self._become(replace(self.ui, asked_ms=now_ms))
        self.look(now_ms)

    def look(self, now_ms: int) -> bool:
        """Make the scene of this moment if anything may have changed; whether it was made."""
        due = self._scene.moving or now_ms - self._looked_ms >= LOOK_AGAIN_MS
        if not (self._stale or due):
            return False
        self._listen(now_ms)
        self._office(now_ms)
        if self.view is not None:
            self._become(refused_again(self.ui, self.view, now_ms))
        self._become(settle_down(self.ui, now_ms))
        if self._scene.name == "attract":
            # the next player's ears and eyes are his own
            self._become(replace(self.ui, volume=USUAL_VOLUME, contrast=self.usual[0], large=self.usual[1]))
        words = self._words_of(self.view)
        scene = director.scene(self.view, self.ui, now_ms, words, self.fit.canvas)
        self._scene = ringed(scene, self.ui)
        self._looked_ms, self._stale = now_ms, False
        return True

    def _office(self, now_ms: int) -> None:
        """A button that was held long enough acts; a page that the machine has left behind is asked for again."""
        if self.ui.pressed and (done := office.held(self.ui.pressed, self.ui.office, now_ms)) is not None:
            self._become(replace(self.ui, office=done[0]))
            for asked in done[1]:
                self._send(asked)
        own = self.ui.office
        if self.view is None or own.wanted is None or own.pad is not None or now_ms - own.asked_ms < AGAIN_MS:
            return
        page = own.page
        if page is None or (page.live and page.row < self.view.row):
            self._send(PageWanted(own.wanted.page, own.wanted.params, touched=False))
            self._become(replace(self.ui, office=replace(own, asked_ms=now_ms)))

    def heard(self) -> tuple[str, ...]:
        """The effects since this was asked last."""
        found, self._sounds = tuple(self._sounds), []
        return found

    def _listen(self, now_ms: int) -> None:
        """Note what the reveal comes to between the last look and this one."""
        reveal = self.ui.reveal
        if reveal is None or self.view is None:
            self._revealed_ms = -1
            return
        at = reveal.at(now_ms)
        self._sounds += revealed(self.view.table, max(self._revealed_ms, reveal.skipped_ms - 1), at)
        self._revealed_ms = at

    def paint(self) -> tuple[Rect, ...]:
        """Paint the scene; the canvas boxes that changed."""
        return self.stage.paint(self._scene)

    def _become(self, ui: Ui) -> None:
        if ui != self.ui:
            self.ui, self._stale = ui, True


def full_fit(panel: tuple[int, int], rotation: int = 0) -> Fit:
    """The designed canvas that fills more of a panel of that size."""
    return Fit(layout.nearest(panel, rotation).canvas, panel, rotation)
