"""Every screen of an evening against the very machine it was drawn from: nothing pressable that is refused, money
on the picture that obeys the books, in every language, on both canvases, in the modes for weak eyes."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import get_args

import pytest

from cabinet.app.album import NOW_MS, Sheet, album
from cabinet.app.compose import tables
from cabinet.app.errands import NAMES
from cabinet.app.evening import Moment
from cabinet.machine.decide import carry, decide
from cabinet.machine.evolve import evolve
from cabinet.machine.volatile import Drafted
from cabinet.ports.access import Role, SignIn
from cabinet.ports.commands import Command
from cabinet.ports.page import Errand, Needs, PageWanted
from cabinet.ports.signals import Pressed
from cabinet.reports.pages import PAGES
from cabinet.screens import director, layout
from cabinet.screens.office.state import HOLD_MS
from cabinet.screens.pointer import Press, Release
from cabinet.screens.scene import Control, Label, Scene
from cabinet.screens.theme import SMALLEST, Fonts
from cabinet.screens.touch import touch
from cabinet.screens.words import Words
from cabinet.texts.languages import LANGUAGES
from cabinet.texts.speech import Texts
from tests.app.conftest import LOOKED_AT
from tests.screens.rig import overflow, started_fonts

STATION = 1
SIZES = [one.canvas for one in layout.CANVASES]

OF_THE_HOUSE = ("attendant", "sign_in", "panel")
"""Screens that only people of the house see."""


@pytest.fixture(scope="module")
def sheets(an_evening: tuple[Moment, ...]) -> tuple[Sheet, ...]:
    return album(an_evening)


@pytest.fixture(scope="module")
def fonts() -> Fonts:
    return started_fonts()


@cache
def words(language: str) -> Words:
    return Texts(language, "USD", 2)


def broken(text: str) -> str:
    """*text* as it reads wherever a line may break in it: the meters let an amount break before its sign."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


class Finger:
    """A finger on a sheet, whose picture is *scene*. *ui*: what the screen itself does, changed by every touch."""

    def __init__(self, sheet: Sheet, scene: Scene) -> None:
        self._view, self._scene, self._now_ms = sheet.view, scene, NOW_MS + sheet.after_ms
        self.ui = sheet.seen_in("en")

    def on(self, control: Control) -> tuple[object, ...]:
        """What a touch on the middle of *control* asks for; one that does nothing is held as long as a person would."""
        before = self.ui
        wishes = self._touched(control, 0)
        if not wishes and self.ui.office.pad == before.office.pad:
            self.ui = before
            wishes = self._touched(control, HOLD_MS)
        return wishes

    def types(self, text: str) -> tuple[object, ...]:
        """What is asked for when *text* was typed on the keypad that is open, and confirmed."""
        wishes: tuple[object, ...] = ()
        for key in (*text, "ok"):
            self._scene = director.scene(self._view, self.ui, self._now_ms, words("en"), self._scene.size)
            control = self._scene.control(f"office.key.{key}")
            assert control is not None, (self.ui.office.pad, key)
            assert control.enabled, (self.ui.office.pad, key)
            wishes += self._touched(control, 0)
        return wishes

    def _touched(self, control: Control, hold_ms: int) -> tuple[object, ...]:
        x, y = control.rect.cx, control.rect.cy
        down = touch(Press(x, y), self._scene, self._view, self.ui, self._now_ms)
        up = touch(Release(x, y), self._scene, self._view, down.ui, self._now_ms + hold_ms)
        self.ui = up.ui
        return (*down.commands, *up.commands)


TYPED = {Needs.AMOUNT: "100", Needs.NUMBER: "7", Needs.TEXT: "b7"}
"""What a person may type, by what is asked for."""


def wished(sheet: Sheet, scene: Scene, control: Control) -> tuple[object, ...]:
    """What *control* leads to, its keypad filled in where it opens one."""
    finger = Finger(sheet, scene)
    wishes, pad = finger.on(control), finger.ui.office.pad
    opened = pad is not None and pad != sheet.ui.office.pad and pad.action is not None
    if opened and pad is not None and pad.action is not None and not pad.text("value"):
        wishes += finger.types(TYPED[pad.action.needs])
    return wishes


def answerable(wish: object, role: Role) -> bool:
    """Whether the office of a running cabinet has an answer to a wish that is no command."""
    match wish:
        case PageWanted(page):
            return page in PAGES
        case Errand(name):
            return name in NAMES and role.covers(Role.ATTENDANT)
        case SignIn(who, pin):
            return bool(who and pin)
    return False


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
    tried, asked, refused = 0, 0, []
    for sheet in sheets:
        if sheet.state is None or sheet.view is None:
            continue
        scene = sheet.scene("en", words("en"), size)
        for control in scene.controls:
            if control.enabled:
                wishes = wished(sheet, scene, control)
                commands = [wish for wish in wishes if isinstance(wish, get_args(Command))]
                refused += [(sheet.name, control.name, why) for why in refusals(sheet, commands)]
                role = sheet.view.office.role if sheet.view.office is not None else Role.ATTENDANT
                others = [wish for wish in wishes if wish not in commands]
                refused += [(sheet.name, control.name, str(wish)) for wish in others if not answerable(wish, role)]
                tried, asked = tried + len(commands), asked + len(others)
    assert refused == []
    assert tried > 300, "the buttons ask the machine for something"
    assert asked > 800, "the attendant's buttons ask the office for something"


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
        if scene.name in OF_THE_HOUSE:
            continue
        texts = {broken(item.text) for item in scene.drawables if isinstance(item, Label)}
        credit = sheet.state.bank.station(STATION).books.credit.total
        if sheet.ui.reveal is None:
            assert broken(told.money(credit)) in texts, (sheet.name, told.money(credit))
            assert broken(told.money(sheet.view.bet_cents)) in texts or sheet.view.bet_cents == 0, sheet.name


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


@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@pytest.mark.parametrize("size", SIZES, ids=["landscape", "portrait"])
def test_no_word_of_an_evening_runs_out_of_its_box(
    sheets: tuple[Sheet, ...], size: tuple[int, int], large: bool, fonts: Fonts
) -> None:
    """In every language, with the amounts and names of a real evening."""
    told: set[str] = set()
    for language in LANGUAGES:
        for sheet in sheets:
            if sheet.view is None or sheet.view.attendant or "sign_in" in sheet.name:
                continue
            drawn = sheet.scene(language, words(language), size, large=large).drawables
            labels = {item for item in drawn if isinstance(item, Label) and item.text}
            told |= {f"{language} {sheet.name}: {over}" for label in labels if (over := overflow(label, fonts))}
    assert not told, "\n".join(sorted(told))


@pytest.mark.parametrize(("language", "large"), list(product(LOOKED_AT, (False, True))))
def test_no_word_of_the_attendants_pages_is_cut_off(
    sheets: tuple[Sheet, ...], language: str, large: bool, fonts: Fonts
) -> None:
    """Neither in a long language nor in large text: a row too high for its page is better than half a word."""
    told, judged, over = words(language), set[Label](), []
    for sheet, size in product(sheets, SIZES):
        scene = sheet.scene(language, told, size, large=large)
        found = {item for item in scene.drawables if isinstance(item, Label) and item.text} - judged
        if scene.name in OF_THE_HOUSE:
            over += [(sheet.name, why) for item in found if (why := overflow(item, fonts))]
            judged |= found
    assert over == []
    assert len(judged) > 800
