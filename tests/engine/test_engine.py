"""The order that the engine keeps: on disk first, then the state, then the act; and what a failing disk does to it."""

from __future__ import annotations

from typing import Any

import pytest

from cabinet.engine.timers import Timers
from cabinet.ports import acceptor as a
from cabinet.ports import commands as c
from cabinet.ports.deck import KeyTurned
from cabinet.ports.link import LinkUp
from cabinet.ports.signals import DeviceSaid
from cabinet.storage.contract import DiskNearlyFull, JournalFailed
from tests.machine.floor import Floor


@pytest.mark.parametrize("failure", [JournalFailed("the disk fails"), DiskNearlyFull("no space")])
def test_when_the_disk_fails_nothing_is_done_and_nothing_changes(failure: Exception) -> None:
    """A12: no note is stacked, no state moves on a record that is not on disk."""
    floor = Floor()
    floor.sent.clear()
    before = floor.state

    def fails(*given: Any, **named: Any) -> Any:
        raise failure

    floor.memory.append = fails  # type: ignore[method-assign]
    with pytest.raises(type(failure)):
        floor.said("acceptor.1", a.NoteEscrowed(5_000))
    assert floor.sent == []
    assert floor.state == before


def test_one_signal_is_one_entry_with_its_signal() -> None:
    floor = Floor()
    rows = floor.memory.count()
    floor.said("acceptor.1", a.NoteEscrowed(5_000))
    (entry,) = floor.memory.rows[rows:]
    assert entry.signal is not None
    told = entry.signal["event"]
    assert (told["is"], told["value_cents"]) == ("NoteEscrowed", 5_000)
    assert [plain["is"] for plain in entry.records] == ["DocumentEscrowed", "StackOrdered"]


def test_what_changes_nothing_is_not_written() -> None:
    floor = Floor()
    rows = floor.memory.count()
    floor.press(c.AddChip("main", 500), c.Deal(), c.BackOut())
    floor.said("acceptor.1", a.DocumentFinished(), a.DocumentReturned("returned"))
    assert floor.memory.count() == rows


def test_deal_and_confirm_are_stored_with_the_draft_they_make_durable() -> None:
    """Replay needs no draft: the signal carries it."""
    floor = Floor()
    floor.note(5_000)
    floor.round(main=500)
    commands = [entry.signal["command"] for entry in floor.memory.rows if entry.signal and "command" in entry.signal]
    deal = next(plain for plain in commands if plain["is"] == "Deal")
    confirm = next(plain for plain in commands if plain["is"] == "Confirm")
    assert deal["bets"] == [["main", 500]]
    assert len(confirm["setting"]) == 3
    assert confirm["assist"] == "house_way"


def test_a_standing_order_is_sent_when_it_changes_and_again_after_the_device_came_back() -> None:
    floor = Floor()
    assert floor.orders_to("acceptor.1")[-1] == a.Enable(True, True)
    floor.sent.clear()
    floor.note(500)
    assert not any(isinstance(order, a.Enable) for order in floor.orders_to("acceptor.1"))
    floor.said("deck.1", KeyTurned("audit", True))
    assert floor.orders_to("acceptor.1")[-1] == a.Enable(False, False)
    floor.said("deck.1", KeyTurned("audit", False))
    assert floor.orders_to("acceptor.1")[-1] == a.Enable(True, True)
    floor.sent.clear()
    floor.said("acceptor.1", LinkUp("twin", "acceptor.1"))
    assert floor.orders_to("acceptor.1") == [a.Enable(True, True)]


def test_timers_elapse_in_their_order_and_once() -> None:
    timers = Timers()
    timers.start("late", 500, 0)
    timers.start("early", 100, 0)
    timers.start("moved", 50, 0)
    timers.start("moved", 900, 0)
    timers.start("stopped", 10, 0)
    timers.stop("stopped")
    timers.stop("never")
    assert timers.next_due() == 100
    assert timers.elapsed(99) == []
    assert timers.elapsed(500) == ["early", "late"]
    assert timers.elapsed(10_000) == ["moved"]
    assert timers.next_due() is None


def test_a_timer_of_the_machine_becomes_a_signal_when_it_is_due() -> None:
    """A ticket waits for a verdict that never comes: after its deadline it is given back."""
    floor = Floor()
    floor.engine._performer.perform = lambda effect, state: []  # type: ignore[method-assign]
    floor.signal(DeviceSaid("acceptor.1", a.TicketEscrowed("991234567890123456")))
    floor.clock.advance(4_000)
    floor.engine.tick()
    assert floor.orders_to("acceptor.1")[-1] == a.Hold()
    floor.clock.advance(12_000)
    floor.engine.tick()
    assert floor.last("DocumentDeclined")["reason"] == "validation_late"
