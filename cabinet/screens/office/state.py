"""What the office keeps for itself on one screen: the page under way, what is typed, where a table was paged to.

Presentation only; a screen that starts anew opens the office at its first page.
"""

from __future__ import annotations

from dataclasses import dataclass

from cabinet.ports.page import Action, Page, PageWanted
from cabinet.ports.view import Message

TOLD_MS = 6000
HOLD_MS = 1000
AGAIN_MS = 1000  # a page is asked for again at most this often while the machine goes on


@dataclass(frozen=True, slots=True)
class Pad:
    """A keypad over the page: for *action*, or for a sign-in when that is None. *texts*: what is typed, by field.

    *field* is typed now. *letters*: the keys show letters; *capital*: and large ones.
    """

    action: Action | None = None
    field: str = "value"
    texts: tuple[tuple[str, str], ...] = ()
    letters: bool = False
    capital: bool = False

    def text(self, field: str) -> str:
        return dict(self.texts).get(field, "")


@dataclass(frozen=True, slots=True)
class OfficeUi:
    """*wanted* None: the machine's own state is shown. *page*: the newest answer. *firsts*: (block, its first row).

    *told*: what came of an errand, since *told_ms*. *pressed_ms*: when the finger came down.
    """

    wanted: PageWanted | None = None
    page: Page | None = None
    came_ms: int = 0
    asked_ms: int = -AGAIN_MS
    firsts: tuple[tuple[int, int], ...] = ()
    pad: Pad | None = None
    told: Message | None = None
    told_ms: int = -TOLD_MS
    pressed_ms: int = 0
    done: str = ""  # a held button that has acted under this very finger

    def first(self, block: int) -> int:
        return dict(self.firsts).get(block, 0)
