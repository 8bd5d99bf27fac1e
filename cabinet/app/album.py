"""Every screen in every state: the pictures that `screens` renders and that the checks of pictures walk through.

A sheet is one picture before it is painted: what is to be seen, what the screen itself does at that moment, and the
state of the machine in which its buttons must be right. Decides what a complete album holds; knows no file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cabinet.app.evening import Moment
from cabinet.machine.state import State
from cabinet.ports.page import Page, PageWanted
from cabinet.ports.view import View
from cabinet.screens import director, frame, short_pay
from cabinet.screens.attract import ACT_MS
from cabinet.screens.office.state import HOLD_MS, OfficeUi, Pad
from cabinet.screens.office.touches import begun
from cabinet.screens.reveal import steps
from cabinet.screens.scene import Scene
from cabinet.screens.ui import Held, Ui, seen
from cabinet.screens.words import Words

NOW_MS = 10_000_000
_PANEL = ("panel.menu", "panel.touch", "panel.colours", "panel.sounds")


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture to be made: *view* None while the machine does not answer. *after_ms*: how long the view is there.
    *pages*: the attendant's page that is open, by language."""

    name: str
    view: View | None
    ui: Ui
    state: State | None = None
    after_ms: int = 0
    pages: Mapping[str, Page] = field(default_factory=dict)

    def scene(
        self, language: str, words: Words, size: tuple[int, int], *, contrast: bool = False, large: bool = False
    ) -> Scene:
        """The picture on a canvas of *size*, in *words* of *language* and in a mode for weak eyes."""
        view = replace(self.view, language=language) if self.view is not None else None
        ui = replace(self.seen_in(language), contrast=contrast, large=large)
        return director.scene(view, ui, NOW_MS + self.after_ms, words, size)

    def seen_in(self, language: str) -> Ui:
        """What the screen itself does, with the attendant's page as it was made in *language*."""
        if language not in self.pages:
            return self.ui
        page = self.pages[language]
        wanted = PageWanted(page.name, page.params)
        return replace(self.ui, office=replace(self.ui.office, wanted=wanted, page=page))


def album(moments: Iterable[Moment]) -> tuple[Sheet, ...]:
    """The sheets of an evening, in its order, and the pages and gestures that belong to it."""
    kept = {moment.name: moment for moment in moments}
    sheets = [Sheet("waiting", None, Ui(connected=False))]
    for moment in kept.values():
        sheets.append(_of(moment))
        if moment.name.startswith("attract"):  # its other acts
            acts = ("how_it_goes", "what_it_pays")
            sheets += [_of(moment, f"{moment.name}_{act}", (at + 1) * ACT_MS) for at, act in enumerate(acts)]
    sheets += _gestures(kept)
    sheets.append(_of(kept["attendant_called"], "page_call_called", page="call"))
    for name, moment in (("tiles", kept["double_hand_won"]), ("cards", kept["two_card_won"])):
        for page in frame.TABS:
            sheets.append(_of(moment, f"page_{page}_{name}", page=page))
    sheets += _gestures_in_the_office(kept)
    attending = kept["office_now"]
    sheets += [_of(attending, page.replace(".", "_"), page=page) for page in _PANEL]
    return tuple(sheets)


def _of(moment: Moment, name: str = "", after_ms: int = 0, **changes: object) -> Sheet:
    """At rest, or *after_ms* after the change that the moment is about (a third of a reveal if that is one)."""
    ui = seen(Ui(), None, moment.before or moment.view, NOW_MS)
    if moment.before is not None:
        ui = seen(ui, moment.before, moment.view, NOW_MS)
        after_ms = after_ms or (ui.reveal.total_ms // 3 if ui.reveal is not None else 100)
    idle = -1_000_000 if moment.name.startswith("attract") else NOW_MS
    if moment.told is not None:
        ui = replace(ui, office=replace(ui.office, told=moment.told, told_ms=NOW_MS))
    ui = replace(ui, touched_ms=idle, **changes)  # type: ignore[arg-type]
    return Sheet(name or moment.name, moment.view, ui, moment.state, after_ms, moment.pages)


def _gestures(kept: dict[str, Moment]) -> list[Sheet]:
    """What only the screen knows: pieces and chips under the finger, a card peeked at, the steps of a reveal."""
    shown = kept["showing"]
    found = [
        _of(kept["laying"], "carrying_a_tile", held=Held("tile.2", 700, 560, 500, 700), pressed="tile.2"),
        _of(kept["laying"], "a_tile_picked", picked=1),
        _of(kept["bets_on_the_cloth"], "carrying_a_chip", held=Held("chip.500", 500, 700, 800, 900)),
        _of(kept["cards_dealt"], "peeking", peeking=True, pressed="peek"),
        _of(kept["large_win"], "win_celebrated", after_ms=500, won_ms=NOW_MS, credit_ms=NOW_MS),
    ]
    for step, at in steps(shown.view.table).items():
        if step.startswith(("compare", "exposed.2", "dice", "pay")):
            found.append(_of(shown, f"showing_{step.replace('.', '_')}", after_ms=at + 200))
    return found


def _gestures_in_the_office(kept: dict[str, Moment]) -> list[Sheet]:
    """What an attendant types and holds: who he is, amounts and names for the buttons of a page, a confirmation."""
    table, handpay = kept["fault_cleared"], kept["office_handpay"]
    who = Pad(field="who", texts=(("who", "tess"),), letters=True)
    pin = Pad(field="pin", texts=(("who", "tess"), ("pin", "836194")))
    paying = OfficeUi(pressed_ms=NOW_MS - HOLD_MS * 2 // 3)
    lock = next(one for one in kept["paid_by_hand_attendant"].view.locks)
    return [
        _of(table, "sign_in", office=OfficeUi(pad=who)),
        _of(table, "sign_in_pin", office=OfficeUi(pad=pin)),
        _of(handpay, "office_confirming", office=paying, pressed="office.do.pay"),
        _typing(handpay, "office_typing_an_amount", "short_pay", "20000"),
        _typing(kept["office_drop"], "office_typing_a_text", "name_box", "B0818"),
        _typing(kept["office_drop_counting"], "office_typing_a_number", "count", "22"),
        _of(kept["paid_by_hand_attendant"], "short_pay", page=short_pay.Typed(int(lock.handle), "6000").page),
        _of(kept["seat_free"], "page_reserve", page="reserve", digits="47"),
    ]


def _typing(moment: Moment, name: str, button: str, typed: str) -> Sheet:
    """The keypad that *button* of the page opens, with *typed* on it."""
    page = next(iter(moment.pages.values()))
    action = next(one for one in page.actions if one.name == button)
    own, _ = begun(replace(action, typed=typed), OfficeUi(), NOW_MS)
    return _of(moment, name, office=own)
