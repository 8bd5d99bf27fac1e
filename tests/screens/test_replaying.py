"""A recalled round is the table as it was seen, to the last tile and chip; nothing of it can be pressed (H-03)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from cabinet.machine.signals import Signal
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.ports.page import Page, PageWanted
from cabinet.ports.recall import RecalledRound
from cabinet.ports.shaker import DiceRead, FirstRest, RollRejected
from cabinet.ports.view import OfficeView, View
from cabinet.reports.pages import made
from cabinet.reports.rounds import places, recalled_in_order
from cabinet.screens import layout, replaying
from cabinet.screens.office.state import OfficeUi
from cabinet.screens.pointer import FingerRaw
from cabinet.screens.scene import Die, Drawable, Label, Plate, Scene
from cabinet.screens.sketch import Sketch
from cabinet.screens.ui import Ui
from tests.machine.table import SHAKER, Table
from tests.reports.pages.rig import asked
from tests.screens.rig import ENGLISH, Floor

STEPS = (replaying.Step("recall.back", "Back", enabled=False), replaying.Step("recall.next", "Next"))
REST_MS = 30_000


class Filmed(Table):
    """A table whose screen is kept as a picture after every row, once everything on it lies still."""

    def __init__(self, *, dice: bool) -> None:
        self.screen: Floor | None = None
        self.scenes: dict[int, Scene] = {}
        super().__init__(dice=dice)

    def handle(self, signal: Signal) -> None:
        before = self.engine.row
        super().handle(signal)
        for row in range(before + 1, self.engine.row + 1):
            if row in self.views:
                self.scenes[row] = self._film(self.views[row])
        if self.state.options is not None:
            self._film(self.view())  # chips and tiles on their way are seen too, and written nowhere

    def _film(self, view: View) -> Scene:
        if self.screen is None:
            self.screen = Floor()
        self.screen.show(view)
        self.screen.wait(REST_MS)
        self.screen.wait(REST_MS)
        return self.screen.screen.scene


@cache
def evening() -> tuple[Filmed, tuple[RecalledRound, ...]]:
    """Tiles with dice of which one roll does not count, tiles laid by hand without side bets, cards that are cut."""
    table = Filmed(dice=True)
    table.note(10_000)
    table.deal(("main", 2000), ("lo_card", 500), ("dice_lo", 300))
    table.press(c.LayPiece(0, "front"))
    table.confirm()
    table.says(SHAKER, RollRejected(1, 1, "cocked", ("$D,cocked",)))
    table.says(SHAKER, FirstRest(1, 2, (4, 1, 5), "$D,first"))
    table.says(SHAKER, DiceRead(1, 2, (4, 1, 5), ("$D,first", "$D,second")))
    table.deal(("main", 500))
    table.confirm()
    table.press(c.ChooseGame("two_card"))
    table.deal(("entry", 500), ("dealers_high", 300))
    table.press(c.CutDeck(17))
    table.confirm()
    return table, tuple(recalled_in_order(table.journal, places(table.journal.rows())))


def replayed(view: View, now: View, size: tuple[int, int] = layout.LANDSCAPE.canvas) -> Scene:
    sketch = Sketch(view=now, ui=Ui(), now_ms=77_000_000, words=ENGLISH, size=size)
    return replaying.scene(sketch, view, "Recall · round 1", "Step 1 of 7", STEPS)


def still(drawables: tuple[Drawable, ...]) -> tuple[Drawable, ...]:
    """Without the blank dice that tumble while a roll is awaited: they show nothing but that."""
    return tuple(item for item in drawables if not (isinstance(item, Die) and item.face == 0))


def test_every_step_is_the_picture_that_was_on_the_glass() -> None:
    table, rounds = evening()
    compared = []
    for shown in rounds:
        for step in shown.steps:
            live = table.scenes[step.row]
            assert live.name == "table"
            then = still(replaying.seen(live.drawables, layout.LANDSCAPE))
            again = still(replayed(step.view, table.view()).drawables)
            assert again[: len(then)] == then, (shown.round_number, step.row)
            compared.append(shown.game)
    assert [shown.game for shown in rounds] == ["double_hand", "double_hand", "two_card"]
    assert len(compared) >= 16


def test_what_was_seen_is_nearly_the_whole_picture() -> None:
    """Else the comparison would prove little: only title, help, chips and buttons are left out."""
    table, rounds = evening()
    live = table.scenes[rounds[0].steps[-1].row]
    left_out = [item for item in live.drawables if item not in replaying.seen(live.drawables, layout.LANDSCAPE)]
    plan = layout.LANDSCAPE
    outside = [item for item in left_out if item.rect.y < plan.bottom.y and item.rect.bottom > plan.top.bottom]
    assert outside == []
    kept = [item.text for item in replaying.seen(live.drawables, plan) if isinstance(item, Label)]
    for word in ("DICE SHAKER", "Total 10", "CREDIT", "HIGH HAND"):
        assert word in kept


@pytest.mark.parametrize("size", [layout.LANDSCAPE.canvas, layout.PORTRAIT.canvas])
def test_nothing_of_the_old_table_can_be_pressed(size: tuple[int, int]) -> None:
    """H-08: only the steps; and the mark stands above everything, in words and not in colour alone."""
    table, rounds = evening()
    for shown in rounds:
        for step in shown.steps:
            scene = replayed(step.view, table.view(), size)
            assert [control.name for control in scene.controls] == [one.name for one in STEPS]
            assert [control.enabled for control in scene.controls] == [False, True]
            assert any(isinstance(item, Label) and item.text == "RECALL · ROUND 1" for item in scene.drawables)
            assert any(isinstance(item, Plate) and item.look == "recall" for item in scene.drawables)
            assert not scene.moving


def office(role: Role) -> tuple[Floor, Page]:
    """A recalled round on the glass of a person at work, as the office shows it."""
    table, _ = evening()
    page = made(asked(table, "round", role=role, round="1", step="4"))
    floor = Floor(replace(table.view(), attendant=True, office=OfficeView("T1", role, True)))
    floor.screen.ui = replace(floor.screen.ui, office=OfficeUi(wanted=PageWanted("round", page.params)))
    floor.screen.told(page, floor.now_ms)
    floor.wait(200)
    return floor, page


def press(floor: Floor, name: str, ms: int = 60) -> None:
    control = floor.screen.scene.control(name)
    assert control is not None, name
    x, y = (place / size for place, size in zip(control.rect.centre, layout.LANDSCAPE.canvas, strict=True))
    floor.screen.feed(FingerRaw("down", x, y), floor.now_ms)
    floor.wait(ms)
    floor.screen.feed(FingerRaw("up", x, y), floor.now_ms)


def test_the_office_leads_through_the_steps_and_freezes_only_what_is_held() -> None:
    floor, page = office(Role.ATTENDANT)
    assert floor.screen.scene.name == "replay"
    assert "RECALL · ROUND 1" in floor.texts()
    assert "Step 4 of 7" in floor.texts()
    press(floor, "office.do.recall.next")
    assert floor.commands == [PageWanted("round", (("round", "1"), ("step", "5")))]
    floor.screen.told(page, floor.now_ms)
    floor.commands.clear()

    floor, page = office(Role.ATTENDANT)
    press(floor, "office.do.dispute.open", 300)
    assert floor.commands == [], "a touch in passing freezes nothing"
    press(floor, "office.do.dispute.open", 1_500)
    assert floor.commands == [c.OpenDispute(1)]


def test_the_way_back_is_the_list_of_rounds() -> None:
    floor, _ = office(Role.ATTENDANT)
    press(floor, "office.up")
    assert floor.commands == [PageWanted("rounds")]
