"""How quickly a screen answers: when a finger came down, when the glass first changed, when the machine's answer stood
there, and since when the credit is shown.

Counts in pictures (turns of the loop) and monotonic ms. Decides nothing; whoever asks takes what was kept.
"""

from __future__ import annotations

from collections import deque
from dataclasses import asdict, dataclass
from typing import Any

_KEPT = 64  # more touches than anybody makes between two questions


@dataclass(slots=True)
class Answered:
    """One touch. *frame* and *ms* when the finger came down; then of the first change on the glass, and of the
    first picture that shows what the machine answered; −1 while that has not come."""

    frame: int
    ms: int
    first_frame: int = -1
    first_ms: int = -1
    told_frame: int = -1
    told_ms: int = -1


class Answers:
    """Kept by a screen. *frame* is the number of the picture being made."""

    def __init__(self) -> None:
        self.frame = 0
        self._touches: deque[Answered] = deque(maxlen=_KEPT)
        self._credits: deque[tuple[int, int]] = deque(maxlen=_KEPT)
        self._told = False
        self._credit_cents = -1

    def touched(self, now_ms: int) -> None:
        """A finger came down."""
        self._touches.append(Answered(self.frame, now_ms))
        self._told = False

    def told(self, asked: bool) -> None:
        """A newer view is here; *asked*: it came after something was asked of the machine."""
        self._told = self._told or asked

    def painted(self, changed: bool, credit_cents: int, now_ms: int) -> None:
        """The picture of this turn is on the glass; *changed*: it differs from the one before."""
        if changed and self._touches:
            touch = self._touches[-1]
            if touch.first_frame < 0:
                touch.first_frame, touch.first_ms = self.frame, now_ms
            if self._told and touch.told_frame < 0:
                touch.told_frame, touch.told_ms = self.frame, now_ms
        if credit_cents != self._credit_cents:
            self._credit_cents = credit_cents
            self._credits.append((credit_cents, now_ms))
        self.frame += 1

    def taken(self) -> dict[str, Any]:
        """Everything kept since this was asked last, as plain data."""
        told = {"touches": [asdict(touch) for touch in self._touches], "credits": list(self._credits)}
        self._touches.clear()
        self._credits.clear()
        return told
