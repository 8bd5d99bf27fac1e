"""The attendant at the glass when the dice need him: the real machine's view on the real screen, pressed by name."""

from __future__ import annotations

import pytest

from cabinet.machine.dice import counts
from cabinet.machine.faults import FAULTS
from cabinet.play.state import Phase
from cabinet.ports import commands as c
from cabinet.ports.access import Role
from cabinet.screens.pilot import answered
from cabinet.texts.catalogue import Sentences
from cabinet.texts.languages import LANGUAGES
from tests.inplay.floor import DICE_CENTS, SHAKER, Floor
from tests.screens.rig import Floor as Glass


def glass(floor: Floor) -> Glass:
    """The station's screen, shown what the machine shows now."""
    return Glass(floor.view())


def controls(floor: Floor) -> set[str]:
    return {one.name for one in glass(floor).screen.scene.controls if one.name.startswith("attendant.")}


def press(floor: Floor, name: str) -> None:
    """A finger on the control called *name*; what it asks for goes to the machine."""
    screen = glass(floor)
    assert answered({"press": name}, screen.screen, screen.now_ms) == {"ok": True}
    assert screen.commands
    floor.press(*screen.commands)


def frozen() -> Floor:
    """The lid was opened after the first rest."""
    floor = Floor(seed=3)
    floor.shake()
    floor.wait_shaker("reading")
    floor.run(100)
    floor.hand(SHAKER, {"lid": "open"})
    floor.run(2_000)
    floor.hand(SHAKER, {"lid": "closed"})
    floor.run(1_000)
    return floor


@pytest.mark.parametrize(("name", "ended"), [("dice_stand", "DiceAccepted"), ("dice_void", "DiceVoided")])
def test_a_frozen_roll_is_ruled_on_at_the_glass(name: str, ended: str) -> None:
    """Rule 4: the player sees that he waits and for whom; the rulings appear with the key."""
    floor = frozen()
    assert [lock.kind for lock in floor.view().locks] == ["dice"]
    assert controls(floor) == set()
    floor.key(True)
    assert controls(floor) == {"attendant.dice_stand", "attendant.dice_void"}
    press(floor, f"attendant.{name}")
    assert floor.phase is Phase.SETTLED
    assert len(floor.rows(ended)) == 1
    assert floor.books.wager_voided.total == (DICE_CENTS if name == "dice_void" else 0)


def test_other_dice_are_named_between_rounds_only() -> None:
    """D-15: their counts begin anew, and who changed them is a record."""
    floor = Floor(seed=3)
    floor.shake()
    floor.key(True)
    assert "attendant.change_dice" not in controls(floor), "the dice are in the air"
    floor.key(False)
    floor.settle()
    assert sum(counts(floor.state)) == 3
    floor.key(True)
    assert "attendant.change_dice" not in controls(floor), "dice are the technician's"
    floor.sign_in("T1", Role.TECHNICIAN)
    press(floor, "attendant.change_dice")
    assert sum(counts(floor.state)) == 0
    assert floor.rows("DiceChanged") == [{"is": "DiceChanged", "who": "T1"}]


def test_a_cabinet_without_a_shaker_offers_no_dice_to_change() -> None:
    floor = Floor(seed=3, devices=("acceptor.1", "printer.1", "deck.1"))
    floor.key(True)
    assert "attendant.change_dice" not in controls(floor)


def test_a_call_is_answered_at_the_glass() -> None:
    floor = Floor(seed=3)
    floor.press(c.CallAttendant())
    floor.key(True)
    press(floor, "attendant.answer_call")
    assert floor.view().called == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_is_said_in_every_language(language: str) -> None:
    names = ("dice_stand", "dice_void", "change_dice", "answer_call", "clear_fault")
    codes = ["lock.dice", "lock.dice.text", "bet.dice_lo", "closed.shaker_down", "notice.paid_by_hand"]
    codes += [f"button.attendant.{name}" for name in names]
    codes += [f"fault.{code}" for code in FAULTS if code.startswith(("shaker", "dice"))]
    sentences, english = Sentences(language), Sentences("en")
    unknown = [code for code in codes if not sentences.knows(code)]
    assert unknown == []
    same = [code for code in codes if language != "en" and sentences.template(code) == english.template(code)]
    assert same == []
