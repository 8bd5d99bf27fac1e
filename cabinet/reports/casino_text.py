"""A report's sections as plain text: columns as wide as their widest cell. Knows nothing of what they say."""

from __future__ import annotations

from collections.abc import Iterable

from cabinet.reports.casino_pages import Row, Section


def as_text(title: str, sections: Iterable[Section]) -> str:
    """The whole report; ends with a line feed."""
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *map(_section, sections)]) + "\n"


def _section(section: Section) -> str:
    lines = [section.title, "-" * len(section.title)]
    if not section.rows:
        return "\n".join([*lines, "none", *_note(section)])
    widths = [max(map(len, column)) for column in zip(section.head, *section.rows, strict=True)]
    lines += [_line(row, widths) for row in (section.head, *section.rows)]
    return "\n".join([*lines, *_note(section)])


def _note(section: Section) -> list[str]:
    return [section.note] if section.note else []


def _line(row: Row, widths: list[int]) -> str:
    first, *others = (
        cell.ljust(width) if place == 0 else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()
