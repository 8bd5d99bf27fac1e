"""The deck's buttons: what each asks for, what only moves about on the screen, which lamps shine."""

from __future__ import annotations

import pytest

from cabinet.machine.decide import decide
from cabinet.machine.outputs import lamps
from cabinet.ports import commands as c
from cabinet.ports.deck import NAVIGATION, ButtonPressed
from cabinet.ports.effects import Navigate
from cabinet.ports.signals import DeviceSaid
from tests.machine.floor import TABLES, Floor


@pytest.mark.parametrize("step", NAVIGATION)
def test_navigation_goes_to_the_screen_and_into_no_row(step: str) -> None:
    floor = Floor(devices=("acceptor.1", "printer.1", "deck.1"))
    told: list[tuple[int, str]] = []
    floor.engine.show_steps_to(lambda station, step, _at: told.append((station, step)))
    rows = len(floor.memory.rows)
    floor.said("deck.1", ButtonPressed(step))
    assert (told, len(floor.memory.rows)) == ([(1, step)], rows)
    decided = decide(floor.state, DeviceSaid("deck.1", ButtonPressed(step)), TABLES)
    assert (decided.records, decided.effects) == ((), (Navigate(1, step),))


def test_lamps_shine_where_a_button_does_something() -> None:
    floor = Floor()

    def lit() -> set[str]:
        return set(lamps(floor.state, 1).lit)

    always = {"left", "right", "select", "call_attendant"}
    assert lit() == always
    floor.note(2_000)
    assert lit() == always | {"turn", "cash_out"}
    floor.press(c.AddChip("main", 500))
    assert lit() == always | {"turn", "clear", "deal", "cash_out"}
    floor.press(c.Deal())
    assert lit() == always | {"turn"}
    floor.press(c.Assist("house_way"))
    assert lit() == always | {"turn", "deal"}
    floor.press(c.Confirm())
    assert "repeat" in lit()
    assert "deal" not in lit()


# -- the call ---------------------------------------------------------------------------------------------


def test_the_reason_may_be_told_until_somebody_is_on_the_way() -> None:
    floor = Floor(devices=("acceptor.1", "printer.1", "deck.1"))
    floor.press(c.CallAttendant())
    assert (floor.view().called, "call_reason" in floor.view().allowed) == ("help", True)
    floor.press(c.CallAttendant("drink"), c.CallAttendant("drink"), c.CallAttendant("money, now"))
    assert floor.view().called == "drink"
    assert (floor.names().count("CallMade"), floor.names().count("CallExplained")) == (1, 1)
    floor.attend(c.TakeCall("17"))
    assert floor.view().call_taken
    floor.press(c.CallAttendant("pay"))
    assert (floor.view().called, "call_reason" in floor.view().allowed) == ("drink", False)
