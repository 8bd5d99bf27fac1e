"""One pointer from fingers and mouse: one physical act is one touch, in canvas coordinates.

Decides which raw input events count. A finger and the mouse events a system makes up from it are one touch;
a second finger is ignored while one is down; coordinates outside the picture press nothing. Knows neither
pygame nor what stands at a coordinate.

The picture (canvas) is turned clockwise by *rotation* degrees, scaled evenly to the panel and centred; what
is left over are bars. Exactly the corner of the sensor, such as (1.0, 1.0), is the corner of the picture even
where bars lie beside it: that is how a service technician checks that a panel is mounted the right way round.
"""

from __future__ import annotations

import logging
import math
from dataclasses import dataclass

_log = logging.getLogger(__name__)

# A mouse event without the touch mark that follows a finger this closely was made up by the system.
ECHO_MS = 250
ECHO_PX = 32
# A finger whose lifting was lost must not lock the panel for ever.
STALE_MS = 20_000


@dataclass(frozen=True, slots=True)
class MouseRaw:
    """A mouse event in panel pixels. *act* down, move or up; *touch*: the system made it up from a finger."""

    act: str
    x: float
    y: float
    touch: bool = False


@dataclass(frozen=True, slots=True)
class FingerRaw:
    """A finger event, 0.0..1.0 of the panel. *act* down, move or up."""

    act: str
    x: float
    y: float
    finger: int = 0


Raw = MouseRaw | FingerRaw


@dataclass(frozen=True, slots=True)
class Press:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Move:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Release:
    x: int
    y: int


Touch = Press | Move | Release


@dataclass(frozen=True, slots=True)
class Fit:
    """How the canvas lies on the panel, sizes in pixels; *rotation* 0, 90, 180 or 270 degrees clockwise."""

    canvas: tuple[int, int]
    panel: tuple[int, int]
    rotation: int = 0

    @property
    def turned(self) -> tuple[int, int]:
        """The canvas size as it stands on the panel before scaling."""
        w, h = self.canvas
        return (h, w) if self.rotation in (90, 270) else (w, h)

    @property
    def scale(self) -> float:
        w, h = self.turned
        return min(self.panel[0] / w, self.panel[1] / h)

    @property
    def bars(self) -> tuple[float, float]:
        """Width of the left and height of the top bar, in panel pixels."""
        w, h = self.turned
        return ((self.panel[0] - w * self.scale) / 2, (self.panel[1] - h * self.scale) / 2)

    def to_canvas(self, x: float, y: float) -> tuple[float, float]:
        """Canvas coordinates, unclamped, of panel pixels."""
        rx = (x - self.bars[0]) / self.scale
        ry = (y - self.bars[1]) / self.scale
        w, h = self.canvas
        match self.rotation:
            case 90:
                return (ry, h - rx)
            case 180:
                return (w - rx, h - ry)
            case 270:
                return (w - ry, rx)
            case _:
                return (rx, ry)

    def to_panel(self, x: float, y: float) -> tuple[float, float]:
        """Panel pixels of a canvas coordinate: the inverse of `to_canvas`."""
        w, h = self.canvas
        match self.rotation:
            case 90:
                rx, ry = h - y, x
            case 180:
                rx, ry = w - x, h - y
            case 270:
                rx, ry = y, w - x
            case _:
                rx, ry = x, y
        return (rx * self.scale + self.bars[0], ry * self.scale + self.bars[1])

    def clamp(self, at: tuple[float, float]) -> tuple[int, int]:
        """The nearest pixel of the canvas."""
        w, h = self.canvas
        return (min(max(math.floor(at[0]), 0), w - 1), min(max(math.floor(at[1]), 0), h - 1))

    def inside(self, at: tuple[float, float]) -> bool:
        w, h = self.canvas
        return -1e-6 <= at[0] <= w + 1e-6 and -1e-6 <= at[1] <= h + 1e-6


class Pointer:
    """Raw events in, touches out. Keeps only who is down and what was seen last."""

    def __init__(self, fit: Fit) -> None:
        self._fit = fit
        self._shift = (0, 0)
        self._down: int | str | None = None
        self._down_ms = 0
        self._finger_ms = -ECHO_MS - 1
        self._finger_at = (0.0, 0.0)
        self._ignoring_mouse = False
        self._logged: set[str] = set()

    @property
    def down(self) -> bool:
        """Whether a finger or the mouse is down."""
        return self._down is not None

    def refit(self, fit: Fit) -> None:
        """The panel changed its size or was turned."""
        self._fit = fit

    def correct(self, shift: tuple[int, int]) -> None:
        """Take *shift* (canvas px) off every finger from now on; a mouse is where it is shown."""
        self._shift = shift

    def feed(self, raw: Raw, now_ms: int) -> tuple[Touch, ...]:
        """The touches that *raw* means: none or one, two when a lost release is made up for."""
        if isinstance(raw, MouseRaw):
            return self._mouse(raw, now_ms)
        return self._finger(raw, now_ms)

    def _mouse(self, raw: MouseRaw, now_ms: int) -> tuple[Touch, ...]:
        if raw.touch or not _sane(raw.x, raw.y):
            return ()
        at = (raw.x, raw.y)
        if raw.act == "down":
            self._ignoring_mouse = self._echo(at, now_ms) or self._held(now_ms)
        if self._ignoring_mouse:
            self._ignoring_mouse = raw.act != "up"
            return ()
        return self._contact("mouse", raw.act, self._fit.to_canvas(*at), False, now_ms)

    def _finger(self, raw: FingerRaw, now_ms: int) -> tuple[Touch, ...]:
        if not _sane(raw.x, raw.y) or not (0.0 <= raw.x <= 1.0 and 0.0 <= raw.y <= 1.0):
            return self._lost(raw, now_ms)
        at = (raw.x * self._fit.panel[0], raw.y * self._fit.panel[1])
        self._finger_ms, self._finger_at = now_ms, at
        corner = raw.x in (0.0, 1.0) and raw.y in (0.0, 1.0)
        return self._contact(raw.finger, raw.act, self._corrected(at), corner, now_ms)

    def _corrected(self, at: tuple[float, float]) -> tuple[float, float]:
        """Where on the canvas a finger at panel pixels *at* points: never off it for the correction alone."""
        seen = self._fit.to_canvas(*at)
        if self._shift == (0, 0) or not self._fit.inside(seen):
            return seen
        w, h = self._fit.canvas
        x, y = seen[0] - self._shift[0], seen[1] - self._shift[1]
        return (min(max(x, 0.0), float(w)), min(max(y, 0.0), float(h)))

    def _lost(self, raw: FingerRaw, now_ms: int) -> tuple[Touch, ...]:
        """A finger out of range presses nothing; if it was the one that is down, it is lifted where it was."""
        self._note("range", f"touch out of range ignored: ({raw.x:g}, {raw.y:g})")
        if raw.act == "up" and self._down == raw.finger:
            self._down = None
            return (Release(*self._fit.clamp(self._corrected(self._finger_at))),)
        return ()

    def _contact(
        self, who: int | str, act: str, at: tuple[float, float], corner: bool, now_ms: int
    ) -> tuple[Touch, ...]:
        spot = self._fit.clamp(at)
        if act == "down":
            if self._held(now_ms) and self._down != who:
                return ()
            if not (corner or self._fit.inside(at)):
                self._note("bar", "touch beside the picture ignored")
                return ()
            lifted: tuple[Touch, ...] = (Release(-1, -1),) if self._down is not None else ()
            self._down, self._down_ms = who, now_ms
            return (*lifted, Press(*spot))
        if self._down != who:
            return ()
        self._down_ms = now_ms
        if act == "up":
            self._down = None
            return (Release(*spot),)
        return (Move(*spot),)

    def _held(self, now_ms: int) -> bool:
        return self._down is not None and now_ms - self._down_ms < STALE_MS

    def _echo(self, at: tuple[float, float], now_ms: int) -> bool:
        near = max(abs(at[0] - self._finger_at[0]), abs(at[1] - self._finger_at[1])) <= ECHO_PX
        return near and now_ms - self._finger_ms <= ECHO_MS

    def _note(self, kind: str, text: str) -> None:
        if kind not in self._logged:
            self._logged.add(kind)
            _log.warning(text)


def _sane(x: float, y: float) -> bool:
    return math.isfinite(x) and math.isfinite(y)
