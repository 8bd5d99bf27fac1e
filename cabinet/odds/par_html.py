"""The PAR sheet as one self-contained HTML page: no script, no font and no picture from elsewhere.

Every table of outcomes has its chart (bars in inline SVG, drawn from the same numbers); printed it breaks
between tables and not within them.
"""

from __future__ import annotations

from html import escape

from cabinet.odds.sheet import Row, Sheet, Table

STYLE = """
:root { color-scheme: light; --ink: #1d2330; --rule: #c9ced8; --soft: #f4f6f9; }
body { font: 15px/1.45 "Liberation Sans", Arial, sans-serif; color: var(--ink); margin: 2.5rem auto; max-width: 60rem;
  padding: 0 1rem; }
h1 { font-size: 1.7em; margin: 0 0 .2rem; }
h2 { font-size: 1.15em; margin: 0 0 .5rem; }
section { margin: 1.8rem 0; break-inside: avoid; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .28rem .6rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th { font-weight: 600; background: var(--soft); }
th:first-child, td:first-child { text-align: left; }
tr.together td { font-weight: 600; border-bottom: 2px solid var(--ink); }
figure { margin: .7rem 0 0; }
svg { width: 100%; height: auto; display: block; }
svg text { font: 12px "Liberation Sans", Arial, sans-serif; fill: var(--ink); }
p.note { color: #525b6b; margin: .5rem 0 0; font-size: .9em; }
@page { size: A4; margin: 16mm 14mm; }
@media print { body { margin: 0; max-width: none; padding: 0; font-size: 11px; } section { margin: 1rem 0; }
  svg text { font-size: 13px; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""

_ROW_HEIGHT, _LABEL_WIDTH, _BAR_WIDTH, _WIDTH = 22, 230, 480, 800


def par_html(sheet: Sheet) -> str:
    """The whole page."""
    body = "\n".join(map(_section, sheet.tables))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(sheet.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{escape(sheet.title)}</h1>\n<p>{escape(sheet.configuration)}</p>\n{body}\n</body>\n</html>\n"
    )


def _section(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    rows = "\n".join(map(_row, table.rows))
    chart = f"\n<figure>{_chart(table)}</figure>" if table.bars else ""
    note = f'\n<p class="note">{escape(table.note)}</p>' if table.note else ""
    return (
        f"<section>\n<h2>{escape(table.title)}</h2>\n<table>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>{chart}{note}\n</section>"
    )


def _row(row: Row) -> str:
    together = ' class="together"' if row[0] == "together" else ""
    return f"<tr{together}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"


def _chart(table: Table) -> str:
    """Bars of the shares, the longest as long as the chart is wide."""
    longest = max(table.bars)
    height = _ROW_HEIGHT * len(table.bars)
    names = [row[0] for row in table.rows[: len(table.bars)]]
    shares = enumerate(zip(names, table.bars, strict=True))
    bars = "".join(_bar(place, name, share, share / longest) for place, (name, share) in shares)
    title = escape(f"{table.title}: share of each outcome")
    return f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{title}">{bars}</svg>'


def _bar(place: int, name: str, share: float, length: float) -> str:
    top = place * _ROW_HEIGHT
    width = round(_BAR_WIDTH * length, 1)
    text = top + _ROW_HEIGHT - 7
    return (
        f'<text x="{_LABEL_WIDTH - 8}" y="{text}" text-anchor="end">{escape(name)}</text>'
        f'<rect x="{_LABEL_WIDTH}" y="{top + 3}" width="{width}" height="{_ROW_HEIGHT - 6}" fill="#1f6f54"/>'
        f'<text x="{_LABEL_WIDTH + width + 6}" y="{text}">{share * 100:.2f} %</text>'
    )
