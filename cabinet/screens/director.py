"""Which screen is shown: attendant > lock-up > cash-out > out of service > table > attract. A table, and nothing else.

The attendant rules on locked money in the office, which shows what waits before anything else.
"""

from __future__ import annotations

from collections.abc import Callable

from cabinet.ports.view import View
from cabinet.screens import (
    attract,
    cashing_out,
    helping,
    layout,
    lockup,
    pages,
    panel,
    reserve,
    service,
    short_pay,
    waiting,
)
from cabinet.screens.office import frame as office
from cabinet.screens.office import keypad
from cabinet.screens.scene import Scene
from cabinet.screens.sketch import Sketch
from cabinet.screens.tables import TABLES
from cabinet.screens.ui import IDLE_MS, Ui
from cabinet.screens.words import Words

_IDLE_PHASES = ("betting", "settled")


def scene(
    view: View | None, ui: Ui, now_ms: int, words: Words, size: tuple[int, int] = layout.LANDSCAPE.canvas
) -> Scene:
    """The picture of this moment on the canvas of *size*; a pure function of its arguments."""
    if view is None or not ui.connected:
        return waiting.scene(words, now_ms, size, ui.contrast)
    sketch = Sketch(view=view, ui=ui, now_ms=now_ms, words=words, size=size)
    return screen(view, ui, now_ms)(sketch)


def screen(view: View, ui: Ui, now_ms: int) -> Callable[[Sketch], Scene]:
    """The first row whose condition holds."""
    rows: tuple[tuple[bool, Callable[[Sketch], Scene]], ...] = (
        (view.attendant and ui.page.startswith("panel."), panel.scene),
        (view.attendant and short_pay.offered(view, ui.page) is not None, short_pay.scene),
        (view.attendant, office.scene),
        (ui.office.pad is not None, _sign_in),
        (bool(view.locks), lockup.scene),
        (view.reserved is not None and ui.reveal is None, reserve.scene),
        (cashing_out.shown(view) and ui.reveal is None, cashing_out.scene),
        (out_of_service(view) and ui.reveal is None, service.scene),
        (ui.page == "help", helping.scene),
        (ui.page in pages.PAGES, pages.scene),
        (not idle(view, ui, now_ms), TABLES[view.table.game]),
    )
    return next((row for holds, row in rows if holds), attract.scene)


def _sign_in(sketch: Sketch) -> Scene:
    assert sketch.ui.office.pad is not None
    return keypad.sign_in(sketch, sketch.ui.office.pad)


def out_of_service(view: View) -> bool:
    """Out of service, and no round is left to finish."""
    return view.out_of_service and view.table.phase in _IDLE_PHASES


def idle(view: View, ui: Ui, now_ms: int) -> bool:
    """Nobody plays: no credit, no bet, no round, no money moving, nobody touched the glass for a while."""
    if view.credit_cents or view.bet_cents or view.moving or view.table.phase not in _IDLE_PHASES:
        return False
    return ui.reveal is None and now_ms - ui.touched_ms >= IDLE_MS
