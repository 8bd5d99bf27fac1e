"""The PAR sheet as plain text, columns lined up; nothing but the look is decided here."""

from __future__ import annotations

from cabinet.odds.sheet import Row, Sheet, Table


def par_text(sheet: Sheet) -> str:
    """The whole sheet, a line feed at the end."""
    head = [sheet.title, "=" * len(sheet.title), sheet.configuration]
    return "\n".join(["\n".join(head), *map(_table, sheet.tables)]) + "\n"


def _table(table: Table) -> str:
    lines = [table.head, *table.rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.head))]
    rule = "  ".join("-" * width for width in widths)
    body = [_line(table.head, widths), rule, *(_line(row, widths) for row in table.rows)]
    note = [table.note] if table.note else []
    return "\n".join(["", table.title, "~" * len(table.title), *body, *note])


def _line(row: Row, widths: list[int]) -> str:
    words = row[0].ljust(widths[0])
    numbers = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join([words, *numbers]).rstrip()
