"""A player before the whole cabinet in memory: the real screen over the real engine, used with fingers or with the
deck's buttons only. Nobody paints; what a picture would show is looked at as a scene."""

from __future__ import annotations

from cabinet.ports.commands import Command
from cabinet.ports.view import View
from cabinet.screens import layout
from cabinet.screens.focus import focused
from cabinet.screens.pilot import answered
from cabinet.screens.scene import Label
from cabinet.screens.screen import Screen, full_fit
from cabinet.screens.stage import Stage
from tests.inplay.floor import DECK, Floor
from tests.screens.rig import ENGLISH, plain_fonts

MOST_STEPS = 60  # more than any screen has controls


class Player:
    """Sits at station 1 of *floor*."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.sent: list[Command] = []
        self._steps: list[str] = []
        self.screen = Screen(
            Stage(layout.CANVAS, plain_fonts()), full_fit(layout.CANVAS), lambda _: ENGLISH, self._send
        )
        floor.rig.engine.show_steps_to(lambda _station, step, _at: self._steps.append(step))
        self.screen.connected(True)
        self.look()

    # -- the deck ------------------------------------------------------------------------------------------

    def button(self, name: str) -> None:
        """A button of the deck, through its driver; the screen hears of it when the machine passes it on."""
        self.floor.hand(DECK, {"press": name})
        self.floor.run(300)
        for step in self._steps:
            self.screen.step(step, self.floor.now)
        self._steps.clear()
        self.look()

    def go(self, name: str) -> None:
        """Right, and right again, until the ring stands on *name*."""
        for _ in range(MOST_STEPS):
            if self.ring == name:
                return
            self.button("right")
        raise AssertionError(f"the ring never comes to {name}: {[c.name for c in self.screen.scene.controls]}")

    def select(self, name: str) -> None:
        self.go(name)
        self.button("select")

    @property
    def ring(self) -> str:
        control = focused(self.screen.scene, self.screen.ui)
        return control.name if control is not None else ""

    # -- fingers -------------------------------------------------------------------------------------------

    def touch(self, name: str) -> None:
        answer = answered({"press": name}, self.screen, self.floor.now)
        assert answer == {"ok": True}, answer
        self.look()

    def drag(self, name: str, to: str) -> None:
        answer = answered({"drag": name, "to": to}, self.screen, self.floor.now)
        assert answer == {"ok": True}, answer
        self.look()

    # -- looking -------------------------------------------------------------------------------------------

    def look(self) -> None:
        """The newest view is on the glass."""
        self.floor.run(20)
        self.screen.show(self.floor.view(), self.floor.now)

    def wait(self, phase: str) -> None:
        self.floor.wait(lambda: self.view.table.phase == phase, phase)
        self.look()

    def rest(self) -> None:
        """Until nothing is being shown step by step any more."""
        for _ in range(200):
            self.look()
            if self.screen.ui.reveal is None:
                return
            self.floor.run(200)
        raise AssertionError("the reveal never ends")

    @property
    def view(self) -> View:
        return self.floor.view()

    def reads(self) -> str:
        """Everything written on the picture."""
        return "\n".join(item.text for item in self.screen.scene.drawables if isinstance(item, Label))

    def _send(self, command: Command) -> bool:
        self.sent.append(command)
        self.floor.press(command)
        return True
