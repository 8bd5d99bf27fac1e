"""Which screens the pictures of a Markdown page show, by the names of their files. Decides names, paints nothing.

pictures/screens/place_bets.jpg is the screen place_bets, portrait-place_bets.jpg the same on the portrait canvas, and
pictures/office/meters.jpg the screen office_meters.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

_LINK = re.compile(r"!\[[^\]]*\]\(([^)\s]+\.jpg)\)")
_PORTRAIT = "portrait-"


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture of a page: its file and the screen on it."""

    path: Path
    sheet: str
    portrait: bool


def shown(text: str, folder: Path, sheets: Collection[str]) -> tuple[tuple[Shown, ...], tuple[str, ...]]:
    """The pictures that *text*, a page in *folder*, links to, and the links that are called like none of *sheets*."""
    found: list[Shown] = []
    unknown: list[str] = []
    for link in dict.fromkeys(_LINK.findall(text)):
        path = folder / link
        stem = path.stem.removeprefix(_PORTRAIT)
        name = next((one for one in (f"{path.parent.name}_{stem}", stem) if one in sheets), "")
        if name:
            found.append(Shown(path, name, path.stem.startswith(_PORTRAIT)))
        else:
            unknown.append(link)
    return tuple(found), tuple(unknown)
