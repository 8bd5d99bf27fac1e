"""A report's sections as one self-contained HTML page: no script, font or picture from elsewhere.

    hold chart, one row a bet:   name   low |-------[expected]---●hold---| high

Decides how bands are drawn: all bets of a section on one scale, which holds every band and every hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from cabinet.odds.par_html import STYLE
from cabinet.reports.casino_pages import Band, Row, Section

_ROW, _LEFT, _SPAN, _WIDTH = 26, 170, 520, 800


def as_html(title: str, sections: Iterable[Section]) -> str:
    """The whole page."""
    body = "\n".join(map(_section, sections))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(title)}</h1>\n{body}\n</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    if not section.rows:
        table = "<p>none</p>"
    else:
        head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in section.head)
        rows = "\n".join(map(_row, section.rows))
        table = f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>"
    chart = f"\n<figure>{chart_of(section)}</figure>" if section.bands else ""
    note = f'\n<p class="note">{escape(section.note)}</p>' if section.note else ""
    return f"<section>\n<h2>{escape(section.title)}</h2>\n{table}{chart}{note}\n</section>"


def _row(row: Row) -> str:
    together = ' class="together"' if row[0] in ("together", "win") else ""
    return f"<tr{together}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"


def chart_of(section: Section) -> str:
    """Every bet's hold on its band."""
    ends = [end for band in section.bands for end in (band.low, band.high, band.hold)]
    low, high = min(ends), max(ends)
    scale = _SPAN / (high - low) if high > low else 0.0
    height = _ROW * (len(section.bands) + 1)
    rows = "".join(_bet(place, band, low, scale) for place, band in enumerate(section.bands))
    zero = ""
    if low <= 0 <= high:
        x = _x(0, low, scale)
        zero = f'<line x1="{x}" y1="0" x2="{x}" y2="{height - _ROW}" stroke="#c9ced8" stroke-dasharray="3 3"/>'
    legend = f'<text x="{_LEFT}" y="{height - 8}">bar: band · tick: expected hold · dot: hold · dashed: no hold</text>'
    title = escape(f"{section.title}: hold of every bet on its band")
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{title}">{zero}{rows}{legend}</svg>'


def _bet(place: int, band: Band, low: float, scale: float) -> str:
    top = place * _ROW
    left, right = _x(band.low, low, scale), _x(band.high, low, scale)
    expected, hold = _x(band.expected, low, scale), _x(band.hold, low, scale)
    colour = "#1f6f54" if band.low <= band.hold <= band.high else "#b3261e"
    return (
        f'<text x="{_LEFT - 12}" y="{top + 17}" text-anchor="end">{escape(band.name)}</text>'
        f'<rect x="{left}" y="{top + 8}" width="{max(round(right - left, 1), 1)}" height="10" fill="#d5e5de"/>'
        f'<line x1="{expected}" y1="{top + 5}" x2="{expected}" y2="{top + 21}" stroke="#1d2330"/>'
        f'<circle cx="{hold}" cy="{top + 13}" r="5" fill="{colour}"/>'
        f'<text x="{_LEFT + _SPAN + 14}" y="{top + 17}">{band.hold * 100:.2f} %</text>'
    )


def _x(share: float, low: float, scale: float) -> float:
    return round(_LEFT + (share - low) * scale, 1)
