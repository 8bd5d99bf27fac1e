"""The attendant types what he could pay of a handpay; nothing goes out before he confirms it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cabinet.ports import commands as c
from cabinet.ports.view import View
from cabinet.screens import director
from cabinet.screens.scene import Control
from cabinet.screens.short_pay import pressed, typed
from cabinet.screens.touch import tapped
from cabinet.screens.ui import Ui
from tests.screens import views
from tests.screens.rig import ENGLISH

OWED = views.locked("jackpot", attendant=True)  # 37.50 under number 7


def control(view: View, ui: Ui, name: str) -> Control:
    scene = director.scene(view, ui, 1_000, ENGLISH)
    return next(one for one in scene.controls if one.name == name)


def tap(view: View, ui: Ui, *names: str) -> tuple[Ui, tuple[c.Command, ...]]:
    sent: tuple[c.Command, ...] = ()
    for name in names:
        scene = director.scene(view, ui, 1_000, ENGLISH)
        found = next(one for one in scene.controls if one.name == name)
        assert found.enabled, f"{name} cannot be pressed"
        answer = tapped(found, (0, 0), view, ui, scene)
        ui, sent = answer.ui, (*sent, *answer.commands)
    return ui, sent


def test_a_part_is_typed_seen_and_confirmed() -> None:
    ui, sent = tap(OWED, Ui(), "attendant.short_pay", "short.key.3", "short.key.5", "short.key.00")
    assert sent == ()
    assert typed(ui.page).cents == 3_500
    ui, sent = tap(OWED, ui, "short.take")
    assert sent == (c.ShortPay(7, 3_500, "short_of_cash"),)
    assert ui.page == ""


@pytest.mark.parametrize("digits", ["", "3750", "3751", "99999"])
def test_nothing_all_and_more_cannot_be_confirmed(digits: str) -> None:
    assert not control(OWED, Ui(page=f"short.7.{digits}"), "short.take").enabled


def test_digits_are_taken_back_and_never_more_than_a_meter_has() -> None:
    page = "short.7."
    for key in ("00", "0", "1", "2", "del", "5"):
        page = pressed(page, key)
    assert typed(page).digits == "15"
    for _ in range(20):
        page = pressed(page, "9")
    assert len(typed(page).digits) == 10


def test_back_leads_to_the_lock_up_and_a_paid_handpay_closes_the_page() -> None:
    ui, sent = tap(OWED, Ui(page="short.7.1"), "short.back")
    assert (ui.page, sent) == ("", ())
    paid = replace(OWED, locks=())
    assert director.scene(paid, Ui(page="short.7.1"), 1_000, ENGLISH).name != "short_pay"
    keyless = replace(OWED, attendant=False, allowed=())
    assert director.scene(keyless, Ui(page="short.7.1"), 1_000, ENGLISH).name == "lockup"
