"""Options are records: a file changed while money is on stays outside until the money is off (F-08)."""

from __future__ import annotations

import pytest

from cabinet.machine.options import options_digest
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from tests.machine.floor import Floor
from tests.machine.setups import double_hand, money, options, two_card

OTHER = options(money_options=money(credit_limit_cents=1_000))


def test_the_first_start_adopts_the_options_and_the_next_says_nothing() -> None:
    floor = Floor(start=False)
    floor.boot()
    assert floor.names() == ["Booted", "OptionsAdopted", "Booted"]
    assert floor.state.digest == options_digest(floor.options)


def test_an_idle_cabinet_takes_changed_options_over() -> None:
    floor = Floor()
    floor.boot(OTHER)
    assert floor.state.set_up == OTHER
    assert floor.state.faults == ()


def _with_credit(floor: Floor) -> None:
    floor.note(5_000)


def _in_a_round(floor: Floor) -> None:
    floor.note(500)
    floor.deal(main=500)


def _with_a_note_moving(floor: Floor) -> None:
    floor.said("acceptor.1", a.NoteEscrowed(500))


def _with_a_ticket_printing(floor: Floor) -> None:
    floor.note(500)
    floor.press(c.CashOut())


@pytest.mark.parametrize("money_on", [_with_credit, _in_a_round, _with_a_note_moving, _with_a_ticket_printing])
def test_while_money_is_on_the_old_options_stay_in_force_and_play_is_locked(money_on: object) -> None:
    floor = Floor()
    before = floor.state.set_up
    money_on(floor)  # type: ignore[operator]
    floor.boot(OTHER)
    assert floor.state.set_up == before
    assert [fault.code for fault in floor.state.faults] == ["options_changed"]
    assert not floor.view().notes_open


def test_decisions_read_the_options_of_the_state_alone() -> None:
    """Replay needs no file: a limit of the file that was not adopted does not count."""
    floor = Floor()
    floor.note(5_000)
    floor.boot(OTHER)
    floor.ready()
    assert floor.state.set_up.money.credit_limit_cents == 100_000


def test_a_game_that_is_no_longer_enabled_leaves_the_table() -> None:
    floor = Floor(options(games=(double_hand(), two_card())))
    floor.press(c.ChooseGame("two_card"))
    assert floor.view().table.game == "two_card"
    floor.boot(options(games=(double_hand(),)))
    assert floor.view().table.game == "double_hand"


def test_any_change_of_any_option_changes_the_digest() -> None:
    seen = {
        options_digest(one)
        for one in (
            options(),
            OTHER,
            options(dice=True),
            options(stations=(1, 2)),
            options(games=(double_hand(set_within_s=30),)),
            options(money_options=money(expiry_days=31)),
        )
    }
    assert len(seen) == 6
