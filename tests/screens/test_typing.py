"""Typing in the office: a text with its signs, begun with what is there; an id has letters and digits only."""

from __future__ import annotations

from cabinet.ports import commands as c
from cabinet.ports.page import Action, Needs, Page, message
from cabinet.screens.office import keypad
from cabinet.screens.office.state import OfficeUi, Pad
from cabinet.screens.office.touches import begun, tapped

CHANGE = Action(
    "change",
    message("office.do.change"),
    c.ChangeOption("money/bench.yaml", "notes", ""),
    needs=Needs.TEXT,
    fill="text",
    typed="1.00",
)
PAGE = Page("settings", (), message("office.menu.settings"), "2026-03-01T09:00:00+00:00", 1, actions=(CHANGE,))


def typed(own: OfficeUi, text: str) -> OfficeUi:
    for key in text:
        own, asked = tapped(f"key.{key}", own, 0)
        assert asked == ()
    return own


def test_a_value_is_changed_from_what_it_is() -> None:
    own, _ = begun(CHANGE, OfficeUi(page=PAGE), 0)
    _, (order,) = tapped("key.ok", typed(own, ", 5.00"), 0)
    assert order == c.ChangeOption("money/bench.yaml", "notes", "1.00, 5.00")


def test_a_long_list_of_notes_has_room_and_an_id_has_an_end() -> None:
    notes = "1.00, 5.00, 10.00, 20.00, 50.00, 100.00"
    pad = Pad(CHANGE, letters=True)
    for key in notes:
        pad = keypad.pressed(pad, key)
    assert pad.text("value") == notes
    pad = Pad(field="who")
    for key in "a" * 99:
        pad = keypad.pressed(pad, key)
    assert pad.text("who") == "a" * keypad.LONGEST


def test_a_percentage_and_a_time_can_be_typed() -> None:
    for text in ("5 %", "06:00"):
        pad = Pad(CHANGE, letters=True)
        for key in text:
            pad = keypad.pressed(pad, key)
        assert pad.text("value") == text
