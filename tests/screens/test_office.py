"""The attendant at the glass: pages asked for and drawn, buttons held, keys typed, and the way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from cabinet.ports import commands as c
from cabinet.ports.access import Role, SignIn
from cabinet.ports.page import Action, Column, Errand, Needs, Page, PageWanted, Row, Table, Text, Told, message
from cabinet.ports.view import OfficeView, View
from cabinet.reports.pages import made
from cabinet.screens.office.menu import MENU
from cabinet.screens.office.state import HOLD_MS
from cabinet.screens.pilot import answered
from tests.reports.pages.rig import asked
from tests.reports.pages.test_log_pages import cabinet as a_cabinet
from tests.screens import views
from tests.screens.rig import Floor, started_fonts
from tests.screens.test_golden import ALLOWED_MEAN, ALLOWED_WORST, SMALL, UPDATE, difference

FOLDER = Path(__file__).parent / "golden"
cabinet = a_cabinet


def working(role: Role = Role.OPERATOR, view: View = views.EMPTY) -> View:
    return replace(view, attendant=True, office=OfficeView("A1", role, True))


def press(floor: Floor, name: str, hold_ms: int = 0) -> list[object]:
    """What a finger on that control asks for."""
    floor.commands.clear()
    request = {"press": name, "hold_ms": hold_ms} if hold_ms else {"press": name}
    assert answered(request, floor.screen, floor.now_ms) == {"ok": True}
    return list(floor.commands)


def given(floor: Floor, *actions: Action, blocks: tuple[Table, ...] = ()) -> None:
    """The page of meters comes, with these buttons."""
    page = Page("meters", (), message("office.menu.meters"), "2026-03-01T09:00:00+00:00", 999, (), (), blocks)
    floor.screen.told(replace(page, actions=actions), floor.now_ms)


def opened(role: Role = Role.OPERATOR) -> Floor:
    floor = Floor(working(role))
    assert press(floor, "office.menu.meters") == [PageWanted("meters")]
    return floor


def test_every_entry_of_the_menu_asks_for_its_page() -> None:
    floor = Floor(working())
    for name in MENU[1:]:
        assert press(floor, f"office.menu.{name}") == [PageWanted(name)]
    assert press(floor, "office.menu.now") == []


def test_a_page_that_nobody_waits_for_any_more_is_not_shown() -> None:
    floor = opened()
    press(floor, "office.menu.events")
    given(floor)
    assert "Counting" in floor.texts()


def test_close_signs_out_and_the_table_is_back() -> None:
    floor = opened()
    assert press(floor, "office.close") == [c.SignOut()]
    floor.show(views.with_bet())
    assert floor.screen.scene.name == "table"
    assert floor.screen.ui.office.wanted is None


def test_a_button_that_is_held_acts_once_and_not_before_its_time() -> None:
    floor = opened()
    given(floor, Action("pay", message("office.do.pay", amount_cents=5), c.PayHandpay(3), hold=True))
    assert press(floor, "office.do.pay") == []
    assert press(floor, "office.do.pay", HOLD_MS) == [c.PayHandpay(3)]


def test_a_button_above_ones_role_is_dim_and_names_the_role() -> None:
    floor = opened(Role.ATTENDANT)
    given(floor, Action("void", message("office.do.history"), c.VoidRound("x"), role=Role.OPERATOR))
    control = floor.screen.scene.control("office.do.void")
    assert control is not None
    assert not control.enabled
    assert "operator" in floor.texts()


def test_an_amount_typed_on_the_pad_goes_into_its_field() -> None:
    floor = opened()
    does = c.RuleDocument(4, True, 0)
    given(floor, Action("credit", message("office.do.print"), does, needs=Needs.AMOUNT, fill="value_cents"))
    press(floor, "office.do.credit")
    for key in "2050":
        press(floor, f"office.key.{key}")
    assert "$20.50" in floor.texts()
    press(floor, "office.key.erase")
    assert press(floor, "office.key.ok") == [c.RuleDocument(4, True, 205)]


def test_a_text_goes_into_a_parameter_of_a_page_or_an_errand() -> None:
    floor = opened()
    given(floor, Action("find", message("office.do.print"), Errand("find"), needs=Needs.TEXT, fill="box"))
    press(floor, "office.do.find")
    for key in ("a", "capital", "b", "7"):
        press(floor, f"office.key.{key}")
    assert press(floor, "office.key.ok") == [Errand("find", (("box", "aB7"),))]


def test_staff_without_a_key_sign_in_from_the_help_page_and_the_pin_is_never_shown() -> None:
    floor = Floor(views.EMPTY)
    press(floor, "help")
    assert press(floor, "staff") == []
    assert floor.screen.scene.name == "sign_in"
    for key in "12":
        press(floor, f"office.key.{key}")
    assert press(floor, "office.key.ok") == []
    for key in "836194":
        press(floor, f"office.key.{key}")
    assert "836194" not in floor.texts()
    assert press(floor, "office.key.ok") == [SignIn("12", "836194")]
    assert floor.screen.ui.office.pad is None, "nothing of it stays on the screen"


def test_a_locked_machine_has_the_same_way_in_and_cancel_leads_back() -> None:
    floor = Floor(views.locked())
    press(floor, "staff")
    press(floor, "office.key.cancel")
    assert floor.screen.scene.name == "lockup"


def test_rows_that_do_not_fit_are_paged_and_older_ones_asked_for() -> None:
    floor = opened()
    older = PageWanted("meters", (("before", "9"),))
    rows = tuple(Row((Text(f"row {number}"),)) for number in range(40))
    given(floor, blocks=(Table((Column(None),), rows, older=older),))
    seen: set[str] = set()
    for _ in range(10):
        seen |= {text for text in floor.texts().split("\n") if text.startswith("row ")}
        ahead = next(one.name for one in floor.screen.scene.controls if one.name.startswith("office.older."))
        asked_for = press(floor, ahead)
        if asked_for:
            break
    assert asked_for == [older]
    assert len(seen) == 40


def test_what_came_of_an_errand_is_told_for_a_moment() -> None:
    floor = opened()
    given(floor)
    floor.screen.told(Told(message("office.usb.none", "refusal")), floor.now_ms)
    assert "usb_folder" in floor.texts()
    floor.wait(10_000)
    assert "usb_folder" not in floor.texts()


@pytest.mark.pictures
@pytest.mark.parametrize("name", ["meters", "money", "events", "faults", "handpays", "now", "sign_in"])
def test_a_page_is_the_one_that_was_looked_at(name: str, cabinet: object, tmp_path: Path) -> None:
    floor = Floor(working(), fonts=started_fonts())
    if name == "sign_in":
        press(floor, "office.sign_in")
    elif name != "now":
        press(floor, f"office.menu.{name}")
        floor.screen.told(made(asked(cabinet, name, {"program": "7f3a91c2" * 8})), floor.now_ms)  # type: ignore[arg-type]
    floor.screen.paint()
    small = pygame.transform.smoothscale(floor.screen.stage.canvas, SMALL)
    path = FOLDER / f"office_{name}.png"
    if UPDATE:
        pygame.image.save(small, path)
    mean, worst = difference(small, pygame.image.load(path))
    pygame.image.save(small, tmp_path / path.name)
    assert mean <= ALLOWED_MEAN, f"{path.name} differs by {mean:.2f} on average; see {tmp_path}"
    assert worst <= ALLOWED_WORST, f"a block of {path.name} differs by {worst}; see {tmp_path}"
