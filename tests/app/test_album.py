"""Every screen of an evening against the very machine it was drawn from: nothing pressable that is refused, money
on the picture that obeys the books, in every language, on both canvases, in the modes for weak eyes."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from cabinet.app.album import NOW_MS, Sheet, album
from cabinet.app.compose import tables
from cabinet.app.evening import evening
from cabinet.cli.common import load
from cabinet.machine.decide import carry, decide
from cabinet.machine.evolve import evolve
from cabinet.machine.volatile import Drafted
from cabinet.ports.commands import Command
from cabinet.ports.signals import Pressed
from cabinet.screens import layout
from cabinet.screens.pointer import Press, Release
from cabinet.screens.scene import Control, Label, Scene
from cabinet.screens.theme import SMALLEST
from cabinet.screens.touch import touch
from cabinet.screens.words import Words
from cabinet.texts.languages import LANGUAGES
from cabinet.texts.speech import Texts

STATION = 1
SIZES = [one.canvas for one in layout.CANVASES]


@pytest.fixture(scope="module")
def sheets() -> tuple[Sheet, ...]:
    return album(evening(load("bench")))


def words(language: str) -> Words:
    return Texts(language, "USD", 2)


def pressed(sheet: Sheet, scene: Scene, control: Control) -> tuple[object, ...]:
    """What a finger on the middle of *control* asks the machine for."""
    x, y = control.rect.cx, control.rect.cy
    now_ms = NOW_MS + sheet.after_ms
    down = touch(Press(x, y), scene, sheet.view, sheet.ui, now_ms)
    up = touch(Release(x, y), scene, sheet.view, down.ui, now_ms)
    return (*down.commands, *up.commands)


def refusals(sheet: Sheet, commands: list[Command]) -> list[str]:
    """Why the machine of that moment refuses *commands*, given one after the other; nothing = it takes them."""
    state, found = sheet.state, []
    assert state is not None
    for command in commands:
        before = state.draft(STATION).messages
        decision = decide(state, carry(state, Pressed(STATION, command)), tables())
        said = [m for r in decision.records if isinstance(r, Drafted) for m in r.draft.messages]
        found += [message.code for message in said if message.level == "refusal" and message not in before]
        state = evolve(state, *decision.records)
    return found


@pytest.mark.parametrize("size", SIZES, ids=["landscape", "portrait"])
def test_nothing_that_can_be_pressed_is_refused(sheets: tuple[Sheet, ...], size: tuple[int, int]) -> None:
    """P-05, P-08: what lights up works; what does not work is dim."""
    tried, refused = 0, []
    for sheet in sheets:
        if sheet.state is None or sheet.view is None:
            continue
        scene = sheet.scene("en", words("en"), size)
        for control in scene.controls:
            if control.enabled:
                # a page that is asked for is no command, and nothing refuses it here
                wishes = [wish for wish in pressed(sheet, scene, control) if isinstance(wish, get_args(Command))]
                tried += len(wishes)
                refused += [(sheet.name, control.name, why) for why in refusals(sheet, wishes)]
    assert refused == []
    assert tried > 150, "the buttons ask the machine for something"


@pytest.mark.parametrize(("language", "size"), list(product(LANGUAGES, SIZES)))
def test_credit_and_bet_on_the_picture_are_those_of_the_books(
    sheets: tuple[Sheet, ...], language: str, size: tuple[int, int]
) -> None:
    """P-01: wherever a player can put in something, his money is in sight, in his own manner of writing it."""
    for sheet in sheets:
        if sheet.state is None or sheet.view is None or sheet.view.attendant:
            continue
        told = words(language)
        scene = sheet.scene(language, told, size)
        if scene.name in ("panel", "attendant"):
            continue
        texts = {item.text for item in scene.drawables if isinstance(item, Label)}
        credit = sheet.state.bank.station(STATION).books.credit.total
        if sheet.ui.reveal is None:
            assert told.money(credit) in texts, (sheet.name, told.money(credit))
            assert told.money(sheet.view.bet_cents) in texts or sheet.view.bet_cents == 0, sheet.name


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SIZES, ids=["landscape", "portrait"])
def test_every_label_can_be_read_from_three_feet_and_every_target_met_with_a_finger(
    sheets: tuple[Sheet, ...], size: tuple[int, int], large: bool
) -> None:
    """20 minutes of arc and 14 mm on a 24-inch panel."""
    for sheet in sheets:
        scene = sheet.scene("en", words("en"), size, large=large)
        for item in scene.drawables:
            if isinstance(item, Label):
                assert item.size >= SMALLEST, (sheet.name, item.text, item.size)
        for control in scene.controls:
            assert min(control.rect.w, control.rect.h) >= 51, (sheet.name, control)
