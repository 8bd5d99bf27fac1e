"""Draws a chart: bars or a line, a band behind it, the largest and smallest figure at the side."""

from __future__ import annotations

from cabinet.ports.page import Cents, Chart, Count, Series, Share
from cabinet.screens.geometry import Rect
from cabinet.screens.office.cells import told, written
from cabinet.screens.scene import Fill, Path
from cabinet.screens.sketch import Sketch

_SIDE = 200  # for the figures
_FOOT = 44  # for the labels
_HEAD = 50
_COLORS = ("sky", "gold", "good", "warn")


def chart(sketch: Sketch, found: Chart, area: Rect) -> None:
    """*found* in *area*."""
    title = Rect(area.x, area.y, area.w, _HEAD)
    sketch.label(title, told(sketch, found.title), 34, "gold", on="office", weight=700, align="left")
    top = _HEAD + 22  # the uppermost figure stands half above the plot
    plot = Rect(area.x + _SIDE, area.y + top, area.w - _SIDE, area.h - top - _FOOT)
    everything = [v for one in found.series for v in (*one.values, *one.low, *one.high)]
    if not everything or not found.labels:
        return
    low, high = min(0, *everything), max(0, *everything)
    scale = _Scale(plot, low, max(high, low + 1))
    for value in sorted({low, 0, high}):
        y = scale.y(value)
        sketch.add(Fill(Rect(plot.x, y, plot.w, 2), "slate"))
        text = written(sketch, _UNITS[found.unit](value))
        sketch.label(Rect(area.x, y - 20, _SIDE - 12, 40), text, 28, "quiet", on="office", align="right")
    for number, series in enumerate(found.series):
        _series(sketch, found, series, scale, number)
    _labels(sketch, found, plot)


_UNITS = {"cents": Cents, "count": Count, "share": Share}


class _Scale:
    """Values to pixels."""

    def __init__(self, plot: Rect, low: int, high: int) -> None:
        self.plot, self._low, self._high = plot, low, high

    def y(self, value: int) -> int:
        return self.plot.bottom - (value - self._low) * self.plot.h // (self._high - self._low)

    def x(self, place: int, count: int) -> int:
        return self.plot.x + self.plot.w * (2 * place + 1) // (2 * count)


def _series(sketch: Sketch, found: Chart, series: Series, scale: _Scale, number: int) -> None:
    count, color = len(series.values), _COLORS[number % len(_COLORS)]
    pitch = scale.plot.w // max(1, count)
    for place, (low, high) in enumerate(zip(series.low, series.high, strict=False)):
        top, bottom = scale.y(high), scale.y(low)
        left = scale.x(place, count) - pitch * 2 // 5
        sketch.add(Fill(Rect(left, top, max(2, pitch * 4 // 5), max(2, bottom - top)), "band"))
    if found.kind == "bars":
        wide = max(3, pitch * 3 // 5 // len(found.series))
        for place, value in enumerate(series.values):
            left = scale.x(place, count) - wide * len(found.series) // 2 + number * wide
            zero, y = scale.y(0), scale.y(value)
            sketch.add(Fill(Rect(left, min(zero, y), wide - 1, max(2, abs(zero - y))), color))
    elif count > 1:
        points = tuple((scale.x(place, count), scale.y(value)) for place, value in enumerate(series.values))
        sketch.add(Path(scale.plot, points, color))
    key = Rect(scale.plot.right - 320, scale.plot.y - _HEAD - 18 + number * 36, 320, 36)
    sketch.label(key, told(sketch, series.label), 28, color, on="office", align="right")


def _labels(sketch: Sketch, found: Chart, plot: Rect) -> None:
    count = len(found.labels)
    wide = min(180, 28 + 18 * max(map(len, found.labels)))
    every = max(1, -(-count * wide // max(1, plot.w)))
    for place in range(0, count, every):
        x = plot.x + plot.w * (2 * place + 1) // (2 * count)
        sketch.label(
            Rect(x - wide // 2, plot.bottom + 4, wide, _FOOT - 6), found.labels[place], 28, "quiet", on="office"
        )
