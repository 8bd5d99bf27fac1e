"""The pilot: a hand for scripts. One JSON object a line, each answered by one; errors are answers.

    {"press": NAME}  {"drag": NAME, "to": NAME}  {"touch": [x, y]}  {"nav": "left"}  {"screenshot": PATH}
                                                                                              to the screen
    {"answers": true}    how quickly the screen answered the touches since this was asked last
    {"view": true}       the screen's state, credit and controls, and the engine's own view under "engine"
    {"bench": {…}}       to the bench            {"quit": true}      ends the cabinet

Any of them with "station": n where there are several. A pilot is as patient as a person: it waits for a screen or a
bench that is coming up, for a control that is just about to be enabled ("wait_ms", 3000 if it says nothing), and
after a touch for the machine to answer it. Decides nothing else. Bench profiles only.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from cabinet.app.lines import LineCaller, NoAnswer, NobodyThere, Said, ask
from cabinet.app.places import Places

COMES_S = 20.0
PATIENCE_MS = 3000
_AGAIN_S = 0.05
_SETTLE_S = 0.2
_TO_SCREEN = ("press", "drag", "touch", "nav", "screenshot", "answers")


class Pilot:
    """Answers for the screens of *stations*, the first where a line names none; *quit_* ends the cabinet."""

    def __init__(self, places: Places, stations: Sequence[int], quit_: Callable[[], None]) -> None:
        self._places, self._stations, self._quit = places, stations, quit_

    def answer(self, question: Said) -> Said:
        """The answer to one line."""
        try:
            return self._answer(question)
        except NoAnswer as no:
            return {"error": str(no)}

    def _answer(self, question: Said) -> Said:
        station = question.get("station", self._stations[0])
        if station not in self._stations:
            return {"error": f"there is no station {station} here"}
        if any(word in question for word in _TO_SCREEN):
            return self._by_hand(station, question)
        match question:
            case {"view": True}:
                return {**self._screen(station, {"view": True}), "engine": self._view(station)}
            case {"bench": dict()}:
                return _asked(self._places.bench, {"bench": question["bench"]}, 30.0)
            case {"quit": True}:
                self._quit()
                return {"quit": True}
        return {"error": "press, drag, touch, view, bench, screenshot or quit"}

    def _by_hand(self, station: int, question: Said) -> Said:
        asked = {word: value for word, value in question.items() if word not in ("wait_ms", "station")}
        wait_ms = question.get("wait_ms", PATIENCE_MS)
        until = time.monotonic() + (wait_ms if isinstance(wait_ms, int) else PATIENCE_MS) / 1000
        while True:
            before = self._view(station)
            answer = self._screen(station, asked)
            if "screenshot" in asked:
                return answer
            if "error" not in answer:
                self._settle(station, before)
                return answer
            if time.monotonic() >= until:
                return answer
            time.sleep(_AGAIN_S)

    def _settle(self, station: int, before: Said | None) -> None:
        """Give the machine a moment to answer the touch; some touches ask it for nothing."""
        until = time.monotonic() + _SETTLE_S
        while self._view(station) == before and time.monotonic() < until:
            time.sleep(_AGAIN_S / 5)

    def _screen(self, station: int, question: Said) -> Said:
        return _asked(self._places.screen(station), question, 10.0)

    def _view(self, station: int) -> Said | None:
        """What the engine shows *station* now; None = it does not answer."""
        try:
            caller = LineCaller(self._places.engine, 3.0)
        except NoAnswer:
            return None
        try:
            caller.say({"hello": {"station": station, "only_looks": True}})
            view: Said | None = caller.hear().get("view")
            return view
        except NoAnswer:
            return None
        finally:
            caller.close()


def _asked(path: Path, question: Said, timeout_s: float) -> Said:
    """The answer at *path*; somebody who is just coming up is waited for. Nothing is asked twice."""
    until = time.monotonic() + COMES_S
    while True:
        try:
            return ask(path, question, timeout_s)
        except NobodyThere:
            if time.monotonic() >= until:
                raise
            time.sleep(_AGAIN_S)
