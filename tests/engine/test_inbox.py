"""The engine's one door: order kept, devices wait, people do not, the engine never for itself."""

from __future__ import annotations

import threading

from cabinet.engine.inbox import Inbox
from cabinet.ports.signals import TimerElapsed


def signal(number: int) -> TimerElapsed:
    return TimerElapsed(f"t{number}")


def test_signals_come_out_in_their_order() -> None:
    inbox = Inbox()
    for number in range(5):
        inbox.put(signal(number))
    assert [inbox.take(0) for _ in range(6)] == [*map(signal, range(5)), None]


def test_a_persons_command_is_dropped_when_the_engine_is_behind() -> None:
    inbox = Inbox(most=2)
    assert [inbox.offer(signal(number)) for number in range(3)] == [True, True, False]
    inbox.take(0)
    assert inbox.offer(signal(3))


def test_a_devices_event_waits_and_is_never_lost() -> None:
    inbox = Inbox(most=2)
    numbers = range(200)
    port = threading.Thread(target=lambda: [inbox.put(signal(number)) for number in numbers])
    port.start()
    taken = [inbox.take(10_000) for _ in numbers]
    port.join(10)
    assert taken == [signal(number) for number in numbers]


def test_the_engine_does_not_wait_for_itself() -> None:
    """A port refuses an order in the engine's own thread while the inbox is full."""
    inbox = Inbox(most=1)
    inbox.put(signal(0))
    done = threading.Event()

    def engine() -> None:
        inbox.take(0)
        inbox.put(signal(1))
        inbox.put(signal(2))
        done.set()

    threading.Thread(target=engine, daemon=True).start()
    assert done.wait(10)
    assert [inbox.take(0), inbox.take(0)] == [signal(1), signal(2)]


def test_closing_lets_everybody_go() -> None:
    inbox = Inbox(most=1)
    inbox.put(signal(0))
    waiting = [threading.Thread(target=inbox.put, args=(signal(number),)) for number in range(3)]
    for thread in waiting:
        thread.start()
    inbox.close()
    for thread in waiting:
        thread.join(10)
        assert not thread.is_alive()
    assert inbox.take(10_000) is None
    assert not inbox.offer(signal(9))
