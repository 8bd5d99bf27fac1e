"""The pictures of a folder as tables of a Markdown page, between two marks. Decides their order and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

BEGIN, END = "<!-- pictures -->", "<!-- end of pictures -->"
_COLUMNS = 3
_NUMBER = re.compile(r"^\d+-")


def with_pictures(text: str, pictures: Path, page: Path) -> str:
    """*text* of *page* with everything between the marks made anew from the files in *pictures*.

    Raises ValueError without both marks, in their order.
    """
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} has no line {BEGIN} with a line {END} below it")
    return f"{head}{BEGIN}\n{chr(10).join(_tables(pictures, page))}\n{END}{tail}"


def _tables(pictures: Path, page: Path) -> Iterator[str]:
    """A table for each folder: the widest panels first, pictures by their number."""
    folders: dict[Path, list[Path]] = {}
    for path in sorted(path for path in pictures.rglob("*") if path.suffix in (".jpg", ".png")):
        folders.setdefault(path.parent, []).append(path)
    for folder, files in sorted(folders.items(), key=lambda one: _order(one[0])):
        yield f"\n## {folder.relative_to(pictures).as_posix().replace('/', ' · ')}\n"
        yield "| " * _COLUMNS + "|"
        yield "|---" * _COLUMNS + "|"
        cells = [_cell(path, page) for path in files]
        for at in range(0, len(cells), _COLUMNS):
            row = cells[at : at + _COLUMNS]
            yield f"| {' | '.join(row + [''] * (_COLUMNS - len(row)))} |"


def _order(folder: Path) -> tuple[int, str]:
    size = re.match(r"(\d+)x\d+", folder.parent.name)
    return (-int(size[1]) if size else 0, str(folder))


def _cell(path: Path, page: Path) -> str:
    name = _NUMBER.sub("", path.stem).replace("_", " ")
    link = path.resolve().relative_to(page.resolve().parent).as_posix()
    return f"![{name}]({link})<br>{name}"
